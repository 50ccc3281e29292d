//===- StandardStreams.cpp - Standard output and error --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardStreams.h"

#include "Command.h"

#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

int FailureStatus = ExitInputsAtFault;

/// LLVM has put the earlier action back, and removed temporary files.
static void endBySigpipe() { std::raise(SIGPIPE); }

/// For exits inside LLVM, as behind -mllvm --help. Runs before outs() is
/// destroyed, which would report a failure as LLVM's own.
static void finishAtExit() {
  if (finishStandardOutput(ExitDone) != ExitDone)
    std::_Exit(FailureStatus);
}

void prepareStandardStreams() {
  for (int Stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(Stream, F_GETFD) == -1 && errno == EBADF)
      // The wrong way round: takes the number, and fails as if closed.
      (void)::open("/dev/null", Stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);

  struct sigaction Inherited;
  if (::sigaction(SIGPIPE, nullptr, &Inherited) == 0 &&
      Inherited.sa_handler != SIG_IGN)
    sys::SetOneShotPipeSignalFunction(endBySigpipe);
  // The first registered function runs last.
  outs();
  errs();
  std::atexit(finishAtExit);
}

int finishStandardOutput(int Status) {
  outs().flush();
  if (!outs().has_error())
    return Status;
  std::error_code Problem = outs().error();
  outs().clear_error();
  reportError(inputError("<stdout>", errorCodeToError(Problem)));
  return FailureStatus;
}
