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

#ifndef METAOBJ_OBJECT_FILECONTENTS_H
#define METAOBJ_OBJECT_FILECONTENTS_H

#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace metaobj {

class FileContents {
public:
  /// The next bytes are \p Bytes, which must outlive this.
  void append(llvm::StringRef Bytes);

  /// The next bytes are those of \p Data, which must outlive this, its numbers
  /// in \p Order.
  void append(const Payload &Data, llvm::endianness Order);

  /// Zeros up to \p Offset, which is not before the end.
  void padTo(uint64_t Offset);

  /// Bytes so far.
  uint64_t size() const { return Size; }

  /// Takes a piece of the file; pieces come in order and without gaps.
  using Sink = llvm::function_ref<llvm::Error(uint64_t Offset,
                                              llvm::ArrayRef<uint8_t> Bytes)>;

  /// Hands over everything in pieces of at most ChunkSize bytes that start,
  /// where possible, at its multiples: that is how file systems write fastest.
  /// Then checks that no source has changed.
  llvm::Error write(Sink Write) const;

  static constexpr uint64_t ChunkSize = 1 << 20;

private:
  /// Ends where the next begins. Has a source, or bytes, or neither: zeros.
  struct Piece {
    uint64_t Offset;
    uint64_t Size;
    llvm::StringRef Bytes;
    const Payload *Data = nullptr;
    bool IsSwapped = false;
  };

  class Filler;

  std::vector<Piece> Pieces;
  uint64_t Size = 0;
};

} // namespace metaobj

#endif // METAOBJ_OBJECT_FILECONTENTS_H
