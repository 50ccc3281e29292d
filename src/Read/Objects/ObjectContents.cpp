//===- ObjectContents.cpp - What operator objects define ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/ObjectContents.h"

#include "Abi/RuntimePointers.h"
#include "Abi/TvmFfi.h"
#include "Base/Wording.h"
#include "Object/ElfFile.h"
#include "Object/GnuLto.h"
#include "Read/Objects/SuggestNames.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

bool metaobj::isObject(FileKind Kind) {
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
static StringRef hintForLinked(StringRef Bytes, uint16_t Type) {
  if (Bytes.contains(tvm_ffi::FunctionStart))
    return "give the objects that it was linked from: TVM's export_library "
           "writes them into a file whose name ends in .tar";
  if (Type == ELF::ET_EXEC)
    return "give the objects that it was linked from; check compares a program "
           "with a board";
  return "give the objects that it was linked from";
}

/// The view of an object. Linked ELF files are no objects.
static Expected<ObjectView> readView(const OperatorObject &Object,
                                     FileKind Kind, StringSaver &Names,
                                     const DiagnosticConsumer &Diagnostics) {
  StringRef Bytes = Object.Bytes->getBuffer();
  if (Kind == FileKind::ElfObject && !hasElfType(Bytes)) {
    auto [Class, Order] = getElfArchType(Bytes);
    return inputError(Object.Name,
                      "is a damaged ELF object: its class is " +
                          Twine(unsigned(Class)) + " and its byte order " +
                          Twine(unsigned(Order)) + "; each must be 1 or 2");
  }
  Expected<ObjectView> View = readObjectView(Object, Names, Diagnostics);
  if (!View || Kind != FileKind::ElfObject || View->ElfType == ELF::ET_REL)
    return View;
  // A loader sets those of shared objects.
  std::vector<StringRef> Zero = View->ElfType == ELF::ET_EXEC
                                    ? zeroPointers(*View)
                                    : std::vector<StringRef>();
  if (!Zero.empty())
    report(Diagnostics, Diagnostic::Warning, Object.Name,
           "calls the runtime by pointers that are zero when it starts: " +
               quotedList(Zero),
           "link the object that metaobj emits for the operators, which sets "
           "these");
  return inputError(Object.Name,
                    "is " + describeType(View->ElfType) +
                        "; expected a relocatable object",
                    hintForLinked(Bytes, View->ElfType));
}

/// int (void *, int *, int, void *, int *, void *) of C. A call through a
/// pointer traps in WebAssembly when the function has another type than the
/// caller says, so a function that is not packed is worse than useless in a
/// registry there.
static StringRef packedType(FileKind Kind, unsigned PointerBits) {
  switch (Kind) {
  case FileKind::WasmObject:
    return PointerBits == 64 ? "(i64, i64, i32, i64, i64, i64) -> (i32)"
                             : "(i32, i32, i32, i32, i32, i32) -> (i32)";
  case FileKind::Bitcode:
  case FileKind::TextualIr:
    // C's int has 16 bits where pointers have 16.
    return PointerBits == 16 ? "i16 (ptr, ptr, i16, ptr, ptr, ptr)"
                             : "i32 (ptr, ptr, i32, ptr, ptr, ptr)";
  default:
    return "";
  }
}

ObjectContents metaobj::contentsOf(ObjectView View, FileKind Kind) {
  ObjectContents Result;
  Result.PackedType = packedType(Kind, View.PointerBits);
  Result.Operators = std::move(View.Operators);
  Result.HasGnuLto = any_of(View.Sections, [](const ObjectSection &Section) {
    return Section.Name.starts_with(GnuLtoStart);
  });
  for (const ObjectSymbol &Symbol : View.Symbols) {
    if (Symbol.IsLocal || Symbol.IsDiscardable || !Symbol.HasCName)
      continue;
    if (Symbol.IsDefined)
      Result.Symbols.push_back(Symbol);
    else
      Result.Undefined.push_back(Symbol.Name);
  }
  return Result;
}

static Error notDefined(StringRef Object, StringRef Name,
                        ArrayRef<ObjectSymbol> Symbols) {
  std::vector<StringRef> Known;
  for (const ObjectSymbol &Symbol : Symbols)
    if (Symbol.mayBeFunction())
      Known.push_back(Symbol.Name);
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
static Error checkDescribed(StringRef Object, const ObjectContents &Contents) {
  if (Contents.Operators.empty())
    return Error::success();
  DenseMap<StringRef, const ObjectSymbol *> ByName;
  for (const ObjectSymbol &TheObjectSymbol : Contents.Symbols)
    ByName.try_emplace(TheObjectSymbol.Name, &TheObjectSymbol);
  for (const OperatorDescription &Operator : Contents.Operators) {
    const ObjectSymbol *Symbol = ByName.lookup(Operator.Symbol);
    if (!Symbol || !Symbol->mayBeFunction())
      return notDefined(Object, Operator.Symbol, Contents.Symbols);
    if (Operator.Convention == CallingConvention::Packed &&
        Contents.isOtherType(*Symbol))
      return inputError(Object,
                        "describes function " + quoted(Operator.Symbol) +
                            " as packed, but it is " + shortened(Symbol->Type) +
                            "; packed ones are " + Contents.PackedType.str(),
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
  for (const auto &[Index, Operator] : enumerate(Contents.Operators))
    Order.try_emplace(Operator.Symbol, Index);
  std::vector<std::pair<size_t, size_t>> Places;
  for (const auto &[Index, TheObjectSymbol] : enumerate(Contents.Symbols)) {
    auto Found = Order.find(TheObjectSymbol.Name);
    Places.emplace_back(Found == Order.end() ? Contents.Operators.size()
                                             : Found->second,
                        Index);
  }
  sort(Places);
  std::vector<ObjectSymbol> Sorted;
  for (const auto &[Place, Index] : Places)
    Sorted.push_back(Contents.Symbols[Index]);
  Contents.Symbols = std::move(Sorted);
}

Expected<ObjectContents>
metaobj::readObjectContents(const OperatorObject &Object, FileKind Kind,
                            StringSaver &Names,
                            const DiagnosticConsumer &Diagnostics) {
  Expected<ObjectView> View = readView(Object, Kind, Names, Diagnostics);
  if (!View)
    return View.takeError();
  ObjectContents Contents = contentsOf(std::move(*View), Kind);
  if (Error E = checkDescribed(Object.Name, Contents))
    return E;
  putDescribedFirst(Contents);
  return Contents;
}
