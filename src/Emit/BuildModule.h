//===- BuildModule.h - Model to LLVM module ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_BUILDMODULE_H
#define METAOBJ_EMIT_BUILDMODULE_H

#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Layout/ParamLayout.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// What of \p TheModel LLVM does not see, when \p Machine and \p Kind allow
/// that: parameters, and functions where an undefined symbol is but a name.
/// Tables that refer to them are written into the finished object.
LateSymbols lateSymbols(const Model &TheModel,
                        const llvm::TargetMachine &Machine, OutputKind Kind);

/// Where tables with pointers go in output of \p Kind. Modules are linked by
/// whatever model their user has: ORC and position-independent programs take
/// one that was made for a static machine.
PointerTables pointerTables(const llvm::TargetMachine &Machine,
                            OutputKind Kind);

/// The module of a model that passed checkEmission, its parameters placed as in
/// \p Layout. Tables that need \p Late are reserved.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Model &TheModel, const ModelTables &Tables,
            llvm::TargetMachine &Machine, llvm::LLVMContext &Context,
            const EmitConfig &Config, const ParamLayout &Layout,
            LateSymbols Late, PointerTables Pointers);

} // namespace metaobj

#endif // METAOBJ_EMIT_BUILDMODULE_H
