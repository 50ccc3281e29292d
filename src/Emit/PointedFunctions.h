//===- PointedFunctions.h - How operators call the runtime ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_POINTEDFUNCTIONS_H
#define METAOBJ_EMIT_POINTEDFUNCTIONS_H

#include "Abi/TvmFfi.h"
#include "metaobj/Emit.h"

#include <vector>

namespace metaobj {

/// Functions of the runtime for whose pointers the output has a definition.
/// Warns of pointers that stay zero.
llvm::Expected<std::vector<const tvm_ffi::RuntimeFunction *>>
pointedFunctions(const Model &TheModel, const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_POINTEDFUNCTIONS_H
