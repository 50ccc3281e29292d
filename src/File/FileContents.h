//===- FileContents.h - What a file is made of ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file as a list of pieces, so that parameters go from their source to their
/// place without being in memory as a whole.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_FILE_FILECONTENTS_H
#define METAOBJ_FILE_FILECONTENTS_H

#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <variant>
#include <vector>

namespace metaobj {

class FileContents {
public:
  FileContents() = default;
  /// Numbers of payloads are written in \p Order, without one as little endian.
  explicit FileContents(Endianness Order) : Order(Order) {}

  /// The next bytes are \p Bytes, which must outlive this.
  void append(llvm::StringRef Bytes);

  /// The next bytes are those of \p Data, which must outlive this.
  void append(const Payload &Data);

  /// \p Data at \p Offset of what is appended.
  struct Part {
    uint64_t Offset;
    const Payload *Data;
  };

  /// The next \p Size bytes are \p Parts, one behind the other, with zeros
  /// between them and behind. They must outlive this: there may be a hundred
  /// thousand, so that nobody has a copy.
  void append(llvm::ArrayRef<Part> Parts, uint64_t Size);

  /// Zeros up to \p Offset, which is not before the end.
  void padTo(uint64_t Offset);

  /// Bytes so far.
  uint64_t size() const { return Size; }

  /// Bytes [Begin, End) of the file.
  struct Range {
    uint64_t Begin;
    uint64_t End;
  };

  /// Has \p Descriptor, a regular file, share the blocks of source files
  /// wherever it can hold them as they are (InputFile::shareBlocks). Returns
  /// what it shares now, in order.
  std::vector<Range> shareBlocks(int Descriptor) const;

  /// A place not before \p Offset for data that has a payload \p Data at
  /// \p PartOffset, such that blocks can be shared: the next with the same
  /// offset in a block as in the source. \p Offset itself when it does not pay.
  static uint64_t placeToShare(uint64_t Offset, uint64_t PartOffset,
                               const Payload &Data, Endianness Order);

  /// Takes a piece of the file; pieces come in order and, but for what is
  /// shared, without gaps.
  using Sink = llvm::function_ref<llvm::Error(uint64_t Offset,
                                              llvm::ArrayRef<uint8_t> Bytes)>;

  struct WriteConfig {
    /// With two or more, one reads while the caller's writes; 0 lets the size
    /// decide.
    unsigned Threads = 1;
    /// What need not be written, in order.
    llvm::ArrayRef<Range> Shared;
  };

  /// Hands over everything in pieces of at most LargestChunk bytes that start,
  /// where possible, at multiples of a power of two: that is how file systems
  /// write fastest.
  /// \p Write is called by the caller's thread. Then checks that no source has
  /// changed.
  llvm::Error write(Sink Write, const WriteConfig &Config) const;
  llvm::Error write(Sink Write) const { return write(Write, WriteConfig()); }

  /// With one thread as fast as larger ones, and small files pay for fresh
  /// memory.
  static constexpr uint64_t ChunkSize = 256 << 10;
  static constexpr uint64_t LargestChunk = 1 << 20;

private:
  /// From the end of the one before: zeros, bytes, or payloads.
  struct Stretch {
    uint64_t End;
    std::variant<std::monostate, const char *, const Payload *,
                 llvm::ArrayRef<Part>>
        What = {};
  };

  /// What can be read at once: has a payload, or bytes, or neither: zeros.
  struct Piece {
    uint64_t Offset = 0;
    uint64_t Size = 0;
    const char *Bytes = nullptr;
    const Payload *Data = nullptr;
    bool IsSwapped = false;

    uint64_t end() const { return Offset + Size; } ///< The next begins here.
  };

  class Cursor;
  class Filler;
  class Chunks;
  class ReaderThread;

  llvm::Error checkSources() const;

  Endianness Order = Endianness::little;
  std::vector<Stretch> Stretches; ///< None is empty.
  uint64_t Size = 0;
};

} // namespace metaobj

#endif // METAOBJ_FILE_FILECONTENTS_H
