//===- RandomNumbers.h - The same numbers on every machine ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_PLAN_RANDOMNUMBERS_H
#define METAOBJ_PLAN_RANDOMNUMBERS_H

#include <cstdint>

namespace metaobj {

/// splitmix64.
class RandomNumbers {
public:
  /// One of 0 to \p Count - 1.
  uint64_t below(uint64_t Count) {
    State += 0x9E3779B97F4A7C15;
    uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EB;
    return (Z ^ (Z >> 31)) % Count;
  }

private:
  uint64_t State = 0;
};

} // namespace metaobj

#endif // METAOBJ_PLAN_RANDOMNUMBERS_H
