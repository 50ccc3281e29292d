//===- PackedEntry.cpp - A model that is called by name -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/PackedEntry.h"

#include "Abi/Symbols.h"
#include "Emit/Parts/Executor/DlTensor.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

class PackedAdder {
public:
  PackedAdder(IrTables &Writer, CodeParts &Parts, const Executor &TheExecutor,
              const ExecutorTables &Tables)
      : Writer(Writer), Parts(Parts), TheExecutor(TheExecutor), Tables(Tables),
        Context(Writer.module().getContext()), Builder(Context),
        Int32(Builder.getInt32Ty()) {}

  llvm::Function *addRun(llvm::Function *Main, StringRef Symbol);
  llvm::Function *addForward(llvm::Function *To, StringRef Symbol);
  llvm::Function *addMetadata(StringRef Symbol);
  llvm::Function *addWrapper(const ExecutorCall &Call, StringRef Symbol);

private:
  llvm::Function *begin(StringRef Symbol, GlobalValue::LinkageTypes Linkage);
  void returnUnless(Value *IsRight, Value *Code);
  std::vector<Value *> takeData(llvm::Function *F, ArrayRef<TensorIndex> Wanted,
                                TableRow First);
  void finish(Value *Result);

  IrTables &Writer;
  CodeParts &Parts;
  const Executor &TheExecutor;
  const ExecutorTables &Tables;
  LLVMContext &Context;
  IRBuilder<> Builder;
  IntegerType *Int32;
};

} // namespace

llvm::Function *PackedAdder::begin(StringRef Symbol,
                                   GlobalValue::LinkageTypes Linkage) {
  llvm::Function *F =
      Parts.addFunction(Writer.packedFunctionType(), Linkage, Symbol);
  Builder.SetInsertPoint(BasicBlock::Create(Context, "", F));
  return F;
}

void PackedAdder::finish(Value *Result) {
  Builder.CreateRet(Builder.CreateTrunc(Result, Writer.intType()));
}

/// Goes on if \p IsRight, and returns \p Code otherwise.
void PackedAdder::returnUnless(Value *IsRight, Value *Code) {
  llvm::Function *F = Builder.GetInsertBlock()->getParent();
  auto *Right = BasicBlock::Create(Context, "", F);
  auto *Wrong = BasicBlock::Create(Context, "", F);
  Builder.CreateCondBr(IsRight, Right, Wrong);
  Builder.SetInsertPoint(Wrong);
  finish(Code);
  Builder.SetInsertPoint(Right);
}

/// The data of the DLTensors that \p F was given, after all checks: they must
/// be like \p Wanted, whose rows begin at \p First.
std::vector<Value *> PackedAdder::takeData(llvm::Function *F,
                                           ArrayRef<TensorIndex> Wanted,
                                           TableRow First) {
  returnUnless(
      Builder.CreateICmpEQ(F->getArg(2),
                           ConstantInt::get(Writer.intType(), Wanted.size())),
      Builder.getInt32(uint32_t(CrtError::NumArguments)));
  llvm::Function *Check = Parts.checkTensor();
  StructType *Tensor = Writer.structure(dltensor::Type);
  PointerType *Pointer = Writer.pointerType();
  std::vector<Value *> Data;
  for (size_t I = 0; I != Wanted.size(); ++I) {
    Value *Given =
        Builder.CreateLoad(Pointer, Builder.CreateConstInBoundsGEP1_32(
                                        Builder.getInt64Ty(), F->getArg(0), I));
    Value *Code = Builder.CreateLoad(
        Writer.intType(),
        Builder.CreateConstInBoundsGEP1_32(Writer.intType(), F->getArg(1), I));
    Value *Failure = CodeParts::call(
        Builder, Check->getFunctionType(), Check,
        {Given, Writer.address(Address::table(*First.In, First.Row + I)),
         Code});
    returnUnless(Builder.CreateIsNull(Failure), Failure);
    Data.push_back(Builder.CreateLoad(
        Pointer, Builder.CreateStructGEP(Tensor, Given, dltensor::Data)));
    // An empty tensor needs no memory.
    if (!is_contained(*TheExecutor.TheGraph.Tensors[Wanted[I]].Shape, 0))
      returnUnless(Builder.CreateIsNotNull(Data.back()),
                   Builder.getInt32(uint32_t(CrtError::InvalidArg)));
  }
  return Data;
}

// int <start>_run(TVMValue *args, int *type_codes, int num_args,
//                 TVMValue *out_ret_value, int *out_ret_tcode,
//                 void *resource_handle) {
//   /* returns an error unless args are the inputs and the outputs */
//   return _metaobj_run(((DLTensor *)args[0].v_handle)->data, ...);
// }
llvm::Function *PackedAdder::addRun(llvm::Function *Main, StringRef Symbol) {
  llvm::Function *F = begin(Symbol, GlobalValue::ExternalLinkage);
  std::vector<TensorIndex> Wanted;
  for (const std::vector<ExecutorIo> *List :
       {&TheExecutor.Inputs, &TheExecutor.Outputs})
    for (const ExecutorIo &Io : *List)
      Wanted.push_back(Io.Tensor);
  std::vector<Value *> Data = takeData(F, Wanted, Tables.ioTensors());
  finish(CodeParts::call(Builder, Main->getFunctionType(), Main, Data));
  return F;
}

/// A packed function that only calls \p To, which has another name.
llvm::Function *PackedAdder::addForward(llvm::Function *To, StringRef Symbol) {
  llvm::Function *F = begin(Symbol, GlobalValue::ExternalLinkage);
  std::vector<Value *> Arguments;
  for (Argument &Arg : F->args())
    Arguments.push_back(&Arg);
  Builder.CreateRet(
      CodeParts::call(Builder, To->getFunctionType(), To, Arguments));
  return F;
}

// int <start>_get_c_metadata(TVMValue *args, int *type_codes, int num_args,
//                            TVMValue *out_ret_value, int *out_ret_tcode,
//                            void *resource_handle) {
//   out_ret_value->v_handle = &_metaobj_metadata;
//   *out_ret_tcode = kTVMOpaqueHandle; /* 3 */
//   return 0;
// }
llvm::Function *PackedAdder::addMetadata(StringRef Symbol) {
  llvm::Function *F = begin(Symbol, GlobalValue::ExternalLinkage);
  Builder.CreateStore(Writer.address(Address::table(Tables.Metadata.back())),
                      F->getArg(3));
  Builder.CreateStore(ConstantInt::get(Writer.intType(), 3), F->getArg(4));
  finish(Builder.getInt32(0));
  return F;
}

// static int _metaobj_packed_<operator>(TVMValue *args, ...) {
//   /* returns an error unless args are what the graph has */
//   return <operator>(((DLTensor *)args[0].v_handle)->data, ...,
//                     resource_handle);
// }
llvm::Function *PackedAdder::addWrapper(const ExecutorCall &Call,
                                        StringRef Symbol) {
  llvm::Function *F = begin(Symbol, GlobalValue::InternalLinkage);
  std::vector<Value *> Data =
      takeData(F, Call.Arguments, Tables.operatorTensors(Call.Function));
  llvm::Function *Operator = Writer.Operators[Call.Function];
  finish(CodeParts::call(Builder, Operator->getFunctionType(), Operator, Data));
  return F;
}

void metaobj::addPackedEntry(IrTables &Writer, CodeParts &Parts,
                             const Executor &TheExecutor,
                             const ExecutorTables &Tables,
                             llvm::Function *Main) {
  PackedAdder Adder(Writer, Parts, TheExecutor, Tables);
  llvm::Function *Run = nullptr;
  for (const OwnFunction &TheOwnFunction : TheExecutor.Own) {
    llvm::Function *Added;
    if (TheOwnFunction.Wrapped) {
      const auto Call = find_if(TheExecutor.Calls, [&](const auto &Other) {
        return Other.Function == *TheOwnFunction.Wrapped;
      });
      Added = Adder.addWrapper(*Call, TheOwnFunction.Symbol);
    } else if (TheOwnFunction.Symbol ==
               TheExecutor.symbol(executor_symbols::Metadata)) {
      Added = Adder.addMetadata(TheOwnFunction.Symbol);
    } else if (!Run) {
      Added = Run = Adder.addRun(Main, TheOwnFunction.Symbol);
    } else if (TheOwnFunction.Symbol == Run->getName()) {
      Added = Run;
    } else {
      Added = Adder.addForward(Run, TheOwnFunction.Symbol);
    }
    Writer.Own.push_back(Added);
  }
}
