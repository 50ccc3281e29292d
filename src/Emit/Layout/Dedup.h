//===- Dedup.h - Parameters with the same bytes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_LAYOUT_DEDUP_H
#define METAOBJ_EMIT_LAYOUT_DEDUP_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace metaobj {

/// For each of \p Params the first parameter with the same bytes in either byte
/// order of the target; mostly itself. Only parameters of equal size and equal
/// \p Groups can share. It reads few bytes: none of a parameter whose size is
/// unique, a few bytes of the others, samples of large ones if these few are
/// equal, and all bytes, in pieces, if the samples are equal, too.
llvm::Expected<std::vector<size_t>> findShared(llvm::ArrayRef<Param> Params,
                                               llvm::ArrayRef<uint32_t> Groups);

} // namespace metaobj

#endif // METAOBJ_EMIT_LAYOUT_DEDUP_H
