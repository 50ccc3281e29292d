//===- ChooseTarget.h - The target of a job ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DRIVER_CHOOSETARGET_H
#define METAOBJ_DRIVER_CHOOSETARGET_H

#include "metaobj/Job.h"

namespace metaobj {

/// What \p Choice says, over what the objects of \p TheModel say.
llvm::Expected<TargetSpec> chooseTarget(const TargetChoice &Choice,
                                        const FileModel &TheModel);

/// C is the same for every target: tells what of \p Choice is given in vain.
void noteTargetInVain(const TargetChoice &Choice,
                      const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_DRIVER_CHOOSETARGET_H
