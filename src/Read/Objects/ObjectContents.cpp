//===- ObjectSymbols.cpp - What operator objects define -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/ObjectSymbols.h"

#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Object/CoffFile.h"
#include "Object/ElfType.h"
#include "Object/IrModule.h"
#include "Object/MachOFile.h"
#include "Object/WasmFile.h"
#include "Read/Objects/SuggestNames.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Wasm.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;

namespace metaobj {

bool isObject(FileKind Kind) {
  switch (Kind) {
  case FileKind::ElfObject:
  case FileKind::CoffObject:
  case FileKind::MachOObject:
  case FileKind::WasmObject:
  case FileKind::Bitcode:
  case FileKind::TextualIr:
    return true;
  default:
    return false;
  }
}

static std::string describeType(uint16_t Type) {
  switch (Type) {
  case ELF::ET_EXEC:
    return "an executable";
  case ELF::ET_DYN:
    return "a shared object";
  case ELF::ET_CORE:
    return "a core file";
  default:
    return "of ELF type " + std::to_string(Type);
  }
}

/// TVM links a library, unless the name of the file asks for an archive; the
/// name model.o does not help.
static StringRef hintForLinked(StringRef Bytes) {
  if (Bytes.contains(tvm_ffi::FunctionStart))
    return "give the objects that it was linked from: TVM's export_library "
           "writes them into a file whose name ends in .tar";
  return "give the objects that it was linked from";
}

static DefinedSymbol::KindType kindOf(unsigned char Type) {
  switch (Type) {
  case ELF::STT_FUNC:
    return DefinedSymbol::Function;
  case ELF::STT_NOTYPE:
    return DefinedSymbol::Untyped;
  default:
    return DefinedSymbol::Other;
  }
}

template <typename ELFT>
static Expected<ObjectContents> readSymbols(const OperatorObject &Object) {
  auto File = ELFFile<ELFT>::create(Object.Bytes->getBuffer());
  if (!File)
    return inputError(Object.Name, File.takeError());
  uint16_t Type = File->getHeader().e_type;
  if (Type != ELF::ET_REL)
    return inputError(Object.Name,
                      "is " + describeType(Type) +
                          "; expected a relocatable object",
                      hintForLinked(Object.Bytes->getBuffer()));
  ObjectContents Result;
  auto Add = [&](const typename ELFT::Sym &Symbol, StringRef Name) {
    unsigned char Binding = Symbol.getBinding();
    bool IsWeak = Binding == ELF::STB_WEAK;
    if (Name.empty() || (Binding != ELF::STB_GLOBAL && !IsWeak))
      return Error::success();
    if (Symbol.st_shndx == ELF::SHN_UNDEF)
      Result.Undefined.push_back(Name);
    else
      Result.Symbols.push_back(
          {Name, kindOf(Symbol.getType()), IsWeak, StringRef()});
    return Error::success();
  };
  if (Error E = visitSymbols(*File, Add))
    return inputError(Object.Name, std::move(E));
  return Result;
}

/// By way of ELFFile, whose accessors all check what they are asked for;
/// ELFObjectFile's end the process on some damaged files.
static Expected<ObjectContents> readElfSymbols(const OperatorObject &Object) {
  auto [Class, Order] = getElfArchType(Object.Bytes->getBuffer());
  if (!hasElfType(Object.Bytes->getBuffer()))
    return inputError(Object.Name,
                      "is a damaged ELF object: its class is " +
                          Twine(unsigned(Class)) + " and its byte order " +
                          Twine(unsigned(Order)) + "; each must be 1 or 2");
  return withElfType(Object.Bytes->getBuffer(), [&]<class ELFT>(ELFT) {
    return readSymbols<ELFT>(Object);
  });
}

/// Linkers take one of several such definitions.
static bool isOneOfMany(const CoffSection &Section) {
  return Section.Selection != 0 &&
         Section.Selection != COFF::IMAGE_COMDAT_SELECT_NODUPLICATES;
}

static DefinedSymbol::KindType kindOf(const CoffSymbol &Symbol,
                                      const CoffSection &Section) {
  if (Symbol.IsFunction)
    return DefinedSymbol::Function;
  return Section.isCode() ? DefinedSymbol::Untyped : DefinedSymbol::Other;
}

static Expected<ObjectContents> readCoffSymbols(const OperatorObject &Object) {
  Expected<CoffFile> File =
      readCoffFile(Object.Bytes->getMemBufferRef(), Object.Name);
  if (!File)
    return File.takeError();
  ObjectContents Result;
  for (const CoffSymbol &Symbol : File->Symbols) {
    if (!Symbol.isGlobal() || !Symbol.HasCName || Symbol.Name.empty() ||
        Symbol.Name.starts_with(".weak."))
      continue;
    // A weak definition has another symbol's place.
    const CoffSymbol &Where =
        Symbol.Default ? File->Symbols[*Symbol.Default] : Symbol;
    const CoffSection *Section = File->sectionOf(Where);
    if (Section)
      Result.Symbols.push_back({Symbol.Name, kindOf(Where, *Section),
                                Symbol.Default || isOneOfMany(*Section)});
    else if (Symbol.Section == COFF::IMAGE_SYM_UNDEFINED && Symbol.Value == 0)
      Result.Undefined.push_back(Symbol.Name);
  }
  return Result;
}

static Expected<ObjectContents> readMachOSymbols(const OperatorObject &Object) {
  Expected<MachOFile> File =
      readMachOFile(Object.Bytes->getMemBufferRef(), Object.Name);
  if (!File)
    return File.takeError();
  ObjectContents Result;
  for (const MachOSymbol &Symbol : File->Symbols) {
    if (!Symbol.IsGlobal || Symbol.IsDebug || !Symbol.HasCName ||
        Symbol.Name.empty())
      continue;
    if (Symbol.IsUndefined)
      Result.Undefined.push_back(Symbol.Name);
    if (Symbol.Section == 0)
      continue;
    // Symbols have no types: what lies in code is a function.
    bool IsFunction = File->Sections[Symbol.Section - 1].isCode();
    Result.Symbols.push_back(
        {Symbol.Name,
         IsFunction ? DefinedSymbol::Function : DefinedSymbol::Other,
         Symbol.IsWeak});
  }
  return Result;
}

/// int (void *, int *, int, void *, int *, void *) of C.
static WasmSignature packedSignature(bool Is64) {
  char Int = static_cast<char>(wasm::WASM_TYPE_I32);
  char Pointer =
      static_cast<char>(Is64 ? wasm::WASM_TYPE_I64 : wasm::WASM_TYPE_I32);
  return {{Pointer, Pointer, Int, Pointer, Pointer, Pointer}, {Int}};
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

/// A call through a pointer traps when the function has another type than the
/// caller says, so a function that is not packed is worse than useless in a
/// registry here.
static Expected<ObjectContents> readWasmSymbols(const OperatorObject &Object,
                                                StringSaver &Names) {
  Expected<WasmFile> File =
      readWasmFile(Object.Bytes->getMemBufferRef(), Object.Name);
  if (!File)
    return File.takeError();
  WasmSignature Packed = packedSignature(File->Is64);
  StringRef PackedText = Names.save(print(Packed));
  ObjectContents Result;
  for (const WasmSymbol &Symbol : File->Symbols) {
    if (Symbol.isLocal() || Symbol.Name.empty())
      continue;
    if (Symbol.isUndefined()) {
      Result.Undefined.push_back(Symbol.Name);
      continue;
    }
    DefinedSymbol Defined = {Symbol.Name, DefinedSymbol::Other,
                             Symbol.isWeak()};
    if (const WasmFunction *Function = File->functionOf(Symbol)) {
      Defined.Kind = DefinedSymbol::Function;
      const WasmSignature &Type = File->Types[Function->Type];
      Defined.PackedSignature = PackedText;
      if (Type.Results == Packed.Results && all_of(Type.Params, [&](char Each) {
            return Each == Packed.Params.front();
          }))
        Defined.Pointers = Type.Params.size();
      if (Type.Params != Packed.Params || Type.Results != Packed.Results)
        Defined.OtherSignature = Names.save(print(Type));
    }
    Result.Symbols.push_back(Defined);
  }
  return Result;
}

/// The symbols of an object that is no IR.
static Expected<ObjectContents> readSymbolTable(const OperatorObject &Object,
                                                FileKind Kind,
                                                StringSaver &Names) {
  switch (Kind) {
  case FileKind::ElfObject:
    return readElfSymbols(Object);
  case FileKind::CoffObject:
    return readCoffSymbols(Object);
  case FileKind::MachOObject:
    return readMachOSymbols(Object);
  default:
    return readWasmSymbols(Object, Names);
  }
}

/// Linkages whose symbols another object can refer to. `linkonce` is not one:
/// such a function is dropped unless its own module calls it.
static bool isLinkable(const GlobalValue &Value) {
  return Value.hasExternalLinkage() || Value.hasWeakLinkage() ||
         Value.hasCommonLinkage();
}

/// The type of a packed function. C's int has 16 bits where pointers have 16.
static FunctionType *packedType(const Module &M) {
  LLVMContext &Context = M.getContext();
  bool IsSmall = M.getDataLayout().getPointerSizeInBits() == 16;
  auto *Int = IntegerType::get(Context, IsSmall ? 16 : 32);
  auto *Pointer = PointerType::getUnqual(Context);
  return FunctionType::get(Int,
                           {Pointer, Pointer, Int, Pointer, Pointer, Pointer},
                           /*isVarArg=*/false);
}

static StringRef print(const FunctionType &Type, StringSaver &Names) {
  std::string Text;
  raw_string_ostream OS(Text);
  Type.print(OS);
  return Names.save(OS.str());
}

static DefinedSymbol describe(const GlobalValue &Value, StringSaver &Names) {
  DefinedSymbol Symbol;
  Symbol.Name = Names.save(cNameOf(Value));
  Symbol.Weak = Value.hasWeakLinkage();
  Symbol.Kind = DefinedSymbol::Other;
  // An alias has the type of what it names.
  auto *Type = dyn_cast<FunctionType>(Value.getValueType());
  if (Type && !isa<GlobalIFunc>(Value)) {
    Symbol.Kind = DefinedSymbol::Function;
    FunctionType *Packed = packedType(*Value.getParent());
    Symbol.PackedSignature = print(*Packed, Names);
    if (Type != Packed)
      Symbol.OtherSignature = print(*Type, Names);
    if (Type->getReturnType() == Packed->getReturnType() && !Type->isVarArg() &&
        all_of(Type->params(),
               [](const auto *Each) { return Each->isPointerTy(); }))
      Symbol.Pointers = Type->getNumParams();
  }
  return Symbol;
}

ObjectContents symbolsOfModule(const Module &M, StringSaver &Names) {
  ObjectContents Result;
  for (const GlobalValue &Value : M.global_values()) {
    if (!Value.hasName() || Value.getName().starts_with("llvm."))
      continue;
    if (Value.isDeclaration())
      Result.Undefined.push_back(Names.save(cNameOf(Value)));
    else if (isLinkable(Value))
      Result.Symbols.push_back(describe(Value, Names));
  }
  return Result;
}

/// The contents of bitcode or textual IR.
static Expected<ObjectContents> readIr(const OperatorObject &Object,
                                       StringSaver &Names,
                                       const DiagnosticConsumer &Diagnostics) {
  Expected<std::unique_ptr<IrModule>> Read =
      IrModule::read({Object.Bytes->getBuffer(), Object.Name}, Diagnostics);
  if (!Read)
    return Read.takeError();
  Expected<std::vector<OperatorDescription>> Operators = readOperators(***Read);
  if (!Operators)
    return Operators.takeError();
  ObjectContents Result = symbolsOfModule(***Read, Names);
  Result.Operators = std::move(*Operators);
  return Result;
}

static Expected<ObjectContents>
readUnchecked(const OperatorObject &Object, FileKind Kind, StringSaver &Names,
              const DiagnosticConsumer &Diagnostics) {
  if (Kind == FileKind::Bitcode || Kind == FileKind::TextualIr)
    return readIr(Object, Names, Diagnostics);
  Expected<ObjectContents> Result = readSymbolTable(Object, Kind, Names);
  if (!Result)
    return Result;
  if (Error E = readOperators({Object.Bytes->getBuffer(), Object.Name})
                    .moveInto(Result->Operators))
    return E;
  return Result;
}

static Error notDefined(StringRef Object, StringRef Name,
                        ArrayRef<DefinedSymbol> Symbols) {
  std::vector<StringRef> Known;
  for (const DefinedSymbol &Each : Symbols)
    if (Each.Kind != DefinedSymbol::Other)
      Known.push_back(Each.Name);
  std::string Hint = suggestFunctions(Name, Known);
  if (Hint.empty())
    Hint = "describe it in the source that defines it, and not static";
  return inputError(Object,
                    "describes function " + quoted(Name) +
                        ", but defines no global function of this name",
                    Hint);
}

/// Refuses descriptions of functions that are not among the symbols, and of
/// packed functions that have another type.
static Error checkDescribed(StringRef Object, ArrayRef<DefinedSymbol> Symbols,
                            ArrayRef<OperatorDescription> Operators) {
  if (Operators.empty())
    return Error::success();
  DenseMap<StringRef, const DefinedSymbol *> ByName;
  for (const DefinedSymbol &Each : Symbols)
    ByName.try_emplace(Each.Name, &Each);
  for (const OperatorDescription &Each : Operators) {
    const DefinedSymbol *Symbol = ByName.lookup(Each.Symbol);
    if (!Symbol || Symbol->Kind == DefinedSymbol::Other)
      return notDefined(Object, Each.Symbol, Symbols);
    if (Each.Convention == CallingConvention::Packed &&
        !Symbol->OtherSignature.empty())
      return inputError(
          Object,
          "describes function " + quoted(Each.Symbol) +
              " as packed, but it is " + shortened(Symbol->OtherSignature) +
              "; packed ones are " + Symbol->PackedSignature.str(),
          "describe it as unpacked, or compile it with TVM's "
          "packed API");
  }
  return Error::success();
}

/// Compilers order symbols as they like. The order of descriptions is the
/// author's (but for GCC's for Windows, where it is one of variables).
static void putDescribedFirst(ObjectContents &Contents) {
  if (Contents.Operators.empty())
    return;
  StringMap<size_t> Order;
  for (const auto &[Index, Each] : enumerate(Contents.Operators))
    Order.try_emplace(Each.Symbol, Index);
  std::vector<std::pair<size_t, size_t>> Places;
  for (const auto &[Index, Each] : enumerate(Contents.Symbols)) {
    auto Found = Order.find(Each.Name);
    Places.emplace_back(Found == Order.end() ? Contents.Operators.size()
                                             : Found->second,
                        Index);
  }
  sort(Places);
  std::vector<DefinedSymbol> Sorted;
  for (const auto &[Place, Index] : Places)
    Sorted.push_back(Contents.Symbols[Index]);
  Contents.Symbols = std::move(Sorted);
}

Expected<ObjectContents>
readObjectContents(const OperatorObject &Object, FileKind Kind,
                   StringSaver &Names, const DiagnosticConsumer &Diagnostics) {
  Expected<ObjectContents> Contents =
      readUnchecked(Object, Kind, Names, Diagnostics);
  if (!Contents)
    return Contents.takeError();
  if (Error E =
          checkDescribed(Object.Name, Contents->Symbols, Contents->Operators))
    return E;
  putDescribedFirst(*Contents);
  return Contents;
}

} // namespace metaobj
