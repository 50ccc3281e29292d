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

#include "metaobj/Target.h"

#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/Support/CommandLine.h"

/// LLVM registers its flags without a category; those that everybody needs are
/// shown in \p Category, the others stay hidden but work.
void showTargetFlags(llvm::cl::OptionCategory &Category);

/// Does \p Flag stand on the command line?
bool isGiven(llvm::StringRef Flag);

/// Is it --mcpu=help or --mattr=help?
bool wantsTargetHelp();

/// Prints the CPUs and features that LLVM has for \p Target. Returns the exit
/// status.
int printTargetHelp(const llvm::Triple &Target);

/// Is a flag given that changes code, besides the triple?
bool changesCode();

/// What the flags say, over what \p Spec says.
void applyTargetFlags(metaobj::TargetSpec &Spec);

#endif // METAOBJ_TOOLS_TARGETFLAGS_H
