//===- FfiCode.cpp - What a tvm-ffi library has besides its table ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FfiCode.h"

#include "Symbols.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace metaobj;

/// Declared with its true type, which linkers of WebAssembly compare.
static llvm::Function *
declareRuntimeFunction(IrTables &Tables, const tvm_ffi::RuntimeFunction &Of) {
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
  for (char Kind : Of.Type.drop_front())
    Arguments.push_back(TypeOf(Kind));
  auto *Kind = FunctionType::get(TypeOf(Of.Type.front()), Arguments,
                                 /*isVarArg=*/false);
  return cast<llvm::Function>(
      Tables.module().getOrInsertFunction(Of.Name, Kind).getCallee());
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
// void *__TVMFFIFunctionCall = (void *)TVMFFIFunctionCall;
//
// Operators read the pointers from weak variables, which tvm-ffi sets when it
// loads a shared library. Strong ones replace them, so that a linked program
// needs no loader. A shared library is still loaded with them: they can be
// written.
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
  for (const tvm_ffi::RuntimeFunction *Each : Library.Pointers)
    addFfiGlobal(Tables, ("__" + Each->Name).str(), Pointer,
                 declareRuntimeFunction(Tables, *Each), /*IsConstant=*/false);
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
  Value *At = Builder.CreateInBoundsGEP(Row, Rows, Index);
  Value *Name = Builder.CreateLoad(Tables.pointerType(),
                                   Builder.CreateStructGEP(Row, At, 0));
  Value *Place = Builder.CreateLoad(Tables.pointerType(),
                                    Builder.CreateStructGEP(Row, At, 1));
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
