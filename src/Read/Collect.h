//===- Collect.h - Functions and the objects that define them ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_COLLECT_H
#define METAOBJ_READ_COLLECT_H

#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// Refuses functions that no linker will find: \p Objects are all that
/// \p Owner, which lists \p Functions, gives. None means that they are made
/// later.
llvm::Error checkDefined(llvm::StringRef Owner,
                         llvm::ArrayRef<Function> Functions,
                         llvm::ArrayRef<OperatorObject> Objects);

} // namespace metaobj

#endif // METAOBJ_READ_COLLECT_H
