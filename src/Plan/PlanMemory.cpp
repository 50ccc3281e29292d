//===- PlanMemory.cpp - Small plans, or cheap ones ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PlanByCost.h"
#include "Plan/PlanBySize.h"
#include "metaobj/Plan.h"

using namespace metaobj;

std::variant<MemoryPlan, PlanFault>
metaobj::planMemory(const PlanProblem &Problem, PlanEffort Effort,
                    const PlanListener &Listener) {
  SearchProgress Progress(Listener);
  std::variant<MemoryPlan, PlanFault> Result =
      planBySize(Problem, Effort, Progress);
  auto *Plan = std::get_if<MemoryPlan>(&Result);
  if (!Plan)
    return Result;
  bool HasCosts = hasCosts(Problem);
  if (HasCosts)
    lowerCost(Problem, Effort, *Plan, Progress);
  Plan->IsStopped = Progress.isStopped();
  if (!HasCosts)
    return Result;
  if (std::optional<PlanFault> Fault = checkPlan(Problem, *Plan)) {
    Fault->Plan = PlanFault::Made;
    return *Fault;
  }
  return Result;
}
