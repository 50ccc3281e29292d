//===- PlanBySize.h - The smallest of several plans -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_PLANBYSIZE_H
#define METAOBJ_PLAN_PLANBYSIZE_H

#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <optional>
#include <variant>

namespace metaobj {

/// Why nothing can be planned, without a look at places.
std::optional<PlanFault> checkProblem(const PlanProblem &Problem,
                                      PlanEffort Effort);

/// Does every plan take more than the pools have? \p LowerBound is that of all
/// pools together.
std::optional<PlanFault> checkBounds(const PlanProblem &Given,
                                     uint64_t LowerBound);

/// Does Problem.Known hold? Ignores the limits: it may have been made without
/// them.
std::optional<PlanFault> checkKnown(const PlanProblem &Problem);

/// planMemory() as if all pools cost the same. No buffer has InPlaceOf.
std::variant<MemoryPlan, PlanFault> planBySize(const PlanProblem &Problem,
                                               PlanEffort Effort,
                                               SearchProgress &Progress);

} // namespace metaobj

#endif // METAOBJ_PLAN_PLANBYSIZE_H
