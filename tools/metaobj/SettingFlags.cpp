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

#include <algorithm>

using namespace llvm;
using namespace metaobj;

/// What the tables of all commands say.
static std::string keywordOf(StringRef Name) {
  std::string Keyword = Name.str() + "=";
  std::replace(Keyword.begin(), Keyword.end(), '-', '_');
  return Keyword;
}

static std::vector<SettingFlag> makeFlags() {
  // Values that messages speak of like settings.
  std::vector<SettingFlag> Flags = {
      {setting::FunctionTable, "--abi=functions", "abi='functions'"},
      {setting::FfiConstructor, "--register=ctor", "register='ctor'"}};
  for (const CommandInfo &Command : allCommands()) {
    std::unique_ptr<CommandSettings> Settings = Command.MakeSettings();
    for (const SettingRow &Row : Settings->Table.rows())
      Flags.push_back({Row.Names.Which, Row.flag(), keywordOf(Row.Names.Name)});
  }
  return Flags;
}

const std::vector<SettingFlag> &settingFlags() {
  static const std::vector<SettingFlag> Flags = makeFlags();
  return Flags;
}

/// null: no command has it.
static const SettingFlag *findFlag(Setting Which) {
  const std::vector<SettingFlag> &Flags = settingFlags();
  auto Found = find_if(
      Flags, [&](const SettingFlag &Flag) { return Flag.Which == Which; });
  return Found == Flags.end() ? nullptr : &*Found;
}

StringRef flagOf(Setting Which) {
  const SettingFlag *Known = findFlag(Which);
  return Known ? StringRef(Known->Flag) : Which.field();
}

std::string inFlags(const Message &Text) { return Text.text(flagOf); }

std::string inKeywords(const Message &Text) {
  std::string Result;
  for (const Message::Piece &Piece : Text.pieces()) {
    if (const auto *Which = std::get_if<Setting>(&Piece)) {
      const SettingFlag *Known = findFlag(*Which);
      Result += Known ? Known->Keyword : Which->field().str();
      continue;
    }
    // "executor=" with its value.
    StringRef Words = std::get<std::string>(Piece);
    if (StringRef(Result).ends_with("="))
      Words.consume_front("=");
    Result += Words;
  }
  return Result;
}
