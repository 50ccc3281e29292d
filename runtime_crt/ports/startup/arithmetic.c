/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Integer arithmetic that compilers call where the processor has no instruction
 * for it, and that a compiler's library has otherwise: Arm's names for a
 * Cortex-M0, and GCC's names for a RISC-V core without multiplication. A
 * program with such a library links it in front of this one.
 *
 * Needs: nothing. A division by 0 gives 0 and the dividend, as on Arm. */

#include <stdint.h>

#if defined(__arm__)
#define DIVIDE __aeabi_idiv
#define DIVIDE_UNSIGNED __aeabi_uidiv
#define MULTIPLY_64 __aeabi_lmul
#define SHIFT_LEFT_64 __aeabi_llsl
#define SHIFT_RIGHT_64 __aeabi_lasr
#define SHIFT_RIGHT_UNSIGNED_64 __aeabi_llsr
#elif defined(__riscv) && __riscv_xlen == 32
#define DIVIDE __divsi3
#define DIVIDE_UNSIGNED __udivsi3
#define MULTIPLY_64 __muldi3
#define SHIFT_LEFT_64 __ashldi3
#define SHIFT_RIGHT_64 __ashrdi3
#define SHIFT_RIGHT_UNSIGNED_64 __lshrdi3
#endif

#ifdef DIVIDE

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

int32_t DIVIDE(int32_t dividend, int32_t divisor);
uint32_t DIVIDE_UNSIGNED(uint32_t dividend, uint32_t divisor);

int32_t DIVIDE(int32_t dividend, int32_t divisor) {
  return (int32_t)divide_signed(dividend, divisor).quotient;
}

uint32_t DIVIDE_UNSIGNED(uint32_t dividend, uint32_t divisor) {
  return divide(dividend, divisor).quotient;
}

#ifdef __arm__

uint64_t __aeabi_idivmod(int32_t dividend, int32_t divisor);
uint64_t __aeabi_uidivmod(uint32_t dividend, uint32_t divisor);

/* Both results in r0 and r1. */
static uint64_t in_registers(divided_t result) {
  return result.quotient | (uint64_t)result.remainder << 32;
}

uint64_t __aeabi_idivmod(int32_t dividend, int32_t divisor) {
  return in_registers(divide_signed(dividend, divisor));
}

uint64_t __aeabi_uidivmod(uint32_t dividend, uint32_t divisor) {
  return in_registers(divide(dividend, divisor));
}

#else

uint32_t __mulsi3(uint32_t a, uint32_t b);
int32_t __modsi3(int32_t dividend, int32_t divisor);
uint32_t __umodsi3(uint32_t dividend, uint32_t divisor);

uint32_t __mulsi3(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (; b != 0; b >>= 1, a <<= 1)
    sum += (b & 1u) != 0 ? a : 0;
  return sum;
}

int32_t __modsi3(int32_t dividend, int32_t divisor) {
  return (int32_t)divide_signed(dividend, divisor).remainder;
}

uint32_t __umodsi3(uint32_t dividend, uint32_t divisor) {
  return divide(dividend, divisor).remainder;
}

#endif

typedef union {
  uint64_t whole;
  struct {
    uint32_t low, high; /* Little-endian. */
  } half;
} words_t;

uint64_t MULTIPLY_64(uint64_t a, uint64_t b);
uint64_t SHIFT_LEFT_64(uint64_t number, int count);
int64_t SHIFT_RIGHT_64(int64_t number, int count);
uint64_t SHIFT_RIGHT_UNSIGNED_64(uint64_t number, int count);

/* From products of 16 bits, which are the largest that one instruction has. */
uint64_t MULTIPLY_64(uint64_t a, uint64_t b) {
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

uint64_t SHIFT_LEFT_64(uint64_t number, int count) {
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

int64_t SHIFT_RIGHT_64(int64_t number, int count) {
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

uint64_t SHIFT_RIGHT_UNSIGNED_64(uint64_t number, int count) {
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

#endif
