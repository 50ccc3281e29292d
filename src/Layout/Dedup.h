//===- Dedup.h - Parameters with the same bytes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_DEDUP_H
#define METAOBJ_LAYOUT_DEDUP_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace metaobj {

/// For each of \p Params the first one that has the same bytes, in the target's
/// byte order whichever that is; mostly itself. Only parameters of equal size
/// and equal \p Groups can share. Little is read: nothing of a parameter
/// without its like in size, a few bytes of those that have one, and all bytes
/// of those that are still alike, in pieces.
llvm::Expected<std::vector<size_t>> findShared(llvm::ArrayRef<Param> Params,
                                               llvm::ArrayRef<uint32_t> Groups);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_DEDUP_H
