//===- PackedFunctions.cpp - Functions of a registry ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedFunctions.h"

#include "Symbols.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace metaobj;

// static int _metaobj_universal(void *args, int *type_codes, int num_args,
//                               void *out_ret_value, int *out_ret_tcode,
//                               void *resource_handle) {
//   return kTvmErrorFunctionCallNotImplemented;
// }
llvm::Function *metaobj::addUniversalFunction(IrTables &Tables) {
  llvm::Function *F = Tables.addFunction(Tables.packedFunctionType(),
                                         GlobalValue::InternalLinkage,
                                         symbols::UniversalFunction);
  IRBuilder<> Builder(BasicBlock::Create(Tables.module().getContext(), "", F));
  Builder.CreateRet(
      ConstantInt::get(Tables.intType(), METAOBJ_UNIVERSAL_RESULT));
  return F;
}

// int _lookup_linked_param(void *args, int *type_codes, int num_args,
//                          void *out_ret_value, int *out_ret_tcode,
//                          void *resource_handle) {
//   const uint32_t *id = args;               /* TVMValue[0].v_int64 */
//   if (id[HIGH] == 0 && id[LOW] < COUNT) {
//     const void *data = _tvm_linked_params[id[LOW]];
//     if (data) {
//       *(const void **)out_ret_value = data;
//       *out_ret_tcode = kTVMOpaqueHandle;   /* 3 */
//       return 0;
//     }
//   }
//   *out_ret_tcode = kTVMNullptr;            /* 4 */
//   return 0;
// }
//
// The id is compared in two halves, because the smallest targets call the
// compiler's library to compare 64 bits. Only the bytes of a pointer are
// stored; TVM's callers clear the value before the call.
llvm::Function *metaobj::addLookupLinkedParam(IrTables &Tables,
                                              GlobalVariable *Linked,
                                              const Table &LinkedParams,
                                              StringRef Symbol) {
  LLVMContext &Context = Tables.module().getContext();
  const DataLayout &Layout = Tables.layout();

  llvm::Function *F = Tables.addFunction(Tables.packedFunctionType(),
                                         GlobalValue::ExternalLinkage, Symbol);
  Value *Args = F->getArg(0);
  Value *OutValue = F->getArg(3);
  Value *OutTypeCode = F->getArg(4);
  auto *Entry = BasicBlock::Create(Context, "entry", F);
  auto *Load = BasicBlock::Create(Context, "in_range", F);
  auto *Found = BasicBlock::Create(Context, "found", F);
  auto *Missing = BasicBlock::Create(Context, "missing", F);

  IRBuilder<> Builder(Entry);
  Type *Half = Builder.getInt32Ty();
  Align ValueAlign = Layout.getABITypeAlign(Builder.getInt64Ty());
  Value *Second = Builder.CreateConstInBoundsGEP1_32(Half, Args, 1);
  Value *FirstHalf = Builder.CreateAlignedLoad(Half, Args, ValueAlign);
  Value *SecondHalf =
      Builder.CreateAlignedLoad(Half, Second, commonAlignment(ValueAlign, 4));
  bool IsBigEndian = Layout.isBigEndian();
  Value *Low = IsBigEndian ? SecondHalf : FirstHalf;
  Value *High = IsBigEndian ? FirstHalf : SecondHalf;
  Value *IsSmall = Builder.CreateICmpEQ(High, Builder.getInt32(0));
  Value *IsBelow =
      Builder.CreateICmpULT(Low, Builder.getInt32(LinkedParams.Count));
  Builder.CreateCondBr(Builder.CreateAnd(IsSmall, IsBelow), Load, Missing);

  Builder.SetInsertPoint(Load);
  Value *Index =
      Builder.CreateZExtOrTrunc(Low, Layout.getIndexType(Linked->getType()));
  Value *Slot = Builder.CreateInBoundsGEP(Tables.pointerType(), Linked, Index);
  Value *Data = Builder.CreateLoad(Tables.pointerType(), Slot);
  Builder.CreateCondBr(Builder.CreateIsNull(Data), Missing, Found);

  Builder.SetInsertPoint(Found);
  Builder.CreateStore(Data, OutValue);
  Builder.CreateStore(ConstantInt::get(Tables.intType(), 3), OutTypeCode);
  Builder.CreateRet(ConstantInt::get(Tables.intType(), 0));

  Builder.SetInsertPoint(Missing);
  Builder.CreateStore(ConstantInt::get(Tables.intType(), 4), OutTypeCode);
  Builder.CreateRet(ConstantInt::get(Tables.intType(), 0));
  return F;
}
