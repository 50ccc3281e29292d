/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Divisions of 64 bits, as in arithmetic.c. */

#include <stddef.h>

#include "helpers.h"

typedef struct {
  uint64_t quotient;
  uint64_t remainder;
} divided_t;

static divided_t divide(uint64_t dividend, uint64_t divisor) {
  divided_t result = {0, dividend};
  uint64_t bit = 1;
  if (divisor == 0)
    return result;
  while (divisor >> 63 == 0 && divisor < result.remainder) {
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

static uint64_t magnitude(int64_t number) {
  return number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
}

/* The remainder has the sign of the dividend. */
static divided_t divide_signed(int64_t dividend, int64_t divisor) {
  divided_t result = divide(magnitude(dividend), magnitude(divisor));
  if ((dividend < 0) != (divisor < 0))
    result.quotient = 0u - result.quotient;
  if (dividend < 0)
    result.remainder = 0u - result.remainder;
  return result;
}

HELPER(int64_t, __divdi3, (int64_t dividend, int64_t divisor)) {
  return (int64_t)divide_signed(dividend, divisor).quotient;
}

HELPER(uint64_t, __udivdi3, (uint64_t dividend, uint64_t divisor)) {
  return divide(dividend, divisor).quotient;
}

HELPER(int64_t, __moddi3, (int64_t dividend, int64_t divisor)) {
  return (int64_t)divide_signed(dividend, divisor).remainder;
}

HELPER(uint64_t, __umoddi3, (uint64_t dividend, uint64_t divisor)) {
  return divide(dividend, divisor).remainder;
}

HELPER(int64_t, __divmoddi4,
       (int64_t dividend, int64_t divisor, int64_t *remainder)) {
  const divided_t result = divide_signed(dividend, divisor);
  if (remainder != NULL)
    *remainder = (int64_t)result.remainder;
  return (int64_t)result.quotient;
}

HELPER(uint64_t, __udivmoddi4,
       (uint64_t dividend, uint64_t divisor, uint64_t *remainder)) {
  const divided_t result = divide(dividend, divisor);
  if (remainder != NULL)
    *remainder = result.remainder;
  return result.quotient;
}
