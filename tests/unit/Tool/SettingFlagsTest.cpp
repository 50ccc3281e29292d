//===- SettingFlagsTest.cpp - What settings are called here ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/SettingFlags.h"
#include "metaobj/EmitOptions.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

namespace {

TEST(SettingFlagsTest, EverySettingIsAnOptionOfEmit) {
  EmitOptions Options;
  auto &Registered = cl::getRegisteredOptions();
  for (Setting Each : allSettings())
    EXPECT_TRUE(Registered.count(optionName(Each)))
        << settingName(Each).str() << " is " << flagOf(Each).str();
}

TEST(SettingFlagsTest, TextsOfTheLibraryInFlags) {
  EXPECT_EQ(inFlags("choose another EmitConfig::Prefix, or name another file "
                    "with Job::Output"),
            "choose another --prefix, or name another file with -o");
}

} // namespace
