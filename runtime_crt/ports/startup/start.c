/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory of a bare-metal program before main, and its constructors.
 *
 * Provides: tvm_crt_start. Needs: tvm_crt_exit; from the linker script, words
 * of data and zeros at data_start, data_end, data_initial, bss_start and
 * bss_end (metaobj link makes one). More memories with initial values and zeros
 * are in tables from copy_start and clear_start on. Constructors are those of
 * the ELF standard. Tables and constructors are there if the script has symbols
 * for them. */

#include "startup.h"

extern uintptr_t data_start[], data_end[], bss_start[], bss_end[];
extern const uintptr_t data_initial[];

/* Like those of CMSIS. */
typedef struct {
  const uintptr_t *from;
  uintptr_t *to;
  uintptr_t words;
} copied_t;

typedef struct {
  uintptr_t *to;
  uintptr_t words;
} cleared_t;

typedef void (*constructor_t)(void);

#define WEAK __attribute__((weak))
extern const copied_t copy_start[] WEAK, copy_end[] WEAK;
extern const cleared_t clear_start[] WEAK, clear_end[] WEAK;
extern const constructor_t __preinit_array_start[] WEAK;
extern const constructor_t __preinit_array_end[] WEAK;
extern const constructor_t __init_array_start[] WEAK;
extern const constructor_t __init_array_end[] WEAK;

int main(void);

static void construct(const constructor_t *from, const constructor_t *end) {
  for (; from != end; ++from)
    (*from)();
}

/* Volatile: a compiler would call memcpy and memset otherwise. */
static void copy(const uintptr_t *from, volatile uintptr_t *to,
                 const uintptr_t *end) {
  while (to != end)
    *to++ = *from++;
}

static void clear(volatile uintptr_t *from, const uintptr_t *end) {
  while (from != end)
    *from++ = 0;
}

void tvm_crt_start(void) {
  copy(data_initial, data_start, data_end);
  clear(bss_start, bss_end);
  for (const copied_t *each = copy_start; each != copy_end; ++each)
    copy(each->from, each->to, each->to + each->words);
  for (const cleared_t *each = clear_start; each != clear_end; ++each)
    clear(each->to, each->to + each->words);
  construct(__preinit_array_start, __preinit_array_end);
  construct(__init_array_start, __init_array_end);
  tvm_crt_exit(main());
}
