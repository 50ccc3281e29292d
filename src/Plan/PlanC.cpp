//===- PlanC.cpp - The planner for C --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PlanBySize.h"
#include "metaobj-c/metaobj_plan.h"
#include "metaobj/Plan.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace metaobj;

static_assert(PlanEffort().Level == METAOBJ_PLAN_DEFAULT_EFFORT);
static_assert(PlanEffort::Highest == METAOBJ_PLAN_HIGHEST_EFFORT);

/// The codes of C are the kinds of faults, in the same order.
static constexpr metaobj_plan_code toCode(PlanFault::FaultKind Kind) {
  return metaobj_plan_code(int(METAOBJ_PLAN_NO_POOL) + int(Kind));
}
static_assert(toCode(PlanFault::TooManyBytes) == METAOBJ_PLAN_TOO_MANY_BYTES);
static_assert(toCode(PlanFault::WrongCounts) == METAOBJ_PLAN_WRONG_COUNTS);
static_assert(toCode(PlanFault::WrongPair) == METAOBJ_PLAN_WRONG_PAIR);
static_assert(int(PlanFault::Known) == METAOBJ_PLAN_KNOWN);
static_assert(int(PlanFault::FixedPlaces) == METAOBJ_PLAN_FIXED);
static_assert(PlanProblem::MostPools == METAOBJ_PLAN_MOST_POOLS);
static_assert(PlanReason::MostBeside == METAOBJ_PLAN_MOST_BESIDE);
static_assert(int(PlanReason::RoomLeft) == METAOBJ_PLAN_ROOM_LEFT);

/// A fault that has only a code and a text. Takes no memory.
static metaobj_plan_code fail(metaobj_plan_fault &Result,
                              metaobj_plan_code Code, std::string_view Text) {
  Result = {Code,
            METAOBJ_PLAN_GIVEN,
            METAOBJ_PLAN_NO_POSITION,
            METAOBJ_PLAN_NO_POSITION,
            METAOBJ_PLAN_NO_POSITION,
            {},
            {}};
  Text.copy(Result.text, sizeof(Result.text) - 1);
  return Code;
}

static std::string nameOf(const char *Given, size_t Position) {
  return Given ? std::string(Given) : std::to_string(Position);
}

/// Writes \p Result as metaobj_plan_fault_text() does.
static size_t write(const std::string &Result, char *Text, size_t Capacity) {
  if (Capacity != 0)
    Text[Result.copy(Text, Capacity - 1)] = '\0';
  return Result.size() + 1;
}

/// A fault of the planner in words. The names of what it does not have are not
/// used.
static std::string textOf(const metaobj_plan_fault &Fault,
                          const char *BufferName, const char *OtherBufferName,
                          const char *PoolName) {
  // These two are of C alone.
  if (Fault.code < METAOBJ_PLAN_NO_POOL)
    return Fault.text;
  PlanFault Result{.Kind = PlanFault::FaultKind(int(Fault.code) -
                                                int(METAOBJ_PLAN_NO_POOL))};
  std::copy_n(Fault.numbers, Result.Numbers.size(), Result.Numbers.begin());
  std::string Text = Result.text(nameOf(BufferName, Fault.buffer),
                                 nameOf(OtherBufferName, Fault.other_buffer),
                                 nameOf(PoolName, Fault.pool));
  if (Fault.plan == METAOBJ_PLAN_KNOWN)
    return "the known plan: " + Text;
  if (Fault.plan == METAOBJ_PLAN_FIXED)
    return "the fixed places: " + Text;
  return Text;
}

static metaobj_plan_code fail(metaobj_plan_fault &Result,
                              const PlanFault &Fault) {
  fail(Result, toCode(Fault.Kind), "");
  Result.plan = metaobj_plan_role(Fault.Plan);
  Result.buffer = Fault.Buffer.value_or(METAOBJ_PLAN_NO_POSITION);
  Result.other_buffer = Fault.OtherBuffer.value_or(METAOBJ_PLAN_NO_POSITION);
  Result.pool = Fault.Pool.value_or(METAOBJ_PLAN_NO_POSITION);
  std::copy(Fault.Numbers.begin(), Fault.Numbers.end(), Result.numbers);
  textOf(Result, nullptr, nullptr, nullptr)
      .copy(Result.text, sizeof(Result.text) - 1);
  return Result.code;
}

static std::vector<BufferPlace> toPlaces(const metaobj_plan_place *Places,
                                         size_t Count) {
  std::vector<BufferPlace> Result;
  Result.reserve(Count);
  for (size_t I = 0; I != Count; ++I)
    Result.push_back({Places[I].pool, Places[I].offset});
  return Result;
}

static PlanProblem toProblem(const metaobj_plan_problem &Problem) {
  PlanProblem Result;
  Result.Buffers.reserve(Problem.num_buffers);
  for (size_t I = 0; I != Problem.num_buffers; ++I) {
    const metaobj_plan_buffer &Buffer = Problem.buffers[I];
    Result.Buffers.push_back(
        {"", Buffer.lower, Buffer.upper, Buffer.size, Buffer.alignment});
    Result.Buffers.back().Pools = Buffer.pools;
    if (Buffer.fixed)
      Result.Buffers.back().Fixed = {Buffer.fixed->pool, Buffer.fixed->offset};
    Result.Buffers.back().Traffic = Buffer.traffic;
    if (Buffer.in_place_of != 0)
      Result.Buffers.back().InPlaceOf = Buffer.in_place_of - 1;
  }
  Result.Pools.assign(Problem.num_pools, PlanPool());
  for (size_t I = 0; I != Problem.num_pools; ++I) {
    if (Problem.pool_limits[I] != METAOBJ_PLAN_NO_LIMIT)
      Result.Pools[I].Limit = Problem.pool_limits[I];
    if (Problem.pool_costs)
      Result.Pools[I].Cost = Problem.pool_costs[I];
  }
  return Result;
}

/// Calls the function of \p Problem, if it has one.
static PlanListener toListener(const metaobj_plan_problem &Problem) {
  if (!Problem.progress)
    return {};
  return [&Problem](const PlanProgress &Now) {
    const metaobj_plan_progress Told = {
        Now.Steps, Now.Bytes.value_or(METAOBJ_PLAN_NO_PLAN_YET), Now.LowerBound,
        Problem.progress_user};
    return Problem.progress(&Told) == 0;
  };
}

/// Calls \p Run with the problem, which returns a fault or nullopt.
template <typename Work>
static metaobj_plan_code withProblem(const metaobj_plan_problem *Problem,
                                     bool HasArrays, metaobj_plan_fault *Fault,
                                     Work Run) {
  if (!Fault)
    return METAOBJ_PLAN_NULL_POINTER;
  if (!Problem || !HasArrays ||
      (!Problem->buffers && Problem->num_buffers != 0) ||
      (!Problem->pool_limits && Problem->num_pools != 0))
    return fail(*Fault, METAOBJ_PLAN_NULL_POINTER,
                "a pointer is NULL that is needed");
  try {
    // Before they are copied.
    if (Problem->num_buffers > PlanProblem::MostBuffers)
      return fail(*Fault, PlanFault{.Kind = PlanFault::TooManyBuffers,
                                    .Numbers = {Problem->num_buffers,
                                                PlanProblem::MostBuffers}});
    std::optional<PlanFault> Found = Run(toProblem(*Problem));
    return Found ? fail(*Fault, *Found) : METAOBJ_PLAN_OK;
  } catch (...) {
    // Also what std::vector says of sizes that no memory has.
    return fail(*Fault, METAOBJ_PLAN_NO_MEMORY, "there is not enough memory");
  }
}

metaobj_plan_code metaobj_plan_memory(const metaobj_plan_problem *Problem,
                                      metaobj_plan_place *Places,
                                      uint64_t *PoolSizes,
                                      metaobj_plan_summary *Summary,
                                      metaobj_plan_fault *Fault) {
  bool HasArrays = Problem && (Places || Problem->num_buffers == 0) &&
                   (PoolSizes || Problem->num_pools == 0) &&
                   (Problem->known || Problem->num_known == 0) && Summary;
  return withProblem(
      Problem, HasArrays, Fault,
      [&](PlanProblem TheProblem) -> std::optional<PlanFault> {
        // Before they are copied, too.
        if (Problem->num_known != 0 &&
            Problem->num_known != Problem->num_buffers)
          return PlanFault{.Kind = PlanFault::WrongCounts,
                           .Numbers = {Problem->num_known, Problem->num_pools,
                                       Problem->num_buffers,
                                       Problem->num_pools},
                           .Plan = PlanFault::Known};
        TheProblem.Known = toPlaces(Problem->known, Problem->num_known);
        std::variant<MemoryPlan, PlanFault> Planned =
            planMemory(TheProblem, {Problem->effort}, toListener(*Problem));
        if (const auto *Refused = std::get_if<PlanFault>(&Planned))
          return *Refused;
        const auto &Plan = std::get<MemoryPlan>(Planned);
        for (size_t I = 0; I != Plan.Places.size(); ++I)
          Places[I] = {Plan.Places[I].Offset, Plan.Places[I].Pool};
        std::copy(Plan.PoolSizes.begin(), Plan.PoolSizes.end(), PoolSizes);
        *Summary = {Plan.LowerBound,
                    Plan.Steps,
                    Plan.TooManyPairs,
                    Plan.Cost,
                    Plan.IsOptimal,
                    Plan.IsStopped,
                    {}};
        Plan.Method.copy(Summary->method, sizeof(Summary->method) - 1);
        return std::nullopt;
      });
}

metaobj_plan_code metaobj_plan_check(const metaobj_plan_problem *Problem,
                                     const metaobj_plan_place *Places,
                                     const uint64_t *PoolSizes,
                                     metaobj_plan_fault *Fault) {
  bool HasArrays = Problem && (Places || Problem->num_buffers == 0) &&
                   (PoolSizes || Problem->num_pools == 0);
  return withProblem(
      Problem, HasArrays, Fault, [&](const PlanProblem &TheProblem) {
        MemoryPlan Plan;
        Plan.Places = toPlaces(Places, Problem->num_buffers);
        Plan.PoolSizes.assign(PoolSizes, PoolSizes + Problem->num_pools);
        return checkPlan(TheProblem, Plan);
      });
}

metaobj_plan_code metaobj_plan_bounds(const metaobj_plan_problem *Problem,
                                      uint64_t *PoolBounds,
                                      metaobj_plan_fault *Fault) {
  bool HasArrays = Problem && (PoolBounds || Problem->num_pools == 0);
  return withProblem(
      Problem, HasArrays, Fault,
      [&](const PlanProblem &TheProblem) -> std::optional<PlanFault> {
        if (std::optional<PlanFault> Found = checkProblem(TheProblem, {}))
          return Found;
        std::vector<uint64_t> Found = poolLowerBounds(TheProblem);
        std::copy(Found.begin(), Found.end(), PoolBounds);
        return std::nullopt;
      });
}

size_t metaobj_plan_fault_text(const metaobj_plan_fault *Fault,
                               const char *BufferName,
                               const char *OtherBufferName,
                               const char *PoolName, char *Text,
                               size_t Capacity) {
  try {
    return write(textOf(*Fault, BufferName, OtherBufferName, PoolName), Text,
                 Capacity);
  } catch (...) {
    return 0;
  }
}

metaobj_plan_code metaobj_plan_explain(const metaobj_plan_problem *Problem,
                                       const metaobj_plan_place *Places,
                                       metaobj_plan_reason *Reasons,
                                       metaobj_plan_fault *Fault) {
  bool HasArrays =
      Problem && ((Places && Reasons) || Problem->num_buffers == 0);
  return withProblem(
      Problem, HasArrays, Fault,
      [&](const PlanProblem &TheProblem) -> std::optional<PlanFault> {
        MemoryPlan Plan;
        Plan.Places = toPlaces(Places, Problem->num_buffers);
        for (const PlanPool &Pool : TheProblem.Pools)
          Plan.PoolSizes.push_back(Pool.Limit.value_or(UINT64_MAX));
        if (std::optional<PlanFault> Found = checkPlan(TheProblem, Plan))
          return Found;
        std::vector<size_t> All(Problem->num_buffers);
        std::iota(All.begin(), All.end(), 0);
        std::vector<PlanReason> Found =
            explainPlan(TheProblem, Plan.Places, All);
        for (size_t I = 0; I != Found.size(); ++I) {
          Reasons[I] = {metaobj_plan_reason_kind(Found[I].Kind),
                        uint32_t(Found[I].Pool),
                        Found[I].Time,
                        Found[I].Bytes,
                        {},
                        Found[I].Beside.size()};
          std::copy(Found[I].Beside.begin(), Found[I].Beside.end(),
                    Reasons[I].beside);
        }
        return std::nullopt;
      });
}

size_t metaobj_plan_reason_text(const metaobj_plan_reason *Reason,
                                const char *PoolName,
                                const char *const *BesideNames, char *Text,
                                size_t Capacity) {
  try {
    PlanReason Result;
    Result.Kind = PlanReason::ReasonKind(Reason->kind);
    Result.Time = Reason->time;
    Result.Bytes = Reason->bytes;
    std::vector<std::string> Names;
    for (size_t I = 0;
         I != std::min(Reason->num_beside, PlanReason::MostBeside); ++I)
      Names.push_back(
          nameOf(BesideNames ? BesideNames[I] : nullptr, Reason->beside[I]));
    return write(Result.text(nameOf(PoolName, Reason->pool), Names), Text,
                 Capacity);
  } catch (...) {
    return 0;
  }
}
