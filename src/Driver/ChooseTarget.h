//===- ChooseTarget.h - The target of a job ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DRIVER_CHOOSETARGET_H
#define METAOBJ_DRIVER_CHOOSETARGET_H

#include "metaobj/Job.h"

namespace metaobj {

/// The target of \p Choice, completed from the objects of \p TheModel.
llvm::Expected<TargetSpec> chooseTarget(const TargetChoice &Choice,
                                        const FileModel &TheModel);

/// C is the same for every target: reports settings of \p Choice without
/// effect.
void reportUnusedTarget(const TargetChoice &Choice,
                        const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_DRIVER_CHOOSETARGET_H
