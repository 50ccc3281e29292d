/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the port calls of Zephyr's kernel, on a C library, and the start of a
 * Cortex-M. */

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

void *k_heap_aligned_alloc(struct k_heap *h, size_t align, size_t bytes,
                           k_timeout_t timeout) {
  (void)h, (void)timeout;
  return memalign(align, bytes);
}

void k_heap_free(struct k_heap *h, void *mem) {
  (void)h;
  free(mem);
}

int64_t k_uptime_ticks(void) { return 0; }
uint32_t k_cycle_get_32(void) { return 0; }
int sys_clock_hw_cycles_per_sec(void) { return 1; }
void k_sys_fatal_error(unsigned int reason) { exit((int)reason); }

void vprintk(const char *fmt, va_list ap) { vprintf(fmt, ap); }
void printk(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vprintk(fmt, args);
  va_end(args);
}
int vsnprintk(char *str, size_t size, const char *fmt, va_list ap) {
  return vsnprintf(str, size, fmt, ap);
}

#ifdef __arm__
void _start(void);

__attribute__((section(".vectors"), used))
const void *const vectors[] = {(const void *)0x400000, (const void *)_start};
#endif
