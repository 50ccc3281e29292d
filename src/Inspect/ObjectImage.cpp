//===- ObjectImage.cpp - An object file as the decoders see it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/ObjectImage.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;
using namespace metaobj;

/// The most symbols at one place that are looked at: in a hostile file, all
/// symbols may be there.
static constexpr unsigned MaxSymbolsAtPlace = 256;

SectionAddresses::SectionAddresses(ArrayRef<ImageSection> Sections) {
  for (const auto &[Index, Section] : enumerate(Sections))
    if (Section.HasAddress)
      Ranges.push_back(
          {Section.Address, static_cast<uint32_t>(Index), Section.Size});
  sort(Ranges, [](const Range &A, const Range &B) {
    return std::tie(A.Start, A.Section) < std::tie(B.Start, B.Section);
  });
}

std::optional<Location> SectionAddresses::locate(uint64_t Address) const {
  const Range *Behind = partition_point(
      ArrayRef(Ranges), [&](const Range &R) { return R.Start <= Address; });
  if (Behind == Ranges.data())
    return std::nullopt;
  const Range &Nearest = *(Behind - 1);
  if (Address - Nearest.Start > Nearest.Size)
    return std::nullopt;
  return Location{Nearest.Section, Address - Nearest.Start, 0};
}

/// Mapping symbols tell code from data; several lie where real symbols are.
static bool isMappingSymbol(const ImageSymbol &Symbol) {
  return Symbol.Kind == ImageSymbol::Untyped && Symbol.IsLocal &&
         Symbol.Name.starts_with("$");
}

ObjectImage::ObjectImage(ImageParts Parts) : ImageParts(std::move(Parts)) {
  if (IsLinked)
    Addresses = SectionAddresses(Sections);
  Relocations.resize(Sections.size());
  for (const auto &[Index, Symbol] : enumerate(Symbols))
    if (Symbol.isDefined() && !Symbol.Name.empty() &&
        Symbol.Kind != ImageSymbol::SectionStart &&
        Symbol.Kind != ImageSymbol::File &&
        Symbol.Kind != ImageSymbol::ThreadLocal && !isMappingSymbol(Symbol))
      SymbolsByPlace.push_back(Index);
  sort(SymbolsByPlace, [&](uint32_t A, uint32_t B) {
    return std::tuple(Symbols[A].Section, Symbols[A].Offset, A) <
           std::tuple(Symbols[B].Section, Symbols[B].Offset, B);
  });
  // In objects those without a symbol come last of an offset: pointerAt passes
  // over them, and a hostile file may have any number of them.
  auto Key = [&](const ImageRelocation &Relocation) {
    return std::tuple(Relocation.Offset, !IsLinked && Relocation.Symbol == 0,
                      Relocation.Type, Relocation.Symbol, Relocation.Addend);
  };
  for (std::vector<ImageRelocation> &OfSection : Relocations)
    sort(OfSection, [&](const ImageRelocation &A, const ImageRelocation &B) {
      return Key(A) < Key(B);
    });
}

ArrayRef<ImageRelocation>
ObjectImage::relocations(uint32_t Section, uint64_t Begin, uint64_t End) const {
  ArrayRef<ImageRelocation> All = Relocations[Section];
  auto IsBefore = [](uint64_t Offset) {
    return [Offset](const ImageRelocation &Relocation) {
      return Relocation.Offset < Offset;
    };
  };
  const ImageRelocation *First = partition_point(All, IsBefore(Begin));
  const ImageRelocation *Last = partition_point(All, IsBefore(End));
  return First < Last ? ArrayRef(First, Last) : ArrayRef<ImageRelocation>();
}

StringRef ObjectImage::bytesFrom(Location Place) const {
  if (!Place.isDefined() || Place.Offset > Sections[Place.Section].Bytes.size())
    return {};
  return Sections[Place.Section].Bytes.drop_front(Place.Offset);
}

std::optional<uint64_t> ObjectImage::fileOffsetOf(Location Place) const {
  if (!FileStart || !Place.isDefined())
    return std::nullopt;
  StringRef Bytes = Sections[Place.Section].Bytes;
  if (!Bytes.data() || Place.Offset > Bytes.size())
    return std::nullopt;
  return Bytes.data() - FileStart + Place.Offset;
}

void ObjectImage::addPart(std::vector<InspectedPart> &Parts,
                          InspectedPart::KindType Kind, StringRef Subject,
                          Location Place, uint64_t Bytes) const {
  std::optional<uint64_t> Offset = fileOffsetOf(Place);
  if (Offset && Bytes <= bytesFrom(Place).size())
    Parts.push_back({Kind, Subject.str(), *Offset, Bytes});
}

std::optional<uint64_t> ObjectImage::integerAt(Location Place,
                                               unsigned Size) const {
  StringRef Bytes = bytesFrom(Place);
  if (Bytes.size() < Size)
    return std::nullopt;
  return numberAt(Bytes.data(), Size, IsLittleEndian);
}

Location ObjectImage::locate(const ImageRelocation &Relocation,
                             int64_t Addend) const {
  const ImageSymbol &Symbol = Symbols[Relocation.Symbol];
  uint64_t Base = Symbol.isDefined() ? Symbol.Offset : 0;
  return {Symbol.Section, Base + static_cast<uint64_t>(Addend),
          Relocation.Symbol};
}

/// Without the bit of an address that selects an instruction set.
Location ObjectImage::codeAt(Location Target) const {
  if (Machine == ELF::EM_ARM || Machine == ELF::EM_MIPS)
    Target.Offset &= ~uint64_t(1);
  return Target;
}

std::optional<uint64_t> ObjectImage::functionAddress(Location Target) const {
  if (HasFunctionTable) {
    auto Found = FunctionIndexes.find(Target.Offset);
    if (!Target.isDefined() || Found == FunctionIndexes.end())
      return std::nullopt;
    return Found->second;
  }
  return addressOf(codeAt(Target));
}

std::optional<uint64_t> ObjectImage::addressOf(Location Place) const {
  if (!IsLinked || !Place.isDefined() || !Sections[Place.Section].HasAddress)
    return std::nullopt;
  return Sections[Place.Section].Address + Place.Offset;
}

/// AVR: pointers have 16 bits, but addresses in the file also tell the memory.
/// Pointers to code count words. Constants can be in either memory. If both
/// memories have something at the address, data memory is meant, unless a
/// parameter is wanted and starts there in program memory.
std::optional<Location> ObjectImage::locatePointee(uint64_t Address,
                                                   Pointee Kind) const {
  constexpr uint64_t AvrDataMemory = 0x800000;
  if (HasFunctionTable && Kind == Pointee::Function) {
    auto Found = FunctionTable.find(Address);
    if (Found == FunctionTable.end())
      return std::nullopt;
    return Found->second;
  }
  if (Machine != ELF::EM_AVR)
    return Addresses.locate(Address);
  if (Kind == Pointee::Function)
    return Addresses.locate(2 * Address);
  std::optional<Location> InProgram = Addresses.locate(Address);
  std::optional<Location> InData = Addresses.locate(AvrDataMemory + Address);
  auto IsParameter = [](const ImageSymbol &Symbol) {
    return isParamSymbol(Symbol.Name);
  };
  if (InProgram && Kind == Pointee::Parameter &&
      symbolAt(*InProgram, IsParameter))
    return InProgram;
  return InData ? InData : InProgram;
}

StoredPointer ObjectImage::fromAddress(uint64_t Address, Pointee Kind) const {
  if (Address == 0)
    return {StoredPointer::Null, {}};
  if (std::optional<Location> Place = locatePointee(Address, Kind))
    return {StoredPointer::Pointer, *Place};
  return {};
}

StoredPointer ObjectImage::pointerAt(Location Place, Pointee Kind) const {
  std::optional<uint64_t> Stored = integerAt(Place, PointerSize);
  if (!Stored)
    return {};
  int64_t InPlace = SignExtend64(*Stored, PointerSize * 8);
  for (const ImageRelocation &Relocation :
       relocations(Place.Section, Place.Offset, Place.Offset + 1)) {
    uint64_t Addend = Relocation.Addend;
    if (Relocation.InPlace)
      Addend += InPlace;
    // Of what a loader does, all that has no symbol adds the load address.
    if (IsLinked && Relocation.Symbol == 0)
      return fromAddress(Relocation.InPlace ? *Stored : Addend, Kind);
    if (Relocation.Symbol == 0)
      break;
    if (!IsLinked && !Relocation.IsPointer)
      return {};
    return {StoredPointer::Pointer, locate(Relocation, Addend)};
  }
  if (*Stored == 0)
    return {StoredPointer::Null, {}};
  return IsLinked ? fromAddress(*Stored, Kind) : StoredPointer();
}

std::optional<StringRef> ObjectImage::textAt(Location Place) const {
  StoredPointer Stored = pointerAt(Place);
  StringRef Bytes = bytesFrom(Stored.Target);
  size_t End = Bytes.find('\0');
  if (Stored.Kind != StoredPointer::Pointer || End == StringRef::npos)
    return std::nullopt;
  return Bytes.take_front(End);
}

StoredPointer ObjectImage::paramAt(Location Place) const {
  StoredPointer Stored = pointerAt(Place, Pointee::Parameter);
  Location &Target = Stored.Target;
  if (Stored.Kind == StoredPointer::Pointer && !Target.isDefined() &&
      Target.Offset == 0 && isParamSymbol(Symbols[Target.Symbol].Name))
    Target.Offset = Target.Symbol;
  return Stored;
}

const ImageSymbol *
ObjectImage::symbolAt(Location Place,
                      function_ref<bool(const ImageSymbol &)> IsWanted) const {
  auto Rank = [](const ImageSymbol &Symbol) {
    return (Symbol.Kind != ImageSymbol::Untyped ? 2 : 0) +
           (Symbol.IsLocal ? 0 : 1);
  };
  const uint32_t *First =
      partition_point(ArrayRef(SymbolsByPlace), [&](uint32_t Index) {
        return std::tuple(Symbols[Index].Section, Symbols[Index].Offset) <
               std::tuple(Place.Section, Place.Offset);
      });
  const ImageSymbol *Best = nullptr;
  for (const uint32_t *Start = First;
       First - Start < MaxSymbolsAtPlace &&
       First != SymbolsByPlace.data() + SymbolsByPlace.size();
       ++First) {
    const ImageSymbol &TheImageSymbol = Symbols[*First];
    if (TheImageSymbol.Section != Place.Section ||
        TheImageSymbol.Offset != Place.Offset)
      break;
    if (IsWanted(TheImageSymbol) &&
        (!Best || Rank(*Best) < Rank(TheImageSymbol)))
      Best = &TheImageSymbol;
  }
  return Best;
}

StringRef ObjectImage::functionName(Location Target) const {
  // The relocation's symbol is right, even if several functions share an
  // address.
  if (Target.Symbol) {
    const ImageSymbol &Named = Symbols[Target.Symbol];
    uint64_t Start = Target.isDefined() ? Named.Offset : 0;
    if (Target.Offset == Start && Named.Kind != ImageSymbol::SectionStart)
      return Named.Name;
  }
  if (!Target.isDefined())
    return {};
  const ImageSymbol *Found =
      symbolAt(codeAt(Target),
               [](const ImageSymbol &Symbol) { return Symbol.isFunction(); });
  return Found ? Found->Name : StringRef();
}

uint64_t ObjectImage::nextBoundary(Location Place) const {
  const uint32_t *Next =
      partition_point(ArrayRef(SymbolsByPlace), [&](uint32_t Index) {
        return std::tuple(Symbols[Index].Section, Symbols[Index].Offset) <=
               std::tuple(Place.Section, Place.Offset);
      });
  uint64_t End = Sections[Place.Section].Size;
  if (Next != SymbolsByPlace.data() + SymbolsByPlace.size() &&
      Symbols[*Next].Section == Place.Section)
    End = std::min(End, Symbols[*Next].Offset);
  return End;
}

std::string ObjectImage::describe(Location Place) const {
  if (Place.isDefined()) {
    StringRef Name = Sections[Place.Section].Name;
    return (all_of(Name, isPrint) ? Name.str() : quoted(Name)) + "+0x" +
           utohexstr(Place.Offset);
  }
  if (Place.Symbol)
    return quoted(Symbols[Place.Symbol].Name);
  return "no section";
}
