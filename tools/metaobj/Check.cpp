//===- Check.cpp - metaobj check ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"

#include "Job/ReportSettings.h"
#include "metaobj/Input.h"

using namespace llvm;
using namespace metaobj;

int runCheck(const CommandLine &Line) {
  CheckSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  CheckConfig Config = Settings.Config;
  Config.Diagnostics = diagnosticPrinter(Settings.Quiet);
  Expected<std::vector<OperatorObject>> Objects =
      readObjects(Settings.Files, Config.Diagnostics);
  if (!Objects)
    return reportError(Objects.takeError());
  if (Error E = checkObjects(*Objects, Config))
    return reportError(std::move(E));
  return ExitDone;
}
