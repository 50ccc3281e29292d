//===- MainFunction.cpp - The calls of all operators ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// int32_t <start>___tvm_main__(void *input, ..., void *output, ...,
//                              uint8_t *pool, ..., void *device, ...) {
//   int32_t result = TVMDeviceNpuActivate(device);   /* for each device */
//   if (result != 0) goto failed;
//   result = operator(...);                          /* for each call */
//   if (result != 0) goto failed_active;
//   ...
//   _metaobj_failed_operator = 0;
//   return TVMDeviceNpuDeactivate(device);
// failed_active:
//   TVMDeviceNpuDeactivate(device);                  /* in reverse order */
// failed:
//   _metaobj_failed_operator = number + 1;
//   return result;
// }
//
// A packed operator gets TVMValues and DLTensors, one of tvm-ffi TVMFFIAnys and
// DLTensors. They are constants where all addresses are known when the image is
// linked, and on the stack otherwise.
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/MainFunction.h"

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
#include "Emit/Parts/Executor/DlTensor.h"
#include "Emit/Parts/Executor/FfiCall.h"
#include "metaobj-c/metaobj_params_image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

#include <cstddef>

using namespace llvm;
using namespace metaobj;

/// Of one function.
static constexpr size_t MostCalls = 256;

/// metaobj_param_table_t::params.
static constexpr unsigned ParamsInTable = 3;

/// kTVMNullptr: an operator has returned nothing.
static constexpr uint64_t NothingReturned = 4;

namespace {

/// The second argument of TVMPlatformPoolPower.
enum class PoolPower : uint32_t {
  Unused,   ///< What is in the pool is not needed any more.
  Running,  ///< A run begins.
  Retained, ///< The pool has inputs and outputs.
};

} // namespace

FunctionType *metaobj::unpackedType(const IrTables &Writer,
                                    const ExecutorCall &Call) {
  std::vector<Type *> Pointers(Call.Arguments.size() + Call.Device.has_value(),
                               Writer.pointerType());
  return FunctionType::get(Type::getInt32Ty(Writer.module().getContext()),
                           Pointers, false);
}

FunctionType *metaobj::ffiType(const IrTables &Writer) {
  Type *Int32 = Type::getInt32Ty(Writer.module().getContext());
  PointerType *Pointer = Writer.pointerType();
  return FunctionType::get(Int32, {Pointer, Pointer, Int32, Pointer}, false);
}

MainArguments::MainArguments(const Executor &TheExecutor)
    : Devices(TheExecutor.Devices.size()) {
  if (TheExecutor.hasIoArguments()) {
    Inputs = TheExecutor.Inputs.size();
    Outputs = TheExecutor.Outputs.size();
  }
  for (const ExecutorMemory &Memory : TheExecutor.Pools)
    Pools += Memory.Pool.IsCallers;
}

MainFunction::MainFunction(IrTables &Writer, CodeParts &Parts,
                           const Executor &TheExecutor,
                           const ExecutorTables &Tables)
    : Writer(Writer), Parts(Parts), TheExecutor(TheExecutor), Tables(Tables),
      Context(Writer.module().getContext()), Builder(Context),
      Pointer(Writer.pointerType()), Int32(Builder.getInt32Ty()) {}

Constant *MainFunction::address(const TableRow &Row) const {
  return Writer.address(Address::table(*Row.In, Row.Row));
}

/// Where a tensor's memory begins, without its offset.
Value *MainFunction::baseOf(const TensorPlace &Place) {
  switch (Place.Kind) {
  case TensorPlace::Input:
    return Inputs[Place.Index];
  case TensorPlace::Output:
    return Outputs[Place.Index];
  case TensorPlace::Pool:
    return Pools[Place.Index];
  case TensorPlace::Param: {
    // ImageParams[Index].tensor.data
    Value *Data =
        Builder.CreateInBoundsGEP(Writer.structure(paramRecord()), ImageParams,
                                  {Builder.getInt32(Place.Index),
                                   Builder.getInt32(1), Builder.getInt32(0)});
    return Builder.CreateGEP(
        Builder.getInt8Ty(), ImageStart,
        Builder.CreateLoad(Writer.layout().getIntPtrType(Context), Data));
  }
  case TensorPlace::Unused:
    break;
  }
  llvm_unreachable("has no address at run time");
}

Value *MainFunction::dataOf(const TensorPlace &Place) {
  if (Place.Kind == TensorPlace::Param && TheExecutor.isFixed(Place))
    return Builder.CreateLoad(Pointer, address(Tables.constant(Place)));
  Value *Base = baseOf(Place);
  if (Place.Offset == 0)
    return Base;
  return Builder.CreateInBoundsGEP(
      Builder.getInt8Ty(), Base,
      ConstantInt::get(Writer.layout().getIndexType(Pointer), Place.Offset));
}

Value *MainFunction::handleOf(const ExecutorCall &Call) const {
  return Call.Device ? Devices[*Call.Device]
                     : ConstantPointerNull::get(Pointer);
}

/// Room for what packed calls need that is no constant, as much as the largest
/// of them.
void MainFunction::reserveStack(Range Calls) {
  size_t MostValues = 0, MostAnys = 0, MostTensors = 0;
  bool HasPacked = false, HasFfi = false;
  for (size_t Number = Calls.First; Number != Calls.End; ++Number) {
    const ExecutorCall &Call = TheExecutor.Calls[Number];
    if (!TheExecutor.takesTensors(Call))
      continue;
    bool IsFfi = TheExecutor.isFfi(Call);
    (IsFfi ? HasFfi : HasPacked) = true;
    if (Tables.arguments(Number))
      continue;
    size_t &Most = IsFfi ? MostAnys : MostValues;
    Most = std::max(Most, Call.Arguments.size());
    MostTensors = std::max<size_t>(
        MostTensors, count_if(Call.Arguments, [this](TensorIndex Tensor) {
          return !Tables.tensor(Tensor);
        }));
  }
  auto Reserve = [this](Type *Kind, size_t Count, Align Least) {
    AllocaInst *Place = Builder.CreateAlloca(
        Kind, Count == 1 ? nullptr : Builder.getInt32(Count));
    Place->setAlignment(std::max(Least, Writer.layout().getABITypeAlign(Kind)));
    return Place;
  };
  constexpr Align OfValue = Align::Constant<8>();
  if (MostValues)
    Values = Reserve(Builder.getInt64Ty(), MostValues, OfValue);
  if (MostTensors)
    Tensors = Reserve(Writer.structure(dltensor::Type), MostTensors, OfValue);
  Type *Words =
      ArrayType::get(Builder.getInt64Ty(), ffi_any::Bytes / sizeof(uint64_t));
  if (HasFfi) {
    Result = Reserve(Words, 1, OfValue);
    Builder.CreateStore(ConstantAggregateZero::get(Words), Result);
  }
  if (MostAnys) {
    Anys = Reserve(Words, MostAnys, OfValue);
    initialiseAnys(MostAnys);
  }
  if (!HasPacked)
    return;
  ReturnValue = Reserve(Builder.getInt64Ty(), 1, OfValue);
  ReturnCode = Reserve(Writer.intType(), 1, Align(1));
  Builder.CreateStore(ConstantInt::get(Writer.intType(), NothingReturned),
                      ReturnCode);
}

MainFunction::Failure MainFunction::addFailureBlock(StringRef Name) {
  Failure Result;
  Result.Block = BasicBlock::Create(Context, Name, Main);
  IRBuilder<> Phis(Result.Block);
  Result.Result = Phis.CreatePHI(Int32, 0);
  Result.Number = Phis.CreatePHI(Int32, 0);
  return Result;
}

/// Leaves for \p To from where the builder is.
void MainFunction::fail(const Failure &To, Value *Result, Value *Number) {
  To.Result->addIncoming(Result, Builder.GetInsertBlock());
  To.Number->addIncoming(Number, Builder.GetInsertBlock());
}

/// Goes on when \p Result is 0. \p Number is that of the call, or -1.
void MainFunction::check(Value *Result, const Failure &To, int64_t Number) {
  check(Result, To, Builder.getInt32(static_cast<uint32_t>(Number + 1)));
}

/// The same with what FailedOperator is to hold.
void MainFunction::check(Value *Result, const Failure &To, Value *Number) {
  fail(To, Result, Number);
  auto *Next = BasicBlock::Create(Context, "", Main);
  Builder.CreateCondBr(Builder.CreateIsNull(Result), Next, To.Block);
  Builder.SetInsertPoint(Next);
}

/// `TVMDevice<Kind><Action>(context)`.
Value *MainFunction::callHook(StringRef Action, uint32_t Device) {
  FunctionType *Type = FunctionType::get(Int32, {Pointer}, false);
  llvm::Function *Hook = Parts.declare(
      Type, ("TVMDevice" + TheExecutor.Devices[Device].InHooks + Action).str());
  return CodeParts::call(Builder, Type, Hook, {Devices[Device]});
}

/// A function of the platform, or a weak one that does nothing.
llvm::Function *MainFunction::platformHook(StringRef Symbol,
                                           FunctionType *Type) {
  if (llvm::Function *Known = Writer.module().getFunction(Symbol))
    return Known;
  llvm::Function *Hook =
      Parts.addFunction(Type, GlobalValue::WeakAnyLinkage, Symbol);
  IRBuilder<> Nothing(BasicBlock::Create(Context, "", Hook));
  if (Type->getReturnType()->isVoidTy())
    Nothing.CreateRetVoid();
  else
    Nothing.CreateRet(Constant::getNullValue(Type->getReturnType()));
  return Hook;
}

// void TVMPlatformPoolPower(const char *pool, int32_t state);
void MainFunction::callPoolPower(bool IsRunning) {
  FunctionType *Type =
      FunctionType::get(Builder.getVoidTy(), {Pointer, Int32}, false);
  llvm::Function *Hook = platformHook("TVMPlatformPoolPower", Type);
  PoolPower Idle =
      TheExecutor.Config.WorkspaceIo ? PoolPower::Retained : PoolPower::Unused;
  for (uint32_t Pool = 0; Pool != Pools.size(); ++Pool)
    if (!TheExecutor.Pools[Pool].IsConstant)
      CodeParts::call(
          Builder, Type, Hook,
          {address(Tables.hookName(Pool)),
           Builder.getInt32(uint32_t(IsRunning ? PoolPower::Running : Idle))});
}

/// The flags of the shared pools.
std::vector<GlobalVariable *> MainFunction::sharedFlags() const {
  std::vector<GlobalVariable *> Result;
  for (const ExecutorMemory &Memory : TheExecutor.Pools)
    if (Memory.Pool.IsShared)
      Result.push_back(
          Writer.module().getNamedGlobal(sharedPoolFlag(Memory.Pool.Name)));
  return Result;
}

// if (metaobj_shared_global_workspace_in_use) {
//   _metaobj_failed_operator = 0;
//   return kTvmErrorExecutorPoolInUse;
// }
// metaobj_shared_global_workspace_in_use = 1;
//
// Finds a model that an operator of another calls. Threads need a lock.
void MainFunction::claimShared() {
  std::vector<GlobalVariable *> Flags = sharedFlags();
  if (Flags.empty())
    return;
  auto *InUse = BasicBlock::Create(Context, "in_use", Main);
  for (GlobalVariable *Flag : Flags) {
    auto *Next = BasicBlock::Create(Context, "", Main);
    Value *IsInUse = Builder.CreateLoad(Int32, Flag, /*isVolatile=*/true);
    Builder.CreateCondBr(Builder.CreateIsNull(IsInUse), Next, InUse);
    Builder.SetInsertPoint(Next);
  }
  setShared(1);
  IRBuilder<> Refusal(InUse);
  Refusal.CreateStore(Builder.getInt32(0), FailedOperator);
  Refusal.CreateRet(Builder.getInt32(PoolInUse));
}

void MainFunction::setShared(uint32_t Use) {
  for (GlobalVariable *Flag : sharedFlags())
    Builder.CreateStore(Builder.getInt32(Use), Flag, /*isVolatile=*/true);
}

/// The number in the header of a params image at \p Offset.
static Value *loadFromHeader(IRBuilderBase &Builder, Value *Image, Type *Number,
                             size_t Offset) {
  return Builder.CreateLoad(Number, Builder.CreateConstInBoundsGEP1_32(
                                        Builder.getInt8Ty(), Image, Offset));
}

// if (((uintptr_t)input | ... | (uintptr_t)output | ...) % 64 != 0) {
//   _metaobj_failed_operator = 0;
//   return kTvmErrorFunctionCallInvalidArg;
// }
//
// Operators of tvm-ffi assume it, and may do anything otherwise.
void MainFunction::checkAlignment() {
  if (!callsFfi(TheExecutor.TheGraph))
    return;
  Type *Int = Writer.layout().getIntPtrType(Context);
  Value *All = nullptr;
  auto Add = [&](Value *Given) {
    Value *Number = Builder.CreatePtrToInt(Given, Int);
    All = All ? Builder.CreateOr(All, Number) : Number;
  };
  for (Value *Input : Inputs)
    Add(Input);
  for (Value *Output : Outputs)
    Add(Output);
  for (const auto &[Memory, Given] : zip_equal(TheExecutor.Pools, Pools))
    if (Memory.Pool.IsCallers && !Memory.IsImage)
      Add(Given);
  if (!All)
    return;
  auto *Wrong = BasicBlock::Create(Context, "not_aligned", Main);
  auto *Right = BasicBlock::Create(Context, "", Main);
  Value *Rest = Builder.CreateAnd(All, FfiTensorAlignment - 1);
  Builder.CreateCondBr(Builder.CreateIsNull(Rest), Right, Wrong);
  Builder.SetInsertPoint(Wrong);
  Builder.CreateStore(Builder.getInt32(0), FailedOperator);
  Builder.CreateRet(Builder.getInt32(uint32_t(CrtError::InvalidArg)));
  Builder.SetInsertPoint(Right);
}

// if (params == NULL || memcmp(params->id, id, sizeof(id)) != 0) {
//   _metaobj_failed_operator = 0;
//   return kTvmErrorFunctionCallInvalidArg;
// }
//
// metaobj_params_open() has checked the rest.
void MainFunction::checkImage() {
  if (!TheExecutor.ImageId)
    return;
  Value *Image = Pools.back();
  auto *Wrong = BasicBlock::Create(Context, "wrong_params", Main);
  auto *Given = BasicBlock::Create(Context, "", Main);
  auto *Right = BasicBlock::Create(Context, "", Main);
  Builder.CreateCondBr(Builder.CreateIsNull(Image), Wrong, Given);
  Builder.SetInsertPoint(Given);
  Value *Differs = Builder.getInt32(0);
  for (size_t Offset = 0; Offset != TheExecutor.ImageId->size();
       Offset += sizeof(uint32_t)) {
    Value *Word = loadFromHeader(Builder, Image, Int32,
                                 offsetof(metaobj_params_image_t, id) + Offset);
    uint32_t Wanted = support::endian::read32(&(*TheExecutor.ImageId)[Offset],
                                              Writer.layout().isLittleEndian()
                                                  ? Endianness::little
                                                  : Endianness::big);
    Differs = Builder.CreateOr(
        Differs, Builder.CreateXor(Word, Builder.getInt32(Wanted)));
  }
  Builder.CreateCondBr(Builder.CreateIsNull(Differs), Right, Wrong);
  Builder.SetInsertPoint(Wrong);
  Builder.CreateStore(Builder.getInt32(0), FailedOperator);
  Builder.CreateRet(Builder.getInt32(uint32_t(CrtError::InvalidArg)));
  Builder.SetInsertPoint(Right);
}

// const uint8_t *start = (uintptr_t)params->base == UINTPTR_MAX ? params : 0;
// const metaobj_param_table_t *table = (const uint8_t *)params + params->table;
// const metaobj_param_t *image_params = start + (uintptr_t)table->params;
//
// As metaobj_params_at() does.
void MainFunction::openImage() {
  if (!TheExecutor.ImageId)
    return;
  Value *Image = Pools.back();
  Type *Int = Writer.layout().getIntPtrType(Context);
  Value *Base = loadFromHeader(Builder, Image, Builder.getInt64Ty(),
                               offsetof(metaobj_params_image_t, base));
  ImageStart =
      Builder.CreateSelect(Builder.CreateICmpEQ(Builder.CreateTrunc(Base, Int),
                                                Constant::getAllOnesValue(Int)),
                           Image, ConstantPointerNull::get(Pointer));
  Value *Table = Builder.CreateInBoundsGEP(
      Builder.getInt8Ty(), Image,
      Builder.CreateZExtOrTrunc(
          loadFromHeader(Builder, Image, Int32,
                         offsetof(metaobj_params_image_t, table)),
          Int));
  Value *Params = Builder.CreateLoad(
      Int, Builder.CreateStructGEP(Writer.structure(paramTableRecord()), Table,
                                   ParamsInTable));
  ImageParams = Builder.CreateGEP(Builder.getInt8Ty(), ImageStart, Params);
}

// int32_t TVMPlatformBeforeInference(const char *model);
//
// When it fails, nothing else is called.
void MainFunction::addBefore() {
  if (!TheExecutor.Config.HasPlatformHooks)
    return;
  FunctionType *Type = FunctionType::get(Int32, {Pointer}, false);
  llvm::Function *Hook = platformHook("TVMPlatformBeforeInference", Type);
  Value *Result = CodeParts::call(Builder, Type, Hook,
                                  {address(Tables.hookName(std::nullopt))});
  auto *Refused = BasicBlock::Create(Context, "refused", Main);
  auto *Next = BasicBlock::Create(Context, "", Main);
  Builder.CreateCondBr(Builder.CreateIsNull(Result), Next, Refused);
  Builder.SetInsertPoint(Refused);
  setShared(0);
  Builder.CreateStore(Builder.getInt32(0), FailedOperator);
  Builder.CreateRet(Result);
  Builder.SetInsertPoint(Next);
  callPoolPower(/*IsRunning=*/true);
}

// void TVMPlatformAfterInference(const char *model, int32_t result);
void MainFunction::addAfter(Value *Result) {
  if (!TheExecutor.Config.HasPlatformHooks)
    return;
  callPoolPower(/*IsRunning=*/false);
  FunctionType *Type =
      FunctionType::get(Builder.getVoidTy(), {Pointer, Int32}, false);
  CodeParts::call(Builder, Type,
                  platformHook("TVMPlatformAfterInference", Type),
                  {address(Tables.hookName(std::nullopt)), Result});
}

/// The DLTensor of \p Argument; one that is not known is number \p Open on the
/// stack, and the next one the number behind it.
Value *MainFunction::tensorOf(TensorIndex Argument, uint32_t &Open) {
  if (std::optional<TableRow> Fixed = Tables.tensor(Argument))
    return address(*Fixed);
  Value *Tensor = Builder.CreateConstInBoundsGEP1_32(
      Writer.structure(dltensor::Type), Tensors, Open++);
  llvm::Function *Set = Parts.setTensor();
  CodeParts::call(Builder, Set->getFunctionType(), Set,
                  {Tensor, address(Tables.openTensor(Argument)),
                   baseOf(TheExecutor.Places[Argument])});
  return Tensor;
}

Value *MainFunction::anyAt(uint32_t Index, unsigned Byte) {
  return Builder.CreateConstInBoundsGEP1_32(Builder.getInt8Ty(), Anys,
                                            Index * ffi_any::Bytes + Byte);
}

/// Types and zeros, which calls do not change.
void MainFunction::initialiseAnys(size_t Count) {
  for (uint32_t Index = 0; Index != Count; ++Index) {
    Builder.CreateStore(Builder.getInt32(ffi_any::DLTensorPointer),
                        anyAt(Index, 0));
    Builder.CreateStore(Builder.getInt32(0), anyAt(Index, 4));
    Builder.CreateStore(Builder.getInt64(0), anyAt(Index, 8));
  }
}

// void TVMFfiUseWorkspace(void *memory, size_t bytes);
void MainFunction::useWorkspace(Value *Memory, Value *Bytes) {
  Type *Size = Writer.layout().getIntPtrType(Context);
  FunctionType *Type =
      FunctionType::get(Builder.getVoidTy(), {Pointer, Size}, false);
  CodeParts::call(Builder, Type, Parts.declare(Type, "TVMFfiUseWorkspace"),
                  {Memory, Builder.CreateZExtOrTrunc(Bytes, Size)});
}

/// Tells the runtime where the operator's workspaces lie, if any operator of
/// the model has planned ones.
void MainFunction::useWorkspace(size_t Number) {
  const ExecutorCall &Call = TheExecutor.Calls[Number];
  if (!TheExecutor.PlansWorkspaces || (!Call.Workspace && !HasWorkspace))
    return;
  HasWorkspace = Call.Workspace.has_value();
  useWorkspace(Call.Workspace ? dataOf(*Call.Workspace)
                              : baseOf({TensorPlace::Pool, 0}),
               Builder.getInt64(Call.WorkspaceBytes));
}

// for (i = 0; i != count; ++i) {
//   const struct metaobj_ffi_call *call = &_metaobj_ffi_calls[first + i];
//   TVMFfiUseWorkspace(call->workspace, call->workspace_bytes);
//   result = call->function(NULL, call->arguments, call->num_arguments, &any);
//   if (result != 0) goto failed;
// }
void MainFunction::addLoop(Range Calls) {
  bool HasWorkspaces = TheExecutor.PlansWorkspaces;
  StructType *RowType = Writer.structure(ffi_call::typeOf(HasWorkspaces));
  Constant *First = address(Tables.ffiCall(Calls.First));
  BasicBlock *Before = Builder.GetInsertBlock();
  auto *Loop = BasicBlock::Create(Context, "calls", Main);
  Builder.CreateBr(Loop);
  Builder.SetInsertPoint(Loop);
  PHINode *Index = Builder.CreatePHI(Int32, 2);
  Index->addIncoming(Builder.getInt32(0), Before);
  Value *Row = Builder.CreateInBoundsGEP(RowType, First, Index);
  auto Load = [&](Type *Kind, unsigned Field) {
    return Builder.CreateLoad(Kind,
                              Builder.CreateStructGEP(RowType, Row, Field));
  };
  // One by one: C++ says nothing of the order in which arguments are made.
  if (HasWorkspaces) {
    Value *Memory = Load(Pointer, ffi_call::Workspace);
    Value *Bytes = Load(Int32, ffi_call::WorkspaceBytes);
    useWorkspace(Memory, Bytes);
  }
  Value *Called = Load(Pointer, ffi_call::Function);
  Value *Arguments = Load(Pointer, ffi_call::Arguments);
  Value *NumArguments = Load(Int32, ffi_call::NumArguments);
  CallInst *Returned = Builder.CreateCall(
      ffiType(Writer), Called,
      {ConstantPointerNull::get(Pointer), Arguments, NumArguments, Result});
  const ExecutorCall &Any = TheExecutor.Calls[Calls.First];
  Returned->setAttributes(Writer.Operators[Any.Function]->getAttributes());
  Value *Next = Builder.CreateAdd(Index, Builder.getInt32(1));
  check(Returned, Failures.back(),
        Builder.CreateAdd(Next, Builder.getInt32(Calls.First)));
  auto *After = BasicBlock::Create(Context, "", Main);
  Index->addIncoming(Next, Builder.GetInsertBlock());
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(Next, Builder.getInt32(Calls.End - Calls.First)),
      After, Loop);
  Builder.SetInsertPoint(After);
  HasWorkspace =
      HasWorkspaces && TheExecutor.Calls[Calls.End - 1].Workspace.has_value();
}

Value *MainFunction::addFfiCall(size_t Number) {
  const ExecutorCall &Call = TheExecutor.Calls[Number];
  useWorkspace(Number);
  Value *Arguments = Anys;
  if (std::optional<TableRow> Known = Tables.arguments(Number)) {
    Arguments = address(*Known);
  } else {
    uint32_t Open = 0;
    for (const auto &[Index, Argument] : enumerate(Call.Arguments)) {
      Value *Tensor = tensorOf(Argument, Open);
      Builder.CreateStore(Tensor, anyAt(Index, 8));
    }
  }
  return CodeParts::call(Builder, ffiType(Writer),
                         Writer.Operators[Call.Function],
                         {ConstantPointerNull::get(Pointer), Arguments,
                          Builder.getInt32(Call.Arguments.size()), Result});
}

Value *MainFunction::addPackedCall(size_t Number) {
  const ExecutorCall &Call = TheExecutor.Calls[Number];
  Value *Arguments;
  if (std::optional<TableRow> Known = Tables.arguments(Number)) {
    Arguments = address(*Known);
  } else {
    Arguments = Values;
    uint32_t Open = 0;
    for (const auto &[Index, Argument] : enumerate(Call.Arguments)) {
      Value *Tensor = tensorOf(Argument, Open);
      Builder.CreateStore(Tensor, Builder.CreateConstInBoundsGEP1_32(
                                      Builder.getInt64Ty(), Values, Index));
    }
  }
  llvm::Function *Called = Writer.Operators[Call.Function];
  Value *Result = CodeParts::call(
      Builder, Writer.packedFunctionType(), Called,
      {Arguments, address({Tables.typeCodes(), 0}),
       ConstantInt::get(Writer.intType(), Call.Arguments.size()), ReturnValue,
       ReturnCode, handleOf(Call)});
  return Builder.CreateSExt(Result, Int32);
}

Value *MainFunction::addUnpackedCall(size_t Number) {
  const ExecutorCall &Call = TheExecutor.Calls[Number];
  std::vector<Value *> Arguments;
  for (TensorIndex Argument : Call.Arguments)
    Arguments.push_back(dataOf(TheExecutor.Places[Argument]));
  if (Call.Device)
    Arguments.push_back(Devices[*Call.Device]);
  return CodeParts::call(Builder, unpackedType(Writer, Call),
                         Writer.Operators[Call.Function], Arguments);
}

/// A device is closed also when its operator has failed, and then the
/// operator's result counts.
void MainFunction::addCall(size_t Number) {
  const ExecutorCall &Call = TheExecutor.Calls[Number];
  const Failure &Active = Failures.back();
  bool IsOpened = Call.Device && TheExecutor.opensDevices();
  if (IsOpened)
    check(callHook("Open", *Call.Device), Active, Number);
  Value *Result = TheExecutor.isPacked(Call) ? addPackedCall(Number)
                  : TheExecutor.isFfi(Call)  ? addFfiCall(Number)
                                             : addUnpackedCall(Number);
  if (IsOpened) {
    Value *Closed = callHook("Close", *Call.Device);
    Result = Builder.CreateSelect(Builder.CreateIsNull(Result), Closed, Result);
  }
  check(Result, Active, Number);
}

void MainFunction::addCopy(const ExecutorCopy &Copy) {
  const ExecutorIo &Output = TheExecutor.Outputs[Copy.Output];
  llvm::Function *Copying = Parts.copyBytes();
  CodeParts::call(
      Builder, Copying->getFunctionType(), Copying,
      {Outputs[Copy.Output], dataOf(TheExecutor.Places[Copy.From]),
       ConstantInt::get(Writer.layout().getIndexType(Pointer), Output.Bytes)});
}

/// Deactivates all devices, in the order in which TVM does, and returns the
/// first failure.
void MainFunction::addEnd() {
  Value *First = Builder.getInt32(0);
  for (uint32_t Device = 0; Device != hookedDevices(); ++Device) {
    Value *Result = callHook("Deactivate", Device);
    First = Builder.CreateSelect(Builder.CreateIsNull(First), Result, First);
  }
  Builder.CreateStore(Builder.getInt32(0), FailedOperator);
  addAfter(First);
  setShared(0);
  Builder.CreateRet(First);
}

/// Where failures end: in reverse order of activation, and then in a return.
void MainFunction::addFailures() {
  for (size_t Active = 0; Active <= hookedDevices(); ++Active)
    Failures.push_back(addFailureBlock(Active ? "failed_active" : "failed"));
  IRBuilder<>::InsertPointGuard Guard(Builder);
  for (size_t Active = hookedDevices(); Active != 0; --Active) {
    const Failure &From = Failures[Active];
    Builder.SetInsertPoint(From.Block);
    callHook("Deactivate", Active - 1);
    fail(Failures[Active - 1], From.Result, From.Number);
    Builder.CreateBr(Failures[Active - 1].Block);
  }
  addReturnOfFailure();
}

void MainFunction::addReturnOfFailure() {
  Builder.SetInsertPoint(Failures[0].Block);
  Builder.CreateStore(Failures[0].Number, FailedOperator);
  if (!IsPart) {
    addAfter(Failures[0].Result);
    setShared(0);
  }
  Builder.CreateRet(Failures[0].Result);
}

FunctionType *MainFunction::type() const {
  std::vector<Type *> Pointers(MainArguments(TheExecutor).count(), Pointer);
  return FunctionType::get(Int32, Pointers, false);
}

/// Starts the body of \p F, which has type().
void MainFunction::begin(llvm::Function *F) {
  Main = F;
  MainArguments Split(TheExecutor);
  llvm::Function::arg_iterator Next = F->arg_begin();
  auto Take = [&Next](std::vector<Value *> &To, size_t Count) {
    while (Count--)
      To.push_back(&*Next++);
  };
  Take(Inputs, Split.Inputs);
  Take(Outputs, Split.Outputs);
  for (const auto &[Index, Memory] : enumerate(TheExecutor.Pools))
    if (Memory.Pool.IsCallers)
      Take(Pools, 1);
    else
      Pools.push_back(Writer.Pools[Index]);
  Take(Devices, Split.Devices);
  Builder.SetInsertPoint(BasicBlock::Create(Context, "", F));
}

// static int32_t _metaobj_part(void *input, ..., void *device, ...);
//
// Some of the calls. What fails is not undone here.
llvm::Function *MainFunction::addPart(Range Calls, GlobalVariable *Failed) {
  FailedOperator = Failed;
  IsPart = true;
  begin(Parts.addFunction(type(), GlobalValue::InternalLinkage,
                          symbols::PartOfRun));
  reserveStack(Calls);
  openImage();
  Failures.push_back(addFailureBlock("failed"));
  addCalls(Calls);
  Builder.CreateRet(Builder.getInt32(0));
  addReturnOfFailure();
  return Main;
}

void MainFunction::addCalls(Range Calls) {
  for (size_t Number = Calls.First; Number != Calls.End;) {
    size_t End = std::min(Tables.endOfLoop(Number), Calls.End);
    if (End == Number) {
      addCall(Number++);
      continue;
    }
    addLoop({Number, End});
    Number = End;
  }
}

/// The calls, or calls of functions with a part of them each: code generators
/// need more than twice the time for a function of twice the size.
void MainFunction::addCalls() {
  if (TheExecutor.Calls.size() <= MostCalls) {
    addCalls({0, TheExecutor.Calls.size()});
    return;
  }
  std::vector<Value *> Arguments;
  for (Argument &Arg : Main->args())
    Arguments.push_back(&Arg);
  for (size_t First = 0; First < TheExecutor.Calls.size(); First += MostCalls) {
    Range Calls = {First,
                   std::min(First + MostCalls, TheExecutor.Calls.size())};
    llvm::Function *Part = MainFunction(Writer, Parts, TheExecutor, Tables)
                               .addPart(Calls, FailedOperator);
    Value *Result = CodeParts::call(Builder, type(), Part, Arguments);
    check(Result, Failures.back(), Builder.CreateLoad(Int32, FailedOperator));
  }
}

llvm::Function *MainFunction::add() {
  FailedOperator =
      new GlobalVariable(Writer.module(), Int32, /*isConstant=*/false,
                         GlobalValue::InternalLinkage,
                         ConstantInt::get(Int32, 0), symbols::FailedOperator);
  begin(TheExecutor.hasOwnMain()
            ? Parts.addFunction(type(), GlobalValue::ExternalLinkage,
                                TheExecutor.symbol(executor_symbols::Main))
            : Parts.addFunction(type(), GlobalValue::InternalLinkage,
                                symbols::RunModel));
  if (TheExecutor.Calls.size() <= MostCalls)
    reserveStack({0, TheExecutor.Calls.size()});
  checkAlignment();
  checkImage();
  openImage();
  claimShared();
  addBefore();
  addFailures();
  for (uint32_t Device = 0; Device != hookedDevices(); ++Device)
    check(callHook("Activate", Device), Failures[Device], /*Number=*/-1);
  addCalls();
  for (const ExecutorCopy &Copy : TheExecutor.Copies)
    addCopy(Copy);
  addEnd();
  // Nothing may fail: a model without calls and devices.
  if (Failures[0].Result->getNumIncomingValues() == 0)
    Failures[0].Block->eraseFromParent();
  return Main;
}
