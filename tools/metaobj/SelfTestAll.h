//===- SelfTestAll.h - The self-test over all targets -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_SELFTESTALL_H
#define METAOBJ_TOOLS_SELFTESTALL_H

#include "llvm/ADT/StringRef.h"

/// Tests all targets of the linked LLVM, each in a process of its own, because
/// LLVM ends the process for what a target cannot do. Prints the table or JSON;
/// returns the exit status.
int runSelfTestAll(const char *Argv0, llvm::StringRef Lld, bool IsJson);

#endif // METAOBJ_TOOLS_SELFTESTALL_H
