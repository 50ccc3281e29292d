//===- GnuLto.h - Objects of GCC's link-time optimisation -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `gcc -flto` writes sections `.gnu.lto_*`, which only GCC's own plugin reads.
/// A slim object has nothing else, and a symbol that says so. A fat one
/// (`-ffat-lto-objects`) also has machine code.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_GNULTO_H
#define METAOBJ_OBJECT_GNULTO_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// Starts the names of these sections.
inline constexpr llvm::StringLiteral GnuLtoStart = ".gnu.lto_";

/// The symbol of slim objects.
inline constexpr llvm::StringLiteral GnuSlimLtoSymbol = "__gnu_lto_slim";

/// The refusal of the slim object \p Name.
llvm::Error slimLtoError(llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_OBJECT_GNULTO_H
