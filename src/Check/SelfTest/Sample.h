//===- Sample.h - The model that is emitted ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_SELFTEST_SAMPLE_H
#define METAOBJ_CHECK_SELFTEST_SAMPLE_H

#include "metaobj/Emit.h"
#include "metaobj/Model.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

#include <string>
#include <vector>

namespace metaobj {

/// Functions, one of them under a symbol that is not its name, and parameters:
/// all sizes of elements, no to four dimensions, without elements, with and
/// without storage ids, three alignments.
Model sampleModel();

/// The elements of \p P in memory of the target.
std::vector<uint8_t> expectedBytes(const Param &P, bool IsBigEndian);

/// The minimal alignment of the place of \p P.
uint64_t expectedAlignment(const Param &P, const EmitConfig &Config);

/// The expected names of the registry of \p TheModel, in order, as clients with
/// a two-byte count read them.
std::vector<std::string> expectedFunctions(const Model &TheModel,
                                           RuntimeAbi Abi);

/// An object with the functions of \p TheModel, as a compiler with \p Machine
/// makes it.
llvm::Expected<OperatorObject> operatorObject(const Model &TheModel,
                                              llvm::TargetMachine &Machine);

} // namespace metaobj

#endif // METAOBJ_CHECK_SELFTEST_SAMPLE_H
