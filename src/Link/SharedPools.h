//===- SharedPools.h - Memories that models share ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_SHAREDPOOLS_H
#define METAOBJ_LINK_SHAREDPOOLS_H

#include "Link/LinkerInputs.h"
#include "metaobj/Link.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// Start of the symbols of pools that models share (ExecutorPool::IsShared).
/// Linkers merge them only if they stay global.
inline constexpr llvm::StringLiteral SharedPoolStart = "metaobj_shared_";

/// The shared pools of the objects among \p Inputs, by name. Members of
/// archives do not count, because a linker may leave them out.
llvm::Expected<std::vector<SharedPoolUse>>
sharedPools(llvm::ArrayRef<LinkerInput> Inputs);

} // namespace metaobj

#endif // METAOBJ_LINK_SHAREDPOOLS_H
