//===- NamePatternsTest.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/NamePatterns.h"

#include "Base/Messages.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

namespace {

TEST(NamePatterns, MatchAndReportWhatMatchedNothing) {
  const std::vector<std::string> Texts = {"a*", "?b", "none", "other\x1b"};
  Expected<NamePatterns> Patterns = NamePatterns::create("Option", Texts);
  ASSERT_TRUE(bool(Patterns)) << text(Patterns.takeError());
  EXPECT_FALSE(Patterns->empty());
  // The second pattern matches, too.
  EXPECT_TRUE(Patterns->match("ab"));
  EXPECT_FALSE(Patterns->match("ba"));
  std::string Said;
  Patterns->reportUnused(
      [&](const Diagnostic &TheDiagnostic) {
        Said +=
            (TheDiagnostic.Input + " " + TheDiagnostic.Reason + "\n").text();
      },
      "name");
  EXPECT_EQ(Said, "Option=none matches no name\n"
                  "Option=other\\1B matches no name\n");
}

TEST(NamePatterns, NoneMatchNothing) {
  Expected<NamePatterns> Patterns = NamePatterns::create("Option", {});
  ASSERT_TRUE(bool(Patterns)) << text(Patterns.takeError());
  EXPECT_TRUE(Patterns->empty());
  EXPECT_FALSE(Patterns->match(""));
}

TEST(NamePatterns, WrongOnesAreNamedPrintably) {
  const std::vector<std::string> Texts = {"[a\x1b"};
  std::string Said = text(NamePatterns::create("Option", Texts).takeError());
  EXPECT_EQ(Said.rfind("Option=[a\\1B: ", 0), 0U) << Said;
}

} // namespace
