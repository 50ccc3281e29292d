//===- PlanByCost.cpp - Which buffers lie in fast memory ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PlanByCost.h"

#include "Plan/Arithmetic.h"
#include "Plan/Conflicts.h"
#include "Plan/Placing.h"
#include "Plan/PlanBySize.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

using namespace metaobj;

/// Choices of a pool for one buffer that are tried one by one.
static constexpr unsigned MostChoices = 100'000;
/// Plans of a cheaper pool with one buffer more.
static constexpr unsigned MostPromotions = 200;
/// Of more buffers, pools are planned by rules alone until the pool of each
/// buffer is known, and not all choices are tried.
static constexpr size_t FewBuffers = 32;

bool metaobj::hasCosts(const PlanProblem &Problem) {
  // They never fall.
  return Problem.Pools.back().Cost != 0 &&
         std::any_of(
             Problem.Buffers.begin(), Problem.Buffers.end(),
             [](const PlanBuffer &Buffer) { return Buffer.Traffic != 0; });
}

namespace {

/// Bytes that live in one pool, for each time at which a buffer starts.
class Load {
public:
  Load(std::optional<uint64_t> Limit, size_t Times)
      : Limit(Limit.value_or(UINT64_MAX)), Bytes(Times) {}

  /// Is there room for \p Size bytes more?
  bool hasRoom(size_t Begin, size_t End, uint64_t Size) const {
    return Size <= Limit &&
           std::all_of(Bytes.begin() + ptrdiff_t(Begin),
                       Bytes.begin() + ptrdiff_t(End),
                       [&](uint64_t Taken) { return Taken <= Limit - Size; });
  }
  void add(size_t Begin, size_t End, uint64_t Size) {
    for (size_t Time = Begin; Time != End; ++Time)
      Bytes[Time] += Size;
  }
  void remove(size_t Begin, size_t End, uint64_t Size) {
    for (size_t Time = Begin; Time != End; ++Time)
      Bytes[Time] -= Size;
  }
  void clear() { Bytes.assign(Bytes.size(), 0); }

private:
  uint64_t Limit;
  std::vector<uint64_t> Bytes;
};

class CostPlanner {
public:
  CostPlanner(const PlanProblem &Problem, PlanEffort Effort, MemoryPlan &Plan,
              SearchProgress &Progress);

  void run();

private:
  struct Times {
    size_t Begin, End;
  };

  uint64_t costOf(uint32_t Index, uint32_t Pool) const {
    return saturatingMultiply(Problem.Buffers[Index].Traffic,
                              Problem.Pools[Pool].Cost);
  }
  uint64_t costOfAll() const;
  bool enter(uint32_t Index, uint32_t Pool);
  void leave(uint32_t Index, uint32_t Pool);
  bool planPool(uint32_t Pool, PlanEffort Level, bool HasPlaces);
  bool planPools(PlanEffort Level, bool HasPlaces);
  void take();
  void reset();
  void takeKnown();
  void applyRules();
  void promote();
  bool choose(size_t Position, uint64_t Cost);

  const PlanProblem &Problem;
  PlanEffort Effort, QuickEffort;
  uint64_t Steps; ///< For pools without a plan.
  MemoryPlan &Best;
  SearchProgress &Progress;
  std::vector<Times> Lives; ///< Of each buffer: positions of Load.
  std::vector<Load> Loads;  ///< Of each pool.
  /// The pools of each buffer, the cheapest first.
  std::vector<std::vector<uint32_t>> Choices;
  std::vector<uint32_t> Order;      ///< What gains most comes first.
  std::vector<uint64_t> LeastAfter; ///< Costs of all from here in Order on.
  std::vector<uint32_t> PoolOf;
  std::vector<BufferPlace> Places; ///< For PoolOf, when all pools are planned.
  unsigned ChoicesLeft = MostChoices;
  bool IsProven = true; ///< No pool was given up that may have a plan.
};

} // namespace

CostPlanner::CostPlanner(const PlanProblem &Problem, PlanEffort Effort,
                         MemoryPlan &Plan, SearchProgress &Progress)
    : Problem(Problem), Effort(Effort),
      QuickEffort{Problem.Buffers.size() <= FewBuffers && Effort.Level != 0},
      Steps(Effort.steps()), Best(Plan), Progress(Progress) {
  const std::vector<PlanBuffer> &Buffers = Problem.Buffers;
  std::vector<uint64_t> Starts;
  for (const PlanBuffer &Buffer : Buffers)
    Starts.push_back(Buffer.Lower);
  std::sort(Starts.begin(), Starts.end());
  Starts.erase(std::unique(Starts.begin(), Starts.end()), Starts.end());
  auto PositionOf = [&](uint64_t Time) {
    return size_t(std::lower_bound(Starts.begin(), Starts.end(), Time) -
                  Starts.begin());
  };
  for (const PlanPool &Pool : Problem.Pools)
    Loads.emplace_back(Pool.Limit, Starts.size());
  std::vector<double> Gains;
  for (uint32_t I = 0; I != Buffers.size(); ++I) {
    Lives.push_back(
        {PositionOf(Buffers[I].Lower), PositionOf(Buffers[I].Upper)});
    std::vector<uint32_t> &Pools = Choices.emplace_back();
    for (uint32_t Pool = 0; Pool != Problem.Pools.size(); ++Pool)
      if (Buffers[I].mayLieIn(Pool))
        Pools.push_back(Pool);
    // What the cheapest pool saves, for each byte and time that it gives.
    Gains.push_back(
        double(costOf(I, Pools.back()) - costOf(I, Pools[0])) /
        (double(Buffers[I].Size) * double(Lives[I].End - Lives[I].Begin) + 1));
    PoolOf.push_back(Best.Places[I].Pool);
  }
  Places = Best.Places;
  Best.Cost = costOfAll();
  Order.resize(Buffers.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](uint32_t Left, uint32_t Right) {
    return std::tuple(Choices[Left].size() != 1, -Gains[Left], Left) <
           std::tuple(Choices[Right].size() != 1, -Gains[Right], Right);
  });
  LeastAfter.assign(Order.size() + 1, 0);
  for (size_t I = Order.size(); I != 0; --I)
    LeastAfter[I - 1] = saturatingAdd(
        LeastAfter[I], costOf(Order[I - 1], Choices[Order[I - 1]][0]));
}

uint64_t CostPlanner::costOfAll() const {
  uint64_t Cost = 0;
  for (uint32_t I = 0; I != PoolOf.size(); ++I)
    Cost = saturatingAdd(Cost, costOf(I, PoolOf[I]));
  return Cost;
}

/// False: \p Pool has no room.
bool CostPlanner::enter(uint32_t Index, uint32_t Pool) {
  const Times &Life = Lives[Index];
  uint64_t Size = Problem.Buffers[Index].Size;
  if (!Loads[Pool].hasRoom(Life.Begin, Life.End, Size))
    return false;
  Loads[Pool].add(Life.Begin, Life.End, Size);
  PoolOf[Index] = Pool;
  return true;
}

void CostPlanner::leave(uint32_t Index, uint32_t Pool) {
  Loads[Pool].remove(Lives[Index].Begin, Lives[Index].End,
                     Problem.Buffers[Index].Size);
}

/// Plans the buffers that PoolOf gives to \p Pool. With \p HasPlaces they have
/// places there already. Sets their places. False: no plan was found.
bool CostPlanner::planPool(uint32_t Pool, PlanEffort Level, bool HasPlaces) {
  PlanProblem Alone;
  Alone.Pools = {{"", Problem.Pools[Pool].Limit}};
  std::vector<uint32_t> Positions;
  for (uint32_t I = 0; I != PoolOf.size(); ++I)
    if (PoolOf[I] == Pool) {
      Positions.push_back(I);
      PlanBuffer &Buffer = Alone.Buffers.emplace_back(Problem.Buffers[I]);
      Buffer.Pools = 0;
      if (Buffer.Fixed)
        Buffer.Fixed->Pool = 0;
      if (HasPlaces)
        Alone.Known.push_back({0, Places[I].Offset});
    }
  std::variant<MemoryPlan, PlanFault> Planned =
      planBySize(Alone, Level, Progress);
  if (const auto *Fault = std::get_if<PlanFault>(&Planned)) {
    if (Fault->Kind != PlanFault::NoPlanExists &&
        Fault->Kind != PlanFault::PoolsTooSmall) {
      IsProven = false;
      Steps -= std::min(Steps, Level.steps());
    }
    return false;
  }
  for (size_t I = 0; I != Positions.size(); ++I)
    Places[Positions[I]] = {Pool,
                            std::get<MemoryPlan>(Planned).Places[I].Offset};
  return true;
}

bool CostPlanner::planPools(PlanEffort Level, bool HasPlaces) {
  for (uint32_t Pool = 0; Pool != Problem.Pools.size(); ++Pool)
    if (!planPool(Pool, Level, HasPlaces))
      return false;
  return true;
}

void CostPlanner::take() {
  Best.Cost = costOfAll();
  Best.Places = Places;
  Best.PoolSizes = poolSizes(Problem, Places);
  Best.Method = "by cost";
  Progress.setCheapest(Best.PoolSizes);
}

/// As Best has them.
void CostPlanner::reset() {
  Places = Best.Places;
  for (Load &OfPool : Loads)
    OfPool.clear();
  for (uint32_t I = 0; I != Places.size(); ++I)
    enter(I, Places[I].Pool);
}

/// Places what gains most first, each buffer into the cheapest pool that has a
/// gap for it.
void CostPlanner::applyRules() {
  Conflicts Found(Problem.Buffers);
  std::vector<uint32_t> WithBytes;
  std::copy_if(Order.begin(), Order.end(), std::back_inserter(WithBytes),
               [&](uint32_t I) { return Problem.Buffers[I].Size != 0; });
  for (GapRule Rule : {GapRule::Lowest, GapRule::Smallest}) {
    if (std::optional<Placing> Placed =
            placeInOrder(Problem, Found, WithBytes, Rule)) {
      Places = std::move(Placed->Places);
      for (uint32_t I = 0; I != Places.size(); ++I)
        PoolOf[I] = Places[I].Pool;
      if (costOfAll() < Best.Cost)
        take();
    }
    Progress.addRule(WithBytes.size());
  }
}

/// Moves buffers to cheaper pools that have room if planned anew.
void CostPlanner::promote() {
  unsigned Tries = MostPromotions;
  for (uint32_t Index : Order)
    for (uint32_t Pool : Choices[Index]) {
      uint32_t Before = PoolOf[Index];
      if (Tries == 0 || Progress.isStopped() ||
          costOf(Index, Pool) >= costOf(Index, Before))
        break;
      if (!enter(Index, Pool))
        continue;
      --Tries;
      if (planPool(Pool, QuickEffort, false)) {
        leave(Index, Before);
        take();
        break;
      }
      leave(Index, Pool);
      PoolOf[Index] = Before;
    }
}

/// Tries all pools for the buffers from \p Position in Order on, where those
/// before cost \p Cost. False: there are too many choices.
bool CostPlanner::choose(size_t Position, uint64_t Cost) {
  if (saturatingAdd(Cost, LeastAfter[Position]) >= Best.Cost)
    return true;
  if (Position == Order.size()) {
    if (planPools(QuickEffort, false))
      take();
    return true;
  }
  uint32_t Index = Order[Position];
  for (uint32_t Pool : Choices[Index]) {
    if (ChoicesLeft == 0 || Steps == 0 || Progress.isStopped())
      return false;
    --ChoicesLeft;
    if (!enter(Index, Pool))
      continue;
    bool IsWhole =
        choose(Position + 1, saturatingAdd(Cost, costOf(Index, Pool)));
    leave(Index, Pool);
    if (!IsWhole)
      return false;
  }
  return true;
}

/// Starts from Problem.Known, if that keeps all limits and costs less.
void CostPlanner::takeKnown() {
  if (Problem.Known.empty() || !keepsLimits(Problem, Problem.Known))
    return;
  Places = Problem.Known;
  for (uint32_t I = 0; I != Places.size(); ++I)
    PoolOf[I] = Places[I].Pool;
  if (costOfAll() < Best.Cost)
    take();
}

void CostPlanner::run() {
  uint64_t Before = Best.Cost;
  // Until now it was about the smallest plan.
  Best.IsOptimal = false;
  Progress.setCheapest(Best.PoolSizes);
  takeKnown();
  if (Progress.isStopped())
    return;
  applyRules();
  if (Effort.Level != 0) {
    reset();
    promote();
  }
  for (Load &OfPool : Loads)
    OfPool.clear();
  IsProven = true;
  Best.IsOptimal = Order.size() <= FewBuffers && choose(0, 0) && IsProven;
  if (Best.Cost == Before || Progress.isStopped())
    return;
  reset();
  if (planPools(Effort, true))
    take();
}

void metaobj::lowerCost(const PlanProblem &Problem, PlanEffort Effort,
                        MemoryPlan &Plan, SearchProgress &Progress) {
  CostPlanner Planner(Problem, Effort, Plan, Progress);
  // Pools that cost the same leave nothing to choose.
  if (Problem.Pools.front().Cost != Problem.Pools.back().Cost)
    Planner.run();
}
