//===- ExecutorCode.cpp - An executor as LLVM IR --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/ExecutorCode.h"

#include "Emit/Parts/Executor/CodeParts.h"
#include "Emit/Parts/Executor/MainFunction.h"
#include "Emit/Parts/Executor/PackedEntry.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

void metaobj::declareOperators(IrTables &Writer, const Model &TheModel,
                               const Executor &TheExecutor) {
  CodeParts Parts(Writer);
  Writer.Operators.resize(TheModel.Functions.size());
  for (const auto &[F, Declared] :
       zip_equal(TheModel.Functions, Writer.Operators))
    if (F.Convention == CallingConvention::Packed)
      Declared = Parts.declare(Writer.packedFunctionType(), F.symbol());
  for (const ExecutorCall &Call : TheExecutor.Calls)
    if (llvm::Function *&Declared = Writer.Operators[Call.Function]; !Declared)
      Declared =
          Parts.declare(TheExecutor.isFfi(Call) ? ffiType(Writer)
                                                : unpackedType(Writer, Call),
                        TheModel.Functions[Call.Function].symbol());
}

namespace {

/// Adds all of an executor to a module.
class ExecutorAdder {
public:
  ExecutorAdder(IrTables &Writer, const Executor &TheExecutor,
                const ExecutorTables &Tables)
      : Writer(Writer), TheExecutor(TheExecutor), Tables(Tables), Parts(Writer),
        Context(Writer.module().getContext()) {}

  void add();

private:
  void addPools();
  void addShared(size_t Index);
  void addOwnWorkspace();
  void addRun(llvm::Function *Main);
  void addFailedOperator(GlobalVariable *FailedOperator);

  IrTables &Writer;
  const Executor &TheExecutor;
  const ExecutorTables &Tables;
  CodeParts Parts;
  LLVMContext &Context;
};

} // namespace

// The memory that all models of an image share, and whether a run uses it:
// __attribute__((common, visibility("hidden"), aligned(16)))
// uint8_t metaobj_shared_global_workspace[N];
// int32_t metaobj_shared_global_workspace_in_use;
void ExecutorAdder::addShared(size_t Index) {
  const ExecutorMemory &Memory = TheExecutor.Pools[Index];
  auto Add = [this](Type *Contents, uint64_t Alignment, StringRef Symbol) {
    auto *Result = new GlobalVariable(
        Writer.module(), Contents, /*isConstant=*/false,
        GlobalValue::CommonLinkage, Constant::getNullValue(Contents), Symbol);
    Result->setVisibility(GlobalValue::HiddenVisibility);
    Result->setAlignment(Align(Alignment));
    return Result;
  };
  Writer.Pools[Index] =
      Add(ArrayType::get(Type::getInt8Ty(Context), Memory.Bytes),
          Memory.Alignment, TheExecutor.poolSymbol(Index));
  Add(Type::getInt32Ty(Context), 4, sharedPoolFlag(Memory.Pool.Name));
}

// __attribute__((section(".bss.noinit.tvm"), aligned(16)))
// static uint8_t <start>_global_workspace[N];
void ExecutorAdder::addPools() {
  Writer.Pools.resize(TheExecutor.Pools.size());
  for (const auto &[Index, Memory] : enumerate(TheExecutor.Pools)) {
    if (Memory.Pool.IsShared)
      addShared(Index);
    if (Memory.Pool.IsCallers || Memory.Pool.IsShared)
      continue;
    Type *Bytes = ArrayType::get(Type::getInt8Ty(Context), Memory.Bytes);
    auto *Pool = new GlobalVariable(
        Writer.module(), Bytes, /*isConstant=*/false,
        TheExecutor.Config.WorkspaceIo ? GlobalValue::ExternalLinkage
                                       : GlobalValue::InternalLinkage,
        Constant::getNullValue(Bytes), TheExecutor.poolSymbol(Index));
    Pool->setAlignment(Align(Memory.Alignment));
    if (Writer.namesSections())
      Pool->setSection(Memory.Pool.Section);
    Writer.Pools[Index] = Pool;
  }
}

// __attribute__((weak)) const TVMFfiWorkspace TVMFfiOwnWorkspace = {NULL, 0};
//
// In place of the runtime's own memory, which no operator of the model needs.
void ExecutorAdder::addOwnWorkspace() {
  Type *Size = Writer.layout().getIntPtrType(Context);
  StructType *Workspace = StructType::get(Writer.pointerType(), Size);
  new GlobalVariable(Writer.module(), Workspace, /*isConstant=*/true,
                     GlobalValue::WeakAnyLinkage,
                     Constant::getNullValue(Workspace), "TVMFfiOwnWorkspace");
}

// int32_t <start>_run(struct <start>_inputs *inputs,
//                     struct <start>_outputs *outputs,
//                     struct <start>_workspace_pools *pools,
//                     struct <start>_devices *devices) {
//   return <start>___tvm_main__(inputs->x, ..., outputs->y, ..., pools->p, ...,
//                               devices->d, ...);
// }
//
// Without those that would have no members.
void ExecutorAdder::addRun(llvm::Function *Main) {
  MainArguments Split(TheExecutor);
  SmallVector<size_t, 4> Sizes;
  for (size_t Size : {Split.Inputs, Split.Outputs, Split.Pools, Split.Devices})
    if (Size)
      Sizes.push_back(Size);
  std::vector<Type *> Pointers(Sizes.size(), Writer.pointerType());
  llvm::Function *Run = Parts.addFunction(
      FunctionType::get(Type::getInt32Ty(Context), Pointers, false),
      GlobalValue::ExternalLinkage, TheExecutor.symbol(executor_symbols::Run));
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Run));
  std::vector<Value *> Arguments;
  for (const auto &[Structure, Size] : zip_equal(Run->args(), Sizes))
    for (size_t Member = 0; Member != Size; ++Member)
      Arguments.push_back(Builder.CreateLoad(
          Writer.pointerType(), Builder.CreateConstInBoundsGEP1_32(
                                    Writer.pointerType(), &Structure, Member)));
  Builder.CreateRet(
      CodeParts::call(Builder, Main->getFunctionType(), Main, Arguments));
}

// int32_t <start>_failed_operator(void) { return _metaobj_failed_operator - 1;
// }
void ExecutorAdder::addFailedOperator(GlobalVariable *FailedOperator) {
  llvm::Function *F =
      Parts.addFunction(FunctionType::get(Type::getInt32Ty(Context), false),
                        GlobalValue::ExternalLinkage,
                        TheExecutor.symbol(executor_symbols::FailedOperator));
  IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
  Value *Number = Builder.CreateLoad(Builder.getInt32Ty(), FailedOperator);
  Builder.CreateRet(Builder.CreateSub(Number, Builder.getInt32(1)));
}

void ExecutorAdder::add() {
  addPools();
  if (TheExecutor.PlansWorkspaces)
    addOwnWorkspace();
  for (const Table &TheTable : Tables.Executor)
    Writer.add(TheTable);
  MainFunction Main(Writer, Parts, TheExecutor, Tables);
  llvm::Function *Plain = Main.add();
  if (!TheExecutor.isPacked())
    addRun(Plain);
  addFailedOperator(Main.failedOperator());
  if (!TheExecutor.isInRegistry())
    return;
  for (const Table &TheTable : Tables.Metadata)
    Writer.add(TheTable);
  addPackedEntry(Writer, Parts, TheExecutor, Tables, Plain);
}

void metaobj::addExecutor(IrTables &Writer, const Executor &TheExecutor,
                          const ExecutorTables &Tables) {
  ExecutorAdder(Writer, TheExecutor, Tables).add();
}
