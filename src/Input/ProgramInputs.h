//===- ProgramInputs.h - Inputs of a graph without parameters ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_PROGRAMINPUTS_H
#define METAOBJ_INPUT_PROGRAMINPUTS_H

#include "Input/FileGatherer.h"

#include "llvm/Support/Error.h"

namespace metaobj {

/// Sets Model::ProgramInputs of \p TheModel, which has all its parameters, to
/// the inputs of the graph without a parameter. Without
/// InputConfig::ProgramInputs, a note lists them; with it, an input that it
/// does not name is an error.
llvm::Error findProgramInputs(const InputConfig &Config,
                              const GatheredFiles &Files, Model &TheModel);

} // namespace metaobj

#endif // METAOBJ_INPUT_PROGRAMINPUTS_H
