/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/copy.h"

#include <stdint.h>

#include "config_tensors.h"

#if TVM_CRT_ENABLE_MEMCPY

#if defined(__GNUC__)
#define COPY_BYTES __builtin_memcpy
#else
/* Sources see no header of a libc. */
void *memcpy(void *to, const void *from, size_t nbytes);
#define COPY_BYTES memcpy
#endif

void tvm_crt_copy(void *to, const void *from, size_t nbytes) {
  if ((nbytes > 0U) && (to != from)) {
    (void)COPY_BYTES(to, from, nbytes);
  }
}

#else

#if defined(__GNUC__)
/* Reads and writes memory of any type. */
typedef uintptr_t __attribute__((__may_alias__)) word_t;
#else
/* C promises this of bytes only. */
typedef uint8_t word_t;
#endif

void tvm_crt_copy(void *to, const void *from, size_t nbytes) {
  uint8_t *to_bytes = to;
  const uint8_t *from_bytes = from;
  size_t done = 0U;
  if ((((uintptr_t)to | (uintptr_t)from) % sizeof(word_t)) == 0U) {
    word_t *to_words = to;
    const word_t *from_words = from;
    const size_t words = nbytes / sizeof(word_t);
    for (size_t i = 0U; i < words; i++) {
      to_words[i] = from_words[i];
    }
    done = words * sizeof(word_t);
  }
  for (; done < nbytes; done++) {
    to_bytes[done] = from_bytes[done];
  }
}

#endif
