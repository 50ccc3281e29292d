//===- LinkedParams.h - _lookup_linked_param --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_LINKEDPARAMS_H
#define METAOBJ_ABI_LINKEDPARAMS_H

#include "ConstantTables.h"
#include "TableSinks.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"

namespace metaobj {

/// Storage ids index a table, so they must be small. TVM numbers them from 0.
inline constexpr uint64_t MaxStorageId = (1u << 20) - 1;

/// Adds the packed function \p Symbol that tells where the data of a storage id
/// lies. One of \p Params at least has an id and is not compressed; ids are
/// unique and at most MaxStorageId. \p Data has the address of each parameter;
/// without any the table is reserved, and writeLinkedParams fills it.
llvm::Function *addLookupLinkedParam(ConstantTables &Tables,
                                     llvm::ArrayRef<Param> Params,
                                     llvm::ArrayRef<llvm::Constant *> Data,
                                     llvm::StringRef Symbol);

/// Hands over what lies in the table of \p Params: its pointers. Everything
/// else is zero.
void writeLinkedParams(llvm::ArrayRef<Param> Params, unsigned PointerSize,
                       PointerSink Point);

} // namespace metaobj

#endif // METAOBJ_ABI_LINKEDPARAMS_H
