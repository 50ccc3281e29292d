//===- SelfTestReports.h - How self-tests are printed -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SELFTESTREPORTS_H
#define METAOBJ_TOOLS_SELFTESTREPORTS_H

#include "metaobj/SelfTest.h"

#include "llvm/Support/raw_ostream.h"

/// {"schema":1,"targets":[...]}, as docs/command-line.md describes it.
void printSelfTestJson(const metaobj::SelfTestReport &Report,
                       llvm::raw_ostream &OS);

/// The parts of the text report.
void printSelfTestHeading(llvm::raw_ostream &OS);
void printSelfTestResult(const metaobj::SelfTestResult &Result,
                         llvm::raw_ostream &OS);
void printSelfTestVerdict(const metaobj::SelfTestReport &Report,
                          llvm::raw_ostream &OS);

#endif // METAOBJ_TOOLS_SELFTESTREPORTS_H
