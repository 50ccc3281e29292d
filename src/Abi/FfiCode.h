//===- FfiCode.h - What a tvm-ffi library has besides its table -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_FFICODE_H
#define METAOBJ_ABI_FFICODE_H

#include "IrTables.h"
#include "TvmFfi.h"

namespace metaobj {

/// Adds the context, the modules and the pointers to functions of the runtime
/// of \p Library, before its table. \p Binary: the bytes of the modules, or
/// nullptr if the finished object gets them.
void addFfiVariables(IrTables &Tables, const tvm_ffi::Library &Library,
                     llvm::Constant *Binary);

/// Adds the constructor of \p Library for the table \p Symbols.
void addFfiConstructor(IrTables &Tables, const Table &Symbols);

} // namespace metaobj

#endif // METAOBJ_ABI_FFICODE_H
