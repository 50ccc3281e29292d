//===- LinkerView.cpp - An object as linkers see it -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkerView.h"

#include "Object/ObjectFormat.h"
#include "metaobj/Diagnostic.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Object/COFF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SourceMgr.h"

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
  void addSection(const Shdr &Section, StringRef Name);
  Error readSymbols(const Shdr &Table);

  const ELFFile<ELFT> &File;
  LinkerView &View;
  typename ELFT::ShdrRange Headers;
  /// The signature of each section's group.
  std::vector<StringRef> Comdats;
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
void ElfViewReader<ELFT>::addSection(const Shdr &Section, StringRef Name) {
  if (!(Section.sh_flags & ELF::SHF_ALLOC))
    return;
  View.Sections.push_back({Name, (Section.sh_flags & ELF::SHF_WRITE) != 0,
                           (Section.sh_flags & ELF::SHF_EXECINSTR) != 0,
                           (Section.sh_flags & ELF::SHF_TLS) != 0,
                           Section.sh_type == ELF::SHT_NOBITS,
                           Section.sh_size});
}

template <class ELFT>
Error ElfViewReader<ELFT>::readSymbols(const Shdr &Table) {
  auto Symbols = File.symbols(&Table);
  if (!Symbols)
    return Symbols.takeError();
  Expected<StringRef> Strings = File.getStringTableForSymtab(Table, Headers);
  if (!Strings)
    return Strings.takeError();
  for (const Sym &Each : *Symbols) {
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
    View.Symbols.push_back(Symbol);
  }
  return Error::success();
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
    addSection(Section, *Name);
    if (Section.sh_type == ELF::SHT_GROUP)
      if (Error E = readGroup(Section))
        return E;
  }
  for (const Shdr &Section : Headers)
    if (Section.sh_type == ELF::SHT_SYMTAB)
      if (Error E = readSymbols(Section))
        return E;
  return Error::success();
}

template <class ELFT> static Error readElf(StringRef Bytes, LinkerView &View) {
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
  if (!File)
    return File.takeError();
  return ElfViewReader<ELFT>(*File, View).run();
}

static Error readElf(StringRef Bytes, LinkerView &View) {
  auto [Class, Order] = getElfArchType(Bytes);
  bool IsLittleEndian = Order == ELF::ELFDATA2LSB;
  if (Class == ELF::ELFCLASS64)
    return IsLittleEndian ? readElf<ELF64LE>(Bytes, View)
                          : readElf<ELF64BE>(Bytes, View);
  return IsLittleEndian ? readElf<ELF32LE>(Bytes, View)
                        : readElf<ELF32BE>(Bytes, View);
}

/// Has C's name an underscore before it? Names are compared without.
static bool hasUnderscore(const ObjectFile &File) {
  return File.isMachO() || (File.isCOFF() && File.getArch() == Triple::x86);
}

static Expected<LinkerSymbol> readSymbol(const ObjectFile &File,
                                         const SymbolRef &From) {
  Expected<uint32_t> Flags = From.getFlags();
  if (!Flags)
    return Flags.takeError();
  Expected<StringRef> Name = From.getName();
  if (!Name)
    return Name.takeError();
  Expected<SymbolRef::Type> Type = From.getType();
  if (!Type)
    return Type.takeError();
  LinkerSymbol Symbol;
  if (*Flags & SymbolRef::SF_FormatSpecific)
    return Symbol;
  Symbol.Name = *Name;
  if (hasUnderscore(File))
    Symbol.Name.consume_front("_");
  if (*Type == SymbolRef::ST_Function)
    Symbol.Kind = LinkerSymbol::Function;
  else if (*Type == SymbolRef::ST_Data)
    Symbol.Kind = LinkerSymbol::Data;
  Symbol.IsDefined = !(*Flags & SymbolRef::SF_Undefined);
  Symbol.IsLocal = !(*Flags & SymbolRef::SF_Global);
  Symbol.IsWeak = *Flags & (SymbolRef::SF_Weak | SymbolRef::SF_Common);
  if (const auto *Coff = dyn_cast<COFFObjectFile>(&File)) {
    int32_t Number = Coff->getCOFFSymbol(From).getSectionNumber();
    if (Number > 0) {
      Expected<const coff_section *> Section = Coff->getSection(Number);
      if (!Section)
        return Section.takeError();
      if ((*Section)->Characteristics & COFF::IMAGE_SCN_LNK_COMDAT)
        Symbol.Comdat = Symbol.Name;
    }
  }
  return Symbol;
}

/// COFF, Mach-O and WebAssembly, whose readers have checked \p Buffer before.
static Error readOther(MemoryBufferRef Buffer, LinkerView &View) {
  Expected<std::unique_ptr<ObjectFile>> File =
      ObjectFile::createObjectFile(Buffer);
  if (!File)
    return File.takeError();
  for (const SymbolRef &Each : (*File)->symbols()) {
    Expected<LinkerSymbol> Symbol = readSymbol(**File, Each);
    if (!Symbol)
      return Symbol.takeError();
    if (!Symbol->Name.empty())
      View.Symbols.push_back(*Symbol);
  }
  return Error::success();
}

static Error readIr(MemoryBufferRef Buffer, LinkerView &View,
                    StringSaver &Names) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = getLazyIRModule(
      MemoryBuffer::getMemBuffer(Buffer, /*RequiresNullTerminator=*/false),
      Problem, Context);
  if (!M)
    return inputError(Buffer.getBufferIdentifier(), Problem.getMessage());
  for (const GlobalValue &Value : M->global_values()) {
    if (!Value.hasName() || Value.getName().starts_with("llvm."))
      continue;
    LinkerSymbol Symbol;
    Symbol.Name =
        Names.save(GlobalValue::dropLLVMManglingEscape(Value.getName()));
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
  if (*Format == ObjectFormat::Elf)
    return readElf(Buffer.getBuffer(), View);
  return readOther(Buffer, View);
}

Expected<LinkerView> metaobj::readLinkerView(const OperatorObject &Object,
                                             StringSaver &Names) {
  LinkerView View;
  if (Error E = readAny({Object.Bytes->getBuffer(), Object.Name}, View, Names))
    return inputError(Object.Name, std::move(E));
  return View;
}
