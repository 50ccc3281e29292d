//===- FunctionTables.h - Tables in place of a registry ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tables of metaobj_tables.h have in common.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_FUNCTIONTABLES_H
#define METAOBJ_ABI_FUNCTIONTABLES_H

#include "Abi/ModelTables.h"

#include <vector>

namespace metaobj {

/// Adds the \p Names of all entries, and \p Rows with their names and
/// addresses; nullptr if there are none. The entries outlive the tables.
Table *addNamedAddresses(TableAdder &Add,
                         const std::vector<RegistryEntry> &Entries,
                         llvm::StringLiteral Names, llvm::StringLiteral Rows,
                         const Field &Row);

/// Adds the structure that leads to \p Rows, each of \p RowType.
void addWhole(TableAdder &Add, llvm::StringLiteral Symbol, const Record &Type,
              uint64_t Version, llvm::StringLiteral VersionInC,
              const Record &RowType, const Table *Rows);

} // namespace metaobj

#endif // METAOBJ_ABI_FUNCTIONTABLES_H
