//===- NameLimits.h - How long names may be ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The same limits for reading, emission and inspection, so that inspection
/// shows everything that emission accepts. Damaged and hostile files may claim
/// any length. Many of their structures may share one long name, and copies of
/// it would fill the memory.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_NAMELIMITS_H
#define METAOBJ_BASE_NAMELIMITS_H

#include "llvm/Support/MathExtras.h"

#include <cstddef>
#include <cstdint>

namespace metaobj {

/// Bytes in the name of a parameter or a function.
constexpr size_t LongestName = 4096;

/// Bytes in a symbol: a prefix, a mark and a name.
constexpr size_t LongestSymbol = 2 * LongestName;

/// Bytes of names, and of what else is copied or looked at, in a file of
/// \p FileSize bytes: far more than any useful file has, and enough for the
/// smallest.
inline uint64_t workLimit(uint64_t FileSize) {
  return llvm::SaturatingAdd(llvm::SaturatingMultiply(FileSize, uint64_t(16)),
                             uint64_t(1) << 20);
}

} // namespace metaobj

#endif // METAOBJ_BASE_NAMELIMITS_H
