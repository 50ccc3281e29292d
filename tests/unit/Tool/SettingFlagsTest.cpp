//===- SettingFlagsTest.cpp - What settings are called here ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/SettingFlags.h"
#include "metaobj/CommandTable.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace metaobj;

namespace {

TEST(SettingFlagsTest, EverySettingIsAnOption) {
  for (Setting Each : allSettings())
    EXPECT_TRUE(flagOf(Each).starts_with("-"))
        << settingName(Each).str() << " is " << flagOf(Each).str();
}

/// One name, one setting: shells and job files know no others.
TEST(SettingFlagsTest, NamesOfACommandDiffer) {
  for (const CommandInfo &Command : allCommands()) {
    std::unique_ptr<CommandSettings> Settings = Command.MakeSettings();
    StringSet<> Names;
    for (const SettingRow &Row : Settings->Table.rows()) {
      EXPECT_TRUE(Names.insert(Row.Names.Name).second) << Row.Names.Name.str();
      if (Row.Names.Letter) {
        EXPECT_TRUE(Names.insert(std::string(1, Row.Names.Letter)).second);
      }
      EXPECT_FALSE(Row.Help.empty()) << Row.Names.Name.str();
    }
  }
}

TEST(SettingFlagsTest, TextsOfTheLibraryInFlags) {
  EXPECT_EQ(inFlags("choose another EmitConfig::Prefix, or name another file "
                    "with Job::Output"),
            "choose another --prefix, or name another file with -o");
}

/// The literals of a line of code, one behind the other.
std::string literalsOf(StringRef Line) {
  std::string Text;
  if (Line.ltrim().starts_with("//") || Line.starts_with("#"))
    return Text;
  for (bool IsInside = false; !Line.empty(); Line = Line.substr(1)) {
    if (Line.starts_with("\\"))
      Line = Line.substr(1);
    else if (Line.front() == '"')
      IsInside = !IsInside;
    if (IsInside)
      Text += Line.front();
  }
  return Text;
}

/// What of all literals in the sources of the library matches \p Pattern.
std::set<std::string> literalsWith(StringRef Pattern) {
  const Regex Wanted(Pattern);
  std::set<std::string> Found;
  size_t Files = 0;
  for (StringRef Folder : {"/src", "/include"}) {
    std::error_code Code;
    for (sys::fs::recursive_directory_iterator
             File(METAOBJ_SOURCE_FOLDER + Folder, Code),
         End;
         File != End; File.increment(Code)) {
      EXPECT_FALSE(Code) << Code.message();
      // Where settings are spelt.
      if (StringRef(File->path()).contains("Settings."))
        continue;
      auto Buffer = MemoryBuffer::getFile(File->path());
      if (!Buffer)
        continue; // A folder.
      ++Files;
      SmallVector<StringRef, 0> Lines;
      (*Buffer)->getBuffer().split(Lines, '\n');
      for (StringRef Line : Lines) {
        std::string Text = literalsOf(Line);
        SmallVector<StringRef, 3> Parts;
        for (StringRef Rest = Text; Wanted.match(Rest, &Parts);
             Rest = Rest.substr(Parts[0].end() - Rest.begin()))
          Found.insert(Parts[0].str());
      }
    }
  }
  EXPECT_GT(Files, 200u);
  return Found;
}

/// Of the commands that other front ends have, too. Those of link are the
/// linker's.
TEST(SettingFlagsTest, NoTextOfTheLibraryNamesAFlag) {
  StringSet<> Flags;
  std::unique_ptr<CommandSettings> Settings =
      findCommand("emit")->MakeSettings();
  for (const SettingRow &Row : Settings->Table.rows())
    Flags.insert(("--" + Row.Names.Name).str());
  EXPECT_GT(Flags.size(), 40u);
  for (const std::string &Each : literalsWith("--[a-z][a-z-]*"))
    EXPECT_FALSE(Flags.contains(Each)) << Each;
}

TEST(SettingFlagsTest, FieldsInTextsAreSettings) {
  StringSet<> Names;
  for (Setting Each : allSettings())
    Names.insert(settingName(Each));
  std::set<std::string> Found = literalsWith(
      "(InputConfig|EmitConfig|TargetSpec|TargetChoice|Job|Model|PlanProblem|"
      "PlanEffort|GraphPlanConfig|PlanJob|SizePage)::[A-Za-z]+");
  EXPECT_GT(Found.size(), 25u);
  for (const std::string &Each : Found)
    EXPECT_TRUE(Names.contains(Each)) << Each;
}

} // namespace
