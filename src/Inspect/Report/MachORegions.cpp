//===- MachORegions.cpp - Parts of a Mach-O object ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/FileRegions.h"

#include "llvm/Object/MachO.h"

using namespace llvm;
using namespace metaobj;

static constexpr uint64_t MachORecordSize = sizeof(MachO::any_relocation_info);

static StringRef paddedName(const char (&Name)[16]) {
  return StringRef(Name, sizeof(Name)).take_until([](char C) { return !C; });
}

static bool isZeroFill(uint32_t Flags) {
  uint32_t Type = Flags & MachO::SECTION_TYPE;
  return Type == MachO::S_ZEROFILL || Type == MachO::S_GB_ZEROFILL ||
         Type == MachO::S_THREAD_LOCAL_ZEROFILL;
}

static SizedSection::KindType kindOf(StringRef Segment, uint32_t Flags) {
  if ((Flags & MachO::S_ATTR_DEBUG) || Segment == "__DWARF" ||
      Segment == "__LD" || Segment == "__LLVM")
    return SizedSection::NotLoaded;
  if (isZeroFill(Flags))
    return SizedSection::ZeroFill;
  if (Flags &
      (MachO::S_ATTR_PURE_INSTRUCTIONS | MachO::S_ATTR_SOME_INSTRUCTIONS))
    return SizedSection::Code;
  return Segment == "__TEXT" ? SizedSection::ReadOnly : SizedSection::Data;
}

template <class SectionType>
static void addSection(const SectionType &Header, FileRegions &Result) {
  StringRef Segment = paddedName(Header.segname);
  SharedText Name = (Segment + "," + paddedName(Header.sectname)).str();
  SizedSection::KindType Kind = kindOf(Segment, Header.flags);
  Result.Sections.push_back({Name, Kind, Header.size});
  if (!isZeroFill(Header.flags))
    Result.add(Kind == SizedSection::Code ? ByteUse::Code : ByteUse::Other,
               Name, Header.offset, Header.size, Name);
  Result.add(ByteUse::Relocations, Name, Header.reloff,
             Header.nreloc * MachORecordSize);
}

static void addCommand(const object::MachOObjectFile &Object,
                       const object::MachOObjectFile::LoadCommandInfo &Load,
                       FileRegions &Result) {
  switch (Load.C.cmd) {
  case MachO::LC_SEGMENT_64:
    for (uint32_t I = 0, E = Object.getSegment64LoadCommand(Load).nsects;
         I != E; ++I)
      addSection(Object.getSection64(Load, I), Result);
    return;
  case MachO::LC_SEGMENT:
    for (uint32_t I = 0, E = Object.getSegmentLoadCommand(Load).nsects; I != E;
         ++I)
      addSection(Object.getSection(Load, I), Result);
    return;
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
  auto Object = object::ObjectFile::createMachOObjectFile(Buffer);
  if (!Object)
    return Object.takeError();
  FileRegions Result;
  uint64_t HeaderSize = (*Object)->is64Bit() ? sizeof(MachO::mach_header_64)
                                             : sizeof(MachO::mach_header);
  Result.add(ByteUse::Headers, "file header", 0, HeaderSize);
  Result.add(ByteUse::Headers, "load commands", HeaderSize,
             (*Object)->getHeader().sizeofcmds);
  for (const object::MachOObjectFile::LoadCommandInfo &Load :
       (*Object)->load_commands())
    addCommand(**Object, Load, Result);
  return Result;
}
