//===- ParamLayout.cpp - Sections of parameters ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParamLayout.h"

#include "Emit/Dedup.h"
#include "Emit/Placement.h"
#include "Model/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

/// What is asked for a parameter.
struct Wish {
  uint64_t Alignment;
  int64_t Order;
  uint32_t Section; ///< Number of the section's name.
  ParamVisibility Visibility;
};

class Planner {
public:
  Planner(const Model &TheModel, const EmitConfig &Config,
          Triple::ObjectFormatType Format, bool HasAliases)
      : Params(TheModel.Params), Config(Config), Format(Format),
        HasAliases(HasAliases) {}

  Expected<ParamLayout> run();

private:
  Error collectWishes();
  Error shareStorage();
  void chooseOrder(MutableArrayRef<size_t> Members);
  uint64_t sizeOf(ArrayRef<size_t> Members) const;
  Expected<std::string> ownSection(size_t Index) const;
  Error append(ParamSection &Section, size_t Index);
  Error fillSections();
  Error fillOwnSections();
  void locate();

  const std::vector<Param> &Params;
  const EmitConfig &Config;
  Triple::ObjectFormatType Format;
  bool HasAliases;

  std::vector<std::string> Names; ///< Of sections, in order of first use.
  std::vector<Wish> Wishes;
  std::vector<size_t> Storage;
  ParamLayout Result;
};

} // namespace

Error Planner::collectWishes() {
  Expected<Placement> Places = Placement::create(Config, Format);
  if (!Places)
    return Places.takeError();
  StringMap<uint32_t> Numbers;
  for (const Param &P : Params) {
    Expected<Place> Where = Places->placeOf(P);
    if (!Where)
      return Where.takeError();
    auto [Number, IsNew] = Numbers.try_emplace(Where->Section, Names.size());
    if (IsNew)
      Names.push_back(std::move(Where->Section));
    Wishes.push_back(
        {Where->Alignment, Where->Order, Number->second, Where->Visibility});
  }
  return Error::success();
}

/// Finds who stores the bytes of each parameter. The one who does has the
/// largest alignment of all whose bytes they are.
Error Planner::shareStorage() {
  Storage.resize(Params.size());
  std::iota(Storage.begin(), Storage.end(), 0);
  if (Config.Dedup == ParamDedup::Off)
    return Error::success();
  std::vector<uint32_t> Sections;
  for (const Wish &Each : Wishes)
    Sections.push_back(Each.Section);
  Expected<std::vector<size_t>> Shared = findShared(Params, Sections);
  if (!Shared)
    return Shared.takeError();
  for (const auto &[Index, First] : enumerate(*Shared)) {
    if (!HasAliases && Wishes[Index].Visibility != ParamVisibility::Local)
      continue;
    Storage[Index] = First;
    Wishes[First].Alignment =
        std::max(Wishes[First].Alignment, Wishes[Index].Alignment);
  }
  return Error::success();
}

/// Size of a section with \p Members in this order, or the largest number.
uint64_t Planner::sizeOf(ArrayRef<size_t> Members) const {
  uint64_t Size = 0;
  for (size_t Index : Members)
    Size = SaturatingAdd(
        Size, offsetToAlignment(Size, Align(Wishes[Index].Alignment)),
        Params[Index].Data.size());
  return Size;
}

/// Sorts \p Members, which come in the order of the model.
void Planner::chooseOrder(MutableArrayRef<size_t> Members) {
  llvm::sort(Members, [this](size_t Left, size_t Right) {
    return std::tie(Wishes[Left].Order, Left) <
           std::tie(Wishes[Right].Order, Right);
  });
  if (Config.Order == ParamOrder::File)
    return;
  std::vector<size_t> Packed(Members.begin(), Members.end());
  llvm::sort(Packed, [this](size_t Left, size_t Right) {
    const Wish &L = Wishes[Left], &R = Wishes[Right];
    return std::tie(L.Order, R.Alignment, Left) <
           std::tie(R.Order, L.Alignment, Right);
  });
  uint64_t Size = sizeOf(Members), PackedSize = sizeOf(Packed);
  if (PackedSize >= Size)
    return;
  Result.SavedByPacking += Size - PackedSize;
  copy(Packed, Members.begin());
}

/// Puts parameter \p Index behind what \p Section has.
Error Planner::append(ParamSection &Section, size_t Index) {
  const Param &P = Params[Index];
  uint64_t Alignment = Wishes[Index].Alignment;
  uint64_t Padding = offsetToAlignment(Section.Size, Align(Alignment));
  bool HasOverflowed = false;
  uint64_t Offset = SaturatingAdd(Section.Size, Padding, &HasOverflowed);
  uint64_t End = HasOverflowed
                     ? Offset
                     : SaturatingAdd(Offset, P.Data.size(), &HasOverflowed);
  if (HasOverflowed)
    return inputError(P.Owner, "section " + quoted(Section.Name) +
                                   " would pass 64 bits with parameter " +
                                   quoted(P.Name) + " of " +
                                   Twine(P.Data.size()) + " bytes");
  Section.Params.push_back({Index, Offset, Alignment});
  Section.Size = End;
  Section.Alignment = std::max(Section.Alignment, Alignment);
  return Error::success();
}

Error Planner::fillSections() {
  std::vector<std::vector<size_t>> Members(Names.size());
  for (size_t Index = 0; Index != Params.size(); ++Index)
    if (Storage[Index] == Index)
      Members[Wishes[Index].Section].push_back(Index);
  Result.Sections.resize(Names.size());
  for (const auto &[Section, Name, Indices] :
       zip_equal(Result.Sections, Names, Members)) {
    Section.Name = std::move(Name);
    chooseOrder(Indices);
    Section.Params.reserve(Indices.size());
    for (size_t Index : Indices)
      if (Error E = append(Section, Index))
        return E;
  }
  return Error::success();
}

/// Name of the section that is parameter \p Index's own.
Expected<std::string> Planner::ownSection(size_t Index) const {
  const Param &P = Params[Index];
  StringRef Name = Names[Wishes[Index].Section];
  if (Format == Triple::MachO)
    return inputError(P.Owner,
                      "parameter " + quoted(P.Name) +
                          " cannot have a section of its own in Mach-O",
                      "linkers drop unused parameters of Mach-O objects "
                      "without: leave out --param-sections");
  // LLVM's own name for a constant of WebAssembly is one of its own already.
  if (Format == Triple::Wasm && Name.empty())
    return "";
  // What follows a $ orders the contributions to one section of the image.
  if (Format == Triple::COFF && Name.empty())
    Name = ".rdata";
  bool IsGrouped = Format == Triple::COFF && !Name.contains('$');
  return (Name + (IsGrouped ? "$" : ".") + P.Name).str();
}

Error Planner::fillOwnSections() {
  for (size_t Index = 0; Index != Params.size(); ++Index) {
    if (Storage[Index] != Index)
      continue;
    Expected<std::string> Name = ownSection(Index);
    if (!Name)
      return Name.takeError();
    ParamSection &Section = Result.Sections.emplace_back();
    Section.Name = std::move(*Name);
    if (Error E = append(Section, Index))
      return E;
  }
  return Error::success();
}

/// Where all parameters are, now that those who store their bytes have a place.
void Planner::locate() {
  Result.Sites.resize(Params.size());
  for (const auto &[Number, Section] : enumerate(Result.Sections))
    for (const PlacedParam &Placed : Section.Params) {
      Result.Sites[Placed.Index].Section = Number;
      Result.Sites[Placed.Index].Offset = Placed.Offset;
    }
  for (size_t Index = 0; Index != Params.size(); ++Index) {
    ParamSite &Site = Result.Sites[Index];
    if (Storage[Index] != Index) {
      Site = Result.Sites[Storage[Index]];
      Result.SavedByDedup += Params[Index].Data.size();
    }
    Site.Storage = Storage[Index];
    Site.Visibility = Wishes[Index].Visibility;
  }
}

Expected<ParamLayout> Planner::run() {
  if (Error E = collectWishes())
    return E;
  if (Error E = shareStorage())
    return E;
  if (Error E = Config.ParamSections ? fillOwnSections() : fillSections())
    return E;
  locate();
  return std::move(Result);
}

uint64_t ParamLayout::size() const {
  uint64_t Bytes = 0;
  for (const ParamSection &Section : Sections)
    Bytes += Section.Size;
  return Bytes;
}

uint64_t ParamLayout::padding(ArrayRef<Param> Params) const {
  uint64_t Bytes = size();
  for (const ParamSection &Section : Sections)
    for (const PlacedParam &Placed : Section.Params)
      Bytes -= Params[Placed.Index].Data.size();
  return Bytes;
}

Expected<ParamLayout> metaobj::layOutParams(const Model &TheModel,
                                            const EmitConfig &Config,
                                            Triple::ObjectFormatType Format,
                                            bool HasAliases) {
  Expected<ParamLayout> Layout =
      Planner(TheModel, Config, Format, HasAliases).run();
  if (Layout && Config.Layout)
    *Config.Layout = *Layout;
  return Layout;
}

bool metaobj::hasAliases(const Triple &Target) { return !Target.isNVPTX(); }

Expected<ParamLayout> metaobj::layOutParams(const Model &TheModel,
                                            const EmitConfig &Config,
                                            const Triple &Target) {
  return layOutParams(TheModel, Config, Target.getObjectFormat(),
                      hasAliases(Target));
}
