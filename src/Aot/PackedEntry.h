//===- PackedEntry.h - A model that is called by name -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_AOT_PACKEDENTRY_H
#define METAOBJ_AOT_PACKEDENTRY_H

#include "CodeParts.h"
#include "ExecutorTables.h"

namespace metaobj {

/// Adds the packed functions of an executor whose main function is \p Main:
/// IrTables::Own, in the order of ownFunctions().
void addPackedEntry(IrTables &Writer, CodeParts &Parts, const Executor &Of,
                    const ExecutorTables &Tables, llvm::Function *Main);

} // namespace metaobj

#endif // METAOBJ_AOT_PACKEDENTRY_H
