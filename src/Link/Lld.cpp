//===- Lld.cpp - lld in this process --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/Lld.h"

#include "metaobj/Diagnostic.h"
#include "metaobj/Link.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <mutex>

// The same in all versions of LLVM; lld::lldMain is in none of LLVM 16's
// libraries.
namespace lld {
#define METAOBJ_LLD_DRIVER(name)                                               \
  namespace name {                                                             \
  bool link(llvm::ArrayRef<const char *> Arguments, llvm::raw_ostream &Out,    \
            llvm::raw_ostream &Err, bool ExitEarly, bool DisableOutput);       \
  }
METAOBJ_LLD_DRIVER(elf)
METAOBJ_LLD_DRIVER(coff)
METAOBJ_LLD_DRIVER(macho)
METAOBJ_LLD_DRIVER(wasm)
#undef METAOBJ_LLD_DRIVER
} // namespace lld

using namespace llvm;
using namespace metaobj;

namespace {

using DriverFunction = decltype(&lld::elf::link);

struct Linker {
  ObjectFormat Format;
  StringLiteral Program;
  DriverFunction Run;
};

constexpr Linker Linkers[] = {
    {ObjectFormat::Elf, "ld.lld", lld::elf::link},
    {ObjectFormat::Coff, "lld-link", lld::coff::link},
    {ObjectFormat::MachO, "ld64.lld", lld::macho::link},
    {ObjectFormat::Wasm, "wasm-ld", lld::wasm::link},
};

/// Makes faults of this thread recoverable while it lives, and takes back what
/// lld does to the handling of signals. What the program itself had LLVM do
/// stays.
class SignalState {
public:
  SignalState() : Ending(handlerOf(SIGTERM)), OwnStack(256 << 10) {
    // LLVM would allocate a stack that it never frees.
    stack_t Own = {};
    Own.ss_sp = OwnStack.data();
    Own.ss_size = OwnStack.size();
    ::sigaltstack(&Own, &Stack);
    auto Before = handlerOf(SIGSEGV);
    CrashRecoveryContext::Enable();
    WasEnabled = Before == handlerOf(SIGSEGV);
  }
  ~SignalState() {
    // Last in, first out: lld had LLVM remove its files at signals.
    if (Ending != handlerOf(SIGTERM))
      sys::unregisterHandlers();
    if (!WasEnabled)
      CrashRecoveryContext::Disable();
    ::sigaltstack(&Stack, nullptr);
  }
  SignalState(const SignalState &) = delete;
  SignalState &operator=(const SignalState &) = delete;

private:
  using Handler = void (*)(int);

  static Handler handlerOf(int Signal) {
    struct sigaction Action;
    ::sigaction(Signal, nullptr, &Action);
    return Action.sa_handler;
  }

  Handler Ending;
  std::vector<char> OwnStack; ///< For handlers of signals.
  stack_t Stack;
  bool WasEnabled;
};

/// Leaves lld at a fatal error of LLVM, which would end the process even here.
class LldTrap final : public FatalErrorTrap {
public:
  explicit LldTrap(CrashRecoveryContext &Context) : Context(Context) {}

  std::string Reason;

private:
  void giveUp(StringRef Why) override {
    Reason = Why.str();
    Context.HandleExit(128 + SIGABRT);
  }

  CrashRecoveryContext &Context;
};

} // namespace

static const Linker &linkerOf(ObjectFormat Format) {
  return *find_if(Linkers, [Format](const Linker &TheLinker) {
    return TheLinker.Format == Format;
  });
}

StringRef metaobj::lldProgram(ObjectFormat Format) {
  return linkerOf(Format).Program;
}

LldMessages metaobj::splitMessages(StringRef Text, StringRef Program) {
  LldMessages Result;
  std::string Start = (Program + ": ").str();
  std::string *Current = &Result.Rest;
  for (StringRef Line : split(Text, '\n')) {
    StringRef Found = Line;
    if (Found.consume_front(Start)) {
      bool IsError = Found.consume_front("error: ");
      if (IsError || Found.consume_front("warning: ")) {
        auto &List = IsError ? Result.Errors : Result.Warnings;
        List.push_back(Found.str());
        Current = &List.back();
        continue;
      }
    }
    if (Line.empty()) {
      Current = &Result.Rest;
      continue;
    }
    // Lines that continue a message start with ">>>".
    if (!Line.starts_with(">>>"))
      Current = &Result.Rest;
    if (!Current->empty())
      *Current += '\n';
    *Current += Line;
  }
  return Result;
}

Expected<bool> metaobj::runGuarded(StringRef Program, const std::string &Said,
                                   function_ref<bool()> Body) {
  static bool HasCrashed = false;
  // A callback of a link may begin another one.
  static std::recursive_mutex Mutex;
  std::unique_lock<std::recursive_mutex> Lock(Mutex);
  auto Crash = [Program](const Twine &Reason) {
    return inputError(Program, Reason,
                      "run the linker as a program of its own, and report "
                      "this with the inputs");
  };
  if (HasCrashed)
    return Crash("crashed before in this process: its state is unknown");
  bool IsDone = false;
  SignalState State;
  CrashRecoveryContext Context;
  LldTrap Trap(Context);
  bool HasEnded = Context.RunSafely([&] { IsDone = Body(); });
  // After a fatal error lld leaves by an exit, which the context catches.
  bool HasFault = !HasEnded && CrashRecoveryContext::isCrash(Context.RetCode);
  CrashRecoveryContext Cleanup;
  if (!Cleanup.RunSafely([] { lld::CommonLinkerContext::destroy(); }) ||
      HasFault) {
    HasCrashed = true;
    return Crash("crashed: " + (Trap.Reason.empty() ? Said : Trap.Reason));
  }
  return IsDone;
}

Expected<LldMessages> metaobj::runLld(ObjectFormat Format,
                                      ArrayRef<std::string> Arguments) {
  const Linker &TheLinker = linkerOf(Format);
  SmallVector<const char *, 64> Line = {TheLinker.Program.data()};
  for (const std::string &Argument : Arguments)
    Line.push_back(Argument.c_str());
  std::string Text;
  raw_string_ostream Stream(Text);
  Expected<bool> IsDone = runGuarded(TheLinker.Program, Text, [&] {
    return TheLinker.Run(Line, Stream, Stream, /*exitEarly=*/false,
                         /*disableOutput=*/false);
  });
  if (!IsDone)
    return IsDone.takeError();
  LldMessages Result = splitMessages(Text, TheLinker.Program);
  if (!*IsDone && Result.Errors.empty())
    Result.Errors.push_back("failed: " + Result.Rest);
  return Result;
}
