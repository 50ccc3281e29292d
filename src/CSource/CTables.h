//===- CTables.h - Tables as C source ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CSOURCE_CTABLES_H
#define METAOBJ_CSOURCE_CTABLES_H

#include "Abi/Table.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace metaobj {

/// How C spells where a pointer leads: never for Address::Null and InTable.
using CSpelling = std::function<llvm::StringRef(const Address &)>;

/// Writes the declarations of the structures that \p Group has one of each.
void writeTypes(llvm::raw_ostream &OS, const TableGroup &Group);

/// Writes all tables of \p Group.
void writeTables(llvm::raw_ostream &OS, const TableGroup &Group,
                 const CSpelling &Spelling);

} // namespace metaobj

#endif // METAOBJ_CSOURCE_CTABLES_H
