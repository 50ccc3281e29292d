//===- DebugSignatures.h - Types that debug information tells ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The symbols of machine code do not show which arguments a function takes.
/// DWARF does, if an object has it. It is optional: missing, damaged or
/// unsupported debug information gives no types.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_DEBUGSIGNATURES_H
#define METAOBJ_READ_OBJECTS_DEBUGSIGNATURES_H

#include "metaobj/Model.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace metaobj {

/// A packed function as C writes it, for messages.
inline constexpr llvm::StringLiteral PackedDeclaration =
    "int32_t (void *, int32_t *, int32_t, void *, int32_t *, void *)";

/// A function's type in debug information.
struct DebugSignature {
  /// Can it be called as a packed function? Operators of TVM v0.8 may lack the
  /// last argument.
  bool IsPacked = false;
  /// In C.
  std::string Text;
  /// The number of arguments, if they all are pointers, and the result is an
  /// int.
  std::optional<size_t> Pointers = std::nullopt;
};

/// The types of the functions of \p Object, by name; empty for objects that are
/// not ELF.
llvm::StringMap<DebugSignature>
readDebugSignatures(const OperatorObject &Object);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_DEBUGSIGNATURES_H
