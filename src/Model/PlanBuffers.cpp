//===- PlanBuffers.cpp - Faults of the planner become errors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "metaobj/Graph.h"

#include "llvm/ADT/Twine.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

using namespace llvm;
using namespace metaobj;

static bool isAboutLimits(PlanFault::FaultKind Kind) {
  return Kind == PlanFault::PoolsTooSmall || Kind == PlanFault::NoPlanInPool ||
         Kind == PlanFault::NoPlanInPools || Kind == PlanFault::NoPlanExists ||
         Kind == PlanFault::BufferTooLarge;
}

static Message hintFor(PlanFault::FaultKind Kind, const Message &Limits) {
  if (!isAboutLimits(Kind) ||
      (Kind == PlanFault::PoolsTooSmall && Limits.empty()))
    return {};
  bool IsSearch =
      Kind == PlanFault::NoPlanInPool || Kind == PlanFault::NoPlanInPools;
  if (!Limits.empty())
    return IsSearch ? "raise " + setting::PlanEffort + "; " + Limits : Limits;
  return (IsSearch ? "raise " + setting::PlanEffort + ", or a limit of "
                   : Message("raise a limit of ")) +
         setting::PlanPools;
}

static Error toError(const PlanFault &Fault, const PlanProblem &Problem,
                     StringRef Name, const Message &Limits) {
  if (Fault.Kind == PlanFault::EffortTooHigh)
    return inputError(setting::PlanEffort, "is " + Twine(Fault.Numbers[0]) +
                                               ", but the highest is " +
                                               Twine(Fault.Numbers[1]));
  auto BufferName = [&](std::optional<size_t> Position) {
    return Position ? quoted(Problem.Buffers[*Position].Name) : std::string();
  };
  StringRef Which;
  switch (Fault.Plan) {
  case PlanFault::Given:
    break;
  case PlanFault::Known:
    Which = "the plan that is known: ";
    break;
  case PlanFault::Made:
    Which = "the planner made a wrong plan, please report it: ";
    break;
  case PlanFault::FixedPlaces:
    Which = "the fixed places: ";
    break;
  }
  return inputError(
      Name,
      Which +
          Fault.text(BufferName(Fault.Buffer), BufferName(Fault.OtherBuffer),
                     Fault.Pool ? quoted(Problem.Pools[*Fault.Pool].Name) : ""),
      hintFor(Fault.Kind, Limits));
}

Expected<MemoryPlan> metaobj::planBuffers(const PlanProblem &Problem,
                                          StringRef Name, PlanEffort Effort,
                                          const Message &Limits) {
  std::variant<MemoryPlan, PlanFault> Planned = planMemory(Problem, Effort);
  if (const auto *Fault = std::get_if<PlanFault>(&Planned))
    return toError(*Fault, Problem, Name, Limits);
  return std::get<MemoryPlan>(std::move(Planned));
}
