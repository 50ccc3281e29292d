//===- EmissionTables.h - The tables of an emission -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_EMISSIONTABLES_H
#define METAOBJ_EMIT_CODE_EMISSIONTABLES_H

#include "Abi/ModelTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Executor/ExecutorTables.h"

#include "llvm/Target/TargetMachine.h"

#include <optional>

namespace metaobj {

/// The tables of an emission for a target.
struct EmissionTables {
  EmissionTables(const Emission::Common &Common,
                 const llvm::TargetMachine &Machine);

  ModelTables OfModel;
  std::optional<ExecutorTables> OfExecutor;
};

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_EMISSIONTABLES_H
