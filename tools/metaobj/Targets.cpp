//===- Targets.cpp - metaobj targets --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"
#include "SelfTestSettings.h"
#include "SettingFlags.h"

#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace metaobj;

/// Why some targets cannot be emitted for; one line for each reason.
static void printRefusals(ArrayRef<TargetDescription> Targets) {
  std::vector<std::pair<Message, std::string>> NamesByReason;
  for (const TargetDescription &T : Targets) {
    if (T.Refusal.empty())
      continue;
    auto Known = find_if(NamesByReason, [&](const auto &Item) {
      return Item.first == T.Refusal;
    });
    if (Known == NamesByReason.end())
      NamesByReason.push_back({T.Refusal, T.Name});
    else
      Known->second += ", " + T.Name;
  }
  if (NamesByReason.empty())
    return;
  outs() << "\nno objects for:\n";
  for (const auto &[Reason, Names] : NamesByReason)
    outs() << "  " << Names << ": " << inFlags(Reason) << '\n';
}

static void printJson(ArrayRef<TargetDescription> Targets) {
  json::Array Rows;
  for (const TargetDescription &T : Targets) {
    json::Object Row{{"name", T.Name},
                     {"pointer_bits", T.PointerBits},
                     {"byte_order", T.BigEndian ? "big" : "little"},
                     {"object_format", T.ObjectFormat},
                     {"inferred", T.Inferred},
                     {"description", T.Description},
                     {"refusal", T.Refusal.empty()
                                     ? json::Value(nullptr)
                                     : json::Value(inFlags(T.Refusal))}};
    Rows.push_back(std::move(Row));
  }
  outs() << formatv(
      "{0:2}\n",
      json::Value(json::Object{{"schema", 1}, {"targets", std::move(Rows)}}));
}

int runTargets(const CommandLine &Line) {
  TargetsSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  std::vector<TargetDescription> Targets = listTargets();
  if (Settings.Json) {
    printJson(Targets);
    return ExitDone;
  }
  const char *Row = "{0,-12} {1,-8} {2,-8} {3,-12} {4,-10} {5}\n";
  outs() << formatv(Row, "target", "pointer", "order", "object", "inferred",
                    "description");
  for (const TargetDescription &T : Targets)
    outs() << formatv(Row, T.Name, formatv("{0} bit", T.PointerBits).str(),
                      T.BigEndian ? "big" : "little", T.ObjectFormat,
                      T.Inferred ? "yes" : "no", T.Description);
  printRefusals(Targets);
  return ExitDone;
}
