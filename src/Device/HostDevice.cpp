//===- HostDevice.cpp - A process of its own as a device ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory is shared with a child process, one for each call, so that a crash
// is a result. Handlers of signals tell where it happened.
//
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "metaobj/Device.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <ucontext.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;

namespace {

/// What a child leaves for its parent, in shared memory.
struct ChildReport {
  volatile int HasReturned;
  volatile int Signal;
  volatile uint64_t Place;
  volatile uint64_t FaultAddress;
};

class HostDevice final : public LowLevelDevice {
public:
  HostDevice(uint8_t *TheMemory, uint64_t TheBytes, ChildReport *TheReport,
             const DeviceLimits &TheLimits)
      : Memory(TheMemory), Report(TheReport), Limits(TheLimits) {
    Area.Address = reinterpret_cast<uintptr_t>(TheMemory);
    Area.Bytes = TheBytes;
  }
  ~HostDevice() override {
    ::munmap(Memory, Area.Bytes);
    ::munmap(Report, sizeof(ChildReport));
  }

  StringRef name() const override { return "host"; }
  Error read(uint64_t Address, MutableArrayRef<uint8_t> Out) override;
  Error write(uint64_t Address, ArrayRef<uint8_t> Bytes) override;
  Expected<DeviceStop> execute(const DeviceCall &Call) override;
  Expected<std::vector<DeviceRegister>> registers() override {
    return std::vector<DeviceRegister>();
  }
  ArrayRef<DeviceArea> memoryMap() const override { return Area; }
  Error reset() override {
    std::memset(Memory, 0, Area.Bytes);
    return Error::success();
  }

private:
  Error check(StringRef Verb, uint64_t Address, uint64_t Bytes) const;

  uint8_t *Memory;
  ChildReport *Report;
  DeviceLimits Limits;
  DeviceArea Area;
};

} // namespace

Error HostDevice::check(StringRef Verb, uint64_t Address,
                        uint64_t Bytes) const {
  if (Address >= Area.Address && Address - Area.Address <= Area.Bytes &&
      Bytes <= Area.Bytes - (Address - Area.Address))
    return Error::success();
  return inputError(name(), "cannot " + Verb + " " + plural(Bytes, "byte") +
                                " at 0x" + Twine::utohexstr(Address) +
                                ": outside of its memory");
}

Error HostDevice::read(uint64_t Address, MutableArrayRef<uint8_t> Out) {
  if (Error E = check("read", Address, Out.size()))
    return E;
  std::copy_n(Memory + (Address - Area.Address), Out.size(), Out.begin());
  if (!tell(Out.size()))
    return stopped();
  return Error::success();
}

Error HostDevice::write(uint64_t Address, ArrayRef<uint8_t> Bytes) {
  if (Error E = check("write", Address, Bytes.size()))
    return E;
  std::copy(Bytes.begin(), Bytes.end(), Memory + (Address - Area.Address));
  if (!tell(Bytes.size()))
    return stopped();
  return Error::success();
}

/// Of the child: set before its handlers.
static ChildReport *TheChildReport;

static uint64_t placeOf(const void *Context) {
  const auto &Machine = static_cast<const ucontext_t *>(Context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<uint64_t>(Machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return Machine.pc;
#else
  (void)Machine;
  return 0;
#endif
}

static void leaveChild(int Signal, siginfo_t *Info, void *Context) {
  TheChildReport->Place = placeOf(Context);
  TheChildReport->FaultAddress = reinterpret_cast<uintptr_t>(Info->si_addr);
  TheChildReport->Signal = Signal;
  _exit(1);
}

/// The signal that asks a child for its place and its end.
static constexpr int TimeOutSignal = SIGUSR1;
static constexpr int FaultSignals[] = {SIGSEGV, SIGBUS,  SIGILL,
                                       SIGFPE,  SIGTRAP, SIGABRT};

/// Never returns.
[[noreturn]] static void runChild(const DeviceCall &Call, ChildReport *Report,
                                  [[maybe_unused]] pid_t Parent) {
  TheChildReport = Report;
#ifdef __linux__
  // An endless loop must not outlive its parent.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != Parent)
    _exit(1);
#endif
  // What the parent does when a user ends it is not for a copy of it.
  for (int Signal : {SIGHUP, SIGINT, SIGTERM})
    std::signal(Signal, SIG_DFL);
  rlimit NoCore = {};
  ::setrlimit(RLIMIT_CORE, &NoCore);
  alignas(16) static char HandlerStack[65536];
  stack_t Stack = {};
  Stack.ss_sp = HandlerStack;
  Stack.ss_size = sizeof(HandlerStack);
  ::sigaltstack(&Stack, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = leaveChild;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int Signal : FaultSignals)
    ::sigaction(Signal, &Action, nullptr);
  ::sigaction(TimeOutSignal, &Action, nullptr);
  uint64_t Arguments[2] = {};
  for (size_t I = 0; I < Call.Arguments.size() && I < 2; ++I)
    Arguments[I] = Call.Arguments[I];
  auto *Function = reinterpret_cast<void (*)(uint64_t, uint64_t)>(
      static_cast<uintptr_t>(Call.Function));
  Function(Arguments[0], Arguments[1]);
  Report->HasReturned = 1;
  _exit(0);
}

/// True if the other end was closed in time.
static bool waitForEnd(int Handle, std::chrono::milliseconds Limit) {
  auto Until = std::chrono::steady_clock::now() + Limit;
  for (;;) {
    auto Left = std::chrono::ceil<std::chrono::milliseconds>(
        Until - std::chrono::steady_clock::now());
    pollfd Poll = {Handle, POLLIN, 0};
    int Ready = ::poll(&Poll, 1, std::max<int>(0, Left.count()));
    if (Ready > 0 || (Ready < 0 && errno != EINTR))
      return true;
    if (Left.count() <= 0)
      return false;
  }
}

static std::string signalText(int Signal) {
  switch (Signal) {
  case SIGSEGV:
    return "access to an address without memory (SIGSEGV)";
  case SIGBUS:
    return "access that memory refuses (SIGBUS)";
  case SIGILL:
    return "unknown instruction (SIGILL)";
  case SIGFPE:
    return "arithmetic without a result (SIGFPE)";
  case SIGTRAP:
    return "breakpoint instruction (SIGTRAP)";
  case SIGABRT:
    return "end of the program (SIGABRT)";
  default:
    return "signal " + std::to_string(Signal);
  }
}

Expected<DeviceStop> HostDevice::execute(const DeviceCall &Call) {
  if (!tell(0))
    return stopped();
  std::memset(Report, 0, sizeof(*Report));
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return inputError(name(), errorCodeToError(std::error_code(
                                  errno, std::generic_category())));
  pid_t Parent = ::getpid();
  pid_t Child = ::fork();
  if (Child == 0)
    runChild(Call, Report, Parent);
  int Problem = errno;
  ::close(Ends[1]);
  if (Child < 0) {
    ::close(Ends[0]);
    return inputError(name(), errorCodeToError(std::error_code(
                                  Problem, std::generic_category())));
  }
  // The child has the other end for as long as it lives.
  constexpr std::chrono::milliseconds Look(100);
  auto Until = std::chrono::steady_clock::now() + Limits.Run;
  bool IsInTime;
  do {
    auto Left = std::chrono::ceil<std::chrono::milliseconds>(
        Until - std::chrono::steady_clock::now());
    IsInTime = waitForEnd(Ends[0], std::min(Left, Look));
  } while (!IsInTime && tell(0) && std::chrono::steady_clock::now() < Until);
  if (!IsInTime) {
    ::kill(Child, TimeOutSignal);
    if (!waitForEnd(Ends[0], std::chrono::milliseconds(1000)))
      ::kill(Child, SIGKILL);
  }
  ::close(Ends[0]);
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
  }
  if (!tell(0))
    return stopped();
  DeviceStop Stop;
  if (Report->HasReturned)
    return Stop;
  Stop.Place = Report->Place;
  Stop.Kind = IsInTime ? DeviceStop::Faulted : DeviceStop::TimedOut;
  if (!IsInTime)
    Stop.Reason = "no end within " + std::to_string(Limits.Run.count()) + " ms";
  else if (Report->Signal)
    Stop.Reason = signalText(Report->Signal);
  else if (WIFSIGNALED(Status))
    Stop.Reason = signalText(WTERMSIG(Status));
  else
    Stop.Reason =
        "end of the process with status " + std::to_string(WEXITSTATUS(Status));
  if (IsInTime && Report->Signal &&
      (Report->Signal == SIGSEGV || Report->Signal == SIGBUS))
    Stop.Registers.push_back({"address", Report->FaultAddress});
  if (Stop.Place)
    Stop.Registers.push_back({"pc", Stop.Place});
  return Stop;
}

Expected<std::unique_ptr<LowLevelDevice>>
metaobj::createHostDevice(uint64_t Address, uint64_t Bytes,
                          const DeviceLimits &Limits) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  return inputError("host", "operators run on x86-64 and AArch64 only");
#else
  auto Failed = [](const Twine &Job) {
    return inputError("host", "cannot " + Job + ": " +
                                  systemText(std::error_code(
                                      errno, std::generic_category())));
  };
  // Like a chip, at the address that the code is linked for.
  void *Memory = ::mmap(
      reinterpret_cast<void *>(static_cast<uintptr_t>(Address)), Bytes,
      PROT_READ | PROT_WRITE | PROT_EXEC,
      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (Memory == MAP_FAILED)
    return Failed("have " + plural(Bytes, "byte") +
                  " of memory for code and data");
  void *Report = ::mmap(nullptr, sizeof(ChildReport), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Report == MAP_FAILED) {
    Error E = Failed("have memory for a report");
    ::munmap(Memory, Bytes);
    return E;
  }
  return std::make_unique<HostDevice>(static_cast<uint8_t *>(Memory), Bytes,
                                      static_cast<ChildReport *>(Report),
                                      Limits);
#endif
}
