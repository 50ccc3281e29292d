//===- PlanMemory.cpp - Small plans, or cheap ones ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/InPlace.h"
#include "Plan/PlanByCost.h"
#include "Plan/PlanBySize.h"
#include "metaobj/Plan.h"

using namespace metaobj;

std::variant<MemoryPlan, PlanFault>
metaobj::planMemory(const PlanProblem &Problem, PlanEffort Effort,
                    const PlanListener &Listener) {
  SearchProgress Progress(Listener);
  auto PlanAlone = [&](const PlanProblem &Alone, PlanEffort Level) {
    std::variant<MemoryPlan, PlanFault> Planned =
        planBySize(Alone, Level, Progress);
    auto *Plan = std::get_if<MemoryPlan>(&Planned);
    if (Plan && hasCosts(Alone))
      lowerCost(Alone, Level, *Plan, Progress);
    return Planned;
  };
  std::variant<MemoryPlan, PlanFault> Result =
      hasPairs(Problem) ? planWithPairs(Problem, Effort, Progress, PlanAlone)
                        : PlanAlone(Problem, Effort);
  auto *Plan = std::get_if<MemoryPlan>(&Result);
  if (!Plan)
    return Result;
  Plan->IsStopped = Progress.isStopped();
  if (std::optional<PlanFault> Fault = checkPlan(Problem, *Plan)) {
    Fault->Plan = PlanFault::Made;
    return *Fault;
  }
  return Result;
}
