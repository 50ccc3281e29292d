//===- ConflictsTest.cpp - Buffers that live at the same time -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Conflicts.h"
#include "Plan/Problems.h"

#include <gmock/gmock.h>

using namespace metaobj;
using testing::ElementsAre;

namespace {

/// Few at a time, many at a time, and many that end together before others
/// start.
PlanProblem conflictProblem(unsigned Seed) {
  PlanProblem Result = randomProblem(Seed, 400, Seed == 0 ? 900 : 40);
  if (Seed == 2)
    for (size_t I = 0; I != 300; ++I) {
      Result.Buffers[I].Lower %= 10;
      Result.Buffers[I].Upper = 20;
    }
  return Result;
}

TEST(PlanConflicts, AreThoseOfAllPairs) {
  for (unsigned Seed = 0; Seed != 3; ++Seed) {
    PlanProblem Problem = conflictProblem(Seed);
    Conflicts Found(Problem.Buffers);
    uint64_t Pairs = 0;
    for (uint32_t Placed : buffersWithBytes(Problem.Buffers))
      Found.addPlaced(Placed);
    for (uint32_t Placed : buffersWithBytes(Problem.Buffers))
      if (Placed % 2 != 0)
        Found.removePlaced(Placed);
    for (uint32_t I : buffersWithBytes(Problem.Buffers)) {
      std::vector<uint32_t> Wanted, Visited;
      const PlanBuffer &A = Problem.Buffers[I];
      for (uint32_t J : buffersWithBytes(Problem.Buffers)) {
        const PlanBuffer &B = Problem.Buffers[J];
        if (I != J && A.Lower < B.Upper && B.Lower < A.Upper)
          Wanted.push_back(J);
      }
      EXPECT_EQ(Found.count(I), Wanted.size());
      Pairs += Wanted.size();
      std::erase_if(Wanted, [](uint32_t J) { return J % 2 != 0; });
      Found.forEachPlaced(I, [&](uint32_t J) {
        if (J != I)
          Visited.push_back(J);
      });
      EXPECT_THAT(Visited, testing::UnorderedElementsAreArray(Wanted));
    }
    EXPECT_EQ(Found.numPairs(), Pairs / 2);
    Found.clear();
    Found.forEachPlaced(1, [](uint32_t) { ADD_FAILURE(); });
  }
}

TEST(PlanConflicts, GroupsShareNoTime) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 5, 7, 1},
                     {"b", 0, 2, 1},
                     {"c", 1, 5, 1},
                     {"none", 4, 6, 0},
                     {"d", 6, 9, 1}};
  EXPECT_THAT(timeGroups(Problem.Buffers),
              ElementsAre(ElementsAre(1, 2), ElementsAre(0, 4)));
}

TEST(PlanLowerBound, CountsWhatLivesTogether) {
  EXPECT_EQ(planLowerBound({}), 0u);
  EXPECT_EQ(planLowerBound(small().Buffers), 12u);
  // Only the one on top may end off the unit.
  std::vector<PlanBuffer> Pair = {{"a", 0, 1, 3, 8}, {"b", 0, 1, 5, 8}};
  EXPECT_EQ(planLowerBound(Pair), 11u);
  // At most one of them lives at a time.
  std::vector<PlanBuffer> Sequence = {{"a", 0, 1, 3}, {"b", 1, 2, 5}};
  EXPECT_EQ(planLowerBound(Sequence), 5u);
  // Each is on top of its own pool.
  EXPECT_EQ(planLowerBound(Pair, 2), 8u);
}

TEST(PlanLowerBound, OfOnePoolBesideOthers) {
  std::vector<PlanBuffer> Buffers = {{"a", 0, 2, 60}, {"b", 1, 3, 50}};
  auto LowerBound = [&](std::vector<uint64_t> Sizes, size_t Pool) {
    return poolLowerBound(Buffers, Sizes, Pool);
  };
  EXPECT_EQ(LowerBound({UINT64_MAX}, 0), 110u);
  EXPECT_EQ(LowerBound({100, UINT64_MAX}, 1), 10u);
  // The larger one does not fit into the other pool.
  EXPECT_EQ(LowerBound({55, UINT64_MAX}, 1), 60u);
  EXPECT_EQ(LowerBound({UINT64_MAX, UINT64_MAX}, 1), 0u);
}

} // namespace
