//===- TableCode.h - Code around the tables of an ABI -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TABLECODE_H
#define METAOBJ_ABI_TABLECODE_H

#include "Abi/IrTables.h"
#include "Abi/TvmFfi.h"

namespace metaobj {

/// Adds the function of the registry's entry that no client uses.
llvm::Function *addUniversalFunction(IrTables &Tables);

/// Adds the packed function \p Symbol, which returns the address of the
/// parameter with a storage id: \p Linked is the variable of the table \p
/// LinkedParams.
llvm::Function *addLookupLinkedParam(IrTables &Tables,
                                     llvm::GlobalVariable *Linked,
                                     const Table &LinkedParams,
                                     llvm::StringRef Symbol);

/// Adds the context and the modules of \p Library, before its table. \p Binary:
/// the bytes of the modules, or nullptr if the finished object gets them.
void addFfiVariables(IrTables &Tables, const tvm_ffi::Library &Library,
                     llvm::Constant *Binary);

/// Adds the variable by which operators call \p Function of the runtime.
void addRuntimePointer(IrTables &Tables,
                       const tvm_ffi::RuntimeFunction &Function);

/// Adds the constructor that registers the rows of the table \p Symbols.
void addFfiConstructor(IrTables &Tables, const Table &Symbols);

} // namespace metaobj

#endif // METAOBJ_ABI_TABLECODE_H
