//===- PoolText.h - Pools in one word ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_POOLTEXT_H
#define METAOBJ_JOB_POOLTEXT_H

#include "metaobj/Executor.h"
#include "metaobj/Plan.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace metaobj {

/// "name" or "name:limit", the limit also with K or M: "sram:64K".
std::optional<PlanPool> parsePool(llvm::StringRef Text);

/// The same, and perhaps the cost of a byte of traffic: "sram:64K,cost=2".
std::optional<PlanPool> parsePoolWithCost(llvm::StringRef Text);

/// The first form, with ",caller", ",shared" or ",section=<name>" behind it.
std::optional<ExecutorPool> parseExecutorPool(llvm::StringRef Text);

/// "name", with ",caller" or ",section=<name>" behind it.
std::optional<ConstantPool> parseConstantPool(llvm::StringRef Text);

} // namespace metaobj

#endif // METAOBJ_JOB_POOLTEXT_H
