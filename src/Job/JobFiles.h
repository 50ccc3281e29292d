//===- JobFiles.h - The files of a job --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_JOBFILES_H
#define METAOBJ_JOB_JOBFILES_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Job.h"

namespace metaobj {

/// All files of Output: itself, and its shards.
std::vector<std::string> outputPaths(const Job &TheJob);

/// Refuses shards that cannot be.
llvm::Error checkShards(const Job &TheJob);

/// Refuses impossible outputs: none, shards of other kinds than objects, an
/// output that is an input or another output. Overwriting an input would lose
/// an operator. If \p IsStreamed, Output is no file.
llvm::Error checkFiles(const Job &TheJob, bool IsStreamed);

/// Refuses to write \p Output, which a message calls \p Noun, over one of
/// \p Inputs or over a file in a folder of these.
llvm::Error refuseInput(llvm::StringRef Output, llvm::StringRef Noun,
                        Setting Which, llvm::ArrayRef<std::string> Inputs);

} // namespace metaobj

#endif // METAOBJ_JOB_JOBFILES_H
