//===- SettingFlags.h - What settings are called here -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SETTINGFLAGS_H
#define METAOBJ_TOOLS_SETTINGFLAGS_H

#include "metaobj/Setting.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

#include <string>

/// As people type it: "--prefix", "-o".
llvm::StringRef flagOf(metaobj::Setting Which);

/// As an option is registered: "prefix".
llvm::StringRef optionName(metaobj::Setting Which);

/// A text of the library in the words of the command line.
std::string inFlags(llvm::StringRef Text);

/// The name of an option, of a setting or of the command alone.
struct FlagName {
  FlagName(const char *Text) : Text(Text) {}
  FlagName(metaobj::Setting Which) : Text(optionName(Which)) {}

  llvm::StringRef Text;
};

/// An option as all commands declare it. --help shows \p Text, and calls the
/// value \p Value. \p More: modifiers of LLVM's library of options.
template <typename LlvmOption> struct Flag : LlvmOption {
  template <typename... Modifiers>
  Flag(llvm::cl::OptionCategory &Of, FlagName Name, llvm::StringRef Value,
       llvm::StringRef Text, const Modifiers &...More)
      : LlvmOption(Name.Text, llvm::cl::value_desc(Value), llvm::cl::desc(Text),
                   llvm::cl::cat(Of), More...) {}
};

using TextFlag = Flag<llvm::cl::opt<std::string>>;
using TextsFlag = Flag<llvm::cl::list<std::string>>;
using NumberFlag = Flag<llvm::cl::opt<unsigned>>;

/// An option without a value.
struct SwitchFlag : llvm::cl::opt<bool> {
  SwitchFlag(llvm::cl::OptionCategory &Of, FlagName Name, llvm::StringRef Text)
      : opt(Name.Text, llvm::cl::desc(Text), llvm::cl::cat(Of)) {}
};

#endif // METAOBJ_TOOLS_SETTINGFLAGS_H
