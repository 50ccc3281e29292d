//===- PlanMemoryTest.cpp - Rules, searches and pools ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Conflicts.h"
#include "Plan/Improve.h"
#include "Plan/Placing.h"
#include "Plan/Problems.h"
#include "Plan/SkylineSearch.h"
#include "Plan/Sweep.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

std::string refusal(const PlanProblem &Problem, unsigned Level = 0) {
  std::variant<MemoryPlan, PlanFault> Planned = planMemory(Problem, {Level});
  const auto *Fault = std::get_if<PlanFault>(&Planned);
  return Fault ? text(*Fault, Problem) : "";
}

MemoryPlan planned(const PlanProblem &Problem, unsigned Level) {
  return std::get<MemoryPlan>(planMemory(Problem, {Level}));
}

/// The example of MiniMalloc: 12 bytes, which first fit by size misses.
PlanProblem small() {
  PlanProblem Result;
  Result.Buffers = {{"b1", 0, 3, 4},
                    {"b2", 3, 9, 4},
                    {"b3", 0, 9, 4},
                    {"b4", 9, 21, 4},
                    {"b5", 0, 21, 4}};
  return Result;
}

/// Shelves of buffers that fill a square without a gap, shuffled: there is a
/// plan as small as the lower bound, but rules do not find it.
PlanProblem cutSquare(unsigned Seed) {
  std::mt19937 Random(Seed);
  PlanProblem Result;
  auto Cut = [&](auto &Self, uint64_t Lower, uint64_t Upper, uint64_t Bottom,
                 uint64_t Top, unsigned Depth) -> void {
    bool IsTall = Random() % 2;
    if (Depth == 0 || Upper - Lower < 8 || Top - Bottom < 8) {
      Result.Buffers.push_back(
          {std::to_string(Result.Buffers.size()), Lower, Upper, Top - Bottom});
    } else if (IsTall) {
      uint64_t Middle = Lower + 2 + Random() % (Upper - Lower - 4);
      Self(Self, Lower, Middle, Bottom, Top, Depth - 1);
      Self(Self, Middle, Upper, Bottom, Top, Depth - 1);
    } else {
      uint64_t Middle = Bottom + 2 + Random() % (Top - Bottom - 4);
      Self(Self, Lower, Upper, Bottom, Middle, Depth - 1);
      Self(Self, Lower, Upper, Middle, Top, Depth - 1);
    }
  };
  Cut(Cut, 0, 1000, 0, 1000, 7);
  std::shuffle(Result.Buffers.begin(), Result.Buffers.end(), Random);
  return Result;
}

TEST(PlanConflicts, AreThoseOfAllPairs) {
  PlanProblem Problem = randomProblem(1, 60, 40);
  Conflicts Found(Problem.Buffers);
  uint64_t Pairs = 0;
  for (unsigned Placed = 0; Placed != 60; Placed += 2)
    if (Problem.Buffers[Placed].Size != 0)
      Found.addPlaced(Placed);
  for (size_t I = 0; I != Problem.Buffers.size(); ++I) {
    std::vector<uint32_t> Wanted, Visited;
    const PlanBuffer &A = Problem.Buffers[I];
    for (uint32_t J = 0; J != Problem.Buffers.size(); ++J) {
      const PlanBuffer &B = Problem.Buffers[J];
      if (I != J && A.Size != 0 && B.Size != 0 && A.Lower < B.Upper &&
          B.Lower < A.Upper)
        Wanted.push_back(J);
    }
    if (A.Size == 0)
      continue;
    EXPECT_EQ(Found.count(uint32_t(I)), Wanted.size());
    Pairs += Wanted.size();
    std::erase_if(Wanted, [](uint32_t J) { return J % 2 != 0; });
    Found.forEachPlaced(uint32_t(I), [&](uint32_t J) {
      if (J != I)
        Visited.push_back(J);
    });
    EXPECT_THAT(Visited, testing::UnorderedElementsAreArray(Wanted));
  }
  EXPECT_EQ(Found.numPairs(), Pairs / 2);
  Found.clear();
  Found.forEachPlaced(1, [](uint32_t) { ADD_FAILURE(); });
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

TEST(PlanRules, EachGivesAValidPlan) {
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 80, 60);
    std::optional<Placing> InTime = placeInTime(Problem);
    ASSERT_TRUE(InTime);
    EXPECT_TRUE(isValid(Problem, InTime->Places)) << Seed;
    auto FromBothEnds = placeInTime(Problem, 3 * InTime->PoolSizes[0]);
    ASSERT_TRUE(FromBothEnds);
    EXPECT_TRUE(isValid(Problem, FromBothEnds->Places)) << Seed;
    EXPECT_LE(FromBothEnds->PoolSizes[0], 3 * InTime->PoolSizes[0] + 16);
    EXPECT_FALSE(placeInTime(Problem, 0));
    Conflicts Found(Problem.Buffers);
    std::vector<PlacingOrder> Orders = placingOrders(Problem.Buffers, Found);
    EXPECT_EQ(Orders.size(), 6u);
    for (const PlacingOrder &ThePlacingOrder : Orders)
      for (GapRule Rule : {GapRule::Lowest, GapRule::Smallest}) {
        auto Placed = placeInOrder(Problem, Found, ThePlacingOrder.Order, Rule);
        ASSERT_TRUE(Placed);
        EXPECT_TRUE(isValid(Problem, Placed->Places))
            << ThePlacingOrder.Name << Seed;
        EXPECT_EQ(Placed->PoolSizes, poolSizes(Problem, Placed->Places));
      }
  }
}

TEST(PlanRules, GapsByRule) {
  PlanProblem Problem;
  // Gaps of 4 at 1 and of 2 at 7 when the last one comes.
  Problem.Buffers = {{"a", 0, 9, 1},    {"gap", 0, 1, 4}, {"b", 0, 9, 2},
                     {"gap2", 0, 1, 2}, {"c", 0, 9, 1},   {"last", 1, 9, 2}};
  Conflicts Found(Problem.Buffers);
  std::vector<uint32_t> Order = {0, 1, 2, 3, 4, 5};
  auto Lowest = placeInOrder(Problem, Found, Order, GapRule::Lowest);
  auto Smallest = placeInOrder(Problem, Found, Order, GapRule::Smallest);
  EXPECT_EQ(Lowest->Places[5].Offset, 1u);
  EXPECT_EQ(Smallest->Places[5].Offset, 7u);
}

TEST(PlanSweeps, GivePlansForAnyPools) {
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 200, 60);
    if (Seed % 3 == 1)
      Problem.Pools = {{"fast", 1500}, {"slow"}};
    if (Seed % 3 == 2)
      Problem.Pools = {{"fast", 700}, {"middle", 900}, {"slow"}};
    Sweeps Sweeping(Problem);
    std::optional<Placing> Rules = Sweeping.place();
    ASSERT_TRUE(Rules);
    EXPECT_TRUE(isValid(Problem, Rules->Places)) << Seed;
    EXPECT_EQ(Rules->PoolSizes, poolSizes(Problem, Rules->Places));
    uint64_t Steps = 1'000'000;
    Placing Searched = Sweeping.search(0, Steps);
    EXPECT_EQ(Steps, 0u); // No plan has no bytes.
    EXPECT_TRUE(isValid(Problem, Searched.Places)) << Seed;
    EXPECT_FALSE(Rules->isSmallerThan(Searched));
    for (size_t Pool = 0; Pool + 1 != Problem.Pools.size(); ++Pool)
      EXPECT_LE(Searched.PoolSizes[Pool], *Problem.Pools[Pool].Limit);
    if (Seed % 3 == 0) {
      Problem.Pools[0].Limit = planLowerBound(Problem.Buffers) - 1;
      EXPECT_FALSE(Sweeps(Problem).place());
    }
  }
}

/// Some 6 million pairs, so that little but sweeps is tried.
TEST(PlanSweeps, ManyThatLiveTogether) {
  std::mt19937 Random(7);
  PlanProblem Problem;
  for (unsigned I = 0; I != 5000; ++I) {
    uint64_t Lower = Random() % 5000;
    Problem.Buffers.push_back(
        {"", Lower, Lower + 1 + Random() % 2500, 1 + Random() % (1 << 20), 16});
  }
  MemoryPlan Rules = planned(Problem, 0);
  EXPECT_GT(Rules.TooManyPairs, 4'000'000u);
  EXPECT_LT(double(Rules.totalSize()), 1.03 * double(Rules.LowerBound));
  MemoryPlan Searched = planned(Problem, 3);
  EXPECT_EQ(Searched.Method, "search from the peak");
  EXPECT_LT(Searched.totalSize(), Rules.totalSize());
  EXPECT_LE(Searched.Steps, PlanEffort{3}.steps());
  EXPECT_EQ(planned(small(), 0).TooManyPairs, 0u);
}

TEST(SkylineSearch, FindsWhatIsThereAndProvesWhatIsNot) {
  PlanProblem Problem = small();
  std::vector<uint32_t> Group = {0, 1, 2, 3, 4}, Ranks = Group;
  SkylineSearch Search(Problem.Buffers, Group);
  const uint64_t Enough[] = {12}, Less[] = {11};
  uint64_t Steps = 100000;
  EXPECT_EQ(Search.run(Enough, Ranks, Steps), SkylineSearch::Outcome::Found);
  std::vector<BufferPlace> Places;
  for (size_t I = 0; I != Group.size(); ++I)
    Places.push_back(Search.placeOf(I));
  EXPECT_TRUE(isValid(Problem, Places));
  EXPECT_LE(poolSizes(Problem, Places)[0], 12u);
  EXPECT_LT(Steps, 100000u);
  EXPECT_EQ(Search.run(Less, Ranks, Steps), SkylineSearch::Outcome::Impossible);
  Steps = 1;
  EXPECT_EQ(Search.run(Enough, Ranks, Steps),
            SkylineSearch::Outcome::OutOfSteps);
  EXPECT_EQ(Steps, 0u);
  EXPECT_EQ(Search.crowding()[3], 8u);
}

TEST(PlanMemory, TheSearchFindsPlansWithoutGaps) {
  unsigned ByRulesAlone = 0;
  for (unsigned Seed = 0; Seed != 12; ++Seed) {
    PlanProblem Problem = cutSquare(Seed);
    ByRulesAlone += planned(Problem, 0).totalSize() == 1000;
    MemoryPlan Best = planned(Problem, 4);
    EXPECT_EQ(Best.totalSize(), 1000u) << Seed;
    EXPECT_TRUE(isValid(Problem, Best.Places));
  }
  EXPECT_LT(ByRulesAlone, 6u);
}

TEST(PlanMemory, SameEffortSamePlanAndMoreIsNoWorse) {
  for (unsigned Seed = 0; Seed != 6; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 150, 60);
    uint64_t Before = UINT64_MAX;
    for (unsigned Level = 0; Level != 3; ++Level) {
      MemoryPlan First = planned(Problem, Level);
      MemoryPlan Second = planned(Problem, Level);
      EXPECT_TRUE(isValid(Problem, First.Places));
      for (size_t I = 0; I != First.Places.size(); ++I)
        ASSERT_EQ(First.Places[I].Offset, Second.Places[I].Offset);
      EXPECT_LE(First.Steps, PlanEffort{Level}.steps());
      EXPECT_LE(First.totalSize(), Before);
      EXPECT_GE(First.totalSize(), First.LowerBound);
      Before = First.totalSize();
    }
  }
}

TEST(PlanMemory, NeverLargerThanTheKnownPlan) {
  PlanProblem Problem = cutSquare(1);
  Problem.Known = planned(Problem, 4).Places;
  MemoryPlan Plan = planned(Problem, 0);
  EXPECT_EQ(Plan.totalSize(), 1000u);
  EXPECT_EQ(Plan.Method, "as known before");
  for (BufferPlace &Place : Problem.Known)
    Place.Offset = 0;
  auto Refused = planMemory(Problem);
  const auto *Fault = std::get_if<PlanFault>(&Refused);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->Kind, PlanFault::Overlap);
  EXPECT_EQ(Fault->Plan, PlanFault::Known);
  Problem.Known.pop_back();
  EXPECT_THAT(refusal(Problem), testing::HasSubstr("places in 1 pool for"));
}

TEST(PlanMemory, NothingAndNoBytes) {
  EXPECT_EQ(planned({}, 5).totalSize(), 0u);
  PlanProblem Problem;
  Problem.Buffers = {{"none", 0, 3, 0}, {"a", 0, 3, 5}, {"b", 0, 3, 0}};
  MemoryPlan Plan = planned(Problem, 5);
  EXPECT_EQ(Plan.totalSize(), 5u);
  EXPECT_EQ(Plan.LowerBound, 5u);
}

TEST(PlanMemory, FastPoolsFillFirst) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 2, 60}, {"b", 0, 2, 40}, {"c", 1, 3, 30}};
  Problem.Pools = {{"fast", 100}, {"slow"}};
  MemoryPlan Plan = planned(Problem, 2);
  EXPECT_THAT(Plan.PoolSizes, ElementsAre(100, 30));
  EXPECT_EQ(Plan.Places[2].Pool, 1u);
  EXPECT_EQ(Plan.totalSize(), 130u);
  for (unsigned Seed = 0; Seed != 8; ++Seed) {
    Problem.Buffers = randomProblem(Seed, 100, 50).Buffers;
    Problem.Pools[0].Limit = 1000;
    MemoryPlan Rules = planned(Problem, 0), Searched = planned(Problem, 2);
    EXPECT_TRUE(isValid(Problem, Searched.Places));
    EXPECT_LE(Searched.PoolSizes[0], 1000u);
    EXPECT_LE(Searched.PoolSizes[1], Rules.PoolSizes[1]);
  }
}

/// No more than a glance, whatever the effort.
TEST(PlanMemory, SeveralPoolsEndWhenNoPlanIsSmaller) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 1, 60}, {"b", 1, 2, 110}};
  Problem.Pools = {{"fast", 100}, {"slow"}};
  for (unsigned Level = 0; Level <= PlanEffort::Highest; ++Level) {
    MemoryPlan Plan = planned(Problem, Level);
    EXPECT_THAT(Plan.PoolSizes, ElementsAre(60, 110));
    EXPECT_EQ(Plan.Steps, 0u);
  }
  // The rules go on: the first one takes 50 bytes of the faster pool.
  Problem.Buffers = {
      {"a", 0, 2, 10}, {"b", 1, 3, 20}, {"c", 2, 4, 20}, {"d", 4, 6, 110}};
  EXPECT_THAT(planned(Problem, 5).PoolSizes, ElementsAre(40, 110));
  // No bound says that 60 and 50 bytes do not share 100.
  Problem.Buffers = {{"a", 0, 2, 60}, {"b", 0, 2, 50}, {"c", 3, 4, 20}};
  MemoryPlan Plan = planned(Problem, PlanEffort::Highest);
  EXPECT_THAT(Plan.PoolSizes, ElementsAre(60, 50));
  EXPECT_LT(Plan.Steps, 1000u);
}

/// The least bytes of the last pool, of all orders in which the buffers can be
/// placed, and of all pools for each.
uint64_t leastOfLastPool(const PlanProblem &Problem) {
  const std::vector<PlanBuffer> &Buffers = Problem.Buffers;
  std::vector<unsigned> Order(Buffers.size());
  std::iota(Order.begin(), Order.end(), 0);
  size_t Choices = 1;
  for (size_t I = 0; I != Order.size(); ++I)
    Choices *= Problem.Pools.size();
  uint64_t Least = UINT64_MAX;
  do {
    for (size_t Choice = 0; Choice != Choices; ++Choice) {
      std::vector<BufferPlace> Places(Buffers.size());
      size_t Digits = Choice;
      for (size_t I = 0; I != Order.size();
           ++I, Digits /= Problem.Pools.size()) {
        BufferPlace &Place = Places[Order[I]];
        Place.Pool = Digits % Problem.Pools.size();
        auto Overlaps = [&](unsigned Other) {
          const PlanBuffer &A = Buffers[Order[I]], &B = Buffers[Other];
          return Places[Other].Pool == Place.Pool && A.Size != 0 &&
                 B.Size != 0 && A.Lower < B.Upper && B.Lower < A.Upper &&
                 Place.Offset < Places[Other].Offset + B.Size &&
                 Places[Other].Offset < Place.Offset + A.Size;
        };
        while (std::any_of(Order.begin(), Order.begin() + I, Overlaps))
          Place.Offset += Buffers[Order[I]].Alignment;
      }
      std::vector<uint64_t> Sizes = poolSizes(Problem, Places);
      bool Fits = true;
      for (size_t Pool = 0; Pool != Sizes.size(); ++Pool)
        Fits &= Sizes[Pool] <= Problem.Pools[Pool].Limit.value_or(UINT64_MAX);
      if (Fits)
        Least = std::min(Least, Sizes.back());
    }
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Least;
}

TEST(PlanMemory, SmallPlansWithSeveralPoolsAreTheBest) {
  unsigned ByRulesAlone = 0;
  for (unsigned Seed = 0; Seed != 60; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 4, 6);
    for (PlanBuffer &Buffer : Problem.Buffers) {
      Buffer.Size /= 8;
      Buffer.Alignment = std::min<uint64_t>(Buffer.Alignment, 4);
    }
    Problem.Pools = {{"fast", 12 + Seed % 5 * 6}, {"slow"}};
    if (Seed % 3 == 0)
      Problem.Pools.insert(Problem.Pools.begin() + 1, {"middle", 8});
    uint64_t Least = leastOfLastPool(Problem);
    MemoryPlan Plan = planned(Problem, PlanEffort::Highest);
    EXPECT_TRUE(isValid(Problem, Plan.Places)) << Seed;
    EXPECT_EQ(Plan.PoolSizes.back(), Least) << Seed;
    EXPECT_LT(Plan.Steps, 10000u) << Seed;
    ByRulesAlone += planned(Problem, 0).PoolSizes.back() == Least;
  }
  EXPECT_LT(ByRulesAlone, 60u);
}

TEST(PlanMemory, LimitsThatNothingFits) {
  PlanProblem Problem = small();
  Problem.Pools[0].Limit = 12;
  EXPECT_EQ(refusal(Problem), "");
  Problem.Pools[0].Limit = 11;
  EXPECT_EQ(refusal(Problem), "12 bytes live at the same time, but the "
                              "pools have at most 11");
  Problem = cutSquare(2);
  ASSERT_GT(planned(Problem, 0).totalSize(), 1000u);
  uint64_t Size = planned(Problem, 0).totalSize();
  Problem.Pools[0].Limit = 1000;
  EXPECT_EQ(refusal(Problem),
            "the smallest plan that was found has " + std::to_string(Size) +
                " bytes, but pool workspace has at most 1000");
  Problem.Buffers = {{"a", 0, 1, 60}, {"b", 0, 1, 60}, {"c", 0, 1, 60}};
  Problem.Pools = {{"x", 100}, {"y", 100}};
  EXPECT_EQ(refusal(Problem), "no plan was found that fits into the pools");
}

TEST(PlanMemory, WhatBuffersCannotHave) {
  PlanProblem Problem = small();
  Problem.Buffers[0].Upper = 0;
  EXPECT_EQ(refusal(Problem),
            "buffer b1 lives from 0 until before 0, which is not a time");
  Problem = small();
  Problem.Buffers[1].Alignment = 3;
  EXPECT_EQ(refusal(Problem),
            "buffer b2 is aligned to 3, which is not a power of two");
  Problem.Buffers[1].Alignment = 0;
  EXPECT_EQ(refusal(Problem),
            "buffer b2 is aligned to 0, which is not a power of two");
  for (uint64_t Size : {UINT64_MAX, uint64_t(INT64_MAX)}) {
    Problem = small();
    Problem.Buffers[4].Size = Size;
    EXPECT_EQ(refusal(Problem), "the buffers have more bytes in all than 63 "
                                "bits can count");
  }
  Problem = small();
  Problem.Buffers[0].Alignment = uint64_t(1) << 63;
  EXPECT_EQ(refusal(Problem), "the buffers have more bytes in all than 63 "
                              "bits can count");
  Problem = small();
  Problem.Pools.clear();
  EXPECT_EQ(refusal(Problem), "there is no pool to plan");
  EXPECT_EQ(refusal(small(), 10), "the effort is 10, but the highest is 9");
}

TEST(PlanMemory, LargeProblemsTakeLittleTime) {
  // Each lives with the next one: a chain. Then many that live together.
  PlanProblem Chain, Crowd;
  for (uint64_t I = 0; I != 20000; ++I) {
    Chain.Buffers.push_back(
        {std::to_string(I), I, I + 2, 64 + I * 7 % 11 * 64});
    Crowd.Buffers.push_back({std::to_string(I), I % 100, 20000 + I, 1 + I % 7});
  }
  EXPECT_EQ(planned(Chain, 0).totalSize(), planLowerBound(Chain.Buffers));
  EXPECT_EQ(planned(Chain, 0).Method, "through time, from both ends");
  MemoryPlan Plan = planned(Crowd, 1);
  EXPECT_GE(Plan.totalSize(), Plan.LowerBound);
}

} // namespace
