//===- InPlace.h - Buffers that lie where others do -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_INPLACE_H
#define METAOBJ_PLAN_INPLACE_H

#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <functional>
#include <variant>

namespace metaobj {

/// Does a buffer have InPlaceOf?
bool hasPairs(const PlanProblem &Problem);

/// Plans a problem without pairs.
using PlanFunction = std::function<std::variant<MemoryPlan, PlanFault>(
    const PlanProblem &, PlanEffort)>;

/// Plans a problem with pairs by \p PlanAlone: once with pairs joined to one
/// buffer each, which lives as long as both, and once without. The better plan
/// counts, so that it is never worse than without pairs.
std::variant<MemoryPlan, PlanFault>
planWithPairs(const PlanProblem &Problem, PlanEffort Effort,
              SearchProgress &Progress, const PlanFunction &PlanAlone);

} // namespace metaobj

#endif // METAOBJ_PLAN_INPLACE_H
