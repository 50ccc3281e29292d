//===- ElfObject.cpp - Additions to an ELF object -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the file into its sections and joins them again in the same order,
// with new sections behind. Sections and local symbols keep their numbers.
// Global symbols get new ones, because ELF requires all local symbols before
// them.
//
//===----------------------------------------------------------------------===//

#include "Object/ElfObjectOf.h"

#include "Object/ElfFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

bool metaobj::isLargeX86Section(StringRef Name) {
  return Name == ".lrodata" || Name.starts_with(".lrodata.");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

template <class ELFT>
Error ElfObjectOf<ELFT>::takeSections(const ELFFile<ELFT> &File) {
  Expected<typename ELFT::ShdrRange> Table = File.sections();
  if (!Table)
    return Table.takeError();
  for (const Shdr &Header : *Table) {
    if (Header.sh_type == CompactRelocations)
      return malformed("compact relocations (CREL)");
    Section &New = addEmpty();
    headerOf(New) = Header;
    Expected<StringRef> Name = File.getSectionName(Header);
    if (!Name)
      return Name.takeError();
    New.Name = *Name;
    // Its size counts bytes that the file does not have.
    if (Header.sh_type == ELF::SHT_NOBITS)
      continue;
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
    uint64_t OffsetA = Headers[A].sh_offset;
    uint64_t OffsetB = Headers[B].sh_offset;
    return std::tie(OffsetA, A) < std::tie(OffsetB, B);
  });
  return Error::success();
}

template <class ELFT>
Error ElfObjectOf<ELFT>::takeSymbols(const ELFFile<ELFT> &File) {
  if (SymbolSection == 0)
    return malformed("no symbols");
  const Shdr &Header = Headers[SymbolSection];
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
  for (const Sym &Symbol : Symbols)
    if (Symbol.st_name >= Names.size())
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
  for (Section &Sec : Sections)
    if (headerOf(Sec).sh_type == Type && Sec.Name == Name)
      return &Sec;
  return nullptr;
}

template <class ELFT>
void ElfObjectOf<ELFT>::setAttributes(const AttributeSection &New) {
  Section *Place = find(New.Name, New.Type);
  if (!Place) {
    Place = &addEmpty();
    Place->Name = keep(New.Name);
    FileOrder.push_back(Sections.size() - 1);
  }
  headerOf(*Place).sh_type = New.Type;
  headerOf(*Place).sh_flags = New.Flags;
  headerOf(*Place).sh_addralign = New.Align;
  Place->Contents = {};
  Place->Own.assign(New.Contents.begin(), New.Contents.end());
}

template <class ELFT> void ElfObjectOf<ELFT>::dropStackNote() {
  Section *Note = find(".note.GNU-stack", ELF::SHT_PROGBITS);
  if (!Note)
    return;
  headerOf(*Note) = {};
  *Note = Section();
}

/// The ABI wants the group's header before those of its members.
template <class ELFT> uint32_t ElfObjectOf<ELFT>::addGroup() {
  Section &New = addEmpty();
  New.Name = ".group";
  headerOf(New).sh_type = ELF::SHT_GROUP;
  headerOf(New).sh_link = SymbolSection;
  headerOf(New).sh_addralign = sizeof(Word);
  headerOf(New).sh_entsize = sizeof(Word);
  appendWord(New.Own, ELF::GRP_COMDAT);
  FileOrder.push_back(Sections.size() - 1);
  return Sections.size() - 1;
}

template <class ELFT>
uint32_t ElfObjectOf<ELFT>::addSection(StringRef Name, uint64_t Alignment,
                                       uint64_t Size, ArrayRef<Part> Parts,
                                       uint32_t Group, bool IsWritable) {
  Section &New = addEmpty();
  New.Name = Name.empty() ? ".rodata" : keep(Name);
  headerOf(New).sh_type = ELF::SHT_PROGBITS;
  headerOf(New).sh_flags = ELF::SHF_ALLOC;
  // As compilers mark these for linkers, which put them behind all others.
  if (Machine == ELF::EM_X86_64 && isLargeX86Section(Name))
    headerOf(New).sh_flags = ELF::SHF_ALLOC | ELF::SHF_X86_64_LARGE;
  if (IsWritable)
    headerOf(New).sh_flags = headerOf(New).sh_flags | ELF::SHF_WRITE;
  headerOf(New).sh_addralign = Alignment;
  headerOf(New).sh_size = Size;
  New.Parts = keep(Parts);
  PayloadSections.push_back(Sections.size() - 1);
  if (Group) {
    headerOf(New).sh_flags = headerOf(New).sh_flags | ELF::SHF_GROUP;
    appendWord(Sections[Group].Own, PayloadSections.back());
  }
  return PayloadSections.back();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Puts the names of new sections behind those of symbols, in the one table
/// that LLVM has for both.
template <class ELFT> void ElfObjectOf<ELFT>::putNames() {
  StringMap<uint32_t> Known;
  for (Section &Sec : Sections) {
    // Old sections have theirs already, taken-out ones have none.
    if (Sec.Name.empty() || headerOf(Sec).sh_name != 0)
      continue;
    auto [Place, IsNew] = Known.try_emplace(Sec.Name, Names.size());
    if (IsNew) {
      Names += Sec.Name;
      Names += '\0';
    }
    headerOf(Sec).sh_name = Place->second;
  }
  Sections[NameSection].Contents = {Names.data(), Names.size()};
}

template <class ELFT> Expected<FileContents> ElfObjectOf<ELFT>::finish() {
  putSymbols();
  putNames();
  FileContents File(ByteOrder<ELFT>);
  File.append(StringRef(Bytes.data(), sizeof(Ehdr)));
  auto Align = [&](uint64_t Alignment) {
    File.padTo(alignTo(File.size(), std::max<uint64_t>(Alignment, 1)));
  };
  for (uint32_t Number : FileOrder) {
    Section &Sec = Sections[Number];
    if (headerOf(Sec).sh_type == ELF::SHT_NULL)
      continue;
    // Zeros need no place, and their alignment no padding.
    bool HasBytes = headerOf(Sec).sh_type != ELF::SHT_NOBITS;
    if (HasBytes)
      Align(headerOf(Sec).sh_addralign);
    headerOf(Sec).sh_offset = File.size();
    if (!HasBytes)
      continue;
    headerOf(Sec).sh_size = Sec.bytes().size();
    File.append(Sec.bytes());
  }

  Align(sizeof(typename ELFT::uint));
  uint64_t HeaderOffset = File.size();
  uint64_t Offset = HeaderOffset + Sections.size() * sizeof(Shdr);
  bool IsTooLarge = false;
  for (uint32_t Number : PayloadSections) {
    Section &Sec = Sections[Number];
    uint64_t Padding = offsetToAlignment(
        Offset, llvm::Align(std::max<uint64_t>(headerOf(Sec).sh_addralign, 1)));
    Offset = SaturatingAdd(Offset, Padding, &IsTooLarge);
    // Linkers want addresses aligned, but not places in the file.
    Offset = placeToShare(Offset, Sec.Parts, ByteOrder<ELFT>);
    headerOf(Sec).sh_offset = Offset;
    Offset =
        SaturatingAdd(Offset, uint64_t(headerOf(Sec).sh_size), &IsTooLarge);
  }
  if (!ELFT::Is64Bits)
    if (Error E = checkFileSize(Offset, "32-bit ELF"))
      return E;

  // Numbers that the header has no room for stand in the first section header.
  constexpr uint32_t Limit = ELF::SHN_LORESERVE;
  uint32_t Count = Sections.size();
  header().e_shoff = HeaderOffset;
  header().e_shnum = Count < Limit ? Count : 0;
  Headers[0].sh_size = Count < Limit ? 0 : Count;
  File.append(StringRef(reinterpret_cast<const char *>(Headers.data()),
                        Headers.size() * sizeof(Shdr)));
  for (uint32_t Number : PayloadSections) {
    const Section &Sec = Sections[Number];
    File.padTo(headerOf(Sec).sh_offset);
    File.append(Sec.Parts, headerOf(Sec).sh_size);
  }
  return File;
}
