//===- Shards.h - Parameters dealt to several objects -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_SHARDS_H
#define METAOBJ_LAYOUT_SHARDS_H

#include "metaobj/Emit.h"

namespace metaobj {

/// Deals what \p Layout stores to shards 1 to \p Count, so that each has about
/// the same number of bytes. Each gets what is next to one another: those who
/// link the shards in their order have the parameters in the order of
/// \p Layout. Sections that are cut keep their alignment in all shards, and
/// parameters their offset as far as that goes.
void dealToShards(ParamLayout &Layout, llvm::ArrayRef<Param> Params,
                  uint32_t Count);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_SHARDS_H
