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

#include "Inspect/ObjectImage.h"

#include <dlpack/dlpack.h>

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
  DLDataType Type = {}; ///< The same in numbers.
  std::vector<int64_t> Shape;
  /// StoredSize bytes inside the section, or a place in another object as in
  /// ObjectImage::paramAt.
  Location Data;
  uint64_t Size = 0; ///< Of all elements.
  uint64_t StoredSize = 0;
  /// Set if the bytes are a zstd frame.
  std::optional<unsigned> WindowLog;
  std::optional<uint64_t> StorageId;
};

/// The table at \p Place, or nullopt if no head of a table is there. A table
/// with wrong entries is an error. Adds what it read to \p Parts.
llvm::Expected<std::optional<std::vector<ParamTableEntry>>>
readParamTable(const ObjectImage &Object, Location Place,
               std::vector<InspectedPart> &Parts);

/// Has the head of a table of either version this size, for pointers of this
/// width?
bool isParamTableSize(uint64_t Size, unsigned PointerSize);

} // namespace metaobj

#endif // METAOBJ_INSPECT_PARAMTABLE_H
