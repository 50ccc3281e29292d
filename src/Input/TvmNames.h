//===- TvmNames.h - What TVM calls functions --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_TVMNAMES_H
#define METAOBJ_INPUT_TVMNAMES_H

#include "Input/ObjectSymbols.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace metaobj {

/// The function by which a registry that TVM generated is found.
inline constexpr llvm::StringLiteral SystemLibEntryName =
    "TVMSystemLibEntryPoint";

/// Names that operator objects have for reasons of their own: the runtime
/// defines them, the metadata object does, or they are no functions. No pattern
/// lists them.
bool isRuntimeName(llvm::StringRef Name);

/// Does an object with \p Symbols define the entry of a registry?
bool definesRegistry(llvm::ArrayRef<DefinedSymbol> Symbols);

/// The same, and no function that could be an operator?
bool isOnlyRegistry(llvm::ArrayRef<DefinedSymbol> Symbols);

/// Does TVM list \p Name in no registry? Asked of names whose type the objects
/// do not show; \p IsDefined tells which functions they define.
///
/// The functions of a model with TVM's C interface take plain pointers. It has
/// `tvmgen_<model>_run` as every model compiled ahead of time, but only one
/// whose interface is packed has `tvmgen_<model>_get_c_metadata` beside it.
/// Where `tvmgen_<model>___tvm_main__` is, v0.9 and later, all functions of a
/// model with that interface are unpacked. v0.8 lists no `_run` at all.
bool isNeverRegistered(llvm::StringRef Name,
                       llvm::function_ref<bool(llvm::StringRef)> IsDefined);

} // namespace metaobj

#endif // METAOBJ_INPUT_TVMNAMES_H
