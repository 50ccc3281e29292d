//===- CodeParts.cpp - Parts of an executor's code ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/CodeParts.h"

#include "Abi/Symbols.h"
#include "Emit/Parts/Executor/DlTensor.h"

#include "llvm/IR/Attributes.h"
#include "llvm/IR/Instructions.h"

#include <dlpack/dlpack.h>

using namespace llvm;
using namespace metaobj;

/// Type codes of pointers to a DLTensor: kTVMOpaqueHandle, kTVMDLTensorHandle
/// and kTVMNDArrayHandle, whose structure begins with one.
static constexpr uint64_t TensorCodes[] = {3, 7, 13};

/// Callers of C functions extend small integers, and functions extend what they
/// return; on machines that do not ask for it, this changes nothing.
static void extendIntegers(llvm::Function &F) {
  if (F.getReturnType()->isIntegerTy(32))
    F.addRetAttr(Attribute::SExt);
  for (Argument &Arg : F.args())
    if (Arg.getType()->isIntegerTy(32))
      Arg.addAttr(Attribute::SExt);
}

llvm::Function *CodeParts::addFunction(FunctionType *Type,
                                       GlobalValue::LinkageTypes Linkage,
                                       StringRef Symbol) {
  llvm::Function *F = Writer.addFunction(Type, Linkage, Symbol);
  extendIntegers(*F);
  return F;
}

llvm::Function *CodeParts::declare(FunctionType *Type, StringRef Symbol) {
  auto *F = cast<llvm::Function>(
      Writer.module().getOrInsertFunction(Symbol, Type).getCallee());
  extendIntegers(*F);
  F->setDoesNotThrow();
  return F;
}

CallInst *CodeParts::call(IRBuilderBase &Builder, FunctionType *Type,
                          llvm::Function *Called, ArrayRef<Value *> Arguments) {
  CallInst *Call = Builder.CreateCall(Type, Called, Arguments);
  // What the code generator looks at when it passes arguments.
  Call->setAttributes(Called->getAttributes());
  return Call;
}

// static void _metaobj_set_tensor(DLTensor *to, const DLTensor *from,
//                                 uint8_t *data) {
//   *to = *from;
//   to->data = data + from->byte_offset;
//   to->byte_offset = 0;
// }
llvm::Function *CodeParts::setTensor() {
  if (SetTensor)
    return SetTensor;
  LLVMContext &Context = Writer.module().getContext();
  const DataLayout &Layout = Writer.layout();
  PointerType *Pointer = Writer.pointerType();
  SetTensor = addFunction(FunctionType::get(Type::getVoidTy(Context),
                                            {Pointer, Pointer, Pointer}, false),
                          GlobalValue::InternalLinkage, symbols::SetTensor);
  StructType *Tensor = Writer.structure(dltensor::Type);
  Align TensorAlign = Layout.getABITypeAlign(Tensor);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", SetTensor));
  Value *To = SetTensor->getArg(0);
  Value *From = SetTensor->getArg(1);
  Builder.CreateMemCpyInline(To, TensorAlign, From, TensorAlign,
                             ConstantInt::get(Layout.getIntPtrType(Context),
                                              Layout.getTypeAllocSize(Tensor)));
  Value *OffsetAt = Builder.CreateStructGEP(Tensor, To, dltensor::ByteOffset);
  Value *Offset = Builder.CreateLoad(Builder.getInt64Ty(), OffsetAt);
  Value *Data = Builder.CreateInBoundsGEP(
      Builder.getInt8Ty(), SetTensor->getArg(2),
      Builder.CreateTrunc(Offset, Layout.getIndexType(Pointer)));
  Builder.CreateStore(Data,
                      Builder.CreateStructGEP(Tensor, To, dltensor::Data));
  Builder.CreateStore(Builder.getInt64(0), OffsetAt);
  Builder.CreateRetVoid();
  return SetTensor;
}

/// Adds a loop behind \p From that compares \p Count words of 32 bits, and
/// leaves for \p Differ at the first difference. Returns the block behind it.
BasicBlock *CodeParts::addWordLoop(llvm::Function *F, BasicBlock *From,
                                   Value *Count, Value *Left, Value *Right,
                                   BasicBlock *Differ) {
  LLVMContext &Context = F->getContext();
  Type *Index = Writer.layout().getIndexType(Writer.pointerType());
  auto *Head = BasicBlock::Create(Context, "words", F);
  auto *Body = BasicBlock::Create(Context, "word", F);
  auto *Step = BasicBlock::Create(Context, "equal", F);
  auto *Done = BasicBlock::Create(Context, "same", F);
  IRBuilder<> Builder(From);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  PHINode *I = Builder.CreatePHI(Index, 2);
  I->addIncoming(ConstantInt::get(Index, 0), From);
  Builder.CreateCondBr(Builder.CreateICmpEQ(I, Count), Done, Body);
  Builder.SetInsertPoint(Body);
  Type *Word = Builder.getInt32Ty();
  auto Load = [&](Value *Start) {
    return Builder.CreateLoad(Word, Builder.CreateInBoundsGEP(Word, Start, I));
  };
  // One after the other: compilers choose the order of arguments.
  Value *Second = Load(Right), *First = Load(Left);
  Builder.CreateCondBr(Builder.CreateICmpEQ(First, Second), Step, Differ);
  Builder.SetInsertPoint(Step);
  I->addIncoming(Builder.CreateAdd(I, ConstantInt::get(Index, 1)), Step);
  Builder.CreateBr(Head);
  return Done;
}

/// Is the DLDeviceType at \p Place another than kDLCPU?
///
/// With short enumerations (the default of GCC for bare-metal Arm) it is the
/// first byte, and what follows is padding of any contents. Without them,
/// big-endian machines have the number in the last of four bytes, behind zeros.
static Value *isOtherDevice(IRBuilderBase &Builder, Value *Place) {
  Value *First = Builder.CreateLoad(Builder.getInt8Ty(), Place);
  Value *IsOther = Builder.CreateICmpNE(First, Builder.getInt8(kDLCPU));
  if (Builder.GetInsertBlock()->getModule()->getDataLayout().isLittleEndian())
    return IsOther;
  Value *Whole = Builder.CreateLoad(Builder.getInt32Ty(), Place);
  return Builder.CreateAnd(
      IsOther, Builder.CreateICmpNE(Whole, Builder.getInt32(kDLCPU)));
}

// static int32_t _metaobj_check_tensor(const DLTensor *given,
//                                      const DLTensor *wanted,
//                                      int type_code) {
//   if (type_code != kTVMDLTensorHandle && type_code != kTVMNDArrayHandle &&
//       type_code != kTVMOpaqueHandle)
//     return kTvmErrorFunctionCallWrongArgType;
//   if (given == NULL || !is_cpu(given->device.device_type) ||
//       given->ndim != wanted->ndim || given->dtype != wanted->dtype ||
//       given->byte_offset != 0 ||
//       memcmp(given->shape, wanted->shape, ndim * 8) != 0 ||
//       (given->strides != NULL &&
//        memcmp(given->strides, wanted->strides, ndim * 8) != 0))
//     return kTvmErrorFunctionCallInvalidArg;
//   return 0;
// }
//
// In words of 32 bits, which every machine compares by itself, but for the
// device.
llvm::Function *CodeParts::checkTensor() {
  if (CheckTensor)
    return CheckTensor;
  LLVMContext &Context = Writer.module().getContext();
  PointerType *Pointer = Writer.pointerType();
  Type *Word = Type::getInt32Ty(Context);
  Type *Index = Writer.layout().getIndexType(Pointer);
  llvm::Function *F = addFunction(
      FunctionType::get(Word, {Pointer, Pointer, Writer.intType()}, false),
      GlobalValue::InternalLinkage, symbols::CheckTensor);
  CheckTensor = F;
  StructType *Tensor = Writer.structure(dltensor::Type);
  Value *Given = F->getArg(0);
  Value *Wanted = F->getArg(1);
  auto *Entry = BasicBlock::Create(Context, "", F);
  auto *Typed = BasicBlock::Create(Context, "typed", F);
  auto *Fields = BasicBlock::Create(Context, "fields", F);
  auto *Extents = BasicBlock::Create(Context, "extents", F);
  auto *Strided = BasicBlock::Create(Context, "strided", F);
  auto *Good = BasicBlock::Create(Context, "good", F);
  auto *Bad = BasicBlock::Create(Context, "bad", F);
  auto *Untyped = BasicBlock::Create(Context, "untyped", F);

  IRBuilder<> Builder(Entry);
  Value *IsTensor = Builder.getFalse();
  for (uint64_t Code : TensorCodes)
    IsTensor = Builder.CreateOr(
        IsTensor, Builder.CreateICmpEQ(
                      F->getArg(2), ConstantInt::get(Writer.intType(), Code)));
  Builder.CreateCondBr(IsTensor, Typed, Untyped);
  Builder.SetInsertPoint(Untyped);
  Builder.CreateRet(Builder.getInt32(uint32_t(CrtError::WrongArgType)));

  Builder.SetInsertPoint(Typed);
  Builder.CreateCondBr(Builder.CreateIsNull(Given), Bad, Fields);

  Builder.SetInsertPoint(Fields);
  auto Bytes = [&](Value *TheValue, unsigned Field) {
    return Builder.CreateStructGEP(Tensor, TheValue, Field);
  };
  auto Differs = [&](Type *Kind, unsigned Field) {
    Value *Second = Builder.CreateLoad(Kind, Bytes(Wanted, Field));
    Value *First = Builder.CreateLoad(Kind, Bytes(Given, Field));
    return Builder.CreateICmpNE(First, Second);
  };
  Value *IsBad = isOtherDevice(Builder, Bytes(Given, dltensor::DeviceType));
  IsBad = Builder.CreateOr(IsBad, Differs(Word, dltensor::NumDims));
  // Code, bits and lanes.
  IsBad = Builder.CreateOr(IsBad, Differs(Word, dltensor::Code));
  Value *Offset = Bytes(Given, dltensor::ByteOffset);
  for (unsigned Half : {0, 1})
    IsBad = Builder.CreateOr(
        IsBad,
        Builder.CreateIsNotNull(Builder.CreateLoad(
            Word, Builder.CreateConstInBoundsGEP1_32(Word, Offset, Half))));
  Builder.CreateCondBr(IsBad, Bad, Extents);

  Builder.SetInsertPoint(Extents);
  Value *Dims = Builder.CreateLoad(Word, Bytes(Wanted, dltensor::NumDims));
  Value *Words = Builder.CreateShl(Builder.CreateZExtOrTrunc(Dims, Index), 1);
  auto Load = [&](Value *DlTensor, unsigned Field) {
    return Builder.CreateLoad(Pointer, Bytes(DlTensor, Field));
  };
  Value *GivenShape = Load(Given, dltensor::Shape);
  Value *WantedShape = Load(Wanted, dltensor::Shape);
  BasicBlock *Same =
      addWordLoop(F, Extents, Words, GivenShape, WantedShape, Bad);
  Builder.SetInsertPoint(Same);
  Value *GivenStrides = Load(Given, dltensor::Strides);
  Builder.CreateCondBr(Builder.CreateIsNull(GivenStrides), Good, Strided);
  Builder.SetInsertPoint(Strided);
  Value *WantedStrides = Load(Wanted, dltensor::Strides);
  BasicBlock *Compact =
      addWordLoop(F, Strided, Words, GivenStrides, WantedStrides, Bad);
  Builder.SetInsertPoint(Compact);
  Builder.CreateBr(Good);

  Builder.SetInsertPoint(Good);
  Builder.CreateRet(Builder.getInt32(0));
  Builder.SetInsertPoint(Bad);
  Builder.CreateRet(Builder.getInt32(uint32_t(CrtError::InvalidArg)));
  return F;
}

// static void _metaobj_copy_bytes(uint8_t *to, const uint8_t *from,
//                                 size_t count) {
//   for (size_t i = 0; i != count; ++i)
//     to[i] = from[i];
// }
//
// Not memcpy: an image may have none.
llvm::Function *CodeParts::copyBytes() {
  if (CopyBytes)
    return CopyBytes;
  LLVMContext &Context = Writer.module().getContext();
  PointerType *Pointer = Writer.pointerType();
  Type *Index = Writer.layout().getIndexType(Pointer);
  llvm::Function *F =
      addFunction(FunctionType::get(Type::getVoidTy(Context),
                                    {Pointer, Pointer, Index}, false),
                  GlobalValue::InternalLinkage, symbols::CopyBytes);
  CopyBytes = F;
  auto *Entry = BasicBlock::Create(Context, "", F);
  auto *Head = BasicBlock::Create(Context, "bytes", F);
  auto *Body = BasicBlock::Create(Context, "byte", F);
  auto *Done = BasicBlock::Create(Context, "done", F);
  IRBuilder<> Builder(Entry);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  PHINode *I = Builder.CreatePHI(Index, 2);
  I->addIncoming(ConstantInt::get(Index, 0), Entry);
  Builder.CreateCondBr(Builder.CreateICmpEQ(I, F->getArg(2)), Done, Body);
  Builder.SetInsertPoint(Body);
  Type *Byte = Builder.getInt8Ty();
  Value *From = Builder.CreateInBoundsGEP(Byte, F->getArg(1), I);
  Value *To = Builder.CreateInBoundsGEP(Byte, F->getArg(0), I);
  Builder.CreateStore(Builder.CreateLoad(Byte, From), To);
  I->addIncoming(Builder.CreateAdd(I, ConstantInt::get(Index, 1)), Body);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Done);
  Builder.CreateRetVoid();
  return F;
}
