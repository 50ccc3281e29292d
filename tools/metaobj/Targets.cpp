//===- Targets.cpp - metaobj targets --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SettingFlags.h"

#include "metaobj/Target.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

/// Why some targets cannot be emitted for; one line for each reason.
static void printRefusals(ArrayRef<TargetDescription> Targets) {
  MapVector<StringRef, std::string> NamesByReason;
  for (const TargetDescription &T : Targets) {
    if (T.Refusal.empty())
      continue;
    std::string &Names = NamesByReason[T.Refusal];
    Names += (Names.empty() ? "" : ", ") + T.Name;
  }
  if (NamesByReason.empty())
    return;
  outs() << "\nno objects for:\n";
  for (const auto &[Reason, Names] : NamesByReason)
    outs() << "  " << Names << ": " << inFlags(Reason) << '\n';
}

int runTargets(int Argc, const char **Argv) {
  cl::OptionCategory Category("Targets options");
  if (!parseCommandLine(Argc, Argv, "list the targets of the linked LLVM",
                        {&Category}))
    return ExitWrongUsage;
  const char *Row = "{0,-12} {1,-8} {2,-8} {3,-12} {4,-10} {5}\n";
  outs() << formatv(Row, "target", "pointer", "order", "object", "inferred",
                    "description");
  std::vector<TargetDescription> Targets = listTargets();
  for (const TargetDescription &T : Targets)
    outs() << formatv(Row, T.Name, formatv("{0} bit", T.PointerBits).str(),
                      T.BigEndian ? "big" : "little", T.ObjectFormat,
                      T.Inferred ? "yes" : "no", T.Description);
  printRefusals(Targets);
  return ExitDone;
}
