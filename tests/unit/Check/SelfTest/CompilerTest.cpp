//===- CompilerTest.cpp - The self-test in a compiler ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/custom-isa.md shows the lines that a compiler on a branch of LLVM
// writes.
//
//===----------------------------------------------------------------------===//

#include "metaobj/SelfTest.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace metaobj;

TEST(Compiler, TestsItsOwnMachine) {
  TargetSpec Spec;
  Spec.Triple = Triple("riscv32-unknown-elf");
  Spec.RelocationModel = Reloc::Static;
  auto Machine = cantFail(createTargetMachine(Spec));

  SelfTestConfig Config;
  Config.Lld = findLld({"/opt/branch/bin"});
  SelfTestReport Report = selfTest(targetOf(*Machine), Config);
  if (const SelfTestResult *Failure = Report.failure())
    errs() << Failure->Subject << ": " << Failure->Reason << '\n';

  EXPECT_EQ(Report.failure(), nullptr);
  EXPECT_EQ(Report.passed(SelfTestStep::Disassemble), true);
  // The machine has a relocation model, so the other one is not tried.
  for (const SelfTestResult &Result : Report.Results)
    EXPECT_TRUE(StringRef(Result.Subject).ends_with("static"));
}
