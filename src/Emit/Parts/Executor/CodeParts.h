//===- CodeParts.h - Parts of an executor's code ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_CODEPARTS_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_CODEPARTS_H

#include "Abi/IrTables.h"

#include "llvm/IR/IRBuilder.h"

namespace metaobj {

/// Error codes of TVM's C runtime.
enum class CrtError : uint32_t {
  NumArguments = 0x800, ///< kTvmErrorFunctionCallNumArguments
  WrongArgType = 0x801, ///< kTvmErrorFunctionCallWrongArgType
  InvalidArg = 0x803,   ///< kTvmErrorFunctionCallInvalidArg
};

/// Makes functions for one executor. Each helper is added when it is first
/// asked for.
class CodeParts {
public:
  explicit CodeParts(IrTables &Writer) : Writer(Writer) {}

  /// A function with a C signature: 32-bit integers are extended as the ABIs of
  /// 64-bit machines want it.
  llvm::Function *addFunction(llvm::FunctionType *Type,
                              llvm::GlobalValue::LinkageTypes Linkage,
                              llvm::StringRef Symbol);
  /// A function of other objects.
  llvm::Function *declare(llvm::FunctionType *Type, llvm::StringRef Symbol);
  /// A call with the attributes of \p Called.
  static llvm::CallInst *call(llvm::IRBuilderBase &Builder,
                              llvm::FunctionType *Type, llvm::Function *Called,
                              llvm::ArrayRef<llvm::Value *> Arguments);

  /// `static void f(DLTensor *to, const DLTensor *from, uint8_t *data)`
  llvm::Function *setTensor();
  /// `static int32_t f(const DLTensor *given, const DLTensor *wanted,
  /// int type_code)`: an error code, or 0.
  llvm::Function *checkTensor();
  /// `static void f(uint8_t *to, const uint8_t *from, size_t count)`
  llvm::Function *copyBytes();

private:
  llvm::BasicBlock *addWordLoop(llvm::Function *F, llvm::BasicBlock *From,
                                llvm::Value *Count, llvm::Value *Left,
                                llvm::Value *Right, llvm::BasicBlock *Differ);

  IrTables &Writer;
  llvm::Function *SetTensor = nullptr;
  llvm::Function *CheckTensor = nullptr;
  llvm::Function *CopyBytes = nullptr;
};

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_CODEPARTS_H
