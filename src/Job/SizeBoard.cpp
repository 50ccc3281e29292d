//===- SizeBoard.cpp - How full the memories of a board are ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/SizeBoard.h"

#include "Job/MemorySettings.h"
#include "Target/MemoryMapPlaces.h"
#include "Target/MemoryMapUse.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>
#include <vector>

using namespace llvm;
using namespace metaobj;

Expected<std::optional<MemoryMap>>
metaobj::readSizeBoard(StringRef NameOrPath) {
  if (NameOrPath.empty())
    return std::nullopt;
  Expected<MemoryMap> Read = readBoard(NameOrPath);
  if (!Read)
    return Read.takeError();
  return std::move(*Read);
}

Error metaobj::addMemories(MemoryBufferRef Image, const MemoryMap &Board,
                           MutableArrayRef<SizeReport> Reports) {
  Expected<std::vector<RegionUse>> Use = boardUse(Image, Board);
  if (!Use)
    return Use.takeError();
  for (SizeReport &Report : Reports) // It is one: no archive is linked.
    Report.Memories = *Use;
  return Error::success();
}

Error metaobj::checkMemories(ArrayRef<SizeReport> Reports,
                             const std::optional<MemoryMap> &Board) {
  Error All = Error::success();
  for (const SizeReport &Report : Reports)
    for (const auto &[Index, Memory] : enumerate(Report.Memories))
      if (Memory.Used > Memory.Bytes)
        All =
            joinErrors(std::move(All),
                       inputError(Report.File,
                                  textOf(Board->Regions[Index]) + ": " +
                                      textOfBytes(Memory.Used) + ", " +
                                      textOfBytes(Memory.Used - Memory.Bytes) +
                                      " more than it has"));
  return All;
}
