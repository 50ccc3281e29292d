//===- CoffRegions.cpp - Parts of a COFF object ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "llvm/Object/COFF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

/// Bytes of a relocation and of a line number.
static constexpr uint64_t CoffRecordSize = sizeof(object::coff_relocation);
static constexpr uint64_t CoffLineSize = 6;

static SizedSection::KindType kindOf(uint32_t Characteristics) {
  if (Characteristics &
      (COFF::IMAGE_SCN_LNK_REMOVE | COFF::IMAGE_SCN_MEM_DISCARDABLE |
       COFF::IMAGE_SCN_LNK_INFO))
    return SizedSection::NotLoaded;
  if (Characteristics & COFF::IMAGE_SCN_CNT_UNINITIALIZED_DATA)
    return SizedSection::ZeroFill;
  if (Characteristics & COFF::IMAGE_SCN_CNT_CODE)
    return SizedSection::Code;
  return Characteristics & COFF::IMAGE_SCN_MEM_WRITE ? SizedSection::Data
                                                     : SizedSection::ReadOnly;
}

/// The number of relocations, with the record that holds a number above 16
/// bits.
static uint64_t numRelocations(const object::coff_section &Header,
                               StringRef Bytes) {
  uint64_t At = Header.PointerToRelocations;
  if (!Header.hasExtendedRelocations())
    return Header.NumberOfRelocations;
  if (At > Bytes.size() || Bytes.size() - At < sizeof(uint32_t))
    return 0;
  return support::endian::read32le(Bytes.data() + At);
}

Expected<FileRegions> metaobj::readCoffRegions(MemoryBufferRef Buffer) {
  auto Object = object::COFFObjectFile::create(Buffer);
  if (!Object)
    return Object.takeError();
  const object::COFFObjectFile &Coff = **Object;
  StringRef Bytes = Buffer.getBuffer();
  FileRegions Result;
  bool IsBig = Coff.getCOFFBigObjHeader() != nullptr;
  uint64_t HeaderSize = IsBig ? sizeof(object::coff_bigobj_file_header)
                              : sizeof(object::coff_file_header);
  Result.add(ByteUse::Headers, "file header", 0, HeaderSize);
  Result.add(ByteUse::Headers, "section headers",
             HeaderSize + (IsBig ? 0 : Coff.getSizeOfOptionalHeader()),
             uint64_t(Coff.getNumberOfSections()) *
                 sizeof(object::coff_section));
  for (uint32_t I = 1; I <= Coff.getNumberOfSections(); ++I) {
    Expected<const object::coff_section *> Section =
        Coff.getSection(static_cast<int32_t>(I));
    if (!Section)
      return Section.takeError();
    const object::coff_section &Header = **Section;
    Expected<StringRef> Name = Coff.getSectionName(&Header);
    if (!Name)
      return Name.takeError();
    SizedSection::KindType Kind = kindOf(Header.Characteristics);
    Expected<SharedText> Shared =
        Result.addSection(*Name, Kind, Header.SizeOfRawData, Bytes.size());
    if (!Shared)
      return Shared.takeError();
    if (!(Header.Characteristics & COFF::IMAGE_SCN_CNT_UNINITIALIZED_DATA))
      Result.add(Kind == SizedSection::Code ? ByteUse::Code : ByteUse::Other,
                 *Shared, Header.PointerToRawData, Header.SizeOfRawData,
                 *Shared);
    Result.add(ByteUse::Relocations, *Shared, Header.PointerToRelocations,
               numRelocations(Header, Bytes) * CoffRecordSize);
    Result.add(ByteUse::Other, "line numbers", Header.PointerToLinenumbers,
               Header.NumberOfLinenumbers * CoffLineSize);
  }
  uint64_t Symbols = Coff.getPointerToSymbolTable();
  uint64_t SymbolBytes =
      uint64_t(Coff.getRawNumberOfSymbols()) * Coff.getSymbolTableEntrySize();
  if (Symbols == 0)
    return Result;
  Result.add(ByteUse::Symbols, "symbol table", Symbols, SymbolBytes);
  uint64_t Strings = Symbols + SymbolBytes;
  if (Strings <= Bytes.size() && Bytes.size() - Strings >= sizeof(uint32_t))
    Result.add(
        ByteUse::Strings, "string table", Strings,
        std::max<uint64_t>(support::endian::read32le(Bytes.data() + Strings),
                           sizeof(uint32_t)));
  return Result;
}
