//===- FatalErrorTest.cpp - Work that is given up -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Diagnostic.h"

#include "gtest/gtest.h"

#include <thread>

using namespace llvm;
using namespace metaobj;

/// What code of LLVM would do, with a handler that leaves.
static Error failFatally() {
  FatalErrorTrap::leave("cannot select");
  ADD_FAILURE() << "the work went on";
  return Error::success();
}

TEST(FatalErrorTest, WorkIsGivenUpWithItsReason) {
  RecoveryScope Scope;
  InputScope Input("op.bc");
  EXPECT_EQ(toString(runRecoverably(failFatally)), "op.bc: cannot select");
  EXPECT_EQ(toString(runRecoverably(failFatally)), "op.bc: cannot select");
}

TEST(FatalErrorTest, ResultsAndErrorsComeBack) {
  RecoveryScope Scope;
  int Calls = 0;
  EXPECT_EQ(toString(runRecoverably([&]() -> Error {
              ++Calls;
              return inputError("op.bc", "is not bitcode");
            })),
            "op.bc: is not bitcode");
  EXPECT_FALSE(errorToBool(runRecoverably([&]() -> Error {
    ++Calls;
    // The same thread, not one more.
    std::thread::id Here = std::this_thread::get_id();
    return runRecoverably([&]() -> Error {
      EXPECT_EQ(std::this_thread::get_id(), Here);
      return Error::success();
    });
  })));
  EXPECT_EQ(Calls, 2);
}

TEST(FatalErrorTest, WithoutAScopeNothingChanges) {
  {
    RecoveryScope Ended;
  }
  std::thread::id Here = std::this_thread::get_id();
  EXPECT_FALSE(errorToBool(runRecoverably([&]() -> Error {
    EXPECT_EQ(std::this_thread::get_id(), Here);
    FatalErrorTrap::leave("returns: the handler ends the process");
    return Error::success();
  })));
}

TEST(FatalErrorTest, LocksOfOthersStayFree) {
  // Work that is given up leaves everything as usable as before.
  RecoveryScope Scope;
  std::vector<std::thread> Threads;
  for (int I = 0; I < 8; ++I)
    Threads.emplace_back([] {
      RecoveryScope Own;
      for (int Round = 0; Round < 4; ++Round) {
        EXPECT_TRUE(errorToBool(runRecoverably(failFatally)));
        EXPECT_FALSE(
            errorToBool(runRecoverably([] { return Error::success(); })));
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
}
