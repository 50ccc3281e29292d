//===- CommandLine.cpp - The metaobj program ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the subcommand and runs it. Each takes the rest of the line.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "LlvmFlags.h"
#include "StandardStreams.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace llvm;
using namespace metaobj;

static void printHelp(raw_ostream &OS) {
  OS << "Metadata of compiled models as objects, IR and C\n\n"
        "Usage: metaobj <command> [options] ...\n\n"
        "Commands:\n";
  for (const CommandInfo &C : allCommands())
    OS << "  " << left_justify(C.Name, 10) << C.Job << '\n';
  OS << "\nOptions:\n"
        "  --help      this text (also -h); 'metaobj <command> --help' for a "
        "command\n"
        "  --version   versions of metaobj and of the linked LLVM, and what is "
        "built in\n"
        "  --settings  all commands and their options, as JSON\n\n"
        "Exit status: 0 done, 1 the inputs are at fault, 2 wrong usage; of "
        "diff: 0 equal,\n1 different, 2 trouble\n";
}

/// LLVM's code generators end the process for what they cannot do. That is an
/// error of the inputs here, not a crash.
static void reportFatalError(void *, const char *Reason, bool) {
  sys::RunInterruptHandlers(); // Removes a temporary file.
  reportError(inputError(InputScope::current(),
                         createStringError(inconvertibleErrorCode(), Reason)));
  std::_Exit(FailureStatus);
}

using Runner = int (*)(const CommandLine &);

/// What does the command \p Name of allCommands().
static Runner runnerOf(StringRef Name) {
  return StringSwitch<Runner>(Name)
      .Case("check", runCheck)
#ifdef METAOBJ_DEVICE
      .Case("device", runDevice)
#endif
      .Case("diff", runDiff)
      .Case("embed", runEmbed)
      .Case("emit", runEmit)
      .Case("inspect", runInspect)
#ifdef METAOBJ_LINK
      .Case("link", runLink)
#endif
      .Case("plan", runPlan)
      .Case("self-test", runSelfTest)
      .Case("size", runSize)
      .Case("targets", runTargets);
}

static int run(ArrayRef<const char *> Words) {
  if (Words.size() < 2) {
    printHelp(errs());
    return ExitWrongUsage;
  }
  StringRef First = Words[1];
  if (First == "--help" || First == "-help" || First == "-h" ||
      First == "help") {
    if (Words.size() > 2)
      return run({Words[0], Words[2], "--help"});
    printHelp(outs());
    return ExitDone;
  }
  if (First == "--version" || First == "-version") {
    printVersion(outs());
    return ExitDone;
  }
  if (First == "--settings") {
    outs() << formatv("{0:2}\n", describeCommands());
    return ExitDone;
  }
  if (const CommandInfo *Command = findCommand(First)) {
    BumpPtrAllocator Allocator;
    StringSaver Saver(Allocator);
    auto Rest = expandResponseFiles(Words.drop_front(2), Saver);
    if (!Rest)
      return reportUsage(Rest.takeError());
    return runnerOf(Command->Name)({*Command, Words.front(), *Rest});
  }
  if (StringRef Hint = buildWith(First); !Hint.empty())
    return reportUsage(
        inputError("", "this metaobj is built without '" + First + "'", Hint));
  std::string Known;
  for (const CommandInfo &C : allCommands())
    Known += (Known.empty() ? "" : ", ") + C.Name.str();
  StringRef Nearest =
      nearestOf(First, map_range(allCommands(), [](const CommandInfo &Command) {
                  return Command.Name;
                }));
  return reportUsage(inputError(
      "", "unknown command '" + First + "'; known are: " + Known,
      Nearest.empty() ? Message() : "did you mean '" + Nearest + "'"));
}

/// Large blocks go back to the system when they are freed: by default glibc
/// keeps them, up to 32 MiB each, once the first has been freed. Of 100,000
/// parameters that is a tenth of all memory.
static void returnLargeBlocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

/// LLVM 16 takes SIGHUP even where it is ignored, as under nohup.
static void keepIgnoringHangUp(const struct sigaction &Inherited) {
  if (Inherited.sa_handler == SIG_IGN)
    std::signal(SIGHUP, SIG_IGN);
}

int runCommandLine(int Argc, const char **Argv) {
  returnLargeBlocks();
  struct sigaction HangUp = {};
  ::sigaction(SIGHUP, nullptr, &HangUp);
  // First: LLVM takes no SIGPIPE when it has its other signals already.
  prepareStandardStreams();
  InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  keepIgnoringHangUp(HangUp);
  setBugReportMsg("metaobj: please report this crash to the metaobj project, "
                  "with the inputs and the lines below\n");
  install_fatal_error_handler(reportFatalError);
  // LLVM would report a crash where a full quota is an error like any other.
  std::signal(SIGXFSZ, SIG_IGN);

  return finishStandardOutput(run(ArrayRef(Argv, static_cast<size_t>(Argc))));
}
