// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of the Arm EABI for memset and memcpy. clang calls them, and a
// compiler support library has them; the demo links none.
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

void __aeabi_memcpy4(void *to, const void *from, size_t size);
void __aeabi_memclr4(void *to, size_t size);

void __aeabi_memcpy4(void *to, const void *from, size_t size) {
  memcpy(to, from, size);
}

void __aeabi_memclr4(void *to, size_t size) { memset(to, 0, size); }
