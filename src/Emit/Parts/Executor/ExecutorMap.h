//===- ExecutorMap.h - An executor in the map -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORMAP_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORMAP_H

#include "Emit/Parts/Executor/Executor.h"
#include "metaobj/Emission.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace metaobj {

/// The attribute "executor" (docs/map-json.md).
void writeExecutorMap(llvm::json::OStream &J, const Executor &Its,
                      const Emission &TheEmission);

/// "executor: 5 calls, 4388 bytes of RAM, 620 bytes of tables".
std::string summarizeExecutor(const Executor &Its, const Emission &TheEmission);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORMAP_H
