//===- SizeMap.cpp - What the maps of a size page show --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/SizeMap.h"
#include "Inspect/Report/SizeParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;
using namespace metaobj;

/// Parts below this share of a map are shown together. It bounds the number of
/// tiles, and a smaller one could hardly be touched.
static constexpr double SmallestShare = 1.0 / 2000;
/// What even together is below this share is not shown.
static constexpr double LeastShare = 1e-5;

std::string metaobj::sectionRow(size_t Index) {
  return "section-" + utostr(Index);
}
std::string metaobj::paramRow(size_t Index) { return "param-" + utostr(Index); }
std::string metaobj::poolRow(size_t Index) { return "pool-" + utostr(Index); }
std::string metaobj::useRow(ByteUse Use) {
  return ("use-" + byteUseName(Use)).str();
}

static uint64_t sumOf(ArrayRef<SizeTile> Tiles) {
  uint64_t Sum = 0;
  for (const SizeTile &Tile : Tiles)
    Sum = SaturatingAdd(Sum, Tile.Bytes);
  return Sum;
}

namespace {

/// What lies in sections of one name. Pieces and parameters know only names.
struct SectionContents {
  std::optional<size_t> Row; ///< Of the first of these sections.
  uint64_t Bytes = 0;
  bool IsZeros = true;
  std::map<ByteUse, uint64_t> Uses;
  /// Functions, or variables of zeros.
  std::vector<SizeTile> Symbols;
  /// Parameters and pools by model.
  std::map<StringRef, std::vector<SizeTile>> Models;
};

using Contents = std::map<StringRef, SectionContents>;

} // namespace

static Contents contentsOf(const SizeReport &Report,
                           function_ref<bool(SizedSection::KindType)> Counts) {
  Contents Result;
  for (const auto &[Index, TheSizedSection] : enumerate(Report.Sections)) {
    if (!Counts(TheSizedSection.Kind) || TheSizedSection.Bytes == 0)
      continue;
    SectionContents &Into = Result[TheSizedSection.Name];
    if (!Into.Row)
      Into.Row = Index;
    Into.Bytes = SaturatingAdd(Into.Bytes, TheSizedSection.Bytes);
    Into.IsZeros &= TheSizedSection.Kind == SizedSection::ZeroFill;
  }
  auto Find = [&](StringRef Section) {
    auto Found = Result.find(Section);
    return Found == Result.end() ? nullptr : &Found->second;
  };
  for (const auto &[Index, Param] : enumerate(Report.Params))
    if (SectionContents *Into = Find(Param.Section); Into && Param.OwnBytes)
      Into->Models[Param.Model].push_back({Param.Name,
                                           byteUseName(ByteUse::Parameter),
                                           Param.OwnBytes,
                                           paramRow(Index),
                                           {}});
  StringSet<> PoolSymbols;
  for (const SizedPool &Pool : Report.Pools)
    PoolSymbols.insert(Pool.Symbol);
  for (const SizedSymbol &TheSizedSymbol : Report.Symbols)
    if (SectionContents *Into = Find(TheSizedSymbol.Section);
        Into && !PoolSymbols.contains(TheSizedSymbol.Name))
      Into->Symbols.push_back({TheSizedSymbol.Name,
                               Into->IsZeros ? "zeros" : "code",
                               TheSizedSymbol.Bytes,
                               sectionRow(*Into->Row),
                               {}});
  for (const auto &[Index, Pool] : enumerate(Report.Pools))
    if (SectionContents *Into = Find(Pool.Section); Into && Pool.Bytes)
      Into->Models[Pool.Model].push_back(
          {Pool.Name, "pool", Pool.Bytes, poolRow(Index), {}});
  for (const SizedPiece &Piece : Report.Pieces)
    if (SectionContents *Into = Find(Piece.Section);
        Into && Piece.Use != ByteUse::Parameter)
      Into->Uses[Piece.Use] += Piece.Bytes;
  return Result;
}

/// Sorts, and takes small parts of \p Tiles together, by the size of the map.
static void arrange(std::vector<SizeTile> &Tiles, uint64_t MapBytes) {
  llvm::sort(Tiles, [](const SizeTile &A, const SizeTile &B) {
    return std::tie(B.Bytes, A.Name, A.Row) < std::tie(A.Bytes, B.Name, B.Row);
  });
  auto *FirstSmall =
      partition_point(MutableArrayRef(Tiles), [&](const SizeTile &Tile) {
        return double(Tile.Bytes) >= SmallestShare * double(MapBytes);
      });
  size_t NumLarge = FirstSmall - Tiles.data();
  ArrayRef<SizeTile> Small = ArrayRef(Tiles).drop_front(NumLarge);
  uint64_t Bytes = sumOf(Small);
  std::string Name = utostr(Small.size()) + " smaller";
  bool IsShown =
      !Small.empty() && double(Bytes) >= LeastShare * double(MapBytes);
  if (IsShown && Small.size() == 1)
    return;
  Tiles.resize(NumLarge);
  if (!IsShown)
    return;
  SizeTile Together = {Name, "small", Bytes, "", {}};
  Tiles.insert(llvm::upper_bound(Tiles, Together,
                                 [](const SizeTile &A, const SizeTile &B) {
                                   return A.Bytes > B.Bytes;
                                 }),
               std::move(Together));
}

static SizeTile tileOf(StringRef Name, const SectionContents &Contents,
                       uint64_t MapBytes) {
  SizeTile Result = {
      Name.str(), "", Contents.Bytes, sectionRow(*Contents.Row), {}};
  for (const auto &[Model, Parts] : Contents.Models) {
    if (Contents.Models.size() == 1) {
      Result.Parts = Parts;
      break;
    }
    SizeTile Group = {Model.empty() ? "unknown model" : Model.str(), "",
                      sumOf(Parts), "", Parts};
    arrange(Group.Parts, MapBytes);
    Result.Parts.push_back(std::move(Group));
  }
  // What no symbol has is what the section has without symbols.
  uint64_t Named = sumOf(Contents.Symbols);
  auto HasRoom = [&](uint64_t Bytes) { return Named != 0 && Named <= Bytes; };
  for (const auto &[Use, Bytes] : Contents.Uses) {
    uint64_t Rest = Bytes;
    if (Use == ByteUse::Code && HasRoom(Bytes)) {
      llvm::append_range(Result.Parts, Contents.Symbols);
      Rest -= Named;
    }
    if (Rest != 0)
      Result.Parts.push_back(
          {byteUseName(Use).str(), byteUseName(Use), Rest, useRow(Use), {}});
  }
  if (uint64_t Known = sumOf(Result.Parts); Contents.IsZeros &&
                                            Known <= Contents.Bytes &&
                                            HasRoom(Contents.Bytes - Known))
    llvm::append_range(Result.Parts, Contents.Symbols);
  // In a section of zeros: variables. Elsewhere bytes that count for another
  // section of a hostile file.
  if (uint64_t Known = sumOf(Result.Parts); Known < Contents.Bytes)
    Result.Parts.push_back({Contents.IsZeros ? "zeros" : "other",
                            Contents.IsZeros ? "zeros" : "other",
                            Contents.Bytes - Known,
                            sectionRow(*Contents.Row),
                            {}});
  arrange(Result.Parts, MapBytes);
  return Result;
}

/// A section with one use, or one parameter, is a leaf.
static SizeTile simplified(SizeTile Section) {
  if (Section.Parts.size() != 1 || !Section.Parts.front().Parts.empty())
    return Section;
  SizeTile Only = std::move(Section.Parts.front());
  bool IsNamed = StringRef(Only.Row).starts_with("param-") ||
                 StringRef(Only.Row).starts_with("pool-");
  if (!IsNamed) {
    Only.Name = std::move(Section.Name);
    Only.Row = std::move(Section.Row);
  }
  return Only;
}

static SizeTile mapOf(StringRef Name, const Contents &Sections,
                      uint64_t Bytes) {
  SizeTile Result = {Name.str(), "", Bytes, "", {}};
  for (const auto &[SectionName, TheSectionContents] : Sections)
    Result.Parts.push_back(
        simplified(tileOf(SectionName, TheSectionContents, Bytes)));
  if (uint64_t Known = sumOf(Result.Parts); Known < Bytes)
    Result.Parts.push_back(
        {"between sections", "padding", Bytes - Known, "", {}});
  arrange(Result.Parts, Bytes);
  return Result;
}

SizeTile metaobj::flashMap(const SizeReport &Report) {
  return mapOf("flash", contentsOf(Report, isInFlash), Report.Flash);
}

SizeTile metaobj::ramMap(const SizeReport &Report) {
  return mapOf("RAM", contentsOf(Report, isInRam), Report.Ram);
}
