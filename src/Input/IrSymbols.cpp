//===- IrSymbols.cpp - What LLVM bitcode and textual IR define ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"
#include "Object/IrModule.h"
#include "metaobj/Operators.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace metaobj {

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
  }
  return Symbol;
}

std::vector<DefinedSymbol> symbolsOfModule(const Module &M,
                                           StringSaver &Names) {
  std::vector<DefinedSymbol> Result;
  for (const GlobalValue &Value : M.global_values())
    if (!Value.isDeclaration() && isLinkable(Value) && Value.hasName())
      Result.push_back(describe(Value, Names));
  return Result;
}

Expected<ObjectContents> readIr(const OperatorObject &Object,
                                StringSaver &Names,
                                const DiagnosticConsumer &Diagnostics) {
  Expected<std::unique_ptr<IrModule>> Read =
      IrModule::read({Object.Bytes->getBuffer(), Object.Name}, Diagnostics);
  if (!Read)
    return Read.takeError();
  Expected<std::vector<OperatorDescription>> Operators = readOperators(***Read);
  if (!Operators)
    return Operators.takeError();
  return ObjectContents{symbolsOfModule(***Read, Names), std::move(*Operators)};
}

} // namespace metaobj
