//===- ExecutorCode.h - An executor as LLVM IR ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORCODE_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORCODE_H

#include "Abi/IrTables.h"
#include "Emit/Parts/Executor/ExecutorTables.h"

namespace metaobj {

/// Declares the operators of \p TheModel as the executor calls them:
/// IrTables::Operators.
void declareOperators(IrTables &Writer, const Model &TheModel,
                      const Executor &TheExecutor);

/// Adds pools, tables and functions of the executor: IrTables::Pools and Own.
/// The operators and parameters of \p Writer must be set.
void addExecutor(IrTables &Writer, const Executor &TheExecutor,
                 const ExecutorTables &Tables);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORCODE_H
