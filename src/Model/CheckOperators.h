//===- CheckOperators.h - Operator objects as callers give them -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_CHECKOPERATORS_H
#define METAOBJ_MODEL_CHECKOPERATORS_H

#include "metaobj/Model.h"

namespace metaobj {

/// Refuses objects without bytes, before anything reads them.
llvm::Error checkHaveBytes(llvm::ArrayRef<OperatorObject> Objects);

} // namespace metaobj

#endif // METAOBJ_MODEL_CHECKOPERATORS_H
