//===- ElfRegions.cpp - Parts of an ELF file ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"
#include "Inspect/Report/SizeParts.h"

#include "Base/NameLimits.h"
#include "Inspect/ObjectImage.h"
#include "Object/ElfFile.h"

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

static SizedSection::KindType kindOf(const ElfSection &Section) {
  if (!Section.isLoaded())
    return SizedSection::NotLoaded;
  if (Section.isNoBits())
    return SizedSection::ZeroFill;
  if (Section.isCode())
    return SizedSection::Code;
  return Section.isWritable() ? SizedSection::Data : SizedSection::ReadOnly;
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
static uint64_t loadAddress(const ElfSection &Section,
                            ArrayRef<ElfSegment> Segments) {
  for (const ElfSegment &Segment : Segments)
    if (Segment.Type == ELF::PT_LOAD && Section.Offset >= Segment.Offset &&
        Section.Offset - Segment.Offset < Segment.FileSize)
      return Segment.LoadAddress + (Section.Offset - Segment.Offset);
  return Section.Address;
}

static Error addGaps(const ElfFile &Elf, FileRegions &Result) {
  Expected<std::vector<ElfSegment>> Segments = Elf.segments();
  if (!Segments)
    return Segments.takeError();
  std::vector<PlacedSection> Flash, Ram;
  for (const ElfSection &Section : Elf.Sections) {
    SizedSection::KindType Kind = kindOf(Section);
    if (Section.Size == 0 || Section.Type == ELF::SHT_NULL)
      continue;
    if (isInFlash(Kind))
      Flash.push_back(
          {loadAddress(Section, *Segments), Section.Size, Section.Alignment});
    if (isInRam(Kind))
      Ram.push_back({Section.Address, Section.Size, Section.Alignment});
  }
  Result.FlashGaps = gapsBetween(std::move(Flash));
  Result.RamGaps = gapsBetween(std::move(Ram));
  return Error::success();
}

/// Functions and variables of zeros, and the room for common symbols. \p Names
/// are those of the sections.
static Error addSymbols(const ElfFile &Elf, ArrayRef<SharedText> Names,
                        FileRegions &Result) {
  struct Place {
    uint32_t Section;
    uint64_t Offset, Bytes;
    size_t Index;
    StringRef Name;
  };
  std::vector<Place> Places;
  uint64_t Common = 0, NameBytes = 0;
  auto Add = [&](const ElfSymbol &Symbol, StringRef Name) {
    if (Symbol.Section == ELF::SHN_COMMON)
      Common = SaturatingAdd<uint64_t>(Common, Symbol.Size);
    if ((Symbol.Type != ELF::STT_FUNC && Symbol.Type != ELF::STT_OBJECT) ||
        Symbol.Size == 0 || Symbol.Section >= Elf.Sections.size())
      return Error::success();
    const ElfSection &Section = Elf.Sections[Symbol.Section];
    SizedSection::KindType Kind = kindOf(Section);
    if (Kind != SizedSection::Code && Kind != SizedSection::ZeroFill)
      return Error::success();
    uint64_t Offset =
        Symbol.Value - (Elf.isRelocatable() ? 0 : Section.Address);
    // The lowest bit of a function may select its instruction set.
    if (Symbol.Type == ELF::STT_FUNC)
      Offset &=
          ~uint64_t(Elf.Machine == ELF::EM_ARM || Elf.Machine == ELF::EM_MIPS);
    if (Offset < Section.Size && Symbol.Size <= Section.Size - Offset)
      Places.push_back(
          {Symbol.Section, Offset, Symbol.Size, Places.size(), Name});
    return Error::success();
  };
  if (Error E = Elf.visitSymbols(Add))
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

Expected<FileRegions> metaobj::readElfRegions(MemoryBufferRef Buffer) {
  Expected<ElfFile> Elf = readElfFile(Buffer, Buffer.getBufferIdentifier());
  if (!Elf)
    return Elf.takeError();
  FileRegions Result(Elf->Bytes);
  Result.add(ByteUse::Headers, "file header", 0, Elf->HeaderSize);
  Result.add(ByteUse::Headers, "program headers", Elf->SegmentHeaders,
             Elf->SegmentHeadersSize);
  Result.add(ByteUse::Headers, "section headers", Elf->SectionHeaders,
             Elf->SectionHeadersSize);
  std::vector<SharedText> Names(Elf->Sections.size());
  for (const ElfSection &Section : Elf->Sections) {
    if (Section.Type == ELF::SHT_NULL)
      continue;
    StringRef Stored = Section.isNoBits()
                           ? StringRef()
                           : Elf->Bytes.substr(Section.Offset, Section.Size);
    if (Error E = Result.addSection(Section.Name, kindOf(Section), Section.Size,
                                    Stored, useOfElfSection(Section.Type)))
      return E;
    Names[Section.Number] = Result.lastName();
  }
  if (Error E = addSymbols(*Elf, Names, Result))
    return E;
  if (!Elf->isRelocatable())
    if (Error E = addGaps(*Elf, Result))
      return E;
  return Result;
}
