//===- SelfTestAll.cpp - The self-test over all targets -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfTestAll.h"

#include "Command.h"
#include "SelfTestReports.h"
#include "SelfTestTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace metaobj;

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
