//===- ObjectTableWriter.h - Tables as bytes and relocations ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_OBJECTTABLEWRITER_H
#define METAOBJ_EMIT_OBJECTTABLEWRITER_H

#include "Abi/Table.h"
#include "Object/EditableObject.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace metaobj {

/// \p Name, which is one of C, as objects for \p M have it.
std::string symbolName(llvm::StringRef Name, const llvm::Module &M);

/// The number of the symbol where a pointer leads; never asked for
/// Address::Null and InTable.
using ObjectSymbols =
    llvm::function_ref<llvm::Expected<uint32_t>(const Address &)>;

/// Writes \p TheTable into its place in \p Object, which IrTables reserved in
/// \p M.
llvm::Error writeTable(EditableObject &Object, const Table &TheTable,
                       const llvm::Module &M, ObjectSymbols Symbols);

} // namespace metaobj

#endif // METAOBJ_EMIT_OBJECTTABLEWRITER_H
