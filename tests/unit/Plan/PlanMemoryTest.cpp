//===- PlanMemoryTest.cpp - Rules, searches and pools ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Conflicts.h"
#include "Plan/Evict.h"
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

namespace {

std::string refusal(const PlanProblem &Problem, unsigned Level = 0) {
  std::variant<MemoryPlan, PlanFault> Planned = planMemory(Problem, {Level});
  const auto *Fault = std::get_if<PlanFault>(&Planned);
  return Fault ? text(*Fault, Problem) : "";
}

MemoryPlan planned(const PlanProblem &Problem, unsigned Level) {
  return std::get<MemoryPlan>(planMemory(Problem, {Level}));
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

TEST(PlanRules, EachGivesAValidPlan) {
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 80, 60);
    const TimeOrder Order(Problem);
    std::optional<Placing> InTime = placeInTime(Problem, Order);
    ASSERT_TRUE(InTime);
    EXPECT_TRUE(isValid(Problem, InTime->Places)) << Seed;
    auto FromBothEnds = placeInTime(Problem, Order, 3 * InTime->PoolSizes[0]);
    ASSERT_TRUE(FromBothEnds);
    EXPECT_TRUE(isValid(Problem, FromBothEnds->Places)) << Seed;
    EXPECT_LE(FromBothEnds->PoolSizes[0], 3 * InTime->PoolSizes[0] + 16);
    EXPECT_FALSE(placeInTime(Problem, Order, 0));
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
    const PlanListener Nobody;
    SearchProgress Progress(Nobody);
    SearchSteps Steps(1'000'000, Progress);
    Placing Searched = Sweeping.search(0, Steps);
    EXPECT_EQ(Steps.left(), 0u); // No plan has no bytes.
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
  EXPECT_EQ(Searched.Method, "search by eviction");
  EXPECT_LT(Searched.totalSize(), Rules.totalSize());
  EXPECT_LE(Searched.Steps, PlanEffort{3}.steps());
  EXPECT_EQ(planned(small(), 0).TooManyPairs, 0u);
}

TEST(PlanEviction, GivesPlansForAnyPools) {
  const PlanListener Nobody;
  SearchProgress Progress(Nobody);
  unsigned Smaller = 0;
  for (unsigned Seed = 0; Seed != 30; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 200, 60);
    if (Seed % 3 == 1)
      Problem.Pools = {{"fast", 1500}, {"slow"}};
    if (Seed % 3 == 2)
      Problem.Pools = {{"fast", 700}, {"middle", 900}, {"slow"}};
    Placing Known = *Sweeps(Problem).place();
    std::vector<uint64_t> Sizes;
    for (const PlanPool &Pool : Problem.Pools)
      Sizes.push_back(Pool.Limit.value_or(UINT64_MAX));
    const uint64_t LowerBound =
        poolLowerBound(Problem.Buffers, Sizes, Sizes.size() - 1);
    SearchSteps Steps(1'000'000, Progress), Again(1'000'000, Progress);
    Placing Found = EvictionSearch(Problem, Known).run(LowerBound, Steps);
    EXPECT_TRUE(Steps.left() == 0 || Found.PoolSizes.back() == LowerBound);
    EXPECT_TRUE(isValid(Problem, Found.Places)) << Seed;
    EXPECT_EQ(Found.PoolSizes, poolSizes(Problem, Found.Places));
    EXPECT_FALSE(Known.isSmallerThan(Found));
    for (size_t Pool = 0; Pool + 1 != Problem.Pools.size(); ++Pool)
      EXPECT_LE(Found.PoolSizes[Pool], *Problem.Pools[Pool].Limit);
    Smaller += Found.isSmallerThan(Known);
    EXPECT_EQ(EvictionSearch(Problem, Known).run(LowerBound, Again).Places,
              Found.Places);
  }
  EXPECT_GT(Smaller, 15u);
}

/// Short lives, so that peaks are far from each other: a sweep that comes from
/// one of them leaves gaps at the next.
PlanProblem shortLives() {
  std::mt19937 Random(1);
  PlanProblem Problem;
  for (unsigned I = 0; I != 6000; ++I) {
    uint64_t Lower = Random() % 6000;
    uint64_t Size = uint64_t(16) << Random() % 12;
    Problem.Buffers.push_back(
        {"", Lower, Lower + 1 + Random() % 200, Size + Random() % Size, 16});
  }
  return Problem;
}

TEST(PlanEviction, ClosesGapsAtOtherPeaks) {
  const PlanProblem Problem = shortLives();
  double LowerBound = double(planLowerBound(Problem.Buffers));
  Placing Known = *Sweeps(Problem).place();
  EXPECT_GT(double(Known.PoolSizes[0]), 1.02 * LowerBound);
  const PlanListener Nobody;
  SearchProgress Progress(Nobody);
  SearchSteps Steps(20'000'000, Progress);
  Placing Found =
      EvictionSearch(Problem, Known).run(uint64_t(LowerBound), Steps);
  EXPECT_TRUE(isValid(Problem, Found.Places));
  EXPECT_LT(double(Found.PoolSizes[0]), 1.01 * LowerBound);
  EXPECT_EQ(planned(Problem, 1).Method, "search by eviction");
}

/// One of them has to lie in the slow pool, which could be smaller by its
/// bound.
TEST(PlanEviction, EndsWhereABufferHasNoRoom) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 2, 90}, {"b", 0, 2, 90}};
  Problem.Pools = {{"fast", 100}, {"slow"}};
  Placing Known = {{{0, 0}, {1, 10}}, {90, 100}};
  const PlanListener Nobody;
  SearchProgress Progress(Nobody);
  SearchSteps Steps(100'000, Progress);
  Placing Found = EvictionSearch(Problem, Known).run(80, Steps);
  EXPECT_EQ(Found.PoolSizes, (std::vector<uint64_t>{90, 90}));
  EXPECT_EQ(Steps.left(), 0u);
}

TEST(PlanEviction, KeepsFixedPlaces) {
  PlanProblem Problem = shortLives();
  for (uint64_t I = 0; I != 30; ++I)
    Problem.Buffers.push_back({.Name = "fixed",
                               .Lower = 200 * I,
                               .Upper = 200 * I + 1 + 6 * I,
                               .Size = 5000,
                               .Fixed = BufferPlace{0, 10000 + 1000 * I}});
  MemoryPlan Rules = planned(Problem, 0), Searched = planned(Problem, 3);
  EXPECT_EQ(Searched.Method, "search by eviction");
  EXPECT_LT(Searched.totalSize(), Rules.totalSize());
  EXPECT_LT(double(Searched.totalSize()), 1.01 * double(Searched.LowerBound));
}

/// So many pairs that no rule for pairs is applied.
TEST(PlanRules, HaveAPlanBesideFixedPlaces) {
  PlanProblem Problem;
  Problem.Buffers.push_back({.Name = "fixed",
                             .Lower = 0,
                             .Upper = 5,
                             .Size = 8,
                             .Fixed = BufferPlace{0, 100}});
  for (uint64_t I = 0; I != 17'400; ++I)
    Problem.Buffers.push_back({"", I % 5, I % 5 + 10, 1 + I % 9});
  MemoryPlan Plan = planned(Problem, 0);
  EXPECT_GT(Plan.TooManyPairs, 150'000'000u);
  EXPECT_LE(Plan.totalSize(), Plan.LowerBound + 108);
  // Below one that is far above, and one without bytes is nowhere.
  Problem.Buffers[0].Fixed = BufferPlace{0, 1'000'000};
  EXPECT_EQ(planned(Problem, 0).totalSize(), 1'000'008u);
  Problem.Buffers[0].Size = 0;
  EXPECT_LE(planned(Problem, 0).totalSize(), Plan.LowerBound);
}

/// One is fixed anywhere, also where rules would put others.
TEST(PlanRules, GoRoundFixedPlaces) {
  unsigned Smaller = 0;
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 12, 20);
    const uint64_t Free = planned(Problem, 0).totalSize();
    PlanBuffer &Fixed = Problem.Buffers[Seed % 12];
    // At once above all others, too.
    uint64_t Offset = Seed % 2 == 0 ? Seed * 7 % Free : Free + 63;
    Fixed.Fixed = BufferPlace{0, Offset / 64 * 64};
    const MemoryPlan Rules = planned(Problem, 0);
    const uint64_t Most = Rules.totalSize();
    EXPECT_LE(planned(Problem, 1).totalSize(), Most) << Seed;
    // The room of a larger plan that is known is no room for others.
    Problem.Known = Rules.Places;
    for (size_t I = 0; I != Problem.Known.size(); ++I)
      if (!Problem.Buffers[I].Fixed)
        Problem.Known[I].Offset += 4096;
    EXPECT_LE(planned(Problem, 0).totalSize(), Most) << Seed;
    Smaller += Most < Fixed.Fixed->Offset + Fixed.Size + Free;
  }
  EXPECT_GT(Smaller, 150u);
}

/// Buffers that may lie nowhere else find their pool full when the rules that
/// go through time come to them.
TEST(PlanRules, HaveAPlanWhereSweepsHaveNone) {
  std::mt19937 Random(1);
  PlanProblem Problem;
  Problem.Pools = {{"a", 5120}, {"b"}};
  for (uint64_t I = 0; I != 2100; ++I)
    Problem.Buffers.push_back({.Name = "",
                               .Lower = I,
                               .Upper = I + 1 + Random() % 20,
                               .Size = 1 + Random() % 1000,
                               .Pools = I % 3 == 0 ? 1u : 0u});
  EXPECT_FALSE(Sweeps(Problem).place());
  MemoryPlan Rules = planned(Problem, 0), Searched = planned(Problem, 3);
  EXPECT_FALSE(Placing({}, Rules.PoolSizes)
                   .isSmallerThan(Placing{{}, Searched.PoolSizes}));
}

TEST(SkylineSearch, FindsWhatIsThereAndProvesWhatIsNot) {
  PlanProblem Problem = small();
  std::vector<uint32_t> Group = {0, 1, 2, 3, 4}, Ranks = Group;
  SkylineSearch Search(Problem.Buffers, Group);
  const uint64_t Enough[] = {12}, Less[] = {11};
  const PlanListener Nobody;
  SearchProgress Progress(Nobody);
  SearchSteps Steps(100001, Progress);
  EXPECT_EQ(Search.run(Enough, Ranks, 100000, Steps),
            SkylineSearch::Outcome::Found);
  std::vector<BufferPlace> Places;
  for (size_t I = 0; I != Group.size(); ++I)
    Places.push_back(Search.placeOf(I));
  EXPECT_TRUE(isValid(Problem, Places));
  EXPECT_LE(poolSizes(Problem, Places)[0], 12u);
  uint64_t Taken = Steps.taken();
  EXPECT_GT(Taken, 0u);
  EXPECT_EQ(Search.run(Less, Ranks, 10000, Steps),
            SkylineSearch::Outcome::Impossible);
  EXPECT_GT(Steps.taken(), Taken);
  Taken = Steps.taken();
  EXPECT_EQ(Search.run(Enough, Ranks, 1, Steps),
            SkylineSearch::Outcome::OutOfSteps);
  EXPECT_EQ(Steps.taken(), Taken + 1);
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

/// Keeps what it is told, and stops the search at one call.
struct Listening {
  std::vector<PlanProgress> Calls;
  size_t StopAt = SIZE_MAX;

  PlanListener listener() {
    return [this](const PlanProgress &Now) {
      Calls.push_back(Now);
      return Calls.size() != StopAt;
    };
  }
};

/// A search under a ceiling, one from the peak, and one for the least cost.
std::vector<PlanProblem> longSearches() {
  std::vector<PlanProblem> Result = {randomProblem(3, 300, 60),
                                     randomProblem(4, 4000, 60),
                                     randomProblem(5, 60, 20)};
  Result[2].Pools = {{"fast", 900, 1}, {"slow", std::nullopt, 5}};
  for (PlanBuffer &Buffer : Result[2].Buffers)
    Buffer.Traffic = Buffer.Size * (1 + Buffer.Lower % 3);
  return Result;
}

TEST(PlanProgress, IsToldAndChangesNothing) {
  for (const PlanProblem &Problem : longSearches()) {
    MemoryPlan Alone = planned(Problem, 2);
    Listening Heard, Again;
    auto Listened =
        std::get<MemoryPlan>(planMemory(Problem, {2}, Heard.listener()));
    EXPECT_EQ(Listened.Places, Alone.Places);
    EXPECT_EQ(Listened.Steps, Alone.Steps);
    EXPECT_FALSE(Alone.IsStopped || Listened.IsStopped);
    ASSERT_GE(Heard.Calls.size(), 2u);
    PlanProgress Before = Heard.Calls[0];
    for (const PlanProgress &Now : Heard.Calls) {
      EXPECT_GE(Now.Steps, Before.Steps);
      EXPECT_EQ(Now.LowerBound, Alone.LowerBound);
      ASSERT_TRUE(Now.Bytes);
      EXPECT_GE(*Now.Bytes, Alone.LowerBound);
      if (Problem.Pools.size() == 1) {
        EXPECT_LE(*Now.Bytes, *Before.Bytes);
        EXPECT_GE(*Now.Bytes, Alone.totalSize());
      }
      Before = Now;
    }
    EXPECT_GT(Before.Steps, SearchProgress::Interval);
    // The same calls again.
    planMemory(Problem, {2}, Again.listener());
    ASSERT_EQ(Again.Calls.size(), Heard.Calls.size());
    for (size_t I = 0; I != Heard.Calls.size(); ++I) {
      EXPECT_EQ(Again.Calls[I].Steps, Heard.Calls[I].Steps);
      EXPECT_EQ(Again.Calls[I].Bytes, Heard.Calls[I].Bytes);
    }
  }
}

TEST(PlanProgress, AStoppedSearchHasTheBestPlanSoFar) {
  for (const PlanProblem &Problem : longSearches())
    for (size_t StopAt : {1, 2}) {
      Listening Heard;
      Heard.StopAt = StopAt;
      auto Plan =
          std::get<MemoryPlan>(planMemory(Problem, {4}, Heard.listener()));
      EXPECT_EQ(Heard.Calls.size(), StopAt); // None after it.
      EXPECT_TRUE(Plan.IsStopped);
      EXPECT_FALSE(Plan.IsOptimal);
      EXPECT_TRUE(isValid(Problem, Plan.Places));
      EXPECT_LE(Plan.Steps, Heard.Calls.back().Steps);
      if (Problem.Pools.size() == 1) {
        EXPECT_LE(Plan.totalSize(), *Heard.Calls.back().Bytes);
        EXPECT_LE(Plan.totalSize(), planned(Problem, 0).totalSize());
      }
    }
}

TEST(PlanProgress, AStoppedSearchKeepsTheKnownPlan) {
  for (PlanProblem Problem : longSearches()) {
    MemoryPlan Known = planned(Problem, 1);
    Problem.Known = Known.Places;
    Listening Heard;
    Heard.StopAt = 1;
    auto Plan =
        std::get<MemoryPlan>(planMemory(Problem, {4}, Heard.listener()));
    EXPECT_EQ(Plan.Cost, Known.Cost);
    EXPECT_LE(Plan.totalSize(), Known.totalSize());
  }
}

TEST(PlanProgress, StoppedBeforeThereIsAPlan) {
  PlanProblem Problem = randomProblem(3, 300, 60);
  Problem.Pools[0].Limit = planLowerBound(Problem.Buffers);
  Listening Heard;
  Heard.StopAt = 1;
  std::variant<MemoryPlan, PlanFault> Planned =
      planMemory(Problem, {4}, Heard.listener());
  const auto *Fault = std::get_if<PlanFault>(&Planned);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->Kind, PlanFault::Stopped);
  EXPECT_EQ(text(*Fault, Problem),
            "the search was stopped before it found a plan");
}

/// Rules alone are work, too, if there are many buffers.
TEST(PlanProgress, IsToldOfRules) {
  PlanProblem Problem = randomProblem(1, 50'000, 25'000);
  Listening Heard;
  planMemory(Problem, {0}, Heard.listener());
  ASSERT_GE(Heard.Calls.size(), 2u);
  EXPECT_EQ(Heard.Calls.back().Steps, 0u);
  Heard = {{}, 1};
  auto Plan = std::get<MemoryPlan>(planMemory(Problem, {0}, Heard.listener()));
  EXPECT_EQ(Heard.Calls.size(), 1u);
  EXPECT_TRUE(Plan.IsStopped);
}

TEST(PlanMemory, SameEffortSamePlanAndMoreIsNoWorse) {
  for (unsigned Seed = 0; Seed != 6; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 150, 60);
    uint64_t Before = UINT64_MAX;
    for (unsigned Level = 0; Level != 2; ++Level) {
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
  // A known plan may have nothing behind its end.
  Problem.Known = {{0, 64}, {0, 0}, {0, 8}};
  for (const BufferPlace &Place : planned(Problem, 5).Places)
    EXPECT_EQ(Place.Offset, 0u);
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
    MemoryPlan Rules = planned(Problem, 0), Searched = planned(Problem, 1);
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

/// The best plan, of all orders in which the buffers can be placed, and of all
/// pools for each: the cost, and the least bytes of the last pool at any cost.
struct LeastOfAll {
  uint64_t Cost = UINT64_MAX, LastPool = UINT64_MAX;
};

LeastOfAll tryEveryPlan(const PlanProblem &Problem) {
  const std::vector<PlanBuffer> &Buffers = Problem.Buffers;
  std::vector<unsigned> Order(Buffers.size());
  std::iota(Order.begin(), Order.end(), 0);
  // Those with a fixed place come first in every order.
  auto FirstMovable = std::partition(
      Order.begin(), Order.end(), [&](unsigned I) { return Buffers[I].Fixed; });
  size_t Choices = 1;
  for (size_t I = 0; I != Order.size(); ++I)
    Choices *= Problem.Pools.size();
  LeastOfAll Least;
  std::sort(FirstMovable, Order.end());
  do {
    for (size_t Choice = 0; Choice != Choices; ++Choice) {
      std::vector<BufferPlace> Places(Buffers.size());
      size_t Digits = Choice;
      bool Fits = true;
      uint64_t Cost = 0;
      for (size_t I = 0; I != Order.size();
           ++I, Digits /= Problem.Pools.size()) {
        const PlanBuffer &A = Buffers[Order[I]];
        BufferPlace &Place = Places[Order[I]];
        Place = A.Fixed.value_or(
            BufferPlace{uint32_t(Digits % Problem.Pools.size()), 0});
        Fits &= A.mayLieIn(Place.Pool);
        Cost += A.Traffic * Problem.Pools[Place.Pool].Cost;
        auto Overlaps = [&](unsigned Other) {
          const PlanBuffer &B = Buffers[Other];
          return Places[Other].Pool == Place.Pool && A.Size != 0 &&
                 B.Size != 0 && A.Lower < B.Upper && B.Lower < A.Upper &&
                 Place.Offset < Places[Other].Offset + B.Size &&
                 Places[Other].Offset < Place.Offset + A.Size;
        };
        while (!A.Fixed &&
               std::any_of(Order.begin(), Order.begin() + I, Overlaps))
          Place.Offset += A.Alignment;
      }
      std::vector<uint64_t> Sizes = poolSizes(Problem, Places);
      for (size_t Pool = 0; Pool != Sizes.size(); ++Pool)
        Fits &= Sizes[Pool] <= Problem.Pools[Pool].Limit.value_or(UINT64_MAX);
      if (Fits)
        Least = {std::min(Least.Cost, Cost),
                 std::min(Least.LastPool, Sizes.back())};
    }
  } while (std::next_permutation(FirstMovable, Order.end()));
  return Least;
}

/// Four buffers and two or three pools.
PlanProblem fewBuffers(unsigned Seed) {
  PlanProblem Problem = randomProblem(Seed, 4, 6);
  for (PlanBuffer &Buffer : Problem.Buffers) {
    Buffer.Size /= 8;
    Buffer.Alignment = std::min<uint64_t>(Buffer.Alignment, 4);
  }
  Problem.Pools = {{"fast", 12 + Seed % 5 * 6}, {"slow"}};
  if (Seed % 3 == 0)
    Problem.Pools.insert(Problem.Pools.begin() + 1, {"middle", 8});
  return Problem;
}

TEST(PlanMemory, SmallPlansWithSeveralPoolsAreTheBest) {
  unsigned ByRulesAlone = 0;
  for (unsigned Seed = 0; Seed != 60; ++Seed) {
    PlanProblem Problem = fewBuffers(Seed);
    uint64_t Least = tryEveryPlan(Problem).LastPool;
    MemoryPlan Plan = planned(Problem, PlanEffort::Highest);
    EXPECT_TRUE(isValid(Problem, Plan.Places)) << Seed;
    EXPECT_EQ(Plan.PoolSizes.back(), Least) << Seed;
    EXPECT_TRUE(Plan.IsOptimal) << Seed;
    EXPECT_LT(Plan.Steps, 10000u) << Seed;
    ByRulesAlone += planned(Problem, 0).PoolSizes.back() == Least;
  }
  EXPECT_LT(ByRulesAlone, 60u);
}

/// Pools in which buffers may not lie, limits of all pools, and places that are
/// given.
TEST(PlanMemory, SmallPlansWithPinsAreTheBest) {
  std::mt19937 Random(3);
  unsigned Planned = 0, Refused = 0;
  for (unsigned Seed = 0; Seed != 300; ++Seed) {
    PlanProblem Problem = fewBuffers(Seed);
    if (Seed % 2 != 0)
      Problem.Pools.back().Limit = 20 + Random() % 60;
    for (PlanBuffer &Buffer : Problem.Buffers)
      Buffer.Pools = Random() % (uint64_t(1) << Problem.Pools.size());
    PlanBuffer &Last = Problem.Buffers.back();
    if (Seed % 3 != 1)
      Last.Fixed = {uint32_t(Random() % Problem.Pools.size()),
                    Random() % 8 * Last.Alignment};
    uint64_t Least = tryEveryPlan(Problem).LastPool;
    std::variant<MemoryPlan, PlanFault> Result =
        planMemory(Problem, {PlanEffort::Highest});
    const auto *Plan = std::get_if<MemoryPlan>(&Result);
    ASSERT_EQ(Plan != nullptr, Least != UINT64_MAX) << Seed << refusal(Problem);
    Planned += Plan != nullptr;
    Refused += Plan == nullptr;
    if (!Plan)
      continue;
    EXPECT_TRUE(isValid(Problem, Plan->Places)) << Seed;
    EXPECT_EQ(checkPlan(Problem, *Plan), std::nullopt) << Seed;
    EXPECT_TRUE(Plan->PoolSizes.back() == Least || !Plan->IsOptimal) << Seed;
    EXPECT_EQ(Plan->PoolSizes.back(), Least) << Seed;
  }
  EXPECT_GT(Planned, 100u);
  EXPECT_GT(Refused, 20u);
}

TEST(PlanMemory, SmallPlansCostLeast) {
  std::mt19937 Random(4);
  unsigned BySize = 0;
  for (unsigned Seed = 0; Seed != 100; ++Seed) {
    PlanProblem Problem = fewBuffers(Seed);
    for (PlanBuffer &Buffer : Problem.Buffers) {
      Buffer.Traffic = Random() % 100;
      if (Random() % 4 == 0)
        Buffer.Pools =
            1 + Random() % ((uint64_t(1) << Problem.Pools.size()) - 1);
    }
    uint64_t BeforeCost = 0;
    for (PlanPool &Pool : Problem.Pools)
      Pool.Cost = BeforeCost += 1 + Random() % 5;
    LeastOfAll Least = tryEveryPlan(Problem);
    std::variant<MemoryPlan, PlanFault> Result = planMemory(Problem, {3});
    const auto *Plan = std::get_if<MemoryPlan>(&Result);
    ASSERT_EQ(Plan != nullptr, Least.Cost != UINT64_MAX)
        << Seed << refusal(Problem);
    if (!Plan)
      continue;
    EXPECT_EQ(Plan->Cost, Least.Cost) << Seed;
    EXPECT_TRUE(Plan->IsOptimal) << Seed;
    for (PlanPool &Pool : Problem.Pools)
      Pool.Cost = 0;
    EXPECT_EQ(planned(Problem, 3).Cost, 0u);
    uint64_t Traffic = 0;
    for (const PlanBuffer &Buffer : Problem.Buffers)
      Traffic += Buffer.Traffic;
    for (PlanPool &Pool : Problem.Pools)
      Pool.Cost = 3;
    EXPECT_EQ(planned(Problem, 3).Cost, 3 * Traffic);
    BySize += planned(Problem, 3).Places == Plan->Places;
  }
  EXPECT_LT(BySize, 90u);
}

TEST(PlanMemory, CostsOfManyBuffers) {
  PlanProblem Problem = randomProblem(1, 300, 200);
  Problem.Pools = {{"fast", 1200, 1}, {"slow", std::nullopt, 10}};
  for (PlanBuffer &Buffer : Problem.Buffers)
    Buffer.Traffic = 1 + Buffer.Size * (1 + Buffer.Lower % 7);
  MemoryPlan ByCost = planned(Problem, 1);
  EXPECT_TRUE(isValid(Problem, ByCost.Places));
  EXPECT_EQ(ByCost.Method, "by cost");
  EXPECT_LE(ByCost.PoolSizes[0], 1200u);
  uint64_t CostBySize = 0;
  PlanProblem Same = Problem;
  for (PlanPool &Pool : Same.Pools)
    Pool.Cost = 1;
  MemoryPlan BySize = planned(Same, 1);
  for (size_t I = 0; I != Problem.Buffers.size(); ++I)
    CostBySize +=
        Problem.Buffers[I].Traffic * Problem.Pools[BySize.Places[I].Pool].Cost;
  EXPECT_LT(ByCost.Cost, CostBySize);
  Problem.Known = ByCost.Places;
  MemoryPlan Again = planned(Problem, 0);
  EXPECT_LE(Again.Cost, ByCost.Cost);
}

TEST(PlanMemory, FixedPlacesThatCannotBe) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 2, 60, 4}, {"b", 1, 3, 30, 4}};
  Problem.Pools = {{"fast", 100}, {"slow"}};
  auto RefusalOf = [&](BufferPlace A, BufferPlace B) {
    Problem.Buffers[0].Fixed = A;
    Problem.Buffers[1].Fixed = B;
    return refusal(Problem);
  };
  EXPECT_EQ(RefusalOf({0, 0}, {0, 60}), "");
  EXPECT_EQ(RefusalOf({0, 0}, {0, 56}),
            "buffers a and b overlap, and both live at 1");
  EXPECT_EQ(RefusalOf({0, 0}, {0, 72}),
            "buffer b has 30 bytes at 72, but the pool has 100");
  EXPECT_EQ(RefusalOf({0, 2}, {0, 64}),
            "buffer a is at 2, which is not a multiple of 4");
  EXPECT_EQ(RefusalOf({0, 0}, {2, 0}),
            "buffer b may lie in no pool that there is");
  EXPECT_EQ(RefusalOf({0, 0}, {1, UINT64_MAX - 3}),
            "the buffers have more bytes in all than 63 bits can count");
  // The rest lies around them.
  Problem.Buffers[0].Fixed = {0, 20};
  Problem.Buffers[1].Fixed.reset();
  EXPECT_EQ(planned(Problem, 5).Places[1], (BufferPlace{1, 0}));
  Problem.Buffers[0].Fixed = {0, 32};
  EXPECT_EQ(planned(Problem, 5).Places[1], (BufferPlace{0, 0}));
  std::variant<MemoryPlan, PlanFault> Result = planMemory(Problem);
  auto &Plan = std::get<MemoryPlan>(Result);
  Plan.Places[0].Offset = 36;
  EXPECT_EQ(text(checkPlan(Problem, Plan), Problem),
            "buffer a is at 36 of pool 0, but has its place at 32 of pool 0");
  Plan.Places[0].Offset = 32;
  Problem.Buffers[1].Pools = 2;
  EXPECT_EQ(text(checkPlan(Problem, Plan), Problem),
            "buffer b may not lie in pool fast");
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
  EXPECT_EQ(refusal(Problem), "the smallest plan that was found has 120 bytes, "
                              "but pool y has at most 100");
  EXPECT_EQ(refusal(Problem, 1), "every plan takes at least 120 bytes of pool "
                                 "y, which has at most 100");
  Problem.Pools = {{"x", 50}, {"y", 50}};
  EXPECT_EQ(refusal(Problem), "buffer a has 60 bytes, but no pool in which it "
                              "may lie has more than 50");
  Problem.Pools = {{"x", 100}, {"y"}};
  for (PlanBuffer &Buffer : Problem.Buffers)
    Buffer.Pools = 1;
  EXPECT_EQ(refusal(Problem, 1), "every plan takes at least 180 bytes of pool "
                                 "x, which has at most 100");
  Problem.Buffers[1].Pools = 4;
  EXPECT_EQ(refusal(Problem), "buffer b may lie in no pool that there is");
  Problem.Pools = {{"x", 100, 2}, {"y", 100, 1}};
  EXPECT_EQ(refusal(Problem),
            "pool y costs 1, less than the pool before it, 2; "
            "the fastest comes first");
  Problem.Pools.resize(65);
  EXPECT_EQ(refusal(Problem),
            "there are 65 pools, but at most 64 can be planned");
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
