/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* memcpy, memmove, memset, memcmp and strlen for a link without a libc:
 * compilers call them even in freestanding programs, clang for Arm by the names
 * of its ABI. All are weak: a program or a libc with functions of these names
 * has its own. Leave this file out when a libc supplies them.
 *
 * Written for size. Build it with -fno-builtin, or the compiler may turn each
 * loop into a call of the function around it; the Makefile does. */

#include <stddef.h>
#include <stdint.h>

/* gcc does so even with -fno-builtin. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#endif

#ifdef __GNUC__
#define WEAK __attribute__((weak))
#else
#define WEAK
#endif

WEAK void *memcpy(void *restrict to, const void *restrict from, size_t nbytes);
WEAK void *memmove(void *to, const void *from, size_t nbytes);
WEAK void *memset(void *to, int value, size_t nbytes);
WEAK int memcmp(const void *left, const void *right, size_t nbytes);
WEAK size_t strlen(const char *text);

void *memcpy(void *restrict to, const void *restrict from, size_t nbytes) {
  uint8_t *write = to;
  const uint8_t *read = from;
  while (nbytes-- > 0)
    *write++ = *read++;
  return to;
}

void *memmove(void *to, const void *from, size_t nbytes) {
  uint8_t *write = to;
  const uint8_t *read = from;
  /* Backwards when the areas overlap and the target is behind the source. */
  if ((uintptr_t)to > (uintptr_t)from) {
    while (nbytes-- > 0)
      write[nbytes] = read[nbytes];
  } else {
    while (nbytes-- > 0)
      *write++ = *read++;
  }
  return to;
}

void *memset(void *to, int value, size_t nbytes) {
  uint8_t *write = to;
  while (nbytes-- > 0)
    *write++ = (uint8_t)value;
  return to;
}

int memcmp(const void *left, const void *right, size_t nbytes) {
  const uint8_t *a = left;
  const uint8_t *b = right;
  for (; nbytes > 0; nbytes--, a++, b++)
    if (*a != *b)
      return *a < *b ? -1 : 1;
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != '\0')
    length++;
  return length;
}

#ifdef __ARM_EABI__

/* For addresses that are multiples of 4 or 8 as well. */
#define EACH_ALIGNMENT(define) define() define(4) define(8)

#define DECLARE(alignment)                                                     \
  WEAK void __aeabi_memcpy##alignment(                                         \
      void *restrict to, const void *restrict from, size_t nbytes);            \
  WEAK void __aeabi_memmove##alignment(void *to, const void *from,             \
                                       size_t nbytes);                         \
  WEAK void __aeabi_memset##alignment(void *to, size_t nbytes, int value);     \
  WEAK void __aeabi_memclr##alignment(void *to, size_t nbytes);
EACH_ALIGNMENT(DECLARE)

#define DEFINE(alignment)                                                      \
  void __aeabi_memcpy##alignment(void *restrict to, const void *restrict from, \
                                 size_t nbytes) {                              \
    (void)memcpy(to, from, nbytes);                                            \
  }                                                                            \
  void __aeabi_memmove##alignment(void *to, const void *from, size_t nbytes) { \
    (void)memmove(to, from, nbytes);                                           \
  }                                                                            \
  void __aeabi_memset##alignment(void *to, size_t nbytes, int value) {         \
    (void)memset(to, value, nbytes);                                           \
  }                                                                            \
  void __aeabi_memclr##alignment(void *to, size_t nbytes) {                    \
    (void)memset(to, 0, nbytes);                                               \
  }
EACH_ALIGNMENT(DEFINE)

#endif
