//===- TargetSettings.h - What makes up a target ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_TARGETSETTINGS_H
#define METAOBJ_JOB_TARGETSETTINGS_H

#include "Job/SettingTable.h"
#include "metaobj/Job.h"

#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// Adds the settings of LLVM's code generator that make up a target. Without a
/// triple it is \p DefaultTriple, in words for help; empty: there is none.
void addTargetSettings(SettingTable &To, TargetChoice &Target,
                       llvm::StringRef DefaultTriple = "");

/// Is the value of --mcpu or --mattr "help"?
bool wantsTargetHelp(const TargetChoice &Target);

} // namespace metaobj

#endif // METAOBJ_JOB_TARGETSETTINGS_H
