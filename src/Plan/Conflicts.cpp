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
  while (Leaves < Order.size())
    Leaves *= 2;
  LastEnds.resize(2 * Leaves);
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

void Conflicts::addPlaced(uint32_t Index) {
  uint64_t Upper = Buffers[Index].Upper;
  for (size_t Node = Leaves + Positions[Index];
       Node != 0 && LastEnds[Node] < Upper; Node /= 2)
    LastEnds[Node] = Upper;
}

void Conflicts::removePlaced(uint32_t Index) {
  size_t Node = Leaves + Positions[Index];
  LastEnds[Node] = 0;
  while (Node /= 2)
    LastEnds[Node] = std::max(LastEnds[2 * Node], LastEnds[2 * Node + 1]);
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
