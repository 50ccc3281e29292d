//===- metaobj/SelfTest.h - Does it work on this target? --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proof that metaobj works with the linked LLVM on one target, for users of an
/// LLVM with its own instruction set, and for the tests over all targets. It
/// emits a sample model for every runtime ABI, static and position independent.
/// Then it checks everything about the result that it can check without running
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_H
#define METAOBJ_SELFTEST_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Target.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Steps for each object, in this order.
enum class SelfTestStep {
  /// Writes the object, and an operator object by the same LLVM.
  Emit,
  /// Inspect finds the sample again, in sections that are not writable.
  ReadBack,
  /// Structures have a C compiler's layout, by the DataLayout alone.
  Layout,
  /// ELF flags and attributes agree with the operator object's, also when the
  /// target is taken from it.
  LinkerFacts,
  /// LLVM's disassembler knows all instructions of the emitted functions.
  Disassemble,
  /// lld links both objects, and Inspect finds the same in the linked file.
  Link,
};

/// "read back", as in reports.
llvm::StringRef selfTestStepName(SelfTestStep Step);

/// Result of a step.
struct SelfTestResult {
  enum OutcomeKind { Passed, Failed, NotDone };
  std::string Subject; ///< "tvm-crt-u16, static".
  SelfTestStep Step = SelfTestStep::Emit;
  OutcomeKind Outcome = Passed;
  /// Number of comparisons, including the failed one.
  unsigned Checks = 0;
  /// First failure, or the reason why the step was not done.
  Message Reason;
};

struct SelfTestReport {
  std::string Triple;
  /// LLVM's name of the target; empty if there is none.
  std::string Target;
  std::string ObjectFormat; ///< "ELF"; "none" without a writer.
  unsigned PointerBits = 0;
  bool BigEndian = false;
  std::vector<SelfTestResult> Results;

  /// The first failure, or nullptr.
  const SelfTestResult *failure() const;
  unsigned checks() const;

  /// true if \p Step was done and always passed, false if it failed, nullopt if
  /// it was never done.
  std::optional<bool> passed(SelfTestStep Step) const;

  /// Why \p Step was not done or failed; empty without a reason.
  Message reason(SelfTestStep Step) const;
};

struct SelfTestConfig {
  /// Path of ld.lld; empty: there is none.
  std::string Lld;
  /// Called before each step, because LLVM may end the process during it.
  std::function<void(const SelfTestReport &SoFar, llvm::StringRef Subject,
                     SelfTestStep Step)>
      Begin;
  /// Called after each step, with the report up to this step.
  std::function<void(const SelfTestReport &SoFar)> End;
};

/// Tests \p Target. If it has a relocation model, tests only that one. The
/// report has the failures. Objects for the linker are temporary files, which
/// are removed even if the process is interrupted.
SelfTestReport selfTest(const TargetSpec &Target, const SelfTestConfig &Config);

/// ld.lld in \p Folders, then on the PATH, with the linked LLVM's version
/// first; empty if there is none.
std::string findLld(llvm::ArrayRef<llvm::StringRef> Folders);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_H
