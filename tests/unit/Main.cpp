//===- Main.cpp - Runs the tests of a program -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As GoogleTest's own, but tests that skip themselves are seen: the status is
// 77, which ctest shows as skipped.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

int main(int ArgC, char **ArgV) {
  testing::InitGoogleTest(&ArgC, ArgV);
  int Status = RUN_ALL_TESTS();
  bool HasSkipped = testing::UnitTest::GetInstance()->skipped_test_count() > 0;
  return Status == 0 && HasSkipped ? 77 : Status;
}
