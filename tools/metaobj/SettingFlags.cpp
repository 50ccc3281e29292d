//===- SettingFlags.cpp - What settings are called here -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingFlags.h"

#include "CommandTable.h"

#include <string>
#include <vector>

using namespace llvm;
using namespace metaobj;

/// What the tables of all commands say.
static std::vector<std::string> makeFlags() {
  std::vector<std::string> Flags;
  for (Setting Each : allSettings())
    Flags.push_back(settingName(Each).str());
  for (const CommandInfo &Command : allCommands()) {
    std::unique_ptr<CommandSettings> Settings = Command.MakeSettings();
    for (const SettingRow &Row : Settings->Table.rows())
      if (Row.Names.Which)
        Flags[static_cast<size_t>(*Row.Names.Which)] = Row.flag();
  }
  // Values that messages speak of like settings.
  auto Set = [&Flags](Setting Which, StringRef Value) {
    Flags[static_cast<size_t>(Which)] = Value.str();
  };
  Set(Setting::FunctionTable, "--abi=functions");
  Set(Setting::FfiConstructor, "--register=ctor");
  return Flags;
}

StringRef flagOf(Setting Which) {
  static const std::vector<std::string> Flags = makeFlags();
  return Flags[static_cast<size_t>(Which)];
}

std::string inFlags(StringRef Text) { return renameSettings(Text, flagOf); }
