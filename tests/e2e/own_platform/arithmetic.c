/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What compilers call on their own, on values that no compiler knows. The sum
 * of all results is that of every machine. */

#include <stddef.h>
#include <stdint.h>

uint32_t arithmetic_sum(void);
void *memcpy(void *to, const void *from, size_t nbytes);
void *memmove(void *to, const void *from, size_t nbytes);
void *memset(void *to, int value, size_t nbytes);
int memcmp(const void *left, const void *right, size_t nbytes);

static uint64_t state = 1;
static uint32_t sum = 2166136261u;

static void add(uint64_t value) {
  for (int i = 0; i < 8; i++, value >>= 8)
    sum = (sum ^ (uint32_t)(value & 0xff)) * 16777619u;
}

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> (state & 63);
}

static void add_divisions(uint64_t a, uint64_t b) {
  const uint32_t a32 = (uint32_t)a, b32 = (uint32_t)b | 1;
  b |= 1;
  add(a / b);
  add(a % b);
  add(a32 / b32);
  add(a32 % b32);
  /* The one quotient that has no value. */
  if (b != UINT64_MAX) {
    add((uint64_t)((int64_t)a / (int64_t)b));
    add((uint64_t)((int64_t)a % (int64_t)b));
  }
  if (b32 != UINT32_MAX) {
    add((uint32_t)((int32_t)a32 / (int32_t)b32));
    add((uint32_t)((int32_t)a32 % (int32_t)b32));
  }
}

static void add_bits(uint64_t a, unsigned count) {
  const uint32_t a32 = (uint32_t)a;
  add(a << count);
  add(a >> count);
  add((uint64_t)((int64_t)a >> count));
  if (a != 0)
    add((uint64_t)(__builtin_clzll(a) + 64 * __builtin_ctzll(a)));
  if (a32 != 0)
    add((uint64_t)(__builtin_clz(a32) + 32 * __builtin_ctz(a32)));
  add((uint64_t)(__builtin_popcountll(a) + 64 * __builtin_popcount(a32)));
  add(__builtin_bswap64(a) ^ __builtin_bswap32(a32));
}

static void add_memory(unsigned length) {
  static uint8_t from[96], to[96];
  for (size_t i = 0; i < sizeof(from); i++)
    from[i] = (uint8_t)next();
  memcpy(to, from, length);
  memmove(to + 3, to, length);
  memmove(to + 1, to + 5, length);
  memset(to + 40, (int)length, length / 2);
  add((uint64_t)(memcmp(to, from, sizeof(to)) < 0));
  for (size_t i = 0; i < sizeof(to); i++)
    add(to[i]);
}

uint32_t arithmetic_sum(void) {
  for (unsigned i = 0; i < 200; i++) {
    const uint64_t a = next(), b = next();
    add(a * b);
    add((uint64_t)((uint32_t)a * (uint32_t)b));
    add_divisions(a, b);
    add_bits(a, i & 63);
    add_memory(i & 31);
  }
  return sum;
}
