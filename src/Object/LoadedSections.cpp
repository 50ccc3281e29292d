//===- LoadedSections.cpp - Addresses of a linked ELF file ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/LoadedSections.h"

#include "Base/Wording.h"
#include "Object/ElfType.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

/// Calls \p Job with the ELFFile of \p Image.
template <class JobT>
static auto withElfFile(MemoryBufferRef Image, JobT Job)
    -> decltype(Job(std::declval<const ELF64LEFile &>())) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createELFObjectFile(Image);
  if (!Object)
    return inputError(Image.getBufferIdentifier(), Object.takeError());
  if (auto *File = dyn_cast<ELF32LEObjectFile>(Object->get()))
    return Job(File->getELFFile());
  if (auto *File = dyn_cast<ELF32BEObjectFile>(Object->get()))
    return Job(File->getELFFile());
  if (auto *File = dyn_cast<ELF64BEObjectFile>(Object->get()))
    return Job(File->getELFFile());
  return Job(cast<ELF64LEObjectFile>(Object->get())->getELFFile());
}

/// The load address of \p Section by the segment that has it.
template <class ElfT>
static uint64_t loadAddressOf(const typename ElfT::Shdr &Section,
                              typename ElfT::PhdrRange Segments) {
  for (const auto &Segment : Segments)
    if (Segment.p_type == ELF::PT_LOAD && Section.sh_addr >= Segment.p_vaddr &&
        Section.sh_addr - Segment.p_vaddr <= Segment.p_memsz &&
        Section.sh_size <=
            Segment.p_memsz - (Section.sh_addr - Segment.p_vaddr))
      return Segment.p_paddr + (Section.sh_addr - Segment.p_vaddr);
  return Section.sh_addr;
}

template <class ElfT>
static Expected<std::vector<LoadedSection>>
sectionsOf(const ELFFile<ElfT> &File) {
  auto Sections = File.sections();
  auto Segments = File.program_headers();
  if (!Sections)
    return Sections.takeError();
  if (!Segments)
    return Segments.takeError();
  std::vector<LoadedSection> Result;
  for (const auto &Section : *Sections) {
    if (!(Section.sh_flags & ELF::SHF_ALLOC))
      continue;
    Expected<StringRef> Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    Result.push_back({Name->str(), Section.sh_addr,
                      loadAddressOf<ElfT>(Section, *Segments), Section.sh_size,
                      Section.sh_type == ELF::SHT_NOBITS,
                      (Section.sh_flags & ELF::SHF_WRITE) != 0});
  }
  return Result;
}

template <class ElfT>
static Expected<std::vector<LoadedSymbol>>
symbolsOf(const ELFFile<ElfT> &File) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  std::vector<LoadedSymbol> Result;
  auto Add = [&](const typename ElfT::Sym &Symbol, StringRef Name) -> Error {
    if (Symbol.st_size == 0 || Symbol.st_shndx == ELF::SHN_UNDEF ||
        Symbol.st_shndx >= Sections->size())
      return Error::success();
    const auto &Section = (*Sections)[Symbol.st_shndx];
    Expected<StringRef> Home = File.getSectionName(Section);
    if (!Home)
      return Home.takeError();
    if (Section.sh_flags & ELF::SHF_ALLOC)
      Result.push_back({Name.str(), Home->str(), Symbol.st_value,
                        Symbol.st_size, Symbol.getBinding() == ELF::STB_LOCAL});
    return Error::success();
  };
  if (Error E = visitSymbols(File, Add))
    return E;
  return Result;
}

template <class ElfT>
static Expected<std::vector<LoadedBytes>>
segmentBytes(const ELFFile<ElfT> &File) {
  auto Segments = File.program_headers();
  if (!Segments)
    return Segments.takeError();
  std::vector<LoadedBytes> Result;
  for (const auto &Segment : *Segments) {
    if (Segment.p_type != ELF::PT_LOAD || Segment.p_filesz == 0)
      continue;
    auto Bytes = File.getSegmentContents(Segment);
    if (!Bytes)
      return Bytes.takeError();
    Result.push_back({Segment.p_paddr, *Bytes});
  }
  return Result;
}

Expected<std::vector<LoadedSection>>
metaobj::loadedSections(MemoryBufferRef Image) {
  return withElfFile(
      Image, [](const auto &File) -> Expected<std::vector<LoadedSection>> {
        return sectionsOf(File);
      });
}

Expected<std::vector<LoadedSymbol>>
metaobj::loadedSymbols(MemoryBufferRef Image) {
  return withElfFile(
      Image, [](const auto &File) -> Expected<std::vector<LoadedSymbol>> {
        return symbolsOf(File);
      });
}

Expected<std::vector<LoadedBytes>> metaobj::loadedBytes(MemoryBufferRef Image) {
  Expected<std::vector<LoadedBytes>> Result = withElfFile(
      Image, [](const auto &File) -> Expected<std::vector<LoadedBytes>> {
        return segmentBytes(File);
      });
  if (!Result)
    return Result;
  sort(*Result, [](const LoadedBytes &A, const LoadedBytes &B) {
    return A.Address < B.Address;
  });
  for (size_t I = 1; I < Result->size(); ++I) {
    const LoadedBytes &Before = (*Result)[I - 1];
    if ((*Result)[I].Address - Before.Address < Before.Bytes.size())
      return inputError(Image.getBufferIdentifier(),
                        "two segments are loaded to address 0x" +
                            Twine::utohexstr((*Result)[I].Address));
  }
  return Result;
}
