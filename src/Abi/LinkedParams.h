//===- LinkedParams.h - _lookup_linked_param --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_LINKEDPARAMS_H
#define METAOBJ_ABI_LINKEDPARAMS_H

#include "ConstantTables.h"

#include "llvm/ADT/ArrayRef.h"

namespace metaobj {

/// Storage ids index a table, so they must be small. TVM numbers them from 0.
inline constexpr uint64_t MaxStorageId = (1u << 20) - 1;

struct LinkedParam {
  uint64_t StorageId;
  llvm::Constant *Data;
};

/// Adds the packed function \p Symbol that tells where the data of a storage id
/// lies. \p Params has at least one entry; ids are unique and at most
/// MaxStorageId.
llvm::Function *addLookupLinkedParam(ConstantTables &Tables,
                                     llvm::ArrayRef<LinkedParam> Params,
                                     llvm::StringRef Symbol);

} // namespace metaobj

#endif // METAOBJ_ABI_LINKEDPARAMS_H
