//===- PackedEntry.h - A model that is called by name -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_PACKEDENTRY_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_PACKEDENTRY_H

#include "Emit/Parts/Executor/CodeParts.h"
#include "Emit/Parts/Executor/ExecutorTables.h"

namespace metaobj {

/// Adds the packed functions of an executor whose main function is \p Main:
/// IrTables::Own, in the order of ownFunctions().
void addPackedEntry(IrTables &Writer, CodeParts &Parts,
                    const Executor &TheExecutor, const ExecutorTables &Tables,
                    llvm::Function *Main);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_PACKEDENTRY_H
