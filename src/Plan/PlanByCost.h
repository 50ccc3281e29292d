//===- PlanByCost.h - Which buffers lie in fast memory ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_PLANBYCOST_H
#define METAOBJ_PLAN_PLANBYCOST_H

#include "Plan/SearchSteps.h"
#include "metaobj/Plan.h"

namespace metaobj {

/// Does traffic cost anything?
bool hasCosts(const PlanProblem &Problem);

/// Looks for a plan whose traffic costs less than that of \p Plan, and replaces
/// it. Sets its cost.
///
/// The buffers with most traffic for their bytes and time are placed first,
/// each into the cheapest pool that has a gap for it. Then single ones move to
/// a cheaper pool if that has room when it is planned anew. If there are few
/// buffers, every choice of pools follows that could cost less.
void lowerCost(const PlanProblem &Problem, PlanEffort Effort, MemoryPlan &Plan,
               SearchProgress &Progress);

} // namespace metaobj

#endif // METAOBJ_PLAN_PLANBYCOST_H
