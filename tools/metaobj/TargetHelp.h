//===- TargetHelp.h - What LLVM knows of a target ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_TARGETHELP_H
#define METAOBJ_TOOLS_METAOBJ_TARGETHELP_H

#include "llvm/TargetParser/Triple.h"

/// Prints the CPUs and features that LLVM has for \p Target. Returns the exit
/// status.
int printTargetHelp(const llvm::Triple &Target);

#endif // METAOBJ_TOOLS_METAOBJ_TARGETHELP_H
