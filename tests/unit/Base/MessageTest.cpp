//===- MessageTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Messages.h"
#include "Base/Wording.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/SmallString.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

StringRef inPython(Setting Which) {
  return Which == setting::Prefix ? StringRef("prefix") : Which.field();
}

TEST(MessageTest, EachFrontEndHasNamesOfItsOwn) {
  const Message Text =
      "choose another " + setting::Prefix + " or " + setting::EntryPoint;
  EXPECT_EQ(Text.text(),
            "choose another EmitConfig::Prefix or EmitConfig::EntryPoint");
  EXPECT_EQ(Text.text(inPython),
            "choose another prefix or EmitConfig::EntryPoint");
}

TEST(MessageTest, WordsStayAsTheyAre) {
  const StringRef Name = "EmitConfig::Prefix";
  const Message Text = quoted(Name) + ": " + setting::Prefix + "=" + Name;
  EXPECT_EQ(Text.text(inPython),
            "'EmitConfig::Prefix': prefix=EmitConfig::Prefix");
}

TEST(MessageTest, ConsistsOfAllThatATwineTakes) {
  const std::string String = "b";
  const SharedText Shared = "e";
  Message Text = "a" + setting::Prefix + String + StringRef("c") + Twine(4);
  Text += Shared;
  Text += SmallString<4>("f");
  EXPECT_EQ(Text.text(inPython), "aprefixbc4ef");
  EXPECT_EQ((String + setting::Prefix).text(inPython), "bprefix");
  EXPECT_EQ((Twine(1) + "," + setting::Prefix).text(inPython), "1,prefix");
  EXPECT_EQ((setting::Prefix + setting::Prefix).text(inPython), "prefixprefix");
  Text += Text;
  EXPECT_EQ(Text.text(inPython), "aprefixbc4efaprefixbc4ef");
}

TEST(MessageTest, HasNoEmptyPieces) {
  EXPECT_TRUE(Message().empty());
  EXPECT_TRUE(Message("").empty());
  EXPECT_FALSE(Message(setting::Prefix).empty());
  EXPECT_EQ(Message("a") + "" + "b", "ab");
  EXPECT_EQ(("" + setting::Prefix + "").pieces().size(), 1u);
  // A setting is not the words for it.
  EXPECT_NE(Message(setting::Prefix), Message(setting::Prefix.field()));
}

/// The parts of an error, as a front end shows them.
std::vector<std::string> parts(Error E) {
  std::vector<std::string> Parts;
  handleAllErrors(std::move(E), [&](const InputError &Problem) {
    for (const Message &Detail :
         {Problem.input(), Problem.reason(), Problem.hint(), Problem.details()})
      Parts.push_back(Detail.text(inPython));
  });
  return Parts;
}

Error badPrefix(const Message &Input) {
  return make_error<InputError>(Input, "\x1b" + setting::Prefix + "\n",
                                "mend " + setting::Prefix,
                                "a\t" + setting::Prefix + "\n");
}

using Texts = std::vector<std::string>;

TEST(MessageTest, ErrorsKeepSettings) {
  EXPECT_EQ(
      parts(badPrefix(setting::Prefix + "=x")),
      (Texts{"prefix=x", "\\1Bprefix\\0A", "mend prefix", "a\\09prefix\n"}));
  EXPECT_EQ(parts(nestedError("EmitConfig::Prefix", "in " + setting::Prefix,
                              badPrefix("EmitConfig::Prefix"))),
            (Texts{"EmitConfig::Prefix",
                   "in prefix: EmitConfig::Prefix: \\1Bprefix\\0A",
                   "mend prefix", "a\\09prefix\n"}));
  EXPECT_EQ(withoutHints(badPrefix("Ab.o")).text(inPython),
            "Ab.o: \\1Bprefix\\0A");
}

TEST(MessageTest, SameTextAsOfLlvm) {
  auto Make = [] {
    return joinErrors(
        badPrefix("a.o"),
        joinErrors(inputError("b.o", "is bad", "mend it"),
                   createStringError(inconvertibleErrorCode(), "Plain.")));
  };
  EXPECT_EQ(toMessage(Make()).text(), toString(Make()));
  EXPECT_EQ(toMessage(Make()).text(inPython),
            "a.o: \\1Bprefix\\0A\na\\09prefix\nhint: mend prefix\n"
            "b.o: is bad; mend it\nPlain.");
}

TEST(MessageTest, DiagnosticsKeepSettings) {
  Diagnostic Received;
  report([&](const Diagnostic &TheDiagnostic) { Received = TheDiagnostic; },
         Diagnostic::Note, setting::Prefix, "is " + setting::Prefix,
         "not " + setting::Prefix);
  EXPECT_EQ((Received.Input + ": " + Received.Reason + "; " + Received.Hint)
                .text(inPython),
            "prefix: is prefix; not prefix");
}

TEST(MessageTest, SettingsAreQuotedAsNames) {
  EXPECT_EQ(quotedMessage(setting::Prefix).text(inPython), "'prefix'");
  const std::string Long(300, 'a');
  for (StringRef Name : {"", "a\n.o", Long.c_str()})
    EXPECT_EQ(quotedMessage(Name).text(), quoted(Name));
}

} // namespace
