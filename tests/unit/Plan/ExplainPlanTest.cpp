//===- ExplainPlanTest.cpp - Why buffers left their first pool ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Problems.h"

#include <gmock/gmock.h>

#include <numeric>

using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

std::vector<PlanReason> explain(const PlanProblem &Problem,
                                std::span<const BufferPlace> Places) {
  std::vector<size_t> All(Places.size());
  std::iota(All.begin(), All.end(), 0);
  return explainPlan(Problem, Places, All);
}

/// Five buffers beside each other in a pool of 100 bytes.
PlanProblem beside() {
  PlanProblem Result;
  Result.Pools = {{"sram", 100}, {"dram"}};
  Result.Buffers = {{"a", 0, 4, 40, 8},
                    {"b", 1, 3, 20, 8},
                    {"c", 2, 9, 28, 2},
                    {"d", 2, 3, 8, 8},
                    {"e", 5, 9, 30, 1}};
  return Result;
}

const std::vector<BufferPlace> BesidePlaces = {
    {0, 0}, {0, 40}, {0, 60}, {0, 88}, {0, 0}};

std::vector<PlanReason> explainBeside(const PlanBuffer &Added) {
  PlanProblem Problem = beside();
  Problem.Buffers.push_back(Added);
  std::vector<BufferPlace> Places = BesidePlaces;
  Places.push_back({1, Added.Fixed ? Added.Fixed->Offset : 0});
  MemoryPlan Plan;
  Plan.Places = Places;
  Plan.PoolSizes = {100, 1000};
  EXPECT_EQ(checkPlan(Problem, Plan) ? "refused" : "", std::string());
  return explain(Problem, Places);
}

TEST(ExplainPlan, WhatFitsIsNotExplained) {
  for (const PlanReason &Reason : explainBeside({"x", 0, 9, 200})) {
    EXPECT_EQ(Reason.Pool, 0u);
    EXPECT_EQ(Reason.Kind, Reason.Bytes == 100 ? PlanReason::LargerThanPool
                                               : PlanReason::InFirstPool);
  }
}

TEST(ExplainPlan, LargerThanThePool) {
  PlanReason Reason = explainBeside({"x", 0, 9, 101}).back();
  EXPECT_EQ(Reason.Kind, PlanReason::LargerThanPool);
  EXPECT_EQ(Reason.Bytes, 100u);
  EXPECT_THAT(Reason.Beside, IsEmpty());
  EXPECT_EQ(Reason.text("sram", {}), "pool sram has at most 100 bytes");
}

TEST(ExplainPlan, FixedElsewhere) {
  PlanBuffer Fixed = {"x", 0, 9, 4};
  Fixed.Fixed = {1, 12};
  PlanReason Reason = explainBeside(Fixed).back();
  EXPECT_EQ(Reason.Kind, PlanReason::FixedElsewhere);
  EXPECT_EQ(Reason.text("sram", {}),
            "its place is fixed in another pool than sram");
  // Its only pool is its first one.
  Fixed.Pools = 2;
  Reason = explainBeside(Fixed).back();
  EXPECT_EQ(Reason.Kind, PlanReason::InFirstPool);
  EXPECT_EQ(Reason.Pool, 1u);
}

TEST(ExplainPlan, NoRoomAtThePeak) {
  PlanReason Reason = explainBeside({"x", 1, 9, 20}).back();
  EXPECT_EQ(Reason.Kind, PlanReason::NoRoom);
  EXPECT_EQ(Reason.Time, 2u);
  EXPECT_EQ(Reason.Bytes, 96u);
  // The three largest that live then.
  EXPECT_THAT(Reason.Beside, ElementsAre(0, 2, 1));
  const std::string Names[] = {"a", "c", "b"};
  EXPECT_EQ(Reason.text("sram", Names),
            "pool sram has no room at 2: 96 bytes live there, the largest are "
            "a, c and b");
  // Those that live before or after it do not count.
  Reason = explainBeside({"x", 3, 5, 33}).back();
  EXPECT_EQ(Reason.Kind, PlanReason::NoRoom);
  EXPECT_EQ(Reason.Time, 3u);
  EXPECT_EQ(Reason.Bytes, 68u);
  EXPECT_THAT(Reason.Beside, ElementsAre(0, 2));
}

TEST(ExplainPlan, RoomInPieces) {
  // Free: 40 to 60 and 88 to 100.
  PlanReason Reason = explainBeside({"x", 3, 4, 30}).back();
  EXPECT_EQ(Reason.Kind, PlanReason::NoGap);
  EXPECT_EQ(Reason.Time, 3u);
  EXPECT_EQ(Reason.Bytes, 68u);
  EXPECT_THAT(Reason.Beside, ElementsAre(0, 2));
  const std::string Names[] = {"a", "c"};
  EXPECT_EQ(Reason.text("sram", Names),
            "pool sram has no gap that is large enough: at 3, 68 bytes live "
            "there, the largest are a and c");
  // Its alignment counts.
  EXPECT_EQ(explainBeside({"x", 3, 4, 20}).back().Kind, PlanReason::RoomLeft);
  EXPECT_EQ(explainBeside({"x", 3, 4, 20, 16}).back().Kind, PlanReason::NoGap);
}

TEST(ExplainPlan, RoomThatIsLeft) {
  PlanReason Reason = explainBeside({"x", 9, 10, 100}).back();
  EXPECT_EQ(Reason.Kind, PlanReason::RoomLeft);
  EXPECT_THAT(Reason.Beside, IsEmpty());
  EXPECT_EQ(Reason.text("sram", {}),
            "pool sram has room for it, which the plan leaves");
  EXPECT_EQ(explainBeside({"x", 0, 10, 0}).back().Kind, PlanReason::RoomLeft);
  // A pool without a limit has room for everything.
  PlanProblem Problem;
  Problem.Pools = {{"a"}, {"b"}};
  Problem.Buffers = {{"x", 0, 1, 8}};
  const BufferPlace Place[] = {{1, 0}};
  EXPECT_EQ(explain(Problem, Place)[0].Kind, PlanReason::RoomLeft);
}

/// Against all pairs: what has no room has none at that time, and what is said
/// to live there does.
TEST(ExplainPlan, HoldsForPlansOfThePlanner) {
  size_t NoRoom = 0;
  for (unsigned Seed = 0; Seed != 20; ++Seed) {
    PlanProblem Problem = randomProblem(Seed, 120, 60);
    Problem.Pools = {{"fast", 400}, {"middle", 500}, {"slow"}};
    for (size_t I = 0; I < 120; I += 7)
      Problem.Buffers[I].Pools = 6;
    auto Plan = std::get<MemoryPlan>(planMemory(Problem, {0}));
    std::vector<PlanReason> Reasons = explain(Problem, Plan.Places);
    for (size_t I = 0; I != Reasons.size(); ++I) {
      const PlanReason &Reason = Reasons[I];
      const PlanBuffer &Buffer = Problem.Buffers[I];
      EXPECT_EQ(Reason.Pool, I % 7 == 0 ? 1u : 0u);
      EXPECT_EQ(Reason.Kind == PlanReason::InFirstPool,
                Plan.Places[I].Pool == Reason.Pool);
      if (Reason.Kind != PlanReason::NoRoom)
        continue;
      ++NoRoom;
      EXPECT_TRUE(Buffer.Lower <= Reason.Time && Reason.Time < Buffer.Upper);
      uint64_t Bytes = 0, Largest = 0;
      for (size_t J = 0; J != Reasons.size(); ++J) {
        const PlanBuffer &Other = Problem.Buffers[J];
        if (Plan.Places[J].Pool != Reason.Pool || Reason.Time < Other.Lower ||
            Reason.Time >= Other.Upper)
          continue;
        Bytes += Other.Size;
        Largest = std::max(Largest, Other.Size);
      }
      EXPECT_EQ(Reason.Bytes, Bytes);
      EXPECT_GT(Bytes + Buffer.Size, *Problem.Pools[Reason.Pool].Limit);
      ASSERT_FALSE(Reason.Beside.empty());
      EXPECT_EQ(Problem.Buffers[Reason.Beside[0]].Size, Largest);
    }
  }
  EXPECT_GT(NoRoom, 100u);
}

} // namespace
