//===- TableCode.cpp - Code around the tables of an ABI -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/TableCode.h"

#include "Abi/Symbols.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

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

/// Declared with its true type, which linkers of WebAssembly compare.
static llvm::Function *
declareRuntimeFunction(IrTables &Tables,
                       const tvm_ffi::RuntimeFunction &Function) {
  LLVMContext &Context = Tables.module().getContext();
  auto TypeOf = [&](char Kind) -> Type * {
    switch (Kind) {
    case 'v':
      return Type::getVoidTy(Context);
    case 'i':
      return Type::getInt32Ty(Context);
    case 'l':
      return Type::getInt64Ty(Context);
    case 'p':
      return Tables.pointerType();
    default:
      llvm_unreachable("no kind of argument");
    }
  };
  std::vector<Type *> Arguments;
  for (char Kind : Function.Type.drop_front())
    Arguments.push_back(TypeOf(Kind));
  auto *Kind = FunctionType::get(TypeOf(Function.Type.front()), Arguments,
                                 /*isVarArg=*/false);
  return cast<llvm::Function>(
      Tables.module().getOrInsertFunction(Function.Name, Kind).getCallee());
}

/// A global variable of \p Symbol; null for \p Value declares it.
static GlobalVariable *addFfiGlobal(IrTables &Tables, StringRef Symbol,
                                    Type *Kind, Constant *Value,
                                    bool IsConstant) {
  return new GlobalVariable(Tables.module(), Kind, IsConstant,
                            GlobalValue::ExternalLinkage, Value, Symbol);
}

// void *__tvm_ffi__library_ctx;
// const uint8_t __tvm_ffi__library_bin[];
void metaobj::addFfiVariables(IrTables &Tables, const tvm_ffi::Library &Library,
                              Constant *Binary) {
  PointerType *Pointer = Tables.pointerType();
  if (!Library.ContextSymbol.empty())
    Tables.FfiContext = addFfiGlobal(
        Tables, Library.ContextSymbol, Pointer,
        Library.DefinesContext ? ConstantPointerNull::get(Pointer) : nullptr,
        /*IsConstant=*/false);
  if (!Library.BinarySymbol.empty()) {
    Type *Byte = Type::getInt8Ty(Tables.module().getContext());
    Tables.FfiBinary = addFfiGlobal(
        Tables, Library.BinarySymbol,
        Binary ? Binary->getType() : ArrayType::get(Byte, 0), Binary,
        /*IsConstant=*/true);
    if (Binary)
      Tables.FfiBinary->setAlignment(Align(tvm_ffi::BinaryAlignment));
  }
}

// void *__TVMFFIFunctionCall = (void *)TVMFFIFunctionCall;
//
// Operators read the pointers from weak variables, which the loader of a shared
// library sets. Strong ones replace them, so that a linked program needs no
// loader. A shared library is still loaded with them: they can be written.
// Several models of an image have them: linkers keep one of a group.
void metaobj::addRuntimePointer(IrTables &Tables,
                                const tvm_ffi::RuntimeFunction &Function) {
  llvm::Function *Value = declareRuntimeFunction(Tables, Function);
  std::string Symbol = ("__" + Function.Name).str();
  GlobalVariable *Pointer = addFfiGlobal(Tables, Symbol, Value->getType(),
                                         Value, /*IsConstant=*/false);
  Module &M = Tables.module();
  if (Triple(M.getTargetTriple()).isOSBinFormatELF())
    Pointer->setComdat(M.getOrInsertComdat(Symbol));
}

// static void _metaobj_ffi_constructor(void) {
//   for (size_t i = 0; i != N; ++i)
//     TVMFFIEnvModRegisterSystemLibSymbol(_metaobj_ffi_symbols[i].name,
//                                         _metaobj_ffi_symbols[i].address);
// }
void metaobj::addFfiConstructor(IrTables &Tables, const Table &Symbols) {
  Module &M = Tables.module();
  LLVMContext &Context = M.getContext();
  Type *Void = Type::getVoidTy(Context);
  llvm::Function *F =
      Tables.addFunction(FunctionType::get(Void, /*isVarArg=*/false),
                         GlobalValue::InternalLinkage, symbols::FfiConstructor);
  llvm::Function *Register = declareRuntimeFunction(
      Tables, *tvm_ffi::findRuntimeFunction(tvm_ffi::Registration));
  GlobalVariable *Rows = Tables.add(Symbols);
  StructType *Row = Tables.structure(*Symbols.Element.Type);

  BasicBlock *Entry = BasicBlock::Create(Context, "entry", F);
  BasicBlock *Loop = BasicBlock::Create(Context, "loop", F);
  BasicBlock *Done = BasicBlock::Create(Context, "done", F);
  IRBuilder<> Builder(Entry);
  Builder.CreateBr(Loop);
  Builder.SetInsertPoint(Loop);
  Type *Size = Tables.layout().getIndexType(Tables.pointerType());
  PHINode *Index = Builder.CreatePHI(Size, 2, "i");
  Value *TheValue = Builder.CreateInBoundsGEP(Row, Rows, Index);
  Value *Name = Builder.CreateLoad(Tables.pointerType(),
                                   Builder.CreateStructGEP(Row, TheValue, 0));
  Value *Place = Builder.CreateLoad(Tables.pointerType(),
                                    Builder.CreateStructGEP(Row, TheValue, 1));
  Builder.CreateCall(Register, {Name, Place});
  Value *Next = Builder.CreateAdd(Index, ConstantInt::get(Size, 1), "next");
  Index->addIncoming(ConstantInt::get(Size, 0), Entry);
  Index->addIncoming(Next, Loop);
  Builder.CreateCondBr(
      Builder.CreateICmpEQ(Next, ConstantInt::get(Size, Symbols.Count)), Done,
      Loop);
  Builder.SetInsertPoint(Done);
  Builder.CreateRetVoid();

  // 65535 is the priority of constructors without one: .init_array,
  // __mod_init_func, .CRT$XCU.
  appendToGlobalCtors(M, F, 65535);
}
