//===- MemoryMapUse.cpp - What lies in which memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/MemoryMapUse.h"

#include "Base/Wording.h"
#include "Object/ElfFile.h"
#include "Object/LoadedSections.h"
#include "Target/MemoryMapPlaces.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// A section that overflows a region may start behind it.
static const MemoryRegion *regionOf(const MemoryMap &Map, uint64_t Address) {
  if (const MemoryRegion *Region = regionAt(Map, Address))
    return Region;
  const MemoryRegion *Best = nullptr;
  for (const MemoryRegion &Region : Map.Regions)
    if (Address >= Region.Address && (!Best || Region.Address > Best->Address))
      Best = &Region;
  return Best;
}

Expected<std::vector<RegionUse>> metaobj::regionUse(MemoryBufferRef Image,
                                                    const MemoryMap &Map) {
  Expected<std::vector<LoadedSection>> Sections = loadedSections(Image);
  if (!Sections)
    return Sections.takeError();
  std::vector<RegionUse> Result;
  for (const MemoryRegion &TheMemoryRegion : Map.Regions)
    Result.push_back({TheMemoryRegion.Name, TheMemoryRegion.Address,
                      TheMemoryRegion.Bytes, 0});
  auto Add = [&](uint64_t Address, uint64_t Bytes) {
    const MemoryRegion *Region = regionOf(Map, Address);
    if (!Region || Bytes == 0)
      return;
    RegionUse &Use = Result[static_cast<size_t>(Region - Map.Regions.data())];
    Use.Used =
        std::max(Use.Used, SaturatingAdd(Address - Region->Address, Bytes));
  };
  for (const LoadedSection &Section : *Sections) {
    if (Section.Name == StackSection)
      continue;
    Add(Section.Address, Section.Bytes);
    if (!Section.IsZero && Section.LoadAddress != Section.Address)
      Add(Section.LoadAddress, Section.Bytes);
  }
  return Result;
}

Expected<std::vector<RegionUse>> metaobj::boardUse(MemoryBufferRef Image,
                                                   const MemoryMap &Map) {
  StringRef Name = Image.getBufferIdentifier();
  Expected<ElfFile> File = readElfFile(Image, Name);
  if (!File)
    return File.takeError();
  if (File->isRelocatable())
    return inputError(Name, "is an object, whose parts have no addresses yet",
                      "measure the linked program with a board");
  Expected<std::vector<LoadedSection>> Sections = loadedSections(Image);
  if (!Sections)
    return Sections.takeError();
  for (const LoadedSection &Section : *Sections)
    if (Section.Bytes != 0 && !regionAt(Map, Section.Address))
      return inputError(Name,
                        "section " + quoted(Section.Name) + " at 0x" +
                            utohexstr(Section.Address, /*LowerCase=*/true) +
                            " (" + textOfBytes(Section.Bytes) +
                            ") lies in no memory of the board");
  return regionUse(Image, Map);
}
