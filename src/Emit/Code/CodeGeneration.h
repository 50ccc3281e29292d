//===- CodeGeneration.h - From module to machine code -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_CODEGENERATION_H
#define METAOBJ_EMIT_CODE_CODEGENERATION_H

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace metaobj {

/// A module with everything about \p Machine that the code generator and a
/// later IR linker need.
std::unique_ptr<llvm::Module> emptyModule(const llvm::TargetMachine &Machine,
                                          llvm::LLVMContext &Context);

/// Writes \p M as an object. Errors have the messages that LLVM would print.
llvm::Error generateCode(llvm::Module &M, llvm::TargetMachine &Machine,
                         llvm::raw_pwrite_stream &OS);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_CODEGENERATION_H
