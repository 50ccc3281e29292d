//===- Emit.cpp - metaobj emit --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "EmitOptions.h"
#include "ProgressBar.h"
#include "TargetFlags.h"

#include "metaobj/Job.h"

#include "llvm/Support/Format.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

/// Runs the job of the options. On a terminal, shows progress and time.
static Error run(const EmitOptions &Options) {
  bool IsWatched = errs().is_displayed() && !Options.Quiet;
  Job TheJob = jobOf(Options, diagnosticPrinter(Options.Quiet));
  TheJob.Signals = SignalHandling::RemoveFiles;
  auto Start = ProgressBar::Clock::now();
  std::optional<ProgressBar> Bar;
  if (IsWatched) {
    Bar.emplace(errs(), Start);
    auto Tell = [&Bar](uint64_t Done, uint64_t Total) {
      Bar->update(Done, Total);
      return true;
    };
    TheJob.Emitting.CompressionProgress = Tell;
    TheJob.Writing.Progress = Tell;
  }
  Expected<JobResult> Result = runJob(TheJob);
  Bar.reset();
  if (!Result)
    return Result.takeError();
  if (Options.Quiet || !Result->Summary || !(Options.Summary || IsWatched))
    return Error::success();
  errs() << "metaobj: " << *Result->Summary;
  if (IsWatched)
    errs() << format("; %.1f s", std::chrono::duration<double>(
                                     ProgressBar::Clock::now() - Start)
                                     .count());
  errs() << '\n';
  return Error::success();
}

/// The CPUs and features of the target that is given, or that objects have.
static int printHelpOfTarget(const EmitOptions &Options) {
  Triple Target(Triple::normalize(Options.MTriple));
  if (Options.MTriple.empty()) {
    std::vector<std::string> Paths(Options.Inputs.begin(),
                                   Options.Inputs.end());
    if (Paths.empty())
      return reportUsage("no target: name it with --mtriple, or an operator "
                         "object");
    Expected<std::vector<OperatorObject>> Objects =
        readObjects(Paths, DiagnosticConsumer());
    if (!Objects)
      return reportError(Objects.takeError());
    Expected<TargetSpec> Inferred = inferTarget(*Objects);
    if (!Inferred)
      return reportError(Inferred.takeError());
    Target = Inferred->Triple;
  }
  return printTargetHelp(Target);
}

int runEmit(int Argc, const char **Argv) {
  EmitOptions Options;
  showTargetFlags(Options.TargetCategory);
  std::vector<const char *> Arguments(Argv, Argv + Argc);
  splitJoinedOutput(Arguments);
  if (!parseCommandLine(static_cast<int>(Arguments.size()), Arguments.data(),
                        "operator objects and parameters -> metadata object",
                        {&Options.Category, &Options.TargetCategory}))
    return ExitWrongUsage;
  if (wantsTargetHelp())
    return printHelpOfTarget(Options);
  if (Error E = checkValues(Options))
    return reportUsage(std::move(E));
  if (Error E = run(Options))
    return reportError(std::move(E));
  return ExitDone;
}
