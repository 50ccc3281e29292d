//===- ParamTable.h - The table of metaobj_abi.h ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_PARAMTABLE_H
#define METAOBJ_ABI_PARAMTABLE_H

#include "ConstantTables.h"
#include "TableSinks.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"

namespace metaobj {

/// Adds the table of \p Params, whose bytes are \p Data (one for each), and the
/// function \p Symbol that returns it. Without \p Data the entries are
/// reserved, and writeParamEntries fills them.
void addParamTable(ConstantTables &Tables, llvm::ArrayRef<Param> Params,
                   llvm::ArrayRef<llvm::Constant *> Data,
                   llvm::StringRef Symbol);

/// Hands over what lies in the entries of those of \p Params that are
/// compressed, or of those that are not. addParamTable has reserved a place for
/// them in \p M (symbols::CompressedParams, symbols::Params), unless there are
/// none. What is not handed over is zero.
void writeParamEntries(llvm::ArrayRef<Param> Params, const llvm::Module &M,
                       bool IsCompressed, NumberSink Number, PointerSink Point);

} // namespace metaobj

#endif // METAOBJ_ABI_PARAMTABLE_H
