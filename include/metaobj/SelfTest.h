//===- metaobj/SelfTest.h - Does it work on this target? --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proof that metaobj works with the linked LLVM on one target: for whoever
/// builds against an LLVM with an instruction set of its own, and for the tests
/// over all targets. A sample model is emitted for every runtime ABI, static
/// and position independent, and everything that can be known of the result
/// without running it is compared with what it should be.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_SELFTEST_H
#define METAOBJ_SELFTEST_H

#include "metaobj/Target.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// What is done with each object, in this order.
enum class SelfTestStep {
  /// The object is written, next to an operator object of the same LLVM.
  Emit,
  /// Inspect finds what was given, in sections that are not writable.
  ReadBack,
  /// Structures lie as a C compiler lays them out, by the DataLayout alone.
  Layout,
  /// ELF flags and attributes agree with those of the operator object, also
  /// when the target is taken from it.
  LinkerFacts,
  /// LLVM's disassembler knows all instructions of the emitted functions.
  Disassemble,
  /// lld takes both objects, and Inspect finds the same in the linked file.
  Link,
};

/// "read back", as reports name it.
llvm::StringRef selfTestStepName(SelfTestStep Step);

/// What came of a step.
struct SelfTestResult {
  enum OutcomeKind { Passed, Failed, NotDone };
  std::string Subject; ///< "tvm-crt-u16, static".
  SelfTestStep Step = SelfTestStep::Emit;
  OutcomeKind Outcome = Passed;
  /// Comparisons that were made, the one that failed included.
  unsigned Checks = 0;
  /// What failed first, or why the step was not done.
  std::string Reason;
};

struct SelfTestReport {
  std::string Triple;
  /// LLVM's name of the target; empty when there is none.
  std::string Target;
  std::string ObjectFormat; ///< "ELF"; "none" without a writer.
  unsigned PointerBits = 0;
  bool BigEndian = false;
  std::vector<SelfTestResult> Results;

  /// The first that failed, or nullptr.
  const SelfTestResult *failure() const;
  unsigned checks() const;

  /// true when \p Step was done and passed each time it was done, false when
  /// it failed, nullopt when it was never done.
  std::optional<bool> passed(SelfTestStep Step) const;

  /// Why \p Step was not done or failed; empty when there is no reason.
  std::string reason(SelfTestStep Step) const;
};

struct SelfTestConfig {
  /// Path of ld.lld; empty: there is none.
  std::string Lld;
  /// Called before each step, because LLVM may end the process in it.
  std::function<void(const SelfTestReport &SoFar, llvm::StringRef Subject,
                     SelfTestStep Step)>
      Begin;
  /// Called after each step, which is the last of the report.
  std::function<void(const SelfTestReport &SoFar)> End;
};

/// Tests \p Target. When it has a relocation model, only that one is tried.
/// Faults are in the report. Objects for the linker are temporary files that
/// are removed, also when the process is interrupted.
SelfTestReport selfTest(const TargetSpec &Target, const SelfTestConfig &Config);

/// ld.lld in \p Folders, then on the PATH, that of the linked LLVM's version
/// first; empty when there is none.
std::string findLld(llvm::ArrayRef<llvm::StringRef> Folders);

} // namespace metaobj

#endif // METAOBJ_SELFTEST_H
