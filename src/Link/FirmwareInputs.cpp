//===- FirmwareInputs.cpp - What objects bring to an image ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/FirmwareInputs.h"

#include "Base/WorkFiles.h"
#include "Object/ElfFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/ARMTargetParser.h"

#include <algorithm>
#include <set>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

ArrayRef<StringRef> metaobj::cmsisTableSymbols() {
  static constexpr StringRef Names[] = {
      "__copy_table_start__", "__copy_table_end__", "__zero_table_start__",
      "__zero_table_end__"};
  return Names;
}

namespace {

class Reader {
public:
  explicit Reader(ArrayRef<StringRef> Entries) : Entries(Entries) {}

  Error readFile(MemoryBufferRef File);

  FirmwareInputs Result;

private:
  Error readArchive(MemoryBufferRef File);
  Error readObject(MemoryBufferRef File);
  Error addSection(const ElfFile &Elf, const ElfSection &Section,
                   StringRef Object, bool IsRelocated);
  void addSymbol(const ElfFile &Elf, const ElfSymbol &Symbol, StringRef Name);

  ArrayRef<StringRef> Entries;
  StringMap<size_t> Positions; ///< In Result.Sections, by name.
};

} // namespace

Error Reader::addSection(const ElfFile &Elf, const ElfSection &Section,
                         StringRef Object, bool IsRelocated) {
  if (!Section.isLoaded())
    return Error::success();
  if (Section.Flags & ELF::SHF_TLS) {
    uint64_t Alignment = std::max<uint64_t>(Section.Alignment, 1);
    if (isPowerOf2_64(Alignment))
      Result.TlsAlignment = std::max(Result.TlsAlignment, Alignment);
    return Error::success();
  }
  auto [Known, IsNew] =
      Positions.try_emplace(Section.Name, Result.Sections.size());
  if (IsNew)
    Result.Sections.push_back({Section.Name.str(), Object.str()});
  InputSection &Into = Result.Sections[Known->second];
  Into.IsCode |= Section.isCode();
  Into.IsWritable |= Section.isWritable();
  if (!Into.IsZero)
    return Error::success();
  if (!Section.isWritable() || IsRelocated) {
    Into.IsZero = false;
  } else if (!Section.isNoBits()) {
    Expected<StringRef> Bytes = Elf.contents(Section);
    if (!Bytes)
      return Bytes.takeError();
    Into.IsZero = all_of(*Bytes, [](char C) { return C == 0; });
  }
  return Error::success();
}

void Reader::addSymbol(const ElfFile &Elf, const ElfSymbol &Symbol,
                       StringRef Name) {
  if (Symbol.isLocal())
    return;
  if (Symbol.isUndefined())
    Result.WantsTables |= is_contained(cmsisTableSymbols(), Name);
  else if (is_contained(Entries, Name))
    Result.Entries.emplace(Name.str(),
                           Symbol.Section < Elf.Sections.size()
                               ? Elf.Sections[Symbol.Section].Name.str()
                               : "");
}

Error Reader::readObject(MemoryBufferRef File) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(File);
  if (!Object)
    return Object.takeError();
  Expected<ElfFile> Elf = readElfFile(File, File.getBufferIdentifier());
  if (!Elf)
    return Elf.takeError();
  if (!Elf->isRelocatable())
    return Error::success();
  Result.Is64Bit = Elf->Is64;
  Result.IsProfileM |=
      ARM::parseArchProfile((*Object)->makeTriple().getArchName()) ==
      ARM::ProfileKind::M;
  std::set<uint32_t> Relocated;
  for (const ElfSection &Section : Elf->Sections)
    if (Section.isRelocations() || Section.Type == CompactRelocations)
      Relocated.insert(Section.Info);
  for (const ElfSection &Section : Elf->Sections)
    if (Error E = addSection(*Elf, Section, File.getBufferIdentifier(),
                             Relocated.count(Section.Number) != 0))
      return E;
  return Elf->visitSymbols([&](const ElfSymbol &Symbol, StringRef Name) {
    addSymbol(*Elf, Symbol, Name);
    return Error::success();
  });
}

Error Reader::readArchive(MemoryBufferRef File) {
  Expected<std::unique_ptr<Archive>> Read = Archive::create(File);
  if (!Read)
    return Read.takeError();
  Error Failure = Error::success();
  for (const Archive::Child &TheChild : (*Read)->children(Failure)) {
    Expected<MemoryBufferRef> Member = TheChild.getMemoryBufferRef();
    if (!Member) {
      consumeError(std::move(Failure));
      return Member.takeError();
    }
    // An archive in it would be none of the linker's, either.
    if (identify_magic(Member->getBuffer()) == file_magic::archive)
      continue;
    if (Error E = readFile(*Member))
      consumeError(std::move(E));
  }
  return Failure;
}

Error Reader::readFile(MemoryBufferRef File) {
  switch (identify_magic(File.getBuffer())) {
  case file_magic::archive:
    return readArchive(File);
  case file_magic::elf_relocatable:
    return readObject(File);
  case file_magic::bitcode:
    Result.HasBitcode = true;
    // It may have such variables.
    Result.TlsAlignment = std::max<uint64_t>(Result.TlsAlignment, 8);
    return Error::success();
  default:
    return Error::success();
  }
}

FirmwareInputs metaobj::readFirmwareInputs(ArrayRef<LinkerInput> Inputs,
                                           ArrayRef<StringRef> Entries) {
  Reader Files(Entries);
  for (const LinkerInput &Input : Inputs) {
    Expected<std::unique_ptr<MemoryBuffer>> File = mapFile(Input.Path);
    if (!File) {
      consumeError(File.takeError());
      continue;
    }
    if (Error E = Files.readFile({(*File)->getBuffer(), Input.Name}))
      consumeError(std::move(E));
  }
  return std::move(Files.Result);
}
