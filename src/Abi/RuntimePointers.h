//===- RuntimePointers.h - Weak pointers to the runtime ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_RUNTIMEPOINTERS_H
#define METAOBJ_ABI_RUNTIMEPOINTERS_H

#include "Object/LinkerView.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// The pointers to functions of the runtime among what \p Views show. Operators
/// that are not compiled for a system library call the runtime by weak
/// variables ("__TVMBackendAllocWorkspace"), which the loader of a shared
/// library sets. A linked program has no loader.
FfiNeeds runtimePointers(llvm::ArrayRef<const LinkerView *> Views);

/// The same of \p Objects.
llvm::Expected<FfiNeeds>
runtimePointers(llvm::ArrayRef<OperatorObject> Objects);

} // namespace metaobj

#endif // METAOBJ_ABI_RUNTIMEPOINTERS_H
