//===- JobFiles.h - The files of a job --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DRIVER_JOBFILES_H
#define METAOBJ_DRIVER_JOBFILES_H

#include "metaobj/Job.h"

namespace metaobj {

/// Every file that Output is: itself, and shards next to it.
std::vector<std::string> outputPaths(const Job &TheJob);

/// Refuses outputs that nobody can mean: none, shards of what is no object,
/// what is an input or another output. Writing over an input would lose an
/// operator.
llvm::Error checkFiles(const Job &TheJob);

} // namespace metaobj

#endif // METAOBJ_DRIVER_JOBFILES_H
