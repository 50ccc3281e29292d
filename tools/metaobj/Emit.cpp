//===- Emit.cpp - metaobj emit, metaobj embed -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"
#include "LlvmFlags.h"
#include "ProgressBar.h"
#include "TargetHelp.h"

#include "Job/EmbedSettings.h"
#include "Job/EmitSettings.h"
#include "Job/TargetSettings.h"

#include "llvm/Support/Format.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

/// Runs \p TheJob. On a terminal, shows progress and time.
static Error run(Job TheJob, const JobSettings &Settings) {
  bool IsWatched = errs().is_displayed() && !Settings.Quiet;
  TheJob.Diagnostics = diagnosticPrinter(Settings.Quiet);
  TheJob.Signals = SignalHandling::RemoveFiles;
  auto Start = ProgressBar::Clock::now();
  std::optional<ProgressBar> Bar;
  if (IsWatched) {
    Bar.emplace(errs(), Start);
    auto Tell = [&Bar](uint64_t Done, uint64_t Total) {
      Bar->update(Done, Total);
      return true;
    };
    TheJob.Emitting.Compression.Progress = Tell;
    TheJob.Progress = Tell;
  }
  Expected<JobResult> Result = runJob(TheJob);
  Bar.reset();
  if (!Result)
    return Result.takeError();
  if (Settings.Json)
    printJson(*Result, outs());
  if (Settings.Quiet || !Result->Summary || !(Settings.Summary || IsWatched))
    return Error::success();
  errs() << "metaobj: " << *Result->Summary;
  if (IsWatched)
    errs() << format("; %.1f s", std::chrono::duration<double>(
                                     ProgressBar::Clock::now() - Start)
                                     .count());
  errs() << '\n';
  return Error::success();
}

/// Those of the first of \p Files that has objects; the others have parameters,
/// or a graph.
static Expected<std::vector<OperatorObject>>
readAnyObjects(ArrayRef<std::string> Files) {
  std::optional<Error> First;
  for (const std::string &Name : Files) {
    Expected<std::vector<OperatorObject>> Objects =
        readObjects({Name}, DiagnosticConsumer());
    if (!Objects) {
      if (First)
        consumeError(Objects.takeError());
      else
        First = Objects.takeError();
    } else if (!Objects->empty()) {
      if (First)
        consumeError(std::move(*First));
      return Objects;
    }
  }
  if (First)
    return std::move(*First);
  return std::vector<OperatorObject>();
}

static Message noTarget() {
  return "no target: name it with " + setting::Triple +
         ", or an operator object";
}

/// The CPUs and features of the target that is given, or that objects have.
static int printHelpOfTarget(const Job &TheJob) {
  std::vector<std::string> Files = TheJob.Reading.Files;
  if (!TheJob.Target.File.empty())
    Files = {TheJob.Target.File};
  Triple Target(Triple::normalize(TheJob.Target.Triple));
  if (TheJob.Target.Triple.empty()) {
    Expected<std::vector<OperatorObject>> Objects = readAnyObjects(Files);
    if (!Objects)
      return reportError(Objects.takeError());
    if (Objects->empty())
      return reportUsage(noTarget());
    Expected<TargetSpec> Inferred = inferTarget(*Objects);
    if (!Inferred)
      return reportError(Inferred.takeError());
    Target = Inferred->Triple;
  }
  return printTargetHelp(Target);
}

/// Does the command line name a target that LLVM does not have, whatever the
/// inputs are?
static bool isUnknown(const TargetChoice &Target) {
  if (Target.Triple.empty())
    return false;
  TargetSpec Spec;
  Spec.Triple = Triple(Triple::normalize(Target.Triple));
  Target.applyTo(Spec);
  return errorToBool(createTargetMachine(Spec).takeError());
}

static int runWith(JobSettings &Settings, const CommandLine &Line) {
  std::vector<std::string> LlvmFlags;
  if (std::optional<int> Status = readArguments(Line, Settings, &LlvmFlags))
    return *Status;
  Job TheJob = Settings.job();
  TheJob.Reading.Files = Settings.Files;
  if (wantsTargetHelp(TheJob.Target))
    return printHelpOfTarget(TheJob);
  if (Error E = takeLlvmFlags(LlvmFlags, TheJob.Target))
    return reportUsage(std::move(E));
  TargetChoice Target = TheJob.Target;
  if (Error E = run(std::move(TheJob), Settings)) {
    int Status = reportError(std::move(E));
    return isUnknown(Target) ? ExitWrongUsage : Status;
  }
  return ExitDone;
}

int runEmit(const CommandLine &Line) {
  EmitSettings Settings;
  return runWith(Settings, Line);
}

int runEmbed(const CommandLine &Line) {
  EmbedSettings Settings;
  return runWith(Settings, Line);
}
