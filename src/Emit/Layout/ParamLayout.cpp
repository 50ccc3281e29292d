//===- ParamLayout.cpp - Sections of parameters ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Layout/ParamLayout.h"

#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "Emit/Layout/ContentHash.h"
#include "Emit/Layout/Dedup.h"
#include "Emit/Layout/Placement.h"
#include "Emit/Layout/Shards.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

/// The requested placement of a parameter.
struct Request {
  uint64_t Alignment;
  int64_t Order;
  uint32_t Section; ///< Number of the section's name.
  ParamVisibility Visibility;
};

class Planner {
public:
  Planner(const Model &TheModel, const EmitConfig &Config,
          const FormatRules &Rules, Endianness ByteOrder)
      : Params(TheModel.Params), Config(Config), Rules(Rules),
        ByteOrder(ByteOrder) {}

  Expected<ParamLayout> run();

private:
  Error checkByteOrder(const Param &P) const;
  Error collectRequests();
  Error shareStorage();
  void shareWith(size_t Index, size_t First);
  bool isAmongOthers(size_t Index) const;
  Error shareInImage();
  void chooseOrder(MutableArrayRef<size_t> Members);
  uint64_t storedSize(size_t Index) const;
  uint64_t sizeOf(ArrayRef<size_t> Members) const;
  Error addOwnSection(size_t Index);
  Error append(ParamSection &Section, size_t Index);
  Error fillSections();
  Error fillOwnSections();
  Error fillComdats();
  void locate();
  Error checkBoard() const;

  const std::vector<Param> &Params;
  const EmitConfig &Config;
  const FormatRules &Rules;
  Endianness ByteOrder;

  std::vector<std::string> Names; ///< Of sections, in order of first use.
  std::vector<Request> Requests;
  std::vector<size_t> Storage;
  /// For each parameter that stores its bytes, the symbol by which linkers fold
  /// them; empty: they do not.
  std::vector<std::string> Comdats;
  ParamLayout Result;
};

} // namespace

/// A compiler may hand over what another emission has compressed.
Error Planner::checkByteOrder(const Param &P) const {
  if (!P.Compressed || P.Compressed->ByteOrder == ByteOrder ||
      P.Compressed->Raw.elementSize() == 1)
    return Error::success();
  return inputError(P.Owner,
                    "the numbers of parameter " + quoted(P.Name) +
                        " were compressed in the other byte order",
                    "emit the model as it was before");
}

Error Planner::collectRequests() {
  Expected<Placer> Places = Placer::create(Config, Rules);
  if (!Places)
    return Places.takeError();
  Requests.reserve(Params.size());
  StringMap<uint32_t> Numbers;
  for (const Param &P : Params) {
    Place Where = Places->decide(P);
    auto [Number, IsNew] = Numbers.try_emplace(Where.Section, Names.size());
    if (IsNew) {
      if (Error E = Places->checkSection(P, Where.Section))
        return E;
      Names.push_back(std::move(Where.Section));
    }
    Where.Alignment = std::max(Where.Alignment, P.LeastAlignment);
    if (Error E = Places->checkAlignment(P, Where.Alignment))
      return E;
    if (Error E = checkByteOrder(P))
      return E;
    // Decoders read bytes; others, such as DMA, may read the frame.
    uint64_t Alignment = P.Compressed ? Where.LeastAlignment : Where.Alignment;
    Requests.push_back(
        {Alignment, Where.Order, Number->second, Where.Visibility});
  }
  return Error::success();
}

/// Parameter \p Index shares the bytes of \p First. The stored bytes get the
/// largest alignment of all parameters that share them.
void Planner::shareWith(size_t Index, size_t First) {
  Storage[Index] = First;
  Requests[First].Alignment =
      std::max(Requests[First].Alignment, Requests[Index].Alignment);
}

/// Finds the parameters that share bytes in the object, and the bytes that
/// linkers may fold with bytes of other objects. Linkers may not fold
/// parameters with symbols that other files see: if they drop a copy, its
/// symbol would be undefined.
Error Planner::shareInImage() {
  Expected<std::vector<ContentHash>> Hashes = hashContents(Params, ByteOrder);
  if (!Hashes)
    return Hashes.takeError();
  std::map<std::tuple<uint32_t, uint64_t, ContentHash>, size_t> Known;
  std::vector<bool> IsSeen(Params.size());
  for (const auto &[Index, P] : enumerate(Params)) {
    size_t First = Index;
    if (P.Data.size() != 0)
      First = Known
                  .try_emplace({Requests[Index].Section, P.Data.size(),
                                (*Hashes)[Index]},
                               Index)
                  .first->second;
    shareWith(Index, First);
    if (Requests[Index].Visibility != ParamVisibility::Local)
      IsSeen[First] = true;
  }
  Comdats.resize(Params.size());
  for (const auto &[Index, P] : enumerate(Params))
    if (Storage[Index] == Index && !IsSeen[Index] && P.Data.size() != 0)
      Comdats[Index] = sharedDataSymbol((*Hashes)[Index], P.Data.size(),
                                        Names[Requests[Index].Section],
                                        Requests[Index].Alignment);
  return Error::success();
}

/// Finds the parameter that stores the bytes of each parameter.
Error Planner::shareStorage() {
  Storage.resize(Params.size());
  std::iota(Storage.begin(), Storage.end(), 0);
  if (Config.Params.AreGroups) {
    for (const Param &P : Params)
      Comdats.push_back(P.Symbol.empty() ? "" : Config.paramSymbol(P));
    return Error::success();
  }
  if (Config.Params.Dedup == ParamDedup::Off)
    return Error::success();
  if (Config.Params.Dedup == ParamDedup::Link)
    return shareInImage();
  std::vector<uint32_t> Sections;
  for (const Request &TheRequest : Requests)
    Sections.push_back(TheRequest.Section);
  Expected<std::vector<size_t>> Shared = findShared(Params, Sections);
  if (!Shared)
    return Shared.takeError();
  for (const auto &[Index, First] : enumerate(*Shared)) {
    if (!Rules.Facts.HasAliases &&
        Requests[Index].Visibility != ParamVisibility::Local)
      continue;
    shareWith(Index, First);
  }
  return Error::success();
}

/// Does parameter \p Index store its bytes in a section with others?
bool Planner::isAmongOthers(size_t Index) const {
  return Storage[Index] == Index && (Comdats.empty() || Comdats[Index].empty());
}

/// Stored bytes of parameter \p Index.
uint64_t Planner::storedSize(size_t Index) const {
  uint64_t Size = Params[Index].Data.size();
  if (!Rules.Facts.SymbolsDivideSections)
    return Size;
  // A symbol behind the last byte must not be the next one's.
  return Params[Index].Symbol.empty() ? std::max<uint64_t>(Size, 1) : Size + 1;
}

/// Size of a section with \p Members in this order, or the largest number.
uint64_t Planner::sizeOf(ArrayRef<size_t> Members) const {
  uint64_t Size = 0;
  for (size_t Index : Members)
    Size = SaturatingAdd(
        Size, offsetToAlignment(Size, Align(Requests[Index].Alignment)),
        storedSize(Index));
  return Size;
}

/// Sorts \p Members, which come in the order of the model.
void Planner::chooseOrder(MutableArrayRef<size_t> Members) {
  // Most often they are in order: seeing that is much faster than sorting.
  auto Sort = [](MutableArrayRef<size_t> Indices, auto IsLess) {
    if (!is_sorted(Indices, IsLess))
      llvm::sort(Indices, IsLess);
  };
  Sort(Members, [this](size_t Left, size_t Right) {
    return std::tie(Requests[Left].Order, Left) <
           std::tie(Requests[Right].Order, Right);
  });
  std::vector<size_t> Packed(Members.begin(), Members.end());
  Sort(Packed, [this](size_t Left, size_t Right) {
    const Request &L = Requests[Left], &R = Requests[Right];
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
  uint64_t Alignment = Requests[Index].Alignment;
  uint64_t Padding = offsetToAlignment(Section.Size, Align(Alignment));
  bool HasOverflowed = false;
  uint64_t Offset = SaturatingAdd(Section.Size, Padding, &HasOverflowed);
  uint64_t End = HasOverflowed
                     ? Offset
                     : SaturatingAdd(Offset, storedSize(Index), &HasOverflowed);
  if (HasOverflowed)
    return inputError(P.Owner, "section " + quoted(Section.Name) +
                                   " would pass 64 bits with parameter " +
                                   quoted(P.Name) + " of " +
                                   Twine(P.Data.size()) + " bytes");
  Section.Params.push_back(static_cast<uint32_t>(Index));
  Result.Sites[Index].Offset = Offset;
  Result.Sites[Index].Alignment = Align(Alignment);
  Section.Size = End;
  Section.Alignment = std::max(Section.Alignment, Alignment);
  return Error::success();
}

/// Puts parameter \p Index into a section of its own.
Error Planner::addOwnSection(size_t Index) {
  const Param &P = Params[Index];
  ParamSection &Section = Result.Sections.emplace_back();
  Section.Name = Rules.ownSection(
      {Names[Requests[Index].Section], P.Name, Config.paramSymbol(P)});
  return append(Section, Index);
}

Error Planner::fillSections() {
  std::vector<std::vector<size_t>> Members(Names.size());
  for (size_t Index = 0; Index != Params.size(); ++Index)
    if (isAmongOthers(Index))
      Members[Requests[Index].Section].push_back(Index);
  for (const auto &[Name, Indices] : zip_equal(Names, Members)) {
    if (Indices.empty())
      continue;
    chooseOrder(Indices);
    if (Rules.separatesParams(Name)) {
      for (size_t Index : Indices)
        if (Error E = addOwnSection(Index))
          return E;
      continue;
    }
    ParamSection &Section = Result.Sections.emplace_back();
    Section.Name = Name;
    Section.Params.reserve(Indices.size());
    for (size_t Index : Indices)
      if (Error E = append(Section, Index))
        return E;
  }
  return Error::success();
}

Error Planner::fillOwnSections() {
  if (Rules.Facts.SymbolsDivideSections && !Params.empty())
    return inputError(
        Params.front().Owner,
        "parameter " + quoted(Params.front().Name) +
            " cannot have a section of its own in " + Rules.Facts.Name,
        "linkers drop unused parameters of " + Rules.Facts.Name +
            " objects without: leave out " + setting::ParamSections);
  for (size_t Index = 0; Index != Params.size(); ++Index)
    if (isAmongOthers(Index))
      if (Error E = addOwnSection(Index))
        return E;
  return Error::success();
}

/// A section for each parameter whose bytes linkers may fold.
Error Planner::fillComdats() {
  for (const auto &[Index, Comdat] : enumerate(Comdats)) {
    if (Comdat.empty())
      continue;
    ParamSection &Section = Result.Sections.emplace_back();
    Section.Name = Names[Requests[Index].Section];
    if (!Config.Params.AreGroups)
      Section.Name = Rules.groupSection(
          Section.Name, Comdat,
          StringRef(Comdat).substr(symbols::SharedData.size()));
    Section.Comdat = std::move(Comdat);
    if (Error E = append(Section, Index))
      return E;
  }
  return Error::success();
}

/// Places of all parameters, once all stored bytes have a place.
void Planner::locate() {
  for (const auto &[Number, Section] : enumerate(Result.Sections))
    for (uint32_t Index : Section.Params)
      Result.Sites[Index].Section = Number;
  for (size_t Index = 0; Index != Params.size(); ++Index) {
    ParamSite &Site = Result.Sites[Index];
    if (Storage[Index] != Index) {
      Site = Result.Sites[Storage[Index]];
      Result.SavedByDedup += Params[Index].Data.size();
    }
    Site.Storage = static_cast<uint32_t>(Storage[Index]);
    Site.Visibility = Requests[Index].Visibility;
  }
}

/// Are all parameters where the board wants them, and does it have room?
Error Planner::checkBoard() const {
  if (!Config.Board)
    return Error::success();
  Expected<Placer> Places = Placer::create(Config, Rules);
  if (!Places)
    return Places.takeError();
  for (const auto &[P, Site] : zip_equal(Params, Result.Sites))
    if (Error E = Places->checkBoard(P, Result.Sections[Site.Section].Name))
      return E;
  std::vector<SectionBytes> Sections;
  for (const ParamSection &Section : Result.Sections) {
    const Param &Largest =
        Params[*std::max_element(Section.Params.begin(), Section.Params.end(),
                                 [this](uint32_t Left, uint32_t Right) {
                                   return Params[Left].Data.size() <
                                          Params[Right].Data.size();
                                 })];
    Sections.push_back({Section.Name,
                        Config.Params.AreWritable ? SectionUse::Variables
                                                  : SectionUse::Constants,
                        Section.Size, Config.paramSymbol(Largest),
                        Largest.Owner.str()});
  }
  return checkRoom(*Config.Board, Sections);
}

Expected<ParamLayout> Planner::run() {
  if (Error E = collectRequests())
    return E;
  if (Error E = shareStorage())
    return E;
  assert(Params.size() <= std::numeric_limits<uint32_t>::max() &&
         "no machine has room for so many");
  Result.Sites.resize(Params.size());
  if (Error E = Config.Params.OwnSections ? fillOwnSections() : fillSections())
    return E;
  if (Error E = fillComdats())
    return E;
  locate();
  if (Error E = checkBoard())
    return E;
  if (Config.Params.shards())
    splitIntoShards(Result, Params, Config.Params.shards());
  return std::move(Result);
}

uint64_t ParamLayout::size() const {
  uint64_t Bytes = 0;
  for (const ParamSection &Section : Sections)
    Bytes += Section.Size;
  return Bytes;
}

uint64_t ParamLayout::foldableSize() const {
  uint64_t Bytes = 0;
  for (const ParamSection &Section : Sections)
    if (!Section.Comdat.empty())
      Bytes += Section.Size;
  return Bytes;
}

uint64_t ParamLayout::savedByCompression(ArrayRef<Param> Params) const {
  uint64_t Bytes = 0;
  for (const ParamSection &Section : Sections)
    for (uint32_t Index : Section.Params)
      Bytes += Params[Index].raw().size() - Params[Index].Data.size();
  return Bytes;
}

uint64_t ParamLayout::padding(ArrayRef<Param> Params) const {
  uint64_t Bytes = size();
  for (const ParamSection &Section : Sections)
    for (uint32_t Index : Section.Params)
      Bytes -= Params[Index].Data.size();
  return Bytes;
}

Expected<ParamLayout> metaobj::layOutParams(const Model &TheModel,
                                            const EmitConfig &Config,
                                            const FormatRules &Rules,
                                            Endianness ByteOrder) {
  return Planner(TheModel, Config, Rules, ByteOrder).run();
}

Endianness metaobj::byteOrderOf(const Triple &Target) {
  return Target.isLittleEndian() ? Endianness::little : Endianness::big;
}

static bool has32BitPointers(const Triple &Target) {
  return Target.isArch32Bit() || Target.isX32() ||
         Target.getEnvironment() == Triple::GNUABIN32;
}

/// No file with 32-bit sizes, and no address, tells more of a section.
static Error checkReach(const Model &TheModel, const ParamLayout &Layout,
                        const Triple &Target) {
  if (!has32BitPointers(Target))
    return Error::success();
  for (const ParamSection &Section : Layout.Sections)
    for (uint32_t Index : Section.Params) {
      const Param &P = TheModel.Params[Index];
      uint64_t Offset = Layout.Sites[Index].Offset;
      if (Offset <= UINT32_MAX && P.Data.size() <= UINT32_MAX - Offset)
        continue;
      return inputError(
          P.Owner,
          "parameter " + quoted(P.Name) + " of " + Twine(P.Data.size()) +
              " bytes, at byte " + Twine(Offset) + " of section " +
              quoted(Section.Name) + ", ends where addresses of " +
              quoted(Target.str()) + ", of 32 bits, do not reach",
          "leave it out");
    }
  return Error::success();
}

Expected<ParamLayout> metaobj::layOutParams(const Model &TheModel,
                                            const EmitConfig &Config,
                                            const Triple &Target) {
  if (Config.Params.Dedup == ParamDedup::Link && Config.Params.shards())
    return inputError("model " + quoted(TheModel.Name),
                      "what linkers fold cannot be split across shards",
                      "share equal parameters within the model with " +
                          setting::Dedup + "=model");
  if (Config.Params.Dedup == ParamDedup::Link &&
      !formatRules(Target).Facts.HasGroups)
    return inputError("model " + quoted(TheModel.Name),
                      "linkers cannot fold equal parameters of objects for " +
                          quoted(Target.str()),
                      "share them within the model with " + setting::Dedup +
                          "=model");
  if (Config.Params.AreGroups && !formatRules(Target).Facts.HasGroups)
    return inputError("model " + quoted(TheModel.Name),
                      "linkers cannot choose one of several copies in objects "
                      "for " +
                          quoted(Target.str()),
                      "leave out " + setting::Groups);
  Expected<ParamLayout> Layout =
      layOutParams(TheModel, Config, formatRules(Target), byteOrderOf(Target));
  if (Layout)
    if (Error E = checkReach(TheModel, *Layout, Target))
      return E;
  return Layout;
}
