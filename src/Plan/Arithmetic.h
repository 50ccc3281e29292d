//===- Arithmetic.h - Sums and products of sizes ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_ARITHMETIC_H
#define METAOBJ_PLAN_ARITHMETIC_H

#include <cstdint>

namespace metaobj {

/// The first multiple of \p Alignment, a power of two, from \p Value on.
constexpr uint64_t alignTo(uint64_t Value, uint64_t Alignment) {
  return (Value + Alignment - 1) & ~(Alignment - 1);
}

/// The sum, or UINT64_MAX if it is larger.
constexpr uint64_t saturatingAdd(uint64_t Left, uint64_t Right) {
  return Left > UINT64_MAX - Right ? UINT64_MAX : Left + Right;
}

/// The product, or UINT64_MAX if it is larger.
constexpr uint64_t saturatingMultiply(uint64_t Left, uint64_t Right) {
  return Right != 0 && Left > UINT64_MAX / Right ? UINT64_MAX : Left * Right;
}

} // namespace metaobj

#endif // METAOBJ_PLAN_ARITHMETIC_H
