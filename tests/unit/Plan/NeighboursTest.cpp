//===- NeighboursTest.cpp - Gaps between buffers of one pool --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace metaobj;

namespace {

TEST(PlanNeighbours, AreSorted) {
  std::mt19937_64 Random(1);
  // Of any offsets, of few, and of some far away from all others.
  for (uint64_t Mask : {UINT64_MAX >> 1, uint64_t(3), uint64_t(1) << 62 | 7})
    for (uint32_t Count : {0, 1, 32, 33, 1000}) {
      Neighbours Sorted;
      std::vector<Neighbour> Wanted;
      for (uint32_t I = 0; I != Count; ++I) {
        uint64_t Begin = Random() & Mask;
        Wanted.push_back({Begin, Begin + 1, Count - I});
        Sorted.add(Wanted.back());
      }
      Sorted.sort();
      std::sort(Wanted.begin(), Wanted.end());
      EXPECT_TRUE(std::equal(Sorted.begin(), Sorted.end(), Wanted.begin(),
                             Wanted.end(),
                             [](const Neighbour &A, const Neighbour &B) {
                               return A.Begin == B.Begin && A.Index == B.Index;
                             }));
    }
}

TEST(PlanNeighbours, HaveGaps) {
  Neighbours Beside;
  Beside.add({1, 8, 0});
  Beside.add({12, 16, 1});
  Beside.add({14, 15, 2});
  Beside.add({18, 20, 3});
  auto Gap = [&](uint64_t Size, GapRule Rule, uint64_t Ceiling = 32,
                 uint64_t Alignment = 1) {
    return Beside.findGap({"", 0, 1, Size, Alignment}, Ceiling, Rule);
  };
  EXPECT_EQ(Gap(1, GapRule::Lowest), 0u);
  EXPECT_EQ(Gap(2, GapRule::Lowest), 8u);
  EXPECT_EQ(Gap(2, GapRule::Smallest), 16u);
  EXPECT_EQ(Gap(2, GapRule::Smallest, 32, 4), 16u);
  EXPECT_EQ(Gap(3, GapRule::Smallest, 32, 16), std::nullopt);
  EXPECT_EQ(Gap(3, GapRule::Smallest, 23), 20u);
  EXPECT_EQ(Gap(13, GapRule::Lowest), std::nullopt);
  // There is no multiple of the alignment behind the last one.
  Beside.add({24, UINT64_MAX - 2, 4});
  EXPECT_EQ(Gap(1, GapRule::Lowest, UINT64_MAX, 8), 0u);
  EXPECT_EQ(Gap(5, GapRule::Lowest, UINT64_MAX, 8), std::nullopt);
}

} // namespace
