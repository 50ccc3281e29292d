//===- metaobj/Payload.h - Where a parameter's bytes are --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Payload says where the bytes of a parameter are without holding them. It is
/// the only type of the project that knows: everybody else asks for a size and
/// for pieces.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PAYLOAD_H
#define METAOBJ_PAYLOAD_H

#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

namespace metaobj {

/// An input file that is open for positioned reads. Shared by all payloads that
/// are ranges of it; the descriptor closes with the last of them.
class InputFile {
public:
  /// Opens \p Path for reading. "-" reads standard input to its end, because
  /// ranges cannot be read from a pipe later. Folders, devices and missing
  /// files are errors that name the path.
  static llvm::Expected<std::shared_ptr<const InputFile>>
  open(llvm::StringRef Path);

  ~InputFile();
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;

  /// The path as the user wrote it ("<stdin>" for "-").
  const std::string &path() const { return Path; }

  /// Size in bytes when the file was opened.
  uint64_t size() const { return Size; }

  /// Fills \p Out from \p Offset. A file that has become shorter since it was
  /// opened is an error with path and offset.
  llvm::Error read(uint64_t Offset, llvm::MutableArrayRef<uint8_t> Out) const;

private:
  InputFile(std::string Path) : Path(std::move(Path)) {}

  std::string Path;
  uint64_t Size = 0;
  llvm::sys::fs::file_t Handle = llvm::sys::fs::kInvalidFile;
  std::string Contents; ///< Standard input only.
};

/// Bytes of a parameter: a range of a file, the caller's memory, or a repeated
/// byte. Cheap to copy; owners of memory are shared.
class Payload {
public:
  /// No bytes.
  Payload() = default;

  /// \p Size bytes of \p File from \p Offset. Nothing is read before emission.
  /// The range must lie inside the file.
  static Payload fileRange(std::shared_ptr<const InputFile> File,
                           uint64_t Offset, uint64_t Size);

  /// \p Bytes of the caller, which stay valid as long as \p Owner lives, or,
  /// without an owner, until emission is done.
  static Payload memory(llvm::ArrayRef<uint8_t> Bytes,
                        std::shared_ptr<const void> Owner = nullptr);

  /// \p Size times \p Value.
  static Payload fill(uint8_t Value, uint64_t Size);

  /// Size in bytes.
  uint64_t size() const { return Size; }

  /// Writes bytes [\p Offset, \p Offset + Out.size()) in the source's order.
  llvm::Error read(uint64_t Offset, llvm::MutableArrayRef<uint8_t> Out) const;

  /// Bytes per number inside the data (a complex64 has 4): what is reversed
  /// when source and target differ in byte order. 1 when there is nothing to
  /// reverse. size() is a multiple of it.
  unsigned elementSize() const { return ElementSize; }

  /// Byte order of the source.
  llvm::endianness byteOrder() const { return ByteOrder; }

  /// Sets what read() delivers.
  void setElement(unsigned Size, llvm::endianness Order) {
    ElementSize = Size;
    ByteOrder = Order;
  }

private:
  struct FileRange {
    std::shared_ptr<const InputFile> File;
    uint64_t Offset;
  };
  struct Memory {
    const uint8_t *Data;
    std::shared_ptr<const void> Owner;
  };
  struct Fill {
    uint8_t Value;
  };

  std::variant<Fill, FileRange, Memory> Source = Fill{0};
  uint64_t Size = 0;
  unsigned ElementSize = 1;
  llvm::endianness ByteOrder = llvm::endianness::little;
};

} // namespace metaobj

#endif // METAOBJ_PAYLOAD_H
