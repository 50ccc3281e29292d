//===- Plan.cpp - metaobj plan --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "PlanOptions.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace llvm;
using namespace metaobj;

int runPlan(int Argc, const char **Argv) {
  // On the heap: options are large.
  auto Options = std::make_unique<PlanOptions>();
  if (!parseCommandLine(Argc, Argv,
                        "Plan the memory of a graph's tensors, or of a list of "
                        "buffers (CSV: id,lower,upper,size) ('-': standard "
                        "input)\n",
                        {&Options->Category}))
    return ExitWrongUsage;
  if (Error E = checkValues(*Options))
    return reportUsage(std::move(E));
  PlanJob Job = planJobOf(*Options, diagnosticPrinter(Options->Quiet));
  Job.Signals = SignalHandling::RemoveFiles;
  Expected<PlanReport> Report = runPlanJob(Job);
  if (!Report)
    return reportError(Report.takeError());
  if (Options->Json)
    printPlanJson(*Report, outs());
  else if (Options->Csv)
    printPlanCsv(*Report, outs());
  else
    printPlan(*Report, outs());
  return ExitDone;
}
