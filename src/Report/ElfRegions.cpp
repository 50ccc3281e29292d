//===- ElfRegions.cpp - Parts of an ELF file ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRegions.h"

#include "Object/ElfType.h"

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
    if (Each.sh_type == ELF::SHT_NOBITS)
      continue;
    ByteUse Use = Kind == SizedSection::Code ? ByteUse::Code : ByteUse::Other;
    Result.add(useOfElfSection(Each.sh_type).value_or(Use), *Shared,
               Each.sh_offset, Each.sh_size, *Shared);
  }
  return Result;
}

Expected<FileRegions> metaobj::readElfRegions(MemoryBufferRef Buffer) {
  return withElfType(Buffer.getBuffer(),
                     [&]<class ELFT>(ELFT) { return readElf<ELFT>(Buffer); });
}
