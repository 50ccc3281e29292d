//===- Check.cpp - metaobj check ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "SettingFlags.h"

#include "metaobj/Check.h"
#include "metaobj/Input.h"

using namespace llvm;
using namespace metaobj;

int runCheck(int Argc, const char **Argv) {
  cl::OptionCategory Category("Check options");
  cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                              cl::desc("<file>..."), cl::cat(Category));
  SwitchFlag Pie(Category, "pie",
                 "Check for a position-independent executable");
  SwitchFlag Shared(Category, "shared", "Check for a shared object");
  SwitchFlag Relocatable(Category, "relocatable",
                         "Check for a relocatable object, to be linked again");
  cl::alias RelocatableAlias("r", cl::desc("The same as --relocatable"),
                             cl::aliasopt(Relocatable), cl::cat(Category));
  SwitchFlag Quiet(Category, "quiet",
                   "Print no notes, only warnings and errors");
  if (!parseCommandLine(
          Argc, Argv,
          "Say whether lld and GNU ld will link these objects and "
          "archives, and whether the result will be right ('-': "
          "standard input)\n",
          {&Category}))
    return ExitWrongUsage;
  if (Pie + Shared + Relocatable > 1)
    return reportUsage("--pie, --shared and --relocatable exclude each other");

  CheckConfig Config;
  Config.Diagnostics = diagnosticPrinter(Quiet);
  if (Pie)
    Config.Output = LinkOutput::PositionIndependentExecutable;
  else if (Shared)
    Config.Output = LinkOutput::SharedObject;
  else if (Relocatable)
    Config.Output = LinkOutput::RelocatableObject;

  std::vector<std::string> Paths(Files.begin(), Files.end());
  Expected<std::vector<OperatorObject>> Objects =
      readObjects(Paths, Config.Diagnostics);
  if (!Objects)
    return reportError(Objects.takeError());
  if (Error E = checkObjects(*Objects, Config))
    return reportError(std::move(E));
  return ExitDone;
}
