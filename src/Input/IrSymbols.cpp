//===- IrSymbols.cpp - What LLVM bitcode and textual IR define ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/Nesting.h"
#include "Input/ObjectSymbols.h"
#include "Model/Wording.h"

#include "metaobj/LlvmVersion.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace metaobj {

namespace {

/// What LLVM's readers say of a module beside their result. Without it, the
/// context prints warnings and ends the process on errors.
struct ModuleMessages {
  std::string Input;
  const DiagnosticConsumer &Handler;
  std::string FirstError;

  static void receive(llvm_version::DiagnosticArgument Argument, void *Self) {
    const DiagnosticInfo &Info = llvm_version::infoOf(Argument);
    auto &Messages = *static_cast<ModuleMessages *>(Self);
    std::string Text;
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    if (Info.getSeverity() == DS_Error) {
      if (Messages.FirstError.empty())
        Messages.FirstError = Text;
    } else if (Info.getSeverity() == DS_Warning) {
      report(Messages.Handler, metaobj::Diagnostic::Warning, Messages.Input,
             Text);
    }
  }
};

} // namespace

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
  Symbol.Name =
      Names.save(GlobalValue::dropLLVMManglingEscape(Value.getName()));
  Symbol.Weak = Value.hasWeakLinkage();
  Symbol.Kind = DefinedSymbol::Other;
  // An alias has the type of what it names.
  auto *Type = dyn_cast<FunctionType>(Value.getValueType());
  if (Type && !isa<GlobalIFunc>(Value)) {
    Symbol.Kind = DefinedSymbol::Function;
    FunctionType *Packed = packedType(*Value.getParent());
    if (Type != Packed) {
      Symbol.OtherSignature = print(*Type, Names);
      Symbol.PackedSignature = print(*Packed, Names);
    }
  }
  return Symbol;
}

static Expected<std::unique_ptr<Module>> parseText(const OperatorObject &Object,
                                                   LLVMContext &Context) {
  StringRef Text = Object.Bytes->getBuffer();
  if (irNesting(Text) > DeepestIr)
    return inputError(Object.Name,
                      "nests brackets more than " + Twine(DeepestIr) + " deep");
  // The parser wants a NUL after the text.
  std::unique_ptr<MemoryBuffer> Copy =
      MemoryBuffer::getMemBufferCopy(Text, Object.Name);
  SMDiagnostic Message;
  std::unique_ptr<Module> Parsed =
      parseAssembly(Copy->getMemBufferRef(), Message, Context);
  if (!Parsed)
    return inputError(Object.Name, "line " + Twine(Message.getLineNo()) +
                                       ", column " +
                                       Twine(Message.getColumnNo() + 1) + ": " +
                                       Message.getMessage());
  return Parsed;
}

Expected<std::vector<DefinedSymbol>>
readIrSymbols(const OperatorObject &Object, bool Textual, StringSaver &Names,
              const DiagnosticConsumer &Diagnostics) {
  LLVMContext Context;
  ModuleMessages Messages{Object.Name, Diagnostics, ""};
  Context.setDiagnosticHandlerCallBack(ModuleMessages::receive, &Messages,
                                       /*RespectFilters=*/false);
  // Function bodies of bitcode stay unread.
  Expected<std::unique_ptr<Module>> Parsed =
      Textual ? parseText(Object, Context)
              : getLazyBitcodeModule(Object.Bytes->getMemBufferRef(), Context,
                                     /*ShouldLazyLoadMetadata=*/true);
  if (!Parsed)
    return inputError(Object.Name, Parsed.takeError());
  if (!Messages.FirstError.empty())
    return inputError(Object.Name, createStringError(inconvertibleErrorCode(),
                                                     Messages.FirstError));
  std::vector<DefinedSymbol> Result;
  for (const GlobalValue &Value : (*Parsed)->global_values())
    if (!Value.isDeclaration() && isLinkable(Value) && Value.hasName())
      Result.push_back(describe(Value, Names));
  return Result;
}

} // namespace metaobj
