//===- SymbolTables.h - Tables of names and addresses -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_SYMBOLTABLES_H
#define METAOBJ_INSPECT_SYMBOLTABLES_H

#include "CodeReferences.h"
#include "ObjectImage.h"

namespace metaobj {

/// Decodes all tables that are no registries. \p Functions: global functions of
/// a relocatable object.
llvm::Expected<std::vector<InspectedTable>>
decodeSymbolTables(const ObjectImage &Object,
                   llvm::ArrayRef<CodeRange> Functions,
                   std::vector<InspectedPart> &Parts);

} // namespace metaobj

#endif // METAOBJ_INSPECT_SYMBOLTABLES_H
