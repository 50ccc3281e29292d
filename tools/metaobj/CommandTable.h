//===- CommandTable.h - The commands of the program -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_COMMANDTABLE_H
#define METAOBJ_TOOLS_METAOBJ_COMMANDTABLE_H

#include "Job/SettingTable.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>
#include <memory>

/// An action of a command, which is its first word.
struct ActionInfo {
  llvm::StringRef Name;
  llvm::StringRef Overview;
  bool TakesFiles;
};

struct CommandInfo {
  llvm::StringLiteral Name;
  llvm::StringLiteral Job; ///< What it does, in a few words.
  /// The same in sentences.
  llvm::StringLiteral Overview;
  llvm::StringLiteral Files; ///< What they are called; empty: it takes none.
  size_t LeastFiles, MostFiles;
  llvm::ArrayRef<llvm::StringLiteral> Examples;
  std::unique_ptr<metaobj::CommandSettings> (*MakeSettings)();
  llvm::ArrayRef<ActionInfo> (*Actions)() = nullptr;
  bool TakesLlvmFlags = false;   ///< -mllvm
  bool TakesLinkerWords = false; ///< Those behind "--".
};

template <typename T> std::unique_ptr<metaobj::CommandSettings> makeSettings() {
  return std::make_unique<T>();
}

constexpr size_t NoLimit = std::numeric_limits<size_t>::max();

/// All that this build has.
llvm::ArrayRef<CommandInfo> allCommands();

/// Those that a build may leave out, each in a file of its own.
extern const CommandInfo LinkCommand, DeviceCommand;

/// An option that every command has.
struct GeneralFlag {
  llvm::StringLiteral Flag;  ///< "--color"
  llvm::StringLiteral Value; ///< What help calls a value; empty: it takes none.
  llvm::StringLiteral Help;
  llvm::ArrayRef<llvm::StringLiteral> Known = {}; ///< All values; empty: any.
  bool IsOfLlvm = false; ///< Only of commands that take LLVM's flags.
};

llvm::ArrayRef<GeneralFlag> generalFlags();

/// null: there is none of this name.
const CommandInfo *findCommand(llvm::StringRef Name);

/// How to get the command \p Name, which this build lacks; empty: nobody has
/// it.
llvm::StringRef buildWith(llvm::StringRef Name);

/// "link, device": those that have the setting \p Name; empty: none has.
std::string commandsWith(llvm::StringRef Name);

/// The versions of metaobj and LLVM, and the commands that are built in.
void printVersion(llvm::raw_ostream &OS);

/// All commands with their settings, for other programs.
llvm::json::Value describeCommands();

#endif // METAOBJ_TOOLS_METAOBJ_COMMANDTABLE_H
