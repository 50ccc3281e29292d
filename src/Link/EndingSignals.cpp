//===- EndingSignals.cpp - What to do before a signal ends us -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler could call next to nothing: the linker may hold the lock of the
// allocator. So all threads block the signals, and one waits for them.
//
//===----------------------------------------------------------------------===//

#include "Link/EndingSignals.h"

#include "llvm/Support/Signals.h"

#include <pthread.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

EndingSignals::EndingSignals(SignalHandling Handling) {
  sigemptyset(&Signals);
  if (Handling != SignalHandling::RemoveFiles)
    return;
  for (int Signal : {SIGTERM, SIGINT, SIGHUP}) {
    struct sigaction Action;
    if (::sigaction(Signal, nullptr, &Action) != 0 ||
        Action.sa_handler == SIG_IGN)
      continue;
    sigaddset(&Signals, Signal);
    First = Signal;
  }
  if (First)
    pthread_sigmask(SIG_BLOCK, &Signals, &Before);
}

void EndingSignals::start(std::function<void()> CleanUp) {
  if (First)
    Waiting.emplace([this, CleanUp = std::move(CleanUp)] { wait(CleanUp); });
}

EndingSignals::~EndingSignals() {
  if (Waiting) {
    {
      std::unique_lock<std::mutex> Lock = hold();
      IsOver = true;
      pthread_kill(Waiting->native_handle(), First);
    }
    Waiting->join();
  }
  if (First)
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

void EndingSignals::wait(const std::function<void()> &CleanUp) {
  int Signal = 0;
  sigwait(&Signals, &Signal);
  std::unique_lock<std::mutex> Lock = hold();
  sigset_t Set;
  if (IsOver) {
    // If the destructor's signal is still there, this one was another's: the
    // process gets it back.
    sigpending(&Set);
    if (sigismember(&Set, First))
      ::kill(::getpid(), Signal);
    return;
  }
  CleanUp();
  sys::RunInterruptHandlers();
  // The lock stays: nothing is committed from here on.
  std::signal(Signal, SIG_DFL);
  sigemptyset(&Set);
  sigaddset(&Set, Signal);
  pthread_sigmask(SIG_UNBLOCK, &Set, nullptr);
  std::raise(Signal);
}
