//===- CTables.h - Tables as C source ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_TEXT_CTABLES_H
#define METAOBJ_EMIT_TEXT_CTABLES_H

#include "Abi/ModelTables.h"
#include "Abi/Table.h"
#include "Emit/Text/CSource.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace metaobj {

/// The spelling of a pointer's target in C. Never called for Address::Null and
/// InTable.
using CSpelling = std::function<llvm::StringRef(const Address &)>;

/// That of the tables of \p C, which are \p Tables; refers to both.
CSpelling spellingOf(const CModel &C, const ModelTables &Tables);

/// Writes the declarations of the structures of which \p Group has one.
void writeTypes(llvm::raw_ostream &OS, const TableGroup &Group);

/// Writes all tables of \p Group.
void writeTables(llvm::raw_ostream &OS, const TableGroup &Group,
                 const CSpelling &Spelling);

} // namespace metaobj

#endif // METAOBJ_EMIT_TEXT_CTABLES_H
