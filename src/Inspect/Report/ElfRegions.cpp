//===- ElfRegions.cpp - Parts of an ELF file ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"
#include "Inspect/Report/SizeParts.h"

#include "Base/NameLimits.h"
#include "Inspect/ObjectImage.h"
#include "Object/ElfType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace metaobj;

/// Of sections that the format itself needs.
static std::optional<ByteUse> useOfElfSection(uint32_t Type) {
  switch (Type) {
  case ELF::SHT_SYMTAB:
  case ELF::SHT_DYNSYM:
  case ELF::SHT_SYMTAB_SHNDX:
  case ELF::SHT_HASH:
  case ELF::SHT_GNU_HASH:
  case ELF::SHT_GNU_versym:
  case ELF::SHT_GNU_verdef:
  case ELF::SHT_GNU_verneed:
    return ByteUse::Symbols;
  case ELF::SHT_STRTAB:
    return ByteUse::Strings;
  case ELF::SHT_REL:
  case ELF::SHT_RELA:
  case ELF::SHT_RELR:
    return ByteUse::Relocations;
  default:
    return std::nullopt;
  }
}

template <class ELFT>
static SizedSection::KindType kindOf(const typename ELFT::Shdr &Header) {
  if (!(Header.sh_flags & ELF::SHF_ALLOC))
    return SizedSection::NotLoaded;
  if (Header.sh_type == ELF::SHT_NOBITS)
    return SizedSection::ZeroFill;
  if (Header.sh_flags & ELF::SHF_EXECINSTR)
    return SizedSection::Code;
  return Header.sh_flags & ELF::SHF_WRITE ? SizedSection::Data
                                          : SizedSection::ReadOnly;
}

namespace {

/// A section in memory.
struct PlacedSection {
  uint64_t Address, Bytes, Alignment;
};

} // namespace

/// What alignment leaves before sections. A larger distance is somebody's plan.
static uint64_t gapsBetween(std::vector<PlacedSection> Sections) {
  sort(Sections, [](const PlacedSection &A, const PlacedSection &B) {
    return std::tie(A.Address, A.Bytes) < std::tie(B.Address, B.Bytes);
  });
  uint64_t Sum = 0, End = 0;
  for (const PlacedSection &Each : Sections) {
    if (End != 0 && Each.Address > End && Each.Address - End < Each.Alignment)
      Sum = SaturatingAdd(Sum, Each.Address - End);
    End = std::max(End, SaturatingAdd(Each.Address, Each.Bytes));
  }
  return Sum;
}

/// Where the section's bytes are before start-up code copies them.
template <class ELFT>
static uint64_t loadAddress(const typename ELFT::Shdr &Section,
                            typename ELFT::PhdrRange Segments) {
  for (const typename ELFT::Phdr &Each : Segments)
    if (Each.p_type == ELF::PT_LOAD && Section.sh_offset >= Each.p_offset &&
        Section.sh_offset - Each.p_offset < Each.p_filesz)
      return Each.p_paddr + (Section.sh_offset - Each.p_offset);
  return Section.sh_addr;
}

template <class ELFT>
static Error addGaps(const object::ELFFile<ELFT> &Elf, FileRegions &Result) {
  auto Headers = Elf.sections();
  if (!Headers)
    return Headers.takeError();
  auto Segments = Elf.program_headers();
  if (!Segments)
    return Segments.takeError();
  std::vector<PlacedSection> Flash, Ram;
  for (const typename ELFT::Shdr &Each : *Headers) {
    SizedSection::KindType Kind = kindOf<ELFT>(Each);
    if (Each.sh_size == 0 || Each.sh_type == ELF::SHT_NULL)
      continue;
    if (isInFlash(Kind))
      Flash.push_back({loadAddress<ELFT>(Each, *Segments), Each.sh_size,
                       Each.sh_addralign});
    if (isInRam(Kind))
      Ram.push_back({Each.sh_addr, Each.sh_size, Each.sh_addralign});
  }
  Result.FlashGaps = gapsBetween(std::move(Flash));
  Result.RamGaps = gapsBetween(std::move(Ram));
  return Error::success();
}

/// Functions and variables of zeros, and the room for common symbols.
template <class ELFT>
static Error addSymbols(const object::ELFFile<ELFT> &Elf,
                        const typename ELFT::Shdr &Table,
                        ArrayRef<SharedText> SectionNames, uint64_t FileBytes,
                        FileRegions &Result) {
  auto Headers = Elf.sections();
  auto Symbols = Elf.symbols(&Table);
  auto Strings = Elf.getStringTableForSymtab(Table);
  if (!Headers || !Symbols || !Strings)
    return joinErrors(Headers.takeError(),
                      joinErrors(Symbols.takeError(), Strings.takeError()));
  struct Place {
    uint32_t Section;
    uint64_t Offset, Bytes;
    size_t Index;
  };
  std::vector<Place> Places;
  uint64_t Common = 0, NameBytes = 0;
  bool IsLinked = Elf.getHeader().e_type != ELF::ET_REL;
  for (const auto &[Index, Each] : enumerate(*Symbols)) {
    if (Each.st_shndx == ELF::SHN_COMMON)
      Common = SaturatingAdd<uint64_t>(Common, Each.st_size);
    unsigned char Type = Each.getType();
    if ((Type != ELF::STT_FUNC && Type != ELF::STT_OBJECT) ||
        Each.st_size == 0 || Each.st_shndx >= SectionNames.size())
      continue;
    const typename ELFT::Shdr &Section = (*Headers)[Each.st_shndx];
    SizedSection::KindType Kind = kindOf<ELFT>(Section);
    if (Kind != SizedSection::Code && Kind != SizedSection::ZeroFill)
      continue;
    uint64_t Offset = Each.st_value - (IsLinked ? Section.sh_addr : 0);
    // The lowest bit of a function may select its instruction set.
    if (Type == ELF::STT_FUNC)
      Offset &= ~uint64_t(Elf.getHeader().e_machine == ELF::EM_ARM ||
                          Elf.getHeader().e_machine == ELF::EM_MIPS);
    if (Offset < Section.sh_size && Each.st_size <= Section.sh_size - Offset)
      Places.push_back({Each.st_shndx, Offset, Each.st_size, Index});
  }
  sort(Places, [](const Place &A, const Place &B) {
    return std::tie(A.Section, A.Offset, B.Bytes, A.Index) <
           std::tie(B.Section, B.Offset, A.Bytes, B.Index);
  });
  uint32_t Section = 0;
  uint64_t End = 0;
  for (const Place &Each : Places) {
    if (Each.Section == Section && Each.Offset < End)
      continue;
    Section = Each.Section;
    End = Each.Offset + Each.Bytes;
    Expected<StringRef> Name = (*Symbols)[Each.Index].getName(*Strings);
    if (!Name)
      return Name.takeError();
    NameBytes += Name->size();
    if (NameBytes > workLimit(FileBytes))
      return createStringError(inconvertibleErrorCode(),
                               "names of symbols overlap: together they are "
                               "far longer than the file");
    Result.Symbols.push_back(
        {Name->str(), SectionNames[Each.Section], Each.Bytes});
  }
  if (Common == 0)
    return Error::success();
  return Result
      .addSection(CommonSection, SizedSection::ZeroFill, Common, FileBytes)
      .takeError();
}

template <class ELFT>
static Expected<FileRegions> readElf(MemoryBufferRef Buffer) {
  auto Elf = object::ELFFile<ELFT>::create(Buffer.getBuffer());
  if (!Elf)
    return Elf.takeError();
  auto Headers = Elf->sections();
  if (!Headers)
    return Headers.takeError();
  FileRegions Result;
  const typename ELFT::Ehdr &Header = Elf->getHeader();
  Result.add(ByteUse::Headers, "file header", 0, sizeof(Header));
  Result.add(ByteUse::Headers, "program headers", Header.e_phoff,
             uint64_t(Header.e_phnum) * Header.e_phentsize);
  Result.add(ByteUse::Headers, "section headers", Header.e_shoff,
             Headers->size() * sizeof(typename ELFT::Shdr));
  std::vector<SharedText> Names(Headers->size());
  for (const typename ELFT::Shdr &Each : *Headers) {
    if (Each.sh_type == ELF::SHT_NULL)
      continue;
    Expected<StringRef> Name = Elf->getSectionName(Each);
    if (!Name)
      return Name.takeError();
    SizedSection::KindType Kind = kindOf<ELFT>(Each);
    Expected<SharedText> Shared =
        Result.addSection(*Name, Kind, Each.sh_size, Buffer.getBufferSize());
    if (!Shared)
      return Shared.takeError();
    Names[&Each - Headers->begin()] = *Shared;
    if (Each.sh_type == ELF::SHT_NOBITS)
      continue;
    ByteUse Use = Kind == SizedSection::Code ? ByteUse::Code : ByteUse::Other;
    Result.add(useOfElfSection(Each.sh_type).value_or(Use), *Shared,
               Each.sh_offset, Each.sh_size, *Shared);
  }
  for (const typename ELFT::Shdr &Each : *Headers)
    if (Each.sh_type == ELF::SHT_SYMTAB)
      if (Error E =
              addSymbols(*Elf, Each, Names, Buffer.getBufferSize(), Result))
        return E;
  if (Header.e_type != ELF::ET_REL)
    if (Error E = addGaps(*Elf, Result))
      return E;
  return Result;
}

Expected<FileRegions> metaobj::readElfRegions(MemoryBufferRef Buffer) {
  return withElfType(Buffer.getBuffer(),
                     [&]<class ELFT>(ELFT) { return readElf<ELFT>(Buffer); });
}
