//===- Placing.cpp - Rules that place each buffer once --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Placing.h"

#include "Plan/Arithmetic.h"
#include "Plan/PoolMemory.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

using namespace metaobj;

std::vector<uint64_t> metaobj::poolSizes(const PlanProblem &Problem,
                                         std::span<const BufferPlace> Places) {
  std::vector<uint64_t> Sizes(Problem.Pools.size());
  for (size_t I = 0; I != Places.size(); ++I)
    if (uint64_t Bytes = Problem.Buffers[I].Size; Bytes != 0) {
      uint64_t &Size = Sizes[Places[I].Pool];
      Size = std::max(Size, Places[I].Offset + Bytes);
    }
  return Sizes;
}

bool metaobj::keepsLimits(const PlanProblem &Problem,
                          std::span<const BufferPlace> Places) {
  std::vector<uint64_t> Sizes = poolSizes(Problem, Places);
  for (size_t I = 0; I != Sizes.size(); ++I)
    if (Sizes[I] > Problem.Pools[I].Limit.value_or(UINT64_MAX))
      return false;
  return true;
}

std::vector<BufferPlace> metaobj::firstPlaces(const PlanProblem &Problem) {
  std::vector<BufferPlace> Places;
  for (const PlanBuffer &Buffer : Problem.Buffers) {
    uint32_t Pool = 0;
    while (!Buffer.mayLieIn(Pool))
      ++Pool;
    Places.push_back(Buffer.Fixed.value_or(BufferPlace{Pool, 0}));
  }
  return Places;
}

TimeOrder::TimeOrder(const PlanProblem &Problem) {
  std::vector<std::tuple<uint64_t, uint64_t, uint32_t>> ByStart;
  std::vector<std::pair<uint64_t, uint32_t>> ByEnd;
  for (uint32_t Index : buffersWithBytes(Problem.Buffers)) {
    const PlanBuffer &Buffer = Problem.Buffers[Index];
    // The largest first, while there is most choice.
    ByStart.emplace_back(Buffer.Lower, ~Buffer.Size, Index);
    ByEnd.emplace_back(Buffer.Upper, Index);
    Unit = std::max(Unit, Buffer.Alignment);
  }
  std::sort(ByStart.begin(), ByStart.end());
  std::sort(ByEnd.begin(), ByEnd.end());
  size_t Ended = 0;
  for (const auto &[Start, Size, Index] : ByStart) {
    for (; ByEnd[Ended].first <= Start; ++Ended)
      Events.push_back({ByEnd[Ended].second, false});
    Events.push_back({Index, true});
  }
}

std::optional<Placing> metaobj::placeInTime(const PlanProblem &Problem,
                                            const TimeOrder &Order,
                                            std::optional<uint64_t> Ceiling) {
  // All sizes are multiples of one unit, so that every offset is aligned.
  const uint64_t Unit = Order.Unit;
  std::vector<PoolMemory::Piece> Pieces(Problem.Buffers.size());
  std::vector<PoolMemory> Pools;
  if (Ceiling)
    Pools.emplace_back(Pieces, alignTo(*Ceiling, Unit), /*IsClosed=*/true);
  else
    for (const PlanPool &Pool : Problem.Pools)
      Pools.emplace_back(Pieces, Pool.Limit.value_or(UINT64_MAX));
  Placing Result = {firstPlaces(Problem), {}};
  for (auto [Index, IsStart] : Order.Events) {
    if (!IsStart) {
      Pools[Result.Places[Index].Pool].giveBack(Index);
      continue;
    }
    const PlanBuffer &Buffer = Problem.Buffers[Index];
    std::optional<uint64_t> Offset;
    uint32_t Pool = 0;
    for (; !Offset && Pool != Pools.size(); ++Pool)
      if (Buffer.mayLieIn(Pool))
        Offset = Pools[Pool].takeSmallest(Index, alignTo(Buffer.Size, Unit));
    if (!Offset)
      return std::nullopt;
    Result.Places[Index] = {Pool - 1, *Offset};
  }
  Result.PoolSizes = poolSizes(Problem, Result.Places);
  return Result;
}

std::optional<Placing> metaobj::placeInOrder(const PlanProblem &Problem,
                                             Conflicts &TheConflicts,
                                             std::span<const uint32_t> Order,
                                             GapRule Rule) {
  Placing Result = {firstPlaces(Problem), {}};
  TheConflicts.clear();
  for (uint32_t Index : Order)
    if (Problem.Buffers[Index].Fixed)
      TheConflicts.addPlaced(Index);
  std::vector<Neighbours> OfPools(Problem.Pools.size());
  for (uint32_t Index : Order) {
    const PlanBuffer &Buffer = Problem.Buffers[Index];
    if (Buffer.Fixed)
      continue;
    for (Neighbours &OfPool : OfPools)
      OfPool.clear();
    TheConflicts.forEachPlaced(Index, [&](uint32_t Other) {
      auto [Pool, Offset] = Result.Places[Other];
      OfPools[Pool].add({Offset, Offset + Problem.Buffers[Other].Size, Other});
    });
    uint32_t Pool = 0;
    for (; Pool != OfPools.size(); ++Pool) {
      if (!Buffer.mayLieIn(Pool))
        continue;
      OfPools[Pool].sort();
      uint64_t Offset = *OfPools[Pool].findGap(Buffer, UINT64_MAX, Rule);
      if (Offset + Buffer.Size > Problem.Pools[Pool].Limit.value_or(UINT64_MAX))
        continue;
      Result.Places[Index] = {Pool, Offset};
      break;
    }
    if (Pool == OfPools.size())
      return std::nullopt;
    TheConflicts.addPlaced(Index);
  }
  Result.PoolSizes = poolSizes(Problem, Result.Places);
  return Result;
}

std::vector<PlacingOrder>
metaobj::placingOrders(std::span<const PlanBuffer> Buffers,
                       const Conflicts &TheConflicts) {
  std::vector<uint32_t> All = buffersWithBytes(Buffers);
  auto Length = [&](uint32_t I) { return Buffers[I].Upper - Buffers[I].Lower; };
  auto Area = [&](uint32_t I) {
    return saturatingMultiply(Buffers[I].Size, Length(I));
  };
  auto Choice = [&](uint32_t I) {
    uint64_t Pools = Buffers[I].Pools;
    return std::popcount(Pools == 0 ? UINT64_MAX : Pools);
  };
  using Key = std::pair<uint64_t, uint64_t>;
  std::vector<PlacingOrder> Result;
  auto Add = [&](const char *Name, auto KeyOf) {
    // The greatest key first.
    std::vector<std::tuple<int, Key, uint32_t>> Keys;
    for (uint32_t I : All) {
      auto [First, Second] = KeyOf(I);
      Keys.emplace_back(Choice(I), Key(~First, ~Second), I);
    }
    std::sort(Keys.begin(), Keys.end());
    PlacingOrder &Added = Result.emplace_back(Name);
    for (const auto &[Pools, Negative, I] : Keys)
      Added.Order.push_back(I);
  };
  Add("by size", [&](uint32_t I) { return Key(Buffers[I].Size, Length(I)); });
  // As many planners do: buffers of one size stay in the given order.
  Add("by size alone",
      [&](uint32_t I) { return Key(Buffers[I].Size, UINT64_MAX - I); });
  Add("by lifetime x size",
      [&](uint32_t I) { return Key(Area(I), Buffers[I].Size); });
  Add("by lifetime",
      [&](uint32_t I) { return Key(Length(I), Buffers[I].Size); });
  Add("by conflicts",
      [&](uint32_t I) { return Key(TheConflicts.count(I), Buffers[I].Size); });
  Add("by time", [&](uint32_t I) {
    return Key(UINT64_MAX - Buffers[I].Lower, Buffers[I].Size);
  });
  return Result;
}
