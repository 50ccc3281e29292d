//===- Device.cpp - metaobj device ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "DeviceOptions.h"
#include "ProgressBar.h"

#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <csignal>
#include <memory>
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

int runDevice(int Argc, const char **Argv) {
  // On the heap: options are large.
  auto Options = std::make_unique<DeviceOptions>();
  // "metaobj device time --help".
  StringRef First = Argc > 1 ? Argv[1] : "";
  Options->showOptionsOf(First);
  std::string Overview = overviewOf(First).str();
  if (Overview.empty())
    Overview =
        "Run the operators of a model on a bare-metal device, time them, or "
        "compare them with the host's; load a program for a debugger; read "
        "and write memory; reset. 'metaobj device <action> --help' shows the "
        "options of one action. Exit status of compare: 0 equal, 1 different "
        "or an error";
  if (!parseCommandLine(Argc, Argv, Overview + "\n", {&Options->Category}))
    return ExitWrongUsage;
  if (Error E = checkValues(*Options))
    return reportUsage(std::move(E));
  // The link resets all options.
  std::string Action = Options->Action;
  bool IsJson = Options->Json;
  std::optional<ProgressBar> Bar;
  if (errs().is_displayed() && !Options->Quiet)
    Bar.emplace(errs());
  sys::SetInterruptFunction([] { IsInterrupted = true; });
  if (Action == "memory" || Action == "reset") {
    Expected<DeviceMemoryJob> Job = memoryJobOf(*Options);
    if (!Job)
      return reportError(Job.takeError());
    watchDevice(static_cast<DeviceConfig &>(*Job), Bar);
    if (Action == "reset")
      return reportResult(resetDevice(*Job), IsJson, Bar);
    return reportResult(runDeviceMemory(*Job), IsJson, Bar);
  }
  Expected<DeviceJob> Job =
      deviceJobOf(*Options, diagnosticPrinter(Options->Quiet));
  if (!Job)
    return reportError(Job.takeError());
  // lld parses an empty command line.
  Options->Action.setNumOccurrencesFlag(cl::Optional);
  if (Action == "load") {
    watchDevice(static_cast<DeviceConfig &>(*Job), Bar);
    return reportResult(loadOperators(*Job, Job->Input), IsJson, Bar);
  }
  watchDevice(*Job, Bar);
  return reportResult(runDeviceJob(*Job), IsJson, Bar);
}
