//===- LinkedParams.cpp - _lookup_linked_param ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedParams.h"

#include "Symbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral Group = "linked_params";

static uint64_t entryCount(ArrayRef<Param> Params) {
  uint64_t Count = 0;
  for (const Param &P : Params)
    if (std::optional<uint64_t> Id = P.linkedId())
      Count = std::max(Count, *Id + 1);
  return Count;
}

/// static const void *const _tvm_linked_params[] = {p0, NULL, p2, ...};
///
/// Indexed by storage id; NULL where the id is no parameter, or one that is
/// compressed.
static GlobalVariable *addTable(ConstantTables &Tables, ArrayRef<Param> Params,
                                ArrayRef<Constant *> Data) {
  PointerType *Pointer = Tables.pointerType();
  uint64_t Count = entryCount(Params);
  if (Data.empty())
    return Tables.reservePointers(Count * Tables.layout().getPointerSize(),
                                  Tables.layout().getABITypeAlign(Pointer),
                                  symbols::LinkedParams, Group);
  std::vector<Constant *> Entries(Count, ConstantPointerNull::get(Pointer));
  for (const auto &[P, Address] : zip_equal(Params, Data))
    if (std::optional<uint64_t> Id = P.linkedId())
      Entries[*Id] = Address;
  return Tables.addPointers(
      ConstantArray::get(ArrayType::get(Pointer, Count), Entries),
      symbols::LinkedParams, Group);
}

void metaobj::writeLinkedParams(ArrayRef<Param> Params, unsigned PointerSize,
                                PointerSink Point) {
  // Relocations have to come in the order of their places in some formats.
  std::vector<std::pair<uint64_t, size_t>> Linked;
  for (const auto &[Index, P] : enumerate(Params))
    if (std::optional<uint64_t> Id = P.linkedId())
      Linked.push_back({*Id, Index});
  llvm::sort(Linked);
  for (const auto &[Id, Index] : Linked)
    Point(Id * PointerSize, {PointerTarget::ParamData, Index});
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
// The id is looked at in two halves, because a comparison of 64 bits is a call
// into the compiler's library on the smallest targets. Only as many bytes as a
// pointer has are stored; TVM's callers have cleared the value before.
llvm::Function *metaobj::addLookupLinkedParam(ConstantTables &Tables,
                                              ArrayRef<Param> Params,
                                              ArrayRef<Constant *> ParamData,
                                              StringRef Symbol) {
  LLVMContext &Context = Tables.module().getContext();
  const DataLayout &Layout = Tables.layout();
  GlobalVariable *Table = addTable(Tables, Params, ParamData);

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
  uint64_t Count = entryCount(Params);
  Value *IsSmall = Builder.CreateICmpEQ(High, Builder.getInt32(0));
  Value *IsBelow = Builder.CreateICmpULT(Low, Builder.getInt32(Count));
  Builder.CreateCondBr(Builder.CreateAnd(IsSmall, IsBelow), Load, Missing);

  Builder.SetInsertPoint(Load);
  Value *Index =
      Builder.CreateZExtOrTrunc(Low, Layout.getIndexType(Table->getType()));
  Value *Slot = Builder.CreateInBoundsGEP(Tables.pointerType(), Table, Index);
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
