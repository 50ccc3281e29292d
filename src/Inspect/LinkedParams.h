//===- LinkedParams.h - Storage ids of linked parameters ------ -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `_lookup_linked_param` finds a parameter by the storage id that the graph
/// executor gave it:
///
///     static const void *const linked[] = {ptr or NULL, one per storage id};
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_LINKEDPARAMS_H
#define METAOBJ_INSPECT_LINKEDPARAMS_H

#include "Inspect/CodeReferences.h"
#include "Inspect/ObjectImage.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// A parameter and the place of its bytes.
struct FoundParam {
  InspectedParam Result = {};
  Location Data;
  size_t Table = 0; ///< Number of its parameter table, from 1; 0: none.
  /// Set if the bytes are a zstd frame.
  std::optional<unsigned> WindowLog = std::nullopt;
};

/// Compares the storage ids of \p Params with the object's look-up functions. A
/// parameter without a parameter table gets its id from the pointer to it, if
/// no other parameter has the same place. Ignores code that does not look up in
/// a table.
llvm::Error applyLinkedParams(const ObjectImage &Object,
                              llvm::ArrayRef<CodeRange> Functions,
                              llvm::MutableArrayRef<FoundParam> Params,
                              std::vector<InspectedPart> &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_LINKEDPARAMS_H
