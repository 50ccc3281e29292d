//===- TargetFlags.h - LLVM's flags for the target --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A command that takes the flags of LLVM's code generator, a branch's own
/// included, has a codegen::RegisterCodeGenFlags among its options and calls
/// these.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_TARGETFLAGS_H
#define METAOBJ_TOOLS_TARGETFLAGS_H

#include "metaobj/Job.h"

#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/Support/CommandLine.h"

/// Those of LLVM's flags that make up a target and that everybody needs.
llvm::ArrayRef<llvm::StringRef> targetFlags();

/// LLVM registers its flags without a category; targetFlags() are
/// shown in \p Category, the others stay hidden but work.
void showTargetFlags(llvm::cl::OptionCategory &Category);

/// Is it --mcpu=help or --mattr=help?
bool wantsTargetHelp();

/// Prints the CPUs and features that LLVM has for \p Target. Returns the exit
/// status.
int printTargetHelp(const llvm::Triple &Target);

/// The choice of the flags; \p Target is the known part of the triple.
metaobj::TargetChoice targetChoice(const llvm::Triple &Target);

#endif // METAOBJ_TOOLS_TARGETFLAGS_H
