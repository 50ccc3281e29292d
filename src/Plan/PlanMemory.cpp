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
metaobj::planMemory(const PlanProblem &Problem, PlanEffort Effort) {
  std::variant<MemoryPlan, PlanFault> Result = planBySize(Problem, Effort);
  auto *Smallest = std::get_if<MemoryPlan>(&Result);
  if (!Smallest || !hasCosts(Problem))
    return Result;
  lowerCost(Problem, Effort, *Smallest);
  if (std::optional<PlanFault> Fault = checkPlan(Problem, *Smallest)) {
    Fault->Plan = PlanFault::Made;
    return *Fault;
  }
  return Result;
}
