//===- ElfObject.cpp - Additions to an ELF object -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is taken apart into its sections and put together again in the same
// order, new sections behind. Sections and symbols keep their numbers, but for
// symbols that are global: ELF wants all local ones before them.
//
// The relocations of a table are all of one type, which LLVM showed at the
// start of the place that it reserved. Addresses are added where the target's
// relocations want it: in the relocation, or in the table.
//
//===----------------------------------------------------------------------===//

#include "ElfObject.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>
#include <tuple>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

ElfObject::~ElfObject() = default;
ElfObject::Table::~Table() = default;

bool metaobj::isLargeX86Section(StringRef Name) {
  return Name == ".lrodata" || Name.starts_with(".lrodata.");
}

static Error malformed(const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(),
                           "the object that LLVM wrote has " + Reason.str());
}

namespace {

/// The byte order of an ELFType, which has another name for it in older LLVMs.
template <class ELFT> constexpr llvm::endianness ByteOrder = {};
template <llvm::endianness Order, bool Is64>
constexpr llvm::endianness ByteOrder<ELFType<Order, Is64>> = Order;

template <class ELFT> class ElfObjectOf final : public ElfObject {
public:
  Error take(SmallVector<char, 0> Bytes);

  void setFlags(uint32_t Flags) override { header().e_flags = Flags; }
  void setAttributes(const AttributeSection &New) override;
  void dropStackNote() override;
  uint32_t addGroup() override;
  uint32_t addSection(StringRef Name, uint64_t Alignment, uint64_t Size,
                      std::vector<Part> Parts, uint32_t Group) override;
  void setSignature(uint32_t Group, uint32_t Symbol) override {
    Sections[Group].Header.sh_info = Symbol;
  }
  std::vector<uint32_t> addSymbols(ArrayRef<ElfDataSymbol> New) override;
  Expected<std::unique_ptr<Table>> openTable(StringRef Symbol) override;
  Expected<uint32_t> findSymbol(StringRef Name) const override;
  Expected<FileContents> finish() override;

private:
  using Ehdr = typename ELFT::Ehdr;
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;
  using Rel = typename ELFT::Rel;
  using Rela = typename ELFT::Rela;
  using Word = typename ELFT::Word;
  class TableOf;

  struct Section {
    Shdr Header = {};
    /// What the header says of the name is only right in the end.
    std::string Name;
    /// In Bytes, or in Own when that has any.
    MutableArrayRef<char> Contents;
    SmallVector<char, 0> Own;
    std::vector<Part> Parts;

    StringRef bytes() const {
      return Own.empty() ? StringRef(Contents.data(), Contents.size())
                         : StringRef(Own.data(), Own.size());
    }
    template <class Entry> MutableArrayRef<Entry> entries() {
      char *Data = Own.empty() ? Contents.data() : Own.data();
      size_t Size = Own.empty() ? Contents.size() : Own.size();
      return {reinterpret_cast<Entry *>(Data), Size / sizeof(Entry)};
    }
  };

  Ehdr &header() { return *reinterpret_cast<Ehdr *>(Bytes.data()); }
  bool isMips64() const {
    return ELFT::Is64Bits && ByteOrder<ELFT> == llvm::endianness::little &&
           Machine == ELF::EM_MIPS;
  }

  Error takeSections(const ELFFile<ELFT> &File);
  Error takeSymbols(const ELFFile<ELFT> &File);
  static void appendWord(SmallVectorImpl<char> &Bytes, uint32_t Value) {
    Word Entry;
    Entry = Value;
    const char *Data = reinterpret_cast<const char *>(&Entry);
    Bytes.append(Data, Data + sizeof(Entry));
  }

  Section *find(StringRef Name, uint32_t Type);
  Section &relocationsOf(uint32_t Target);
  void renumberSymbols(uint32_t FirstMoved, uint32_t Distance);
  void putSymbols();
  void putNames();
  Error checkSizes(uint64_t FileSize) const;

  SmallVector<char, 0> Bytes;
  uint16_t Machine = 0;
  std::vector<Section> Sections;
  /// Numbers of the sections in the order of the file.
  std::vector<uint32_t> FileOrder;
  uint32_t SymbolSection = 0;
  uint32_t NameSection = 0;
  std::vector<Sym> Symbols;
  /// Section numbers of symbols that st_shndx has no room for.
  std::vector<uint32_t> LargeSections;
  std::string Names; ///< Of sections and symbols.
  uint32_t LocalCount = 0;
  bool HasNewSymbols = false;
  std::vector<uint32_t> PayloadSections; ///< As addSection made them.
  std::vector<Shdr> Headers;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

template <class ELFT>
Error ElfObjectOf<ELFT>::takeSections(const ELFFile<ELFT> &File) {
  Expected<typename ELFT::ShdrRange> Table = File.sections();
  if (!Table)
    return Table.takeError();
  for (const Shdr &Header : *Table) {
    Section &New = Sections.emplace_back();
    New.Header = Header;
    Expected<StringRef> Name = File.getSectionName(Header);
    if (!Name)
      return Name.takeError();
    New.Name = Name->str();
    Expected<ArrayRef<uint8_t>> Contents = File.getSectionContents(Header);
    if (!Contents)
      return Contents.takeError();
    New.Contents = {
        const_cast<char *>(reinterpret_cast<const char *>(Contents->data())),
        Contents->size()};
    if (Header.sh_type == ELF::SHT_SYMTAB)
      SymbolSection = Sections.size() - 1;
    if (Header.sh_type == ELF::SHT_SYMTAB_SHNDX)
      return malformed("more sections than its header counts");
  }
  for (uint32_t Number = 1; Number < Sections.size(); ++Number)
    FileOrder.push_back(Number);
  llvm::sort(FileOrder, [&](uint32_t A, uint32_t B) {
    uint64_t OffsetA = Sections[A].Header.sh_offset;
    uint64_t OffsetB = Sections[B].Header.sh_offset;
    return std::tie(OffsetA, A) < std::tie(OffsetB, B);
  });
  return Error::success();
}

template <class ELFT>
Error ElfObjectOf<ELFT>::takeSymbols(const ELFFile<ELFT> &File) {
  if (SymbolSection == 0)
    return malformed("no symbols");
  const Shdr &Header = Sections[SymbolSection].Header;
  auto Table = File.symbols(&Header);
  if (!Table)
    return Table.takeError();
  NameSection = Header.sh_link;
  if (NameSection == 0 || NameSection >= Sections.size() ||
      NameSection != File.getHeader().e_shstrndx)
    return malformed("no table of names for symbols and sections");
  LocalCount = Header.sh_info;
  if (LocalCount > Table->size())
    return malformed("fewer symbols than it says");
  Symbols.assign(Table->begin(), Table->end());
  Names = Sections[NameSection].bytes().str();
  for (const Sym &Each : Symbols)
    if (Each.st_name >= Names.size())
      return malformed("a symbol without a name's end");
  if (Names.empty() || Names.back() != '\0')
    return malformed("symbol names without an end");
  return Error::success();
}

template <class ELFT>
Error ElfObjectOf<ELFT>::take(SmallVector<char, 0> Taken) {
  Bytes = std::move(Taken);
  Expected<ELFFile<ELFT>> File =
      ELFFile<ELFT>::create(StringRef(Bytes.data(), Bytes.size()));
  if (!File)
    return File.takeError();
  Machine = header().e_machine;
  if (Error E = takeSections(*File))
    return E;
  return takeSymbols(*File);
}

Expected<std::unique_ptr<ElfObject>>
ElfObject::read(SmallVector<char, 0> Bytes) {
  auto As = [&](auto Object) -> Expected<std::unique_ptr<ElfObject>> {
    if (Error E = Object->take(std::move(Bytes)))
      return E;
    return Object;
  };
  auto [Class, Data] = getElfArchType(StringRef(Bytes.data(), Bytes.size()));
  bool IsLittleEndian = Data == ELF::ELFDATA2LSB;
  if (Class == ELF::ELFCLASS64)
    return IsLittleEndian ? As(std::make_unique<ElfObjectOf<ELF64LE>>())
                          : As(std::make_unique<ElfObjectOf<ELF64BE>>());
  if (Class == ELF::ELFCLASS32)
    return IsLittleEndian ? As(std::make_unique<ElfObjectOf<ELF32LE>>())
                          : As(std::make_unique<ElfObjectOf<ELF32BE>>());
  return malformed("no ELF header");
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

template <class ELFT>
typename ElfObjectOf<ELFT>::Section *ElfObjectOf<ELFT>::find(StringRef Name,
                                                             uint32_t Type) {
  for (Section &Each : Sections)
    if (Each.Header.sh_type == Type && Each.Name == Name)
      return &Each;
  return nullptr;
}

template <class ELFT>
void ElfObjectOf<ELFT>::setAttributes(const AttributeSection &New) {
  Section *Place = find(New.Name, New.Type);
  if (!Place) {
    Place = &Sections.emplace_back();
    Place->Name = New.Name;
    FileOrder.push_back(Sections.size() - 1);
  }
  Place->Header.sh_type = New.Type;
  Place->Header.sh_flags = New.Flags;
  Place->Header.sh_addralign = New.Align;
  Place->Contents = {};
  Place->Own.assign(New.Contents.begin(), New.Contents.end());
}

template <class ELFT> void ElfObjectOf<ELFT>::dropStackNote() {
  if (Section *Note = find(".note.GNU-stack", ELF::SHT_PROGBITS))
    *Note = Section();
}

/// The ABI wants the group's header before those of its members.
template <class ELFT> uint32_t ElfObjectOf<ELFT>::addGroup() {
  Section &New = Sections.emplace_back();
  New.Name = ".group";
  New.Header.sh_type = ELF::SHT_GROUP;
  New.Header.sh_link = SymbolSection;
  New.Header.sh_addralign = sizeof(Word);
  New.Header.sh_entsize = sizeof(Word);
  appendWord(New.Own, ELF::GRP_COMDAT);
  FileOrder.push_back(Sections.size() - 1);
  return Sections.size() - 1;
}

template <class ELFT>
uint32_t ElfObjectOf<ELFT>::addSection(StringRef Name, uint64_t Alignment,
                                       uint64_t Size, std::vector<Part> Parts,
                                       uint32_t Group) {
  Section &New = Sections.emplace_back();
  New.Name = Name.str();
  New.Header.sh_type = ELF::SHT_PROGBITS;
  New.Header.sh_flags = ELF::SHF_ALLOC;
  // As compilers mark these for linkers, which put them behind all others.
  if (Machine == ELF::EM_X86_64 && isLargeX86Section(Name))
    New.Header.sh_flags = ELF::SHF_ALLOC | ELF::SHF_X86_64_LARGE;
  New.Header.sh_addralign = Alignment;
  New.Header.sh_size = Size;
  New.Parts = std::move(Parts);
  PayloadSections.push_back(Sections.size() - 1);
  if (Group) {
    New.Header.sh_flags = New.Header.sh_flags | ELF::SHF_GROUP;
    appendWord(Sections[Group].Own, PayloadSections.back());
  }
  return PayloadSections.back();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Adds \p Distance to the numbers of symbols from \p FirstMoved on wherever
/// other sections have them.
template <class ELFT>
void ElfObjectOf<ELFT>::renumberSymbols(uint32_t FirstMoved,
                                        uint32_t Distance) {
  auto Move = [&](auto &Relocation) {
    uint32_t Number = Relocation.getSymbol(isMips64());
    if (Number >= FirstMoved)
      Relocation.setSymbol(Number + Distance, isMips64());
  };
  for (Section &Each : Sections) {
    if (Each.Header.sh_link != SymbolSection)
      continue;
    switch (Each.Header.sh_type) {
    case ELF::SHT_REL:
      for_each(Each.template entries<Rel>(), Move);
      break;
    case ELF::SHT_RELA:
      for_each(Each.template entries<Rela>(), Move);
      break;
    case ELF::SHT_GROUP:
      if (Each.Header.sh_info >= FirstMoved)
        Each.Header.sh_info = Each.Header.sh_info + Distance;
      break;
    case ELF::SHT_LLVM_ADDRSIG:
      // A list of symbols whose addresses matter: without it all of them do.
      Each = Section();
      break;
    default:
      break;
    }
  }
}

template <class ELFT>
std::vector<uint32_t>
ElfObjectOf<ELFT>::addSymbols(ArrayRef<ElfDataSymbol> New) {
  size_t NamesSize = Names.size();
  uint32_t NewLocals = 0;
  for (const ElfDataSymbol &Each : New) {
    NamesSize += Each.Name.size() + 1;
    NewLocals += Each.Binding == ELF::STB_LOCAL;
  }
  Names.reserve(NamesSize);
  uint32_t OldSize = Symbols.size();
  uint32_t NextLocal = LocalCount;
  uint32_t NextGlobal = OldSize + NewLocals;
  Symbols.resize(OldSize + New.size());
  std::move_backward(Symbols.begin() + LocalCount, Symbols.begin() + OldSize,
                     Symbols.begin() + NextGlobal);
  std::vector<uint32_t> Numbers;
  Numbers.reserve(New.size());
  for (const ElfDataSymbol &Each : New) {
    uint32_t Number =
        Each.Binding == ELF::STB_LOCAL ? NextLocal++ : NextGlobal++;
    Numbers.push_back(Number);
    Sym &Symbol = Symbols[Number];
    Symbol = {};
    Symbol.st_name = Names.size();
    // Assemblers give undefined symbols no type, and linkers need none.
    Symbol.setBindingAndType(Each.Binding,
                             Each.Section ? ELF::STT_OBJECT : ELF::STT_NOTYPE);
    Symbol.st_other = Each.Visibility;
    Symbol.st_value = Each.Offset;
    Symbol.st_size = Each.Size;
    Symbol.st_shndx = Each.Section;
    if (Each.Section >= ELF::SHN_LORESERVE) {
      Symbol.st_shndx = ELF::SHN_XINDEX;
      LargeSections.resize(Symbols.size());
      LargeSections[Number] = Each.Section;
    }
    Names += Each.Name;
    Names += '\0';
  }
  renumberSymbols(LocalCount, NewLocals);
  LocalCount += NewLocals;
  HasNewSymbols = true;
  return Numbers;
}

template <class ELFT>
Expected<uint32_t> ElfObjectOf<ELFT>::findSymbol(StringRef Name) const {
  for (const auto &[Number, Each] : enumerate(Symbols))
    if (StringRef(Names.c_str() + Each.st_name) == Name)
      return Number;
  return malformed("no symbol '" + Name + "'");
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

template <class ELFT>
class ElfObjectOf<ELFT>::TableOf final : public ElfObject::Table {
public:
  /// \p Relocations, which apply to \p Bytes' section, get those of the table,
  /// which starts at \p Begin there.
  /// \p Behind are the relocations of what follows the table.
  TableOf(MutableArrayRef<char> Bytes, Section &Relocations,
          SmallVector<char, 0> Behind, uint64_t Begin, uint32_t Type,
          bool IsMips64)
      : Bytes(Bytes), Relocations(Relocations), Behind(std::move(Behind)),
        Begin(Begin), Type(Type), IsMips64(IsMips64),
        HasAddends(Relocations.Header.sh_type == ELF::SHT_RELA) {}

  ~TableOf() override { Relocations.Own.append(Behind.begin(), Behind.end()); }

  void setNumber(uint64_t Offset, uint64_t Value, unsigned Size) override {
    using namespace llvm::support;
    char *At = Bytes.slice(Offset, Size).data();
    constexpr llvm::endianness Order = ByteOrder<ELFT>;
    switch (Size) {
    case 1:
      *At = static_cast<char>(Value);
      break;
    case 2:
      endian::write16(At, static_cast<uint16_t>(Value), Order);
      break;
    case 4:
      endian::write32(At, static_cast<uint32_t>(Value), Order);
      break;
    default:
      endian::write64(At, Value, Order);
      break;
    }
  }

  void setPointer(uint64_t Offset, uint32_t Symbol, uint64_t Addend) override {
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

private:
  void append(const void *Entry, size_t Size) {
    const char *Data = static_cast<const char *>(Entry);
    Relocations.Own.append(Data, Data + Size);
  }

  MutableArrayRef<char> Bytes;
  Section &Relocations;
  SmallVector<char, 0> Behind;
  uint64_t Begin;
  uint32_t Type;
  bool IsMips64;
  bool HasAddends;
};

/// Leaves those of \p Entries that are before \p Begin, moves those from \p End
/// on to \p Behind, and drops what is between; returns the type of the one at
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
Expected<std::unique_ptr<ElfObject::Table>>
ElfObjectOf<ELFT>::openTable(StringRef Name) {
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
    return (Each.Header.sh_type == ELF::SHT_REL ||
            Each.Header.sh_type == ELF::SHT_RELA) &&
           Each.Header.sh_info == Target;
  };
  auto Relocations = find_if(Sections, IsForTarget);
  if (Relocations == Sections.end())
    return malformed("no relocation for '" + Name + "'");
  if (Relocations->Own.empty())
    Relocations->Own.assign(Relocations->Contents.begin(),
                            Relocations->Contents.end());
  bool HasAddends = Relocations->Header.sh_type == ELF::SHT_RELA;
  SmallVector<char, 0> Behind;
  std::optional<uint32_t> Type =
      HasAddends ? splitRelocations<Rela>(Relocations->Own, Begin, Begin + Size,
                                          isMips64(), Behind)
                 : splitRelocations<Rel>(Relocations->Own, Begin, Begin + Size,
                                         isMips64(), Behind);
  if (!Type)
    return malformed("no relocation for '" + Name + "'");
  MutableArrayRef<char> Place = Contents.slice(Begin, Size);
  // The addend of the relocation that was taken out.
  std::fill_n(Place.begin(),
              std::min<size_t>(Place.size(), sizeof(typename ELFT::uint)), 0);
  return std::make_unique<TableOf>(Place, *Relocations, std::move(Behind),
                                   Begin, *Type, isMips64());
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

template <class ELFT> void ElfObjectOf<ELFT>::putSymbols() {
  if (!HasNewSymbols)
    return;
  Section &Table = Sections[SymbolSection];
  Table.Contents = {reinterpret_cast<char *>(Symbols.data()),
                    Symbols.size() * sizeof(Sym)};
  Table.Header.sh_info = LocalCount;
  if (LargeSections.empty())
    return;
  Section &Large = Sections.emplace_back();
  Large.Name = ".symtab_shndx";
  Large.Header.sh_type = ELF::SHT_SYMTAB_SHNDX;
  Large.Header.sh_link = SymbolSection;
  Large.Header.sh_addralign = sizeof(Word);
  Large.Header.sh_entsize = sizeof(Word);
  for (uint32_t Number : LargeSections)
    appendWord(Large.Own, Number);
  FileOrder.push_back(Sections.size() - 1);
}

/// Puts the names of new sections behind those of symbols, in the one table
/// that LLVM has for both.
template <class ELFT> void ElfObjectOf<ELFT>::putNames() {
  StringMap<uint32_t> Known;
  for (Section &Each : Sections) {
    // Old sections have theirs already, taken-out ones have none.
    if (Each.Name.empty() || Each.Header.sh_name != 0)
      continue;
    auto [Place, IsNew] = Known.try_emplace(Each.Name, Names.size());
    if (IsNew) {
      Names += Each.Name;
      Names += '\0';
    }
    Each.Header.sh_name = Place->second;
  }
  Sections[NameSection].Contents = {Names.data(), Names.size()};
}

template <class ELFT>
Error ElfObjectOf<ELFT>::checkSizes(uint64_t FileSize) const {
  constexpr uint64_t Largest = std::numeric_limits<typename ELFT::uint>::max();
  if (FileSize <= Largest)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "the object would have " + std::to_string(FileSize) +
                               " bytes, and 32-bit ELF ends at " +
                               std::to_string(Largest));
}

template <class ELFT> Expected<FileContents> ElfObjectOf<ELFT>::finish() {
  putSymbols();
  putNames();
  FileContents File;
  File.append(StringRef(Bytes.data(), sizeof(Ehdr)));
  auto Align = [&](uint64_t Alignment) {
    File.padTo(alignTo(File.size(), std::max<uint64_t>(Alignment, 1)));
  };
  for (uint32_t Number : FileOrder) {
    Section &Each = Sections[Number];
    if (Each.Header.sh_type == ELF::SHT_NULL)
      continue;
    Align(Each.Header.sh_addralign);
    Each.Header.sh_offset = File.size();
    if (Each.Header.sh_type == ELF::SHT_NOBITS)
      continue;
    Each.Header.sh_size = Each.bytes().size();
    File.append(Each.bytes());
  }

  Align(sizeof(typename ELFT::uint));
  uint64_t HeaderOffset = File.size();
  uint64_t Offset = HeaderOffset + Sections.size() * sizeof(Shdr);
  bool IsTooLarge = false;
  for (uint32_t Number : PayloadSections) {
    Section &Each = Sections[Number];
    uint64_t Padding = offsetToAlignment(
        Offset, llvm::Align(std::max<uint64_t>(Each.Header.sh_addralign, 1)));
    Offset = SaturatingAdd(Offset, Padding, &IsTooLarge);
    // Linkers want addresses aligned, but not places in the file.
    auto Largest = std::max_element(Each.Parts.begin(), Each.Parts.end(),
                                    [](const Part &A, const Part &B) {
                                      return A.Data->size() < B.Data->size();
                                    });
    if (Largest != Each.Parts.end())
      Offset = FileContents::placeToShare(Offset, Largest->Offset,
                                          *Largest->Data, ByteOrder<ELFT>);
    Each.Header.sh_offset = Offset;
    Offset = SaturatingAdd(Offset, uint64_t(Each.Header.sh_size), &IsTooLarge);
  }
  if (Error E = checkSizes(Offset))
    return E;

  // Numbers that the header has no room for stand in the first section header.
  constexpr uint32_t Limit = ELF::SHN_LORESERVE;
  uint32_t Count = Sections.size();
  header().e_shoff = HeaderOffset;
  header().e_shnum = Count < Limit ? Count : 0;
  Sections[0].Header.sh_size = Count < Limit ? 0 : Count;
  for (const Section &Each : Sections)
    Headers.push_back(Each.Header);
  File.append(StringRef(reinterpret_cast<const char *>(Headers.data()),
                        Headers.size() * sizeof(Shdr)));
  for (uint32_t Number : PayloadSections) {
    const Section &Each = Sections[Number];
    uint64_t Begin = Each.Header.sh_offset;
    File.padTo(Begin);
    for (const Part &Part : Each.Parts) {
      File.padTo(Begin + Part.Offset);
      File.append(*Part.Data, ByteOrder<ELFT>);
    }
    File.padTo(Begin + Each.Header.sh_size);
  }
  return File;
}
