//===- Shards.h - Parameters split across several objects -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_LAYOUT_SHARDS_H
#define METAOBJ_EMIT_LAYOUT_SHARDS_H

#include "metaobj/Emit.h"

namespace metaobj {

/// Splits the stored parameters of \p Layout across shards 1 to \p Count with
/// about equal bytes. Each shard gets neighbours: if the shards are linked in
/// their order, the parameters are in the order of \p Layout. Sections that are
/// split keep their alignment in all shards, and parameters keep their offset
/// modulo this alignment.
void splitIntoShards(ParamLayout &Layout, llvm::ArrayRef<Param> Params,
                     uint32_t Count);

} // namespace metaobj

#endif // METAOBJ_EMIT_LAYOUT_SHARDS_H
