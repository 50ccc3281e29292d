//===- RegionUse.cpp - What lies in which memory --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/RegionUse.h"

#include "Base/Json.h"
#include "Base/Wording.h"
#include "Object/LoadedSections.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace metaobj;

static bool holds(uint64_t Start, uint64_t Bytes, uint64_t Address) {
  return Address >= Start && Address - Start < Bytes;
}

Expected<std::string> metaobj::largestContents(MemoryBufferRef Image,
                                               ArrayRef<RegionUse> Regions) {
  constexpr size_t Shown = 5;
  Expected<std::vector<LoadedSymbol>> Symbols = loadedSymbols(Image);
  if (!Symbols)
    return Symbols.takeError();
  sort(*Symbols, [](const LoadedSymbol &A, const LoadedSymbol &B) {
    return std::tuple(B.Bytes, A.Name) < std::tuple(A.Bytes, B.Name);
  });
  std::string Text;
  raw_string_ostream OS(Text);
  for (const RegionUse &Region : Regions) {
    if (Region.Used <= Region.Bytes)
      continue;
    OS << formatv("region '{0}': {1:n} of {2:n} bytes, {3:n} too many; its "
                  "largest contents:\n",
                  Region.Name, Region.Used, Region.Bytes,
                  Region.Used - Region.Bytes);
    size_t Count = 0;
    for (const LoadedSymbol &Symbol : *Symbols)
      if (Count != Shown &&
          holds(Region.Address, Region.Used, Symbol.Address)) {
        OS << formatv("  {0,12:n}  {1} ({2})\n", Symbol.Bytes,
                      shortened(Symbol.Name), Symbol.Section);
        ++Count;
      }
  }
  return Text;
}

/// "global_workspace  12,288 bytes shared by 2 models (alone 12,288 + 4,096)"
static void printShared(const SharedPoolUse &Pool, raw_ostream &OS) {
  if (Pool.Alone.size() < 2)
    return;
  OS << shortened(Pool.Name)
     << formatv("  {0:n} bytes shared by {1} models (alone ", Pool.Bytes,
                Pool.Alone.size());
  ListSeparator Plus(" + ");
  for (uint64_t Value : Pool.Alone)
    OS << Plus << formatv("{0:n}", Value);
  OS << ")\n";
}

void metaobj::print(const LinkResult &Result, raw_ostream &OS) {
  size_t Longest = 0;
  for (const RegionUse &Region : Result.Regions)
    Longest = std::max(Longest, Region.Name.size());
  for (const RegionUse &Region : Result.Regions)
    OS << left_justify(Region.Name, static_cast<unsigned>(Longest))
       << formatv("  {0:n} of {1:n} bytes", Region.Used, Region.Bytes)
       << format(" (%.1f %%)\n", 100.0 * static_cast<double>(Region.Used) /
                                     static_cast<double>(Region.Bytes));
  for (const SharedPoolUse &SharedPool : Result.SharedPools)
    printShared(SharedPool, OS);
}

void metaobj::printJson(const LinkResult &Result, raw_ostream &OS) {
  printJsonDocument(OS, [&](json::OStream &J) {
    J.object([&] {
      J.attribute("schema", 1);
      J.attribute("bytes", Result.FileBytes);
      printObjects(J, "regions", Result.Regions, [&](const RegionUse &Use) {
        J.attribute("name", jsonText(Use.Name));
        J.attribute("address", Use.Address);
        J.attribute("bytes", Use.Bytes);
        J.attribute("used", Use.Used);
      });
      printObjects(J, "shared_pools", Result.SharedPools,
                   [&](const SharedPoolUse &TheSharedPoolUse) {
                     J.attribute("name", jsonText(TheSharedPoolUse.Name));
                     J.attribute("bytes", TheSharedPoolUse.Bytes);
                     J.attributeArray("alone", [&] {
                       for (uint64_t Bytes : TheSharedPoolUse.Alone)
                         J.value(Bytes);
                     });
                   });
      J.attribute("linker_output", jsonText(Result.LinkerOutput));
    });
  });
}
