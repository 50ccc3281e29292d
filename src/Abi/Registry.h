//===- Registry.h - Function registry, module, entry point ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_REGISTRY_H
#define METAOBJ_ABI_REGISTRY_H

#include "ConstantTables.h"
#include "TvmCrtAbi.h"

namespace metaobj {

/// A line of the registry.
struct RegistryEntry {
  llvm::StringRef Name;
  /// Null: the table of functions is reserved (ConstantTables::reservePointers)
  /// for what fills it later.
  llvm::Function *Callee;
};

/// Adds registry, module and the function \p EntryPoint that returns it; with a
/// symbol for it, an index of the names and the function \p IndexAccessor that
/// returns it.
void addRegistry(ConstantTables &Tables, const TvmCrtAbi &Abi,
                 llvm::ArrayRef<RegistryEntry> Entries,
                 llvm::StringRef EntryPoint, llvm::StringRef IndexAccessor);

} // namespace metaobj

#endif // METAOBJ_ABI_REGISTRY_H
