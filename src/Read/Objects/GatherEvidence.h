//===- GatherEvidence.h - What a run's files tell of operators --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_GATHEREVIDENCE_H
#define METAOBJ_READ_OBJECTS_GATHEREVIDENCE_H

#include "Abi/OperatorEvidence.h"
#include "Read/FileGatherer.h"
#include "metaobj/Input.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace metaobj {

/// Everything that \p Files tell of the functions that \p Config means, or of
/// those of the family \p Only. \p Files must outlive the result.
llvm::Expected<OperatorEvidence>
gatherEvidence(const InputConfig &Config, const GatheredFiles &Files,
               std::optional<OperatorFamily> Only = std::nullopt);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_GATHEREVIDENCE_H
