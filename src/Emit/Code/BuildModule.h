//===- BuildModule.h - Model to LLVM module ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_BUILDMODULE_H
#define METAOBJ_EMIT_CODE_BUILDMODULE_H

#include "Abi/IrTables.h"
#include "Abi/ModelTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Executor/ExecutorTables.h"
#include "Emit/Layout/ParamLayout.h"
#include "metaobj/Emit.h"
#include "metaobj/LateParams.h"

namespace metaobj {

/// The parts of \p TheModel that LLVM does not see, if \p Machine and \p Kind
/// allow this: parameters, and functions on formats where an undefined symbol
/// is only a name. Tables that refer to them are written into the finished
/// object.
/// Code of an executor calls the functions, which LLVM must see then. A table
/// of tvm-ffi has pointers of several kinds in one row. Debug information
/// refers to parameters, which not every format can define late.
LateSymbols lateSymbols(const Model &TheModel, const EmitConfig &Config,
                        const llvm::TargetMachine &Machine, OutputKind Kind);

/// Where tables with pointers go in output of \p Kind. Users of a module link
/// it with any relocation model: ORC and position-independent programs also
/// take a module that was made for a static machine.
PointerTables pointerTables(const llvm::TargetMachine &Machine,
                            OutputKind Kind);

/// The tables of an emission for a target.
struct EmissionTables {
  EmissionTables(const Emission::Common &Of,
                 const llvm::TargetMachine &Machine);

  ModelTables OfModel;
  std::optional<ExecutorTables> OfExecutor;
};

/// Sizes and sections of the executor's \p Tables in \p M, which has them.
std::vector<ExecutorTable> executorTables(const llvm::Module &M,
                                          const EmissionTables &Tables);

/// The module of an emission that has a layout. Tables that need \p Late are
/// only reserved.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Emission::Common &Of, const EmissionTables &Tables,
            llvm::TargetMachine &Machine, llvm::LLVMContext &Context,
            LateSymbols Late, PointerTables Pointers);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_BUILDMODULE_H
