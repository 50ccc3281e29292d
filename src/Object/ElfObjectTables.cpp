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

#include "Object/ElfObjectOf.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

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
  for (size_t Offset = 0; Offset + sizeof(Entry) <= All.size();
       Offset += sizeof(Entry)) {
    char *Bytes = All.data() + Offset;
    const auto *Item = reinterpret_cast<const Entry *>(Bytes);
    if (Item->r_offset < Begin)
      Entries.append(Bytes, Bytes + sizeof(Entry));
    else if (Item->r_offset >= End)
      Behind.append(Bytes, Bytes + sizeof(Entry));
    else if (Item->r_offset == Begin)
      Type = Item->getType(IsMips64);
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
  auto IsForTarget = [&](const Section &Sec) {
    return (headerOf(Sec).sh_type == ELF::SHT_REL ||
            headerOf(Sec).sh_type == ELF::SHT_RELA) &&
           headerOf(Sec).sh_info == Target;
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
  auto Append = [&](auto New, uint64_t Offset, uint32_t Symbol) {
    New.r_offset = Begin + Offset;
    New.setSymbolAndType(Symbol, *Type, isMips64());
    const char *Data = reinterpret_cast<const char *>(&New);
    Relocations->Own.append(Data, Data + sizeof(New));
  };
  auto AddPointer = [&](uint64_t Offset, uint32_t Symbol, uint64_t Addend) {
    if (!HasAddends)
      return Append(Rel(), Offset, Symbol);
    Rela New = {};
    New.r_addend = Addend;
    Append(New, Offset, Symbol);
  };
  Error Failure =
      fillTable(Name, Contents.slice(Begin, Size),
                {sizeof(typename ELFT::uint), ByteOrder<ELFT>, !HasAddends},
                AddPointer, Write);
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
