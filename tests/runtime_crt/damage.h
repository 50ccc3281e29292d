// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests of damaged input change bytes with.

#ifndef TESTS_RUNTIME_CRT_DAMAGE_H
#define TESTS_RUNTIME_CRT_DAMAGE_H

#include <vector>

/// By exclusive or: each bit of a byte. crt_hostile_test, which is for damage,
/// changes a byte into all others.
inline const std::vector<int> &flips() {
  static const std::vector<int> Flips = [] {
    std::vector<int> Found;
#ifdef METAOBJ_EVERY_FLIP
    for (int Flip = 1; Flip < 256; Flip++)
      Found.push_back(Flip);
#else
    for (int Flip = 1; Flip < 256; Flip <<= 1)
      Found.push_back(Flip);
#endif
    return Found;
  }();
  return Flips;
}

#endif // TESTS_RUNTIME_CRT_DAMAGE_H
