/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Counts and orders of bits and bytes, as in arithmetic.c.
 *
 * Nothing here is written so that a compiler would find the count in it, and
 * make it a call of the function itself. */

#include "helpers.h"

/* 32 for 0, which only some callers ask for. */
static int leading_zeros(uint32_t number) {
  int count = 0;
  if (number == 0)
    return 32;
  if (number <= 0xffffu) {
    count += 16;
    number <<= 16;
  }
  if (number <= 0xffffffu) {
    count += 8;
    number <<= 8;
  }
  if (number <= 0xfffffffu) {
    count += 4;
    number <<= 4;
  }
  if (number <= 0x3fffffffu) {
    count += 2;
    number <<= 2;
  }
  return count + (number <= 0x7fffffffu ? 1 : 0);
}

static int leading_zeros_64(uint64_t number) {
  const uint32_t high = (uint32_t)(number >> 32);
  return high != 0 ? leading_zeros(high) : 32 + leading_zeros((uint32_t)number);
}

/* -1 for 0: the lowest bit is the only one of the number and its negative. */
static int trailing_zeros_64(uint64_t number) {
  return 63 - leading_zeros_64(number & (0u - number));
}

static int ones(uint64_t number) {
  int count = 0;
  for (; number != 0; number &= number - 1)
    count++;
  return count;
}

static uint32_t swapped(uint32_t number) {
  return number << 24 | (number & 0xff00u) << 8 | (number >> 8 & 0xff00u) |
         number >> 24;
}

HELPER(int, __clzsi2, (uint32_t number)) { return leading_zeros(number); }

HELPER(int, __clzdi2, (uint64_t number)) { return leading_zeros_64(number); }

HELPER(int, __ctzsi2, (uint32_t number)) { return trailing_zeros_64(number); }

HELPER(int, __ctzdi2, (uint64_t number)) { return trailing_zeros_64(number); }

HELPER(int, __ffssi2, (uint32_t number)) {
  return trailing_zeros_64(number) + 1;
}

HELPER(int, __ffsdi2, (uint64_t number)) {
  return trailing_zeros_64(number) + 1;
}

HELPER(int, __popcountsi2, (uint32_t number)) { return ones(number); }

HELPER(int, __popcountdi2, (uint64_t number)) { return ones(number); }

HELPER(int, __paritysi2, (uint32_t number)) { return ones(number) & 1; }

HELPER(int, __paritydi2, (uint64_t number)) { return ones(number) & 1; }

HELPER(uint32_t, __bswapsi2, (uint32_t number)) { return swapped(number); }

HELPER(uint64_t, __bswapdi2, (uint64_t number)) {
  return (uint64_t)swapped((uint32_t)number) << 32 |
         swapped((uint32_t)(number >> 32));
}
