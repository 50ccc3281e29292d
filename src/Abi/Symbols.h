//===- Symbols.h - Local symbols of the emitted tables ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A constant for each of the names in Symbols.def, and all of them in a list.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_SYMBOLS_H
#define METAOBJ_ABI_SYMBOLS_H

#include "llvm/ADT/StringRef.h"

namespace metaobj::symbols {

#define SYMBOL(Identifier, Name)                                               \
  inline constexpr llvm::StringLiteral Identifier = Name;
#include "Abi/Symbols.def"
#undef SYMBOL

/// Prefix of the packed form of an unpacked operator.
inline constexpr llvm::StringLiteral PackedOperator = "_metaobj_packed_";

/// Prefix of the symbols of bytes that linkers may fold; a hash follows.
inline constexpr llvm::StringLiteral SharedData = "__metaobj_data_";

/// LLVM renames the second of two equal names in a module, so a user's symbol
/// must not be one of these.
inline constexpr llvm::StringLiteral All[] = {
#define SYMBOL(Identifier, Name) Identifier,
#include "Abi/Symbols.def"
#undef SYMBOL
};

} // namespace metaobj::symbols

#endif // METAOBJ_ABI_SYMBOLS_H
