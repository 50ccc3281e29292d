//===- CommandLine.cpp - The metaobj program ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the subcommand and runs it. LLVM's own subcommand support is not used:
// options of LLVM's libraries (a custom target's among them) are registered at
// top level and would not be accepted behind a subcommand. Here each command
// parses the rest of the line as a program of its own.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "StandardStreams.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace llvm;
using namespace metaobj;

namespace {

struct Command {
  StringRef Name;
  StringRef Job;
  int (*Run)(int, const char **);
};

constexpr Command Commands[] = {
    {"emit", "operator objects and parameters -> metadata object", runEmit},
    {"inspect", "show registries and parameters of objects and archives",
     runInspect},
    {"diff", "compare registries and parameters of two files", runDiff},
    {"size", "say where each byte of files went; compare with a budget",
     runSize},
#ifdef METAOBJ_LINK
    {"link", "link objects to an image or to one object, without a tool chain",
     runLink},
    {"device", "run operators on a chip behind a debugger, and compare them",
     runDevice},
#endif
    {"check", "say whether linkers will link objects and archives", runCheck},
    {"plan", "place the tensors of a graph in memory", runPlan},
    {"self-test", "emit and verify every ABI on a target", runSelfTest},
    {"targets", "list the targets of the linked LLVM", runTargets},
};

} // namespace

static void printHelp(raw_ostream &OS) {
  OS << "OVERVIEW: metadata of compiled models as objects, IR and C\n\n"
        "USAGE: metaobj <command> [options] ...\n\n"
        "COMMANDS:\n";
  for (const Command &C : Commands)
    OS << "  " << left_justify(C.Name, 10) << C.Job << '\n';
  OS << "\nOPTIONS:\n"
        "  --help     this text (also -h); 'metaobj <command> --help' for the "
        "options of a command\n"
        "  --version  versions of metaobj and of the linked LLVM\n\n"
        "EXIT STATUS: 0 done, 1 the inputs are at fault, 2 wrong usage; of "
        "diff: 0 equal, 1 different, 2 trouble\n";
}

/// LLVM's code generators end the process for what they cannot do. That is an
/// error of the inputs here, not a crash.
static void reportFatalError(void *, const char *Reason, bool) {
  sys::RunInterruptHandlers(); // Removes a temporary file.
  reportError(inputError(InputScope::current(),
                         createStringError(inconvertibleErrorCode(), Reason)));
  std::_Exit(FailureStatus);
}

static int run(int Argc, const char **Argv) {
  if (Argc < 2) {
    printHelp(errs());
    return ExitWrongUsage;
  }
  StringRef First = Argv[1];
  if (First == "--help" || First == "-help" || First == "-h" ||
      First == "help") {
    printHelp(outs());
    return ExitDone;
  }
  if (First == "--version" || First == "-version") {
    outs() << "metaobj " METAOBJ_VERSION "\nLLVM " LLVM_VERSION_STRING "\n";
    return ExitDone;
  }

  for (const Command &C : Commands) {
    if (First != C.Name)
      continue;
    std::string Program = ("metaobj " + C.Name).str();
    SmallVector<const char *, 32> Arguments(Argv + 1, Argv + Argc);
    Arguments[0] = Program.c_str();
    return C.Run(static_cast<int>(Arguments.size()), Arguments.data());
  }

  std::string Known;
  for (const Command &C : Commands)
    Known += (Known.empty() ? "" : ", ") + C.Name.str();
  return reportUsage("unknown command '" + First + "'; known are: " + Known);
}

/// Ends the process without taking down LLVM's tables of options and passes,
/// which nobody will look at again.
static int leave(int Status) {
  Status = finishStandardOutput(Status);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  sys::Process::Exit(Status, /*NoCleanup=*/true);
#endif
  return Status;
}

/// Large blocks go back to the system when they are freed: by default glibc
/// keeps them, up to 32 MiB each, once the first has been freed.
static void returnLargeBlocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

int runCommandLine(int Argc, const char **Argv) {
  returnLargeBlocks();
  // First: LLVM takes no SIGPIPE when it has its other signals already.
  prepareStandardStreams();
  InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  setBugReportMsg("metaobj: please report this crash to the metaobj project, "
                  "with the inputs and the lines below\n");
  install_fatal_error_handler(reportFatalError);
  // LLVM would report a crash where a full quota is an error like any other.
  std::signal(SIGXFSZ, SIG_IGN);

  return leave(run(Argc, Argv));
}
