//===- DebugSections.cpp - DWARF of an ELF object -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a relocatable object the offsets from one section of DWARF to another are
// relocations. LLVM's DWARFContext resolves them when it is given an
// ELFObjectFile, whose accessors end the process on some damaged files. Here
// ELFFile reads them, which checks all that it is asked for, and of LLVM's
// object files only the rule of each machine for a relocation's value is taken.
//
//===----------------------------------------------------------------------===//

#include "Input/DebugSections.h"

#include "Input/DebugSignatures.h"
#include "metaobj/LlvmVersion.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Object/RelocationResolver.h"
#include "llvm/Support/Endian.h"

#include <type_traits>

using namespace llvm;
using namespace llvm::object;

namespace metaobj {

static bool isWanted(StringRef Name) {
  static constexpr StringLiteral Names[] = {".debug_info", ".debug_abbrev",
                                            ".debug_str", ".debug_line_str",
                                            ".debug_str_offsets"};
  return is_contained(Names, Name);
}

namespace {

template <class ELFT> class DebugSectionReader {
public:
  DebugSectionReader(const ELFFile<ELFT> &File, const ObjectFile &Named)
      : File(File), Resolver(getRelocationResolver(Named)) {}

  std::optional<DebugSections> read();

private:
  using Shdr = typename ELFT::Shdr;

  bool addSection(const Shdr &Section, StringRef Name);
  template <class RelT> bool relocate(const Shdr &Table);
  template <class RelT>
  bool relocate(const RelT &Each, const Shdr &Symbols, char *At);

  const ELFFile<ELFT> &File;
  std::pair<SupportsRelocation, RelocationResolver> Resolver;
  typename ELFT::ShdrRange Headers;
  DebugSections Result;
  /// Bytes that can be written, by section header.
  DenseMap<uint64_t, WritableMemoryBuffer *> Writable;
};

} // namespace

/// Takes over what an Expected has; false when it has an error.
template <class T> static bool unwrap(Expected<T> From, T &To) {
  if (!From) {
    consumeError(From.takeError());
    return false;
  }
  To = std::move(*From);
  return true;
}

template <class ELFT>
bool DebugSectionReader<ELFT>::addSection(const Shdr &Section, StringRef Name) {
  ArrayRef<uint8_t> Bytes;
  if (!unwrap(File.getSectionContents(Section), Bytes))
    return false;
  bool IsCompressed = Section.sh_flags & ELF::SHF_COMPRESSED;
  uint64_t Size = Bytes.size();
  std::optional<Decompressor> Compressed;
  if (IsCompressed) {
    Expected<Decompressor> Opened = Decompressor::create(
        Name, toStringRef(Bytes), Result.IsLittleEndian, ELFT::Is64Bits);
    if (!Opened) {
      consumeError(Opened.takeError());
      return false;
    }
    Compressed.emplace(*Opened);
    Size = Compressed->getDecompressedSize();
  }
  if (Size > LargestDebugSection)
    return false;
  std::unique_ptr<WritableMemoryBuffer> Buffer =
      WritableMemoryBuffer::getNewMemBuffer(Size, Name);
  if (!Buffer)
    return false;
  MutableArrayRef<uint8_t> Room(
      reinterpret_cast<uint8_t *>(Buffer->getBufferStart()), Size);
  if (Compressed) {
    if (Error E = Compressed->decompress(Room)) {
      consumeError(std::move(E));
      return false;
    }
  } else {
    copy(Bytes, Room.begin());
  }
  Writable[&Section - Headers.begin()] = Buffer.get();
  // Two sections of a name are parts of groups: which counts is not known.
  return Result.Contents.try_emplace(Name.drop_front(), std::move(Buffer))
      .second;
}

/// Writes the value of the relocation \p Each, which the four bytes at \p At
/// are for, when it leads to a section of debug information. Addresses of code
/// and data are of no interest.
template <class ELFT>
template <class RelT>
bool DebugSectionReader<ELFT>::relocate(const RelT &Each, const Shdr &Symbols,
                                        char *At) {
  const typename ELFT::Sym *Symbol;
  if (!unwrap(File.getRelocationSymbol(Each, &Symbols), Symbol))
    return false;
  if (!Symbol || Symbol->st_shndx == ELF::SHN_UNDEF)
    return true;
  // Section numbers that do not fit the symbol stand in a table.
  if (Symbol->st_shndx >= Headers.size())
    return Symbol->st_shndx == ELF::SHN_ABS;
  if (Headers[Symbol->st_shndx].sh_flags & ELF::SHF_ALLOC)
    return true;
  uint32_t Type = Each.getType(File.isMips64EL());
  if (!Resolver.first || !Resolver.first(Type))
    return false;
  auto Order = Result.IsLittleEndian ? Endianness::little : Endianness::big;
  int64_t Addend = 0;
  uint64_t Stored = support::endian::read<uint32_t>(At, Order);
  if constexpr (std::is_same_v<RelT, typename ELFT::Rela>) {
    Addend = Each.r_addend;
    // Elsewhere the addend replaces what is stored.
    uint16_t Machine = File.getHeader().e_machine;
    if (Machine != ELF::EM_RISCV && Machine != ELF::EM_LOONGARCH)
      Stored = 0;
  }
  support::endian::write<uint32_t>(
      At,
      Resolver.second(Type, Each.r_offset, Symbol->st_value, Stored, Addend),
      Order);
  return true;
}

template <class ELFT>
template <class RelT>
bool DebugSectionReader<ELFT>::relocate(const Shdr &Table) {
  auto Found = Writable.find(Table.sh_info);
  if (Found == Writable.end())
    return true;
  MutableArrayRef<char> Bytes = Found->second->getBuffer();
  const Shdr *Symbols;
  if (!unwrap(File.getSection(Table.sh_link), Symbols))
    return false;
  ArrayRef<RelT> Relocations;
  if (!unwrap(File.template getSectionContentsAsArray<RelT>(Table),
              Relocations))
    return false;
  for (const RelT &Each : Relocations) {
    uint64_t Offset = Each.r_offset;
    if (Bytes.size() < sizeof(uint32_t) ||
        Offset > Bytes.size() - sizeof(uint32_t))
      return false;
    if (!relocate(Each, *Symbols, Bytes.data() + Offset))
      return false;
  }
  return true;
}

template <class ELFT>
std::optional<DebugSections> DebugSectionReader<ELFT>::read() {
  Result.AddressSize = ELFT::Is64Bits ? 8 : 4;
  Result.IsLittleEndian = File.isLE();
  if (!unwrap(File.sections(), Headers))
    return std::nullopt;
  for (const Shdr &Section : Headers) {
    StringRef Name;
    if (!unwrap(File.getSectionName(Section), Name))
      return std::nullopt;
    if (isWanted(Name) && Section.sh_type != ELF::SHT_NOBITS &&
        !addSection(Section, Name))
      return std::nullopt;
  }
  if (!Result.Contents.count("debug_info"))
    return std::nullopt;
  for (const Shdr &Section : Headers) {
    bool IsRead = true;
    if (Section.sh_type == ELF::SHT_RELA)
      IsRead = relocate<typename ELFT::Rela>(Section);
    else if (Section.sh_type == ELF::SHT_REL)
      IsRead = relocate<typename ELFT::Rel>(Section);
    if (!IsRead)
      return std::nullopt;
  }
  return std::move(Result);
}

template <class ELFT>
static std::optional<DebugSections> readSections(StringRef Bytes) {
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
  if (!File) {
    consumeError(File.takeError());
    return std::nullopt;
  }
  Expected<std::unique_ptr<ObjectFile>> Named = ObjectFile::createELFObjectFile(
      MemoryBufferRef(Bytes, ""), /*InitContent=*/false);
  if (!Named) {
    consumeError(Named.takeError());
    return std::nullopt;
  }
  return DebugSectionReader<ELFT>(*File, **Named).read();
}

std::optional<DebugSections> readDebugSections(StringRef Bytes) {
  auto [Class, Order] = getElfArchType(Bytes);
  bool IsLittleEndian = Order == ELF::ELFDATA2LSB;
  if (Class == ELF::ELFCLASS64)
    return IsLittleEndian ? readSections<ELF64LE>(Bytes)
                          : readSections<ELF64BE>(Bytes);
  if (Class == ELF::ELFCLASS32)
    return IsLittleEndian ? readSections<ELF32LE>(Bytes)
                          : readSections<ELF32BE>(Bytes);
  return std::nullopt;
}

} // namespace metaobj
