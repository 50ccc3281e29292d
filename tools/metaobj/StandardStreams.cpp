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
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace metaobj;

int FailureStatus = ExitInputsAtFault;

/// LLVM has put the earlier action back, and removed temporary files.
static void endBySigpipe() { std::raise(SIGPIPE); }

/// Standard error while a capture has its number; else -1.
static int CapturedError = -1;

/// For exits inside LLVM, as behind --help. Runs before outs() is destroyed,
/// which would report a failure as LLVM's own.
static void finishAtExit() {
  if (CapturedError >= 0)
    ::dup2(CapturedError, STDERR_FILENO);
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

/// A file without a name, in memory where there are such.
static int openScratch() {
#ifdef __linux__
  return ::memfd_create("metaobj", MFD_CLOEXEC);
#else
  std::FILE *File = std::tmpfile(); // Closed when the process ends.
  return File ? ::fileno(File) : -1;
#endif
}

StandardErrorCapture::StandardErrorCapture()
    : Original(::dup(STDERR_FILENO)), File(openScratch()) {
  if (Original < 0 || File < 0)
    return;
  ::dup2(File, STDERR_FILENO);
  CapturedError = Original;
}

std::string StandardErrorCapture::end() {
  std::string Text;
  if (Original >= 0 && File >= 0) {
    ::dup2(Original, STDERR_FILENO);
    CapturedError = -1;
    char Buffer[4096];
    ::lseek(File, 0, SEEK_SET);
    for (ssize_t Count; (Count = ::read(File, Buffer, sizeof(Buffer))) > 0;)
      Text.append(Buffer, static_cast<size_t>(Count));
  }
  for (int Each : {std::exchange(Original, -1), std::exchange(File, -1)})
    if (Each >= 0)
      ::close(Each);
  return Text;
}
