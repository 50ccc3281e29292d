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

/// The parts of \p TheModel that LLVM does not see, if \p Machine and \p Kind
/// allow this: parameters, and functions on formats where an undefined symbol
/// is only a name. Tables that refer to them are written into the finished
/// object.
LateSymbols lateSymbols(const Model &TheModel,
                        const llvm::TargetMachine &Machine, OutputKind Kind);

/// Where tables with pointers go in output of \p Kind. Users of a module link
/// it with any relocation model: ORC and position-independent programs also
/// take a module that was made for a static machine.
PointerTables pointerTables(const llvm::TargetMachine &Machine,
                            OutputKind Kind);

/// The module of a model that passed checkEmission, with its parameters placed
/// by \p Layout. Tables that need \p Late are only reserved.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Model &TheModel, const ModelTables &Tables,
            llvm::TargetMachine &Machine, llvm::LLVMContext &Context,
            const EmitConfig &Config, const ParamLayout &Layout,
            LateSymbols Late, PointerTables Pointers);

} // namespace metaobj

#endif // METAOBJ_EMIT_BUILDMODULE_H
