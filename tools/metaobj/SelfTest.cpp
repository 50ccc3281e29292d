//===- SelfTest.cpp - metaobj self-test -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Command.h"
#include "LlvmFlags.h"
#include "SelfTestReports.h"
#include "SelfTestSettings.h"
#include "StandardStreams.h"
#include "TargetHelp.h"

#include "metaobj/SelfTest.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"

#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

/// LLVM names nodes of its graphs by where they are in memory.
static std::string withoutAddresses(StringRef Text) {
  static const Regex Address("0x[0-9a-f]{8,}");
  std::string Rest = Text.str();
  while (Address.match(Rest))
    Rest = Address.sub("?", Rest);
  return Rest;
}

namespace {

/// A report that is printed as it grows: LLVM ends the process in the middle of
/// a step for what a target cannot do, and the last line has to say so.
class RunningReport {
public:
  explicit RunningReport(bool IsJson) : IsJson(IsJson) {}

  void begin(const SelfTestReport &SoFar, StringRef Subject,
             SelfTestStep Step) {
    Report = SoFar;
    Current.Subject = Subject.str();
    Current.Step = Step;
    CrashMessage = ("self-test: FAIL: " + Subject + ": " +
                    selfTestStepName(Step) + ": the process crashed\n")
                       .str();
  }

  void end(const SelfTestResult &Result) const {
    if (IsJson)
      return;
    printSelfTestResult(Result, outs());
    outs().flush();
  }

  /// Prints what there is, with \p Reason as the outcome of the current step.
  void stop(const char *Reason) {
    Current.Outcome = SelfTestResult::Failed;
    Current.Checks = 1;
    Current.Reason = withoutAddresses(StringRef(Reason).split('\n').first);
    Report.Results.push_back(Current);
    end(Current);
    finish(Report);
  }

  /// Called by a signal handler: only writes what was made ready.
  void crash() const {
    if (!IsJson)
      (void)!write(STDOUT_FILENO, CrashMessage.data(), CrashMessage.size());
  }

  void finish(const SelfTestReport &Whole) const {
    if (IsJson)
      printSelfTestJson(Whole, outs());
    else
      printSelfTestVerdict(Whole, outs());
    outs().flush();
  }

private:
  bool IsJson;
  SelfTestResult Current;
  SelfTestReport Report;
  std::string CrashMessage;
};

} // namespace

static void stopReport(void *Running, const char *Reason, bool) {
  sys::RunInterruptHandlers(); // Removes temporary files.
  static_cast<RunningReport *>(Running)->stop(Reason);
  std::_Exit(finishStandardOutput(ExitInputsAtFault));
}

static void crashReport(void *Running) {
  static_cast<const RunningReport *>(Running)->crash();
}

static int runTarget(const TargetChoice &Choice, StringRef Lld, bool IsJson) {
  TargetSpec Target;
  Target.Triple = Triple(Triple::normalize(Choice.Triple));
  Choice.applyTo(Target);

  RunningReport Running(IsJson);
  SelfTestConfig Config;
  Config.Lld = Lld.str();
  Config.Begin = [&](const SelfTestReport &SoFar, StringRef Subject,
                     SelfTestStep Step) {
    Running.begin(SoFar, Subject, Step);
  };
  Config.End = [&](const SelfTestReport &SoFar) {
    Running.end(SoFar.Results.back());
  };
  if (!IsJson)
    printSelfTestHeading(outs());
  remove_fatal_error_handler();
  install_fatal_error_handler(stopReport, &Running);
  sys::AddSignalHandler(crashReport, &Running);
  SelfTestReport Report = selfTest(Target, Config);
  Running.finish(Report);
  return Report.failure() ? ExitInputsAtFault : ExitDone;
}

static std::string chooseLld(const SelfTestSettings &Settings,
                             const char *Argv0) {
  if (Settings.Table.isGiven("lld"))
    return Settings.Lld;
  static int Anchor;
  std::string Program = sys::fs::getMainExecutable(Argv0, &Anchor);
  SmallVector<StringRef, 2> Folders = {sys::path::parent_path(Program)};
#ifdef METAOBJ_LLVM_TOOLS
  Folders.push_back(METAOBJ_LLVM_TOOLS);
#endif
  return findLld(Folders);
}

/// Every step has files there.
static Error checkTemporaryFolder() {
  SmallString<128> Folder, Path;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  if (std::error_code Problem =
          sys::fs::createTemporaryFile("metaobj-self-test", "o", Path)) {
    Error Cause = inputError(Folder, errorCodeToError(Problem));
    return handleErrors(std::move(Cause), [](const InputError &TheInputError) {
      return inputError(TheInputError.input(),
                        "cannot have temporary files: " +
                            TheInputError.reason(),
                        "set TMPDIR to a folder that can be written to");
    });
  }
  sys::fs::remove(Path);
  return Error::success();
}

int runSelfTest(const CommandLine &Line) {
  SelfTestSettings Settings;
  std::vector<std::string> LlvmFlags;
  if (std::optional<int> Status = readArguments(Line, Settings, &LlvmFlags))
    return *Status;
  TargetChoice Target = Settings.Target;
  if (wantsTargetHelp(Target))
    return printTargetHelp(Triple(Triple::normalize(Target.Triple)));
  if (Error E = takeLlvmFlags(LlvmFlags, Target))
    return reportUsage(std::move(E));
  if (Error E = checkTemporaryFolder())
    return reportError(std::move(E));
  return runTarget(Target, chooseLld(Settings, Line.Program), Settings.Json);
}
