//===- metaobj/UnusedRules.h - Rules that no parameter meets ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_UNUSEDRULES_H
#define METAOBJ_UNUSEDRULES_H

#include "metaobj/Model.h"
#include "metaobj/Placement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace metaobj {

/// The rules of \p Rules whose conditions no parameter of \p TheModel meets.
/// Wrong patterns are errors.
llvm::Expected<std::vector<const PlacementRule *>>
unusedRules(llvm::ArrayRef<PlacementRule> Rules, const Model &TheModel);

} // namespace metaobj

#endif // METAOBJ_UNUSEDRULES_H
