//===- SettingTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Setting.h"

#include "llvm/ADT/StringSet.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

StringRef inPython(Setting Which) {
  return Which == Setting::Prefix ? "prefix" : "other";
}

TEST(SettingTest, EachHasANameOfItsOwn) {
  StringSet<> Names;
  for (Setting Each : allSettings())
    EXPECT_TRUE(Names.insert(settingName(Each)).second)
        << settingName(Each).str();
}

TEST(SettingTest, FrontEndsCallThemOtherwise) {
  EXPECT_EQ(renameSettings("choose another EmitConfig::Prefix", inPython),
            "choose another prefix");
  EXPECT_EQ(renameSettings("EmitConfig::Prefix=a, Model::Name.", inPython),
            "prefix=a, other.");
  EXPECT_EQ(renameSettings("x:EmitConfig::Prefix: is bad", inPython),
            "x:prefix: is bad");
}

TEST(SettingTest, OnlyWholeNamesAreMeant) {
  for (StringRef Text :
       {"", ":", "::", "a::", "EmitConfig::Prefixes", "EmitConfig::Prefix::X",
        "metaobj::EmitConfig::Prefix", "MyEmitConfig::Prefix", "Prefix",
        "EmitConfig:Prefix", "\xff\x80 'a' --prefix"})
    EXPECT_EQ(renameSettings(Text, inPython), Text.str());
}

} // namespace
