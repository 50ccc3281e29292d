//===- PlacementFileTest.cpp - Rules of placement in YAML -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace metaobj;
using testing::AnyOf;
using testing::StartsWith;

namespace {

std::vector<PlacementRule> read(StringRef Text) {
  return cantFail(readPlacementFile(Text, "p.yaml"));
}

std::string refusal(StringRef Text) {
  Expected<std::vector<PlacementRule>> Rules =
      readPlacementFile(Text, "p.yaml");
  return Rules ? "<accepted>" : withoutHints(Rules.takeError()).text();
}

TEST(PlacementFileTest, ReadsEveryKey) {
  std::vector<PlacementRule> Rules =
      read("- name: 'w[0-9]*'\n  min-bytes: 16\n  max-bytes: 4096\n"
           "  dtype: int*\n  owner: '*.params'\n  section: .flash\n"
           "  align: 32\n  order: -3\n  visibility: hidden\n");
  ASSERT_EQ(Rules.size(), 1u);
  const PlacementRule &Rule = Rules[0];
  EXPECT_EQ(Rule.Glob, "w[0-9]*");
  EXPECT_EQ(Rule.MinBytes, 16u);
  EXPECT_EQ(Rule.MaxBytes, 4096u);
  EXPECT_EQ(Rule.DType, "int*");
  EXPECT_EQ(Rule.Owner, "*.params");
  EXPECT_EQ(Rule.Section, ".flash");
  EXPECT_EQ(Rule.Alignment, 32u);
  EXPECT_EQ(Rule.Order, -3);
  EXPECT_EQ(Rule.Visibility, ParamVisibility::Hidden);
  EXPECT_EQ(Rule.Origin, "p.yaml:1");
}

TEST(PlacementFileTest, LeavesOutWhatIsNotGiven) {
  std::vector<PlacementRule> Rules =
      read("# comment\n---\n- {align: 4}\n\n- {section: a, name: b}\n");
  ASSERT_EQ(Rules.size(), 2u);
  EXPECT_EQ(Rules[0].Glob, "*");
  EXPECT_EQ(Rules[0].Section, "");
  EXPECT_EQ(Rules[0].MinBytes, 0u);
  EXPECT_EQ(Rules[0].MaxBytes, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(Rules[0].Order, std::nullopt);
  EXPECT_EQ(Rules[0].Visibility, std::nullopt);
  EXPECT_EQ(Rules[0].Origin, "p.yaml:3");
  EXPECT_EQ(Rules[1].Alignment, 0u);
  EXPECT_EQ(Rules[1].Origin, "p.yaml:5");
}

TEST(PlacementFileTest, PutsAPresetInItsPlace) {
  std::vector<PlacementRule> Rules =
      read("- align: 4\n- preset: ethos-u\n- align: 8\n");
  ASSERT_EQ(Rules.size(), 4u);
  EXPECT_EQ(Rules[0].Alignment, 4u);
  EXPECT_EQ(Rules[1].Section, ".rodata.tvm");
  EXPECT_EQ(Rules[1].Alignment, 16u);
  EXPECT_EQ(Rules[1].Origin, "preset ethos-u");
  EXPECT_EQ(Rules[2].Order, -1);
  EXPECT_EQ(Rules[3].Alignment, 8u);
}

TEST(PlacementFileTest, EveryPresetIsThere) {
  for (StringRef Name : placementPresets()) {
    std::optional<std::vector<PlacementRule>> Rules = placementPreset(Name);
    ASSERT_TRUE(Rules.has_value()) << Name.str();
    EXPECT_FALSE(Rules->empty());
    EXPECT_EQ(Rules->front().Glob, "*");
    EXPECT_EQ(Rules->front().Origin, ("preset " + Name).str());
  }
  EXPECT_EQ(placementPreset("x86"), std::nullopt);
}

TEST(PlacementFileTest, NamesLineAndColumn) {
  EXPECT_EQ(refusal("- algn: 4\n"), "p.yaml:1:3: unknown key 'algn'");
  EXPECT_EQ(refusal("- align: 4\n- name: x\n  align: 24\n"),
            "p.yaml:3:10: alignment 24 is not a power of two");
  EXPECT_EQ(refusal("- align: 0\n"),
            "p.yaml:1:10: alignment 0 is not a power of two");
  EXPECT_EQ(refusal("- align: 0x10\n"),
            "p.yaml:1:10: expected a number of bytes, found '0x10'");
  EXPECT_EQ(refusal("- align: -4\n"),
            "p.yaml:1:10: expected a number of bytes, found '-4'");
  EXPECT_EQ(refusal("- align: 18446744073709551616\n"),
            "p.yaml:1:10: expected a number of bytes, found "
            "'18446744073709551616'");
  EXPECT_EQ(refusal("- {align: 4, min-bytes: 4KiB}\n"),
            "p.yaml:1:25: expected a number of bytes, found '4KiB'");
  EXPECT_EQ(refusal("- order: first\n"),
            "p.yaml:1:10: expected a whole number, found 'first'");
  EXPECT_EQ(refusal("- visibility: all\n"),
            "p.yaml:1:15: unknown visibility 'all'; known are: local, hidden, "
            "global");
  EXPECT_EQ(refusal("- preset: none\n"),
            "p.yaml:1:11: unknown preset 'none'; known are: tvm, ethos-u, "
            "zephyr, esp-idf, avr-progmem, x86-large");
  EXPECT_THAT(refusal("- name: '[w'\n  align: 4\n"),
              StartsWith("p.yaml:1:9: bad pattern '[w': "));
  EXPECT_EQ(refusal("- name: ''\n  align: 4\n"), "p.yaml:1:9: empty pattern");
  EXPECT_EQ(refusal("- section: ''\n"), "p.yaml:1:12: empty name of a section");
}

TEST(PlacementFileTest, RefusesRulesThatCannotBeMeant) {
  EXPECT_EQ(refusal("- align: 4\n- name: x\n"),
            "p.yaml:2:3: the rule sets nothing: section, align, order, "
            "visibility or compress is wanted");
  EXPECT_EQ(refusal("- preset: tvm\n  align: 4\n"),
            "p.yaml:1:3: a preset has no other keys: write a rule of its own");
  EXPECT_EQ(refusal("- {align: 4, min-bytes: 9, max-bytes: 8}\n"),
            "p.yaml:1:4: min-bytes 9 is above max-bytes 8");
  EXPECT_EQ(refusal("- align: 4\n  align: 8\n"),
            "p.yaml:2:3: duplicated mapping key 'align'");
}

TEST(PlacementFileTest, RefusesOtherShapes) {
  EXPECT_EQ(refusal("align: 4\n"), "p.yaml:1:1: expected a list of rules");
  EXPECT_EQ(refusal(""), "p.yaml:1:1: expected a list of rules");
  EXPECT_EQ(refusal("[]\n"), "p.yaml: has no rules");
  EXPECT_EQ(refusal("- 4\n"), "p.yaml:1:3: expected a rule: keys and values");
  EXPECT_EQ(refusal("- name: [a]\n"), "p.yaml:1:10: expected one value");
  EXPECT_EQ(refusal("- align:\n"), "p.yaml:1:3: the key has no value");
  EXPECT_EQ(refusal("- ? [a]\n"), "p.yaml:1:6: expected the name of a key");
  EXPECT_EQ(refusal("- align: 4\n---\n- align: 8\n"),
            "p.yaml:3:1: the file has a second document");
  EXPECT_EQ(refusal(StringRef("- align: 4\n\0", 12)),
            "p.yaml: has a NUL and so is not text");
}

TEST(PlacementFileTest, SaysThatPatternsNeedQuotes) {
  Expected<std::vector<PlacementRule>> Rules =
      readPlacementFile("- name: *w\n  align: 4\n", "p.yaml");
  ASSERT_FALSE(Rules);
  handleAllErrors(Rules.takeError(), [](const InputError &Cause) {
    EXPECT_EQ(Cause.input(), "p.yaml:1:9");
    EXPECT_EQ(Cause.reason(), "there are no anchors that this could name");
    EXPECT_EQ(Cause.hint(), "text that starts with * needs quotes in YAML");
  });
}

/// Nesting that would use up the stack of a parser that calls itself.
TEST(PlacementFileTest, RefusesDeepNesting) {
  const size_t Deep = 100000;
  for (StringRef Part : {"- ", "[", "{a: ", "? "}) {
    std::string Text;
    for (size_t I = 0; I != Deep; ++I)
      Text += Part;
    EXPECT_THAT(refusal(Text), StartsWith("p.yaml:1:"));
    EXPECT_THAT(refusal("- align: " + Text), StartsWith("p.yaml:1:"));
    EXPECT_THAT(refusal("- ? " + Text), StartsWith("p.yaml:1:"));
  }
}

/// Each prefix, and each byte flipped, is read or refused with the file's name.
TEST(PlacementFileTest, SurvivesDamage) {
  std::string Good = "# rules\n- preset: tvm\n- name: \"w*\"\n  align: 16\n"
                     "- {dtype: 'int8', order: -1, visibility: hidden}\n"
                     "- name: >\n    folded\n  section: |-\n    .flash\n";
  ASSERT_EQ(refusal(Good), "<accepted>");
  auto IsSound = AnyOf("<accepted>", StartsWith("p.yaml:"));
  for (size_t Size = 0; Size != Good.size(); ++Size)
    EXPECT_THAT(refusal(StringRef(Good).take_front(Size)), IsSound);
  for (size_t I = 0; I != Good.size(); ++I)
    for (char Flip : {'\x01', '\x08', '\x20', '\x80'}) {
      std::string Bad = Good;
      Bad[I] ^= Flip;
      EXPECT_THAT(refusal(Bad), IsSound);
    }
}

} // namespace
