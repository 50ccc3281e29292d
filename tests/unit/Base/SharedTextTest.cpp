//===- SharedTextTest.cpp - Texts that copies share -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Payload.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;

TEST(SharedTextTest, IsComparedWithTexts) {
  SharedText Text = std::string("net.params");
  EXPECT_TRUE(Text == "net.params");
  EXPECT_TRUE(std::string("net.params") == Text);
  EXPECT_TRUE(StringRef("net.params") == Text);
  EXPECT_TRUE(Text == SharedText("net.params"));
  EXPECT_TRUE(Text != "net");
  EXPECT_TRUE(SharedText().empty());
  EXPECT_TRUE(SharedText("").empty());
}

TEST(SharedTextTest, IsPartOfMessages) {
  const SharedText Text = "net.params";
  auto Show = [](const Twine &Message) { return Message.str(); };
  EXPECT_EQ(Show(Text), "net.params");
  EXPECT_EQ(Show("in " + Twine(Text)), "in net.params");
  EXPECT_EQ(Show(SharedText()), "");
}

TEST(SharedTextTest, CopiesHaveOneText) {
  SharedText First = "net.params";
  SharedText Second = First;
  EXPECT_EQ(StringRef(First).data(), StringRef(Second).data());
  First = "other";
  EXPECT_EQ(Second.str(), "net.params");
}
