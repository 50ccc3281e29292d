//===- ObjectTables.h - Tables of a finished object -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_OBJECTTABLES_H
#define METAOBJ_EMIT_CODE_OBJECTTABLES_H

#include "Abi/IrTables.h"
#include "Emit/Code/BuildModule.h"
#include "Emit/Layout/ParamLayout.h"
#include "Object/EditableObject.h"

#include "llvm/IR/Module.h"

namespace metaobj {

/// Warns if parameters are too large for code of \p Machine to reach its data.
void warnOfDistance(const Model &TheModel, const ParamLayout &Layout,
                    const llvm::TargetMachine &Machine,
                    const EmitConfig &Config);

/// Adds the parameters of \p Common, and the modules of its tvm-ffi library, to
/// \p Object, which LLVM made from \p M, a module without them (see
/// buildModule): sections, symbols, and the tables of \p Tables that need \p
/// Late. Leaves out parameters in shards; their symbols are undefined.
llvm::Error fillTables(EditableObject &Object, const Emission::Common &Common,
                       const EmissionTables &Tables, LateSymbols Late,
                       const llvm::Module &M);

/// Adds the parameters of shard \p Number to \p Object, which LLVM made from \p
/// M, a module without reserved tables; 0: those that are in no shard. They
/// take the place of undefined symbols.
void addParamsOfShard(EditableObject &Object, const Emission::Common &Common,
                      const llvm::Module &M, uint32_t Number);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_OBJECTTABLES_H
