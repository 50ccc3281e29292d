//===- BuildModule.h - Model to LLVM module ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_BUILDMODULE_H
#define METAOBJ_EMIT_CODE_BUILDMODULE_H

#include "Abi/IrTables.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ParamLayout.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// Can finished objects for \p Machine get parameters and functions?
bool editsObjects(const llvm::TargetMachine &Machine);

/// The parts of \p TheModel that LLVM does not see, if \p Machine and \p Kind
/// allow this: parameters, and functions on formats where an undefined symbol
/// is only a name. Tables that refer to them are written into the finished
/// object.
/// A table of tvm-ffi has pointers of several kinds in one row.
LateSymbols lateSymbols(const Model &TheModel, const EmitConfig &Config,
                        const PartList &Parts,
                        const llvm::TargetMachine &Machine, OutputKind Kind);

/// Sizes and sections of the executor's \p Tables in \p M, which has them.
std::vector<ExecutorTable> executorTables(const llvm::Module &M,
                                          const EmissionTables &Tables);

/// The module of an emission that has a layout, for output of \p Kind. Tables
/// that need \p Late are only reserved.
llvm::Expected<std::unique_ptr<llvm::Module>>
buildModule(const Emission::Common &Common, const EmissionTables &Tables,
            llvm::TargetMachine &Machine, llvm::LLVMContext &Context,
            LateSymbols Late, OutputKind Kind);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_BUILDMODULE_H
