//===- ParamTable.h - The table of metaobj_abi.h ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_PARAMTABLE_H
#define METAOBJ_ABI_PARAMTABLE_H

#include "ConstantTables.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"

namespace metaobj {

/// Adds the table of \p Params, whose bytes are \p Data (one for each), and the
/// function \p Symbol that returns it.
void addParamTable(ConstantTables &Tables, llvm::ArrayRef<Param> Params,
                   llvm::ArrayRef<llvm::Constant *> Data,
                   llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_ABI_PARAMTABLE_H
