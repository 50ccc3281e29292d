//===- PlanBySize.h - The smallest of several plans -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_PLANBYSIZE_H
#define METAOBJ_PLAN_PLANBYSIZE_H

#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

#include <variant>

namespace metaobj {

/// planMemory() as if all pools cost the same.
std::variant<MemoryPlan, PlanFault> planBySize(const PlanProblem &Problem,
                                               PlanEffort Effort,
                                               SearchProgress &Progress);

} // namespace metaobj

#endif // METAOBJ_PLAN_PLANBYSIZE_H
