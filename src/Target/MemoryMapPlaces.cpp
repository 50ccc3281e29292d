//===- MemoryMapPlaces.cpp - Where a board wants symbols ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/MemoryMapPlaces.h"

#include "Base/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace llvm;
using namespace metaobj;

bool metaobj::matchesAny(ArrayRef<std::string> Patterns, StringRef Name) {
  return any_of(Patterns, [Name](StringRef Text) {
    Expected<GlobPattern> Pattern = GlobPattern::create(Text);
    if (Pattern)
      return Pattern->match(Name);
    // Other characters were refused before.
    consumeError(Pattern.takeError());
    return false;
  });
}

static std::string behind(StringRef Place) {
  return Place.empty() ? "" : (" (" + Place + ")").str();
}

std::string metaobj::textOf(const MemoryRegion &Region) {
  return quoted(Region.Name) + behind(Region.Place);
}

std::string metaobj::textOfBytes(uint64_t Count) {
  return formatv("{0:n} {1}", Count, Count == 1 ? "byte" : "bytes");
}

/// Where links put sections that no region names; null: \p Map does not tell.
static const MemoryRegion *usualRegion(const MemoryMap &Map, SectionUse Use) {
  if (Map.Regions.empty())
    return nullptr;
  PlacedSections Places = placedSections(Map);
  if (Use != SectionUse::Constants) {
    const MemoryRegion &Region =
        Map.Regions[Use == SectionUse::Zeros ? Places.Bss : Places.Data];
    return Region.IsWritable ? &Region : nullptr;
  }
  // Several memories that programs write, of which none was chosen.
  const MemoryRegion &Region = Map.Regions[Places.Rodata];
  bool IsKnown = !Region.IsWritable || Map.Regions.size() == 1 ||
                 !Map.Places.Rodata.empty() || !Map.Places.Text.empty();
  return IsKnown ? &Region : nullptr;
}

const MemoryRegion *metaobj::regionOfSection(const MemoryMap &Map,
                                             StringRef Section,
                                             SectionUse Use) {
  for (const MemoryRegion &Region : Map.Regions)
    if (matchesAny(Region.Sections, Section))
      return &Region;
  return usualRegion(Map, Use);
}

namespace {

/// A region in which a symbol must lie.
struct WantedRegion {
  const MemoryRegion &Region;
  const BoardContents *Rule; ///< Null: the symbol is a pool of its name.

  StringRef place() const { return Rule ? Rule->Place : Region.Place; }
};

} // namespace

/// The contents of \p Map that name \p Symbol.
static std::vector<const BoardContents *> contentsOf(const MemoryMap &Map,
                                                     StringRef Symbol) {
  std::vector<const BoardContents *> Result;
  if (Symbol.empty())
    return Result;
  for (const BoardContents &Contents : Map.Contents)
    if (matchesAny(Contents.Symbols, Symbol))
      Result.push_back(&Contents);
  return Result;
}

static std::vector<WantedRegion> wantedRegions(const MemoryMap &Map,
                                               const PlacedSymbol &Symbol) {
  std::vector<WantedRegion> Result;
  for (const BoardContents *Contents : contentsOf(Map, Symbol.Name))
    // A reader of files knows that the region is there.
    if (const MemoryRegion *Region = regionNamed(Map, Contents->Region))
      Result.push_back({*Region, Contents});
  const MemoryRegion *Own = regionNamed(Map, Symbol.Pool);
  if (Result.empty() && Own && Own->IsWritable)
    Result.push_back({*Own, nullptr});
  return Result;
}

/// A name of \p Region's own that gives it \p Symbol: that of a pattern, or for
/// ".fast*" what is before the star. Behind ".fast." comes the symbol.
static std::optional<std::string> sectionFor(const MemoryMap &Map,
                                             const MemoryRegion &Region,
                                             const PlacedSymbol &Symbol,
                                             SectionFilter CanHave) {
  for (StringRef Pattern : Region.Sections) {
    bool HasStar = Pattern.consume_back("*");
    std::string Name = Pattern.str();
    if (HasStar && Pattern.ends_with("."))
      Name += Symbol.Name;
    if (!Pattern.empty() && Pattern.find_first_of("*?") == StringRef::npos &&
        CanHave(Name) && regionOfSection(Map, Name, Symbol.Use) == &Region)
      return Name;
  }
  return std::nullopt;
}

void metaobj::placeSymbol(const MemoryMap &Map, PlacedSymbol &Symbol,
                          SectionFilter CanHave) {
  for (const BoardContents *Contents : contentsOf(Map, Symbol.Name))
    if (Contents->Alignment > Symbol.Alignment) {
      Symbol.Alignment = Contents->Alignment;
      Symbol.AlignmentRule = Contents;
    }
  if (Symbol.IsSectionChosen)
    return;
  std::vector<WantedRegion> Wanted = wantedRegions(Map, Symbol);
  if (Wanted.empty() || regionOfSection(Map, Symbol.Section, Symbol.Use) ==
                            &Wanted.front().Region)
    return;
  if (std::optional<std::string> Section =
          sectionFor(Map, Wanted.front().Region, Symbol, CanHave)) {
    Symbol.Section = std::move(*Section);
    Symbol.SectionRule = Wanted.front().Rule;
  }
}

Error metaobj::checkPlace(const MemoryMap &Map, const PlacedSymbol &Symbol,
                          const Message &Input, SectionFilter CanHave) {
  for (const WantedRegion &Wanted : wantedRegions(Map, Symbol)) {
    const MemoryRegion &Region = Wanted.Region;
    if (Symbol.Use != SectionUse::Constants && !Region.IsWritable)
      return inputError(Input, quoted(Symbol.Name) + " is written, but " +
                                   textOf(Region) + " cannot be written" +
                                   behind(Wanted.place()));
    const MemoryRegion *Found =
        regionOfSection(Map, Symbol.Section, Symbol.Use);
    if (Found == &Region)
      continue;
    std::optional<std::string> Section =
        sectionFor(Map, Region, Symbol, CanHave);
    return inputError(
        Input,
        quoted(Symbol.Name) + " goes to section " + quoted(Symbol.Section) +
            (Found ? ", which lies in " + textOf(*Found) + ","
                   : std::string()) +
            " and must lie in " + quoted(Region.Name) + behind(Wanted.place()),
        Section ? quoted(Region.Name) + " takes section " + quoted(*Section)
                : "name a section for it in 'sections' of " + textOf(Region));
  }
  return Error::success();
}

Error metaobj::checkRoom(const MemoryMap &Map,
                         ArrayRef<SectionBytes> Sections) {
  for (const MemoryRegion &Region : Map.Regions) {
    uint64_t Bytes = 0;
    const SectionBytes *Largest = nullptr;
    for (const SectionBytes &Section : Sections) {
      if (regionOfSection(Map, Section.Section, Section.Use) != &Region)
        continue;
      Bytes = SaturatingAdd(Bytes, Section.Bytes);
      if (!Largest || Section.Bytes > Largest->Bytes)
        Largest = &Section;
    }
    if (Bytes > Region.Bytes)
      return inputError(Largest->Input,
                        textOfBytes(Bytes) + " do not fit into " +
                            textOf(Region) + ", which has " +
                            textOfBytes(Region.Bytes) + "; " +
                            quoted(Largest->Largest) + " in section " +
                            quoted(Largest->Section) + " has most of them",
                        "name their sections in 'sections' of another region, "
                        "or make them smaller");
  }
  return Error::success();
}

Error metaobj::limitByRegion(PlanPool &Pool, const MemoryRegion &Region) {
  if (Pool.Limit && *Pool.Limit > Region.Bytes)
    return inputError(Region.Place.empty() ? "board" : Region.Place,
                      "region " + quoted(Region.Name) + " has " +
                          textOfBytes(Region.Bytes) +
                          ", less than the limit of pool " + quoted(Pool.Name) +
                          ", " + formatv("{0:n}", *Pool.Limit).str());
  if (!Pool.Limit)
    Pool.Limit = Region.Bytes;
  return Error::success();
}

std::string metaobj::hintOfLimits(ArrayRef<const MemoryRegion *> Regions) {
  std::vector<std::string> Known;
  for (const MemoryRegion *Region : Regions) {
    if (!Region)
      continue;
    std::string Text = textOf(*Region) + " has " + textOfBytes(Region->Bytes);
    if (!is_contained(Known, Text))
      Known.push_back(std::move(Text));
  }
  return join(Known, ", ");
}
