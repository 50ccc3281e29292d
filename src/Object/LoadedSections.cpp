//===- LoadedSections.cpp - Addresses of a linked ELF file ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/LoadedSections.h"

#include "Base/Wording.h"
#include "Object/ElfFile.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

uint64_t metaobj::loadAddressOf(const ElfSection &Section,
                                ArrayRef<ElfSegment> Segments) {
  for (const ElfSegment &Segment : Segments)
    if (Segment.Type == ELF::PT_LOAD && Section.Address >= Segment.Address &&
        Section.Address - Segment.Address <= Segment.MemorySize &&
        Section.Size <=
            Segment.MemorySize - (Section.Address - Segment.Address))
      return Segment.LoadAddress + (Section.Address - Segment.Address);
  return Section.Address;
}

Expected<std::vector<LoadedSection>>
metaobj::loadedSections(MemoryBufferRef Image) {
  Expected<ElfFile> File = readElfFile(Image, Image.getBufferIdentifier());
  if (!File)
    return File.takeError();
  Expected<std::vector<ElfSegment>> Segments = File->segments();
  if (!Segments)
    return Segments.takeError();
  std::vector<LoadedSection> Result;
  for (const ElfSection &Section : File->Sections)
    if (Section.isLoaded())
      Result.push_back({Section.Name.str(), Section.Address,
                        loadAddressOf(Section, *Segments), Section.Size,
                        Section.isNoBits(), Section.isWritable()});
  return Result;
}

Expected<std::vector<LoadedSymbol>>
metaobj::loadedSymbols(MemoryBufferRef Image) {
  Expected<ElfFile> File = readElfFile(Image, Image.getBufferIdentifier());
  if (!File)
    return File.takeError();
  std::vector<LoadedSymbol> Result;
  auto Add = [&](const ElfSymbol &Symbol, StringRef Name) {
    if (Symbol.Size == 0 || Symbol.isUndefined() ||
        Symbol.Section >= File->Sections.size())
      return Error::success();
    const ElfSection &Section = File->Sections[Symbol.Section];
    if (Section.isLoaded())
      Result.push_back({Name.str(), Section.Name.str(), Symbol.Value,
                        Symbol.Size, Symbol.isLocal()});
    return Error::success();
  };
  if (Error E = File->visitSymbols(Add))
    return E;
  return Result;
}

Expected<std::vector<LoadedBytes>> metaobj::loadedBytes(MemoryBufferRef Image) {
  Expected<ElfFile> File = readElfFile(Image, Image.getBufferIdentifier());
  if (!File)
    return File.takeError();
  Expected<std::vector<ElfSegment>> Segments = File->segments();
  if (!Segments)
    return Segments.takeError();
  std::vector<LoadedBytes> Result;
  for (const ElfSegment &Segment : *Segments) {
    if (Segment.Type != ELF::PT_LOAD || Segment.FileSize == 0)
      continue;
    if (Segment.Bytes.size() != Segment.FileSize)
      return inputError(Image.getBufferIdentifier(),
                        "ends within the segment of address 0x" +
                            Twine::utohexstr(Segment.Address));
    Result.push_back(
        {Segment.LoadAddress, arrayRefFromStringRef(Segment.Bytes)});
  }
  sort(Result, [](const LoadedBytes &A, const LoadedBytes &B) {
    return A.Address < B.Address;
  });
  for (size_t I = 1; I < Result.size(); ++I) {
    const LoadedBytes &Before = Result[I - 1];
    if (Result[I].Address - Before.Address < Before.Bytes.size())
      return inputError(Image.getBufferIdentifier(),
                        "two segments are loaded to address 0x" +
                            Twine::utohexstr(Result[I].Address));
  }
  return Result;
}
