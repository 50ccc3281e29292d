//===- CheckPlanTest.cpp - Bad plans are found ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/Problems.h"

#include <gtest/gtest.h>

using namespace metaobj;

namespace {

struct Planned {
  PlanProblem Problem;
  MemoryPlan Plan;

  std::string refusal() const {
    return text(checkPlan(Problem, Plan), Problem);
  }
};

/// a below b; c in the place of a, later.
Planned valid() {
  Planned Result;
  Result.Problem.Buffers = {
      {"a", 0, 2, 16, 8}, {"b", 1, 4, 8, 8}, {"c", 2, 3, 16, 16}};
  Result.Plan.Places = {{0, 0}, {0, 16}, {0, 0}};
  Result.Plan.PoolSizes = {24};
  return Result;
}

TEST(CheckPlan, AValidPlan) { EXPECT_EQ(valid().refusal(), ""); }

TEST(CheckPlan, OverlapsAreFound) {
  Planned Bad = valid();
  Bad.Plan.Places[1].Offset = 8;
  EXPECT_EQ(Bad.refusal(), "buffers a and b overlap, and both live at 1");
  Bad = valid();
  Bad.Problem.Buffers[0].Upper = 3;
  EXPECT_EQ(Bad.refusal(), "buffers a and c overlap, and both live at 2");
  // The whole of one inside of the other.
  Bad = valid();
  Bad.Problem.Buffers[0].Size = 24;
  EXPECT_EQ(Bad.refusal(), "buffers a and b overlap, and both live at 1");
}

TEST(CheckPlan, AlignmentAndSizes) {
  Planned Bad = valid();
  Bad.Problem.Buffers[1].Alignment = 32;
  EXPECT_EQ(Bad.refusal(), "buffer b is at 16, which is not a multiple of 32");
  Bad = valid();
  Bad.Plan.PoolSizes[0] = 23;
  EXPECT_EQ(Bad.refusal(), "buffer b has 8 bytes at 16, but the pool has 23");
  Bad = valid();
  Bad.Plan.Places[1].Offset = UINT64_MAX - 7;
  EXPECT_EQ(Bad.refusal(), "buffer b has 8 bytes at "
                           "18446744073709551608, but the pool has 24");
}

TEST(CheckPlan, Pools) {
  Planned Bad = valid();
  Bad.Problem.Pools[0].Limit = 23;
  EXPECT_EQ(Bad.refusal(), "pool workspace has 24 bytes of at most 23");
  Bad = valid();
  Bad.Plan.Places[2].Pool = 1;
  EXPECT_EQ(Bad.refusal(), "buffer c is in pool 1, but there are 1");
  Bad = valid();
  Bad.Plan.Places.pop_back();
  EXPECT_EQ(Bad.refusal(), "the plan has 2 places in 1 pool for 3 buffers "
                           "and 1 pool");
}

TEST(CheckPlan, BuffersThatCannotBe) {
  Planned Bad = valid();
  Bad.Problem.Buffers[2].Lower = 3;
  EXPECT_EQ(Bad.refusal(),
            "buffer c lives from 3 until before 3, which is not a time");
  Bad = valid();
  Bad.Problem.Buffers[2].Alignment = 0;
  EXPECT_EQ(Bad.refusal(),
            "buffer c is aligned to 0, which is not a power of two");
}

TEST(CheckPlan, FaultsAreData) {
  Planned Bad = valid();
  Bad.Plan.Places[1].Offset = 8;
  std::optional<PlanFault> Fault = checkPlan(Bad.Problem, Bad.Plan);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->Kind, PlanFault::Overlap);
  EXPECT_EQ(Fault->Plan, PlanFault::Given);
  EXPECT_EQ(Fault->Buffer, 0u);
  EXPECT_EQ(Fault->OtherBuffer, 1u);
  EXPECT_FALSE(Fault->Pool);
  EXPECT_EQ(Fault->Numbers[0], 1u);
}

/// Each plan with one offset changed: the checker agrees with a comparison of
/// all pairs.
TEST(CheckPlan, AgreesWithAllPairs) {
  unsigned Refused = 0, Accepted = 0;
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    Planned Changed;
    Changed.Problem = randomProblem(Seed, 12, 20);
    Changed.Plan = std::get<MemoryPlan>(planMemory(Changed.Problem, {0}));
    ASSERT_TRUE(isValid(Changed.Problem, Changed.Plan.Places));
    size_t Which = Seed % 12;
    Changed.Plan.Places[Which].Offset ^= 16;
    Changed.Plan.PoolSizes[0] += 1024;
    bool Holds = isValid(Changed.Problem, Changed.Plan.Places);
    EXPECT_EQ(Changed.refusal().empty(), Holds) << Seed;
    ++(Holds ? Accepted : Refused);
  }
  EXPECT_GT(Refused, 50u);
  EXPECT_GT(Accepted, 20u);
}

} // namespace
