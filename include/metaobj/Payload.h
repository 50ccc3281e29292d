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

#include "metaobj/Endianness.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace metaobj {

/// Bytes that readers of formats take apart: an open file, or what comes out of
/// a decompressor. Shared by all payloads that are ranges of it.
class ByteSource {
public:
  enum KindType {
    File,   ///< An InputFile: any range is as cheap as any other.
    Stream, ///< Cheap from front to back; going back starts again.
    Slice,  ///< A SourceSlice: as cheap as what it is a part of.
  };

  virtual ~ByteSource();
  ByteSource(const ByteSource &) = delete;
  ByteSource &operator=(const ByteSource &) = delete;

  KindType kind() const { return Kind; }

  /// The path as the user wrote it ("<stdin>" for "-"), for messages.
  const std::string &path() const { return Path; }

  /// Size in bytes when the source was opened.
  uint64_t size() const { return Size; }

  /// Fills \p Out from \p Offset. A source that has fewer bytes, or other
  /// faults that only reading shows, are errors with path and offset. May be
  /// called from several threads.
  virtual llvm::Error read(uint64_t Offset,
                           llvm::MutableArrayRef<uint8_t> Out) const = 0;

protected:
  ByteSource(KindType TheKind, std::string ThePath, uint64_t TheSize = 0)
      : Path(std::move(ThePath)), Size(TheSize), Kind(TheKind) {}

  std::string Path;
  uint64_t Size;

private:
  KindType Kind;
};

/// An input file that is open for positioned reads; the descriptor closes with
/// the last payload that is a range of it.
class InputFile final : public ByteSource {
public:
  /// Opens \p Path for reading. "-" is standard input. It and pipes are read to
  /// their end, because ranges cannot be read from them later: up to 64 MiB
  /// into memory, more into a temporary file without a name (in TMPDIR). A
  /// pipe that nobody writes to waits for its writer. Folders, devices and
  /// missing files are errors that name the path.
  static llvm::Expected<std::shared_ptr<const InputFile>>
  open(llvm::StringRef Path);

  /// Takes over the open, regular file \p Handle, which may have no name any
  /// more; \p Path is for messages.
  static llvm::Expected<std::shared_ptr<const InputFile>>
  adopt(llvm::sys::fs::file_t Handle, std::string Path);

  /// A file that the program has in memory; \p Path is for messages.
  static std::shared_ptr<const InputFile> ofMemory(std::string Bytes,
                                                   std::string Path);

  ~InputFile() override;

  /// Are its bytes kept, of a pipe, standard input or memory? Its path cannot
  /// be opened a second time then, and nothing can depend on it.
  bool isStored() const { return IsStored; }

  /// A file that has become shorter since it was opened is an error with path
  /// and offset.
  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override;

  /// Fills \p Out, one range after the other, from \p Offset on: with few calls
  /// of the system however many ranges there are.
  llvm::Error read(uint64_t Offset,
                   llvm::ArrayRef<llvm::MutableArrayRef<uint8_t>> Out) const;

  /// The whole file, for readers that want it as one buffer, which may outlive
  /// this. Large files are mapped, not read.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer() const;

  /// Has \p Target, an open file, share the blocks of \p Size bytes from
  /// \p Offset on as its own at \p TargetOffset: nothing is copied until one of
  /// them changes. False, with nothing done, where the file system cannot (most
  /// cannot, none between two file systems, and only whole blocks).
  bool shareBlocks(uint64_t Offset, uint64_t Size, int Target,
                   uint64_t TargetOffset) const;

  /// An error when size or time of change differ from when the file was opened:
  /// what was read may be half old and half new.
  llvm::Error checkUnchanged() const;

private:
  InputFile(std::string ThePath) : ByteSource(File, std::move(ThePath)) {}
  static llvm::Expected<std::shared_ptr<const InputFile>> openStandardInput();
  llvm::Error measure();
  llvm::Error store(llvm::sys::fs::file_t From);
  llvm::Error storeOnDisk(llvm::sys::fs::file_t From);

  llvm::sys::TimePoint<> Changed;
  llvm::sys::fs::file_t Handle = llvm::sys::fs::kInvalidFile;
  std::string Contents; ///< In memory; without Handle.
  bool IsStored = false;
};

/// A member of an archive that is stored as it is: readers see a file that
/// starts and ends there, and payloads are ranges of the whole.
class SourceSlice final : public ByteSource {
public:
  /// \p Size bytes of \p Whole from \p Begin on, which it has; \p Path is for
  /// messages: "model.tar(net.params)".
  SourceSlice(std::shared_ptr<const ByteSource> Whole, uint64_t Begin,
              uint64_t Size, std::string Path);

  const std::shared_ptr<const ByteSource> &whole() const { return Whole; }
  uint64_t begin() const { return Begin; }

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override;

private:
  std::shared_ptr<const ByteSource> Whole;
  uint64_t Begin;
};

/// Bytes of a parameter: a range of a file or of a stream, the caller's memory,
/// or a repeated byte. Cheap to copy; owners of memory are shared.
class Payload {
public:
  /// No bytes.
  Payload() = default;

  /// \p Size bytes of \p File from \p Offset. Nothing is read before emission.
  /// The range must lie inside the file.
  static Payload fileRange(std::shared_ptr<const InputFile> File,
                           uint64_t Offset, uint64_t Size);

  /// The same of any source. Payloads of one stream are cheap to read one after
  /// the other in the order of their offsets, in pieces of any size; each step
  /// back decompresses from the start again.
  static Payload range(std::shared_ptr<const ByteSource> Source,
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

  /// Where in a file the bytes are, in one piece and as they are; nullopt when
  /// they have no such place. The file lives as long as the payload.
  struct FilePlace {
    const InputFile *File;
    uint64_t Offset;
  };
  std::optional<FilePlace> filePlace() const;

  /// Bytes per number inside the data (a complex64 has 4): what is reversed
  /// when source and target differ in byte order. 1 when there is nothing to
  /// reverse. size() is a multiple of it.
  unsigned elementSize() const { return ElementSize; }

  /// Byte order of the source.
  Endianness byteOrder() const { return ByteOrder; }

  /// Sets what read() delivers.
  void setElement(unsigned Bytes, Endianness Order) {
    ElementSize = Bytes;
    bool IsNative = Order == Endianness::native;
    ByteOrder = IsNative ? NativeEndianness : Order;
  }

private:
  struct FileRange {
    std::shared_ptr<const InputFile> File;
    uint64_t Offset;
  };
  struct StreamRange {
    std::shared_ptr<const ByteSource> Stream;
    uint64_t Offset;
  };
  struct Memory {
    const uint8_t *Data;
    std::shared_ptr<const void> Owner;
  };
  struct Fill {
    uint8_t Value;
  };

  std::variant<Fill, FileRange, StreamRange, Memory> Source = Fill{0};
  uint64_t Size = 0;
  unsigned ElementSize = 1;
  Endianness ByteOrder = Endianness::little;
};

/// The content of the zstd frames in \p Compressed as a stream, in bounded
/// memory. Its size is what the frames claim, or, when they do not, is counted
/// by decompressing all of it.
llvm::Expected<std::shared_ptr<const ByteSource>>
openZstd(std::shared_ptr<const ByteSource> Compressed);

/// The content of the gzip members (RFC 1952) in \p Compressed as a stream, in
/// bounded memory. All of it is decompressed once to learn its size, which
/// compares the checksums, too.
llvm::Expected<std::shared_ptr<const ByteSource>>
openGzip(std::shared_ptr<const ByteSource> Compressed);

} // namespace metaobj

#endif // METAOBJ_PAYLOAD_H
