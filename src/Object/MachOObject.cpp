//===- MachOObject.cpp - Parameters in a Mach-O object --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MachOFile.h introduces the format. A name belongs to one section and one part
// of the image. So parameters go to the start of the section that already has
// the name, where LLVM would put them, too. Then everything behind them gets
// other addresses, also the symbols. The symbol table has three groups: local
// symbols, global symbols sorted by name, and undefined symbols. Numbers of
// sections and symbols may change. LLVM's relocations name symbols, not
// sections. So they store only an addend in place. The relocations of a section
// go from its end to its start.
//
//===----------------------------------------------------------------------===//

#include "Object/MachOObjectOf.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;
using namespace metaobj::macho;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

template <bool Is64>
Error MachOObject<Is64>::takeSection(const SectionHeader &Header) {
  Section &New = Sections.emplace_back();
  New.Header = Header;
  New.Alignment = uint64_t(1) << Header.align;
  if (!New.isZeroFill())
    New.Contents =
        MutableArrayRef<char>(Bytes).slice(Header.offset, Header.size);
  for (uint32_t I = 0; I < Header.nreloc; ++I) {
    constexpr size_t Size = sizeof(MachO::any_relocation_info);
    auto Relocation = readStructure<MachO::any_relocation_info>(
        Bytes.data() + Header.reloff + I * Size);
    bool IsAddend =
        this->Header.cputype != MachO::CPU_TYPE_X86_64 &&
        Relocation.r_word1 >> TypeShift == MachO::ARM64_RELOC_ADDEND;
    if (!(Relocation.r_word1 & ExternBit) && !IsAddend)
      return malformed("a relocation that names a section");
    New.Relocations.push_back(Relocation);
  }
  return Error::success();
}

template <bool Is64>
Error MachOObject<Is64>::takeCommand(
    const MachOObjectFile::LoadCommandInfo &Load) {
  switch (Load.C.cmd) {
  case Types::SegmentCommand: {
    if (!Commands.empty() || !Sections.empty())
      return malformed("another command before its segment");
    Segment = readStructure<typename Types::Segment>(Load.Ptr);
    for (uint32_t I = 0; I < Segment.nsects; ++I)
      if (Error E = takeSection(readStructure<SectionHeader>(
              Load.Ptr + sizeof(Segment) + I * sizeof(SectionHeader))))
        return E;
    return Error::success();
  }
  case MachO::LC_SYMTAB:
    SymbolCommand = readStructure<MachO::symtab_command>(Load.Ptr);
    break;
  case MachO::LC_DYSYMTAB:
    DynamicCommand = readStructure<MachO::dysymtab_command>(Load.Ptr);
    if (DynamicCommand.nindirectsyms)
      return malformed("indirect symbols");
    break;
  default:
    break;
  }
  Commands.push_back(StringRef(Load.Ptr, Load.C.cmdsize));
  return Error::success();
}

/// LLVM writes no table of symbols if there are none.
template <bool Is64> void MachOObject<Is64>::addSymbolTable() {
  SymbolCommand.cmd = MachO::LC_SYMTAB;
  SymbolCommand.cmdsize = sizeof(SymbolCommand);
  DynamicCommand.cmd = MachO::LC_DYSYMTAB;
  DynamicCommand.cmdsize = sizeof(DynamicCommand);
  for (auto [Kind, Size] : {std::pair(SymbolCommand.cmd, SymbolCommand.cmdsize),
                            {DynamicCommand.cmd, DynamicCommand.cmdsize}}) {
    MachO::load_command Start = {Kind, Size};
    putStructure(AddedCommands, Start);
    Header.sizeofcmds += Size;
    ++Header.ncmds;
  }
  StringRef Both(AddedCommands.data(), AddedCommands.size());
  Commands.push_back(Both.take_front(Both.size() / 2));
  Commands.push_back(Both.drop_front(Both.size() / 2));
  // The first name is empty.
  Strings.assign(1, '\0');
}

template <bool Is64> Error MachOObject<Is64>::takeSymbols() {
  if (SymbolCommand.cmdsize == 0 && DynamicCommand.cmdsize == 0) {
    addSymbolTable();
    return Error::success();
  }
  Strings.assign(Bytes.data() + SymbolCommand.stroff, SymbolCommand.strsize);
  if (DynamicCommand.cmdsize == 0 || uint64_t(DynamicCommand.nlocalsym) +
                                             DynamicCommand.nextdefsym +
                                             DynamicCommand.nundefsym !=
                                         SymbolCommand.nsyms)
    return malformed("symbols of another kind than was expected");
  for (uint32_t I = 0; I < SymbolCommand.nsyms; ++I) {
    Symbol &New = Symbols.emplace_back();
    New.Entry = readStructure<typename Types::Symbol>(
        Bytes.data() + SymbolCommand.symoff + I * sizeof(New.Entry));
    if (New.Entry.n_strx > Strings.size() || New.Entry.n_sect > Sections.size())
      return malformed("a symbol without name or section");
    if (New.Entry.n_sect)
      New.Offset =
          New.Entry.n_value - Sections[New.Entry.n_sect - 1].Header.addr;
  }
  return Error::success();
}

template <bool Is64> Error MachOObject<Is64>::take(SmallVector<char, 0> Taken) {
  Bytes = std::move(Taken);
  // This checks that all parts are in the file.
  Expected<std::unique_ptr<MachOObjectFile>> File =
      ObjectFile::createMachOObjectFile(
          MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "object"));
  if (!File)
    return File.takeError();
  if (!(*File)->isLittleEndian() || (*File)->is64Bit() != Is64)
    return malformed("another header than was expected");
  Header = readStructure<typename Types::Header>(Bytes.data());
  for (const auto &Load : (*File)->load_commands())
    if (Error E = takeCommand(Load))
      return E;
  return takeSymbols();
}

template <bool Is64>
static Expected<std::unique_ptr<EditableObject>>
readAs(SmallVector<char, 0> Bytes) {
  auto Object = std::make_unique<MachOObject<Is64>>();
  if (Error E = Object->take(std::move(Bytes)))
    return E;
  return Object;
}

Expected<std::unique_ptr<EditableObject>>
metaobj::readMachOObject(SmallVector<char, 0> Bytes) {
  // Little-endian files start with the last byte of the magic number.
  bool Is64 = !Bytes.empty() &&
              static_cast<uint8_t>(Bytes[0]) == (MachO::MH_MAGIC_64 & 0xFF);
  return Is64 ? readAs<true>(std::move(Bytes))
              : readAs<false>(std::move(Bytes));
}

//===----------------------------------------------------------------------===//
// Sections and symbols
//===----------------------------------------------------------------------===//

template <bool Is64>
uint32_t MachOObject<Is64>::addSection(StringRef Name, uint64_t Alignment,
                                       uint64_t Size, ArrayRef<Part> Parts,
                                       uint32_t, bool) {
  auto [SegmentName, SectionName] =
      (Name.empty() ? StringRef("__TEXT,__const") : Name).split(',');
  SectionHeader Wanted = {};
  memcpy(Wanted.segname, SegmentName.data(),
         std::min(SegmentName.size(), sizeof(Wanted.segname)));
  memcpy(Wanted.sectname, SectionName.data(),
         std::min(SectionName.size(), sizeof(Wanted.sectname)));
  auto Known = find_if(Sections, [&](const Section &Sec) {
    return memcmp(Sec.Header.segname, Wanted.segname, sizeof(Wanted.segname)) ==
               0 &&
           memcmp(Sec.Header.sectname, Wanted.sectname,
                  sizeof(Wanted.sectname)) == 0;
  });
  if (Known == Sections.end()) {
    Known = Sections.emplace(Sections.end());
    Known->Header = Wanted;
  }
  Known->Header.align =
      std::max<uint32_t>(Known->Header.align, Log2_64(Alignment));
  uint64_t Offset = SaturatingAdd(
      Known->AddedSize, offsetToAlignment(Known->AddedSize, Align(Alignment)));
  Known->AddedSize = SaturatingAdd(Offset, Size);
  Added.push_back({static_cast<uint32_t>(Known - Sections.begin()), Offset,
                   Size, keep(Parts)});
  return Added.size();
}

/// Symbol \p I has got the number \p NewNumbers[I].
template <bool Is64>
void MachOObject<Is64>::renumber(ArrayRef<uint32_t> NewNumbers) {
  for (Section &Sec : Sections)
    for (MachO::any_relocation_info &Relocation : Sec.Relocations) {
      uint32_t Symbol = Relocation.r_word1 & SymbolMask;
      if (Relocation.r_word1 & ExternBit && Symbol < NewNumbers.size())
        Relocation.r_word1 =
            (Relocation.r_word1 & ~SymbolMask) | NewNumbers[Symbol];
    }
}

/// addSymbols moves it to the defined symbols.
template <bool Is64>
Error MachOObject<Is64>::defineSymbol(const DataSymbol &TheDataSymbol) {
  Expected<uint32_t> Number = findSymbol(TheDataSymbol.Name);
  if (!Number)
    return Number.takeError();
  Symbol &Result = Symbols[*Number];
  if ((Result.Entry.n_type & MachO::N_TYPE) != MachO::N_UNDF)
    return malformed("a second symbol '" + TheDataSymbol.Name + "'");
  const Addition &Where = Added[TheDataSymbol.Section - 1];
  Result.IsAdded = true;
  Result.Offset = Where.Offset + TheDataSymbol.Offset;
  Result.Entry.n_sect = Where.Section + 1;
  Result.Entry.n_type = MachO::N_SECT;
  Result.Entry.n_type |= MachO::N_EXT;
  Result.Entry.n_desc = 0;
  return Error::success();
}

template <bool Is64>
std::vector<uint32_t> MachOObject<Is64>::addSymbols(ArrayRef<DataSymbol> New) {
  const size_t OldCount = Symbols.size();
  const size_t LocalCount = DynamicCommand.nlocalsym;
  const size_t UndefinedStart = LocalCount + DynamicCommand.nextdefsym;
  Symbols.reserve(OldCount + New.size());
  for (const DataSymbol &TheDataSymbol : New) {
    const Addition &Where = Added[TheDataSymbol.Section - 1];
    Symbol &Result = Symbols.emplace_back();
    Result.IsAdded = true;
    Result.Offset = Where.Offset + TheDataSymbol.Offset;
    Result.Entry.n_strx = Strings.size();
    Result.Entry.n_sect = Where.Section + 1;
    Result.Entry.n_type = MachO::N_SECT;
    if (TheDataSymbol.Visibility != ParamVisibility::Local)
      Result.Entry.n_type |= MachO::N_EXT;
    if (TheDataSymbol.Visibility == ParamVisibility::Hidden)
      Result.Entry.n_type |= MachO::N_PEXT;
    if (TheDataSymbol.IsMark)
      Result.Entry.n_desc = MachO::N_ALT_ENTRY;
    Strings += TheDataSymbol.Name;
    Strings += '\0';
  }

  auto GroupOf = [&](uint32_t Number) {
    if (Number < OldCount)
      return Number < LocalCount                                  ? 0
             : Number < UndefinedStart || Symbols[Number].IsAdded ? 1
                                                                  : 2;
    return Symbols[Number].Entry.n_type & MachO::N_EXT ? 1 : 0;
  };
  std::vector<uint32_t> Groups[3];
  for (uint32_t Number = 0; Number < Symbols.size(); ++Number)
    Groups[GroupOf(Number)].push_back(Number);
  llvm::sort(Groups[1], [this](uint32_t Left, uint32_t Right) {
    return std::tuple(nameOf(Symbols[Left]), Left) <
           std::tuple(nameOf(Symbols[Right]), Right);
  });
  std::vector<Symbol> Sorted;
  Sorted.reserve(Symbols.size());
  std::vector<uint32_t> NewNumbers(Symbols.size());
  for (ArrayRef<uint32_t> Group : Groups)
    for (uint32_t Number : Group) {
      NewNumbers[Number] = Sorted.size();
      Sorted.push_back(Symbols[Number]);
    }
  Symbols = std::move(Sorted);
  DynamicCommand.nlocalsym = Groups[0].size();
  DynamicCommand.iextdefsym = Groups[0].size();
  DynamicCommand.nextdefsym = Groups[1].size();
  DynamicCommand.iundefsym = Groups[0].size() + Groups[1].size();
  renumber(ArrayRef(NewNumbers).take_front(OldCount));
  NewNumbers.erase(NewNumbers.begin(), NewNumbers.begin() + OldCount);
  return NewNumbers;
}

template <bool Is64>
Expected<uint32_t> MachOObject<Is64>::findSymbol(StringRef Name) const {
  for (const auto &[Number, Symbol] : enumerate(Symbols))
    if (nameOf(Symbol) == Name)
      return Number;
  return malformed("no symbol '" + Name + "'");
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

template <bool Is64>
Error MachOObject<Is64>::writeTable(StringRef Name,
                                    function_ref<void(Table &)> Write) {
  Expected<uint32_t> Number = findSymbol(Name);
  if (!Number)
    return Number.takeError();
  const Symbol &Reserved = Symbols[*Number];
  if (Reserved.Entry.n_sect == 0 || Reserved.IsAdded)
    return malformed("no place for '" + Name + "'");
  Section &In = Sections[Reserved.Entry.n_sect - 1];
  auto Probe = find_if(In.Relocations, [&](const auto &Item) {
    return Item.r_word0 == Reserved.Offset;
  });
  if (Probe == In.Relocations.end())
    return malformed("no relocation for '" + Name + "'");
  if (Reserved.Offset > In.Contents.size() ||
      In.Contents.size() - Reserved.Offset < Types::WordSize)
    return malformed("no room for '" + Name + "'");
  MachO::any_relocation_info Relocation = *Probe;
  size_t Place = Probe - In.Relocations.begin();
  In.Relocations.erase(Probe);
  std::vector<MachO::any_relocation_info> New;
  auto AddPointer = [&](uint64_t Offset, uint32_t Symbol, uint64_t) {
    MachO::any_relocation_info &Added = New.emplace_back();
    Added.r_word0 = Relocation.r_word0 + Offset;
    Added.r_word1 = (Relocation.r_word1 & ~SymbolMask) | Symbol;
  };
  unsigned PointerSize = 1u << (Relocation.r_word1 >> LengthShift & 3);
  Error Failure =
      fillTable(Name, In.Contents.drop_front(Reserved.Offset),
                {PointerSize, Endianness::little, /*HasAddends=*/true},
                AddPointer, Write);
  In.Relocations.insert(In.Relocations.begin() + Place, New.rbegin(),
                        New.rend());
  return Failure;
}
