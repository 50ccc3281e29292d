//===- Sweep.cpp - Places buffers from the peak outwards ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Sweep.h"

#include "Plan/Arithmetic.h"
#include "Plan/Conflicts.h"
#include "Plan/PoolMemory.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace metaobj;

/// For GapCost::BytesWeight.
static constexpr uint64_t BytesWeights[] = {1, 8};

/// Of a stack: see Sweeps::stack().
static constexpr int MostTilt = 32;

/// How often a sweep tries a place before it raises its ceiling.
static constexpr unsigned Patience = 1024;

Sweeps::Sweeps(const PlanProblem &Problem) : Problem(Problem) {
  rankTimes();
  findSides();
}

void Sweeps::rankTimes() {
  const std::vector<PlanBuffer> &Buffers = Problem.Buffers;
  std::vector<uint64_t> All;
  for (const PlanBuffer &Buffer : Buffers)
    if (Buffer.Size != 0) {
      All.push_back(Buffer.Lower);
      All.push_back(Buffer.Upper);
    }
  std::sort(All.begin(), All.end());
  All.erase(std::unique(All.begin(), All.end()), All.end());
  NumTimes = uint32_t(All.size());
  auto RankOf = [&](uint64_t Time) {
    return uint32_t(std::lower_bound(All.begin(), All.end(), Time) -
                    All.begin());
  };
  for (const PlanBuffer &Buffer : Buffers)
    Ranks.push_back({RankOf(Buffer.Lower), RankOf(Buffer.Upper)});
}

void Sweeps::findSides() {
  std::vector<uint32_t> WithBytes = buffersWithBytes(Problem.Buffers);
  std::vector<uint64_t> Started(NumTimes), Ended(NumTimes);
  for (uint32_t Index : WithBytes) {
    Started[Ranks[Index].Begin] += Problem.Buffers[Index].Size;
    Ended[Ranks[Index].End] += Problem.Buffers[Index].Size;
  }
  uint64_t Live = 0, Most = 0;
  for (uint32_t Time = 0; Time != NumTimes; ++Time) {
    Live += Started[Time] - Ended[Time];
    if (Live > Most) {
      Most = Live;
      Peak = Time;
    }
  }
  for (uint32_t Index : WithBytes) {
    if (Ranks[Index].Begin > Peak)
      Starts[After].push_back(Index);
    else if (Ranks[Index].End <= Peak)
      Starts[Before].push_back(Index);
    else
      AtPeak.push_back(Index);
  }
  for (Side Direction : {After, Before}) {
    std::vector<uint32_t> &ByStart = Starts[Direction];
    std::sort(ByStart.begin(), ByStart.end(),
              [&](uint32_t Left, uint32_t Right) {
                Times OfLeft = timesOf(Left, Direction);
                Times OfRight = timesOf(Right, Direction);
                // The one that stays longest first.
                return std::array{OfLeft.Begin, OfRight.End, Left} <
                       std::array{OfRight.Begin, OfLeft.End, Right};
              });
    std::vector<uint32_t> &ByEnd = Ends[Direction];
    ByEnd = AtPeak;
    ByEnd.insert(ByEnd.end(), ByStart.begin(), ByStart.end());
    std::sort(ByEnd.begin(), ByEnd.end(), [&](uint32_t Left, uint32_t Right) {
      return std::pair(timesOf(Left, Direction).End, Left) <
             std::pair(timesOf(Right, Direction).End, Right);
    });
  }
}

Sweeps::Times Sweeps::timesOf(uint32_t Index, Side Direction) const {
  const Times &Forward = Ranks[Index];
  if (Direction == After)
    return Forward;
  return {NumTimes - Forward.End, NumTimes - Forward.Begin};
}

/// The buffers of the peak, the lowest first, so that what is free on either
/// side of it is in one piece.
std::vector<uint32_t> Sweeps::stack(StackRule Rule,
                                    RandomNumbers *Noise) const {
  auto Times = [](uint64_t Length, int Quarters) {
    constexpr uint64_t Powers[] = {64, 76, 91, 108}; // 64 * 2^(n / 4)
    return Length * Powers[Quarters % 4] << Quarters / 4;
  };
  std::vector<std::pair<uint64_t, uint32_t>> Keys;
  for (uint32_t Index : AtPeak) {
    uint64_t Later = Ranks[Index].End - Peak;
    uint64_t Earlier = Peak - Ranks[Index].Begin + 1;
    uint64_t Key = Rule.IsBySide
                       ? (Later << 16) / Earlier
                       : std::min(Times(Later, std::max(Rule.Tilt, 0)),
                                  Times(Earlier, std::max(-Rule.Tilt, 0)));
    if (Noise)
      Key += Key * Noise->below(128) / 128;
    Keys.emplace_back(UINT64_MAX - Key, Index);
  }
  std::sort(Keys.begin(), Keys.end());
  std::vector<uint32_t> Result;
  for (const auto &[Key, Index] : Keys)
    Result.push_back(Index);
  return Result;
}

bool Sweeps::placeStack(std::span<const uint32_t> Stack,
                        std::vector<BufferPlace> &Places) const {
  std::vector<PoolMemory::Piece> Pieces(Problem.Buffers.size());
  std::vector<PoolMemory> Memories;
  for (const PlanPool &Pool : Problem.Pools)
    Memories.emplace_back(Pieces, Pool.Limit.value_or(UINT64_MAX));
  for (uint32_t Index : Stack) {
    const PlanBuffer &Buffer = Problem.Buffers[Index];
    std::optional<uint64_t> Offset;
    for (uint32_t Pool = 0; !Offset && Pool != Memories.size(); ++Pool) {
      if (!Buffer.mayLieIn(Pool))
        continue;
      Offset =
          Memories[Pool].take(Index, Buffer, GapCost{Buffer.Size, 0, 1, 1});
      if (Offset)
        Places[Index] = {Pool, *Offset};
    }
    if (!Offset)
      return false;
  }
  return true;
}

/// One sweep, which can go back.
class Sweeps::Sweep {
public:
  /// \p Stacked has the places of the stack.
  Sweep(const Sweeps &Parent, Side Direction, std::span<const PlanPool> Pools,
        const Candidate &Stacked);

  /// Places buffers until one has no room. True: all are placed.
  bool run(uint64_t BytesWeight, RandomNumbers *Noise);

  /// Places buffers where the candidate has them, until one is above \p Ceiling
  /// in the last pool.
  void follow(uint64_t Ceiling);

  /// Takes back the last \p Count buffers.
  void rewind(size_t Count);

  size_t numPlaced() const { return Started; }
  /// For the last pool.
  void setCeiling(uint64_t Bytes) { Memories.back().setLimit(Bytes); }
  /// The ceiling that the next buffer needs without a gap.
  uint64_t ceilingForNext() const {
    return Memories.back().sizeWith(buffer(Starts[Started]));
  }
  const std::vector<BufferPlace> &places() const { return Places; }
  /// Gives the places to \p Swept.
  void finish(Candidate &Swept) &&;
  uint64_t work() const;

private:
  void endBefore(uint32_t Time);
  const PlanBuffer &buffer(uint32_t Index) const {
    return Parent.Problem.Buffers[Index];
  }
  Times times(uint32_t Index) const { return Parent.timesOf(Index, Direction); }

  const Sweeps &Parent;
  Side Direction;
  std::span<const uint32_t> Starts, Ends;
  std::vector<PoolMemory::Piece> Pieces;
  std::vector<PoolMemory> Memories;
  std::vector<BufferPlace> Places;
  std::vector<uint32_t> Below;
  size_t Started = 0, Ended = 0;
  uint64_t Moves = 0;
};

Sweeps::Sweep::Sweep(const Sweeps &Parent, Side Direction,
                     std::span<const PlanPool> Pools, const Candidate &Stacked)
    : Parent(Parent), Direction(Direction), Starts(Parent.Starts[Direction]),
      Ends(Parent.Ends[Direction]), Pieces(Stacked.Plan.Places.size()),
      Places(Stacked.Plan.Places), Below(Stacked.Below) {
  for (const PlanPool &Pool : Pools)
    Memories.emplace_back(Pieces, Pool.Limit.value_or(UINT64_MAX));
  std::vector<std::pair<uint64_t, uint32_t>> Stack;
  for (uint32_t Index : Parent.AtPeak)
    Stack.emplace_back(Places[Index].Offset, Index);
  std::sort(Stack.begin(), Stack.end());
  for (auto [Offset, Index] : Stack) {
    PoolMemory &Memory = Memories[Places[Index].Pool];
    Memory.put(Index, Offset, buffer(Index).Size, times(Index).End,
               Memory.highest());
  }
}

/// Frees what has ended at \p Time.
void Sweeps::Sweep::endBefore(uint32_t Time) {
  for (; times(Ends[Ended]).End <= Time; ++Ended, ++Moves)
    Memories[Places[Ends[Ended]].Pool].giveBack(Ends[Ended]);
}

void Sweeps::Sweep::follow(uint64_t Ceiling) {
  for (; Started != Starts.size(); ++Started, ++Moves) {
    uint32_t Index = Starts[Started];
    const BufferPlace &Place = Places[Index];
    if (Place.Pool + 1 == Memories.size() &&
        Place.Offset + buffer(Index).Size > Ceiling)
      return;
    endBefore(times(Index).Begin);
    Memories[Place.Pool].put(Index, Place.Offset, buffer(Index).Size,
                             times(Index).End, Below[Index]);
  }
}

bool Sweeps::Sweep::run(uint64_t BytesWeight, RandomNumbers *Noise) {
  for (; Started != Starts.size(); ++Started) {
    uint32_t Index = Starts[Started];
    Times Lives = times(Index);
    endBefore(Lives.Begin);
    GapCost Cost = {buffer(Index).Size, Lives.Begin, Lives.End, BytesWeight,
                    Noise};
    std::optional<uint64_t> Offset;
    uint32_t Pool = 0;
    for (; !Offset && Pool != Memories.size(); ++Pool)
      if (buffer(Index).mayLieIn(Pool))
        Offset = Memories[Pool].take(Index, buffer(Index), Cost);
    ++Moves;
    if (!Offset)
      return false;
    Places[Index] = {Pool - 1, *Offset};
    Below[Index] = Memories[Pool - 1].below(Index);
  }
  return true;
}

void Sweeps::Sweep::rewind(size_t Count) {
  for (; Count != 0; --Count) {
    uint32_t Last = Starts[Started - 1];
    // Those that have ended since it was placed.
    for (; Ended != 0 && times(Ends[Ended - 1]).End > times(Last).Begin;
         --Ended, ++Moves) {
      uint32_t Index = Ends[Ended - 1];
      Memories[Places[Index].Pool].putBack(Index);
    }
    Memories[Places[Last].Pool].giveBack(Last);
    --Started;
    ++Moves;
  }
}

void Sweeps::Sweep::finish(Candidate &Swept) && {
  Swept.Plan.Places = std::move(Places);
  Swept.Below = std::move(Below);
}

uint64_t Sweeps::Sweep::work() const {
  uint64_t Result = 32 * Moves;
  for (const PoolMemory &Memory : Memories)
    Result += 4 * Memory.looked();
  return Result;
}

/// The bytes of each pool for the stack and a side.
std::vector<uint64_t>
Sweeps::sizesOf(Side Direction, std::span<const BufferPlace> Places) const {
  std::vector<uint64_t> Sizes(Problem.Pools.size());
  for (std::span<const uint32_t> Group :
       {std::span(AtPeak), std::span(Starts[Direction])})
    for (uint32_t Index : Group) {
      uint64_t &Size = Sizes[Places[Index].Pool];
      Size = std::max(Size, Places[Index].Offset + Problem.Buffers[Index].Size);
    }
  return Sizes;
}

/// The best of some sweeps beside the stack of \p Swept.
bool Sweeps::bestSweep(Side Direction, Candidate &Swept, SearchSteps &Steps) {
  std::optional<std::vector<uint64_t>> Least;
  Candidate Found = {Swept.Rule, Swept.Number};
  for (uint64_t BytesWeight : BytesWeights) {
    if (Steps.progress().isStopped())
      break;
    Sweep Tried(*this, Direction, Problem.Pools, Swept);
    bool IsWhole = Tried.run(BytesWeight, nullptr);
    SweepWork = std::max(SweepWork, Tried.work());
    Steps.take(Tried.work());
    if (!IsWhole)
      continue;
    std::vector<uint64_t> Sizes = sizesOf(Direction, Tried.places());
    std::reverse(Sizes.begin(), Sizes.end());
    if (!Least || Sizes < *Least) {
      Least = std::move(Sizes);
      std::move(Tried).finish(Found);
    }
  }
  if (Least) {
    Swept.Plan.Places = std::move(Found.Plan.Places);
    Swept.Below = std::move(Found.Below);
  }
  return Least.has_value();
}

void Sweeps::measure(Candidate &Measured) const {
  Measured.Plan.PoolSizes = poolSizes(Problem, Measured.Plan.Places);
  for (Side Direction : {After, Before})
    Measured.Heights[Direction] =
        sizesOf(Direction, Measured.Plan.Places).back();
}

/// nullptr: a buffer fits into no pool.
const Sweeps::Candidate *Sweeps::add(StackRule Rule, RandomNumbers *Noise,
                                     SearchSteps &Steps) {
  Candidate Added = {Rule, NumAdded++};
  Steps.take(AtPeak.size() + 1);
  Added.Plan.Places = firstPlaces(Problem);
  Added.Below.resize(Problem.Buffers.size());
  if (!placeStack(stack(Rule, Noise), Added.Plan.Places) ||
      !bestSweep(After, Added, Steps) || !bestSweep(Before, Added, Steps))
    return nullptr;
  measure(Added);
  Steps.progress().offer(Added.Plan.PoolSizes);
  Candidates.push_back(std::move(Added));
  return &Candidates.back();
}

std::optional<Placing> Sweeps::place() {
  const PlanListener Nobody;
  SearchProgress Progress(Nobody);
  SearchSteps Steps(0, Progress); // It always runs.
  if (!add({}, nullptr, Steps))
    return std::nullopt;
  return Candidates.back().Plan;
}

/// Tilts the stack until both sides need the same, while there are steps for
/// sweeps from it. The stack by sides is always tried.
void Sweeps::addOthers(uint64_t LowerBound, SearchSteps &Steps) {
  int Tilt = 0, Step = 8;
  Side Worse = Candidates.back().worseSide();
  bool HasTurned = false;
  while (Steps.left() > 2 * SweepWork && Step != 0 &&
         std::abs(Tilt) < MostTilt &&
         best().Plan.PoolSizes.back() > LowerBound) {
    Tilt += Worse == Before ? Step : -Step;
    const Candidate *Added = add({false, Tilt}, nullptr, Steps);
    if (!Added)
      return;
    if (std::exchange(Worse, Added->worseSide()) != Added->worseSide())
      HasTurned = true;
    if (HasTurned)
      Step /= 2;
  }
  if (best().Plan.PoolSizes.back() > LowerBound)
    add({true}, nullptr, Steps);
}

const Sweeps::Candidate &Sweeps::best() const {
  return *std::min_element(Candidates.begin(), Candidates.end());
}

void Sweeps::keepBest() {
  constexpr size_t Most = 4;
  std::sort(Candidates.begin(), Candidates.end());
  while (Candidates.size() > Most)
    Candidates.pop_back();
}

/// Sweeps the worse side again, under the lower bound as the ceiling. Where a
/// buffer has no room, goes back and tries again. After some failures takes the
/// lowest ceiling that was enough for one of them. False: this is no lower than
/// before, or \p Most steps are taken.
bool Sweeps::lower(Candidate &Lowered, uint64_t LowerBound, uint64_t Most,
                   SearchSteps &Steps) {
  Side Worse = Lowered.worseSide();
  uint64_t Above = Lowered.Heights[Worse] - LowerBound;
  uint64_t Ceiling =
      LowerBound + Above - (Above + Lowered.Divisor - 1) / Lowered.Divisor;
  std::vector<PlanPool> Pools = Problem.Pools;
  Pools.back().Limit = Ceiling;
  Sweep Lower(*this, Worse, Pools, Lowered);
  Lower.follow(Ceiling);
  size_t Farthest = 0;
  uint64_t Failures = 0, Needed = UINT64_MAX, Before = 0;
  const uint64_t End = Steps.taken() + Most;
  auto Count = [&] {
    uint64_t Work = Lower.work();
    Steps.take(std::min(End - Steps.taken(), Work - Before + 1));
    Before = Work;
  };
  while (!Lower.run(uint64_t(1) << Random.below(7), &Random)) {
    if (Lower.numPlaced() > Farthest) {
      Farthest = Lower.numPlaced();
      Failures = 0;
      Needed = UINT64_MAX;
    }
    Needed = std::min(Needed, Lower.ceilingForNext());
    if (++Failures == Patience) {
      if (Needed >= Lowered.Heights[Worse])
        return false;
      Lower.setCeiling(Needed);
      Failures = 0;
      Needed = UINT64_MAX;
    }
    // The more often it failed, the farther it may go back.
    uint64_t Farther =
        std::min<uint64_t>(8 + Failures * Failures / 4, Lower.numPlaced());
    Lower.rewind(Farther == 0 ? 0 : 1 + Random.below(Farther));
    Count();
    if (Steps.taken() == End || Steps.left() == 0)
      return false;
  }
  Count();
  std::move(Lower).finish(Lowered);
  measure(Lowered);
  return true;
}

void Sweeps::improve(Candidate &Improved, uint64_t LowerBound, uint64_t Share,
                     SearchSteps &Steps) {
  if (!lower(Improved, LowerBound, std::min(Steps.left(), Share), Steps))
    Improved.Divisor = std::min<uint64_t>(Improved.Divisor * 2, 64);
  else
    Steps.progress().offer(Improved.Plan.PoolSizes);
}

Placing Sweeps::search(uint64_t LowerBound, SearchSteps &Steps) {
  uint64_t Share = std::max(Steps.left() / 128, 2 * SweepWork) + 1;
  auto IsDone = [&] {
    return Steps.left() == 0 || best().Plan.PoolSizes.back() <= LowerBound;
  };
  addOthers(LowerBound, Steps);
  for (Candidate &Added : Candidates)
    if (!IsDone())
      improve(Added, LowerBound, Share, Steps);
  keepBest();
  // The best ones in turn, and new ones like them.
  for (size_t Turn = 1; !IsDone(); ++Turn) {
    if (Turn % 8 != 0) {
      improve(Candidates[Turn % Candidates.size()], LowerBound, Share, Steps);
      continue;
    }
    StackRule Rule = Candidates[Random.below(Candidates.size())].Rule;
    Rule.Tilt =
        std::clamp(Rule.Tilt + int(Random.below(9)) - 4, -MostTilt, MostTilt);
    if (!add(Rule, &Random, Steps))
      continue;
    improve(Candidates.back(), LowerBound, Share, Steps);
    keepBest();
  }
  return best().Plan;
}
