//===- Targets.cpp - metaobj targets --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

#include "metaobj/Target.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

int runTargets(int Argc, const char **Argv) {
  cl::OptionCategory Category("Targets options");
  if (!parseCommandLine(Argc, Argv, "list the targets of the linked LLVM",
                        {&Category}))
    return ExitWrongUsage;
  const char *Row = "{0,-12} {1,-8} {2,-8} {3,-12} {4,-10} {5}\n";
  outs() << formatv(Row, "target", "pointer", "order", "object", "inferred",
                    "description");
  for (const TargetDescription &T : listTargets())
    outs() << formatv(Row, T.Name, formatv("{0} bit", T.PointerBits).str(),
                      T.BigEndian ? "big" : "little", T.ObjectFormat,
                      T.Inferred ? "yes" : "no", T.Description);
  return ExitDone;
}
