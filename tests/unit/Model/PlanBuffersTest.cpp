//===- PlanBuffersTest.cpp - Faults of the planner as errors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Messages.h"
#include "metaobj/Graph.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

std::string planError(const PlanProblem &Problem, unsigned Level = 0) {
  return text(planBuffers(Problem, "p", {Level}));
}

TEST(PlanBuffers, NameBuffersAndPools) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 2, 16}, {"b\n", 1, 1, 16}};
  EXPECT_EQ(planError(Problem),
            "p: buffer 'b\\0A' lives from 1 until before 1, "
            "which is not a time");
  Problem.Buffers[1].Upper = 2;
  EXPECT_EQ(planError(Problem), "");
  Problem.Known = {{0, 0}, {0, 8}};
  EXPECT_EQ(planError(Problem), "p: the plan that is known: buffers 'a' and "
                                "'b\\0A' overlap, and both live at 1");
}

TEST(PlanBuffers, HintsNameSettings) {
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 1, 60}, {"b", 0, 1, 60}, {"c", 0, 1, 60}};
  Problem.Pools = {{"x", 100}, {"y", 100}};
  EXPECT_EQ(planError(Problem, 1),
            "p: every plan takes at least 120 bytes of pool 'y', which has at "
            "most 100\nhint: raise a limit of PlanProblem::Pools");
  Problem.Pools = {{"x", 100}};
  EXPECT_EQ(planError(Problem), "p: 180 bytes live at the same time, but the "
                                "pools have at most 100");
  // The lower bound only knows the least alignment.
  Problem.Buffers = {{"a", 0, 1, 1, 16}, {"b", 0, 1, 1, 16}, {"c", 0, 1, 1}};
  Problem.Pools = {{"x", 10}};
  EXPECT_EQ(
      planError(Problem, 0),
      "p: the smallest plan that was found has 17 bytes, but pool 'x' has "
      "at most 10\nhint: raise PlanEffort::Level, or a limit of "
      "PlanProblem::Pools");
  EXPECT_EQ(planError(Problem, 10),
            "PlanEffort::Level: is 10, but the highest is 9");
}

TEST(PlanBuffers, HintsNameWhereLimitsComeFrom) {
  auto Error = [](const PlanProblem &Problem) {
    return text(planBuffers(Problem, "p", {0}, "'x' has 10 bytes"));
  };
  PlanProblem Problem;
  Problem.Buffers = {{"a", 0, 1, 60}};
  Problem.Pools = {{"x", 10}, {"y", 10}};
  EXPECT_EQ(Error(Problem), "p: buffer 'a' has 60 bytes, but no pool in which "
                            "it may lie has more than 10\nhint: 'x' has 10 "
                            "bytes");
  Problem.Pools = {{"x", 10}};
  Problem.Buffers = {{"a", 0, 1, 1, 16}, {"b", 0, 1, 1, 16}, {"c", 0, 1, 1}};
  EXPECT_EQ(Error(Problem),
            "p: the smallest plan that was found has 17 bytes, but pool 'x' "
            "has at most 10\nhint: raise PlanEffort::Level; 'x' has 10 bytes");
  Problem.Buffers = {{"a", 1, 1, 1}};
  EXPECT_EQ(Error(Problem), "p: buffer 'a' lives from 1 until before 1, which "
                            "is not a time");
}

} // namespace
