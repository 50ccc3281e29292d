//===- CoffRegions.cpp - Parts of a COFF object ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "Object/CoffFile.h"

#include "llvm/Object/COFF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

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

Expected<FileRegions> metaobj::readCoffRegions(MemoryBufferRef Buffer) {
  Expected<CoffFile> Coff = readCoffFile(Buffer, Buffer.getBufferIdentifier());
  if (!Coff)
    return Coff.takeError();
  StringRef Bytes = Buffer.getBuffer();
  FileRegions Result(Bytes);
  uint64_t HeaderSize = Coff->IsBig ? sizeof(object::coff_bigobj_file_header)
                                    : sizeof(object::coff_file_header);
  Result.add(ByteUse::Headers, "file header", 0, HeaderSize);
  Result.add(ByteUse::Headers, "section headers", Coff->Headers,
             Coff->Sections.size() * sizeof(object::coff_section));
  for (const CoffSection &Section : Coff->Sections) {
    if (Error E =
            Result.addSection(Section.Name, kindOf(Section.Characteristics),
                              Section.Size, Section.Bytes))
      return E;
    Result.add(ByteUse::Relocations, Result.lastName(),
               Section.RelocationOffset, Section.RelocationBytes);
    Result.add(ByteUse::Other, "line numbers", Section.LineOffset,
               Section.LineBytes);
  }
  if (Coff->SymbolTable == 0)
    return Result;
  uint64_t SymbolBytes =
      Coff->Symbols.size() *
      (Coff->IsBig ? COFF::Symbol32Size : COFF::Symbol16Size);
  Result.add(ByteUse::Symbols, "symbol table", Coff->SymbolTable, SymbolBytes);
  uint64_t Strings = Coff->SymbolTable + SymbolBytes;
  if (Strings <= Bytes.size() && Bytes.size() - Strings >= sizeof(uint32_t))
    Result.add(
        ByteUse::Strings, "string table", Strings,
        std::max<uint64_t>(support::endian::read32le(Bytes.data() + Strings),
                           sizeof(uint32_t)));
  return Result;
}
