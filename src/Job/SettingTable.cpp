//===- SettingTable.cpp - What a command can be told ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/SettingTable.h"

#include "Base/ByteCount.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::settingFault(const Message &Reason, const Message &Hint) {
  return inputError("", Reason, Hint);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

std::string SettingRow::flag() const {
  if (Names.Letter)
    return {'-', Names.Letter};
  return "--" + Names.Name.str();
}

Error SettingRow::expected(const Twine &Subject, StringRef Found,
                           StringRef Example) const {
  std::string SuchAs = Example.empty() ? "" : ", such as " + Example.str();
  return settingFault("expected " + Subject + " for " + Names.Which + SuchAs +
                      ", found " + quoted(Found));
}

/// Values of older versions, and what is in place of them.
static constexpr struct {
  StringLiteral Setting;
  StringLiteral Value;
  StringLiteral Instead;
} FormerValues[] = {
    {"emit", "asm", "llc makes assembly of emit=llvm-ir and emit=llvm-bc"},
};

Error SettingRow::unknown(StringRef Found, const Message &Otherwise) const {
  StringRef Nearest = nearestOf(Found, Known);
  Message Hint = Nearest.empty() ? Otherwise : "did you mean '" + Nearest + "'";
  for (const auto &FormerValue : FormerValues)
    if (FormerValue.Setting == Names.Name && FormerValue.Value == Found)
      Hint = FormerValue.Instead;
  return settingFault("unknown value " + quoted(Found) + " for " + Names.Which +
                          "; known are: " + join(Known, ", "),
                      Hint);
}

SettingRow &SettingRow::common() {
  IsCommon = true;
  return *this;
}

SettingRow &SettingRow::ofPrograms() {
  IsOfPrograms = true;
  return *this;
}

SettingRow &SettingRow::output() {
  IsOutput = true;
  return *this;
}

SettingRow &SettingRow::list() {
  IsList = true;
  return *this;
}

SettingRow &SettingRow::commaSeparated() {
  IsCommaSeparated = true;
  return list();
}

SettingRow &SettingRow::valueOptional() {
  IsValueOptional = true;
  return orEmpty();
}

SettingRow &SettingRow::orEmpty() {
  MayBeEmpty = true;
  return *this;
}

SettingRow &SettingRow::known(ArrayRef<StringRef> Values) {
  Known.assign(Values.begin(), Values.end());
  return *this;
}

SettingRow &SettingRow::byDefault(const Twine &Text) {
  Default = Text.str();
  return *this;
}

SettingRow &SettingRow::of(ArrayRef<StringRef> Names) {
  Actions.assign(Names.begin(), Names.end());
  return *this;
}

SettingRow &SettingRow::pathBehind(char Separator, unsigned Which) {
  PathSeparator = Separator;
  PathNumber = Which;
  return *this;
}

SettingRow &SettingRow::pathWithout(char Separator) {
  return pathBehind(Separator, 0);
}

std::optional<size_t> SettingRow::pathIn(StringRef Text) const {
  if (!PathSeparator)
    return Type == Path && !is_contained(Known, Text) ? std::optional<size_t>(0)
                                                      : std::nullopt;
  if (PathNumber == 0)
    return Text.contains(PathSeparator) ? std::nullopt
                                        : std::optional<size_t>(0);
  size_t Offset = 0;
  for (unsigned Number = 0; Number != PathNumber; ++Number) {
    Offset = Text.find(PathSeparator, Offset);
    if (Offset == StringRef::npos)
      return std::nullopt;
    ++Offset;
  }
  return Offset;
}

bool SettingRow::isOf(StringRef Name) const {
  return Actions.empty() || is_contained(Actions, Name);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

SettingRow &SettingTable::add(SettingRow Row) {
  Rows.push_back(std::move(Row));
  Rows.back().Group = Group;
  return Rows.back();
}

SettingRow &SettingTable::parsed(SettingName Names, StringRef Value,
                                 StringRef Help, SettingRow::Taker Take,
                                 SettingRow::ValueType Type) {
  return add(SettingRow(Names, Type, Value, Help, std::move(Take)));
}

SettingRow &SettingTable::flag(SettingName Names, bool &To, StringRef Help) {
  return parsed(
      Names, "", Help,
      [&To](const SettingRow &, StringRef Text) {
        To = Text == "true";
        return Error::success();
      },
      SettingRow::Switch);
}

SettingRow &SettingTable::text(SettingName Names, StringRef Value,
                               std::string &To, StringRef Help) {
  return parsed(Names, Value, Help, [&To](const SettingRow &, StringRef Text) {
    To = Text.str();
    return Error::success();
  });
}

SettingRow &SettingTable::path(SettingName Names, StringRef Value,
                               std::string &To, StringRef Help) {
  SettingRow &Row = text(Names, Value, To, Help);
  Row.Type = SettingRow::Path;
  return Row;
}

SettingRow &SettingTable::texts(SettingName Names, StringRef Value,
                                std::vector<std::string> &To, StringRef Help) {
  return parsed(Names, Value, Help,
                [&To](const SettingRow &, StringRef Text) {
                  To.push_back(Text.str());
                  return Error::success();
                })
      .list();
}

SettingRow &SettingTable::paths(SettingName Names, StringRef Value,
                                std::vector<std::string> &To, StringRef Help) {
  SettingRow &Row = texts(Names, Value, To, Help);
  Row.Type = SettingRow::Path;
  return Row;
}

SettingRow &SettingTable::globs(SettingName Names, StringRef Value,
                                std::vector<std::string> &To, StringRef Help) {
  return parsed(Names, Value, Help,
                [&To](const SettingRow &Row, StringRef Text) -> Error {
                  Expected<GlobPattern> Glob = GlobPattern::create(Text);
                  if (!Glob)
                    return settingFault("bad pattern " + quoted(Text) +
                                        " for " + Row.Names.Which + ": " +
                                        toString(Glob.takeError()));
                  To.push_back(Text.str());
                  return Error::success();
                })
      .list();
}

SettingRow &SettingTable::anyNumber(SettingName Names, StringRef Value,
                                    NumberRange Range, StringRef Help,
                                    std::function<void(uint64_t)> Take) {
  return parsed(
      Names, Value, Help,
      [Range, Take = std::move(Take)](const SettingRow &Row,
                                      StringRef Text) -> Error {
        std::optional<uint64_t> Number = parseAddress(Text);
        if (!Number || *Number < Range.Least || *Number > Range.Most) {
          bool IsBound = Range.Least || Range.Most != NumberRange().Most;
          return Row.expected(IsBound ? "a number from " + Twine(Range.Least) +
                                            " to " + Twine(Range.Most)
                                      : Twine("a number"),
                              Text);
        }
        Take(*Number);
        return Error::success();
      },
      SettingRow::Number);
}

SettingRow &SettingTable::alignment(SettingName Names, StringRef Help,
                                    std::function<void(uint64_t)> Take) {
  return parsed(
      Names, "bytes", Help,
      [Take = std::move(Take)](const SettingRow &Row, StringRef Text) -> Error {
        std::optional<uint64_t> Bytes = parseAddress(Text);
        if (!Bytes || !isPowerOf2_64(*Bytes))
          return Row.expected("a power of two", Text);
        Take(*Bytes);
        return Error::success();
      },
      SettingRow::Number);
}

SettingRow *SettingTable::find(StringRef Key) {
  for (SettingRow &Row : Rows)
    if (Row.Names.Name == Key || (Row.Names.Letter && Key.size() == 1 &&
                                  Row.Names.Letter == Key.front()))
      return &Row;
  return nullptr;
}

bool SettingTable::isGiven(StringRef Key) const {
  const auto *Row = const_cast<SettingTable *>(this)->find(Key);
  assert(Row && "no setting has this name");
  return Row->NumGiven != 0;
}

/// Settings of older versions, and what is in place of them.
static constexpr std::pair<StringLiteral, StringLiteral> FormerSettings[] = {
    {"all",
     "for self-test, tools/self_test_all.py of the sources tests all targets"},
    {"table", "abi=iree and abi=functions are in place of it"},
    {"fsync", "outputs are left to the system's cache: run 'sync' afterwards"},
    {"io-threads", "one thread writes: leave it out"},
    {"order", "parameters are packed; place=<glob>:order=<number> sorts them"},
    {"export-params", "place=*:visibility=global is in place of it"},
    {"compress-window", "compress=zstd,window=<log> is in place of it"},
    {"compress-ratio", "compress=zstd,ratio=<percent> is in place of it"},
};

std::string SettingTable::hintFor(StringRef Key, StringRef Dashes,
                                  StringRef Value) const {
  for (auto [Name, Instead] : FormerSettings)
    if (Name == Key)
      return Instead.str();
  StringRef Nearest = nearestOf(Key, map_range(Rows, [](const SettingRow &Row) {
                                  return Row.Names.Name;
                                }));
  return Nearest.empty() || Nearest == Key
             ? std::string()
             : ("did you mean '" + Dashes + Nearest + Value + "'").str();
}

/// "true" or "false" for what is one of them.
static std::optional<StringRef> truthOf(StringRef Text) {
  if (Text == "1" || Text.equals_insensitive("true"))
    return "true";
  if (Text == "0" || Text.equals_insensitive("false"))
    return "false";
  return std::nullopt;
}

Error SettingTable::set(SettingRow &Row, std::optional<StringRef> Value) {
  if (Row.NumGiven && !Row.IsList)
    return settingFault(Row.Names.Which + " is set twice");
  StringRef Text = Value.value_or("");
  if (Row.Type == SettingRow::Switch) {
    std::optional<StringRef> Truth = Value ? truthOf(Text) : "true";
    if (!Truth)
      return Row.expected("true or false", Text);
    Text = *Truth;
  } else if (!Value && !Row.IsValueOptional) {
    return settingFault(
        Row.Names.Which + " needs a value",
        Row.Known.empty() ? "" : "known are: " + join(Row.Known, ", "));
  } else if (Text.empty() && !Row.MayBeEmpty) {
    return settingFault(Row.Names.Which + " has an empty value");
  }
  SmallVector<StringRef, 4> Parts = {Text};
  if (Row.IsCommaSeparated) {
    Parts.clear();
    Text.split(Parts, ',');
  }
  for (StringRef Part : Parts)
    if (Error E = Row.Take(Row, Part))
      return E;
  ++Row.NumGiven;
  Row.IsStandardOutput =
      Row.IsOutput && Text == (Row.Type == SettingRow::Switch ? "true" : "-");
  return Error::success();
}

Error SettingTable::checkStandardOutput() const {
  const SettingRow *First = nullptr;
  for (const SettingRow &Row : Rows) {
    if (!Row.IsStandardOutput)
      continue;
    if (First)
      return settingFault(
          First->Names.Which + " and " + Row.Names.Which +
              " both go to standard output",
          "name a file with " +
              (Row.Type == SettingRow::Switch ? First : &Row)->Names.Which);
    First = &Row;
  }
  return Error::success();
}

static StringRef typeName(SettingRow::ValueType Type) {
  switch (Type) {
  case SettingRow::Switch:
    return "bool";
  case SettingRow::Number:
    return "number";
  case SettingRow::Text:
    return "text";
  case SettingRow::Path:
    return "path";
  case SettingRow::Choice:
    return "choice";
  }
  llvm_unreachable("all types are listed");
}

json::Array SettingTable::describe() const {
  json::Array Result;
  for (const SettingRow &TheSettingRow : Rows) {
    json::Object Row{{"name", TheSettingRow.Names.Name},
                     {"type", typeName(TheSettingRow.Type)},
                     {"list", TheSettingRow.IsList},
                     {"group", TheSettingRow.Group},
                     {"common", TheSettingRow.IsCommon},
                     {"help", TheSettingRow.Help}};
    if (TheSettingRow.Names.Letter)
      Row["letter"] = std::string(1, TheSettingRow.Names.Letter);
    if (!TheSettingRow.Value.empty())
      Row["value"] = TheSettingRow.Value;
    if (TheSettingRow.IsOfPrograms)
      Row["of_programs"] = true;
    if (TheSettingRow.IsValueOptional)
      Row["value_optional"] = true;
    if (!TheSettingRow.Actions.empty())
      Row["actions"] = json::Array(TheSettingRow.Actions);
    if (!TheSettingRow.Known.empty())
      Row["known"] = json::Array(TheSettingRow.Known);
    if (!TheSettingRow.Default.empty())
      Row["default"] = TheSettingRow.Default;
    Result.push_back(std::move(Row));
  }
  return Result;
}

Error CommandSettings::setAction(StringRef Name) {
  return settingFault("unexpected action '" + Name + "'");
}
