//===- MachORegions.cpp - Parts of a Mach-O object ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "Object/MachOFile.h"

#include "llvm/Object/MachO.h"

using namespace llvm;
using namespace metaobj;

static SizedSection::KindType kindOf(const MachOSection &Section) {
  StringRef Segment = StringRef(Section.Name).split(',').first;
  if ((Section.Flags & MachO::S_ATTR_DEBUG) || Segment == "__DWARF" ||
      Segment == "__LD" || Segment == "__LLVM")
    return SizedSection::NotLoaded;
  if (Section.isZeroFill())
    return SizedSection::ZeroFill;
  if (Section.isCode())
    return SizedSection::Code;
  return Segment == "__TEXT" ? SizedSection::ReadOnly : SizedSection::Data;
}

static void addCommand(const object::MachOObjectFile &Object,
                       const object::MachOObjectFile::LoadCommandInfo &Load,
                       FileRegions &Result) {
  switch (Load.C.cmd) {
  case MachO::LC_SYMTAB: {
    MachO::symtab_command Table = Object.getSymtabLoadCommand();
    Result.add(ByteUse::Symbols, "symbol table", Table.symoff,
               uint64_t(Table.nsyms) * (Object.is64Bit()
                                            ? sizeof(MachO::nlist_64)
                                            : sizeof(MachO::nlist)));
    Result.add(ByteUse::Strings, "string table", Table.stroff, Table.strsize);
    return;
  }
  case MachO::LC_DYSYMTAB: {
    MachO::dysymtab_command Table = Object.getDysymtabLoadCommand();
    Result.add(ByteUse::Symbols, "indirect symbols", Table.indirectsymoff,
               uint64_t(Table.nindirectsyms) * sizeof(uint32_t));
    return;
  }
  case MachO::LC_DATA_IN_CODE:
  case MachO::LC_LINKER_OPTIMIZATION_HINT: {
    MachO::linkedit_data_command Data = Object.getLinkeditDataLoadCommand(Load);
    Result.add(ByteUse::Other,
               Load.C.cmd == MachO::LC_DATA_IN_CODE
                   ? "data in code"
                   : "linker optimization hints",
               Data.dataoff, Data.datasize);
    return;
  }
  default:
    return;
  }
}

Expected<FileRegions> metaobj::readMachORegions(MemoryBufferRef Buffer) {
  Expected<MachOFile> File =
      readMachOFile(Buffer, Buffer.getBufferIdentifier());
  if (!File)
    return File.takeError();
  auto Object = object::ObjectFile::createMachOObjectFile(Buffer);
  if (!Object)
    return Object.takeError();
  FileRegions Result(Buffer.getBuffer());
  uint64_t HeaderSize =
      File->Is64 ? sizeof(MachO::mach_header_64) : sizeof(MachO::mach_header);
  Result.add(ByteUse::Headers, "file header", 0, HeaderSize);
  Result.add(ByteUse::Headers, "load commands", HeaderSize,
             (*Object)->getHeader().sizeofcmds);
  for (const MachOSection &Section : File->Sections) {
    if (Error E = Result.addSection(Section.Name, kindOf(Section), Section.Size,
                                    Section.Bytes))
      return E;
    Result.add(ByteUse::Relocations, Result.lastName(),
               Section.RelocationOffset, Section.RelocationBytes);
  }
  for (const object::MachOObjectFile::LoadCommandInfo &Load :
       (*Object)->load_commands())
    addCommand(**Object, Load, Result);
  return Result;
}
