//===- LinkerView.cpp - An object as linkers see it -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/LinkerView.h"

#include "Object/CoffFile.h"
#include "Object/ElfType.h"
#include "Object/IrModule.h"
#include "Object/MachOFile.h"
#include "Object/ObjectFormat.h"
#include "Object/WasmFile.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

template <class ELFT> class ElfViewReader {
public:
  ElfViewReader(const ELFFile<ELFT> &File, LinkerView &View)
      : File(File), View(View) {}

  Error run();

private:
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;
  using Word = typename ELFT::Word;

  Error readGroup(const Shdr &Group);
  Expected<StringRef> signature(const Shdr &Group);
  Error readSymbols(const Shdr &Table);
  Error readReferences(const Shdr &Relocations);
  bool isUnloaded(uint32_t Section) const;
  Error addReference(const Sym &Symbol, uint32_t Index);

  const ELFFile<ELFT> &File;
  LinkerView &View;
  typename ELFT::ShdrRange Headers;
  /// The signature of each section's group.
  std::vector<StringRef> Comdats;
  /// Places in the view by numbers of symbols, from 1 on; 0: not there.
  std::vector<size_t> Places;
};

} // namespace

/// The name by which linkers know a group.
template <class ELFT>
Expected<StringRef> ElfViewReader<ELFT>::signature(const Shdr &Group) {
  Expected<const Shdr *> Table = File.getSection(Group.sh_link);
  if (!Table)
    return Table.takeError();
  Expected<const Sym *> Symbol =
      File.template getEntry<Sym>(**Table, Group.sh_info);
  if (!Symbol)
    return Symbol.takeError();
  // Some assemblers name the group by its section.
  if ((*Symbol)->getType() == ELF::STT_SECTION) {
    Expected<const Shdr *> Section = File.getSection((*Symbol)->st_shndx);
    if (!Section)
      return Section.takeError();
    return File.getSectionName(**Section);
  }
  Expected<StringRef> Strings = File.getStringTableForSymtab(**Table, Headers);
  if (!Strings)
    return Strings.takeError();
  return (*Symbol)->getName(*Strings);
}

template <class ELFT> Error ElfViewReader<ELFT>::readGroup(const Shdr &Group) {
  Expected<ArrayRef<Word>> Words =
      File.template getSectionContentsAsArray<Word>(Group);
  if (!Words)
    return Words.takeError();
  if (Words->empty() || !(Words->front() & ELF::GRP_COMDAT))
    return Error::success();
  Expected<StringRef> Name = signature(Group);
  if (!Name)
    return Name.takeError();
  for (uint32_t Index : Words->drop_front())
    if (Index < Comdats.size())
      Comdats[Index] = *Name;
  return Error::success();
}

template <class ELFT>
Error ElfViewReader<ELFT>::readSymbols(const Shdr &Table) {
  auto Symbols = File.symbols(&Table);
  if (!Symbols)
    return Symbols.takeError();
  Expected<StringRef> Strings = File.getStringTableForSymtab(Table, Headers);
  if (!Strings)
    return Strings.takeError();
  Places.clear();
  for (const Sym &Each : *Symbols) {
    Places.push_back(0);
    Expected<StringRef> Name = Each.getName(*Strings);
    if (!Name)
      return Name.takeError();
    unsigned char Type = Each.getType();
    if (Name->empty() || Type == ELF::STT_SECTION || Type == ELF::STT_FILE)
      continue;
    LinkerSymbol Symbol;
    Symbol.Name = *Name;
    if (Type == ELF::STT_FUNC || Type == ELF::STT_GNU_IFUNC)
      Symbol.Kind = LinkerSymbol::Function;
    else if (Type != ELF::STT_NOTYPE)
      Symbol.Kind = LinkerSymbol::Data;
    Symbol.IsDefined = Each.st_shndx != ELF::SHN_UNDEF;
    Symbol.IsLocal = Each.getBinding() == ELF::STB_LOCAL;
    Symbol.IsWeak = Each.getBinding() == ELF::STB_WEAK ||
                    Each.getBinding() == ELF::STB_GNU_UNIQUE ||
                    Each.st_shndx == ELF::SHN_COMMON;
    if (Each.st_shndx < Comdats.size())
      Symbol.Comdat = Comdats[Each.st_shndx];
    if (isUnloaded(Each.st_shndx)) {
      Expected<StringRef> Section = File.getSectionName(Headers[Each.st_shndx]);
      if (!Section)
        return Section.takeError();
      Symbol.UnloadedSection = *Section;
    }
    View.Symbols.push_back(Symbol);
    Places.back() = View.Symbols.size();
  }
  return Error::success();
}

/// Is \p Section a section that no image has in memory?
template <class ELFT>
bool ElfViewReader<ELFT>::isUnloaded(uint32_t Section) const {
  return Section != ELF::SHN_UNDEF && Section < Headers.size() &&
         !(Headers[Section].sh_flags & ELF::SHF_ALLOC);
}

template <class ELFT>
Error ElfViewReader<ELFT>::addReference(const Sym &Symbol, uint32_t Index) {
  if (size_t Place = Places[Index]) {
    View.Symbols[Place - 1].IsReferenced = true;
    return Error::success();
  }
  if (Symbol.getType() != ELF::STT_SECTION || !isUnloaded(Symbol.st_shndx))
    return Error::success();
  Expected<StringRef> Name = File.getSectionName(Headers[Symbol.st_shndx]);
  if (!Name)
    return Name.takeError();
  if (!is_contained(View.ReferencedUnloaded, *Name))
    View.ReferencedUnloaded.push_back(*Name);
  return Error::success();
}

/// Takes note of what a section in memory refers to. The symbols are those that
/// were read last.
template <class ELFT>
Error ElfViewReader<ELFT>::readReferences(const Shdr &Relocations) {
  Expected<const Shdr *> Relocated = File.getSection(Relocations.sh_info);
  if (!Relocated)
    return Relocated.takeError();
  if (!((*Relocated)->sh_flags & ELF::SHF_ALLOC))
    return Error::success();
  Expected<const Shdr *> Table = File.getSection(Relocations.sh_link);
  if (!Table)
    return Table.takeError();
  auto Symbols = File.symbols(*Table);
  if (!Symbols)
    return Symbols.takeError();
  auto AddAll = [&](auto Entries) -> Error {
    if (!Entries)
      return Entries.takeError();
    for (const auto &Each : *Entries) {
      uint32_t Index = Each.getSymbol(File.isMips64EL());
      if (Index == 0 || Index >= Symbols->size() || Index >= Places.size())
        continue;
      if (Error E = addReference((*Symbols)[Index], Index))
        return E;
    }
    return Error::success();
  };
  return Relocations.sh_type == ELF::SHT_RELA ? AddAll(File.relas(Relocations))
                                              : AddAll(File.rels(Relocations));
}

template <class ELFT> Error ElfViewReader<ELFT>::run() {
  View.Machine = File.getHeader().e_machine;
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  Headers = *Sections;
  Comdats.resize(Headers.size());
  for (const Shdr &Section : Headers) {
    Expected<StringRef> Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (Section.sh_flags & ELF::SHF_ALLOC)
      View.Sections.push_back({*Name, (Section.sh_flags & ELF::SHF_WRITE) != 0,
                               (Section.sh_flags & ELF::SHF_EXECINSTR) != 0,
                               (Section.sh_flags & ELF::SHF_TLS) != 0,
                               Section.sh_type == ELF::SHT_NOBITS});
    if (Section.sh_type == ELF::SHT_GROUP)
      if (Error E = readGroup(Section))
        return E;
  }
  for (const Shdr &Section : Headers)
    if (Section.sh_type == ELF::SHT_SYMTAB)
      if (Error E = readSymbols(Section))
        return E;
  for (const Shdr &Section : Headers)
    if (Section.sh_type == ELF::SHT_REL || Section.sh_type == ELF::SHT_RELA)
      if (Error E = readReferences(Section))
        return E;
  return Error::success();
}

static Error readElf(StringRef Bytes, LinkerView &View) {
  return withElfType(Bytes, [&]<class ELFT>(ELFT) -> Error {
    Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
    if (!File)
      return File.takeError();
    return ElfViewReader<ELFT>(*File, View).run();
  });
}

static void addSymbols(const CoffFile &File, LinkerView &View) {
  for (const CoffSymbol &Each : File.Symbols) {
    if (Each.IsSectionDefinition || Each.Name.empty() ||
        Each.StorageClass == COFF::IMAGE_SYM_CLASS_FILE)
      continue;
    const CoffSection *Section = File.sectionOf(Each);
    // A size without a section: linkers make room for it.
    bool IsCommon = Each.isGlobal() && Each.Section == 0 && Each.Value != 0;
    LinkerSymbol Symbol;
    Symbol.Name = Each.Name;
    if (Each.IsFunction)
      Symbol.Kind = LinkerSymbol::Function;
    else if (Section || IsCommon)
      Symbol.Kind = LinkerSymbol::Data;
    Symbol.IsDefined = Each.Section != 0 || IsCommon || Each.IsWeakDefinition;
    Symbol.IsLocal = !Each.isGlobal();
    Symbol.IsWeak = Each.isWeak() || IsCommon;
    if (Section && Section->Characteristics & COFF::IMAGE_SCN_LNK_COMDAT)
      Symbol.Comdat = Symbol.Name;
    View.Symbols.push_back(Symbol);
  }
}

static void addSymbols(const MachOFile &File, LinkerView &View) {
  for (const MachOSymbol &Each : File.Symbols) {
    if (Each.IsDebug || Each.Name.empty())
      continue;
    LinkerSymbol Symbol;
    Symbol.Name = Each.Name;
    // Symbols have no types: what lies in code is a function.
    if (Each.Section != 0)
      Symbol.Kind = File.Sections[Each.Section - 1].isCode()
                        ? LinkerSymbol::Function
                        : LinkerSymbol::Data;
    Symbol.IsDefined = !Each.IsUndefined;
    Symbol.IsLocal = !Each.IsGlobal;
    Symbol.IsWeak = Each.IsWeak || Each.IsWeakReference || Each.IsCommon;
    View.Symbols.push_back(Symbol);
  }
}

static void addSymbols(const WasmFile &File, LinkerView &View) {
  for (const WasmSymbol &Each : File.Symbols) {
    if (Each.Name.empty())
      continue;
    LinkerSymbol Symbol;
    Symbol.Name = Each.Name;
    if (Each.isFunction())
      Symbol.Kind = LinkerSymbol::Function;
    else if (Each.isData())
      Symbol.Kind = LinkerSymbol::Data;
    Symbol.IsDefined = !Each.isUndefined();
    Symbol.IsLocal = Each.isLocal();
    Symbol.IsWeak = Each.isWeak();
    View.Symbols.push_back(Symbol);
  }
}

template <class FileType>
static Error addSymbolsOf(Expected<FileType> File, LinkerView &View) {
  if (!File)
    return File.takeError();
  addSymbols(*File, View);
  return Error::success();
}

static Error readIr(MemoryBufferRef Buffer, LinkerView &View,
                    StringSaver &Names) {
  // Warnings were given when the file was read.
  Expected<std::unique_ptr<IrModule>> M =
      IrModule::read(Buffer, DiagnosticConsumer());
  if (!M)
    return M.takeError();
  for (const GlobalValue &Value : (**M)->global_values()) {
    if (!Value.hasName() || Value.getName().starts_with("llvm."))
      continue;
    LinkerSymbol Symbol;
    Symbol.Name = Names.save(cNameOf(Value));
    Symbol.Kind = Value.getValueType()->isFunctionTy() ? LinkerSymbol::Function
                                                       : LinkerSymbol::Data;
    Symbol.IsDefined = !Value.isDeclarationForLinker();
    Symbol.IsLocal = Value.hasLocalLinkage();
    Symbol.IsWeak = Value.isWeakForLinker();
    if (const Comdat *Group = Value.getComdat())
      Symbol.Comdat = Names.save(Group->getName());
    View.Symbols.push_back(Symbol);
  }
  return Error::success();
}

static Error readAny(MemoryBufferRef Buffer, LinkerView &View,
                     StringSaver &Names) {
  std::optional<ObjectFormat> Format = objectFormatOf(Buffer.getBuffer());
  if (!Format)
    return readIr(Buffer, View, Names);
  StringRef Name = Buffer.getBufferIdentifier();
  switch (*Format) {
  case ObjectFormat::Elf:
    return readElf(Buffer.getBuffer(), View);
  case ObjectFormat::Coff:
    return addSymbolsOf(readCoffFile(Buffer, Name), View);
  case ObjectFormat::MachO:
    return addSymbolsOf(readMachOFile(Buffer, Name), View);
  case ObjectFormat::Wasm:
    return addSymbolsOf(readWasmFile(Buffer, Name), View);
  }
  llvm_unreachable("all formats are listed");
}

Expected<LinkerView> metaobj::readLinkerView(const OperatorObject &Object,
                                             StringSaver &Names) {
  LinkerView View;
  if (Error E = readAny({Object.Bytes->getBuffer(), Object.Name}, View, Names))
    return inputError(Object.Name, std::move(E));
  return View;
}
