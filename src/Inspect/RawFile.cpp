//===- RawFile.cpp - Bytes of memory without an object file ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/RawFile.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>

using namespace llvm;
using namespace metaobj;

/// More separate segments than any image has; each takes some memory.
static constexpr size_t MaxSegments = 1 << 16;

void RawFileBuilder::add(uint64_t Address, StringRef Bytes, uint64_t Place) {
  if (Bytes.empty())
    return;
  if (!Pieces.empty() &&
      Pieces.back().Address + Pieces.back().Size == Address) {
    Pieces.back().Size += Bytes.size();
    Pieces.back().Place = Place;
  } else {
    Pieces.push_back({Address, Data.size(), Bytes.size(), Place});
  }
  Data += Bytes;
}

Expected<RawFile> RawFileBuilder::finish(StringLiteral Format, StringRef File,
                                         StringRef Unit) {
  sort(Pieces, [](const Piece &A, const Piece &B) {
    return std::tuple(A.Address, A.Offset) < std::tuple(B.Address, B.Offset);
  });
  std::unique_ptr<WritableMemoryBuffer> Sorted =
      WritableMemoryBuffer::getNewUninitMemBuffer(Data.size(), File);
  if (!Sorted)
    return inputError(File, "there is no memory for its bytes");
  RawFile Result = {Format};
  char *To = Sorted->getBufferStart();
  uint64_t End = 0;
  for (const Piece &ThePiece : Pieces) {
    if (!Result.Segments.empty() && ThePiece.Address < End)
      return inputError(File, "up to " + Unit + " " + Twine(ThePiece.Place) +
                                  " there are bytes for address 0x" +
                                  Twine::utohexstr(ThePiece.Address) +
                                  " twice");
    copy(StringRef(Data).substr(ThePiece.Offset, ThePiece.Size), To);
    if (!Result.Segments.empty() && ThePiece.Address == End) {
      StringRef &Bytes = Result.Segments.back().Bytes;
      Bytes = StringRef(Bytes.data(), Bytes.size() + ThePiece.Size);
    } else {
      Result.Segments.push_back(
          {ThePiece.Address, StringRef(To, ThePiece.Size)});
    }
    if (Result.Segments.size() > MaxSegments)
      return inputError(File, "has more than " + Twine(MaxSegments) +
                                  " separate pieces of memory");
    To += ThePiece.Size;
    End = ThePiece.Address + ThePiece.Size;
  }
  Result.Bytes = std::move(Sorted);
  return Result;
}
