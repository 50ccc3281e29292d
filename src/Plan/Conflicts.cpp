//===- Conflicts.cpp - Which buffers live at the same time ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Conflicts.h"

#include "Plan/Arithmetic.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

using namespace metaobj;

std::vector<uint32_t>
metaobj::buffersWithBytes(std::span<const PlanBuffer> Buffers) {
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I != Buffers.size(); ++I)
    if (Buffers[I].Size != 0)
      Result.push_back(I);
  return Result;
}

/// Buffers with bytes in the order in which they start to live.
static std::vector<uint32_t> byStart(std::span<const PlanBuffer> Buffers) {
  std::vector<uint32_t> Order = buffersWithBytes(Buffers);
  std::sort(Order.begin(), Order.end(), [&](uint32_t Left, uint32_t Right) {
    return std::pair(Buffers[Left].Lower, Left) <
           std::pair(Buffers[Right].Lower, Right);
  });
  return Order;
}

Conflicts::Conflicts(std::span<const PlanBuffer> Buffers)
    : Buffers(Buffers), Order(byStart(Buffers)), Positions(Buffers.size()) {
  for (uint32_t Position = 0; Position != Order.size(); ++Position) {
    const PlanBuffer &Buffer = Buffers[Order[Position]];
    Positions[Order[Position]] = Position;
    Starts.push_back(Buffer.Lower);
    Ends.push_back(Buffer.Upper);
  }
  std::sort(Ends.begin(), Ends.end());
  PlacedEnds.resize(Order.size());
  takeSnapshots();
}

/// When as many buffers have started or ended since the last snapshot as live
/// now, and no fewer than Least, there is another one. So all of them together
/// have no more positions than there are starts and ends, and few of those at
/// which forEachPlaced() looks have ended: no more than live, or Least.
void Conflicts::takeSnapshots() {
  constexpr size_t Least = 64;
  Snapshots.push_back({0, {}});
  size_t Ended = 0, EndedBefore = 0;
  for (size_t Position = 0; Position != Order.size(); ++Position) {
    const uint64_t Now = Starts[Position];
    while (Ends[Ended] <= Now)
      ++Ended;
    const Snapshot &Last = Snapshots.back();
    size_t Events = Position - Last.Position + Ended - EndedBefore;
    if (Events < std::max(Least, Position - Ended))
      continue;
    Snapshot Next = {Position, {}};
    auto AddLive = [&](uint32_t Other) {
      if (Buffers[Order[Other]].Upper > Now)
        Next.Live.push_back(Other);
    };
    for (uint32_t Other : Last.Live)
      AddLive(Other);
    for (size_t Other = Last.Position; Other != Position; ++Other)
      AddLive(uint32_t(Other));
    Snapshots.push_back(std::move(Next));
    EndedBefore = Ended;
  }
}

const Conflicts::Snapshot &Conflicts::snapshotBefore(uint64_t Time) const {
  auto After = std::partition_point(
      Snapshots.begin() + 1, Snapshots.end(),
      [&](const Snapshot &Next) { return Starts[Next.Position] <= Time; });
  return After[-1];
}

size_t Conflicts::numStarted(uint32_t Index) const {
  return size_t(
      std::lower_bound(Starts.begin(), Starts.end(), Buffers[Index].Upper) -
      Starts.begin());
}

uint64_t Conflicts::count(uint32_t Index) const {
  auto Ended =
      std::upper_bound(Ends.begin(), Ends.end(), Buffers[Index].Lower) -
      Ends.begin();
  return numStarted(Index) - uint64_t(Ended) - 1;
}

uint64_t Conflicts::numPairs() const {
  uint64_t Result = 0;
  for (uint32_t Index : Order)
    Result += count(Index);
  return Result / 2;
}

std::vector<std::vector<uint32_t>>
metaobj::timeGroups(std::span<const PlanBuffer> Buffers) {
  std::vector<std::vector<uint32_t>> Groups;
  uint64_t End = 0;
  for (uint32_t Index : byStart(Buffers)) {
    if (Groups.empty() || Buffers[Index].Lower >= End)
      Groups.emplace_back();
    Groups.back().push_back(Index);
    End = std::max(End, Buffers[Index].Upper);
  }
  return Groups;
}

uint64_t metaobj::planLowerBound(std::span<const PlanBuffer> Buffers,
                                 size_t Pools) {
  if (Buffers.empty())
    return 0;
  // All offsets are multiples of the least alignment. So each buffer but the
  // one on top of its pool fills whole units of it.
  uint64_t Unit = UINT64_MAX;
  for (const PlanBuffer &Buffer : Buffers)
    Unit = std::min(Unit, Buffer.Alignment);
  auto Padding = [&](const PlanBuffer &Buffer) {
    return alignTo(Buffer.Size, Unit) - Buffer.Size;
  };
  // Ends come before starts at the same time.
  std::vector<std::pair<uint64_t, uint32_t>> Starts, Ends;
  for (uint32_t I : buffersWithBytes(Buffers)) {
    Starts.emplace_back(Buffers[I].Lower, I);
    Ends.emplace_back(Buffers[I].Upper, I);
  }
  std::sort(Starts.begin(), Starts.end());
  std::sort(Ends.begin(), Ends.end());
  std::multiset<uint64_t> Paddings;
  uint64_t Live = 0, Most = 0;
  size_t Ended = 0;
  for (auto [Time, Index] : Starts) {
    for (; Ends[Ended].first <= Time; ++Ended) {
      const PlanBuffer &Other = Buffers[Ends[Ended].second];
      Live -= Other.Size + Padding(Other);
      Paddings.erase(Paddings.find(Padding(Other)));
    }
    const PlanBuffer &ThePlanBuffer = Buffers[Index];
    Live += ThePlanBuffer.Size + Padding(ThePlanBuffer);
    Paddings.insert(Padding(ThePlanBuffer));
    // The largest paddings may be on top.
    uint64_t Least = Live;
    for (auto [Bytes, Pool] = std::pair(Paddings.rbegin(), size_t(0));
         Bytes != Paddings.rend() && Pool != Pools; ++Bytes, ++Pool)
      Least -= *Bytes;
    Most = std::max(Most, Least);
  }
  return Most;
}

uint64_t metaobj::poolLowerBound(std::span<const PlanBuffer> Buffers,
                                 std::span<const uint64_t> Sizes, size_t Pool) {
  uint64_t Room = 0, FixedTop = 0;
  for (size_t Other = 0; Other != Sizes.size(); ++Other)
    if (Other != Pool)
      Room = saturatingAdd(Room, Sizes[Other]);
  std::vector<PlanBuffer> OnlyHere;
  for (const PlanBuffer &Buffer : Buffers) {
    bool FitsElsewhere = false;
    for (size_t Other = 0; Other != Sizes.size(); ++Other)
      FitsElsewhere |= Other != Pool && Buffer.mayLieIn(Other) &&
                       Buffer.Size <= Sizes[Other];
    if (FitsElsewhere || Buffer.Size == 0)
      continue;
    OnlyHere.push_back(Buffer);
    if (Buffer.Fixed)
      FixedTop = std::max(FixedTop, Buffer.Fixed->Offset + Buffer.Size);
  }
  uint64_t Together = planLowerBound(Buffers, Sizes.size());
  return std::max({Together - std::min(Together, Room),
                   planLowerBound(OnlyHere), FixedTop});
}

std::vector<PlanBuffer> metaobj::withoutShared(const PlanProblem &Problem) {
  std::vector<PlanBuffer> Result = Problem.Buffers;
  for (size_t I = 0; I != Result.size(); ++I) {
    if (!Result[I].InPlaceOf)
      continue;
    Result[I].Lower = Problem.Buffers[*Result[I].InPlaceOf].Upper;
    if (Result[I].Lower < Result[I].Upper)
      continue;
    // It lives in the shared step alone.
    --Result[I].Lower;
    Result[I].Size = 0;
  }
  return Result;
}

std::vector<uint64_t> metaobj::poolLowerBounds(const PlanProblem &Problem) {
  const std::vector<PlanBuffer> Buffers = withoutShared(Problem);
  std::vector<uint64_t> Limits, Result;
  for (const PlanPool &Pool : Problem.Pools)
    Limits.push_back(Pool.Limit.value_or(UINT64_MAX));
  for (size_t Pool = 0; Pool != Limits.size(); ++Pool)
    Result.push_back(poolLowerBound(Buffers, Limits, Pool));
  return Result;
}
