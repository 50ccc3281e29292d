//===- FaultListTest.cpp - All faults of one input ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/FaultList.h"
#include "Base/Messages.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

TEST(FaultListTest, JoinsFaultsInTheirOrder) {
  FaultList Faults("net");
  EXPECT_TRUE(Faults.empty());
  Faults.add(Error::success());
  EXPECT_EQ(text(Faults.take()), "");
  Faults.add(inputError("a.o", "is bad"));
  Faults.add(inputError("b.o", "is worse", "mend it"));
  EXPECT_FALSE(Faults.empty());
  EXPECT_EQ(text(Faults.take()), "a.o: is bad\nb.o: is worse\nhint: mend it");
}

TEST(FaultListTest, CountsTheFaultsOfLongLists) {
  FaultList Faults("net");
  std::string Expected;
  for (size_t I = 0; I != FaultList::Limit + 1; ++I) {
    Faults.add(inputError("f" + utostr(I), "is bad"));
    if (I < FaultList::Limit)
      Expected += "f" + utostr(I) + ": is bad\n";
  }
  EXPECT_EQ(text(Faults.take()), Expected + "net: 1 more fault is not listed");
}

TEST(FaultListTest, MayBeDropped) {
  FaultList Faults("net");
  Faults.add(inputError("a.o", "is bad"));
}
