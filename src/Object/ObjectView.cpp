//===- ObjectView.cpp - An object of any format ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/ObjectView.h"

#include "Object/CoffFile.h"
#include "Object/ElfType.h"
#include "Object/IrModule.h"
#include "Object/MachOFile.h"
#include "Object/ObjectFormat.h"
#include "Object/OperatorText.h"
#include "Object/WasmFile.h"
#include "metaobj-c/metaobj_operator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Wasm.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

/// By way of ELFFile, whose accessors all check what they are asked for;
/// ELFObjectFile's end the process on some damaged files.
template <class ELFT> class ElfViewReader {
public:
  ElfViewReader(const ELFFile<ELFT> &File, StringRef Name, ObjectView &View)
      : File(File), Name(Name), View(View) {}

  Error readAll();
  Error readReferences();

private:
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;
  using Word = typename ELFT::Word;

  Error readSection(const Shdr &Header);
  Error readGroup(const Shdr &Group);
  Expected<StringRef> signature(const Shdr &Group);
  void addSymbol(const Sym &Entry, StringRef Name, uint32_t Number);
  Error addReferences(const Shdr &Relocations);

  const ELFFile<ELFT> &File;
  StringRef Name; ///< Of the file.
  ObjectView &View;
  typename ELFT::ShdrRange Headers;
  /// The signature of each section's group.
  std::vector<StringRef> Comdats;
  /// By number; null: not in the view.
  std::vector<ObjectSymbol *> Symbols;
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
void ElfViewReader<ELFT>::addSymbol(const Sym &Entry, StringRef Name,
                                    uint32_t Number) {
  unsigned char Type = Entry.getType();
  if (Name.empty() || Type == ELF::STT_SECTION || Type == ELF::STT_FILE)
    return;
  ObjectSymbol &Symbol = View.Symbols.emplace_back();
  Symbol.Name = Name;
  if (Type == ELF::STT_FUNC)
    Symbol.Kind = ObjectSymbol::Function;
  else if (Type == ELF::STT_GNU_IFUNC)
    Symbol.Kind = ObjectSymbol::IndirectFunction;
  else if (Type != ELF::STT_NOTYPE)
    Symbol.Kind = ObjectSymbol::Data;
  Symbol.IsDefined = Entry.st_shndx != ELF::SHN_UNDEF;
  Symbol.IsLocal = Entry.getBinding() == ELF::STB_LOCAL;
  Symbol.IsWeak = Entry.getBinding() == ELF::STB_WEAK ||
                  Entry.getBinding() == ELF::STB_GNU_UNIQUE ||
                  Entry.st_shndx == ELF::SHN_COMMON;
  Symbol.Number = Number;
  if (Entry.st_shndx < Headers.size()) {
    Symbol.Section = Entry.st_shndx;
    Symbol.Comdat = Comdats[Entry.st_shndx];
  }
}

template <class ELFT>
Error ElfViewReader<ELFT>::readSection(const Shdr &Header) {
  Expected<StringRef> SectionName = File.getSectionName(Header);
  if (!SectionName)
    return SectionName.takeError();
  auto Has = [&](uint64_t Flag) { return (Header.sh_flags & Flag) != 0; };
  bool IsNoBits = Header.sh_type == ELF::SHT_NOBITS;
  View.Sections.push_back({*SectionName, Has(ELF::SHF_ALLOC),
                           Has(ELF::SHF_WRITE), Has(ELF::SHF_EXECINSTR),
                           Has(ELF::SHF_TLS), IsNoBits});
  if (Header.sh_type == ELF::SHT_GROUP)
    return readGroup(Header);
  if (*SectionName != METAOBJ_OPERATORS_SECTION || IsNoBits ||
      Header.sh_type == ELF::SHT_NULL || View.ElfType != ELF::ET_REL)
    return Error::success();
  Expected<ArrayRef<uint8_t>> Bytes = File.getSectionContents(Header);
  if (!Bytes)
    return Bytes.takeError();
  return parseOperators(toStringRef(*Bytes), Name, View.Operators);
}

template <class ELFT> Error ElfViewReader<ELFT>::readAll() {
  View.Machine = File.getHeader().e_machine;
  View.ElfType = File.getHeader().e_type;
  if (Error E = File.sections().moveInto(Headers))
    return E;
  Comdats.resize(Headers.size());
  View.Sections.reserve(Headers.size());
  for (const Shdr &Header : Headers)
    if (Error E = readSection(Header))
      return E;
  uint32_t Number = 0;
  return visitSymbols(File, [&](const Sym &Entry, StringRef SymbolName) {
    addSymbol(Entry, SymbolName, Number++);
    return Error::success();
  });
}

/// Takes note of what a section in memory refers to.
template <class ELFT>
Error ElfViewReader<ELFT>::addReferences(const Shdr &Relocations) {
  Expected<const Shdr *> Relocated = File.getSection(Relocations.sh_info);
  if (!Relocated)
    return Relocated.takeError();
  if (!((*Relocated)->sh_flags & ELF::SHF_ALLOC))
    return Error::success();
  Expected<const Shdr *> Table = File.getSection(Relocations.sh_link);
  if (!Table)
    return Table.takeError();
  auto Targets = File.symbols(*Table);
  if (!Targets)
    return Targets.takeError();
  auto MarkAll = [&](auto Entries) -> Error {
    if (!Entries)
      return Entries.takeError();
    for (const auto &Entry : *Entries) {
      uint32_t Number = Entry.getSymbol(File.isMips64EL());
      if (Number == 0 || Number >= Targets->size())
        continue;
      const Sym &Target = (*Targets)[Number];
      if (Target.getType() == ELF::STT_SECTION &&
          Target.st_shndx < View.Sections.size())
        View.Sections[Target.st_shndx].IsReferenced = true;
      else if (Number < Symbols.size() && Symbols[Number])
        Symbols[Number]->IsReferenced = true;
    }
    return Error::success();
  };
  return Relocations.sh_type == ELF::SHT_RELA ? MarkAll(File.relas(Relocations))
                                              : MarkAll(File.rels(Relocations));
}

template <class ELFT> Error ElfViewReader<ELFT>::readReferences() {
  if (Error E = File.sections().moveInto(Headers))
    return E;
  for (ObjectSymbol &Symbol : View.Symbols) {
    Symbols.resize(Symbol.Number + 1);
    Symbols.back() = &Symbol;
  }
  for (const Shdr &Header : Headers)
    if (Header.sh_type == ELF::SHT_REL || Header.sh_type == ELF::SHT_RELA)
      if (Error E = addReferences(Header))
        return E;
  return Error::success();
}

/// Calls \p Read with the reader of the ELF object \p Buffer.
template <class Reading>
static Error withElfReader(MemoryBufferRef Buffer, ObjectView &View,
                           const Reading &Read) {
  StringRef Bytes = Buffer.getBuffer();
  return withElfType(Bytes, [&]<class ELFT>(ELFT) -> Error {
    Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
    if (!File)
      return File.takeError();
    return Read(ElfViewReader<ELFT>(*File, Buffer.getBufferIdentifier(), View));
  });
}

static void addSymbols(const CoffFile &File, ObjectView &View, StringSaver &) {
  for (const CoffSymbol &Entry : File.Symbols) {
    if (Entry.IsSectionDefinition || Entry.Name.empty() ||
        Entry.StorageClass == COFF::IMAGE_SYM_CLASS_FILE)
      continue;
    // A weak definition has another symbol's place.
    const CoffSymbol &Place =
        Entry.Default ? File.Symbols[*Entry.Default] : Entry;
    const CoffSection *Section = File.sectionOf(Place);
    // A size without a section: linkers make room for it.
    bool IsCommon = Entry.isGlobal() && Entry.Section == 0 && Entry.Value != 0;
    ObjectSymbol &Symbol = View.Symbols.emplace_back();
    Symbol.Name = Entry.Name;
    if (Place.IsFunction)
      Symbol.Kind = ObjectSymbol::Function;
    else if (Section ? !Section->isCode() : IsCommon)
      Symbol.Kind = ObjectSymbol::Data;
    // LLVM's name for the place of a weak definition.
    Symbol.HasCName = Entry.HasCName && !Entry.Name.starts_with(".weak.");
    Symbol.IsDefined = Section || Entry.Section != 0 || IsCommon;
    Symbol.IsLocal = !Entry.isGlobal();
    Symbol.IsWeak = Entry.isWeak() || IsCommon;
    Section = File.sectionOf(Entry);
    if (Section && Section->isOneOfMany())
      Symbol.Comdat = Symbol.Name;
  }
}

static void addSymbols(const MachOFile &File, ObjectView &View, StringSaver &) {
  for (const MachOSymbol &Entry : File.Symbols) {
    if (Entry.IsDebug || Entry.Name.empty())
      continue;
    ObjectSymbol &Symbol = View.Symbols.emplace_back();
    Symbol.Name = Entry.Name;
    // Symbols have no types: what lies in code is a function.
    if (Entry.Section != 0 && File.Sections[Entry.Section - 1].isCode())
      Symbol.Kind = ObjectSymbol::Function;
    else if (Entry.Section != 0 || Entry.IsCommon)
      Symbol.Kind = ObjectSymbol::Data;
    Symbol.HasCName = Entry.HasCName;
    Symbol.IsDefined = !Entry.IsUndefined;
    Symbol.IsLocal = !Entry.IsGlobal;
    Symbol.IsWeak = Entry.IsWeak || Entry.IsWeakReference || Entry.IsCommon;
  }
}

static StringRef typeName(char Type) {
  switch (static_cast<uint8_t>(Type)) {
  case wasm::WASM_TYPE_I32:
    return "i32";
  case wasm::WASM_TYPE_I64:
    return "i64";
  case wasm::WASM_TYPE_F32:
    return "f32";
  case wasm::WASM_TYPE_F64:
    return "f64";
  case wasm::WASM_TYPE_V128:
    return "v128";
  default:
    return "ref";
  }
}

/// "(i32, i64) -> (f32)", as WebAssembly's own texts write types.
static std::string print(const WasmSignature &Type) {
  std::string Text;
  for (const std::string *List : {&Type.Params, &Type.Results}) {
    Text += Text.empty() ? "(" : " -> (";
    for (size_t I = 0; I != List->size(); ++I)
      Text += (I == 0 ? "" : ", ") + typeName((*List)[I]).str();
    Text += ")";
  }
  return Text;
}

static void addSymbols(const WasmFile &File, ObjectView &View,
                       StringSaver &Names) {
  View.PointerBits = File.Is64 ? 64 : 32;
  StringRef Pointer = File.Is64 ? "i64" : "i32";
  for (const WasmSymbol &Entry : File.Symbols) {
    if (Entry.Name.empty())
      continue;
    ObjectSymbol &Symbol = View.Symbols.emplace_back();
    Symbol.Name = Entry.Name;
    Symbol.Kind =
        Entry.isFunction() ? ObjectSymbol::Function : ObjectSymbol::Data;
    Symbol.IsDefined = !Entry.isUndefined();
    Symbol.IsLocal = Entry.isLocal();
    Symbol.IsWeak = Entry.isWeak();
    const WasmFunction *Function = File.functionOf(Entry);
    if (!Function || !Symbol.IsDefined)
      continue;
    const WasmSignature &Type = File.Types[Function->Type];
    Symbol.Type = Names.save(print(Type));
    if (Type.Results.size() == 1 && typeName(Type.Results[0]) == "i32" &&
        all_of(Type.Params,
               [&](char Param) { return typeName(Param) == Pointer; }))
      Symbol.Pointers = Type.Params.size();
  }
}

/// Adds all that \p File shows; \p Wanted is its name for the section of
/// descriptions among \p Sections.
template <class FileType, class Section>
static Error addFile(Expected<FileType> File, StringRef Name,
                     std::vector<Section> FileType::*Sections, StringRef Wanted,
                     ObjectView &View, StringSaver &Names) {
  if (!File)
    return File.takeError();
  addSymbols(*File, View, Names);
  for (const Section &Candidate : (*File).*Sections)
    if (Candidate.Name == Wanted)
      if (Error E = parseOperators(Candidate.Bytes, Name, View.Operators))
        return E;
  return Error::success();
}

/// The type of a function, also by an alias.
static void addType(const FunctionType &Type, unsigned PointerBits,
                    StringSaver &Names, ObjectSymbol &Symbol) {
  std::string Text;
  raw_string_ostream OS(Text);
  Type.print(OS);
  Symbol.Type = Names.save(OS.str());
  // C's int has 16 bits where pointers have 16.
  if (Type.getReturnType()->isIntegerTy(PointerBits == 16 ? 16 : 32) &&
      !Type.isVarArg() && all_of(Type.params(), [](const auto *Param) {
        return Param->isPointerTy();
      }))
    Symbol.Pointers = Type.getNumParams();
}

Expected<ObjectView> metaobj::viewOfModule(const Module &M,
                                           StringSaver &Names) {
  ObjectView View;
  View.PointerBits = M.getDataLayout().getPointerSizeInBits();
  for (const GlobalValue &Value : M.global_values()) {
    if (!Value.hasName() || Value.getName().starts_with("llvm."))
      continue;
    ObjectSymbol &Symbol = View.Symbols.emplace_back();
    Symbol.Name = Names.save(cNameOf(Value));
    auto *Type = dyn_cast<FunctionType>(Value.getValueType());
    Symbol.Kind = !Type                     ? ObjectSymbol::Data
                  : isa<GlobalIFunc>(Value) ? ObjectSymbol::IndirectFunction
                                            : ObjectSymbol::Function;
    Symbol.IsDefined = !Value.isDeclarationForLinker();
    Symbol.IsLocal = Value.hasLocalLinkage();
    Symbol.IsWeak = Value.isWeakForLinker();
    Symbol.IsDiscardable = Value.hasLinkOnceLinkage();
    if (const Comdat *Group = Value.getComdat())
      Symbol.Comdat = Names.save(Group->getName());
    if (Symbol.Kind == ObjectSymbol::Function && Symbol.IsDefined)
      addType(*Type, View.PointerBits, Names, Symbol);
  }
  if (Error E = readOperators(M).moveInto(View.Operators))
    return E;
  return View;
}

static Error readAny(MemoryBufferRef Buffer, ObjectView &View,
                     StringSaver &Names,
                     const DiagnosticConsumer &Diagnostics) {
  StringRef Name = Buffer.getBufferIdentifier();
  std::optional<ObjectFormat> Format = objectFormatOf(Buffer.getBuffer());
  if (!Format) {
    Expected<std::unique_ptr<IrModule>> M = IrModule::read(Buffer, Diagnostics);
    return M ? viewOfModule(***M, Names).moveInto(View) : M.takeError();
  }
  switch (*Format) {
  case ObjectFormat::Elf:
    return withElfReader(Buffer, View,
                         [](auto Reader) { return Reader.readAll(); });
  case ObjectFormat::Coff:
    return addFile(readCoffFile(Buffer, Name), Name, &CoffFile::Sections,
                   METAOBJ_OPERATORS_SECTION, View, Names);
  case ObjectFormat::MachO:
    return addFile(readMachOFile(Buffer, Name), Name, &MachOFile::Sections,
                   METAOBJ_OPERATORS_SECTION_MACHO, View, Names);
  case ObjectFormat::Wasm:
    return addFile(readWasmFile(Buffer, Name), Name, &WasmFile::OtherSections,
                   METAOBJ_OPERATORS_SECTION, View, Names);
  }
  llvm_unreachable("all formats are listed");
}

Expected<ObjectView>
metaobj::readObjectView(const OperatorObject &Object, StringSaver &Names,
                        const DiagnosticConsumer &Diagnostics) {
  ObjectView View;
  if (Error E = readAny({Object.Bytes->getBuffer(), Object.Name}, View, Names,
                        Diagnostics))
    return inputError(Object.Name, std::move(E));
  return View;
}

Error metaobj::readReferences(const OperatorObject &Object, ObjectView &View) {
  MemoryBufferRef Buffer(Object.Bytes->getBuffer(), Object.Name);
  if (objectFormatOf(Buffer.getBuffer()) != ObjectFormat::Elf)
    return Error::success();
  return inputError(Object.Name, withElfReader(Buffer, View, [](auto Reader) {
                      return Reader.readReferences();
                    }));
}

Expected<std::vector<OperatorDescription>>
metaobj::readOperators(MemoryBufferRef Object) {
  BumpPtrAllocator Memory;
  StringSaver Names(Memory);
  ObjectView View;
  if (Error E = readAny(Object, View, Names, DiagnosticConsumer()))
    return inputError(Object.getBufferIdentifier(), std::move(E));
  return std::move(View.Operators);
}
