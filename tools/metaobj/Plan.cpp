//===- Plan.cpp - metaobj plan --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"

#include "Job/PlanSettings.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace metaobj;

int runPlan(const CommandLine &Line) {
  PlanSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  PlanJob Job = Settings.TheJob;
  Job.Reading.Files = Settings.Files;
  Job.Diagnostics = diagnosticPrinter(Settings.Quiet);
  Job.Signals = SignalHandling::RemoveFiles;
  Expected<PlanReport> Report = runPlanJob(Job);
  if (!Report)
    return reportError(Report.takeError());
  if (Settings.Json)
    printPlanJson(*Report, outs());
  else if (Settings.Csv)
    printPlanCsv(*Report, outs());
  else
    printPlan(*Report, outs());
  return ExitDone;
}
