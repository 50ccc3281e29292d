//===- SelfTestReports.h - How self-tests are printed -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SELFTESTREPORTS_H
#define METAOBJ_TOOLS_SELFTESTREPORTS_H

#include "metaobj/SelfTest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

/// A report as JSON has it, in short: an answer for each step.
struct SelfTestRow {
  std::string Triple;
  std::string Target;
  std::string Abi;
  std::string Format;
  unsigned PointerBits = 0;
  bool BigEndian = false;
  unsigned Checks = 0;
  struct Answer {
    std::optional<bool> Passed; ///< nullopt: not done.
    std::string Reason;         ///< Why not.
  };
  Answer Answers[6]; ///< By SelfTestStep.
  /// The first failure, with its step; empty if there is none.
  std::string Failure;

  const Answer &answer(metaobj::SelfTestStep Step) const {
    return Answers[static_cast<unsigned>(Step)];
  }
};

/// All steps in their order.
inline constexpr metaobj::SelfTestStep SelfTestSteps[] = {
    metaobj::SelfTestStep::Emit,        metaobj::SelfTestStep::ReadBack,
    metaobj::SelfTestStep::Layout,      metaobj::SelfTestStep::LinkerFacts,
    metaobj::SelfTestStep::Disassemble, metaobj::SelfTestStep::Link};

SelfTestRow rowOf(const metaobj::SelfTestReport &Report);

/// {"schema":1,"targets":[...]}, as docs/command-line.md describes it.
void printSelfTestJson(llvm::ArrayRef<SelfTestRow> Rows, llvm::raw_ostream &OS);

/// The one row in \p Text, or nullopt when it is none.
std::optional<SelfTestRow> parseSelfTestJson(llvm::StringRef Text);

/// The parts of the text report for one target.
void printSelfTestHeading(llvm::raw_ostream &OS);
void printSelfTestResult(const metaobj::SelfTestResult &Result,
                         llvm::raw_ostream &OS);
void printSelfTestVerdict(const metaobj::SelfTestReport &Report,
                          llvm::raw_ostream &OS);

/// The table of --all.
void printSelfTestRowHeading(llvm::raw_ostream &OS);
void printSelfTestRow(const SelfTestRow &Row, llvm::raw_ostream &OS);

#endif // METAOBJ_TOOLS_SELFTESTREPORTS_H
