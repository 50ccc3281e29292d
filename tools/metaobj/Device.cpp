//===- Device.cpp - metaobj device ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"
#include "ProgressBar.h"

#include "Device/DeviceSettings.h"

#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <csignal>
#include <optional>

using namespace llvm;
using namespace metaobj;

/// Set by the first Ctrl-C; the second one ends the process.
static std::atomic<bool> IsInterrupted;

/// A line on a terminal, and the end that a user asks for.
static void watchDevice(DeviceJob &Job, std::optional<ProgressBar> &Bar) {
  Job.Progress = [&Bar](const DeviceProgress &Now) {
    if (Bar && Now.Calls == 0)
      Bar->update("loading: " + readableBytes(Now.Bytes));
    else if (Bar)
      Bar->update(("call " + Twine(Now.CallsDone + 1) + " of " +
                   Twine(Now.Calls) + ": " + Now.Function + ", " +
                   readableBytes(Now.Bytes))
                      .str());
    return !IsInterrupted;
  };
}

static void watchDevice(DeviceConfig &Config, std::optional<ProgressBar> &Bar) {
  Config.Watch = [&Bar, All = uint64_t(0)](uint64_t Bytes) mutable {
    All += Bytes;
    if (Bar)
      Bar->update(readableBytes(All));
    return !IsInterrupted;
  };
}

/// What \p Expected holds, as text or JSON.
template <typename T>
static int reportResult(Expected<T> Result, bool IsJson,
                        std::optional<ProgressBar> &Bar) {
  Bar.reset();
  if (!Result) {
    int Status = reportError(Result.takeError());
    // So that the shell ends its script, too.
    if (IsInterrupted)
      std::raise(SIGINT);
    return Status;
  }
  if (IsJson)
    printJson(*Result, outs());
  else
    print(*Result, outs());
  if constexpr (std::is_same_v<T, DeviceReport>)
    return Result->areEqual() ? ExitDone : ExitInputsAtFault;
  return ExitDone;
}

int runDevice(const CommandLine &Line) {
  DeviceSettings Settings;
  if (std::optional<int> Status = readArguments(Line, Settings))
    return *Status;
  const DeviceAction &Action = *Settings.Action;
  if (Action.TakesFiles && Settings.Files.empty())
    return reportUsage("no input: name a file");
  if (!Action.TakesFiles && !Settings.Files.empty())
    return reportUsage(Action.Name + " takes no files, found '" +
                       Settings.Files.front() + "'");
  std::optional<ProgressBar> Bar;
  if (errs().is_displayed() && !Settings.Quiet)
    Bar.emplace(errs());
  sys::SetInterruptFunction([] { IsInterrupted = true; });
  if (!Action.TakesFiles) {
    Expected<DeviceMemoryJob> Job = Settings.memoryJob();
    if (!Job)
      return reportError(Job.takeError());
    watchDevice(static_cast<DeviceConfig &>(*Job), Bar);
    if (Action.Name == "reset")
      return reportResult(resetDevice(*Job), Settings.Json, Bar);
    return reportResult(runDeviceMemory(*Job), Settings.Json, Bar);
  }
  Expected<DeviceJob> Job = Settings.job();
  if (!Job)
    return reportError(Job.takeError());
  Job->Input.Files = Settings.Files;
  Job->Input.Diagnostics = diagnosticPrinter(Settings.Quiet);
  if (Action.Name == "load") {
    watchDevice(static_cast<DeviceConfig &>(*Job), Bar);
    return reportResult(loadOperators(*Job, Job->Input), Settings.Json, Bar);
  }
  watchDevice(*Job, Bar);
  Expected<DeviceReport> Report = runDeviceJob(*Job);
  if (Report)
    if (Error E = Settings.writeWorkspaces(*Report))
      Report = std::move(E);
  return reportResult(std::move(Report), Settings.Json, Bar);
}
