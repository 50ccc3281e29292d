//===- RuntimePointers.h - How operators call the runtime -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LAYOUT_RUNTIMEPOINTERS_H
#define METAOBJ_LAYOUT_RUNTIMEPOINTERS_H

#include "Abi/TvmFfi.h"
#include "metaobj/Emit.h"

#include <vector>

namespace metaobj {

/// The pointers among what \p Objects say. Operators that are not compiled for
/// a system library call the runtime by weak variables
/// ("__TVMBackendAllocWorkspace"), which the loader of a shared library sets. A
/// linked program has no loader.
llvm::Expected<FfiNeeds>
runtimePointers(llvm::ArrayRef<OperatorObject> Objects);

/// Functions of the runtime for whose pointers the output has a definition.
/// Warns of pointers that stay zero.
llvm::Expected<std::vector<const tvm_ffi::RuntimeFunction *>>
pointedFunctions(const Model &TheModel, const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_LAYOUT_RUNTIMEPOINTERS_H
