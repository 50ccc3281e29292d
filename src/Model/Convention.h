//===- Convention.h - Names of calling conventions --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_CONVENTION_H
#define METAOBJ_MODEL_CONVENTION_H

#include "metaobj/Graph.h"

namespace metaobj {

/// "packed", "unpacked", "ffi".
llvm::StringRef conventionName(CallingConvention Convention);

/// The inverse; nullopt if \p Name is none.
std::optional<CallingConvention> parseConvention(llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_MODEL_CONVENTION_H
