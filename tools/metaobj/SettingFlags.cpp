//===- SettingFlags.cpp - What settings are called here -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingFlags.h"

#include "CommandTable.h"

#include "metaobj/Abi.h"
#include "metaobj/Emit.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

/// What the tables of all commands say.
static std::vector<SettingFlag> makeFlags() {
  // Values that messages speak of like settings.
  std::vector<SettingFlag> Flags = {
      {setting::FunctionTable, "--abi=functions"},
      {setting::FfiConstructor, "--register=ctor"}};
  for (const CommandInfo &Command : allCommands()) {
    std::unique_ptr<CommandSettings> Settings = Command.MakeSettings();
    for (const SettingRow &Row : Settings->Table.rows())
      if (Row.Names.Which)
        Flags.push_back({*Row.Names.Which, Row.flag()});
  }
  return Flags;
}

const std::vector<SettingFlag> &settingFlags() {
  static const std::vector<SettingFlag> Flags = makeFlags();
  return Flags;
}

StringRef flagOf(Setting Which) {
  const std::vector<SettingFlag> &Flags = settingFlags();
  auto Found = find_if(
      Flags, [&](const SettingFlag &Each) { return Each.Which == Which; });
  return Found == Flags.end() ? Which.field() : StringRef(Found->Flag);
}

std::string inFlags(const Message &Text) { return Text.text(flagOf); }
