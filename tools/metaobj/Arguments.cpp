//===- Arguments.cpp - The words of a command line ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "LlvmFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

//===----------------------------------------------------------------------===//
// Help
//===----------------------------------------------------------------------===//

static constexpr size_t HelpColumns = 80, TextColumn = 26;

/// Prints \p Text from column \p Offset on, in lines that start at \p Column.
static void printWrapped(StringRef Text, size_t Offset, size_t Column,
                         raw_ostream &OS) {
  bool IsFirst = true;
  for (StringRef Word : split(Text, ' ')) {
    if (!IsFirst && Offset + 1 + Word.size() > HelpColumns) {
      OS << '\n';
      OS.indent(Column);
      Offset = Column;
      IsFirst = true;
    }
    OS << (IsFirst ? "" : " ") << Word;
    Offset += Word.size() + !IsFirst;
    IsFirst = false;
  }
  OS << '\n';
}

/// "-o, --output=<file>".
static std::string spelling(const SettingRow &Row) {
  std::string Text;
  if (Row.Names.Letter)
    Text = {'-', Row.Names.Letter, ',', ' '};
  Text += "--" + Row.Names.Name.str();
  if (Row.Value.empty())
    return Text;
  std::string Value = ("=<" + Row.Value + ">").str();
  return Text + (Row.IsValueOptional ? "[" + Value + "]" : Value);
}

static void printRow(StringRef Spelling, StringRef Help, raw_ostream &OS) {
  OS << "  " << Spelling;
  size_t Offset = 2 + Spelling.size();
  if (Offset + 2 > TextColumn) {
    OS << '\n';
    Offset = 0;
  }
  OS.indent(TextColumn - Offset);
  printWrapped(Help, TextColumn, TextColumn, OS);
}

static void printRows(const SettingTable &Table, StringRef Action, bool All,
                      raw_ostream &OS) {
  StringRef Group = "-";
  for (const SettingRow &Row : Table.rows()) {
    if (!(All || Row.IsCommon) || !(Action.empty() || Row.isOf(Action)))
      continue;
    if (All ? Row.Group != Group : Group == "-") {
      Group = Row.Group;
      OS << '\n' << (All && !Group.empty() ? Group : "Options") << ":\n";
    }
    std::string Text = Row.Help;
    if (!Row.Default.empty())
      Text += " (default: " + Row.Default + ")";
    printRow(spelling(Row), Text, OS);
  }
}

void printHelp(const CommandInfo &Command, StringRef Action, bool All,
               raw_ostream &OS) {
  std::unique_ptr<CommandSettings> Settings = Command.MakeSettings();
  StringRef Overview = Command.Overview;
  std::string Actions;
  bool TakesFiles = !Command.Files.empty();
  for (const ActionInfo &TheActionInfo :
       Command.Actions ? Command.Actions() : ArrayRef<ActionInfo>()) {
    Actions += (Actions.empty() ? "" : "|") + TheActionInfo.Name.str();
    if (TheActionInfo.Name == Action) {
      Overview = TheActionInfo.Overview;
      TakesFiles = TheActionInfo.TakesFiles;
    }
  }
  printWrapped(Overview, 0, 0, OS);
  std::string Usage = "Usage: metaobj " + Command.Name.str();
  if (!Actions.empty())
    Usage += " " + (Action.empty() ? Actions : Action.str());
  Usage += " [options]";
  if (TakesFiles)
    Usage += " " + Command.Files.str();
  OS << '\n';
  printWrapped(Usage, 0, 4, OS);
  if (!All) {
    OS << "\nExamples:\n";
    std::string Start = "metaobj " + Command.Name.str() + " " + Action.str();
    unsigned Shown = 0;
    for (StringRef Example : Command.Examples)
      if (Example.starts_with(Start) && Shown++ < 2) {
        OS << "  ";
        printWrapped(Example, 2, 6, OS);
      }
  }
  printRows(Settings->Table, Action, All, OS);
  if (All) {
    OS << "\nGeneral:\n";
    for (const GeneralFlag &TheGeneralFlag : generalFlags())
      if (!TheGeneralFlag.IsOfLlvm || Command.TakesLlvmFlags)
        printRow(TheGeneralFlag.Flag.str() +
                     (TheGeneralFlag.Value.empty()
                          ? std::string()
                          : (TheGeneralFlag.IsOfLlvm ? " <" : "=<") +
                                TheGeneralFlag.Value.str() + ">"),
                 TheGeneralFlag.Help, OS);
    return;
  }
  size_t Hidden = count_if(Settings->Table.rows(), [&](const SettingRow &Row) {
    return !Row.IsCommon && (Action.empty() || Row.isOf(Action));
  });
  std::string More =
      "'metaobj " + Command.Name.str() +
      (Action.empty() ? "" : " " + Action.str()) + " --help-all' shows " +
      (Hidden ? std::to_string(Hidden) + " more" : "the general options");
  if (!Actions.empty() && Action.empty())
    More += ", '<action> --help' those of one action";
  OS << '\n';
  printWrapped(More + ".", 0, 0, OS);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {

class ArgumentReader {
public:
  ArgumentReader(const CommandLine &Line, CommandSettings &Settings,
                 std::vector<std::string> *LlvmFlags)
      : Line(Line), Settings(Settings), LlvmFlags(LlvmFlags) {}

  /// As readArguments.
  std::optional<int> read();

private:
  Error readWord(StringRef Word);
  Error readFlag(StringRef Word);
  Expected<bool> readGeneral(StringRef Name, std::optional<StringRef> Value);
  Expected<StringRef> valueOf(StringRef Flag, std::optional<StringRef> Value);
  Error unknown(StringRef Word, StringRef Name, StringRef Value) const;
  Error readConfig();
  Error set();
  Error checkFiles() const;

  /// The next word, which is taken; nullopt: there is none.
  std::optional<StringRef> next() {
    if (Offset == Line.Words.size())
      return std::nullopt;
    return Line.Words[Offset++];
  }

  const CommandLine &Line;
  CommandSettings &Settings;
  std::vector<std::string> *LlvmFlags;
  size_t Offset = 0;
  GivenSettings Given;
  std::string Config;
  bool PrintConfig = false;
  enum { Work, Help, HelpAll, Version } Wish = Work;
};

} // namespace

Expected<StringRef> ArgumentReader::valueOf(StringRef Flag,
                                            std::optional<StringRef> Value) {
  if (!Value)
    Value = next();
  if (!Value || Value->empty())
    return inputError("", Flag + " needs a value");
  return *Value;
}

/// Those that every command has. false: it is none of them.
Expected<bool> ArgumentReader::readGeneral(StringRef Name,
                                           std::optional<StringRef> Value) {
  const auto *Flag =
      find_if(generalFlags(), [&](const GeneralFlag &TheGeneralFlag) {
        return TheGeneralFlag.Flag.ltrim('-') == Name;
      });
  if (Value && Flag != generalFlags().end() && Flag->Value.empty())
    return inputError("", "--" + Name + " takes no value");
  if (Name == "help" || Name == "h") {
    Wish = std::max(Wish, Help);
  } else if (Name == "help-all") {
    Wish = HelpAll;
  } else if (Name == "version") {
    Wish = Version;
  } else if (Name == "print-config") {
    PrintConfig = true;
  } else if (Name == "config") {
    Expected<StringRef> File = valueOf("--config", Value);
    if (!File)
      return File.takeError();
    if (!Config.empty())
      return inputError("", "--config is given twice");
    Config = File->str();
  } else if (Name == "color") {
    Expected<StringRef> Given = valueOf("--color", Value);
    if (!Given)
      return Given.takeError();
    StringRef When = *Given;
    if (!is_contained(Flag->Known, When))
      return inputError(
          "", "unknown value '" + When +
                  "' for --color; known are: " + join(Flag->Known, ", "));
    setColour(When == "auto"     ? ColourChoice::Auto
              : When == "always" ? ColourChoice::Always
                                 : ColourChoice::Never);
  } else if (Name == "mllvm" && LlvmFlags) {
    Expected<StringRef> Flag = valueOf("-mllvm", Value);
    if (!Flag)
      return Flag.takeError();
    LlvmFlags->push_back(Flag->str());
  } else {
    return false;
  }
  return true;
}

Error ArgumentReader::unknown(StringRef Word, StringRef Name,
                              StringRef Value) const {
  std::string Hint = Settings.Table.hintFor(Name, "--", Value);
  if (std::string Others = commandsWith(Name); !Others.empty())
    Hint = "it is an option of " + Others;
  if (Hint.empty() && LlvmFlags && isLlvmFlag(Name))
    Hint = ("it is an option of LLVM: say -mllvm " + Word).str();
  if (Hint.empty())
    Hint = ("try 'metaobj " + Line.Command.Name + " --help'").str();
  return inputError("", "unknown option '" + Word + "'", Hint);
}

Error ArgumentReader::readFlag(StringRef Word) {
  StringRef Rest = Word;
  bool HasTwoDashes = Rest.consume_front("--");
  if (!HasTwoDashes)
    Rest = Rest.drop_front();
  StringRef Name = Rest.take_until([](char C) { return C == '='; });
  StringRef Assigned = Rest.drop_front(Name.size());
  std::optional<StringRef> Value;
  if (!Assigned.empty())
    Value = Assigned.drop_front();
  SettingRow *Row = Settings.Table.find(Name);
  if (!Row) {
    Expected<bool> IsGeneral = readGeneral(Name, Value);
    if (!IsGeneral)
      return IsGeneral.takeError();
    if (*IsGeneral)
      return Error::success();
    // "-ofile", as compilers take it. What has '=' is a misspelt name.
    Row = HasTwoDashes || Value || Name.empty()
              ? nullptr
              : Settings.Table.find(Name.take_front());
    if (!Row || Row->Type == SettingRow::Switch)
      return unknown(Word, Name, Assigned);
    Value = Name.drop_front();
  }
  if (!Value && Row->Type != SettingRow::Switch && !Row->IsValueOptional)
    Value = next();
  // The last one counts, so that scripts can have defaults before "$@".
  if (!Row->IsList)
    erase_if(Given.Settings,
             [&](const GivenSetting &Setting) { return Setting.Row == Row; });
  Given.Settings.push_back(
      {Row, Value ? std::optional(Value->str()) : std::nullopt});
  return Error::success();
}

Error ArgumentReader::readWord(StringRef Word) {
  if (Word.starts_with("-") && Word != "-" && Word != "--")
    return readFlag(Word);
  if (Word != "--") {
    if (Line.Command.Actions && Given.Action.empty())
      Given.Action = Word.str();
    else
      Given.Files.push_back(Word.str());
    return Error::success();
  }
  // The linker's words, or files whose names look like options.
  SettingRow *Linker = Settings.Table.find("linker-argument");
  while (std::optional<StringRef> Name = next())
    if (Linker)
      Given.Settings.push_back({Linker, Name->str()});
    else
      Given.Files.push_back(Name->str());
  return Error::success();
}

/// Adds what the job file has and the command line has not.
Error ArgumentReader::readConfig() {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openWhole(Config);
  if (!Buffer)
    return Buffer.takeError();
  Expected<GivenSettings> File = readJobFile(
      (*Buffer)->getMemBufferRef(),
      sys::fs::is_regular_file(Config) ? sys::path::parent_path(Config) : "",
      Settings.Table);
  if (!File)
    return File.takeError();
  if (!Line.Command.Actions && !File->Action.empty())
    return inputError(Config, "'action': metaobj " + Line.Command.Name +
                                  " has no actions");
  if (Given.Action.empty())
    Given.Action = File->Action;
  if (Given.Files.empty())
    Given.Files = File->Files;
  size_t Nearer = Given.Settings.size();
  for (GivenSetting &Setting : File->Settings)
    if (none_of(ArrayRef(Given.Settings).take_front(Nearer),
                [&](const GivenSetting &Known) {
                  return Known.Row == Setting.Row;
                }))
      Given.Settings.push_back(std::move(Setting));
  return Error::success();
}

Error ArgumentReader::checkFiles() const {
  const CommandInfo &Command = Line.Command;
  size_t Count = Given.Files.size();
  if (Count > Command.MostFiles)
    return inputError(
        "", "unexpected argument '" + Given.Files[Command.MostFiles] + "'",
        "try 'metaobj " + Command.Name + " --help'");
  if (Count >= Command.LeastFiles)
    return Error::success();
  return inputError("",
                    Command.LeastFiles == 1
                        ? Twine("no input: name a file")
                        : "not enough inputs: name " +
                              Twine(Command.LeastFiles) + " files",
                    "try 'metaobj " + Command.Name + " --help'");
}

Error ArgumentReader::set() {
  if (!Config.empty())
    if (Error E = readConfig())
      return E;
  for (const GivenSetting &Setting : Given.Settings)
    if (Error E = SettingTable::set(*Setting.Row, Setting.Value))
      return E;
  if (Line.Command.Actions) {
    if (Given.Action.empty()) {
      std::string Known;
      for (const ActionInfo &TheActionInfo : Line.Command.Actions())
        Known += (Known.empty() ? "" : ", ") + TheActionInfo.Name.str();
      return inputError("", "no action: name one of " + Known);
    }
    if (Error E = Settings.setAction(Given.Action))
      return E;
  }
  if (Error E = checkFiles())
    return E;
  Settings.Files = Given.Files;
  return Settings.finish();
}

std::optional<int> ArgumentReader::read() {
  while (std::optional<StringRef> Word = next())
    if (Error E = readWord(*Word))
      return reportUsage(std::move(E));
  if (Wish == Version) {
    printVersion(outs());
    return ExitDone;
  }
  if (Wish != Work) {
    printHelp(Line.Command, Given.Action, Wish == HelpAll, outs());
    return ExitDone;
  }
  if (Error E = set())
    return reportUsage(std::move(E));
  if (!PrintConfig)
    return std::nullopt;
  if (LlvmFlags && !LlvmFlags->empty())
    return reportUsage("-mllvm has no place in a job file");
  if (Error E = printJobFile(Given, outs()))
    return reportUsage(std::move(E));
  return ExitDone;
}

std::optional<int> readArguments(const CommandLine &Line,
                                 CommandSettings &Settings,
                                 std::vector<std::string> *LlvmFlags) {
  return ArgumentReader(Line, Settings, LlvmFlags).read();
}
