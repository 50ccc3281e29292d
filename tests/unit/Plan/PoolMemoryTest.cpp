//===- PoolMemoryTest.cpp - Buffers and gaps while time goes by -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/PoolMemory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using namespace metaobj;

namespace {

/// Buffers of a pool, and their ends, by their offsets.
using Buffers = std::map<uint64_t, uint64_t>;

/// The smallest gap of at least \p Size bytes, the lowest one of equal ones.
/// Memory above the highest buffer is none.
std::optional<uint64_t> smallestGap(const Buffers &All, uint64_t Size) {
  std::optional<std::pair<uint64_t, uint64_t>> Least;
  uint64_t Below = 0;
  for (auto [Begin, End] : All) {
    std::pair Gap(Begin - Below, Below);
    if (Gap.first != 0 && Gap.first >= Size && (!Least || Gap < *Least))
      Least = Gap;
    Below = End;
  }
  return Least ? std::optional(Least->second) : std::nullopt;
}

TEST(PoolMemory, TakesTheSmallestGap) {
  std::mt19937 Random(3);
  std::vector<PoolMemory::Piece> Pieces(500);
  PoolMemory Memory(Pieces, UINT64_MAX);
  Buffers All;
  std::vector<std::pair<uint32_t, uint64_t>> Live;
  for (uint32_t Index = 0; Index != 500; ++Index) {
    for (size_t Count = Random() % 3; Count != 0 && !Live.empty(); --Count) {
      std::swap(Live[Random() % Live.size()], Live.back());
      Memory.giveBack(Live.back().first);
      All.erase(Live.back().second);
      Live.pop_back();
    }
    uint64_t Size = 1 + Random() % 40;
    uint64_t Top = All.empty() ? 0 : All.rbegin()->second;
    std::optional<uint64_t> Offset = Memory.takeSmallest(Index, Size);
    ASSERT_EQ(Offset, smallestGap(All, Size).value_or(Top));
    All.emplace(*Offset, *Offset + Size);
    Live.emplace_back(Index, *Offset);
  }
}

TEST(PoolMemory, IsAsBeforeWhenAllIsUndone) {
  std::mt19937 Random(4);
  std::vector<PoolMemory::Piece> Pieces(400);
  PoolMemory Memory(Pieces, UINT64_MAX);
  auto Offsets = [&](uint32_t First) {
    std::vector<uint64_t> Result;
    for (uint32_t Index = First; Index != First + 100; ++Index)
      Result.push_back(*Memory.takeSmallest(Index, 1 + Index % 7));
    for (uint32_t Index = First + 100; Index-- != First;)
      Memory.giveBack(Index);
    return Result;
  };
  std::vector<uint32_t> Live;
  for (uint32_t Index = 0; Index != 100; ++Index) {
    Memory.takeSmallest(Index, 1 + Random() % 20);
    Live.push_back(Index);
  }
  std::shuffle(Live.begin(), Live.end(), Random);
  for (int I = 0; I != 30; ++I, Live.pop_back())
    Memory.giveBack(Live.back());
  std::vector<uint64_t> Before = Offsets(300);
  std::vector<std::pair<uint32_t, bool>> Done; // True: taken.
  for (uint32_t Index = 100; Index != 200; ++Index) {
    std::swap(Live[Random() % Live.size()], Live.back());
    Memory.giveBack(Live.back());
    Done.emplace_back(Live.back(), false);
    Live.back() = Index;
    Memory.takeSmallest(Index, 1 + Random() % 20);
    Done.emplace_back(Index, true);
  }
  for (; !Done.empty(); Done.pop_back())
    if (auto [Index, IsTaken] = Done.back(); IsTaken)
      Memory.giveBack(Index);
    else
      Memory.putBack(Index);
  EXPECT_EQ(Offsets(300), Before);
}

TEST(PoolMemory, FillsAClosedPoolFromBothEnds) {
  std::vector<PoolMemory::Piece> Pieces(5);
  PoolMemory Memory(Pieces, 100, /*IsClosed=*/true);
  EXPECT_EQ(Memory.takeSmallest(0, 10), 0u);
  EXPECT_EQ(Memory.takeSmallest(1, 20), 80u);
  EXPECT_EQ(Memory.takeSmallest(2, 71), std::nullopt);
  EXPECT_EQ(Memory.takeSmallest(2, 70), 10u);
  Memory.giveBack(1);
  EXPECT_EQ(Memory.takeSmallest(3, 5), 95u);
  EXPECT_EQ(Memory.takeSmallest(4, 15), 80u);
  EXPECT_EQ(Memory.highest(), 3u);
}

TEST(PoolMemory, TakesTheGapOfLeastCost) {
  std::vector<PoolMemory::Piece> Pieces(9);
  PoolMemory Memory(Pieces, 100);
  EXPECT_EQ(Memory.highest(), 9u); // The end of the pool.
  // Buffers that end at 5 and 9, with gaps of 8 bytes beside them.
  Memory.put(0, 0, 10, 5, Memory.highest());
  Memory.put(1, 18, 10, 5, 0);
  Memory.put(2, 36, 10, 9, 1);
  Memory.put(3, 54, 10, 9, 2);
  auto CostOf = [](const PlanBuffer &Buffer, uint32_t Until) {
    return GapCost{Buffer.Size, 3, Until, 4};
  };
  // Beside one that ends at the same time.
  PlanBuffer Small = {"", 0, 1, 6};
  EXPECT_EQ(Memory.take(4, Small, CostOf(Small, 9)), 30u);
  EXPECT_EQ(Memory.below(4), 1u);
  EXPECT_EQ(Memory.take(5, Small, CostOf(Small, 5)), 10u);
  // Where it is aligned.
  PlanBuffer Aligned = {"", 0, 1, 4, 16};
  EXPECT_EQ(Memory.take(6, Aligned, CostOf(Aligned, 5)), 48u);
  // On top, up to the limit.
  PlanBuffer Large = {"", 0, 1, 30, 16};
  EXPECT_EQ(Memory.sizeWith(Large), 94u);
  Memory.setLimit(93);
  EXPECT_EQ(Memory.take(7, Large, CostOf(Large, 5)), std::nullopt);
  Memory.setLimit(94);
  EXPECT_EQ(Memory.take(7, Large, CostOf(Large, 5)), 64u);
  EXPECT_EQ(Memory.highest(), 7u);
}

} // namespace
