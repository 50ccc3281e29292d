//===- NameLimits.h - How long names may be ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One rule for what is read, emitted and inspected: what emission takes,
/// inspection shows. Damaged and hostile files may claim any length, and many
/// of their structures may share one long name, whose copies would fill the
/// memory.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TEXT_NAMELIMITS_H
#define METAOBJ_TEXT_NAMELIMITS_H

#include <cstddef>

namespace metaobj {

/// Bytes in the name of a parameter or a function.
constexpr size_t LongestName = 4096;

/// Bytes in a symbol: a prefix, a mark and a name.
constexpr size_t LongestSymbol = 2 * LongestName;

} // namespace metaobj

#endif // METAOBJ_TEXT_NAMELIMITS_H
