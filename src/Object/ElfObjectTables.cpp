//===- ElfObjectTables.cpp - Tables in an ELF object ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All relocations of a table have one type: that of LLVM's relocation at the
// start of the reserved place. The addend is where the target's relocations
// have it: in the relocation, or in the table.
//
//===----------------------------------------------------------------------===//

#include "ElfObjectOf.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

template <class ELFT> class ElfObjectOf<ELFT>::TableOf final : public Table {
public:
  /// Adds the relocations of the table to \p Relocations of \p Room's section.
  /// The table starts at \p Begin there.
  TableOf(MutableArrayRef<char> Room, Section &Relocations, uint64_t Begin,
          uint32_t Type, bool IsMips64, bool HasAddends)
      : Table(Room, sizeof(typename ELFT::uint), ByteOrder<ELFT>),
        Relocations(Relocations), Begin(Begin), Type(Type), IsMips64(IsMips64),
        HasAddends(HasAddends) {}

  using Table::fill;

private:
  void addPointer(uint64_t Offset, uint32_t Symbol, uint64_t Addend) override {
    if (HasAddends) {
      Rela New = {};
      New.r_offset = Begin + Offset;
      New.setSymbolAndType(Symbol, Type, IsMips64);
      New.r_addend = Addend;
      append(&New, sizeof(New));
      return;
    }
    Rel New = {};
    New.r_offset = Begin + Offset;
    New.setSymbolAndType(Symbol, Type, IsMips64);
    append(&New, sizeof(New));
    if (Addend)
      setNumber(Offset, Addend, sizeof(typename ELFT::uint));
  }

  void append(const void *Entry, size_t Size) {
    const char *Data = static_cast<const char *>(Entry);
    Relocations.Own.append(Data, Data + Size);
  }

  Section &Relocations;
  uint64_t Begin;
  uint32_t Type;
  bool IsMips64;
  bool HasAddends;
};

/// Keeps those of \p Entries that are before \p Begin, moves those from \p End
/// on to \p Behind, and drops those between. Returns the type of the one at
/// \p Begin.
template <class Entry>
static std::optional<uint32_t>
splitRelocations(SmallVectorImpl<char> &Entries, uint64_t Begin, uint64_t End,
                 bool IsMips64, SmallVectorImpl<char> &Behind) {
  std::optional<uint32_t> Type;
  SmallVector<char, 0> All(Entries.begin(), Entries.end());
  Entries.clear();
  for (size_t At = 0; At + sizeof(Entry) <= All.size(); At += sizeof(Entry)) {
    char *Bytes = All.data() + At;
    const auto *Each = reinterpret_cast<const Entry *>(Bytes);
    if (Each->r_offset < Begin)
      Entries.append(Bytes, Bytes + sizeof(Entry));
    else if (Each->r_offset >= End)
      Behind.append(Bytes, Bytes + sizeof(Entry));
    else if (Each->r_offset == Begin)
      Type = Each->getType(IsMips64);
  }
  return Type;
}

template <class ELFT>
Error ElfObjectOf<ELFT>::writeTable(StringRef Name,
                                    function_ref<void(Table &)> Write) {
  Expected<uint32_t> Number = findSymbol(Name);
  if (!Number)
    return Number.takeError();
  const Sym &Symbol = Symbols[*Number];
  uint32_t Target = Symbol.st_shndx;
  uint64_t Begin = Symbol.st_value;
  uint64_t Size = Symbol.st_size;
  if (Target == 0 || Target >= Sections.size())
    return malformed("no place for '" + Name + "'");
  MutableArrayRef<char> Contents = Sections[Target].Contents;
  if (Begin > Contents.size() || Size > Contents.size() - Begin)
    return malformed("no room for '" + Name + "'");
  auto IsForTarget = [&](const Section &Each) {
    return (headerOf(Each).sh_type == ELF::SHT_REL ||
            headerOf(Each).sh_type == ELF::SHT_RELA) &&
           headerOf(Each).sh_info == Target;
  };
  auto Relocations = find_if(Sections, IsForTarget);
  if (Relocations == Sections.end())
    return malformed("no relocation for '" + Name + "'");
  if (Relocations->Own.empty())
    Relocations->Own.assign(Relocations->Contents.begin(),
                            Relocations->Contents.end());
  bool HasAddends = headerOf(*Relocations).sh_type == ELF::SHT_RELA;
  SmallVector<char, 0> Behind;
  std::optional<uint32_t> Type =
      HasAddends ? splitRelocations<Rela>(Relocations->Own, Begin, Begin + Size,
                                          isMips64(), Behind)
                 : splitRelocations<Rel>(Relocations->Own, Begin, Begin + Size,
                                         isMips64(), Behind);
  if (!Type)
    return malformed("no relocation for '" + Name + "'");
  // At most one for each address that there is room for. Unused memory is never
  // touched, so it costs nothing.
  Relocations->Own.reserve(Relocations->Own.size() +
                           Size / sizeof(typename ELFT::uint) *
                               (HasAddends ? sizeof(Rela) : sizeof(Rel)) +
                           Behind.size());
  Error Failure = TableOf(Contents.slice(Begin, Size), *Relocations, Begin,
                          *Type, isMips64(), HasAddends)
                      .fill(Name, Write);
  Relocations->Own.append(Behind.begin(), Behind.end());
  return Failure;
}

template Error ElfObjectOf<ELF32LE>::writeTable(StringRef,
                                                function_ref<void(Table &)>);
template Error ElfObjectOf<ELF32BE>::writeTable(StringRef,
                                                function_ref<void(Table &)>);
template Error ElfObjectOf<ELF64LE>::writeTable(StringRef,
                                                function_ref<void(Table &)>);
template Error ElfObjectOf<ELF64BE>::writeTable(StringRef,
                                                function_ref<void(Table &)>);
