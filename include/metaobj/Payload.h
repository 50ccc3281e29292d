//===- metaobj/Payload.h - Where a parameter's bytes are --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A Payload describes the place of a parameter's bytes without holding them.
/// No other type of the project knows this place: all others ask for a size and
/// for pieces.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PAYLOAD_H
#define METAOBJ_PAYLOAD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SwapByteOrder.h"

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#if LLVM_VERSION_MAJOR >= 18
#include "llvm/ADT/bit.h"
#else
#include "llvm/Support/Endian.h"
#endif

namespace metaobj {

/// LLVM's, which has another name before LLVM 18.
#if LLVM_VERSION_MAJOR >= 18
using Endianness = llvm::endianness;
#else
using Endianness = llvm::support::endianness;
#endif

/// The host's; llvm::endianness::native is a third value before LLVM 18.
inline constexpr Endianness NativeEndianness =
    llvm::sys::IsBigEndianHost ? Endianness::big : Endianness::little;

/// An immutable text that copies share: a hundred thousand parameters of one
/// file store its path once. Used like a StringRef, but keeps the text alive.
class SharedText {
public:
  /// Empty.
  SharedText() = default;
  SharedText(std::string From) {
    if (!From.empty())
      Kept = new Text(std::move(From));
  }
  SharedText(llvm::StringRef From) : SharedText(From.str()) {}
  SharedText(const char *From) : SharedText(std::string(From)) {}

  operator llvm::StringRef() const {
    return Kept ? llvm::StringRef(Kept->Value) : llvm::StringRef();
  }
  /// In messages, which take a Twine.
  operator llvm::Twine() const { return llvm::StringRef(*this); }
  bool empty() const { return !Kept; }
  std::string str() const { return Kept ? Kept->Value : std::string(); }

  /// Compares with any text. A template, so that types that convert both ways
  /// are not ambiguous.
  template <std::convertible_to<llvm::StringRef> Other>
  friend bool operator==(const SharedText &Left, const Other &Right) {
    return llvm::StringRef(Left) == llvm::StringRef(Right);
  }

private:
  /// Counts its users itself, so that each user is one pointer.
  struct Text : llvm::ThreadSafeRefCountedBase<Text> {
    explicit Text(std::string Name) : Value(std::move(Name)) {}
    const std::string Value;
  };
  llvm::IntrusiveRefCntPtr<const Text> Kept;
};

/// Bytes for readers of formats: an open file, or the output of a decompressor.
/// All payloads that are its ranges share it.
class ByteSource {
public:
  enum KindType {
    File,   ///< An InputFile: all ranges cost the same.
    Stream, ///< Cheap from front to back; going back starts again.
    Slice,  ///< A SourceSlice: costs the same as the whole source.
  };

  virtual ~ByteSource();
  ByteSource(const ByteSource &) = delete;
  ByteSource &operator=(const ByteSource &) = delete;

  KindType kind() const { return Kind; }

  /// The path as the user wrote it ("<stdin>" for "-"), for messages.
  const std::string &path() const { return Path; }

  /// Size in bytes when the source was opened.
  uint64_t size() const { return Size; }

  /// Fills \p Out from \p Offset. Missing bytes, and other faults that only
  /// reading shows, are errors with path and offset. Several threads may call
  /// it.
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

/// An input file, open for positioned reads. The last payload that is a range
/// of it closes the descriptor.
class InputFile final : public ByteSource {
public:
  /// Opens \p Path for reading. "-" is standard input. Reads standard input and
  /// pipes to their end, because their ranges cannot be read later: up to 64
  /// MiB into memory, more into a temporary file without a name (in TMPDIR).
  /// Waits for the writer of a pipe. Folders, devices and missing files are
  /// errors that name the path.
  static llvm::Expected<std::shared_ptr<const InputFile>>
  open(llvm::StringRef Path);

  /// Takes ownership of the open regular file \p Handle, which may have lost
  /// its name; \p Path is for messages.
  static llvm::Expected<std::shared_ptr<const InputFile>>
  adopt(llvm::sys::fs::file_t Handle, std::string Path);

  /// A file that the program has in memory; \p Path is for messages.
  static std::shared_ptr<const InputFile> ofMemory(std::string Bytes,
                                                   std::string Path);

  ~InputFile() override;

  /// Are its bytes kept, from a pipe, standard input or memory? Then its path
  /// cannot be opened a second time, and no dependency can name it.
  bool isStored() const { return IsStored; }

  /// If the file has become shorter since it was opened, this is an error with
  /// path and offset.
  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override;

  /// Fills \p Out, one range after the other, from \p Offset on, with few
  /// system calls for any number of ranges.
  llvm::Error read(uint64_t Offset,
                   llvm::ArrayRef<llvm::MutableArrayRef<uint8_t>> Out) const;

  /// The whole file, for readers that need one buffer; the buffer may outlive
  /// this object. Large files are mapped, not read.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer() const;

  /// Makes \p Target, an open file, share the blocks of \p Size bytes from \p
  /// Offset on, at its \p TargetOffset. The bytes are only copied when one of
  /// the files changes. False, without effect, if the file system cannot do
  /// this: most cannot, none can between two file systems, and only whole
  /// blocks can be shared.
  bool shareBlocks(uint64_t Offset, uint64_t Size, int Target,
                   uint64_t TargetOffset) const;

  /// An error if the file's size or time of change differ from those at
  /// opening: the bytes that were read may be half old and half new.
  llvm::Error checkUnchanged() const;

private:
  InputFile(std::string ThePath) : ByteSource(File, std::move(ThePath)) {}
  static llvm::Expected<std::shared_ptr<const InputFile>> openStandardInput();
  llvm::Error measure();
  llvm::Error store(llvm::sys::fs::file_t From);
  llvm::Error storeOnDisk(llvm::sys::fs::file_t From);

  llvm::sys::TimePoint<> Changed;
  llvm::sys::fs::file_t Handle = llvm::sys::fs::kInvalidFile;
  std::string Contents; ///< In memory; then no Handle.
  bool IsStored = false;
};

/// An archive's member that is stored without compression. Readers see a file
/// with the member's bounds; payloads are ranges of the whole.
class SourceSlice final : public ByteSource {
public:
  /// \p Size bytes of \p Whole from \p Begin on, which must exist. \p Path is
  /// for messages: "model.tar(net.params)".
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

/// The place of a parameter's bytes: a range of a file or of a stream, the
/// caller's memory, or a repeated byte. Cheap to copy; copies share owners of
/// memory.
class Payload {
public:
  /// No bytes.
  Payload() = default;

  /// \p Size bytes of \p File from \p Offset. Nothing is read before emission.
  /// The range must lie inside the file.
  static Payload fileRange(std::shared_ptr<const InputFile> File,
                           uint64_t Offset, uint64_t Size);

  /// The same for any source. Reading payloads of one stream in the order of
  /// their offsets is cheap, in pieces of any size. Each step back decompresses
  /// again from the start.
  static Payload range(std::shared_ptr<const ByteSource> Source,
                       uint64_t Offset, uint64_t Size);

  /// \p Bytes of the caller, which stay valid as long as \p Owner lives.
  /// Without an owner they must stay valid until emission is done.
  static Payload memory(llvm::ArrayRef<uint8_t> Bytes,
                        std::shared_ptr<const void> Owner = nullptr);

  /// \p Size times \p Value.
  static Payload fill(uint8_t Value, uint64_t Size);

  /// Size in bytes.
  uint64_t size() const { return Size; }

  /// \p Count bytes from \p Offset on, which must exist, as the source has
  /// them: without numbers to reverse.
  Payload slice(uint64_t Offset, uint64_t Count) const;

  /// Writes bytes [\p Offset, \p Offset + Out.size()) in the source's order.
  llvm::Error read(uint64_t Offset, llvm::MutableArrayRef<uint8_t> Out) const;

  /// The file and offset of the bytes, if they lie there unchanged and in one
  /// piece; else nullopt. The file lives as long as the payload.
  struct FilePlace {
    const InputFile *File;
    uint64_t Offset;
  };
  std::optional<FilePlace> filePlace() const;

  /// Bytes per number in the data (complex64 has 4). Emission reverses each
  /// number if source and target differ in byte order. 1 if there is nothing to
  /// reverse. size() is a multiple of it.
  unsigned elementSize() const { return ElementSize; }

  /// Byte order of the source.
  Endianness byteOrder() const { return ByteOrder; }

  /// Describes the numbers that read() delivers.
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
/// memory. The frames give its size; if they do not, it decompresses all of it
/// once to count the bytes.
llvm::Expected<std::shared_ptr<const ByteSource>>
openZstd(std::shared_ptr<const ByteSource> Compressed);

/// The content of the gzip members (RFC 1952) in \p Compressed as a stream, in
/// bounded memory. Decompresses all of it once to count the bytes, which also
/// compares the checksums.
llvm::Expected<std::shared_ptr<const ByteSource>>
openGzip(std::shared_ptr<const ByteSource> Compressed);

} // namespace metaobj

#endif // METAOBJ_PAYLOAD_H
