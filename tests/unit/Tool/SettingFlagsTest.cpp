//===- SettingFlagsTest.cpp - What settings are called here ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/SettingFlags.h"
#include "metaobj/CommandTable.h"
#include "metaobj/Emit.h"
#include "metaobj/Job.h"
#include "metaobj/Model.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace metaobj;

namespace {

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

TEST(SettingFlagsTest, MessagesOfTheLibraryInFlags) {
  const Message Text = "choose another " + setting::Prefix +
                       ", or name another file with " + setting::Output;
  EXPECT_EQ(inFlags(Text), "choose another --prefix, or name another file "
                           "with -o");
  EXPECT_EQ(Text.text(), "choose another EmitConfig::Prefix, or name another "
                         "file with Job::Output");
  EXPECT_EQ(inFlags(Setting("New::Field")), "New::Field");
}

/// The error for a model, a file and a symbol that are called \p Name.
std::string refusalInFlags(StringRef Name) {
  Model Bad;
  Bad.Name = Name.str();
  metaobj::Function Same;
  Same.Name = Same.Symbol = Name.str();
  Same.Owner = Name;
  Bad.Functions = {Same, Same};
  std::string Text =
      inFlags(toMessage(checkModel(Bad, RegistryLimits(), nullptr)));
  Bad.Functions = {Same};
  Bad.Functions.front().Owner = {};
  Bad.Functions.front().Convention = CallingConvention::Unpacked;
  return Text + '\n' +
         inFlags(toMessage(checkModel(Bad, RegistryLimits(), nullptr)));
}

TEST(SettingFlagsTest, NamesOfFilesSymbolsAndModelsStay) {
  for (StringRef Name : {"EmitConfig::Prefix", "--prefix", "prefix="}) {
    std::string Quoted = "'" + Name.str() + "'";
    EXPECT_EQ(refusalInFlags(Name),
              Name.str() + ": function " + Quoted + " is given twice by " +
                  Quoted + "\nmodel " + Quoted + ": function " + Quoted +
                  " has the calling convention 'unpacked'; clients of a "
                  "registry can call 'packed' only; leave it out, or compile "
                  "it with TVM's packed API");
  }
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

/// Whether \p Line declares the identifier of a setting.
bool declaresSetting(StringRef Line) {
  return Line.starts_with("inline constexpr Setting ");
}

/// What matches \p Pattern of all literals of the library in \p Folders, in
/// lines that \p IsWanted accepts.
std::set<std::string> literalsWith(
    ArrayRef<StringRef> Folders, StringRef Pattern,
    function_ref<bool(StringRef)> IsWanted = [](StringRef) { return true; }) {
  const Regex Wanted(Pattern);
  std::set<std::string> Found;
  size_t Files = 0;
  for (StringRef Folder : Folders) {
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
        std::string Text = IsWanted(Line) ? literalsOf(Line) : "";
        SmallVector<StringRef, 3> Parts;
        for (StringRef Rest = Text; Wanted.match(Rest, &Parts);
             Rest = Rest.substr(Parts[0].end() - Rest.begin()))
          Found.insert(Parts[0].str());
      }
    }
  }
  EXPECT_GT(Files, 40u);
  return Found;
}

/// The fields that have an identifier.
constexpr StringLiteral FieldPattern =
    "(InputConfig|EmitConfig|ParamsImageConfig|ExecutorConfig|ConstantPool|"
    "TargetSpec|TargetChoice|Job|Model|InspectConfig|PlanProblem|PlanEffort|"
    "GraphPlanConfig|PlanJob|SizePage)::[A-Za-z]+";

std::set<std::string> declaredFields() {
  return literalsWith({"/src", "/include"}, FieldPattern, declaresSetting);
}

TEST(SettingFlagsTest, EverySettingIsAnOption) {
  for (const std::string &Name : declaredFields())
    EXPECT_TRUE(any_of(settingFlags(), [&](const SettingFlag &Known) {
      return Known.Which.field() == Name;
    })) << Name;
  // In all commands that have it.
  for (const SettingFlag &TheSettingFlag : settingFlags())
    EXPECT_EQ(TheSettingFlag.Flag, flagOf(TheSettingFlag.Which).str())
        << TheSettingFlag.Which.field().str();
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
  for (const std::string &Text :
       literalsWith({"/src", "/include"}, "--[a-z][a-z-]*"))
    EXPECT_FALSE(Flags.contains(Text)) << Text;
}

TEST(SettingFlagsTest, MessagesNameSettingsByIdentifiers) {
  std::set<std::string> Fields = declaredFields();
  EXPECT_GT(Fields.size(), 50u);
  for (const std::string &Name :
       literalsWith({"/src"}, "[A-Z][A-Za-z]+::[A-Za-z]+",
                    [](StringRef Line) { return !declaresSetting(Line); }))
    EXPECT_FALSE(Fields.count(Name)) << Name;
}

} // namespace
