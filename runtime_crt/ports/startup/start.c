/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory of a bare-metal program before main, and its constructors.
 *
 * Provides: tvm_crt_start. Needs: tvm_crt_exit; from the linker script, words
 * of data and zeros at data_start, data_end, data_initial, bss_start and
 * bss_end (metaobj link makes one). Constructors are those of the ELF standard,
 * if the script has symbols for them. */

#include "startup.h"

extern uintptr_t data_start[], data_end[], bss_start[], bss_end[];
extern const uintptr_t data_initial[];

typedef void (*constructor_t)(void);

#define WEAK __attribute__((weak))
extern const constructor_t __preinit_array_start[] WEAK;
extern const constructor_t __preinit_array_end[] WEAK;
extern const constructor_t __init_array_start[] WEAK;
extern const constructor_t __init_array_end[] WEAK;

int main(void);

static void construct(const constructor_t *from, const constructor_t *end) {
  for (; from != end; ++from)
    (*from)();
}

void tvm_crt_start(void) {
  /* Volatile: a compiler would call memcpy and memset otherwise. */
  const uintptr_t *initial = data_initial;
  for (volatile uintptr_t *word = data_start; word != data_end; ++word)
    *word = *initial++;
  for (volatile uintptr_t *word = bss_start; word != bss_end; ++word)
    *word = 0;
  construct(__preinit_array_start, __preinit_array_end);
  construct(__init_array_start, __init_array_end);
  tvm_crt_exit(main());
}
