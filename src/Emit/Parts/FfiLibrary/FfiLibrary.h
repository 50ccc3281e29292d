//===- FfiLibrary.h - The library of tvm-ffi operators ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_FFILIBRARY_FFILIBRARY_H
#define METAOBJ_EMIT_PARTS_FFILIBRARY_FFILIBRARY_H

#include "Abi/TvmFfi.h"
#include "metaobj/Emit.h"

namespace metaobj {

/// The parts of \p TheModel under the names that tvm-ffi looks up. Refuses
/// functions that are none of tvm-ffi, and a prefix for which the operators
/// were not compiled.
llvm::Expected<tvm_ffi::Library> ffiLibrary(const Model &TheModel,
                                            const EmitConfig &Config);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_FFILIBRARY_FFILIBRARY_H
