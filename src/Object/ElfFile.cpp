//===- ElfFile.cpp - An ELF file ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By way of LLVM's ELFFile, whose accessors all check what they are asked for;
// ELFObjectFile's end the process on some damaged files. An ELFFile is only a
// pointer to the bytes, so that each question makes one.
//
//===----------------------------------------------------------------------===//

#include "Object/ElfFile.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"

#include <utility>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

/// Calls \p Read with LLVM's reader of \p File, which has a type for each class
/// and byte order.
template <class Reading>
static auto withReader(const ElfFile &File, const Reading &Read) {
  auto Create =
      [&]<class ELFT>(ELFT) -> decltype(Read(std::declval<ELFFile<ELFT>>())) {
    Expected<ELFFile<ELFT>> Reader = ELFFile<ELFT>::create(File.Bytes);
    if (!Reader)
      return Reader.takeError();
    return Read(*Reader);
  };
  if (File.Is64)
    return File.IsLittleEndian ? Create(ELF64LE()) : Create(ELF64BE());
  return File.IsLittleEndian ? Create(ELF32LE()) : Create(ELF32BE());
}

/// The same, also with the header of \p Section.
template <class Reading>
static auto withHeader(const ElfFile &File, const ElfSection &Section,
                       const Reading &Read) {
  return withReader(File,
                    [&](const auto &Reader)
                        -> decltype(Read(Reader, Reader.sections()->front())) {
                      auto Headers = Reader.sections();
                      if (!Headers)
                        return Headers.takeError();
                      return Read(Reader, (*Headers)[Section.Number]);
                    });
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// \p Entries of LLVM's type, which \p Decode turns into ours.
template <class EntryT, class T, class Decoder>
static Expected<ElfTable<EntryT>> makeTable(Expected<ArrayRef<T>> Entries,
                                            Decoder) {
  if (!Entries)
    return Entries.takeError();
  return ElfTable<EntryT>{
      reinterpret_cast<const char *>(Entries->data()), Entries->size(),
      sizeof(T), [](const char *Bytes) -> EntryT {
        return Decoder()(*reinterpret_cast<const T *>(Bytes));
      }};
}

template <bool IsMips64EL, class T>
static Expected<ElfTable<ElfRelocation>>
makeRelocations(Expected<ArrayRef<T>> Entries) {
  return makeTable<ElfRelocation>(std::move(Entries), [](const auto &Entry) {
    ElfRelocation Result = {Entry.r_offset, Entry.getType(IsMips64EL),
                            Entry.getSymbol(IsMips64EL), 0};
    if constexpr (requires { Entry.r_addend; })
      Result.Addend = Entry.r_addend;
    return Result;
  });
}

Expected<StringRef> ElfFile::contents(const ElfSection &Section) const {
  return withHeader(
      *this, Section,
      [](const auto &Reader, const auto &Header) -> Expected<StringRef> {
        auto Contents = Reader.getSectionContents(Header);
        return Contents ? Expected<StringRef>(toStringRef(*Contents))
                        : Contents.takeError();
      });
}

Expected<ElfTable<uint32_t>> ElfFile::words(const ElfSection &Section) const {
  return withHeader(
      *this, Section,
      []<class ELFT>(const ELFFile<ELFT> &Reader, const auto &Header) {
        using Word = typename ELFT::Word;
        return makeTable<uint32_t>(
            Reader.template getSectionContentsAsArray<Word>(Header),
            [](const Word &Entry) { return uint32_t(Entry); });
      });
}

Expected<ElfSymbols> ElfFile::symbols(uint32_t Table) const {
  Expected<const ElfSection *> Section = section(Table);
  if (!Section)
    return Section.takeError();
  return withHeader(
      *this, **Section,
      []<class ELFT>(const ELFFile<ELFT> &Reader,
                     const auto &Header) -> Expected<ElfSymbols> {
        auto Entries = makeTable<ElfSymbol>(
            Reader.symbols(&Header), [](const typename ELFT::Sym &Entry) {
              return ElfSymbol{Entry.st_name,   Entry.st_value,
                               Entry.st_size,   Entry.st_shndx,
                               Entry.getType(), Entry.getBinding(),
                               Entry.st_other};
            });
        if (!Entries)
          return Entries.takeError();
        ElfSymbols Result{*Entries, {}};
        if (Header.sh_type == ELF::SHT_SYMTAB ||
            Header.sh_type == ELF::SHT_DYNSYM)
          if (Error E =
                  Reader.getStringTableForSymtab(Header).moveInto(Result.Names))
            return E;
        return Result;
      });
}

Expected<ElfTable<ElfRelocation>>
ElfFile::relocations(const ElfSection &Table) const {
  return withHeader(*this, Table, [&](const auto &Reader, const auto &Header) {
    auto Make = [&](auto Entries) {
      return Reader.isMips64EL() ? makeRelocations<true>(std::move(Entries))
                                 : makeRelocations<false>(std::move(Entries));
    };
    return Table.Type == ELF::SHT_RELA ? Make(Reader.relas(Header))
                                       : Make(Reader.rels(Header));
  });
}

Expected<StringRef> ElfSymbols::name(const ElfSymbol &Symbol) const {
  if (Names.empty())
    return createStringError(
        object_error::parse_failed,
        "invalid sh_type for symbol table, expected SHT_SYMTAB or SHT_DYNSYM");
  if (Symbol.NameOffset < Names.size())
    return StringRef(Names.data() + Symbol.NameOffset);
  return createStringError(
      object_error::parse_failed,
      "st_name (0x%" PRIx32
      ") is past the end of the string table of size 0x%zx",
      Symbol.NameOffset, Names.size());
}

Error ElfFile::visitSymbols(
    function_ref<Error(const ElfSymbol &, StringRef)> Visit) const {
  for (const ElfSection &Section : Sections) {
    if (Section.Type != ELF::SHT_SYMTAB)
      continue;
    Expected<ElfSymbols> Symbols = symbols(Section.Number);
    if (!Symbols)
      return Symbols.takeError();
    for (const ElfSymbol &Symbol : Symbols->entries()) {
      Expected<StringRef> Name = Symbols->name(Symbol);
      if (!Name)
        return Name.takeError();
      if (Error E = Visit(Symbol, *Name))
        return E;
    }
  }
  return Error::success();
}

Expected<std::vector<ElfSegment>> ElfFile::segments() const {
  using Segments = std::vector<ElfSegment>;
  return withReader(*this, [&](const auto &Reader) -> Expected<Segments> {
    auto Headers = Reader.program_headers();
    if (!Headers)
      return Headers.takeError();
    Segments Result;
    for (const auto &Header : *Headers)
      Result.push_back({Header.p_type, Header.p_offset, Header.p_vaddr,
                        Header.p_paddr, Header.p_filesz, Header.p_memsz,
                        Bytes.substr(Header.p_offset, Header.p_filesz)});
    return Result;
  });
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

Expected<const ElfSection *> ElfFile::section(uint32_t Number) const {
  if (Number < Sections.size())
    return &Sections[Number];
  return createStringError(object_error::parse_failed,
                           "invalid section index: " + Twine(Number));
}

template <class ELFT>
static Error readHeaders(const ELFFile<ELFT> &Reader, ElfFile &File) {
  const typename ELFT::Ehdr &Header = Reader.getHeader();
  File.Machine = Header.e_machine;
  File.Type = Header.e_type;
  File.OsAbi = Header.e_ident[ELF::EI_OSABI];
  File.Flags = Header.e_flags;
  File.HeaderSize = sizeof(Header);
  File.SegmentHeaders = Header.e_phoff;
  File.SegmentHeadersSize = uint64_t(Header.e_phnum) * Header.e_phentsize;
  auto Headers = Reader.sections();
  if (!Headers)
    return Headers.takeError();
  File.SectionHeaders = Header.e_shoff;
  File.SectionHeadersSize = Headers->size() * sizeof(typename ELFT::Shdr);
  if (Headers->empty())
    return Error::success();
  Expected<StringRef> Names = Reader.getSectionStringTable(*Headers);
  if (!Names)
    return Names.takeError();
  File.Sections.reserve(Headers->size());
  for (const typename ELFT::Shdr &Section : *Headers) {
    Expected<StringRef> Name = Reader.getSectionName(Section, *Names);
    if (!Name)
      return Name.takeError();
    File.Sections.push_back(
        {*Name, uint32_t(File.Sections.size()), Section.sh_type,
         Section.sh_flags, Section.sh_addr, Section.sh_offset, Section.sh_size,
         Section.sh_link, Section.sh_info, Section.sh_addralign});
  }
  return Error::success();
}

bool metaobj::hasElfType(StringRef Bytes) {
  auto [Class, Order] = getElfArchType(Bytes);
  return (Class == ELF::ELFCLASS32 || Class == ELF::ELFCLASS64) &&
         (Order == ELF::ELFDATA2LSB || Order == ELF::ELFDATA2MSB);
}

Expected<ElfFile> metaobj::readElfFile(MemoryBufferRef Buffer, StringRef Name) {
  ElfFile File;
  File.Bytes = Buffer.getBuffer();
  if (File.Bytes.size() < ELF::EI_NIDENT)
    return inputError(Name, "is not an ELF file");
  auto [Class, Order] = getElfArchType(File.Bytes);
  if (!hasElfType(File.Bytes))
    return inputError(Name, "ELF header: class " + Twine(unsigned(Class)) +
                                " with byte order " + Twine(unsigned(Order)) +
                                " does not exist");
  File.Is64 = Class == ELF::ELFCLASS64;
  File.IsLittleEndian = Order == ELF::ELFDATA2LSB;
  if (Error E = withReader(
          File, [&](const auto &Reader) { return readHeaders(Reader, File); }))
    return inputError(Name, std::move(E));
  return File;
}
