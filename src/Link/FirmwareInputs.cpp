//===- FirmwareInputs.cpp - What objects bring to an image ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/FirmwareInputs.h"

#include "Base/WorkFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
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
  Error addSection(const ELFSectionRef &Section, StringRef Object,
                   bool IsRelocated);
  Error addSymbol(const ELFSymbolRef &Symbol, const ObjectFile &Object);

  ArrayRef<StringRef> Entries;
  StringMap<size_t> Positions; ///< In Result.Sections, by name.
};

} // namespace

/// Not by SectionRef, which asserts what files may have.
static uint64_t alignmentOf(const ELFSectionRef &Section) {
  auto Read = [&Section](const auto &File) -> uint64_t {
    return File.getSection(Section.getRawDataRefImpl())->sh_addralign;
  };
  const ObjectFile *Object = Section.getObject();
  if (const auto *File = dyn_cast<ELF32LEObjectFile>(Object))
    return Read(*File);
  if (const auto *File = dyn_cast<ELF32BEObjectFile>(Object))
    return Read(*File);
  if (const auto *File = dyn_cast<ELF64BEObjectFile>(Object))
    return Read(*File);
  return Read(*cast<ELF64LEObjectFile>(Object));
}

Error Reader::addSection(const ELFSectionRef &Section, StringRef Object,
                         bool IsRelocated) {
  if (!(Section.getFlags() & ELF::SHF_ALLOC))
    return Error::success();
  if (Section.getFlags() & ELF::SHF_TLS) {
    uint64_t Alignment = std::max<uint64_t>(alignmentOf(Section), 1);
    if (isPowerOf2_64(Alignment))
      Result.TlsAlignment = std::max(Result.TlsAlignment, Alignment);
    return Error::success();
  }
  Expected<StringRef> Name = Section.getName();
  if (!Name)
    return Name.takeError();
  auto [Known, IsNew] = Positions.try_emplace(*Name, Result.Sections.size());
  if (IsNew)
    Result.Sections.push_back({Name->str(), Object.str()});
  InputSection &Into = Result.Sections[Known->second];
  Into.IsCode |= (Section.getFlags() & ELF::SHF_EXECINSTR) != 0;
  bool IsWritable = (Section.getFlags() & ELF::SHF_WRITE) != 0;
  Into.IsWritable |= IsWritable;
  if (!Into.IsZero)
    return Error::success();
  if (!IsWritable || IsRelocated) {
    Into.IsZero = false;
  } else if (Section.getType() != ELF::SHT_NOBITS) {
    Expected<StringRef> Bytes = Section.getContents();
    if (!Bytes)
      return Bytes.takeError();
    Into.IsZero = all_of(*Bytes, [](char C) { return C == 0; });
  }
  return Error::success();
}

Error Reader::addSymbol(const ELFSymbolRef &Symbol, const ObjectFile &Object) {
  Expected<uint32_t> Flags = Symbol.getFlags();
  if (!Flags)
    return Flags.takeError();
  if (!(*Flags & BasicSymbolRef::SF_Global))
    return Error::success();
  Expected<StringRef> Name = Symbol.getName();
  if (!Name)
    return Name.takeError();
  if (*Flags & BasicSymbolRef::SF_Undefined) {
    Result.WantsTables |= is_contained(cmsisTableSymbols(), *Name);
    return Error::success();
  }
  if (!is_contained(Entries, *Name))
    return Error::success();
  Expected<section_iterator> Home = Symbol.getSection();
  if (!Home)
    return Home.takeError();
  std::string Section;
  if (*Home != Object.section_end()) {
    Expected<StringRef> Found = (*Home)->getName();
    if (!Found)
      return Found.takeError();
    Section = Found->str();
  }
  Result.Entries.emplace(Name->str(), Section);
  return Error::success();
}

Error Reader::readObject(MemoryBufferRef File) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(File);
  if (!Object)
    return Object.takeError();
  const auto &Elf = cast<ELFObjectFileBase>(**Object);
  if (!Elf.isRelocatableObject())
    return Error::success();
  Result.Is64Bit = Elf.getBytesInAddress() == 8;
  Result.IsProfileM |= ARM::parseArchProfile(Elf.makeTriple().getArchName()) ==
                       ARM::ProfileKind::M;
  std::set<SectionRef> Relocated;
  for (const SectionRef &Section : Elf.sections()) {
    Expected<section_iterator> Target = Section.getRelocatedSection();
    if (!Target)
      return Target.takeError();
    if (*Target != Elf.section_end())
      Relocated.insert(**Target);
  }
  for (const SectionRef &Section : Elf.sections())
    if (Error E = addSection(Section, File.getBufferIdentifier(),
                             Relocated.count(Section) != 0))
      return E;
  for (const ELFSymbolRef &Symbol : Elf.symbols())
    if (Error E = addSymbol(Symbol, Elf))
      return E;
  return Error::success();
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
