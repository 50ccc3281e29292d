//===- CheckEmission.h - What no kind of output can hold --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_CHECKEMISSION_H
#define METAOBJ_LAYOUT_CHECKEMISSION_H

#include "metaobj/Emit.h"

namespace metaobj {

/// Everything that checkModel refuses, and what it cannot know of: equal
/// symbols among what is emitted, functions that are called like them, storage
/// ids that are too large for a table. Reports warnings.
llvm::Error checkEmission(const Model &TheModel, const EmitConfig &Config);

/// The error of those who write one object: EmitConfig::Shards is for
/// emitShard.
llvm::Error refuseShards(const Model &TheModel, const EmitConfig &Config);

/// Refuses settings of compression that are out of their ranges.
llvm::Error checkCompression(const Model &TheModel, const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_CHECKEMISSION_H
