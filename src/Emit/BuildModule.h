//===- BuildModule.h - Model to LLVM module ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_BUILDMODULE_H
#define METAOBJ_EMIT_BUILDMODULE_H

#include "Layout/ParamLayout.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// Is the registry's table of functions for \p Target filled in the finished
/// object? In ELF an undefined symbol is but a name.
bool areFunctionsPlacedInObject(const Model &TheModel,
                                const llvm::Triple &Target);

/// Where the parameters of a module are.
enum class ParamPlace {
  Module,
  /// In the finished object: the tables that tell of them are reserved
  /// (ConstantTables::reservePointers) for what fills them later.
  Object,
};

/// The module of a model that passed checkEmission, its parameters placed as in
/// \p Layout.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Model &TheModel, llvm::TargetMachine &Machine,
            llvm::LLVMContext &Context, const EmitConfig &Config,
            const ParamLayout &Layout, ParamPlace Params);

} // namespace metaobj

#endif // METAOBJ_EMIT_BUILDMODULE_H
