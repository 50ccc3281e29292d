//===- ParamTable.h - metaobj_param_table_t of an object ------ -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the table of metaobj-c/metaobj_abi.h from an object of any pointer
/// width and byte order.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_PARAMTABLE_H
#define METAOBJ_INSPECT_PARAMTABLE_H

#include "ObjectImage.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// sizeof(metaobj_param_t) with 16-bit pointers.
constexpr uint64_t MinParamTableEntrySize = 48;

/// One metaobj_param_t.
struct ParamTableEntry {
  llvm::StringRef Name;
  std::string DType;
  std::vector<int64_t> Shape;
  /// StoredSize bytes are inside the section, or as ObjectImage::paramAt has
  /// those of another object.
  Location Data;
  uint64_t Size = 0; ///< Of all elements.
  uint64_t StoredSize = 0;
  /// Set when the bytes are a zstd frame.
  std::optional<unsigned> WindowLog;
  std::optional<uint64_t> StorageId;
};

/// The table at \p Place, or nullopt when its head is not that of one. A table
/// whose entries are wrong is an error.
llvm::Expected<std::optional<std::vector<ParamTableEntry>>>
readParamTable(const ObjectImage &Object, Location Place);

/// Is this the size of a table's head, of either version, for pointers of this
/// width?
bool isParamTableSize(uint64_t Size, unsigned PointerSize);

} // namespace metaobj

#endif // METAOBJ_INSPECT_PARAMTABLE_H
