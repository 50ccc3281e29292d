//===- PackedFunctions.h - Functions of a registry --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_PACKEDFUNCTIONS_H
#define METAOBJ_ABI_PACKEDFUNCTIONS_H

#include "IrTables.h"

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

} // namespace metaobj

#endif // METAOBJ_ABI_PACKEDFUNCTIONS_H
