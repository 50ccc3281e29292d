//===- DescribePass.cpp - Describes the operators of a module -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribePass.h"

#include "metaobj-c/metaobj_operator.h"
#include "metaobj/Operators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace metaobj {

/// Of attributes, and the first word of annotations.
static constexpr StringLiteral OperatorAttribute = "metaobj-operator";

/// Can another object call \p F? Copies of inline functions are left out.
static bool isCallable(const Function &F) {
  return !F.isDeclaration() && F.hasName() &&
         (F.hasExternalLinkage() || F.hasWeakLinkage());
}

/// int32_t (void *, int32_t *, int32_t, void *, int32_t *, void *). C's int has
/// 16 bits where pointers have 16.
static bool hasPackedType(const Function &F) {
  LLVMContext &Context = F.getContext();
  bool IsSmall = F.getParent()->getDataLayout().getPointerSizeInBits() == 16;
  auto *Int = IntegerType::get(Context, IsSmall ? 16 : 32);
  auto *Pointer = PointerType::getUnqual(Context);
  return F.getFunctionType() ==
         FunctionType::get(Int,
                           {Pointer, Pointer, Int, Pointer, Pointer, Pointer},
                           /*isVarArg=*/false);
}

/// The text of a constant string behind casts; empty if it is none.
static StringRef textOf(const Value *String) {
  auto *Variable = dyn_cast<GlobalVariable>(String->stripPointerCasts());
  if (!Variable || !Variable->hasInitializer())
    return "";
  auto *Bytes = dyn_cast<ConstantDataSequential>(Variable->getInitializer());
  return Bytes && Bytes->isCString() ? Bytes->getAsCString() : "";
}

namespace {

struct Annotated {
  const Function *Where;
  StringRef Fields;
};

} // namespace

/// The functions that say themselves what they are.
static std::vector<Annotated> annotatedFunctions(const Module &M) {
  std::vector<Annotated> Result;
  for (const Function &F : M)
    if (F.hasFnAttribute(OperatorAttribute))
      Result.push_back(
          {&F, F.getFnAttribute(OperatorAttribute).getValueAsString()});
  // Clang's annotations: {function, text, file, line, arguments}.
  const GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  auto *List = All && All->hasInitializer()
                   ? dyn_cast<ConstantArray>(All->getInitializer())
                   : nullptr;
  if (!List)
    return Result;
  for (const Use &Operand : List->operands()) {
    auto *Entry = dyn_cast<ConstantStruct>(Operand.get());
    if (!Entry || Entry->getNumOperands() < 2)
      continue;
    auto *F = dyn_cast<Function>(Entry->getOperand(0)->stripPointerCasts());
    StringRef Text = textOf(Entry->getOperand(1));
    if (F && Text.consume_front(OperatorAttribute) &&
        (Text.empty() || isSpace(Text.front())))
      Result.push_back({F, Text});
  }
  return Result;
}

/// The description of a function whose attribute has these fields: what the
/// section would have, with blanks for newlines.
static Expected<std::vector<OperatorDescription>>
parseFields(const Annotated &From) {
  std::string Text = METAOBJ_OPERATOR_MAGIC " " +
                     utostr(METAOBJ_OPERATOR_VERSION) +
                     "\nsymbol=" + cNameOf(*From.Where).str() + "\n";
  SmallVector<StringRef, 8> Fields;
  SplitString(From.Fields, Fields);
  if (none_of(Fields, [](StringRef Name) { return Name.starts_with("call="); }))
    Text += "call=packed\n";
  for (StringRef Field : Fields)
    Text += Field.str() + "\n";
  // A module with this section, of which errors name the function.
  LLVMContext Context;
  Module M(cNameOf(*From.Where), Context);
  Constant *Bytes = ConstantDataArray::getString(Context, Text);
  auto *Variable = new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, Bytes);
  Variable->setSection(METAOBJ_OPERATORS_SECTION);
  return readOperators(M);
}

static Expected<std::vector<OperatorDescription>> describe(const Module &M) {
  Expected<std::vector<OperatorDescription>> Known = readOperators(M);
  if (!Known)
    return Known.takeError();
  StringSet<> Described;
  for (const OperatorDescription &Operator : *Known)
    Described.insert(Operator.Symbol);
  std::vector<OperatorDescription> Result;
  std::vector<Annotated> Functions = annotatedFunctions(M);
  for (const Annotated &TheAnnotated : Functions) {
    // Of a header: the object that defines it describes it.
    if (TheAnnotated.Where->isDeclaration() ||
        Described.count(cNameOf(*TheAnnotated.Where)))
      continue;
    Expected<std::vector<OperatorDescription>> Parsed =
        parseFields(TheAnnotated);
    if (!Parsed)
      return Parsed.takeError();
    append_range(Result, std::move(*Parsed));
  }
  if (!Functions.empty() || !Known->empty())
    return Result;
  for (const Function &F : M)
    if (isCallable(F) && hasPackedType(F)) {
      OperatorDescription New;
      New.Symbol = cNameOf(F).str();
      Result.push_back(std::move(New));
    }
  return Result;
}

PreservedAnalyses DescribePass::run(Module &M, ModuleAnalysisManager &) {
  Expected<std::vector<OperatorDescription>> Operators = describe(M);
  Error E =
      Operators ? describeOperators(M, *Operators) : Operators.takeError();
  if (E) {
    M.getContext().emitError(Name + ": " + toString(std::move(E)));
    return PreservedAnalyses::all();
  }
  return Operators->empty() ? PreservedAnalyses::all()
                            : PreservedAnalyses::none();
}

} // namespace metaobj
