//===- Nesting.h - How deep brackets nest -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_NESTING_H
#define METAOBJ_BASE_NESTING_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>

namespace metaobj {

/// LLVM's parsers of JSON and of assembly recurse at each bracket, so a small
/// hostile file could use up the stack. Callers check these limits first; real
/// files stay far below.
constexpr size_t DeepestJson = 64;
constexpr size_t DeepestIr = 256;

/// Deepest nesting of brackets and braces in the JSON \p Text, outside strings.
size_t jsonNesting(llvm::StringRef Text);

/// The same for all brackets of the LLVM assembly \p Text, outside strings and
/// comments.
size_t irNesting(llvm::StringRef Text);

} // namespace metaobj

#endif // METAOBJ_BASE_NESTING_H
