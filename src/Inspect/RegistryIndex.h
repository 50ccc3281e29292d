//===- RegistryIndex.h - Indexes of registries of an object -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what `metaobj emit --registry-index` adds, by the name of the function
/// that returns it:
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

/// Notes in each of \p Registries the index by which all of its functions are
/// found. An index that belongs to none of them is an error.
llvm::Error decodeIndexes(const ObjectImage &Object,
                          llvm::ArrayRef<CodeRange> Functions,
                          llvm::MutableArrayRef<InspectedRegistry> Registries);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REGISTRYINDEX_H
