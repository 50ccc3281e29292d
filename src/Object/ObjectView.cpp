//===- ObjectView.cpp - An object of any format ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/ObjectView.h"

#include "Object/CoffFile.h"
#include "Object/ElfFile.h"
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
using namespace metaobj;

/// The name by which linkers know the sections of \p Group.
static Expected<StringRef> signatureOf(const ElfFile &File,
                                       const ElfSection &Group) {
  Expected<ElfSymbols> Symbols = File.symbols(Group.Link);
  if (!Symbols)
    return Symbols.takeError();
  if (Group.Info >= Symbols->size())
    return createStringError(
        inconvertibleErrorCode(),
        "can't read an entry at 0x" +
            Twine::utohexstr(uint64_t(Group.Info) * Symbols->EntrySize) +
            ": it goes past the end of the section (0x" +
            Twine::utohexstr(Symbols->size() * Symbols->EntrySize) + ")");
  ElfSymbol Symbol = (*Symbols)[Group.Info];
  if (Symbol.Type != ELF::STT_SECTION)
    return Symbols->name(Symbol);
  // Some assemblers name the group by its section.
  Expected<const ElfSection *> Section = File.section(Symbol.Section);
  return Section ? Expected<StringRef>((*Section)->Name) : Section.takeError();
}

/// \p Comdats has the signature of each section's group.
static Error readGroup(const ElfFile &File, const ElfSection &Group,
                       MutableArrayRef<StringRef> Comdats) {
  Expected<ElfTable<uint32_t>> Words = File.words(Group);
  if (!Words)
    return Words.takeError();
  if (Words->size() == 0 || !((*Words)[0] & ELF::GRP_COMDAT))
    return Error::success();
  Expected<StringRef> Name = signatureOf(File, Group);
  if (!Name)
    return Name.takeError();
  for (uint32_t Number : drop_begin(Words->entries()))
    if (Number < Comdats.size())
      Comdats[Number] = *Name;
  return Error::success();
}

static void addSymbol(const ElfSymbol &Entry, StringRef Name, uint32_t Number,
                      ArrayRef<StringRef> Comdats, ObjectView &View) {
  if (Name.empty() || Entry.Type == ELF::STT_SECTION ||
      Entry.Type == ELF::STT_FILE)
    return;
  ObjectSymbol &Symbol = View.Symbols.emplace_back();
  Symbol.Name = Name;
  if (Entry.Type == ELF::STT_FUNC)
    Symbol.Kind = ObjectSymbol::Function;
  else if (Entry.Type == ELF::STT_GNU_IFUNC)
    Symbol.Kind = ObjectSymbol::IndirectFunction;
  else if (Entry.Type != ELF::STT_NOTYPE)
    Symbol.Kind = ObjectSymbol::Data;
  Symbol.IsDefined = !Entry.isUndefined();
  Symbol.IsLocal = Entry.isLocal();
  Symbol.IsWeak = Entry.isWeak() || Entry.Binding == ELF::STB_GNU_UNIQUE ||
                  Entry.Section == ELF::SHN_COMMON;
  Symbol.Number = Number;
  if (Entry.Section < Comdats.size()) {
    Symbol.Section = Entry.Section;
    Symbol.Comdat = Comdats[Entry.Section];
  }
}

static Error readElf(MemoryBufferRef Buffer, ObjectView &View) {
  StringRef Name = Buffer.getBufferIdentifier();
  Expected<ElfFile> File = readElfFile(Buffer, Name);
  if (!File)
    return File.takeError();
  View.Machine = File->Machine;
  View.ElfType = File->Type;
  std::vector<StringRef> Comdats(File->Sections.size());
  View.Sections.reserve(File->Sections.size());
  for (const ElfSection &Section : File->Sections) {
    View.Sections.push_back({Section.Name, Section.isLoaded(),
                             Section.isWritable(), Section.isCode(),
                             (Section.Flags & ELF::SHF_TLS) != 0,
                             Section.isNoBits()});
    if (Section.Type == ELF::SHT_GROUP) {
      if (Error E = readGroup(*File, Section, Comdats))
        return E;
    } else if (Section.Name == METAOBJ_OPERATORS_SECTION &&
               !Section.isNoBits() && Section.Type != ELF::SHT_NULL &&
               File->isRelocatable()) {
      Expected<StringRef> Text = File->contents(Section);
      if (!Text)
        return Text.takeError();
      if (Error E = parseOperators(*Text, Name, View.Operators))
        return E;
    }
  }
  uint32_t Number = 0;
  return File->visitSymbols([&](const ElfSymbol &Entry, StringRef SymbolName) {
    addSymbol(Entry, SymbolName, Number++, Comdats, View);
    return Error::success();
  });
}

/// Takes note of what a section in memory refers to. \p Symbols are those of
/// the view by number; null: not in the view.
static Error addReferences(const ElfFile &File, const ElfSection &Table,
                           ArrayRef<ObjectSymbol *> Symbols, ObjectView &View) {
  Expected<const ElfSection *> Relocated = File.section(Table.Info);
  if (!Relocated)
    return Relocated.takeError();
  if (!(*Relocated)->isLoaded())
    return Error::success();
  Expected<ElfSymbols> Targets = File.symbols(Table.Link);
  if (!Targets)
    return Targets.takeError();
  Expected<ElfTable<ElfRelocation>> Relocations = File.relocations(Table);
  if (!Relocations)
    return Relocations.takeError();
  for (const ElfRelocation &Relocation : Relocations->entries()) {
    uint32_t Number = Relocation.Symbol;
    if (Number == 0 || Number >= Targets->size())
      continue;
    ElfSymbol Target = (*Targets)[Number];
    if (Target.Type == ELF::STT_SECTION &&
        Target.Section < View.Sections.size())
      View.Sections[Target.Section].IsReferenced = true;
    else if (Number < Symbols.size() && Symbols[Number])
      Symbols[Number]->IsReferenced = true;
  }
  return Error::success();
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
    return readElf(Buffer, View);
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
  Expected<ElfFile> File = readElfFile(Buffer, Object.Name);
  if (!File)
    return File.takeError();
  std::vector<ObjectSymbol *> Symbols;
  for (ObjectSymbol &Symbol : View.Symbols) {
    Symbols.resize(Symbol.Number + 1);
    Symbols.back() = &Symbol;
  }
  for (const ElfSection &Section : File->Sections)
    if (Section.isRelocations())
      if (Error E = addReferences(*File, Section, Symbols, View))
        return inputError(Object.Name, std::move(E));
  return Error::success();
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
