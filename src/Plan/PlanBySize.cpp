//===- PlanBySize.cpp - The smallest of several plans ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PlanBySize.h"

#include "Plan/Arithmetic.h"
#include "Plan/CheckBuffers.h"
#include "Plan/Conflicts.h"
#include "Plan/Evict.h"
#include "Plan/Improve.h"
#include "Plan/Placing.h"
#include "Plan/Sweep.h"
#include "metaobj/Plan.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

using namespace metaobj;

/// With more pairs of buffers that live at the same time, only first fit by
/// size is applied of the rules whose time grows with the pairs; and with more
/// than MostPairsOfAll none of them.
static constexpr uint64_t MostPairs = 2'000'000, MostPairsOfAll = 150'000'000;

/// A step of the searches for large lists takes as long as so many under a
/// ceiling.
static constexpr uint64_t StepsOfLarge = 8;

namespace {

/// The buffers without a fixed place, and the memory below or above those that
/// have one: what rules plan that go through time.
class Movable {
public:
  enum Side { BelowFixed, AboveFixed };
  Movable(const PlanProblem &Given, Side Where);

  bool hasFixed() const { return HasFixed; }
  const PlanProblem &problem() const { return HasFixed ? Alone : Given; }
  /// A plan of all buffers.
  std::optional<Placing> withFixed(std::optional<Placing> Placed) const;

private:
  const PlanProblem &Given;
  bool HasFixed = false;
  PlanProblem Alone;
  std::vector<size_t> Positions; ///< Of its buffers.
  std::vector<uint64_t> Bases;   ///< Of its pools.
};

class Planner {
public:
  Planner(const PlanProblem &Given, PlanEffort Effort, SearchProgress &Progress)
      : Given(Given), Effort(Effort), Progress(Progress) {}

  std::variant<MemoryPlan, PlanFault> plan();

private:
  std::optional<PlanFault> checkFixed() const;
  void take(std::optional<Placing> Tried, const std::string &Found);
  bool isStoppedAfterRule(uint64_t Pairs = 0);
  bool isBest() const;
  bool applyTime();
  bool applySweeps();
  void applyRules();
  void applyOrders();
  void search();
  PlanFault refuseLimits() const;
  uint64_t limitOfLast() const {
    return Given.Pools.back().Limit.value_or(UINT64_MAX);
  }
  bool hasOnePool() const { return Given.Pools.size() == 1; }

  const PlanProblem &Given;
  PlanEffort Effort;
  SearchProgress &Progress;
  uint64_t StepsTaken = 0;
  /// As Given, but without the limit of the last pool: a plan that does not
  /// keep it may lead to one that does, and an error can say how much it takes.
  PlanProblem Problem;
  uint64_t LowerBound = 0;  ///< Of all pools together.
  uint64_t LeastOfLast = 0; ///< Bytes of the last pool.
  std::optional<Movable> Moving;
  std::optional<Sweeps> Sweeping; ///< Of Moving, if it has a plan.
  std::optional<Placing> Best;
  std::string Method;
  bool IsOptimal = false;
  uint64_t TooManyPairs = 0;
};

} // namespace

Movable::Movable(const PlanProblem &Given, Side Where) : Given(Given) {
  uint64_t Unit = 1;
  Bases.resize(Given.Pools.size());
  std::vector<uint64_t> Lowest(Given.Pools.size(), UINT64_MAX);
  for (const PlanBuffer &Buffer : Given.Buffers) {
    Unit = std::max(Unit, Buffer.Alignment);
    if (!Buffer.Fixed)
      continue;
    HasFixed = true;
    if (Buffer.Size == 0)
      continue;
    auto [Pool, Offset] = *Buffer.Fixed;
    Bases[Pool] = std::max(Bases[Pool], Offset + Buffer.Size);
    Lowest[Pool] = std::min(Lowest[Pool], Offset);
  }
  if (!HasFixed)
    return;
  if (Where == BelowFixed)
    Bases.assign(Bases.size(), 0);
  for (size_t I = 0; I != Given.Buffers.size(); ++I)
    if (!Given.Buffers[I].Fixed) {
      Positions.push_back(I);
      Alone.Buffers.push_back(Given.Buffers[I]);
    }
  Alone.Pools = Given.Pools;
  for (size_t Pool = 0; Pool != Bases.size(); ++Pool) {
    Bases[Pool] = alignTo(Bases[Pool], Unit);
    std::optional<uint64_t> &Limit = Alone.Pools[Pool].Limit;
    if (Limit)
      *Limit -= std::min(*Limit, Bases[Pool]);
    if (Where == BelowFixed && Lowest[Pool] != UINT64_MAX)
      Limit = std::min(Limit.value_or(UINT64_MAX), Lowest[Pool]);
  }
}

std::optional<Placing> Movable::withFixed(std::optional<Placing> Placed) const {
  if (!HasFixed || !Placed)
    return Placed;
  Placing Result = {firstPlaces(Given), {}};
  for (size_t I = 0; I != Positions.size(); ++I) {
    auto [Pool, Offset] = Placed->Places[I];
    Result.Places[Positions[I]] = {Pool, Bases[Pool] + Offset};
  }
  Result.PoolSizes = poolSizes(Given, Result.Places);
  return Result;
}

uint64_t PlanEffort::steps() const {
  // The default is a few seconds' work.
  return Level == 0 ? 0 : uint64_t(16'000'000) << (2 * (Level - 1));
}

uint64_t MemoryPlan::totalSize() const {
  return std::accumulate(PoolSizes.begin(), PoolSizes.end(), uint64_t(0));
}

/// Is there a pool for buffer \p Index?
static std::optional<PlanFault> checkPools(const PlanProblem &Given,
                                           size_t Index) {
  const PlanBuffer &Buffer = Given.Buffers[Index];
  bool HasPool = false;
  uint64_t Largest = 0;
  for (size_t Pool = 0; Pool != Given.Pools.size(); ++Pool)
    if (Buffer.mayLieIn(Pool)) {
      HasPool = true;
      Largest = std::max(Largest, Given.Pools[Pool].Limit.value_or(UINT64_MAX));
    }
  if (!HasPool)
    return PlanFault{.Kind = PlanFault::NoPoolAllowed, .Buffer = Index};
  if (Buffer.Size > Largest)
    return PlanFault{.Kind = PlanFault::BufferTooLarge,
                     .Buffer = Index,
                     .Numbers = {Buffer.Size, Largest}};
  return std::nullopt;
}

std::optional<PlanFault> metaobj::checkProblem(const PlanProblem &Given,
                                               PlanEffort Effort) {
  if (Given.Pools.empty())
    return PlanFault{.Kind = PlanFault::NoPool};
  if (Effort.Level > PlanEffort::Highest)
    return PlanFault{.Kind = PlanFault::EffortTooHigh,
                     .Numbers = {Effort.Level, PlanEffort::Highest}};
  if (Given.Buffers.size() > PlanProblem::MostBuffers)
    return PlanFault{
        .Kind = PlanFault::TooManyBuffers,
        .Numbers = {Given.Buffers.size(), PlanProblem::MostBuffers}};
  if (Given.Pools.size() > PlanProblem::MostPools)
    return PlanFault{.Kind = PlanFault::TooManyPools,
                     .Numbers = {Given.Pools.size(), PlanProblem::MostPools}};
  for (size_t Pool = 1; Pool < Given.Pools.size(); ++Pool)
    if (Given.Pools[Pool].Cost < Given.Pools[Pool - 1].Cost)
      return PlanFault{
          .Kind = PlanFault::CostsFall,
          .Pool = Pool,
          .Numbers = {Given.Pools[Pool].Cost, Given.Pools[Pool - 1].Cost}};
  if (std::optional<PlanFault> Fault = checkBuffers(Given.Buffers))
    return Fault;
  constexpr uint64_t Most = std::numeric_limits<int64_t>::max();
  uint64_t Largest = 1, FixedTop = 0;
  for (size_t I = 0; I != Given.Buffers.size(); ++I) {
    const PlanBuffer &Buffer = Given.Buffers[I];
    Largest = std::max(Largest, Buffer.Alignment);
    if (std::optional<PlanFault> Fault = checkPools(Given, I))
      return Fault;
    if (Buffer.Fixed)
      FixedTop =
          std::max(FixedTop, saturatingAdd(Buffer.Fixed->Offset, Buffer.Size));
  }
  // No plan is larger than all buffers one behind the other, above those with a
  // fixed place. So from here on no sum of offset and size exceeds 64 bits.
  uint64_t Total = saturatingAdd(FixedTop, Largest);
  for (const PlanBuffer &Buffer : Given.Buffers) {
    if (Total > Most || Buffer.Size > Most - Total ||
        Largest > Most - Total - Buffer.Size)
      return PlanFault{.Kind = PlanFault::TooManyBytes};
    Total += Buffer.Size + Largest;
  }
  return std::nullopt;
}

std::optional<PlanFault> metaobj::checkKnown(const PlanProblem &Given) {
  if (Given.Known.empty())
    return std::nullopt;
  PlanProblem Unlimited = Given;
  for (PlanPool &Pool : Unlimited.Pools)
    Pool.Limit.reset();
  MemoryPlan Known;
  Known.Places = Given.Known;
  Known.PoolSizes.assign(Given.Pools.size(), INT64_MAX);
  std::optional<PlanFault> Fault = checkPlan(Unlimited, Known);
  if (Fault)
    Fault->Plan = PlanFault::Known;
  return Fault;
}

/// Do the buffers with a fixed place overlap, or are they outside of a pool?
std::optional<PlanFault> Planner::checkFixed() const {
  PlanProblem Fixed;
  Fixed.Pools = Given.Pools;
  MemoryPlan Plan;
  std::vector<size_t> Positions;
  for (size_t I = 0; I != Given.Buffers.size(); ++I)
    if (const PlanBuffer &Buffer = Given.Buffers[I]; Buffer.Fixed) {
      Fixed.Buffers.push_back(Buffer);
      Plan.Places.push_back(*Buffer.Fixed);
      Positions.push_back(I);
    }
  for (const PlanPool &Pool : Given.Pools)
    Plan.PoolSizes.push_back(Pool.Limit.value_or(UINT64_MAX));
  if (Positions.empty())
    return std::nullopt;
  std::optional<PlanFault> Fault = checkPlan(Fixed, Plan);
  if (!Fault)
    return std::nullopt;
  Fault->Plan = PlanFault::FixedPlaces;
  for (std::optional<size_t> *Buffer : {&Fault->Buffer, &Fault->OtherBuffer})
    if (*Buffer)
      *Buffer = Positions[**Buffer];
  return Fault;
}

/// Keeps \p Tried when it is the smallest so far.
void Planner::take(std::optional<Placing> Tried, const std::string &Found) {
  if (!Tried || (Best && !Tried->isSmallerThan(*Best)))
    return;
  Best = std::move(Tried);
  Method = Found;
  Progress.offer(Best->PoolSizes);
}

/// Looks after a rule whether it was the last one. \p Pairs were compared.
bool Planner::isStoppedAfterRule(uint64_t Pairs) {
  Progress.addRule(Problem.Buffers.size(), Pairs);
  return Progress.isStopped();
}

/// The least bytes of pool \p Pool, if there are none behind it.
static uint64_t leastOf(const PlanProblem &Problem, size_t Pool) {
  std::vector<uint64_t> Sizes;
  for (size_t I = 0; I <= Pool; ++I)
    Sizes.push_back(Problem.Pools[I].Limit.value_or(UINT64_MAX));
  return poolLowerBound(Problem.Buffers, Sizes, Pool);
}

/// Can the slowest pool that is in use not be smaller? Faster ones need not be:
/// nothing is gained if their buffers move to slower memory.
bool Planner::isBest() const {
  if (!Best || Best->PoolSizes.back() > LeastOfLast)
    return false;
  size_t Pool = Best->PoolSizes.size() - 1;
  for (; Best->PoolSizes[Pool] == 0 && Pool != 0; --Pool)
    ;
  return Best->PoolSizes[Pool] <= leastOf(Problem, Pool);
}

/// Once through time for each of some pools. True: no other rule is needed.
bool Planner::applyTime() {
  const PlanProblem &Alone = Moving->problem();
  const TimeOrder Order(Alone);
  take(Moving->withFixed(placeInTime(Alone, Order)), "through time");
  if (!Best) {
    // Others may have taken the memory of those that may lie nowhere else.
    PlanProblem InLast = Alone;
    for (PlanBuffer &Buffer : InLast.Buffers) {
      size_t Pool = InLast.Pools.size() - 1;
      while (!Buffer.mayLieIn(Pool))
        --Pool;
      Buffer.Pools = uint64_t(1) << Pool;
    }
    take(Moving->withFixed(placeInTime(InLast, Order)), "through time");
  }
  if (isStoppedAfterRule())
    return true;
  // From both ends of a pool that is a little larger each time.
  const uint64_t Bytes =
      &Alone == &Problem ? LowerBound : planLowerBound(Alone.Buffers);
  for (uint64_t Eighths = 0; Eighths != 8 && hasOnePool() && Best; ++Eighths) {
    uint64_t Room = Best->PoolSizes[0] - LowerBound;
    if (Room == 0)
      return true;
    const uint64_t Ceiling = Bytes + Room / 8 * Eighths;
    // What is fixed may lie there.
    if (alignTo(Ceiling, Order.Unit) >
        Alone.Pools[0].Limit.value_or(UINT64_MAX))
      break;
    take(Moving->withFixed(placeInTime(Alone, Order, Ceiling)),
         "through time, from both ends");
    if (isStoppedAfterRule())
      return true;
  }
  // Of several pools, a later rule may take less of the faster ones.
  return hasOnePool() && isBest();
}

/// The rules that go through time. True: no other is needed.
bool Planner::applySweeps() {
  Moving.emplace(Problem, Movable::BelowFixed);
  if (Moving->hasFixed()) {
    if (applyTime())
      return true;
    Moving.emplace(Problem, Movable::AboveFixed);
  }
  if (buffersWithBytes(Moving->problem().Buffers).empty())
    return false;
  if (applyTime())
    return true;
  Sweeping.emplace(Moving->problem());
  std::optional<Placing> Swept = Sweeping->place();
  if (!Swept)
    Sweeping.reset();
  take(Moving->withFixed(std::move(Swept)), "from the peak");
  return isStoppedAfterRule() || (hasOnePool() && isBest());
}

void Planner::applyRules() {
  if (!Problem.Known.empty() && keepsLimits(Problem, Problem.Known))
    take(Placing{Problem.Known, poolSizes(Problem, Problem.Known)},
         "as known before");
  if (Progress.isStopped() || applySweeps())
    return;
  applyOrders();
  if (!isBest())
    search();
}

void Planner::search() {
  SearchSteps Steps(Effort.steps(), Progress);
  if (Steps.left() == 0)
    return;
  std::optional<Placing> Searched = Best;
  IsOptimal = improveBySkyline(Problem, Searched, limitOfLast(), Steps);
  StepsTaken = Steps.taken();
  take(std::move(Searched), "search under a ceiling");
  if (IsOptimal || !Best || Problem.Buffers.size() <= LargestSkylineGroup)
    return;
  const uint64_t Share = Steps.left() / StepsOfLarge;
  SearchSteps FromPeak(Share / 4, Progress, StepsOfLarge);
  if (Sweeping) {
    uint64_t Least = leastOf(Moving->problem(), Problem.Pools.size() - 1);
    take(Moving->withFixed(Sweeping->search(Least, FromPeak)),
         "search from the peak");
  }
  SearchSteps ByEviction(Share - FromPeak.taken(), Progress, StepsOfLarge);
  take(EvictionSearch(Problem, *Best).run(LeastOfLast, ByEviction),
       "search by eviction");
  StepsTaken += (FromPeak.taken() + ByEviction.taken()) * StepsOfLarge;
}

void Planner::applyOrders() {
  Conflicts Found(Problem.Buffers);
  uint64_t Pairs = Found.numPairs();
  if (Pairs > MostPairs)
    TooManyPairs = Pairs;
  if (Pairs > MostPairsOfAll)
    return;
  for (const PlacingOrder &Next : placingOrders(Problem.Buffers, Found))
    for (GapRule Rule : {GapRule::Lowest, GapRule::Smallest}) {
      take(placeInOrder(Problem, Found, Next.Order, Rule),
           Next.Name +
               (Rule == GapRule::Lowest ? ", lowest gap" : ", smallest gap"));
      if (isStoppedAfterRule(Pairs) || Pairs > MostPairs ||
          (hasOnePool() && isBest()))
        return;
    }
}

std::optional<PlanFault> metaobj::checkBounds(const PlanProblem &Given,
                                              uint64_t LowerBound) {
  uint64_t Room = 0;
  for (const PlanPool &Pool : Given.Pools)
    Room = saturatingAdd(Room, Pool.Limit.value_or(UINT64_MAX));
  if (LowerBound > Room)
    return PlanFault{.Kind = PlanFault::PoolsTooSmall,
                     .Numbers = {LowerBound, Room}};
  const std::vector<uint64_t> Least = poolLowerBounds(Given);
  for (size_t Pool = 0; Pool != Least.size(); ++Pool)
    if (uint64_t Limit = Given.Pools[Pool].Limit.value_or(UINT64_MAX);
        Least[Pool] > Limit)
      return PlanFault{.Kind = PlanFault::NoPlanExists,
                       .Pool = Pool,
                       .Numbers = {Least[Pool], Limit}};
  return std::nullopt;
}

PlanFault Planner::refuseLimits() const {
  if (std::optional<PlanFault> Fault = checkBounds(Given, LowerBound))
    return *Fault;
  bool IsProven = IsOptimal || isBest();
  if (Progress.isStopped() && !IsProven)
    return {.Kind = PlanFault::Stopped};
  if (Best)
    return {.Kind =
                IsProven ? PlanFault::NoPlanExists : PlanFault::NoPlanInPool,
            .Pool = Given.Pools.size() - 1,
            .Numbers = {Best->PoolSizes.back(), limitOfLast()}};
  return {.Kind = PlanFault::NoPlanInPools};
}

std::variant<MemoryPlan, PlanFault> Planner::plan() {
  if (std::optional<PlanFault> Fault = checkProblem(Given, Effort))
    return *Fault;
  Problem = Given;
  Problem.Pools.back().Limit.reset();
  if (std::optional<PlanFault> Fault = checkKnown(Given))
    return *Fault;
  if (std::optional<PlanFault> Fault = checkFixed())
    return *Fault;
  LowerBound = planLowerBound(Problem.Buffers, Problem.Pools.size());
  LeastOfLast = leastOf(Problem, Problem.Pools.size() - 1);
  Progress.setLowerBound(LowerBound);
  applyRules();
  if (!Best || Best->PoolSizes.back() > limitOfLast())
    return refuseLimits();
  MemoryPlan Result;
  Result.IsOptimal = IsOptimal || isBest();
  Result.Places = std::move(Best->Places);
  // A known plan may have them anywhere.
  const std::vector<BufferPlace> Empty = firstPlaces(Problem);
  for (size_t I = 0; I != Empty.size(); ++I)
    if (Problem.Buffers[I].Size == 0)
      Result.Places[I] = Empty[I];
  Result.PoolSizes = std::move(Best->PoolSizes);
  Result.LowerBound = LowerBound;
  Result.Method = std::move(Method);
  Result.Steps = StepsTaken;
  Result.TooManyPairs = TooManyPairs;
  return Result;
}

std::variant<MemoryPlan, PlanFault>
metaobj::planBySize(const PlanProblem &Problem, PlanEffort Effort,
                    SearchProgress &Progress) {
  return Planner(Problem, Effort, Progress).plan();
}
