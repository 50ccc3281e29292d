//===- TensorDifferenceTest.cpp - Results of two machines -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/TensorDifference.h"

#include "llvm/ADT/StringRef.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace metaobj;

template <typename T> static ArrayRef<uint8_t> bytesOf(const T &Values) {
  return ArrayRef(reinterpret_cast<const uint8_t *>(Values), sizeof(Values));
}

static constexpr DLDataType Int16 = {kDLInt, 16, 1},
                            Float32 = {kDLFloat, 32, 1};

TEST(TensorDifference, FindsTheFirstAndTheLargest) {
  int16_t A[] = {1, -2, 3, -400}, B[] = {1, -3, 3, 100};
  EXPECT_FALSE(compareTensors(Int16, bytesOf(A), bytesOf(A), 0));
  // A tolerance is for floating point only.
  std::optional<DeviceDifference> Found =
      compareTensors(Int16, bytesOf(A), bytesOf(B), 1000);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Elements, 4u);
  EXPECT_EQ(Found->NumDifferent, 2u);
  EXPECT_EQ(Found->First, 1u);
  EXPECT_EQ(Found->OnDevice, "-2");
  EXPECT_EQ(Found->OnHost, "-3");
  EXPECT_EQ(Found->LargestAbsolute, 500);
  EXPECT_EQ(Found->LargestRelative, 5);
}

TEST(TensorDifference, AllowsSmallDifferencesOfRealNumbers) {
  float A[] = {1.0F, 2.0F}, B[] = {1.0F, 2.5F};
  EXPECT_FALSE(compareTensors(Float32, bytesOf(A), bytesOf(B), 0.5));
  std::optional<DeviceDifference> Found =
      compareTensors(Float32, bytesOf(A), bytesOf(B), 0.25);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->First, 1u);
  EXPECT_EQ(Found->LargestRelative, 0.2);
}

/// What is no number equals itself only; infinities are never near.
TEST(TensorDifference, ComparesWhatIsNoNumber) {
  float Nan[] = {std::nanf("1")}, OtherNan[] = {std::nanf("2")};
  float One[] = {1.0F}, Infinity[] = {std::numeric_limits<float>::infinity()};
  EXPECT_FALSE(compareTensors(Float32, bytesOf(Nan), bytesOf(OtherNan), 0));
  EXPECT_TRUE(compareTensors(Float32, bytesOf(Nan), bytesOf(One), 1e9));
  EXPECT_TRUE(compareTensors(Float32, bytesOf(One), bytesOf(Nan), 1e9));
  EXPECT_TRUE(compareTensors(Float32, bytesOf(Infinity), bytesOf(One), 1e9));
  EXPECT_FALSE(
      compareTensors(Float32, bytesOf(Infinity), bytesOf(Infinity), 0));
}

TEST(TensorDifference, WritesElements) {
  int16_t A[] = {1, -2};
  EXPECT_EQ(elementTexts(Int16, bytesOf(A)),
            (std::vector<std::string>{"1", "-2"}));
}
