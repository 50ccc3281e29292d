//===- ArithmeticTest.cpp - Arithmetic of small cores ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's replacement of a compiler's library is compared with this
// machine's instructions. The functions for Arm are compiled for it.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <cstdint>
#include <random>

#ifndef __arm__
extern "C" {
#define __arm__
#include "../../../runtime_crt/ports/helpers/arithmetic.c"
#undef __arm__
}
#else
extern "C" {
#include "../../../runtime_crt/ports/helpers/arithmetic.c"
}
#endif

static uint64_t pair(uint32_t Low, uint32_t High) {
  return Low | static_cast<uint64_t>(High) << 32;
}

static void compareDivisions(uint32_t A, uint32_t B) {
  EXPECT_EQ(__aeabi_uidiv(A, B), A / B) << A << " / " << B;
  EXPECT_EQ(__aeabi_uidivmod(A, B), pair(A / B, A % B)) << A << " / " << B;
  auto SignedA = static_cast<int64_t>(static_cast<int32_t>(A));
  auto SignedB = static_cast<int64_t>(static_cast<int32_t>(B));
  auto Quotient = static_cast<uint32_t>(SignedA / SignedB);
  auto Remainder = static_cast<uint32_t>(SignedA % SignedB);
  EXPECT_EQ(static_cast<uint32_t>(
                __aeabi_idiv(static_cast<int32_t>(A), static_cast<int32_t>(B))),
            Quotient)
      << SignedA << " / " << SignedB;
  EXPECT_EQ(__aeabi_idivmod(static_cast<int32_t>(A), static_cast<int32_t>(B)),
            pair(Quotient, Remainder))
      << SignedA << " / " << SignedB;
}

TEST(ArithmeticTest, Divisions) {
  constexpr uint32_t Edges[] = {0,          1,          2,          3,
                                7,          0x7ffffffe, 0x7fffffff, 0x80000000,
                                0x80000001, 0xfffffffe, 0xffffffff};
  for (uint32_t A : Edges)
    for (uint32_t B : Edges)
      if (B != 0)
        compareDivisions(A, B);
  std::mt19937 Random(1);
  for (int I = 0; I != 100000; ++I) {
    uint32_t A = Random(), B = Random() >> (Random() % 32);
    if (B != 0)
      compareDivisions(A, B);
  }
  EXPECT_EQ(__aeabi_uidivmod(5, 0), pair(0, 5));
}

TEST(ArithmeticTest, NamesOfGcc) {
  std::mt19937 Random(1);
  for (int I = 0; I != 1000; ++I) {
    auto A = static_cast<int32_t>(Random());
    auto B = static_cast<int32_t>(Random() >> (Random() % 32) | 1);
    if (B == -1)
      continue;
    auto UnsignedA = static_cast<uint32_t>(A),
         UnsignedB = static_cast<uint32_t>(B);
    EXPECT_EQ(__divsi3(A, B), A / B) << A << " / " << B;
    EXPECT_EQ(__modsi3(A, B), A % B) << A << " % " << B;
    EXPECT_EQ(__udivsi3(UnsignedA, UnsignedB), UnsignedA / UnsignedB);
    EXPECT_EQ(__umodsi3(UnsignedA, UnsignedB), UnsignedA % UnsignedB);
    EXPECT_EQ(__mulsi3(UnsignedA, UnsignedB), UnsignedA * UnsignedB);
  }
}

TEST(ArithmeticTest, ProductsAndShiftsOf64Bits) {
  std::mt19937_64 Random(1);
  for (int I = 0; I != 100000; ++I) {
    uint64_t A = Random() >> (Random() % 64), B = Random() >> (Random() % 64);
    int Count = I % 64;
    EXPECT_EQ(__aeabi_lmul(A, B), A * B) << A << " * " << B;
    EXPECT_EQ(__aeabi_llsl(A, Count), A << Count) << A << ' ' << Count;
    EXPECT_EQ(__aeabi_llsr(A, Count), A >> Count) << A << ' ' << Count;
    auto Signed = static_cast<int64_t>(A << (I % 3));
    EXPECT_EQ(__aeabi_lasr(Signed, Count), Signed >> Count)
        << Signed << ' ' << Count;
  }
}
