//===- Evict.cpp - Moves what is in the way of a smaller plan -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Evict.h"

#include "Plan/Arithmetic.h"

#include <algorithm>
#include <iterator>

using namespace metaobj;

/// How much the buffer that is most in the way counts at first.
static constexpr double FirstWeight = 4294967296;

/// The weight of a buffer with a fixed place.
static constexpr uint64_t Immovable = 0;

/// To try a place takes some steps, and some more for each neighbour.
static constexpr uint64_t StepsOfPlace = 256, StepsOfNeighbour = 12;

EvictionSearch::EvictionSearch(const PlanProblem &Problem, Placing Known)
    : Problem(Problem), LastPool(uint32_t(Problem.Pools.size() - 1)),
      Best(std::move(Known)), Placed(Problem.Buffers),
      MostWeight((uint64_t(1) << 62) / Problem.Buffers.size()) {
  // Long ones are in the way of more than those that live at a time.
  std::vector<double> Counts;
  for (const PlanBuffer &Buffer : Problem.Buffers) {
    Sizes.push_back(Buffer.Size);
    double Length = double(Buffer.Upper - Buffer.Lower);
    Counts.push_back(double(Buffer.Size) * Length * Length);
  }
  double Most = *std::max_element(Counts.begin(), Counts.end());
  for (double Count : Counts)
    Weights.push_back(
        std::min(uint64_t(Count / Most * FirstWeight) + 1, MostWeight));
  for (size_t I = 0; I != Weights.size(); ++I)
    if (Problem.Buffers[I].Fixed)
      Weights[I] = Immovable;
}

/// The placed buffers of pool \p Pool that live at the same time as \p Index.
void EvictionSearch::findNeighbours(uint32_t Index, uint32_t Pool) {
  Beside.clear();
  Placed.forEachPlaced(Index, [&](uint32_t Other) {
    const BufferPlace &Place = Places[Other];
    if (Place.Pool == Pool)
      Beside.add({Place.Offset, Place.Offset + Sizes[Other], Other});
  });
  Beside.sort();
}

/// The offset where the neighbours in the way count least in all. There the
/// buffer lies beside a neighbour, at the bottom, or at the top. nullopt: one
/// that is fixed is always in the way.
std::optional<uint64_t> EvictionSearch::leastInTheWay(const PlanBuffer &Buffer,
                                                      uint64_t Ceiling) {
  const uint64_t Unit = Buffer.Alignment;
  const uint64_t Highest = (Ceiling - Buffer.Size) & ~(Unit - 1);
  Ends.clear();
  for (const Neighbour &Other : Beside)
    Ends.emplace_back(Other.End, Weights[Other.Index]);
  std::sort(Ends.begin(), Ends.end());
  Above = {0};
  for (const auto &[End, Weight] : Ends)
    Above.push_back(std::min(alignTo(End, Unit), Highest));
  Below.clear();
  for (const Neighbour &Other : Beside)
    if (Other.Begin >= Buffer.Size)
      Below.push_back(
          std::min((Other.Begin - Buffer.Size) & ~(Unit - 1), Highest));
  Below.push_back(Highest);
  Offsets.clear();
  std::merge(Above.begin(), Above.end(), Below.begin(), Below.end(),
             std::back_inserter(Offsets));
  std::optional<uint64_t> Result;
  uint64_t Least = UINT64_MAX, Sum = 0, NumFixed = 0;
  auto Begun = Beside.begin();
  auto Ended = Ends.begin();
  for (uint64_t Offset : Offsets) {
    for (; Begun != Beside.end() && Begun->Begin < Offset + Buffer.Size;
         ++Begun) {
      Sum += Weights[Begun->Index];
      NumFixed += Weights[Begun->Index] == Immovable;
    }
    for (; Ended != Ends.end() && Ended->first <= Offset; ++Ended) {
      Sum -= Ended->second;
      NumFixed -= Ended->second == Immovable;
    }
    if (NumFixed != 0)
      continue;
    // Up to a tenth more, so that the search does not go in circles.
    uint64_t Count = Sum + (Sum >> 10) * Random.below(100);
    if (Count < Least) {
      Least = Count;
      Result = Offset;
    }
  }
  return Result;
}

void EvictionSearch::evict(uint32_t Index) {
  Placed.removePlaced(Index);
  Waiting.emplace_back(Problem.Buffers[Index].Size, Index);
  std::push_heap(Waiting.begin(), Waiting.end());
}

void EvictionSearch::give(uint32_t Index, BufferPlace Place) {
  Places[Index] = Place;
  Placed.addPlaced(Index);
}

/// False: there is no room for it below the ceiling at all.
bool EvictionSearch::place(uint32_t Index, uint64_t Ceiling,
                           SearchSteps &Steps) {
  const PlanBuffer &Buffer = Problem.Buffers[Index];
  for (uint32_t Pool = 0; Pool <= LastPool; ++Pool) {
    uint64_t Limit = Pool == LastPool
                         ? Ceiling
                         : Problem.Pools[Pool].Limit.value_or(UINT64_MAX);
    if (!Buffer.mayLieIn(Pool) || Buffer.Size > Limit)
      continue;
    findNeighbours(Index, Pool);
    Steps.take(StepsOfPlace + StepsOfNeighbour * Beside.size());
    if (std::optional<uint64_t> Gap =
            Beside.findGap(Buffer, Limit, GapRule::Smallest)) {
      give(Index, {Pool, *Gap});
      return true;
    }
  }
  if (Buffer.Size > Ceiling)
    return false;
  std::optional<uint64_t> Offset = leastInTheWay(Buffer, Ceiling);
  if (!Offset)
    return false;
  for (const Neighbour &Other : Beside)
    if (Other.Begin < *Offset + Buffer.Size && Other.End > *Offset) {
      uint64_t &Weight = Weights[Other.Index];
      Weight = std::min(Weight + Weight / 5 + 1, MostWeight);
      evict(Other.Index);
    }
  give(Index, {LastPool, *Offset});
  return true;
}

/// Lowers the last pool to \p Ceiling. After each \p Patience steps takes half
/// of what it saves. False: at last it saves almost nothing.
bool EvictionSearch::lower(uint64_t Ceiling, uint64_t Patience,
                           SearchSteps &Steps) {
  const uint64_t Least = (Best.PoolSizes.back() - Ceiling) / 16;
  Steps.take(Problem.Buffers.size());
  Places = Best.Places;
  Placed.clear();
  Waiting.clear();
  for (uint32_t Index : buffersWithBytes(Problem.Buffers)) {
    Placed.addPlaced(Index);
    if (!Problem.Buffers[Index].Fixed && Places[Index].Pool == LastPool &&
        Places[Index].Offset + Problem.Buffers[Index].Size > Ceiling)
      evict(Index);
  }
  uint64_t End = Steps.taken() + Patience;
  while (!Waiting.empty()) {
    if (Steps.left() == 0)
      return false;
    if (Steps.taken() >= End) {
      uint64_t Saved = (Best.PoolSizes.back() - Ceiling) / 2;
      if (Saved <= Least)
        return false;
      Ceiling = Best.PoolSizes.back() - Saved;
      End = Steps.taken() + Patience;
    }
    std::pop_heap(Waiting.begin(), Waiting.end());
    uint32_t Index = Waiting.back().second;
    Waiting.pop_back();
    if (!place(Index, Ceiling, Steps))
      return false;
  }
  Best = {Places, poolSizes(Problem, Places)};
  Steps.progress().offer(Best.PoolSizes);
  return true;
}

Placing EvictionSearch::run(uint64_t LowerBound, SearchSteps &Steps) {
  // The next ceiling saves this part of what is above the lower bound.
  uint64_t Divisor = 2;
  while (Steps.left() != 0 && Best.PoolSizes.back() > LowerBound) {
    uint64_t Above = Best.PoolSizes.back() - LowerBound;
    uint64_t Ceiling = LowerBound + Above - (Above + Divisor - 1) / Divisor;
    if (!lower(Ceiling, Steps.left() / 8 + 1, Steps) ||
        Best.PoolSizes.back() > Ceiling)
      Divisor = std::min<uint64_t>(2 * Divisor, 64);
  }
  return Best;
}
