//===- OpenedFile.cpp - An input, decompressed and identified -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/OpenedFile.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

static constexpr uint64_t PieceSize = uint64_t(256) << 10;

Expected<std::string> metaobj::readString(const ByteSource &Source,
                                          uint64_t Begin, uint64_t Size) {
  std::string Text(Size, '\0');
  if (Error E = Source.read(
          Begin, MutableArrayRef<uint8_t>(
                     reinterpret_cast<uint8_t *>(Text.data()), Text.size())))
    return E;
  return Text;
}

Expected<std::string> metaobj::readHead(const ByteSource &Source) {
  return readString(Source, 0, std::min(Source.size(), HeadSize));
}

Expected<std::string> metaobj::readText(const OpenedFile &File) {
  const ByteSource &Source = *File.Source;
  uint64_t Largest = File.isCompressed() ? LargestCompressedText : LargestText;
  if (Source.size() > Largest)
    return inputError(Source.path(),
                      "has " + Twine(Source.size()) + " bytes" +
                          (File.isCompressed() ? " when decompressed" : "") +
                          "; text files of up to " + Twine(Largest) +
                          " are read");
  return readString(Source, 0, Source.size());
}

Error metaobj::readInPieces(const ByteSource &Source, uint64_t Begin,
                            uint64_t Size,
                            function_ref<void(ArrayRef<uint8_t>)> Take) {
  SmallVector<uint8_t, 0> Piece;
  for (uint64_t Done = 0; Done != Size; Done += Piece.size()) {
    Piece.resize_for_overwrite(std::min(PieceSize, Size - Done));
    if (Error E = Source.read(Begin + Done, Piece))
      return E;
    if (Take)
      Take(Piece);
  }
  return Error::success();
}
