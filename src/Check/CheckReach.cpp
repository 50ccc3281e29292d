//===- CheckReach.cpp - Code that constants keep from its data ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AArch64 code reaches 4 GiB (adrp), RISC-V code 2 GiB (auipc, or lui around
// address 0). Pointers of 64 bits reach parameters, but code cannot reach data
// on the other side of large parameters. The linker's order of sections, and of
// the objects on its command line, decides which data that is.
//
// Checks the default orders of both linkers, with the sizes of sections in the
// objects; a linker may add some pages. Assumes that a script or
// --section-start places sections with other names.
//
//===----------------------------------------------------------------------===//

#include "LinkedSet.h"

#include "Inspect/ObjectImage.h"

#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <numeric>

using namespace llvm;
using namespace metaobj;

namespace {

/// Sections that linkers keep together.
enum Region { Constants, Code, Data, Zeros, Elsewhere };

struct Linker {
  StringRef Name;
  /// From low addresses to high ones.
  std::array<Region, 4> Order;
  /// Does it put small constants of RISC-V (.srodata) among the data?
  bool HasSmallConstantsInData;
};

constexpr Linker Linkers[] = {
    {"lld", {Constants, Code, Data, Zeros}, false},
    {"GNU ld", {Code, Constants, Data, Zeros}, true},
};

/// A reference of code that is too far away from what it leads to.
struct FarReference {
  size_t Object;
  std::string From, To;
  uint64_t Distance;
};

/// Constants that linkers place by themselves.
struct ConstantBytes {
  uint64_t Bytes = 0; ///< In all.
  /// Of the largest section.
  uint64_t LargestBytes = 0;
  size_t Object = 0;
  StringRef Section;
};

/// All objects as images.
class ReachChecker {
public:
  ReachChecker(std::vector<ObjectImage> Images) : Images(std::move(Images)) {
    findDefinitions();
  }

  ConstantBytes constantBytes() const;

  /// The first reference that is out of reach in the image of \p For, with the
  /// objects in \p Order on its command line.
  std::optional<FarReference> find(const Linker &For, ArrayRef<size_t> Order);

private:
  void findDefinitions();
  void layOut(const Linker &For, ArrayRef<size_t> Order);
  std::optional<uint64_t> addressOf(size_t Object, Location Place) const;
  std::optional<uint64_t> targetOf(size_t Object,
                                   const ImageRelocation &Relocation) const;
  std::optional<uint64_t> distance(size_t Object, uint64_t From,
                                   const ImageRelocation &Relocation) const;

  std::vector<ObjectImage> Images;
  /// Object and symbol of each global name.
  DenseMap<CachedHashStringRef, std::pair<size_t, uint32_t>> Definitions;
  /// Of each section of each object, where it has one.
  std::vector<std::vector<std::optional<uint64_t>>> Addresses;
  uint64_t DataAddress = 0;
};

} // namespace

static bool isNamed(StringRef Name, StringRef Prefix) {
  return Name.consume_front(Prefix) && (Name.empty() || Name.front() == '.');
}

static Region regionOf(const ImageSection &Section, const Linker &For) {
  if (!Section.HasAddress)
    return Elsewhere;
  if (Section.IsCode)
    return Code;
  if (Section.IsWritable)
    return Section.HasNoBits ? Zeros : Data;
  if (isNamed(Section.Name, ".srodata"))
    return For.HasSmallConstantsInData ? Data : Constants;
  if (isNamed(Section.Name, ".rodata"))
    return Constants;
  return Elsewhere;
}

/// How far code of \p Machine reaches.
static std::optional<uint64_t> reachOf(uint16_t Machine) {
  if (Machine == ELF::EM_AARCH64)
    return uint64_t(1) << 32;
  if (Machine == ELF::EM_RISCV)
    return (uint64_t(1) << 31) - 2048;
  return std::nullopt;
}

/// Does \p Type lead to an entry of the table of addresses, which is part of
/// the data?
static bool isByTable(uint16_t Machine, uint32_t Type) {
  return Machine == ELF::EM_AARCH64 ? Type == ELF::R_AARCH64_ADR_GOT_PAGE
                                    : Type == ELF::R_RISCV_GOT_HI20;
}

static bool isRelative(uint16_t Machine, uint32_t Type) {
  return isByTable(Machine, Type) ||
         (Machine == ELF::EM_AARCH64 ? Type == ELF::R_AARCH64_ADR_PREL_PG_HI21
                                     : Type == ELF::R_RISCV_PCREL_HI20);
}

/// An address as such, with its upper bits in an instruction.
static bool isAbsolute(uint16_t Machine, uint32_t Type) {
  return Machine == ELF::EM_RISCV && Type == ELF::R_RISCV_HI20;
}

void ReachChecker::findDefinitions() {
  for (const auto &[Object, Image] : enumerate(Images))
    for (const auto &[Index, Symbol] : enumerate(Image.symbols()))
      if (!Symbol.IsLocal && Symbol.isDefined())
        Definitions.try_emplace(CachedHashStringRef(Symbol.Name),
                                std::pair(Object, Index));
}

ConstantBytes ReachChecker::constantBytes() const {
  ConstantBytes Result;
  for (const auto &[Object, Image] : enumerate(Images))
    for (const ImageSection &Section : Image.sections()) {
      if (regionOf(Section, Linkers[0]) != Constants)
        continue;
      Result.Bytes = SaturatingAdd(Result.Bytes, Section.Size);
      if (Section.Size > Result.LargestBytes) {
        Result.LargestBytes = Section.Size;
        Result.Object = Object;
        Result.Section = Section.Name;
      }
    }
  return Result;
}

void ReachChecker::layOut(const Linker &For, ArrayRef<size_t> Order) {
  constexpr uint64_t Page = 1 << 16;
  Addresses.clear();
  for (const ObjectImage &Image : Images)
    Addresses.emplace_back(Image.sections().size());
  uint64_t Next = Page;
  for (Region Where : For.Order) {
    // Sections with other rights start on a new page.
    Next = SaturatingAdd(Next, Page);
    if (Where == Data)
      DataAddress = Next;
    for (size_t Object : Order)
      for (const auto &[Index, Section] :
           enumerate(Images[Object].sections())) {
        if (regionOf(Section, For) != Where)
          continue;
        uint64_t Alignment = std::max<uint64_t>(Section.Alignment, 1);
        if (isPowerOf2_64(Alignment) && Next < (uint64_t(1) << 62))
          Next = alignTo(Next, Align(Alignment));
        Addresses[Object][Index] = Next;
        Next = SaturatingAdd(Next, Section.Size);
      }
  }
}

std::optional<uint64_t> ReachChecker::addressOf(size_t Object,
                                                Location Place) const {
  std::optional<uint64_t> Section = Addresses[Object][Place.Section];
  if (!Section)
    return std::nullopt;
  return *Section + Place.Offset;
}

std::optional<uint64_t>
ReachChecker::targetOf(size_t Object, const ImageRelocation &Relocation) const {
  const ObjectImage &Image = Images[Object];
  if (isByTable(Image.machine(), Relocation.Type))
    return DataAddress;
  Location Place = Image.locate(Relocation, Relocation.Addend);
  if (Place.isDefined())
    return addressOf(Object, Place);
  auto Known = Definitions.find(
      CachedHashStringRef(Image.symbols()[Relocation.Symbol].Name));
  if (Known == Definitions.end())
    return std::nullopt;
  auto [Other, Index] = Known->second;
  const ImageSymbol &Symbol = Images[Other].symbols()[Index];
  return addressOf(
      Other, {Symbol.Section,
              Symbol.Offset + static_cast<uint64_t>(Relocation.Addend), 0});
}

std::optional<uint64_t>
ReachChecker::distance(size_t Object, uint64_t From,
                       const ImageRelocation &Relocation) const {
  uint16_t Machine = Images[Object].machine();
  if (Relocation.Symbol == 0)
    return std::nullopt;
  bool IsFromZero = isAbsolute(Machine, Relocation.Type);
  if (!IsFromZero && !isRelative(Machine, Relocation.Type))
    return std::nullopt;
  std::optional<uint64_t> To = targetOf(Object, Relocation);
  if (!To)
    return std::nullopt;
  uint64_t Start = IsFromZero ? 0 : From + Relocation.Offset;
  return std::max(*To, Start) - std::min(*To, Start);
}

std::optional<FarReference> ReachChecker::find(const Linker &For,
                                               ArrayRef<size_t> Order) {
  layOut(For, Order);
  for (const auto &[Object, Image] : enumerate(Images)) {
    uint64_t Reach = *reachOf(Image.machine());
    for (const auto &[Index, Section] : enumerate(Image.sections())) {
      std::optional<uint64_t> From = Addresses[Object][Index];
      if (!Section.IsCode || !From)
        continue;
      for (const ImageRelocation &Each :
           Image.relocations(Index, 0, Section.Size)) {
        std::optional<uint64_t> Distance = distance(Object, *From, Each);
        if (!Distance || *Distance < Reach)
          continue;
        Location Place = Image.locate(Each, Each.Addend);
        StringRef Symbol = Image.symbols()[Each.Symbol].Name;
        return FarReference{
            Object, Image.describe({static_cast<uint32_t>(Index), Each.Offset}),
            Symbol.empty() ? Image.describe(Place) : escaped(Symbol),
            *Distance};
      }
    }
  }
  return std::nullopt;
}

std::optional<uint64_t> LinkedSet::reach() const {
  uint64_t Bytes = 0;
  std::optional<uint64_t> Reach;
  for (const LinkedObject &Object : Objects) {
    std::optional<uint64_t> Own = reachOf(Object.View.Machine);
    if (!Own || (Reach && Reach != Own))
      return std::nullopt;
    Reach = Own;
    for (const LinkerSection &Section : Object.View.Sections)
      Bytes = SaturatingAdd(Bytes, Section.Size);
  }
  // Most sets end here.
  if (!Reach || Bytes < *Reach / 2)
    return std::nullopt;
  return Reach;
}

Error LinkedSet::checkReach() {
  if (Config.Output == LinkOutput::RelocatableObject)
    return Error::success();
  std::optional<uint64_t> Reach = reach();
  if (!Reach)
    return Error::success();
  std::vector<ObjectImage> Images;
  Images.reserve(Objects.size());
  for (const LinkedObject &Object : Objects) {
    Expected<ObjectImage> Image = ObjectImage::read(
        {Object.Object->Bytes->getBuffer(), Object.name()}, Object.name());
    if (!Image)
      return Image.takeError();
    // Distances of 32 bits go round where addresses have no more.
    if (Image->pointerSize() < sizeof(uint64_t))
      return Error::success();
    Images.push_back(std::move(*Image));
  }
  ReachChecker Checker(std::move(Images));
  ConstantBytes Found = Checker.constantBytes();
  if (Found.Bytes < *Reach / 2)
    return Error::success();

  std::vector<size_t> Order(Objects.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::vector<std::vector<std::string>> Rows = {
      {"linker", "object", "code", "refers to", "bytes apart"}};
  std::optional<size_t> First;
  bool IsForLld = false;
  for (const Linker &Each : Linkers) {
    std::optional<FarReference> Far = Checker.find(Each, Order);
    if (!Far)
      continue;
    First = First ? First : Far->Object;
    IsForLld |= &Each == &Linkers[0];
    Rows.push_back({Each.Name.str(), escaped(Objects[Far->Object].name()),
                    Far->From, Far->To, std::to_string(Far->Distance)});
  }
  if (!First)
    return Error::success();

  size_t Largest = Found.Object;
  std::string Reason = "code reaches " + std::to_string(*Reach) +
                       " bytes, and " + std::to_string(Found.Bytes) +
                       " bytes of constants are in its way, most of them in " +
                       quoted(Found.Section) + " of " +
                       quoted(Objects[Largest].name()) + ":";
  std::string Hint = "place the parameters in a section of their own, and give "
                     "it an address with the linker's --section-start";
  std::rotate(Order.begin(), Order.begin() + Largest,
              Order.begin() + Largest + 1);
  if (IsForLld && !Checker.find(Linkers[0], Order))
    Hint = "for lld, name " + quoted(Objects[Largest].name()) +
           " before all others; for both linkers, " + Hint;
  bool IsForAll = Rows.size() == std::size(Linkers) + 1;
  if (IsForAll)
    find(Objects[*First].name(), Reason, Hint, table(Rows));
  else
    advise(Diagnostic::Warning, Objects[*First].name(), Reason, Hint,
           table(Rows));
  return Error::success();
}
