//===- AgreementTest.cpp - Do objects fit together? -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Agreement.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

using enum LinkerAnswer;
using Facts = std::vector<TargetFact>;

TEST(AgreementTest, FactsThatAreNotToldAgree) {
  Facts Told = {{"float ABI", "soft", Silent, Refuses}};
  Facts Untold = {{"float ABI", ""}};
  EXPECT_THAT(disagreements({{"a", Told}, {"b", Untold}, {"c", {}}}),
              IsEmpty());
}

TEST(AgreementTest, TheFirstThatTellsIsTheMeasure) {
  Facts Untold = {{"float ABI", ""}};
  Facts Soft = {{"float ABI", "soft", Silent, Refuses}};
  Facts Hard = {{"float ABI", "hard", Silent, Refuses}};
  std::vector<Disagreement> Found = disagreements(
      {{"a", Untold}, {"b", Soft}, {"c", Hard}, {"d", Soft}, {"e", Hard}});
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_THAT(Found[0].Objects, ElementsAre("c", "e"));
  EXPECT_EQ(Found[0].reason(),
            "cannot be linked with b; the same holds for 'e':");
  EXPECT_EQ(Found[0].Table, "  property   b     c     lld           GNU ld\n"
                            "  float ABI  soft  hard  says nothing  refuses\n");
  EXPECT_FALSE(Found[0].IsAdvice);
}

TEST(AgreementTest, OtherMachinesAreComparedInNothingElse) {
  Facts Arm = {{"machine", "ARM", Refuses, Refuses}, {"float ABI", "hard"}};
  Facts Mips = {{"machine", "MIPS", Refuses, Refuses}, {"float ABI", "soft"}};
  std::vector<Disagreement> Found = disagreements({{"a", Arm}, {"b", Mips}});
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_EQ(Found[0].Table, "  property  a    b     lld      GNU ld\n"
                            "  machine   ARM  MIPS  refuses  refuses\n");
}

TEST(AgreementTest, AdviceStaysAdviceUnlessMoreDiffers) {
  TargetFact Small{"size of enumerations", "small", Silent, Warns, "a"};
  TargetFact Wide{"size of enumerations", "wide", Silent, Warns, "a"};
  Facts A = {Small}, B = {Wide};
  std::vector<Disagreement> Found = disagreements({{"a", A}, {"b", B}});
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_TRUE(Found[0].IsAdvice);
  EXPECT_EQ(Found[0].reason(), "may not fit together with a:");
  EXPECT_EQ(Found[0].Consequences, "a");
  A.push_back({"FPU", "single", Silent, Silent, "b"});
  B.push_back({"FPU", "double", Silent, Silent, "b"});
  EXPECT_EQ(disagreements({{"a", A}, {"b", B}})[0].Consequences, "a; b");
  A.push_back({"RVE", "no", Refuses, Refuses});
  B.push_back({"RVE", "yes", Refuses, Refuses});
  Found = disagreements({{"a", A}, {"b", B}});
  ASSERT_THAT(Found, SizeIs(1));
  EXPECT_FALSE(Found[0].IsAdvice);
}

TEST(AgreementTest, WhatIrDoesNotKnowTheObjectDoes) {
  Facts Object = {{"class", "32 bit", Refuses, Refuses}};
  Facts Ir = {{"class", "64 bit"}};
  EXPECT_EQ(disagreements({{"a", Object}, {"b", Ir}})[0].Table,
            "  property  a       b       lld      GNU ld\n"
            "  class     32 bit  64 bit  refuses  refuses\n");
  EXPECT_EQ(
      disagreements({{"a", Ir}, {"b", Facts{{"class", "32 bit"}}}})[0].Table,
      "  property  a       b       lld  GNU ld\n"
      "  class     64 bit  32 bit  -    -\n");
}

} // namespace
