//===- SelfTestAll.cpp - The self-test over all targets -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTestAll.h"

#include "Command.h"
#include "SelfTestReports.h"

#include "metaobj/LlvmVersion.h"
#include "metaobj/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace metaobj;

namespace {

/// A target with one of its ABIs.
struct SelfTestVariant {
  std::string Triple;
  /// "ilp32f", "soft float"; empty when there is only one.
  std::string Abi;
  /// Flags besides the triple.
  std::vector<std::string> Flags;
  /// No packed function can be called there, or LLVM's own support is not
  /// finished: failures are shown and not counted.
  bool MayFail = false;
  /// LLVM's name of the target.
  std::string Target = "";
};

} // namespace

/// Every ABI that objects of the linked LLVM's targets can have, as far as it
/// changes what linkers see.
static std::vector<SelfTestVariant> knownVariants() {
  return {
      {"aarch64-unknown-none-elf", "lp64", {}},
      {"aarch64_be-unknown-none-elf", "lp64", {}},
      {"aarch64-unknown-linux-gnu_ilp32", "ilp32", {}},
      {"aarch64-pc-windows-msvc", "", {}},
      {"arm64-apple-macosx", "", {}},
      {"arm64-apple-ios", "", {}},
      {"arm64_32-apple-watchos", "", {}},
      {"amdgcn-amd-amdhsa", "", {}, true},
      {"r600-unknown-unknown", "", {}, true},
      {"armv7a-unknown-linux-gnueabi", "soft float", {"--float-abi=soft"}},
      {"armv7a-unknown-linux-gnueabihf", "hard float", {"--float-abi=hard"}},
      {"armv4t-none-eabi", "soft float", {"--float-abi=soft"}},
      {"armebv7r-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv6m-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7m-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7em-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7em-none-eabihf", "hard float", {"--float-abi=hard"}},
      {"thumbv8m.main-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv8.1m.main-none-eabihf", "hard float", {"--float-abi=hard"}},
      {"thumbebv7m-none-eabi", "soft float", {"--float-abi=soft"}},
      {"thumbv7-pc-windows-msvc", "", {}},
      {"avr-unknown-unknown", "avr5", {"--mcpu=atmega328p"}},
      {"avr-unknown-unknown", "avr25", {"--mcpu=attiny85"}},
      {"avr-unknown-unknown", "avr6", {"--mcpu=atmega2560"}},
      // Five arguments at most.
      {"bpfel-unknown-unknown", "", {}, true},
      {"bpfeb-unknown-unknown", "", {}, true},
      {"hexagon-unknown-elf", "", {}},
      {"lanai-unknown-unknown", "", {}},
      {"loongarch32-unknown-none", "ilp32s", {"--target-abi=ilp32s"}},
      {"loongarch32-unknown-none",
       "ilp32f",
       {"--target-abi=ilp32f", "--mattr=+f"}},
      {"loongarch32-unknown-none",
       "ilp32d",
       {"--target-abi=ilp32d", "--mattr=+d"}},
      {"loongarch64-unknown-none", "lp64s", {"--target-abi=lp64s"}},
      {"loongarch64-unknown-none",
       "lp64f",
       {"--target-abi=lp64f", "--mattr=+f"}},
      {"loongarch64-unknown-none",
       "lp64d",
       {"--target-abi=lp64d", "--mattr=+d"}},
      {"m68k-unknown-linux-gnu", "", {}},
      {"mips-unknown-linux-gnu", "o32", {}},
      {"mips-unknown-linux-gnu", "o32, soft float", {"--mattr=+soft-float"}},
      {"mipsel-unknown-linux-gnu", "o32", {}},
      {"mipsel-unknown-linux-gnu",
       "o32, microMIPS",
       {"--mcpu=mips32r2", "--mattr=+micromips"}},
      {"mipsisa32r6-unknown-linux-gnu", "o32, r6", {}},
      {"mips64-unknown-linux-gnuabin32", "n32", {}},
      {"mips64-unknown-linux-gnuabi64", "n64", {}},
      {"mips64el-unknown-linux-gnuabin32", "n32", {}},
      {"mips64el-unknown-linux-gnuabi64", "n64", {}},
      {"msp430-unknown-elf", "", {}},
      {"nvptx-nvidia-cuda", "", {}, true},
      {"nvptx64-nvidia-cuda", "", {}, true},
      {"powerpc-unknown-linux-gnu", "", {}},
      {"powerpcle-unknown-elf", "", {}},
      {"powerpc64-unknown-linux-gnu", "elfv1", {"--target-abi=elfv1"}},
      {"powerpc64-unknown-linux-musl", "elfv2", {"--target-abi=elfv2"}},
      {"powerpc64le-unknown-linux-gnu", "elfv2", {"--target-abi=elfv2"}},
      {"riscv32-unknown-elf", "ilp32", {"--target-abi=ilp32"}},
      {"riscv32-unknown-elf",
       "ilp32e",
       {"--target-abi=ilp32e", "--mattr=+e"},
       !llvm_version::HasRiscvE},
      {"riscv32-unknown-elf",
       "ilp32f",
       {"--target-abi=ilp32f", "--mattr=+m,+a,+c,+f"}},
      {"riscv32-unknown-elf",
       "ilp32d",
       {"--target-abi=ilp32d", "--mattr=+m,+a,+c,+d"}},
      {"riscv64-unknown-elf",
       "lp64",
       {"--target-abi=lp64", "--code-model=medium"}},
      {"riscv64-unknown-elf",
       "lp64e",
       {"--target-abi=lp64e", "--mattr=+e", "--code-model=medium"},
       !llvm_version::HasRiscvE},
      {"riscv64-unknown-elf",
       "lp64f",
       {"--target-abi=lp64f", "--mattr=+m,+a,+c,+f", "--code-model=medium"}},
      {"riscv64-unknown-elf",
       "lp64d",
       {"--target-abi=lp64d", "--mattr=+m,+a,+c,+d", "--code-model=medium"}},
      {"riscv32be-unknown-elf", "ilp32", {"--target-abi=ilp32"}},
      {"riscv64be-unknown-elf",
       "lp64",
       {"--target-abi=lp64", "--code-model=medium"}},
      {"sparc-unknown-linux-gnu", "", {}},
      {"sparcel-unknown-elf", "", {}},
      {"sparcv9-unknown-linux-gnu", "", {}},
      {"spirv-unknown-vulkan", "", {}, true},
      {"spirv32-unknown-unknown", "", {}, true},
      {"spirv64-unknown-unknown", "", {}, true},
      {"dxil-unknown-unknown", "", {}, true},
      {"s390x-unknown-linux-gnu", "", {}},
      {"ve-unknown-linux-gnu", "", {}},
      {"wasm32-unknown-unknown", "", {}},
      {"wasm64-unknown-unknown", "", {}},
      {"i686-unknown-linux-gnu", "", {}},
      {"i686-pc-windows-msvc", "", {}},
      {"i686-w64-windows-gnu", "", {}},
      {"x86_64-unknown-linux-gnu", "", {}},
      {"x86_64-unknown-linux-gnux32", "x32", {}},
      {"x86_64-pc-windows-msvc", "", {}},
      {"x86_64-w64-windows-gnu", "", {}},
      {"x86_64-apple-macosx", "", {}},
      {"xcore-unknown-unknown", "", {}},
      // LLVM 19 has no branches for it yet.
      {"xtensa-unknown-elf", "", {}, true},
  };
}

/// The variants of all targets of the linked LLVM, those that this project has
/// never heard of included, by LLVM's name of the target.
static std::vector<SelfTestVariant> selfTestVariants() {
  std::vector<SelfTestVariant> Known = knownVariants(), All;
  for (const TargetDescription &Target : listTargets()) {
    Triple::ArchType Arch = Triple::getArchTypeForLLVMName(Target.Name);
    auto IsOfTarget = [&](const SelfTestVariant &Variant) {
      return Triple(Variant.Triple).getArch() == Arch;
    };
    // LLVM registers some targets under several names.
    if (any_of(All, IsOfTarget))
      continue;
    size_t Before = All.size();
    copy_if(Known, std::back_inserter(All), IsOfTarget);
    if (All.size() == Before)
      All.push_back({Triple::getArchTypeName(Arch).str(), "", {}});
    for (size_t I = Before; I < All.size(); ++I) {
      All[I].MayFail |= !Target.Refusal.empty();
      All[I].Target = Target.Name;
    }
  }
  return All;
}

namespace {

/// The output of a child process.
class Capture {
public:
  Capture() {
    if (sys::fs::createTemporaryFile("metaobj-self-test", "txt", Path))
      Path.clear();
    else
      sys::RemoveFileOnSignal(Path);
  }
  ~Capture() {
    sys::fs::remove(Path);
    sys::DontRemoveFileOnSignal(Path);
  }
  StringRef path() const { return Path; }
  std::string text() const {
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false,
                                        /*IsVolatile=*/true);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

private:
  SmallString<128> Path;
};

/// Runs all variants on all processors and hands out rows in their order.
class Runner {
public:
  Runner(std::string Program, StringRef Lld)
      : Program(std::move(Program)), Lld(Lld), Variants(selfTestVariants()),
        Rows(Variants.size()) {}

  template <class Visitor> void run(Visitor Visit);

private:
  SelfTestRow runOne(const SelfTestVariant &Variant) const;
  void work();

  std::string Program;
  StringRef Lld;
  std::vector<SelfTestVariant> Variants;
  std::vector<std::optional<SelfTestRow>> Rows;
  std::atomic<size_t> Next = 0;
  std::mutex Mutex;
  std::condition_variable Done;
};

} // namespace

/// The most informative line of the output before a crash; may be empty.
static std::string crashReason(StringRef Text) {
  SmallVector<StringRef, 16> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    if (Line.contains("Assertion") || Line.contains("error: "))
      return Line.str();
  // Else the innermost task of LLVM: "2.\tRunning pass ...".
  std::string Doing;
  for (StringRef Line : Lines) {
    StringRef Number, Rest;
    std::tie(Number, Rest) = Line.split(".\t");
    if (!Rest.empty() && all_of(Number, isDigit))
      Doing = Rest.str();
  }
  return Doing;
}

SelfTestRow Runner::runOne(const SelfTestVariant &Variant) const {
  std::vector<std::string> Line = {Program, "self-test", "--json",
                                   "--mtriple=" + Variant.Triple,
                                   ("--lld=" + Lld).str()};
  Line.insert(Line.end(), Variant.Flags.begin(), Variant.Flags.end());
  std::vector<StringRef> Arguments(Line.begin(), Line.end());
  Capture Output, Errors;
  std::optional<StringRef> Redirects[] = {"", Output.path(), Errors.path()};
  std::string Problem;
  int Status =
      sys::ExecuteAndWait(Program, Arguments, std::nullopt, Redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Problem);
  std::optional<SelfTestRow> Row = parseSelfTestJson(Output.text());
  if (!Row) {
    Row.emplace();
    std::string Reason = crashReason(Errors.text());
    Row->Failure = "the process ended with " +
                   (Status < 0 ? Problem : "status " + std::to_string(Status)) +
                   (Reason.empty() ? "" : ": " + Reason);
    Row->Answers[static_cast<unsigned>(SelfTestStep::Emit)] = {false,
                                                               Row->Failure};
  }
  // A step that ended early may not have reached it.
  if (Row->Target.empty())
    Row->Target = Variant.Target;
  Row->Triple = Variant.Triple;
  Row->Abi = Variant.Abi;
  return *Row;
}

void Runner::work() {
  for (size_t Index; (Index = Next++) < Variants.size();) {
    SelfTestRow Row = runOne(Variants[Index]);
    std::lock_guard<std::mutex> Lock(Mutex);
    Rows[Index] = std::move(Row);
    Done.notify_one();
  }
}

template <class Visitor> void Runner::run(Visitor Visit) {
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < std::max(1u, std::thread::hardware_concurrency());
       ++I)
    Threads.emplace_back([this] { work(); });
  for (size_t Index = 0; Index < Variants.size(); ++Index) {
    std::unique_lock<std::mutex> Lock(Mutex);
    Done.wait(Lock, [&] { return Rows[Index].has_value(); });
    Lock.unlock();
    Visit(Variants[Index], *Rows[Index]);
  }
  for (std::thread &Thread : Threads)
    Thread.join();
}

static bool isNotCounted(const SelfTestVariant &Variant,
                         const SelfTestRow &Row) {
  return !Row.Failure.empty() && (Variant.MayFail || Row.Format == "none");
}

static std::string nameOf(const SelfTestRow &Row) {
  return Row.Triple + (Row.Abi.empty() ? "" : " (" + Row.Abi + ")");
}

int runSelfTestAll(const char *Argv0, StringRef Lld, bool IsJson) {
  static int Anchor;
  Runner AllTargets(sys::fs::getMainExecutable(Argv0, &Anchor), Lld);
  std::vector<SelfTestRow> Rows;
  std::vector<std::string> Failures, NotCounted;
  std::map<std::string, std::vector<std::string>> NotDone;
  unsigned Checks = 0;
  if (!IsJson)
    printSelfTestRowHeading(outs());
  AllTargets.run([&](const SelfTestVariant &Variant, const SelfTestRow &Row) {
    if (!IsJson) {
      printSelfTestRow(Row, outs());
      outs().flush();
    }
    Checks += Row.Checks;
    Rows.push_back(Row);
    if (isNotCounted(Variant, Row))
      NotCounted.push_back(nameOf(Row) + ": " + Row.Failure);
    else if (!Row.Failure.empty())
      Failures.push_back(nameOf(Row) + ": " + Row.Failure);
    for (SelfTestStep Step : SelfTestSteps)
      if (!Row.answer(Step).Passed && !Row.answer(Step).Reason.empty())
        NotDone[(selfTestStepName(Step) + ": " + Row.answer(Step).Reason).str()]
            .push_back(nameOf(Row));
  });

  if (IsJson) {
    printSelfTestJson(Rows, outs());
    return Failures.empty() ? ExitDone : ExitInputsAtFault;
  }
  for (const auto &[Reason, Names] : NotDone)
    outs() << "not done: " << Reason << ": " << join(Names, "; ") << '\n';
  for (const std::string &Each : NotCounted)
    outs() << "not counted: " << Each << '\n';
  for (const std::string &Failure : Failures)
    outs() << "FAIL: " << Failure << '\n';
  if (Failures.empty())
    outs() << "self-test: pass: " << Checks << " checks on " << Rows.size()
           << " targets, " << NotCounted.size() << " of them not counted\n";
  else
    outs() << "self-test: FAIL: " << Failures.front() << " (" << Failures.size()
           << " of " << Rows.size() << " targets failed)\n";
  return Failures.empty() ? ExitDone : ExitInputsAtFault;
}
