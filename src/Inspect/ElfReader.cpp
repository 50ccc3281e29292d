//===- ElfReader.cpp - Reading an ELF file --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"
#include "Inspect/PointerRelocations.h"

#include "Base/Wording.h"
#include "Object/ElfType.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
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

/// Fills ImageParts from a file of one class and byte order.
template <class ELFT> class ElfReader {
public:
  static Expected<ImageParts> read(MemoryBufferRef Buffer, StringRef File) {
    Expected<object::ELFFile<ELFT>> Elf =
        object::ELFFile<ELFT>::create(Buffer.getBuffer());
    if (!Elf)
      return inputError(File, Elf.takeError());
    Expected<std::unique_ptr<object::ObjectFile>> Named =
        object::ObjectFile::createELFObjectFile(Buffer, /*InitContent=*/false);
    if (!Named)
      return inputError(File, Named.takeError());
    ElfReader Reader(*Elf, File);
    Reader.Parts.Triple = Triple::normalize(
        (Reader.hasEmptyAttributes()
             ? Triple(Triple::getArchTypeName((*Named)->getArch()))
             : (*Named)->makeTriple())
            .str());
    if (Error E = Reader.readAll())
      return inputError(File, std::move(E));
    return std::move(Reader.Parts);
  }

private:
  using Shdr = typename ELFT::Shdr;

  /// A symbol table of the file as a part of ImageParts::Symbols.
  struct SymbolTable {
    uint64_t Section;
    uint64_t FirstSymbol;
    uint64_t Size;
  };

  ElfReader(const object::ELFFile<ELFT> &Elf, StringRef File)
      : Elf(Elf), File(File) {
    Parts.Machine = Elf.getHeader().e_machine;
    Parts.Format = std::string(ELFT::Is64Bits ? "ELF64" : "ELF32") +
                   (Elf.isLE() ? "-LE" : "-BE");
    Parts.IsLittleEndian = Elf.isLE();
    Parts.IsLinked = Elf.getHeader().e_type != ELF::ET_REL;
    Parts.HasSymbolTable = false;
    Parts.PointerSize = pointerSizeOf(Parts.Machine, ELFT::Is64Bits);
  }

  /// LLVM looks at the first byte of attributes that have none.
  bool hasEmptyAttributes() const {
    auto Sections = Elf.sections();
    if (!Sections) {
      consumeError(Sections.takeError());
      return false;
    }
    return any_of(*Sections, [](const Shdr &Header) {
      return Header.sh_type == ELF::SHT_ARM_ATTRIBUTES && Header.sh_size == 0;
    });
  }

  Error readAll() {
    auto HeadersOrError = Elf.sections();
    if (!HeadersOrError)
      return HeadersOrError.takeError();
    Headers = *HeadersOrError;
    if (Error E = readSections())
      return E;
    if (Parts.IsLinked)
      Addresses = SectionAddresses(Parts.Sections);
    for (const Shdr &Header : Headers) {
      Parts.HasSymbolTable |= Header.sh_type == ELF::SHT_SYMTAB;
      if (Header.sh_type == ELF::SHT_SYMTAB ||
          (Header.sh_type == ELF::SHT_DYNSYM && Parts.IsLinked))
        if (Error E = readSymbols(Header))
          return E;
    }
    for (const Shdr &Header : Headers)
      if (Header.sh_type == ELF::SHT_RELA || Header.sh_type == ELF::SHT_REL)
        if (Error E = readRelocations(Header))
          return E;
    return Error::success();
  }

  Error readSections() {
    for (const Shdr &Header : Headers) {
      ImageSection &Section = Parts.Sections.emplace_back();
      Expected<StringRef> Name = Elf.getSectionName(Header);
      if (!Name)
        return Name.takeError();
      Section.Name = *Name;
      Section.IsCode = Header.sh_flags & ELF::SHF_EXECINSTR;
      Section.IsWritable = Header.sh_flags & ELF::SHF_WRITE;
      Section.HasNoBits = Header.sh_type == ELF::SHT_NOBITS;
      // A thread's variables have addresses that other sections use as well.
      Section.HasAddress = (Header.sh_flags & ELF::SHF_ALLOC) &&
                           !(Header.sh_flags & ELF::SHF_TLS);
      Section.Address = Header.sh_addr;
      Section.Size = Header.sh_size;
      Section.Alignment = Header.sh_addralign;
      if (Header.sh_type == ELF::SHT_NOBITS || Header.sh_type == ELF::SHT_NULL)
        continue;
      Expected<ArrayRef<uint8_t>> Bytes = Elf.getSectionContents(Header);
      if (!Bytes)
        return Bytes.takeError();
      Section.Bytes = toStringRef(*Bytes);
    }
    Parts.Relocations.resize(Parts.Sections.size());
    return Error::success();
  }

  Error readSymbols(const Shdr &Table) {
    uint64_t TableIndex = &Table - Headers.begin();
    auto Symbols = Elf.symbols(&Table);
    if (!Symbols)
      return Symbols.takeError();
    Expected<StringRef> Strings = Elf.getStringTableForSymtab(Table, Headers);
    if (!Strings)
      return Strings.takeError();
    object::DataRegion<typename ELFT::Word> ExtendedIndexes(
        (ArrayRef<typename ELFT::Word>()));
    for (const Shdr &Header : Headers) {
      if (Header.sh_type != ELF::SHT_SYMTAB_SHNDX ||
          Header.sh_link != TableIndex)
        continue;
      auto Indexes = Elf.getSHNDXTable(Header, Headers);
      if (!Indexes)
        return Indexes.takeError();
      ExtendedIndexes = object::DataRegion<typename ELFT::Word>(*Indexes);
    }
    Tables.push_back({TableIndex, Parts.Symbols.size(), Symbols->size()});
    for (const typename ELFT::Sym &Symbol : *Symbols) {
      Expected<StringRef> Name = Symbol.getName(*Strings);
      if (!Name)
        return Name.takeError();
      Expected<uint32_t> Section =
          Elf.getSectionIndex(Symbol, *Symbols, ExtendedIndexes);
      if (!Section)
        return Section.takeError();
      if (*Section >= Parts.Sections.size())
        return fault("symbol " + quoted(*Name) + " is in section " +
                     Twine(*Section) + " of " + Twine(Parts.Sections.size()));
      addSymbol(Symbol, *Name, *Section);
    }
    return Error::success();
  }

  void addSymbol(const typename ELFT::Sym &From, StringRef Name,
                 uint32_t Section) {
    ImageSymbol &Symbol = Parts.Symbols.emplace_back();
    Symbol.Name = Name;
    Symbol.Section = Section;
    Symbol.Offset = From.st_value;
    Symbol.Size = From.st_size;
    Symbol.Kind = kindOf(From.getType());
    Symbol.IsLocal = From.getBinding() == ELF::STB_LOCAL;
    Symbol.IsCommon = From.st_shndx == ELF::SHN_COMMON;
    if (Section && Parts.IsLinked)
      Symbol.Offset -= Parts.Sections[Section].Address;
    if (Symbol.isFunction() &&
        (Parts.Machine == ELF::EM_ARM || Parts.Machine == ELF::EM_MIPS))
      Symbol.Offset &= ~uint64_t(1);
  }

  /// The relocations of an object file belong to one section and are offsets
  /// into it. Those of a linked file are the loader's and are addresses.
  Error readRelocations(const Shdr &Header) {
    uint64_t Index = &Header - Headers.begin();
    uint32_t Section = Header.sh_info;
    if (Parts.IsLinked) {
      if (!(Header.sh_flags & ELF::SHF_ALLOC))
        return Error::success();
    } else {
      if (Section == 0 || Section >= Parts.Sections.size())
        return fault("relocation section " + Twine(Index) + " is for section " +
                     Twine(Section) + " of " + Twine(Parts.Sections.size()));
      if (!(Headers[Section].sh_flags & ELF::SHF_ALLOC))
        return Error::success();
    }
    const SymbolTable *Table =
        find_if(Tables, [&](const SymbolTable &TheSymbolTable) {
          return TheSymbolTable.Section == Header.sh_link;
        });
    if (Table == Tables.end())
      Table = nullptr;
    if (Header.sh_type == ELF::SHT_RELA) {
      auto Relas = Elf.relas(Header);
      if (!Relas)
        return Relas.takeError();
      for (const typename ELFT::Rela &Rela : *Relas)
        if (Error E = addRelocation(Section, Table, Rela, Rela.r_addend, false))
          return E;
      return Error::success();
    }
    auto Rels = Elf.rels(Header);
    if (!Rels)
      return Rels.takeError();
    for (const typename ELFT::Rel &Rel : *Rels)
      if (Error E = addRelocation(Section, Table, Rel, 0, true))
        return E;
    return Error::success();
  }

  template <class RelocationType>
  Error addRelocation(uint32_t Section, const SymbolTable *Table,
                      const RelocationType &From, int64_t Addend,
                      bool InPlace) {
    ImageRelocation Relocation;
    Relocation.Offset = From.r_offset;
    Relocation.Type = From.getType(Elf.isMips64EL());
    Relocation.Addend = Addend;
    Relocation.IsPointer = isPointerRelocation(Parts.Machine, Relocation.Type);
    // GNU as leaves the addend in place on Xtensa; linkers add both.
    Relocation.InPlace = InPlace || (Parts.Machine == ELF::EM_XTENSA &&
                                     Relocation.IsPointer && !Parts.IsLinked);
    if (uint64_t Symbol = From.getSymbol(Elf.isMips64EL())) {
      if (!Table || Symbol >= Table->Size)
        return fault("a relocation at offset 0x" +
                     Twine::utohexstr(Relocation.Offset) + " names symbol " +
                     Twine(Symbol) + " of " + Twine(Table ? Table->Size : 0));
      Relocation.Symbol = Table->FirstSymbol + Symbol;
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

  const object::ELFFile<ELFT> &Elf;
  StringRef File;
  typename ELFT::ShdrRange Headers;
  SmallVector<SymbolTable, 2> Tables;
  SectionAddresses Addresses;
  ImageParts Parts;
};

} // namespace

Expected<ImageParts> metaobj::readElfImage(MemoryBufferRef Buffer,
                                           StringRef File) {
  StringRef Bytes = Buffer.getBuffer();
  if (Bytes.size() < ELF::EI_NIDENT)
    return inputError(File, "is not an ELF file");
  auto [Class, Order] = object::getElfArchType(Bytes);
  if (!hasElfType(Bytes))
    return inputError(File, "ELF header: class " + Twine(unsigned(Class)) +
                                " with byte order " + Twine(unsigned(Order)) +
                                " does not exist");
  return withElfType(Bytes, [&]<class ELFT>(ELFT) {
    return ElfReader<ELFT>::read(Buffer, File);
  });
}
