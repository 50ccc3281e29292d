//===- ObjectImage.cpp - An object file as the decoders see it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectImage.h"

#include "Text/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Endianness.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;
using namespace metaobj;

/// The most symbols at one place that are looked at: in a hostile file, all
/// symbols may be there.
static constexpr unsigned MaxSymbolsAtPlace = 256;

void ObjectImage::indexSections() {
  if (!IsLinked)
    return;
  for (const auto &[Index, Section] : enumerate(Sections))
    if (Section.HasAddress)
      SectionsByAddress.push_back(Index);
  sort(SectionsByAddress, [&](uint32_t A, uint32_t B) {
    return std::tuple(Sections[A].Address, A) <
           std::tuple(Sections[B].Address, B);
  });
}

/// Mapping symbols tell code from data; several lie where real symbols are.
static bool isMappingSymbol(const ImageSymbol &Symbol) {
  return Symbol.Kind == ImageSymbol::Untyped && Symbol.IsLocal &&
         Symbol.Name.starts_with("$");
}

void ObjectImage::indexSymbols() {
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
  for (std::vector<ImageRelocation> &OfSection : Relocations)
    sort(OfSection, [](const ImageRelocation &A, const ImageRelocation &B) {
      return std::tuple(A.Offset, A.Type, A.Symbol, A.Addend) <
             std::tuple(B.Offset, B.Type, B.Symbol, B.Addend);
    });
}

ArrayRef<ImageRelocation>
ObjectImage::relocations(uint32_t Section, uint64_t Begin, uint64_t End) const {
  ArrayRef<ImageRelocation> All = Relocations[Section];
  auto IsBefore = [](uint64_t Offset) {
    return
        [Offset](const ImageRelocation &Each) { return Each.Offset < Offset; };
  };
  const ImageRelocation *First = partition_point(All, IsBefore(Begin));
  const ImageRelocation *Last = partition_point(All, IsBefore(End));
  return First < Last ? ArrayRef(First, Last) : ArrayRef<ImageRelocation>();
}

StringRef ObjectImage::bytesFrom(Location At) const {
  if (!At.isDefined() || At.Offset > Sections[At.Section].Bytes.size())
    return {};
  return Sections[At.Section].Bytes.drop_front(At.Offset);
}

std::optional<uint64_t> ObjectImage::fileOffsetOf(Location At) const {
  if (!FileStart || !At.isDefined())
    return std::nullopt;
  StringRef Bytes = Sections[At.Section].Bytes;
  if (!Bytes.data() || At.Offset > Bytes.size())
    return std::nullopt;
  return Bytes.data() - FileStart + At.Offset;
}

void ObjectImage::addPart(std::vector<InspectedPart> &Parts,
                          InspectedPart::KindType Kind, StringRef What,
                          Location At, uint64_t Bytes) const {
  std::optional<uint64_t> Offset = fileOffsetOf(At);
  if (Offset && Bytes <= bytesFrom(At).size())
    Parts.push_back({Kind, What.str(), *Offset, Bytes});
}

std::optional<uint64_t> ObjectImage::integerAt(Location At,
                                               unsigned Size) const {
  StringRef Bytes = bytesFrom(At);
  if (Bytes.size() < Size)
    return std::nullopt;
  auto Order = IsLittleEndian ? Endianness::little : Endianness::big;
  switch (Size) {
  case 1:
    return static_cast<uint8_t>(Bytes.front());
  case 2:
    return support::endian::read<uint16_t>(Bytes.data(), Order);
  case 4:
    return support::endian::read<uint32_t>(Bytes.data(), Order);
  default:
    return support::endian::read<uint64_t>(Bytes.data(), Order);
  }
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

std::optional<Location> ObjectImage::locateAddress(uint64_t Address) const {
  const uint32_t *After =
      partition_point(ArrayRef(SectionsByAddress), [&](uint32_t Index) {
        return Sections[Index].Address <= Address;
      });
  // An address just behind the last byte of a section belongs to it only if no
  // other section has the address: a table without elements can lie at the end.
  if (After == SectionsByAddress.data())
    return std::nullopt;
  uint32_t Index = *(After - 1);
  uint64_t Offset = Address - Sections[Index].Address;
  if (Offset > Sections[Index].Size)
    return std::nullopt;
  return Location{Index, Offset, 0};
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
    return locateAddress(Address);
  if (Kind == Pointee::Function)
    return locateAddress(2 * Address);
  std::optional<Location> InProgram = locateAddress(Address);
  std::optional<Location> InData = locateAddress(AvrDataMemory + Address);
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

StoredPointer ObjectImage::pointerAt(Location At, Pointee Kind) const {
  std::optional<uint64_t> Stored = integerAt(At, PointerSize);
  if (!Stored)
    return {};
  int64_t InPlace = SignExtend64(*Stored, PointerSize * 8);
  for (const ImageRelocation &Each :
       relocations(At.Section, At.Offset, At.Offset + 1)) {
    int64_t Addend = Each.InPlace ? InPlace : Each.Addend;
    // Of what a loader does, all that has no symbol adds the load address.
    if (IsLinked && Each.Symbol == 0)
      return fromAddress(Each.InPlace ? *Stored : Addend, Kind);
    if (Each.Symbol == 0)
      continue;
    if (!IsLinked && !Each.IsPointer)
      return {};
    return {StoredPointer::Pointer, locate(Each, Addend)};
  }
  if (*Stored == 0)
    return {StoredPointer::Null, {}};
  return IsLinked ? fromAddress(*Stored, Kind) : StoredPointer();
}

StoredPointer ObjectImage::paramAt(Location At) const {
  StoredPointer Stored = pointerAt(At, Pointee::Parameter);
  Location &Target = Stored.Target;
  if (Stored.Kind == StoredPointer::Pointer && !Target.isDefined() &&
      Target.Offset == 0 && isParamSymbol(Symbols[Target.Symbol].Name))
    Target.Offset = Target.Symbol;
  return Stored;
}

const ImageSymbol *
ObjectImage::symbolAt(Location At,
                      function_ref<bool(const ImageSymbol &)> IsWanted) const {
  auto Rank = [](const ImageSymbol &Symbol) {
    return (Symbol.Kind != ImageSymbol::Untyped ? 2 : 0) +
           (Symbol.IsLocal ? 0 : 1);
  };
  const uint32_t *First =
      partition_point(ArrayRef(SymbolsByPlace), [&](uint32_t Index) {
        return std::tuple(Symbols[Index].Section, Symbols[Index].Offset) <
               std::tuple(At.Section, At.Offset);
      });
  const ImageSymbol *Best = nullptr;
  for (const uint32_t *Start = First;
       First - Start < MaxSymbolsAtPlace &&
       First != SymbolsByPlace.data() + SymbolsByPlace.size();
       ++First) {
    const ImageSymbol &Each = Symbols[*First];
    if (Each.Section != At.Section || Each.Offset != At.Offset)
      break;
    if (IsWanted(Each) && (!Best || Rank(*Best) < Rank(Each)))
      Best = &Each;
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

uint64_t ObjectImage::nextBoundary(Location At) const {
  const uint32_t *Next =
      partition_point(ArrayRef(SymbolsByPlace), [&](uint32_t Index) {
        return std::tuple(Symbols[Index].Section, Symbols[Index].Offset) <=
               std::tuple(At.Section, At.Offset);
      });
  uint64_t End = Sections[At.Section].Size;
  if (Next != SymbolsByPlace.data() + SymbolsByPlace.size() &&
      Symbols[*Next].Section == At.Section)
    End = std::min(End, Symbols[*Next].Offset);
  return End;
}

std::string ObjectImage::describe(Location At) const {
  if (At.isDefined()) {
    StringRef Name = Sections[At.Section].Name;
    return (all_of(Name, isPrint) ? Name.str() : quoted(Name)) + "+0x" +
           utohexstr(At.Offset);
  }
  if (At.Symbol)
    return quoted(Symbols[At.Symbol].Name);
  return "no section";
}
