//===- MemoryFlags.cpp - --board and --memory -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryFlags.h"

#include "Command.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

Expected<std::optional<MemoryMap>>
memoryOfFlags(StringRef Board, ArrayRef<std::string> Regions) {
  if (!Board.empty()) {
    std::optional<MemoryMap> Map = memoryMapOfBoard(Board);
    if (Map)
      return Map;
    return optionError("--board", "unknown board '" + Board + "'",
                       "known are: " + join(knownBoards(), ", "));
  }
  if (Regions.empty())
    return std::nullopt;
  if (Regions.size() == 1 && !StringRef(Regions.front()).contains('=')) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(Regions.front());
    if (!Buffer)
      return Buffer.takeError();
    return readMemoryMap((*Buffer)->getMemBufferRef());
  }
  MemoryMap Map;
  for (const std::string &Text : Regions) {
    Expected<MemoryRegion> Region = parseMemoryRegion(Text);
    if (!Region)
      return optionError("--memory", Region.takeError());
    Map.Regions.push_back(std::move(*Region));
  }
  return Map;
}
