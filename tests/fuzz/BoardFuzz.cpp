//===- BoardFuzz.cpp - Boards of any bytes --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tries to break (SECURITY.md): Input 1, 2, 3, 4, 5; inspect 1, 2.

#include "Fuzz.h"

#include "Check/Check.h"

using namespace llvm;
using namespace metaobj;

/// A board, and behind the first NUL a program to compare with it. What is read
/// does not contradict itself.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [Text, Image] =
      StringRef(reinterpret_cast<const char *>(Data), Size).split('\0');
  Expected<MemoryMap> Board =
      readMemoryMap(MemoryBufferRef(Text, fuzz::InputName));
  if (!Board) {
    fuzz::checkError(Board.takeError());
    return 0;
  }
  cantFail(checkRegions(*Board));
  for (const MemoryRegion &Region : Board->Regions)
    fuzz::check(!Region.Place.empty());
  if (Error E = checkBoard(MemoryBufferRef(Image, fuzz::InputName), *Board,
                           CheckConfig()))
    fuzz::checkError(std::move(E));
  return 0;
}
