/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory of a bare-metal program before main.
 *
 * Provides: tvm_crt_start. Needs: tvm_crt_exit; from the linker script, words
 * of data and zeros at data_start, data_end, data_initial, bss_start and
 * bss_end (metaobj link makes one). No constructors are run. */

#include "startup.h"

extern uintptr_t data_start[], data_end[], bss_start[], bss_end[];
extern const uintptr_t data_initial[];

int main(void);

void tvm_crt_start(void) {
  /* Volatile: a compiler would call memcpy and memset otherwise. */
  const uintptr_t *initial = data_initial;
  for (volatile uintptr_t *word = data_start; word != data_end; ++word)
    *word = *initial++;
  for (volatile uintptr_t *word = bss_start; word != bss_end; ++word)
    *word = 0;
  tvm_crt_exit(main());
}
