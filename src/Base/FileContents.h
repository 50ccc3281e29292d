//===- FileContents.h - What a file is made of ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A file as a list of pieces, so that parameters are copied from their source
/// to their place without being in memory as a whole.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_FILECONTENTS_H
#define METAOBJ_BASE_FILECONTENTS_H

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
  /// Numbers of payloads are written in \p Order; without one in little endian.
  explicit FileContents(Endianness Order) : Order(Order) {}

  /// The next bytes are \p Bytes, which must outlive this.
  void append(llvm::StringRef Bytes);

  /// The next bytes are those of \p Data, which must outlive this.
  void append(const Payload &Data);

  /// \p Data at \p Offset of the appended bytes.
  struct Part {
    uint64_t Offset;
    const Payload *Data;
  };

  /// Appends \p Size bytes: \p Parts in order, with zeros between and after
  /// them. They must outlive this: there may be a hundred thousand, so there is
  /// no copy.
  void append(llvm::ArrayRef<Part> Parts, uint64_t Size);

  /// Zeros up to \p Offset, which is at or after the end.
  void padTo(uint64_t Offset);

  /// Bytes so far.
  uint64_t size() const { return Size; }

  /// Bytes [Begin, End) of the file.
  struct Range {
    uint64_t Begin;
    uint64_t End;
  };

  /// Makes \p Descriptor, a regular file, share the blocks of source files
  /// where it can (InputFile::shareBlocks). Returns the shared ranges, in
  /// order.
  std::vector<Range> shareBlocks(int Descriptor) const;

  /// A place at or after \p Offset for data with a payload \p Data at \p
  /// PartOffset, so that blocks can be shared: the next place with the source's
  /// offset in a block. \p Offset itself if this does not pay.
  static uint64_t placeToShare(uint64_t Offset, uint64_t PartOffset,
                               const Payload &Data, Endianness Order);

  /// Takes a piece of the file. Pieces come in order and, except for shared
  /// ranges, without gaps.
  using Sink = llvm::function_ref<llvm::Error(uint64_t Offset,
                                              llvm::ArrayRef<uint8_t> Bytes)>;

  /// Passes everything to \p Write, except for the ranges that are \p Shared,
  /// which are in order, in pieces of at most ChunkSize bytes. If possible they
  /// start at multiples of it, because file systems write such pieces fastest.
  /// At the end, checks that no source has changed.
  llvm::Error write(Sink Write, llvm::ArrayRef<Range> Shared = {}) const;

  /// Larger sizes are no faster, and new memory costs time for small files.
  static constexpr uint64_t ChunkSize = 256 << 10;

  /// To read so many bytes that nobody wants takes no longer than a call more.
  static constexpr uint64_t LargestGap = 8 << 10;

private:
  /// From the end of the one before: zeros, bytes, or payloads.
  struct Stretch {
    uint64_t End;
    std::variant<std::monostate, const char *, const Payload *,
                 llvm::ArrayRef<Part>>
        Source = {};
  };

  /// What one read fills: a payload, bytes, or zeros.
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

  llvm::Error checkSources() const;

  Endianness Order = Endianness::little;
  std::vector<Stretch> Stretches; ///< None is empty.
  uint64_t Size = 0;
};

} // namespace metaobj

#endif // METAOBJ_BASE_FILECONTENTS_H
