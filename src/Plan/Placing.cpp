//===- Placing.cpp - Rules that place each buffer once --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Placing.h"

#include "Plan/Arithmetic.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

using namespace metaobj;

namespace {

/// The free memory of one pool while time goes by. All blocks are multiples of
/// one unit, so that every offset is aligned.
class FreeBlocks {
public:
  /// Grows up to the pool's limit.
  explicit FreeBlocks(const PlanPool &Pool)
      : Limit(Pool.Limit.value_or(UINT64_MAX)) {}
  /// Has \p Size bytes and is filled from both ends.
  explicit FreeBlocks(uint64_t Size)
      : Limit(Size), Top(Size), HasTwoEnds(true) {
    add(0, Size);
  }

  std::optional<uint64_t> take(uint64_t Size);
  void giveBack(uint64_t Offset, uint64_t Size);

private:
  void remove(std::map<uint64_t, uint64_t>::iterator Block);
  void add(uint64_t Offset, uint64_t Size);

  uint64_t Limit;
  uint64_t Top = 0; ///< Nothing above it is taken.
  bool HasTwoEnds = false;
  std::map<uint64_t, uint64_t> ByOffset; ///< All are below Top.
  std::set<std::pair<uint64_t, uint64_t>> BySize;
};

} // namespace

void FreeBlocks::remove(std::map<uint64_t, uint64_t>::iterator Block) {
  BySize.erase({Block->second, Block->first});
  ByOffset.erase(Block);
}

void FreeBlocks::add(uint64_t Offset, uint64_t Size) {
  ByOffset.emplace(Offset, Size);
  BySize.emplace(Size, Offset);
}

std::optional<uint64_t> FreeBlocks::take(uint64_t Size) {
  auto Fitting = BySize.lower_bound({Size, 0});
  if (Fitting == BySize.end()) {
    if (Top > Limit || Size > Limit - Top)
      return std::nullopt;
    return std::exchange(Top, Top + Size);
  }
  auto [BlockSize, Offset] = *Fitting;
  remove(ByOffset.find(Offset));
  // Of a block that ends at the top, take its end. Then buffers that follow
  // each other in time lie at different ends, and the memory that they free is
  // in one piece.
  if (HasTwoEnds && Offset != 0 && Offset + BlockSize == Top) {
    if (BlockSize != Size)
      add(Offset, BlockSize - Size);
    return Top - Size;
  }
  if (BlockSize != Size)
    add(Offset + Size, BlockSize - Size);
  return Offset;
}

void FreeBlocks::giveBack(uint64_t Offset, uint64_t Size) {
  auto Above = ByOffset.lower_bound(Offset);
  if (Above != ByOffset.end() && Above->first == Offset + Size) {
    Size += Above->second;
    remove(Above);
  }
  auto Below = ByOffset.lower_bound(Offset);
  if (Below != ByOffset.begin()) {
    --Below;
    if (Below->first + Below->second == Offset) {
      Offset = Below->first;
      Size += Below->second;
      remove(Below);
    }
  }
  if (Offset + Size == Top && !HasTwoEnds)
    Top = Offset;
  else
    add(Offset, Size);
}

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

std::optional<Placing> metaobj::placeInTime(const PlanProblem &Problem,
                                            std::optional<uint64_t> Ceiling) {
  uint64_t Unit = 1;
  for (const PlanBuffer &Buffer : Problem.Buffers)
    Unit = std::max(Unit, Buffer.Alignment);
  const std::vector<PlanBuffer> &Buffers = Problem.Buffers;
  std::vector<uint32_t> Starts = buffersWithBytes(Buffers);
  std::vector<uint32_t> Ends = Starts;
  std::sort(Starts.begin(), Starts.end(), [&](uint32_t Left, uint32_t Right) {
    // The largest first, while there is most choice.
    return std::tuple(Buffers[Left].Lower, Buffers[Right].Size, Left) <
           std::tuple(Buffers[Right].Lower, Buffers[Left].Size, Right);
  });
  std::sort(Ends.begin(), Ends.end(), [&](uint32_t Left, uint32_t Right) {
    return std::pair(Buffers[Left].Upper, Left) <
           std::pair(Buffers[Right].Upper, Right);
  });
  std::vector<FreeBlocks> Pools(Problem.Pools.begin(), Problem.Pools.end());
  if (Ceiling)
    Pools.assign(1, FreeBlocks(alignTo(*Ceiling, Unit)));
  Placing Result = {firstPlaces(Problem), {}};
  size_t Ended = 0;
  for (uint32_t Index : Starts) {
    for (; Buffers[Ends[Ended]].Upper <= Buffers[Index].Lower; ++Ended) {
      const BufferPlace &Place = Result.Places[Ends[Ended]];
      Pools[Place.Pool].giveBack(Place.Offset,
                                 alignTo(Buffers[Ends[Ended]].Size, Unit));
    }
    std::optional<uint64_t> Offset;
    uint32_t Pool = 0;
    for (; !Offset && Pool != Pools.size(); ++Pool)
      if (Buffers[Index].mayLieIn(Pool))
        Offset = Pools[Pool].take(alignTo(Buffers[Index].Size, Unit));
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
