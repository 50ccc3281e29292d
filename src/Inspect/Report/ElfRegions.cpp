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
static ByteUse useOfElfSection(uint32_t Type) {
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
    return ByteUse::Other;
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
  for (const PlacedSection &Section : Sections) {
    if (End != 0 && Section.Address > End &&
        Section.Address - End < Section.Alignment)
      Sum = SaturatingAdd(Sum, Section.Address - End);
    End = std::max(End, SaturatingAdd(Section.Address, Section.Bytes));
  }
  return Sum;
}

/// Where the section's bytes are before start-up code copies them.
template <class ELFT>
static uint64_t loadAddress(const typename ELFT::Shdr &Section,
                            typename ELFT::PhdrRange Segments) {
  for (const typename ELFT::Phdr &Segment : Segments)
    if (Segment.p_type == ELF::PT_LOAD &&
        Section.sh_offset >= Segment.p_offset &&
        Section.sh_offset - Segment.p_offset < Segment.p_filesz)
      return Segment.p_paddr + (Section.sh_offset - Segment.p_offset);
  return Section.sh_addr;
}

template <class ELFT>
static Error addGaps(const object::ELFFile<ELFT> &Elf,
                     typename ELFT::ShdrRange Headers, FileRegions &Result) {
  auto Segments = Elf.program_headers();
  if (!Segments)
    return Segments.takeError();
  std::vector<PlacedSection> Flash, Ram;
  for (const typename ELFT::Shdr &Header : Headers) {
    SizedSection::KindType Kind = kindOf<ELFT>(Header);
    if (Header.sh_size == 0 || Header.sh_type == ELF::SHT_NULL)
      continue;
    if (isInFlash(Kind))
      Flash.push_back({loadAddress<ELFT>(Header, *Segments), Header.sh_size,
                       Header.sh_addralign});
    if (isInRam(Kind))
      Ram.push_back({Header.sh_addr, Header.sh_size, Header.sh_addralign});
  }
  Result.FlashGaps = gapsBetween(std::move(Flash));
  Result.RamGaps = gapsBetween(std::move(Ram));
  return Error::success();
}

/// Functions and variables of zeros, and the room for common symbols. \p Names
/// are those of the sections.
template <class ELFT>
static Error addSymbols(const object::ELFFile<ELFT> &Elf,
                        typename ELFT::ShdrRange Headers,
                        ArrayRef<SharedText> Names, FileRegions &Result) {
  struct Place {
    uint32_t Section;
    uint64_t Offset, Bytes;
    size_t Index;
    StringRef Name;
  };
  std::vector<Place> Places;
  uint64_t Common = 0, NameBytes = 0;
  bool IsLinked = Elf.getHeader().e_type != ELF::ET_REL;
  auto Add = [&](const typename ELFT::Sym &Symbol, StringRef Name) {
    if (Symbol.st_shndx == ELF::SHN_COMMON)
      Common = SaturatingAdd<uint64_t>(Common, Symbol.st_size);
    unsigned char Type = Symbol.getType();
    if ((Type != ELF::STT_FUNC && Type != ELF::STT_OBJECT) ||
        Symbol.st_size == 0 || Symbol.st_shndx >= Headers.size())
      return Error::success();
    const typename ELFT::Shdr &Section = Headers[Symbol.st_shndx];
    SizedSection::KindType Kind = kindOf<ELFT>(Section);
    if (Kind != SizedSection::Code && Kind != SizedSection::ZeroFill)
      return Error::success();
    uint64_t Offset = Symbol.st_value - (IsLinked ? Section.sh_addr : 0);
    // The lowest bit of a function may select its instruction set.
    if (Type == ELF::STT_FUNC)
      Offset &= ~uint64_t(Elf.getHeader().e_machine == ELF::EM_ARM ||
                          Elf.getHeader().e_machine == ELF::EM_MIPS);
    if (Offset < Section.sh_size && Symbol.st_size <= Section.sh_size - Offset)
      Places.push_back(
          {Symbol.st_shndx, Offset, Symbol.st_size, Places.size(), Name});
    return Error::success();
  };
  if (Error E = visitSymbols(Elf, Add))
    return E;
  sort(Places, [](const Place &A, const Place &B) {
    return std::tie(A.Section, A.Offset, B.Bytes, A.Index) <
           std::tie(B.Section, B.Offset, A.Bytes, B.Index);
  });
  uint32_t Section = 0;
  uint64_t End = 0;
  for (const Place &Symbol : Places) {
    if (Symbol.Section == Section && Symbol.Offset < End)
      continue;
    Section = Symbol.Section;
    End = Symbol.Offset + Symbol.Bytes;
    NameBytes += Symbol.Name.size();
    if (NameBytes > workLimit(Result.File.size()))
      return createStringError(inconvertibleErrorCode(),
                               "names of symbols overlap: together they are "
                               "far longer than the file");
    Result.Symbols.push_back({Symbol.Name.str(), Names[Section], Symbol.Bytes});
  }
  return Common == 0 ? Error::success()
                     : Result.addSection(CommonSection, SizedSection::ZeroFill,
                                         Common, "");
}

template <class ELFT> static Expected<FileRegions> readElf(StringRef Bytes) {
  auto Elf = object::ELFFile<ELFT>::create(Bytes);
  if (!Elf)
    return Elf.takeError();
  auto Headers = Elf->sections();
  if (!Headers)
    return Headers.takeError();
  FileRegions Result(Bytes);
  const typename ELFT::Ehdr &Header = Elf->getHeader();
  Result.add(ByteUse::Headers, "file header", 0, sizeof(Header));
  Result.add(ByteUse::Headers, "program headers", Header.e_phoff,
             uint64_t(Header.e_phnum) * Header.e_phentsize);
  Result.add(ByteUse::Headers, "section headers", Header.e_shoff,
             Headers->size() * sizeof(typename ELFT::Shdr));
  std::vector<SharedText> Names(Headers->size());
  for (const typename ELFT::Shdr &Section : *Headers) {
    if (Section.sh_type == ELF::SHT_NULL)
      continue;
    Expected<StringRef> Name = Elf->getSectionName(Section);
    if (!Name)
      return Name.takeError();
    StringRef Stored = Section.sh_type == ELF::SHT_NOBITS
                           ? StringRef()
                           : Bytes.substr(Section.sh_offset, Section.sh_size);
    if (Error E =
            Result.addSection(*Name, kindOf<ELFT>(Section), Section.sh_size,
                              Stored, useOfElfSection(Section.sh_type)))
      return E;
    Names[&Section - Headers->begin()] = Result.lastName();
  }
  if (Error E = addSymbols(*Elf, *Headers, Names, Result))
    return E;
  if (Header.e_type != ELF::ET_REL)
    if (Error E = addGaps(*Elf, *Headers, Result))
      return E;
  return Result;
}

Expected<FileRegions> metaobj::readElfRegions(MemoryBufferRef Buffer) {
  return withElfType(Buffer.getBuffer(), [&]<class ELFT>(ELFT) {
    return readElf<ELFT>(Buffer.getBuffer());
  });
}
