//===- TableSinks.h - Who takes the contents of a table ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables of parameters can be written without LLVM, number by number and
/// pointer by pointer, into the finished object.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TABLESINKS_H
#define METAOBJ_ABI_TABLESINKS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>

namespace metaobj {

/// What a pointer of such a table leads to.
struct PointerTarget {
  enum KindType {
    ParamData,  ///< The parameter of number Index.
    ParamName,  ///< Byte Index of all names.
    ParamShape, ///< Byte Index of all shapes.
  } Kind;
  uint64_t Index;
};

/// Takes the pointer at byte \p Offset of the table.
using PointerSink =
    llvm::function_ref<void(uint64_t Offset, PointerTarget Target)>;

/// Takes the number of \p Size bytes at byte \p Offset of the table.
using NumberSink =
    llvm::function_ref<void(uint64_t Offset, uint64_t Value, unsigned Size)>;

} // namespace metaobj

#endif // METAOBJ_ABI_TABLESINKS_H
