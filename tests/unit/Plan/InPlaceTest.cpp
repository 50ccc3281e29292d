//===- InPlaceTest.cpp - Buffers that lie where others do -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Problems.h"

#include <gmock/gmock.h>

using namespace metaobj;
using testing::ElementsAre;

namespace {

MemoryPlan planPairs(const PlanProblem &Problem, unsigned Level = 0) {
  return std::get<MemoryPlan>(planMemory(Problem, {Level}));
}

PlanBuffer over(size_t Other, PlanBuffer Buffer) {
  Buffer.InPlaceOf = Other;
  return Buffer;
}

/// Each operator may write over its input.
PlanProblem chain() {
  PlanProblem Result;
  Result.Buffers = {
      {"a", 0, 2, 64}, over(0, {"b", 1, 3, 64}), over(1, {"c", 2, 4, 64})};
  return Result;
}

PlanProblem withoutPairs(PlanProblem Problem) {
  for (PlanBuffer &Buffer : Problem.Buffers)
    Buffer.InPlaceOf.reset();
  return Problem;
}

std::vector<uint64_t> slowestFirst(const MemoryPlan &Plan) {
  return {Plan.PoolSizes.rbegin(), Plan.PoolSizes.rend()};
}

/// Chains and branches of operators, of which many may write over an input.
PlanProblem drawn(unsigned Seed, size_t Count) {
  std::mt19937 Random(Seed);
  PlanProblem Result;
  std::vector<uint64_t> End(Count);
  std::vector<size_t> Input(Count);
  for (size_t I = 1; I != Count; ++I) {
    Input[I] = I - 1 - Random() % std::min<size_t>(I, 4);
    End[Input[I]] = I + 1;
  }
  for (size_t I = 0; I != Count; ++I) {
    Result.Buffers.push_back({std::to_string(I), I,
                              std::max<uint64_t>(End[I], I + 1),
                              16 * (1 + Random() % 4)});
    PlanBuffer &Buffer = Result.Buffers.back();
    Buffer.Alignment = uint64_t(1) << Random() % 5;
    if (I != 0 && End[Input[I]] == I + 1 &&
        Result.Buffers[Input[I]].Size >= Buffer.Size)
      Buffer.InPlaceOf = Input[I];
  }
  return Result;
}

std::string refusePlaces(const PlanProblem &Problem,
                         std::vector<BufferPlace> Places) {
  MemoryPlan Plan;
  Plan.Places = std::move(Places);
  Plan.PoolSizes.assign(Problem.Pools.size(), 1000);
  return text(checkPlan(Problem, Plan), Problem);
}

/// Best is one of two pairs: what traffic saves in the small pool.
TEST(InPlace, ChoosesPairsOfFewBuffers) {
  PlanProblem Problem;
  Problem.Pools = {{"p0", 3, 1}, {"p1", std::nullopt, 3}};
  Problem.Buffers = {{"a", 0, 2, 2},
                     over(0, {"b", 1, 3, 2}),
                     {"c", 3, 5, 2},
                     {"d", 3, 4, 2},
                     over(2, {"e", 4, 5, 2})};
  Problem.Buffers[2].Alignment = Problem.Buffers[3].Alignment = 2;
  Problem.Buffers[0].Fixed = BufferPlace{0, 0};
  const uint64_t Traffic[] = {15, 11, 1, 16, 6};
  for (size_t I = 0; I != 5; ++I)
    Problem.Buffers[I].Traffic = Traffic[I];
  MemoryPlan Plan = planPairs(Problem, 5);
  EXPECT_EQ(Plan.Cost, 51u);
  EXPECT_TRUE(Plan.IsOptimal);
  // Nobody has looked.
  EXPECT_FALSE(planPairs(Problem, 0).IsOptimal);
}

/// The large buffer of a fixed pair has ended where the third one begins.
TEST(InPlace, FixedPairsOfTwoSizes) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 3, 8}, over(0, {"b", 2, 6, 4}), {"c", 4, 6, 4}};
  Problem.Buffers[0].Fixed = Problem.Buffers[1].Fixed = BufferPlace{0, 0};
  EXPECT_EQ(planPairs(Problem).totalSize(), 8u);
  Problem.Buffers[2].Fixed = BufferPlace{0, 4};
  EXPECT_EQ(planPairs(Problem).totalSize(), 8u);
  // What is refused is of buffers as they were given.
  Problem.Buffers = {{"x", 0, 3, 4}, over(0, {"y", 2, 6, 4}), {"z", 4, 6, 4}};
  Problem.Buffers[0].Fixed = Problem.Buffers[2].Fixed = BufferPlace{0, 0};
  Problem.Pools[0].Limit = 7;
  EXPECT_EQ(text(std::get<PlanFault>(planMemory(Problem, {1})), Problem),
            "8 bytes live at the same time, but the pools have at most 7");
}

TEST(InPlace, OnlyAPairAtOneOffsetMayOverlap) {
  PlanProblem Problem = chain();
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 0}}), "");
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 64}, {0, 0}}), "");
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 8}, {0, 100}}),
            "buffers a and b overlap, and both live at 1");
  EXPECT_EQ(refusePlaces(Problem, {{0, 8}, {0, 0}, {0, 100}}),
            "buffers a and b overlap, and both live at 1");
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 32}}),
            "buffers b and c overlap, and both live at 2");
  EXPECT_EQ(refusePlaces(withoutPairs(Problem), {{0, 0}, {0, 0}, {0, 100}}),
            "buffers a and b overlap, and both live at 1");
}

TEST(InPlace, OneOfTwoMayHaveThePlace) {
  PlanProblem Problem;
  Problem.Buffers = {
      {"a", 0, 2, 64}, over(0, {"b", 1, 3, 64}), over(0, {"c", 1, 3, 32})};
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 64}}), "");
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 64}, {0, 0}}), "");
  EXPECT_NE(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 0}}), "");
  EXPECT_EQ(planPairs(Problem).totalSize(), 96u);
}

/// The rest of the input still lives in the step in which both do.
TEST(InPlace, TheRestOfALargerBufferIsKept) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 2, 64},
                     over(0, {"b", 1, 5, 16}),
                     {"c", 1, 5, 16},
                     {"d", 2, 5, 16}};
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 48}, {0, 16}}),
            "buffers a and c overlap, and both live at 1");
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 64}, {0, 16}}), "");
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 0}, {0, 64}, {0, 8}}),
            "buffers b and d overlap, and both live at 2");
}

TEST(InPlace, PairsThatCannotBe) {
  auto Refused = [](PlanBuffer Other, PlanBuffer Buffer) {
    PlanProblem Problem;
    Problem.Buffers = {Other, over(0, Buffer)};
    std::variant<MemoryPlan, PlanFault> Planned = planMemory(Problem);
    const auto *Fault = std::get_if<PlanFault>(&Planned);
    std::string Text = Fault ? text(*Fault, Problem) : "";
    EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 64}}), Text);
    return Text;
  };
  EXPECT_EQ(Refused({"a", 0, 2, 8}, {"b", 1, 3, 8}), "");
  EXPECT_EQ(Refused({"a", 0, 2, 7}, {"b", 1, 3, 8}),
            "buffer b cannot lie in the place of a, which ends at 2 with 7 "
            "bytes: it must begin before b, end at 2 and have at least 8 "
            "bytes");
  EXPECT_NE(Refused({"a", 0, 3, 8}, {"b", 1, 3, 8}), "");
  EXPECT_NE(Refused({"a", 0, 1, 8}, {"b", 1, 3, 8}), "");
  EXPECT_NE(Refused({"a", 1, 2, 8}, {"b", 1, 3, 8}), "");
  PlanProblem Problem = chain();
  Problem.Buffers[2].InPlaceOf = 2;
  EXPECT_NE(refusePlaces(Problem, {{0, 0}, {0, 64}, {0, 0}}), "");
  Problem.Buffers[2].InPlaceOf = 3;
  EXPECT_EQ(refusePlaces(Problem, {{0, 0}, {0, 64}, {0, 0}}),
            "buffer c may lie in the place of buffer 3, but there are 3");
}

TEST(InPlace, AChainTakesOnePlace) {
  MemoryPlan Plan = planPairs(chain());
  EXPECT_THAT(Plan.PoolSizes, ElementsAre(64));
  EXPECT_EQ(Plan.LowerBound, 64u);
  EXPECT_TRUE(Plan.IsOptimal);
  EXPECT_EQ(planPairs(withoutPairs(chain())).totalSize(), 128u);
}

/// A small buffer would keep the whole place of a large one for long.
TEST(InPlace, APairThatDoesNotPayIsLeftApart) {
  PlanProblem Problem;
  Problem.Buffers = {
      {"a", 0, 2, 100}, over(0, {"b", 1, 50, 10}), {"c", 2, 50, 100}};
  MemoryPlan Plan = planPairs(Problem);
  EXPECT_EQ(Plan.totalSize(), 110u);
  EXPECT_TRUE(Plan.IsOptimal);
  // Beside one that does.
  Problem.Buffers.push_back({"d", 60, 62, 120});
  Problem.Buffers.push_back(over(3, {"e", 61, 63, 120}));
  Plan = planPairs(Problem);
  EXPECT_EQ(Plan.totalSize(), 120u);
  EXPECT_TRUE(Plan.IsOptimal);
}

TEST(InPlace, PoolsAndFixedPlaces) {
  PlanProblem Problem = chain();
  Problem.Pools = {{"fast", 64}, {"slow"}};
  EXPECT_THAT(planPairs(Problem).PoolSizes, ElementsAre(64, 0));
  // Where one may lie in the slow pool alone, all of them take no more of it.
  Problem.Buffers[1].Pools = 2;
  EXPECT_THAT(planPairs(Problem).PoolSizes, ElementsAre(0, 64));
  Problem.Buffers[1].Pools = 0;
  // Places that are fixed over each other.
  Problem.Buffers[0].Fixed = Problem.Buffers[1].Fixed = {1, 32};
  MemoryPlan Plan = planPairs(Problem);
  EXPECT_EQ(Plan.Places[1], (BufferPlace{1, 32}));
  EXPECT_TRUE(isValid(Problem, Plan.Places));
  // And apart.
  Problem.Buffers[1].Fixed = {1, 128};
  EXPECT_TRUE(isValid(Problem, planPairs(Problem).Places));
  // One of them.
  Problem.Buffers[1].Fixed.reset();
  Problem.Buffers[0].Fixed = {1, 0};
  EXPECT_TRUE(isValid(Problem, planPairs(Problem).Places));
}

TEST(InPlace, LimitsThatNeedPairs) {
  PlanProblem Problem = chain();
  Problem.Pools[0].Limit = 64;
  EXPECT_EQ(planPairs(Problem).totalSize(), 64u);
  Problem.Pools[0].Limit = 63;
  for (PlanBuffer &Buffer : Problem.Buffers)
    Buffer.Size = 60;
  Problem.Buffers.push_back({"x", 1, 2, 4});
  std::variant<MemoryPlan, PlanFault> Planned = planMemory(Problem);
  const auto *Fault = std::get_if<PlanFault>(&Planned);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(text(*Fault, Problem), "64 bytes live at the same time, but the "
                                   "pools have at most 63");
}

TEST(InPlace, NeverWorseThanWithoutPairs) {
  unsigned Smaller = 0;
  for (unsigned Seed = 0; Seed != 90; ++Seed) {
    PlanProblem Problem = drawn(Seed, 40);
    if (Seed % 3 == 1)
      Problem.Pools = {{"fast", 100}, {"slow"}};
    if (Seed % 3 == 2)
      Problem.Pools = {{"fast"}, {"middle", 90}, {"slow"}};
    for (size_t I = 0; I != 40 && Seed % 3 == 2; ++I)
      Problem.Buffers[I].Pools = I % 7 == 0 ? 2 : I % 5 == 0 ? 3 : 0;
    MemoryPlan Plan = planPairs(Problem);
    MemoryPlan Without = planPairs(withoutPairs(Problem));
    EXPECT_TRUE(isValid(Problem, Plan.Places)) << Seed;
    EXPECT_LE(slowestFirst(Plan), slowestFirst(Without)) << Seed;
    EXPECT_LE(Plan.LowerBound, Without.LowerBound);
    EXPECT_GE(Plan.totalSize(), Plan.LowerBound);
    Smaller += slowestFirst(Plan) < slowestFirst(Without);
    EXPECT_EQ(planPairs(Problem).Places, Plan.Places);
    // Nor than a plan that is known, however it uses the pairs.
    Problem.Known = Plan.Places;
    EXPECT_LE(slowestFirst(planPairs(Problem)), slowestFirst(Plan));
  }
  EXPECT_GT(Smaller, 20u);
}

TEST(InPlace, CostsAreNeverHigher) {
  unsigned Cheaper = 0;
  for (unsigned Seed = 0; Seed != 10; ++Seed) {
    PlanProblem Problem = drawn(Seed, 16);
    Problem.Pools = {{"fast", 80, 1}, {"slow", std::nullopt, 5}};
    for (PlanBuffer &Buffer : Problem.Buffers)
      Buffer.Traffic = 2 * Buffer.Size;
    MemoryPlan Plan = planPairs(Problem);
    uint64_t Without = planPairs(withoutPairs(Problem)).Cost;
    EXPECT_TRUE(isValid(Problem, Plan.Places)) << Seed;
    EXPECT_LE(Plan.Cost, Without) << Seed;
    Cheaper += Plan.Cost < Without;
  }
  EXPECT_GT(Cheaper, 0u);
}

/// The checker against all pairs, on plans of few places.
TEST(InPlace, TheCheckerAgreesWithAllPairs) {
  std::mt19937 Random(1);
  unsigned Valid = 0, Shared = 0;
  for (unsigned Round = 0; Round != 3000; ++Round) {
    PlanProblem Problem = drawn(Round, 5);
    std::vector<BufferPlace> Places;
    bool HasShared = false;
    for (const PlanBuffer &Buffer : Problem.Buffers) {
      Places.push_back({0, 16 * (Random() % 8)});
      if (Buffer.InPlaceOf && Random() % 2 == 0) {
        Places.back() = Places[*Buffer.InPlaceOf];
        HasShared = true;
      }
    }
    bool IsGood = isValid(Problem, Places);
    EXPECT_EQ(refusePlaces(Problem, Places).empty(), IsGood) << Round;
    Valid += IsGood;
    Shared += IsGood && HasShared;
  }
  EXPECT_GT(Valid, 100u);
  EXPECT_LT(Valid, 2900u);
  EXPECT_GT(Shared, 50u);
}

} // namespace
