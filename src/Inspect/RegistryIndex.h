//===- RegistryIndex.h - Indexes of registries of an object -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the tables of `metaobj emit --registry-index` by the name of the
/// function that returns them:
///
///     const TVMRegistryIndex *tvmgen_default_registry_index(void);
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REGISTRYINDEX_H
#define METAOBJ_INSPECT_REGISTRYINDEX_H

#include "CodeReferences.h"
#include "ObjectImage.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// Stores in each of \p Registries the index that finds all of its functions.
/// An index that belongs to none of them is an error.
llvm::Error decodeIndexes(const ObjectImage &Object,
                          llvm::ArrayRef<CodeRange> Functions,
                          llvm::MutableArrayRef<InspectedRegistry> Registries,
                          std::vector<InspectedPart> &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REGISTRYINDEX_H
