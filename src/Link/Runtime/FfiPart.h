//===- FfiPart.h - The runtime's part for tvm-ffi ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_RUNTIME_FFIPART_H
#define METAOBJ_LINK_RUNTIME_FFIPART_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// The object of \p Library, the runtime with its part for tvm-ffi, that has
/// the function of Arm's unwind tables.
llvm::Expected<llvm::StringRef> unwindFunction(llvm::StringRef Library);

/// The object whose operators of tvm-ffi take workspaces that nobody among
/// \p Objects defines; empty if there is none.
llvm::Expected<llvm::StringRef>
userOfFfiWorkspaces(llvm::ArrayRef<OperatorObject> Objects);

} // namespace metaobj

#endif // METAOBJ_LINK_RUNTIME_FFIPART_H
