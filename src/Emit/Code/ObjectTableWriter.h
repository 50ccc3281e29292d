//===- ObjectTableWriter.h - Tables as bytes and relocations ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_CODE_OBJECTTABLEWRITER_H
#define METAOBJ_EMIT_CODE_OBJECTTABLEWRITER_H

#include "Abi/Table.h"
#include "Object/EditableObject.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace metaobj {

/// The name of the C symbol \p Name in objects for \p M.
std::string symbolName(llvm::StringRef Name, const llvm::Module &M);

/// The number of a pointer's target symbol. Never called for Address::Null and
/// InTable.
using ObjectSymbols =
    llvm::function_ref<llvm::Expected<uint32_t>(const Address &)>;

/// Writes \p TheTable into its place in \p Object, which IrTables reserved in
/// \p M.
llvm::Error writeTable(EditableObject &Object, const Table &TheTable,
                       const llvm::Module &M, ObjectSymbols Symbols);

} // namespace metaobj

#endif // METAOBJ_EMIT_CODE_OBJECTTABLEWRITER_H
