//===- ElfObjectSymbols.cpp - Symbols of an ELF object --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/ElfObjectOf.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

/// Gives all symbols their \p NewNumbers in other sections.
template <class ELFT>
void ElfObjectOf<ELFT>::renumberSymbols(ArrayRef<uint32_t> NewNumbers) {
  auto Move = [&](auto &Relocation) {
    uint32_t Number = Relocation.getSymbol(isMips64());
    if (Number < NewNumbers.size())
      Relocation.setSymbol(NewNumbers[Number], isMips64());
  };
  for (Section &Sec : Sections) {
    if (headerOf(Sec).sh_link != SymbolSection)
      continue;
    switch (headerOf(Sec).sh_type) {
    case ELF::SHT_REL:
      for_each(Sec.template entries<Rel>(), Move);
      break;
    case ELF::SHT_RELA:
      for_each(Sec.template entries<Rela>(), Move);
      break;
    case ELF::SHT_GROUP:
      if (headerOf(Sec).sh_info < NewNumbers.size())
        headerOf(Sec).sh_info = NewNumbers[headerOf(Sec).sh_info];
      break;
    case ELF::SHT_LLVM_ADDRSIG:
      // A list of symbols whose addresses matter: without it all of them do,
      // but with an empty one none.
      headerOf(Sec) = {};
      Sec = Section();
      break;
    default:
      break;
    }
  }
}

/// Removes the undefined symbols with names of \p New. Returns the number of
/// the new symbol for each of them, from 1 on, and 0 for each symbol that
/// stays.
template <class ELFT>
std::vector<uint32_t>
ElfObjectOf<ELFT>::removeUndefined(ArrayRef<DataSymbol> New) {
  std::vector<uint32_t> Successors(Symbols.size());
  DenseMap<StringRef, uint32_t> Undefined;
  for (uint32_t Number = LocalCount; Number < Symbols.size(); ++Number)
    if (Symbols[Number].st_shndx == ELF::SHN_UNDEF)
      Undefined[Names.c_str() + Symbols[Number].st_name] = Number;
  if (Undefined.empty())
    return Successors;
  for (const auto &[Index, Symbol] : enumerate(New))
    if (auto Old = Undefined.find(Symbol.Name); Old != Undefined.end())
      Successors[Old->second] = Index + 1;
  uint32_t Kept = 0;
  for (const auto &[Number, Successor] : enumerate(Successors))
    if (!Successor)
      Symbols[Kept++] = Symbols[Number];
  Symbols.resize(Kept);
  return Successors;
}

template <class ELFT>
std::vector<uint32_t> ElfObjectOf<ELFT>::addSymbols(ArrayRef<DataSymbol> New) {
  size_t NamesSize = Names.size();
  uint32_t NewLocals = 0;
  for (const DataSymbol &TheDataSymbol : New) {
    NamesSize += TheDataSymbol.Name.size() + 1;
    NewLocals += TheDataSymbol.Visibility == ParamVisibility::Local;
  }
  // putNames adds the names of sections.
  for (const Section &Sec : Sections)
    NamesSize += Sec.Name.size() + 1;
  Names.reserve(NamesSize);
  std::vector<uint32_t> Successors = removeUndefined(New);
  uint32_t OldSize = Symbols.size();
  uint32_t NextLocal = LocalCount;
  uint32_t NextGlobal = OldSize + NewLocals;
  Symbols.resize(OldSize + New.size());
  std::move_backward(Symbols.begin() + LocalCount, Symbols.begin() + OldSize,
                     Symbols.begin() + NextGlobal);
  std::vector<uint32_t> Numbers;
  Numbers.reserve(New.size());
  for (const DataSymbol &TheDataSymbol : New) {
    bool IsLocal = TheDataSymbol.Visibility == ParamVisibility::Local;
    bool IsHidden = TheDataSymbol.Visibility == ParamVisibility::Hidden;
    uint32_t Number = IsLocal ? NextLocal++ : NextGlobal++;
    Numbers.push_back(Number);
    Sym &Symbol = Symbols[Number];
    Symbol = {};
    Symbol.st_name = Names.size();
    // Assemblers give undefined symbols no type, and linkers need none.
    Symbol.setBindingAndType(IsLocal                ? ELF::STB_LOCAL
                             : TheDataSymbol.IsWeak ? ELF::STB_WEAK
                                                    : ELF::STB_GLOBAL,
                             TheDataSymbol.Section ? ELF::STT_OBJECT
                                                   : ELF::STT_NOTYPE);
    Symbol.st_other = IsHidden ? ELF::STV_HIDDEN : ELF::STV_DEFAULT;
    Symbol.st_value = TheDataSymbol.Offset;
    Symbol.st_size = TheDataSymbol.Size;
    Symbol.st_shndx = TheDataSymbol.Section;
    if (TheDataSymbol.Section >= ELF::SHN_LORESERVE) {
      Symbol.st_shndx = ELF::SHN_XINDEX;
      LargeSections.resize(Symbols.size());
      LargeSections[Number] = TheDataSymbol.Section;
    }
    Names += TheDataSymbol.Name;
    Names += '\0';
  }
  uint32_t Next = 0;
  for (const auto &[Old, Number] : enumerate(Successors)) {
    if (Old == LocalCount)
      Next += NewLocals;
    Number = Number ? Numbers[Number - 1] : Next++;
  }
  renumberSymbols(Successors);
  LocalCount += NewLocals;
  HasNewSymbols = true;
  return Numbers;
}

template <class ELFT>
Expected<uint32_t> ElfObjectOf<ELFT>::findSymbol(StringRef Name) const {
  for (const auto &[Number, Symbol] : enumerate(Symbols))
    if (StringRef(Names.c_str() + Symbol.st_name) == Name)
      return Number;
  return malformed("no symbol '" + Name + "'");
}

template <class ELFT>
Error ElfObjectOf<ELFT>::defineSymbol(const DataSymbol &TheDataSymbol) {
  Expected<uint32_t> Number = findSymbol(TheDataSymbol.Name);
  if (!Number)
    return Number.takeError();
  Sym &Symbol = Symbols[*Number];
  if (Symbol.st_shndx != ELF::SHN_UNDEF)
    return malformed("a second symbol '" + TheDataSymbol.Name + "'");
  // LLVM's own sections are few, and a new section comes right behind them.
  if (TheDataSymbol.Section >= ELF::SHN_LORESERVE)
    return malformed("too many sections for '" + TheDataSymbol.Name + "'");
  Symbol.setBindingAndType(ELF::STB_GLOBAL, ELF::STT_OBJECT);
  Symbol.st_value = TheDataSymbol.Offset;
  Symbol.st_size = TheDataSymbol.Size;
  Symbol.st_shndx = TheDataSymbol.Section;
  return Error::success();
}

template <class ELFT> void ElfObjectOf<ELFT>::putSymbols() {
  if (!HasNewSymbols)
    return;
  Section &Table = Sections[SymbolSection];
  Table.Contents = {reinterpret_cast<char *>(Symbols.data()),
                    Symbols.size() * sizeof(Sym)};
  headerOf(Table).sh_info = LocalCount;
  if (LargeSections.empty())
    return;
  Section &Large = addEmpty();
  Large.Name = ".symtab_shndx";
  headerOf(Large).sh_type = ELF::SHT_SYMTAB_SHNDX;
  headerOf(Large).sh_link = SymbolSection;
  headerOf(Large).sh_addralign = sizeof(Word);
  headerOf(Large).sh_entsize = sizeof(Word);
  for (uint32_t Number : LargeSections)
    appendWord(Large.Own, Number);
  FileOrder.push_back(Sections.size() - 1);
}

template std::vector<uint32_t>
    ElfObjectOf<ELF32LE>::addSymbols(ArrayRef<DataSymbol>);
template std::vector<uint32_t>
    ElfObjectOf<ELF32BE>::addSymbols(ArrayRef<DataSymbol>);
template std::vector<uint32_t>
    ElfObjectOf<ELF64LE>::addSymbols(ArrayRef<DataSymbol>);
template std::vector<uint32_t>
    ElfObjectOf<ELF64BE>::addSymbols(ArrayRef<DataSymbol>);
template Expected<uint32_t> ElfObjectOf<ELF32LE>::findSymbol(StringRef) const;
template Expected<uint32_t> ElfObjectOf<ELF32BE>::findSymbol(StringRef) const;
template Expected<uint32_t> ElfObjectOf<ELF64LE>::findSymbol(StringRef) const;
template Expected<uint32_t> ElfObjectOf<ELF64BE>::findSymbol(StringRef) const;
template void ElfObjectOf<ELF32LE>::putSymbols();
template void ElfObjectOf<ELF32BE>::putSymbols();
template void ElfObjectOf<ELF64LE>::putSymbols();
template void ElfObjectOf<ELF64BE>::putSymbols();
template Error ElfObjectOf<ELF32LE>::defineSymbol(const DataSymbol &);
template Error ElfObjectOf<ELF32BE>::defineSymbol(const DataSymbol &);
template Error ElfObjectOf<ELF64LE>::defineSymbol(const DataSymbol &);
template Error ElfObjectOf<ELF64BE>::defineSymbol(const DataSymbol &);
