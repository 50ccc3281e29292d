//===- ElfFacts.cpp - What an ELF object tells of its target --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/ElfFacts.h"

#include "Target/Families.h"

#include "Object/ElfType.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ELFTypes.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

/// As many as a message has room for.
static constexpr uint64_t MostFixedReferences = 4;

namespace {

/// One walk over one object.
template <class ELFT> class Reader {
public:
  Reader(const ELFFile<ELFT> &File, const TargetFamily &Family, ElfFacts &Facts)
      : File(File), Family(Family), Facts(Facts) {}

  Error run();

private:
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;

  Error readFunctions(const Shdr &SymbolTable);
  Error readRelocations(const Shdr &Section);
  template <class Range>
  void recordUses(const Range &Relocations, const Shdr &Relocated,
                  StringRef RelocatedName, const Shdr &SymbolTable,
                  typename ELFT::SymRange Symbols);
  bool isFixed(RelocationUse Use, bool IsCode, bool IsWritable,
               StringRef SectionName);
  bool doesTell(const Shdr &SymbolTable, const Sym &Symbol) const;
  std::string nameOf(const Shdr &SymbolTable, const Sym &Symbol) const;

  const ELFFile<ELFT> &File;
  const TargetFamily &Family;
  ElfFacts &Facts;
  bool SawPositionIndependent = false;
};

} // namespace

/// Takes note of a relocation's use. Does it hold at a fixed address only?
template <class ELFT>
bool Reader<ELFT>::isFixed(RelocationUse Use, bool IsCode, bool IsWritable,
                           StringRef SectionName) {
  switch (Use) {
  case RelocationUse::Neutral:
  case RelocationUse::Direct:
    return false;
  case RelocationUse::PositionIndependent:
    SawPositionIndependent = true;
    return false;
  case RelocationUse::AbsoluteCode:
    Facts.AbsoluteCode |= IsCode;
    return true;
  case RelocationUse::Pointer:
    // The section of constant pointers shows the relocation model: read-only
    // data, or data that a loader relocates first. .got2 is a table of
    // addresses in objects for 32-bit PowerPC.
    if (IsWritable &&
        (SectionName.starts_with(".data.rel.ro") || SectionName == ".got2"))
      SawPositionIndependent = true;
    Facts.HasConstantPointers |= !IsWritable && !IsCode;
    return !IsWritable;
  }
  return false;
}

/// For messages; empty if the file does not tell it.
template <class ELFT>
std::string Reader<ELFT>::nameOf(const Shdr &SymbolTable,
                                 const Sym &Symbol) const {
  auto Known = [](Expected<StringRef> Name) -> std::string {
    if (Name)
      return Name->str();
    consumeError(Name.takeError());
    return "";
  };
  if (Symbol.getType() == ELF::STT_SECTION) {
    Expected<const Shdr *> Section = File.getSection(Symbol.st_shndx);
    if (Section)
      return Known(File.getSectionName(**Section));
    consumeError(Section.takeError());
    return "";
  }
  Expected<StringRef> Strings = File.getStringTableForSymtab(SymbolTable);
  return Strings ? Known(Symbol.getName(*Strings)) : Known(std::move(Strings));
}

/// Does an address of \p Symbol say where the image may lie?
template <class ELFT>
bool Reader<ELFT>::doesTell(const Shdr &SymbolTable, const Sym &Symbol) const {
  // Static code also reaches weak symbols through the GOT: they may stay
  // undefined, and then their address is too far away for any other way.
  if (Symbol.getBinding() == ELF::STB_WEAK && Symbol.isUndefined())
    return false;
  // A number is the same wherever the image lies.
  if (Symbol.st_shndx == ELF::SHN_ABS)
    return false;
  return !Symbol.isUndefined() ||
         !Family.isOwnPlace(nameOf(SymbolTable, Symbol));
}

template <class ELFT>
template <class Range>
void Reader<ELFT>::recordUses(const Range &Relocations, const Shdr &Relocated,
                              StringRef RelocatedName, const Shdr &SymbolTable,
                              typename ELFT::SymRange Symbols) {
  bool IsCode = Relocated.sh_flags & ELF::SHF_EXECINSTR;
  bool IsWritable = Relocated.sh_flags & ELF::SHF_WRITE;
  for (const auto &Relocation : Relocations) {
    uint32_t SymbolIndex = Relocation.getSymbol(File.isMips64EL());
    // Without a symbol it is a number, or continues the relocation before it.
    if (SymbolIndex == 0)
      continue;
    const Sym *Symbol =
        SymbolIndex < Symbols.size() ? &Symbols[SymbolIndex] : nullptr;
    if (Symbol && !doesTell(SymbolTable, *Symbol))
      continue;
    uint32_t Type = Relocation.getType(File.isMips64EL());
    RelocationUse Use = Family.use(Type);
    Facts.ReachesOthersDirectly |= Use == RelocationUse::Direct && Symbol &&
                                   Symbol->isUndefined() &&
                                   Symbol->getVisibility() == ELF::STV_DEFAULT;
    if (!isFixed(Use, IsCode, IsWritable, RelocatedName))
      continue;
    if (Facts.FixedReferenceCount++ < MostFixedReferences)
      Facts.FixedReferences.push_back(
          {RelocatedName.str(), Relocation.r_offset, Type,
           Symbol ? nameOf(SymbolTable, *Symbol) : ""});
  }
}

template <class ELFT> Error Reader<ELFT>::readRelocations(const Shdr &Section) {
  Expected<const Shdr *> Relocated = File.getSection(Section.sh_info);
  if (!Relocated)
    return Relocated.takeError();
  Expected<StringRef> Name = File.getSectionName(**Relocated);
  if (!Name)
    return Name.takeError();
  // Debug information and unwind tables have absolute addresses in any code.
  if (!((*Relocated)->sh_flags & ELF::SHF_ALLOC) ||
      Name->starts_with(".eh_frame") || Name->starts_with(".ARM.ex"))
    return Error::success();

  Expected<const Shdr *> SymbolTable = File.getSection(Section.sh_link);
  if (!SymbolTable)
    return SymbolTable.takeError();
  Expected<typename ELFT::SymRange> Symbols = File.symbols(*SymbolTable);
  if (!Symbols)
    return Symbols.takeError();

  auto Record = [&](auto Relocations) -> Error {
    if (!Relocations)
      return Relocations.takeError();
    recordUses(*Relocations, **Relocated, *Name, **SymbolTable, *Symbols);
    return Error::success();
  };
  return Section.sh_type == ELF::SHT_RELA ? Record(File.relas(Section))
                                          : Record(File.rels(Section));
}

template <class ELFT>
Error Reader<ELFT>::readFunctions(const Shdr &SymbolTable) {
  Expected<typename ELFT::SymRange> Symbols = File.symbols(&SymbolTable);
  if (!Symbols)
    return Symbols.takeError();
  constexpr uint8_t Visibility = 3;
  for (const Sym &Symbol : *Symbols)
    if (Symbol.getType() == ELF::STT_FUNC && !Symbol.isUndefined())
      Facts.FunctionBits |= Symbol.st_other & ~Visibility;
  return Error::success();
}

template <class ELFT> Error Reader<ELFT>::run() {
  Expected<typename ELFT::ShdrRange> Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const Shdr &Section : *Sections) {
    Expected<StringRef> Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    Facts.HasStackNote |= *Name == ".note.GNU-stack";
    constexpr uint64_t CodeFlags = ELF::SHF_ALLOC | ELF::SHF_EXECINSTR;
    Facts.HasCode |=
        (Section.sh_flags & CodeFlags) == CodeFlags && Section.sh_size != 0;
    Facts.HasDescriptors |= *Name == ".opd";
    if (*Name == ".note.gnu.property") {
      Expected<ArrayRef<uint8_t>> Contents = File.getSectionContents(Section);
      if (!Contents)
        return Contents.takeError();
      Facts.PropertyNote = toStringRef(*Contents).str();
    }
    if (Family.isAttributeSection(*Name, Section.sh_type)) {
      Expected<ArrayRef<uint8_t>> Contents = File.getSectionContents(Section);
      if (!Contents)
        return Contents.takeError();
      Facts.Attributes.push_back({Name->str(), Section.sh_type,
                                  Section.sh_flags, Section.sh_addralign,
                                  toStringRef(*Contents).str()});
    } else if (Section.sh_type == ELF::SHT_SYMTAB) {
      if (Error E = readFunctions(Section))
        return E;
    } else if (Section.sh_type == ELF::SHT_RELA ||
               Section.sh_type == ELF::SHT_REL) {
      if (Error E = readRelocations(Section))
        return E;
    }
  }
  // Code that must lie at a fixed address makes the whole image do so.
  if (Facts.FixedReferenceCount)
    Facts.Evidence = Placement::Static;
  else if (SawPositionIndependent)
    Facts.Evidence = Placement::PositionIndependent;
  else if (Facts.HasCode)
    Facts.Evidence = Family.placement(Facts);
  return Error::success();
}

template <class ELFT>
static Error readElfOf(MemoryBufferRef Buffer, ElfFacts &Facts) {
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Buffer.getBuffer());
  if (!File)
    return File.takeError();
  const typename ELFT::Ehdr &Header = File->getHeader();
  if (Header.e_type != ELF::ET_REL)
    return createStringError(inconvertibleErrorCode(),
                             "is a linked ELF file; expected a relocatable "
                             "object");
  Facts.Is64 = ELFT::Is64Bits;
  Facts.IsLittleEndian = File->isLE();
  Facts.Machine = Header.e_machine;
  Facts.OsAbi = Header.e_ident[ELF::EI_OSABI];
  Facts.Flags = Header.e_flags;
  const TargetFamily *Family = familyOfElf(Facts.Machine);
  return Family ? Reader<ELFT>(*File, *Family, Facts).run() : Error::success();
}

Expected<ElfFacts> metaobj::readElfFacts(MemoryBufferRef Buffer) {
  ElfFacts Facts;
  Facts.Name = Buffer.getBufferIdentifier().str();
  StringRef Bytes = Buffer.getBuffer();
  if (!hasElfType(Bytes))
    return inputError(Facts.Name, "is not an ELF object");
  if (Error E = withElfType(Bytes, [&]<class ELFT>(ELFT) {
        return readElfOf<ELFT>(Buffer, Facts);
      }))
    return inputError(Facts.Name, std::move(E));
  return Facts;
}

Expected<uint32_t> metaobj::joinElfFlags(MemoryBufferRef Emitted,
                                         uint32_t Operators) {
  Expected<std::unique_ptr<ObjectFile>> File =
      ObjectFile::createELFObjectFile(Emitted);
  if (!File)
    return File.takeError();
  const auto &Object = cast<ELFObjectFileBase>(**File);
  const TargetFamily *Family = familyOfElf(Object.getEMachine());
  return Family ? Family->elfFlags(Operators, Object.getPlatformFlags())
                : Operators;
}
