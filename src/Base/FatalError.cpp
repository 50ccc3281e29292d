//===- FatalError.cpp - Where LLVM would end the process ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A jump out of LLVM would skip its destructors, and leave pointers to a stack
// that is gone: in lists of values that are being watched, for example. So the
// thread with that stack stays, asleep.
//
//===----------------------------------------------------------------------===//

#include "metaobj/Diagnostic.h"

#include <condition_variable>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include <pthread.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

static thread_local bool IsRecovering = false;
static thread_local FatalErrorTrap *CurrentTrap = nullptr;

RecoveryScope::RecoveryScope() : Before(IsRecovering) { IsRecovering = true; }

RecoveryScope::~RecoveryScope() { IsRecovering = Before; }

FatalErrorTrap::FatalErrorTrap() : Before(CurrentTrap) { CurrentTrap = this; }

FatalErrorTrap::~FatalErrorTrap() { CurrentTrap = Before; }

void FatalErrorTrap::leave(StringRef Reason) {
  if (CurrentTrap)
    CurrentTrap->giveUp(Reason);
}

namespace {

/// Work in a thread of its own. Belongs to both threads: either may be the last
/// one to look at it.
struct GuardedWork {
  explicit GuardedWork(function_ref<Error()> Work) : Work(Work) {}

  enum class State { Running, Done, GivenUp };

  function_ref<Error()> Work;
  Error Result = Error::success();
  std::string Reason;
  std::mutex Mutex;
  std::condition_variable Ended;
  State Now = State::Running;

  void end(State How) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Now = How;
    Ended.notify_one();
  }
};

class SleepingTrap final : public FatalErrorTrap {
public:
  explicit SleepingTrap(std::shared_ptr<GuardedWork> Work)
      : Work(std::move(Work)) {}

private:
  void giveUp(StringRef Reason) override {
    Work->Reason = Reason.str();
    Work->end(GuardedWork::State::GivenUp);
    for (;;)
      pause();
  }

  std::shared_ptr<GuardedWork> Work;
};

} // namespace

static void *runGuardedWork(void *Argument) {
  std::unique_ptr<std::shared_ptr<GuardedWork>> Given(
      static_cast<std::shared_ptr<GuardedWork> *>(Argument));
  GuardedWork &TheGuardedWork = **Given;
  SleepingTrap Trap(*Given);
  // The first error is a success that somebody must look at.
  consumeError(std::move(TheGuardedWork.Result));
  TheGuardedWork.Result = TheGuardedWork.Work();
  TheGuardedWork.end(GuardedWork::State::Done);
  return nullptr;
}

/// Starts \p Work. Signals of the process are for its other threads.
static int start(const std::shared_ptr<GuardedWork> &Work, pthread_t &Thread) {
  sigset_t Blocked, Before;
  sigfillset(&Blocked);
  for (int Fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&Blocked, Fault);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  // That of a program's first thread, which LLVM is used to.
  constexpr size_t StackBytes = 8 << 20;
  pthread_attr_setstacksize(&Attributes, StackBytes);
  auto Argument = std::make_unique<std::shared_ptr<GuardedWork>>(Work);
  pthread_sigmask(SIG_BLOCK, &Blocked, &Before);
  int Problem =
      pthread_create(&Thread, &Attributes, runGuardedWork, Argument.get());
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_attr_destroy(&Attributes);
  if (!Problem)
    (void)Argument.release(); // The thread's.
  return Problem;
}

Error metaobj::runRecoverably(function_ref<Error()> Work) {
  if (!IsRecovering)
    return Work();
  auto Item = std::make_shared<GuardedWork>(Work);
  pthread_t Thread;
  if (int Problem = start(Item, Thread)) {
    consumeError(std::move(Item->Result));
    return inputError("a thread",
                      "cannot be started: " + Twine(std::strerror(Problem)));
  }
  {
    std::unique_lock<std::mutex> Lock(Item->Mutex);
    Item->Ended.wait(Lock,
                     [&] { return Item->Now != GuardedWork::State::Running; });
  }
  if (Item->Now == GuardedWork::State::Done) {
    pthread_join(Thread, nullptr);
    return std::move(Item->Result);
  }
  pthread_detach(Thread);
  return inputError(InputScope::current(),
                    createStringError(inconvertibleErrorCode(), Item->Reason));
}
