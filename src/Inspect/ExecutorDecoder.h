//===- ExecutorDecoder.h - Executors of an object ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_EXECUTORDECODER_H
#define METAOBJ_INSPECT_EXECUTORDECODER_H

#include "CodeReferences.h"

#include "metaobj/Inspect.h"

namespace metaobj {

/// The executors of \p Object, by the names of their functions, in the order of
/// these names; \p Functions is its code, none in a linked file.
llvm::Expected<std::vector<InspectedExecutor>>
decodeExecutors(const ObjectImage &Object, llvm::ArrayRef<CodeRange> Functions);

} // namespace metaobj

#endif // METAOBJ_INSPECT_EXECUTORDECODER_H
