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

static int runDevice(const CommandLine &Line) {
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
  return reportResult(runDeviceJob(*Job), Settings.Json, Bar);
}

static constexpr StringLiteral DeviceExamples[] = {
    "metaobj device run operators.o graph.json weights.npz --via=host",
    "metaobj device memory --via=gdb:localhost:3333 --read=0x20000000,64",
    "metaobj device time ops.o net.npz --via=gdb:localhost:3333",
    "metaobj device compare ops.o --via=gdb:localhost:3333 --host-object=h.o",
    "metaobj device load ops.o --via=gdb:localhost:3333 --image=program.elf",
    "metaobj device reset --via=gdb:localhost:3333"};

static ArrayRef<ActionInfo> actions() {
  static const std::vector<ActionInfo> All = [] {
    std::vector<ActionInfo> Result;
    for (const DeviceAction &Action : deviceActions())
      Result.push_back({Action.Name, Action.Overview, Action.TakesFiles});
    return Result;
  }();
  return All;
}

constinit const CommandInfo DeviceCommand = {
    "device",
    "run operators on a chip behind a debugger, and compare them",
    "Run the operators of a model on a bare-metal device, time them, or "
    "compare them with the host's; load a program for a debugger; read and "
    "write memory; reset. Exit status of compare: 0 equal, 1 different or an "
    "error",
    "<object, parameters or graph>...",
    0,
    NoLimit,
    DeviceExamples,
    makeSettings<DeviceSettings>,
    runDevice,
    actions};
