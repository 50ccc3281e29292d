//===- DebugSignatures.h - Types that debug information tells ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The symbols of machine code do not tell what arguments a function takes.
/// DWARF does, where an object has it. Nothing depends on it: debug information
/// that is missing, damaged or of a form that is not read tells nothing.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_DEBUGSIGNATURES_H
#define METAOBJ_INPUT_DEBUGSIGNATURES_H

#include "metaobj/Model.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

/// Most bytes of one section of debug information; larger ones are not read.
/// LLVM's reader takes several times as much.
constexpr uint64_t LargestDebugSection = uint64_t(1) << 26;

/// A packed function as C writes it, for messages.
inline constexpr llvm::StringLiteral PackedDeclaration =
    "int32_t (void *, int32_t *, int32_t, void *, int32_t *, void *)";

/// What debug information tells of a function.
struct DebugSignature {
  /// Can it be called as a packed function? Operators of TVM v0.8 may lack the
  /// last argument.
  bool IsPacked = false;
  /// As C writes it.
  std::string Text;
};

/// The types of the functions of \p Object, by name; empty for what is no ELF
/// object.
llvm::StringMap<DebugSignature>
readDebugSignatures(const OperatorObject &Object);

} // namespace metaobj

#endif // METAOBJ_INPUT_DEBUGSIGNATURES_H
