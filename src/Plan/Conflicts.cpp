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

std::optional<Conflicts>
metaobj::findConflicts(std::span<const PlanBuffer> Buffers,
                       uint64_t MostPairs) {
  std::vector<uint32_t> Order = byStart(Buffers);
  // The buffers that start while this one lives follow it directly.
  auto Neighbours = [&](size_t Position) {
    uint64_t Upper = Buffers[Order[Position]].Upper;
    auto Begin = Order.begin() + Position + 1;
    return std::span<const uint32_t>(
        Begin, std::partition_point(Begin, Order.end(), [&](uint32_t Other) {
          return Buffers[Other].Lower < Upper;
        }));
  };
  uint64_t Pairs = 0;
  for (size_t I = 0; I != Order.size(); ++I)
    Pairs += Neighbours(I).size();
  if (Pairs > MostPairs)
    return std::nullopt;
  Conflicts Result(Buffers.size());
  for (size_t I = 0; I != Order.size(); ++I)
    for (uint32_t Other : Neighbours(I)) {
      Result[Order[I]].push_back(Other);
      Result[Other].push_back(Order[I]);
    }
  return Result;
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
  uint64_t Room = 0, Largest = 0;
  for (size_t Other = 0; Other != Sizes.size(); ++Other)
    if (Other != Pool) {
      Room = saturatingAdd(Room, Sizes[Other]);
      Largest = std::max(Largest, Sizes[Other]);
    }
  std::vector<PlanBuffer> OnlyHere;
  std::copy_if(Buffers.begin(), Buffers.end(), std::back_inserter(OnlyHere),
               [&](const PlanBuffer &Buffer) { return Buffer.Size > Largest; });
  uint64_t Together = planLowerBound(Buffers, Sizes.size());
  return std::max(Together - std::min(Together, Room),
                  planLowerBound(OnlyHere));
}
