/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Arithmetic on integers of 32 bits, and products and shifts of more, that
 * compilers call where the processor has no instruction for it, and that a
 * compiler's library has otherwise. GCC's names, and on Arm those of its ABI as
 * well.
 *
 * All of it is weak: a program or a library with functions of these names has
 * its own. Needs: nothing. A division by 0 gives 0 and the dividend, as on Arm.
 */

#include "helpers.h"

typedef struct {
  uint32_t quotient;
  uint32_t remainder;
} divided_t;

static divided_t divide(uint32_t dividend, uint32_t divisor) {
  divided_t result = {0, dividend};
  uint32_t bit = 1;
  if (divisor == 0)
    return result;
  while (divisor < 0x80000000u && divisor < result.remainder) {
    divisor <<= 1;
    bit <<= 1;
  }
  for (; bit != 0; bit >>= 1, divisor >>= 1) {
    if (result.remainder >= divisor) {
      result.remainder -= divisor;
      result.quotient |= bit;
    }
  }
  return result;
}

static uint32_t magnitude(int32_t number) {
  return number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
}

/* The remainder has the sign of the dividend. */
static divided_t divide_signed(int32_t dividend, int32_t divisor) {
  divided_t result = divide(magnitude(dividend), magnitude(divisor));
  if ((dividend < 0) != (divisor < 0))
    result.quotient = 0u - result.quotient;
  if (dividend < 0)
    result.remainder = 0u - result.remainder;
  return result;
}

HELPER(int32_t, __divsi3, (int32_t dividend, int32_t divisor)) {
  return (int32_t)divide_signed(dividend, divisor).quotient;
}

HELPER(uint32_t, __udivsi3, (uint32_t dividend, uint32_t divisor)) {
  return divide(dividend, divisor).quotient;
}

HELPER(int32_t, __modsi3, (int32_t dividend, int32_t divisor)) {
  return (int32_t)divide_signed(dividend, divisor).remainder;
}

HELPER(uint32_t, __umodsi3, (uint32_t dividend, uint32_t divisor)) {
  return divide(dividend, divisor).remainder;
}

HELPER(uint32_t, __mulsi3, (uint32_t a, uint32_t b)) {
  uint32_t sum = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    sum += (b & 1u) != 0 ? a : 0;
  return sum;
}

typedef union {
  uint64_t whole;
  struct {
    uint32_t low, high; /* Little-endian. */
  } half;
} words_t;

#if UINTPTR_MAX > 0xffffffffu

/* A processor that calls this has no product of any width. */
static uint64_t multiply(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    sum += (b & 1u) != 0 ? a : 0;
  return sum;
}

#else

/* From products of 16 bits, which are the largest that one instruction has. */
static uint64_t multiply(uint64_t a, uint64_t b) {
  const words_t x = {.whole = a}, y = {.whole = b};
  const uint32_t x0 = x.half.low & 0xffffu, x1 = x.half.low >> 16;
  const uint32_t y0 = y.half.low & 0xffffu, y1 = y.half.low >> 16;
  const uint32_t low = x0 * y0;
  const uint32_t middle = x1 * y0 + (low >> 16);
  const uint32_t other = x0 * y1 + (middle & 0xffffu);
  words_t result;
  result.half.low = other << 16 | (low & 0xffffu);
  result.half.high = x1 * y1 + (middle >> 16) + (other >> 16) +
                     x.half.low * y.half.high + x.half.high * y.half.low;
  return result.whole;
}

#endif

static uint64_t shift_left(uint64_t number, int count) {
  words_t n = {.whole = number};
  if (count >= 32) {
    n.half.high = n.half.low << (count - 32);
    n.half.low = 0;
  } else if (count > 0) {
    n.half.high = n.half.high << count | n.half.low >> (32 - count);
    n.half.low <<= count;
  }
  return n.whole;
}

static int64_t shift_right(int64_t number, int count) {
  words_t n = {.whole = (uint64_t)number};
  const uint32_t sign = number < 0 ? 0xffffffffu : 0;
  if (count >= 32) {
    const int rest = count - 32;
    n.half.low =
        rest == 0 ? n.half.high : n.half.high >> rest | sign << (32 - rest);
    n.half.high = sign;
  } else if (count > 0) {
    n.half.low = n.half.low >> count | n.half.high << (32 - count);
    n.half.high = n.half.high >> count | sign << (32 - count);
  }
  return (int64_t)n.whole;
}

static uint64_t shift_right_unsigned(uint64_t number, int count) {
  words_t n = {.whole = number};
  if (count >= 32) {
    n.half.low = n.half.high >> (count - 32);
    n.half.high = 0;
  } else if (count > 0) {
    n.half.low = n.half.low >> count | n.half.high << (32 - count);
    n.half.high >>= count;
  }
  return n.whole;
}

#ifdef __SIZEOF_INT128__

/* How a 64-bit processor without products finds that one passes 64 bits. */
HELPER(unsigned __int128, __multi3,
       (unsigned __int128 a, unsigned __int128 b)) {
  unsigned __int128 sum = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    sum += (b & 1u) != 0 ? a : 0;
  return sum;
}

#endif

HELPER(uint64_t, __muldi3, (uint64_t a, uint64_t b)) { return multiply(a, b); }

HELPER(uint64_t, __ashldi3, (uint64_t number, int count)) {
  return shift_left(number, count);
}

HELPER(int64_t, __ashrdi3, (int64_t number, int count)) {
  return shift_right(number, count);
}

HELPER(uint64_t, __lshrdi3, (uint64_t number, int count)) {
  return shift_right_unsigned(number, count);
}

#ifdef __arm__

/* Both results in r0 and r1. */
static uint64_t in_registers(divided_t result) {
  return result.quotient | (uint64_t)result.remainder << 32;
}

HELPER(int32_t, __aeabi_idiv, (int32_t dividend, int32_t divisor)) {
  return (int32_t)divide_signed(dividend, divisor).quotient;
}

HELPER(uint32_t, __aeabi_uidiv, (uint32_t dividend, uint32_t divisor)) {
  return divide(dividend, divisor).quotient;
}

HELPER(uint64_t, __aeabi_idivmod, (int32_t dividend, int32_t divisor)) {
  return in_registers(divide_signed(dividend, divisor));
}

HELPER(uint64_t, __aeabi_uidivmod, (uint32_t dividend, uint32_t divisor)) {
  return in_registers(divide(dividend, divisor));
}

HELPER(uint64_t, __aeabi_lmul, (uint64_t a, uint64_t b)) {
  return multiply(a, b);
}

HELPER(uint64_t, __aeabi_llsl, (uint64_t number, int count)) {
  return shift_left(number, count);
}

HELPER(int64_t, __aeabi_lasr, (int64_t number, int count)) {
  return shift_right(number, count);
}

HELPER(uint64_t, __aeabi_llsr, (uint64_t number, int count)) {
  return shift_right_unsigned(number, count);
}

HELPER(int, __aeabi_lcmp, (int64_t a, int64_t b)) {
  return a == b ? 0 : a < b ? -1 : 1;
}

HELPER(int, __aeabi_ulcmp, (uint64_t a, uint64_t b)) {
  return a == b ? 0 : a < b ? -1 : 1;
}

#endif
