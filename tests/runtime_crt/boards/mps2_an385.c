/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Start-up for the board of mps2_an385.ld, and for others with a Cortex-M that
 * have flash and RAM at the same addresses. */

#include <stdint.h>

#include "semihosting.h"

extern uint32_t data_start[], data_end[], data_image[];
extern uint32_t bss_start[], bss_end[], stack_top[];

int main(void);
void reset(void);

void reset(void) {
#ifdef __ARM_FP
  /* Coprocessor access: the floating-point unit for everybody, before the
   * first instruction that uses it. */
  *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
  __asm__ volatile("dsb\n\tisb" ::: "memory");
#endif
  const uint32_t *from = data_image;
  for (uint32_t *to = data_start; to < data_end; to++)
    *to = *from++;
  for (uint32_t *to = bss_start; to < bss_end; to++)
    *to = 0;
  tvm_crt_semihosting_exit(main());
}

static void fault(void) { tvm_crt_semihosting_exit(99); }

/* Initial stack, then the handlers of reset, NMI and the four faults. */
__attribute__((section(".vectors"), used)) static const struct {
  uint32_t *stack;
  void (*handlers[6])(void);
} vectors = {stack_top, {reset, fault, fault, fault, fault, fault}};
