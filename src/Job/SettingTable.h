//===- SettingTable.h - What a command can be told --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one description of each setting: its name, the form of its value, what
/// help says, and the field that it sets. Front ends print the table and set
/// values by it: the command line and its help, the manual, completion of
/// shells, the options of C, Python's keywords, job files. Nothing else knows
/// how a setting is spelt.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_SETTINGTABLE_H
#define METAOBJ_JOB_SETTINGTABLE_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A value that a setting may have.
template <typename T> struct Choice {
  llvm::StringLiteral Name;
  T Value;
};

/// The numbers that a setting may have.
struct NumberRange {
  uint64_t Least = 0;
  uint64_t Most = std::numeric_limits<uint32_t>::max();
};

/// The names of a setting.
struct SettingName {
  /// Of what no message of the library speaks of: it is called by its name.
  template <size_t Size>
  SettingName(const char (&Name)[Size], char Letter = 0)
      : SettingName(Setting(llvm::StringLiteral::withInnerNUL(Name)), Name,
                    Letter) {}
  /// Of a field that messages of the library speak of.
  SettingName(Setting Which, llvm::StringRef Name, char Letter = 0)
      : Name(Name), Letter(Letter), Which(Which) {}

  llvm::StringRef Name; ///< "param-sections"
  char Letter;          ///< A short name, such as 'o'; 0: none.
  Setting Which;
};

struct SettingRow {
  enum ValueType { Switch, Number, Text, Path, Choice };
  /// Takes a value, which has the form of its type.
  using Taker = std::function<llvm::Error(const SettingRow &, llvm::StringRef)>;

  SettingRow(SettingName Names, ValueType Type, llvm::StringRef Value,
             llvm::StringRef Help, Taker Take)
      : Names(Names), Type(Type), Value(Value), Help(Help),
        Take(std::move(Take)) {}

  /// "--param-sections", "-o".
  std::string flag() const;

  /// "expected \p Subject for --name, such as \p Example, found 'x'".
  llvm::Error expected(const llvm::Twine &Subject, llvm::StringRef Found,
                       llvm::StringRef Example = "") const;
  /// "unknown value 'x' for --name; known are: ...".
  /// \p Otherwise is the hint if no known value is near.
  llvm::Error unknown(llvm::StringRef Found,
                      const Message &Otherwise = {}) const;

  // What the functions of SettingTable leave to say of a row.
  SettingRow &common(); ///< One of those that most people use.
  /// About the output of a program, which a library has none of.
  SettingRow &ofPrograms();
  /// Writes: to its path, or, as a switch, to standard output.
  SettingRow &output();
  SettingRow &list();
  SettingRow &commaSeparated();
  SettingRow &valueOptional();
  SettingRow &orEmpty();
  SettingRow &known(llvm::ArrayRef<llvm::StringRef> Values);
  SettingRow &byDefault(const llvm::Twine &Text);
  /// For some of the command's actions only.
  SettingRow &of(llvm::ArrayRef<llvm::StringRef> Names);

  /// Behind the separator number \p Which is a path, counted from 1.
  SettingRow &pathBehind(char Separator, unsigned Which = 1);
  /// A value without \p Separator is a path.
  SettingRow &pathWithout(char Separator);

  /// Where the path begins in \p Text; nullopt: there is none.
  std::optional<size_t> pathIn(llvm::StringRef Text) const;
  /// Is it for the action \p Name?
  bool isOf(llvm::StringRef Name) const;

  SettingName Names;
  ValueType Type;
  llvm::StringRef Value; ///< What help calls a value: "file"; empty: none.
  std::string Help;
  Taker Take;

  llvm::StringRef Group;
  bool IsCommon = false;
  bool IsOfPrograms = false;
  bool IsOutput = false;
  bool IsList = false;
  bool IsCommaSeparated = false;
  bool IsValueOptional = false;
  bool MayBeEmpty = false;
  std::vector<std::string> Known; ///< Values, as far as they can be listed.
  std::string Default;            ///< For help; empty: none, or told there.
  std::vector<llvm::StringRef> Actions; ///< Empty: all, if there are any.

  /// Of the functions of these names; 0: the type tells.
  char PathSeparator = 0;
  unsigned PathNumber = 0; ///< 0: pathWithout().

  /// How often it was given.
  unsigned NumGiven = 0;
  bool IsStandardOutput = false; ///< Of an output: it goes there.
};

/// The settings of one command. They set fields of the object that has the
/// table.
class SettingTable {
public:
  SettingTable() = default;
  SettingTable(const SettingTable &) = delete;
  SettingTable &operator=(const SettingTable &) = delete;

  /// The settings that are added next have the heading \p Name.
  void group(llvm::StringRef Name) { Group = Name; }

  SettingRow &flag(SettingName Names, bool &To, llvm::StringRef Help);
  SettingRow &text(SettingName Names, llvm::StringRef Value, std::string &To,
                   llvm::StringRef Help);
  SettingRow &path(SettingName Names, llvm::StringRef Value, std::string &To,
                   llvm::StringRef Help);
  SettingRow &texts(SettingName Names, llvm::StringRef Value,
                    std::vector<std::string> &To, llvm::StringRef Help);
  SettingRow &paths(SettingName Names, llvm::StringRef Value,
                    std::vector<std::string> &To, llvm::StringRef Help);
  /// Patterns of names, which are checked.
  SettingRow &globs(SettingName Names, llvm::StringRef Value,
                    std::vector<std::string> &To, llvm::StringRef Help);
  template <typename T>
  SettingRow &number(SettingName Names, llvm::StringRef Value, T &To,
                     NumberRange Range, llvm::StringRef Help) {
    return anyNumber(Names, Value, Range, Help, [&To](uint64_t Read) {
      To = static_cast<NumberOf<T>>(Read);
    });
  }
  /// A power of two.
  SettingRow &alignment(SettingName Names, llvm::StringRef Help,
                        std::function<void(uint64_t)> Take);
  template <typename ToT, typename T, size_t Count>
  SettingRow &choice(SettingName Names, llvm::StringRef Value, ToT &To,
                     const Choice<T> (&Values)[Count], llvm::StringRef Help) {
    SettingRow &Row =
        add(SettingRow(Names, SettingRow::Choice, Value, Help,
                       [&To, &Values](const SettingRow &TheSettingRow,
                                      llvm::StringRef Found) -> llvm::Error {
                         for (const Choice<T> &TheChoice : Values)
                           if (TheChoice.Name == Found) {
                             To = TheChoice.Value;
                             return llvm::Error::success();
                           }
                         return TheSettingRow.unknown(Found);
                       }));
    for (const Choice<T> &TheChoice : Values)
      Row.Known.push_back(TheChoice.Name.str());
    return Row;
  }
  /// A value of a form of its own.
  SettingRow &parsed(SettingName Names, llvm::StringRef Value,
                     llvm::StringRef Help, SettingRow::Taker Take,
                     SettingRow::ValueType Type = SettingRow::Text);

  const std::deque<SettingRow> &rows() const { return Rows; }

  /// The setting \p Key: a name, or a letter; null: there is none.
  SettingRow *find(llvm::StringRef Key);
  bool isGiven(llvm::StringRef Key) const;
  /// What to say of the name \p Key, which find() does not know: what is in
  /// place of a setting of older versions, or the name that may be meant, with
  /// \p Dashes before and \p Value behind it. Empty: nothing.
  std::string hintFor(llvm::StringRef Key, llvm::StringRef Dashes = "",
                      llvm::StringRef Value = "") const;

  /// Refuses several outputs in standard output.
  llvm::Error checkStandardOutput() const;

  /// nullopt: there is no value.
  static llvm::Error set(SettingRow &Row, std::optional<llvm::StringRef> Value);

  /// What the rows say, for other programs: an array of objects.
  llvm::json::Array describe() const;

private:
  template <typename T> struct NumberOfField {
    using Type = T;
  };
  template <typename T> struct NumberOfField<std::optional<T>> {
    using Type = T;
  };
  template <typename T> using NumberOf = typename NumberOfField<T>::Type;

  SettingRow &add(SettingRow Row);
  SettingRow &anyNumber(SettingName Names, llvm::StringRef Value,
                        NumberRange Range, llvm::StringRef Help,
                        std::function<void(uint64_t)> Take);

  std::deque<SettingRow> Rows; ///< They stay where they are.
  llvm::StringRef Group;
};

/// What a command is told: a table, and files. Derived classes have the fields
/// that the table sets.
class CommandSettings {
public:
  virtual ~CommandSettings() = default;

  /// Of a command with actions: which one.
  virtual llvm::Error setAction(llvm::StringRef Name);

  /// To be called when all is set, perhaps more than once: checks what several
  /// settings say together.
  virtual llvm::Error finish() { return llvm::Error::success(); }

  SettingTable Table;
  std::vector<std::string> Files;
};

/// That of \p Names that \p Text may be meant to be: its longer form, if there
/// is one, or a slip of two letters at most. Empty: none is.
template <typename RangeT>
llvm::StringRef nearestOf(llvm::StringRef Text, const RangeT &Names) {
  llvm::StringRef Nearest, Longer;
  unsigned Distance = 3, NumLonger = 0;
  for (llvm::StringRef Name : Names) {
    if (Text.size() > 1 && Name.starts_with(Text)) {
      Longer = Name;
      ++NumLonger;
    }
    if (unsigned Index = Text.edit_distance(Name, true, Distance);
        Index < Distance) {
      Distance = Index;
      Nearest = Name;
    }
  }
  return NumLonger == 1 ? Longer : Nearest;
}

/// What is wrong with settings, in whole.
llvm::Error settingFault(const Message &Reason, const Message &Hint = {});

} // namespace metaobj

#endif // METAOBJ_JOB_SETTINGTABLE_H
