//===- DebugInfo.h - Types for debuggers ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_DEBUGINFO_H
#define METAOBJ_EMIT_CODE_DEBUGINFO_H

#include "Abi/IrTables.h"
#include "Emit/Code/BuildModule.h"
#include "Emit/EmissionOutput.h"

namespace metaobj {

/// Adds debug information for the parameters, the tables and the functions that
/// return tables to the module of \p Writer, which has everything else. If the
/// finished object gets the parameters (\p AreParamsLate), the module declares
/// their symbols, and they are defined later.
void addDebugInfo(IrTables &Writer, const Emission::Common &Of,
                  const EmissionTables &Tables, bool AreParamsLate);

/// Warns if LLVM writes no debug information for \p Machine.
void warnOfDebugInfo(const llvm::TargetMachine &Machine,
                     const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_DEBUGINFO_H
