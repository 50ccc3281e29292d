//===- ElfReader.cpp - Reading an ELF file --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"
#include "Inspect/PointerRelocations.h"

#include "Base/Wording.h"
#include "Object/ElfFile.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;
using namespace metaobj;

static ImageSymbol::KindType kindOf(uint8_t Type) {
  switch (Type) {
  case ELF::STT_NOTYPE:
    return ImageSymbol::Untyped;
  case ELF::STT_OBJECT:
    return ImageSymbol::Object;
  case ELF::STT_FUNC:
    return ImageSymbol::Function;
  case ELF::STT_SECTION:
    return ImageSymbol::SectionStart;
  case ELF::STT_FILE:
    return ImageSymbol::File;
  case ELF::STT_TLS:
    return ImageSymbol::ThreadLocal;
  default:
    return ImageSymbol::Other;
  }
}

namespace {

/// Fills ImageParts.
class ElfReader {
public:
  ElfReader(const ElfFile &Elf, StringRef File) : Elf(Elf), File(File) {
    Parts.Machine = Elf.Machine;
    Parts.Format = std::string(Elf.Is64 ? "ELF64" : "ELF32") +
                   (Elf.IsLittleEndian ? "-LE" : "-BE");
    Parts.IsLittleEndian = Elf.IsLittleEndian;
    Parts.IsLinked = !Elf.isRelocatable();
    Parts.HasSymbolTable = false;
    Parts.PointerSize = pointerSizeOf(Parts.Machine, Elf.Is64);
  }

  Expected<ImageParts> read(const object::ObjectFile &Named) {
    Parts.Triple = Triple::normalize(
        (hasEmptyAttributes() ? Triple(Triple::getArchTypeName(Named.getArch()))
                              : Named.makeTriple())
            .str());
    if (Error E = readSections())
      return E;
    if (Parts.IsLinked)
      Addresses = SectionAddresses(Parts.Sections);
    for (const ElfSection &Section : Elf.Sections) {
      Parts.HasSymbolTable |= Section.Type == ELF::SHT_SYMTAB;
      if (Section.Type == ELF::SHT_SYMTAB ||
          (Section.Type == ELF::SHT_DYNSYM && Parts.IsLinked))
        if (Error E = readSymbols(Section))
          return E;
    }
    for (const ElfSection &Section : Elf.Sections)
      if (Section.isRelocations())
        if (Error E = readRelocations(Section))
          return E;
    return std::move(Parts);
  }

private:
  /// A symbol table of the file as a part of ImageParts::Symbols.
  struct SymbolTable {
    uint64_t Section;
    uint64_t FirstSymbol;
    uint64_t Size;
  };

  /// LLVM looks at the first byte of attributes that have none.
  bool hasEmptyAttributes() const {
    return any_of(Elf.Sections, [](const ElfSection &Section) {
      return Section.Type == ELF::SHT_ARM_ATTRIBUTES && Section.Size == 0;
    });
  }

  Error readSections() {
    for (const ElfSection &From : Elf.Sections) {
      ImageSection &Section = Parts.Sections.emplace_back();
      Section.Name = From.Name;
      Section.IsCode = From.isCode();
      Section.IsWritable = From.isWritable();
      Section.HasNoBits = From.isNoBits();
      // A thread's variables have addresses that other sections use as well.
      Section.HasAddress = From.isLoaded() && !(From.Flags & ELF::SHF_TLS);
      Section.Address = From.Address;
      Section.Size = From.Size;
      Section.Alignment = From.Alignment;
      if (From.isNoBits() || From.Type == ELF::SHT_NULL)
        continue;
      if (Error E = Elf.contents(From).moveInto(Section.Bytes))
        return E;
    }
    Parts.Relocations.resize(Parts.Sections.size());
    return Error::success();
  }

  Error readSymbols(const ElfSection &Table) {
    Expected<ElfSymbols> Symbols = Elf.symbols(Table.Number);
    if (!Symbols)
      return Symbols.takeError();
    ElfTable<uint32_t> Extended;
    for (const ElfSection &Section : Elf.Sections)
      if (Section.Type == ELF::SHT_SYMTAB_SHNDX && Section.Link == Table.Number)
        if (Error E = Elf.words(Section).moveInto(Extended))
          return E;
    Tables.push_back({Table.Number, Parts.Symbols.size(), Symbols->size()});
    for (const auto &[Number, Symbol] : enumerate(Symbols->entries())) {
      Expected<StringRef> Name = Symbols->name(Symbol);
      if (!Name)
        return Name.takeError();
      uint32_t Section =
          Symbol.Section < ELF::SHN_LORESERVE ? Symbol.Section : 0;
      if (Symbol.Section == ELF::SHN_XINDEX) {
        if (Number >= Extended.size())
          return fault("found an extended symbol index (" + Twine(Number) +
                       "), but unable to locate the extended symbol index "
                       "table");
        Section = Extended[Number];
      }
      if (Section >= Parts.Sections.size())
        return fault("symbol " + quoted(*Name) + " is in section " +
                     Twine(Section) + " of " + Twine(Parts.Sections.size()));
      addSymbol(Symbol, *Name, Section);
    }
    return Error::success();
  }

  void addSymbol(const ElfSymbol &From, StringRef Name, uint32_t Section) {
    ImageSymbol &Symbol = Parts.Symbols.emplace_back();
    Symbol.Name = Name;
    Symbol.Section = Section;
    Symbol.Offset = From.Value;
    Symbol.Size = From.Size;
    Symbol.Kind = kindOf(From.Type);
    Symbol.IsLocal = From.isLocal();
    Symbol.IsCommon = From.Section == ELF::SHN_COMMON;
    if (Section && Parts.IsLinked)
      Symbol.Offset -= Parts.Sections[Section].Address;
    if (Symbol.isFunction() &&
        (Parts.Machine == ELF::EM_ARM || Parts.Machine == ELF::EM_MIPS))
      Symbol.Offset &= ~uint64_t(1);
  }

  /// The relocations of an object file belong to one section and are offsets
  /// into it. Those of a linked file are the loader's and are addresses.
  Error readRelocations(const ElfSection &From) {
    uint32_t Section = From.Info;
    if (Parts.IsLinked) {
      if (!From.isLoaded())
        return Error::success();
    } else {
      if (Section == 0 || Section >= Parts.Sections.size())
        return fault("relocation section " + Twine(From.Number) +
                     " is for section " + Twine(Section) + " of " +
                     Twine(Parts.Sections.size()));
      if (!Elf.Sections[Section].isLoaded())
        return Error::success();
    }
    const SymbolTable *Table =
        find_if(Tables, [&](const SymbolTable &TheSymbolTable) {
          return TheSymbolTable.Section == From.Link;
        });
    if (Table == Tables.end())
      Table = nullptr;
    Expected<ElfTable<ElfRelocation>> Relocations = Elf.relocations(From);
    if (!Relocations)
      return Relocations.takeError();
    for (const ElfRelocation &Relocation : Relocations->entries())
      if (Error E = addRelocation(Section, Table, Relocation,
                                  From.Type == ELF::SHT_REL))
        return E;
    return Error::success();
  }

  Error addRelocation(uint32_t Section, const SymbolTable *Table,
                      const ElfRelocation &From, bool InPlace) {
    ImageRelocation Relocation;
    Relocation.Offset = From.Offset;
    Relocation.Type = From.Type;
    Relocation.Addend = From.Addend;
    Relocation.IsPointer = isPointerRelocation(Parts.Machine, Relocation.Type);
    // GNU as leaves the addend in place on Xtensa; linkers add both.
    Relocation.InPlace = InPlace || (Parts.Machine == ELF::EM_XTENSA &&
                                     Relocation.IsPointer && !Parts.IsLinked);
    if (From.Symbol) {
      if (!Table || From.Symbol >= Table->Size)
        return fault("a relocation at offset 0x" +
                     Twine::utohexstr(Relocation.Offset) + " names symbol " +
                     Twine(From.Symbol) + " of " +
                     Twine(Table ? Table->Size : 0));
      Relocation.Symbol = Table->FirstSymbol + From.Symbol;
    }
    if (Parts.IsLinked) {
      std::optional<Location> Place = Addresses.locate(Relocation.Offset);
      if (!Place)
        return Error::success();
      Section = Place->Section;
      Relocation.Offset = Place->Offset;
    }
    Parts.Relocations[Section].push_back(Relocation);
    return Error::success();
  }

  Error fault(const Twine &Reason) const { return inputError(File, Reason); }

  const ElfFile &Elf;
  StringRef File;
  SmallVector<SymbolTable, 2> Tables;
  SectionAddresses Addresses;
  ImageParts Parts;
};

} // namespace

Expected<ImageParts> metaobj::readElfImage(MemoryBufferRef Buffer,
                                           StringRef File) {
  Expected<ElfFile> Elf = readElfFile(Buffer, File);
  if (!Elf)
    return Elf.takeError();
  Expected<std::unique_ptr<object::ObjectFile>> Named =
      object::ObjectFile::createELFObjectFile(Buffer, /*InitContent=*/false);
  if (!Named)
    return inputError(File, Named.takeError());
  Expected<ImageParts> Parts = ElfReader(*Elf, File).read(**Named);
  if (!Parts)
    return inputError(File, Parts.takeError());
  return Parts;
}
