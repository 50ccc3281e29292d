//===- LeftParams.h - Parameters that a module lacks ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLUGIN_LEFTPARAMS_H
#define METAOBJ_PLUGIN_LEFTPARAMS_H

#include "metaobj/Emit.h"
#include "metaobj/Input.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace metaobj {

/// Parameters that a module only declares.
struct LeftParams {
  std::unique_ptr<FileModel> OfModel;
  LateParams Params;
};

/// Keeps \p Left for \p M, in which it stores RegistryMark.
void keepLeft(LeftParams Left, llvm::Module &M);

/// Adds what keepLeft keeps for \p M.
llvm::Error addLeft(llvm::Module &M);

#if LLVM_VERSION_MAJOR >= 22
/// RegistryLibrary::WriteObject.
llvm::Error writeWithLeft(llvm::Module &M, llvm::TargetMachine &Machine,
                          llvm::raw_pwrite_stream &OS);
#endif

} // namespace metaobj

#endif // METAOBJ_PLUGIN_LEFTPARAMS_H
