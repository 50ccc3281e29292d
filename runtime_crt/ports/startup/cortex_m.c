/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Vector table and reset of a Cortex-M. The processor takes the stack pointer
 * and the first instruction from the table. A program with interrupts brings a
 * table of its own, in .vectors.
 *
 * Provides: tvm_crt_reset. Needs: start.c, tvm_crt_fault; stack_top of the
 * linker script; tvm_crt_has_fpu. */

#include "startup.h"

#ifdef __arm__

/* Does the program have floating-point instructions? */
extern const uint8_t tvm_crt_has_fpu;
extern uint32_t stack_top[];

/* Access to coprocessors 10 and 11, which floating point is. */
#define CPACR ((volatile uint32_t *)0xe000ed88u)
#define CPACR_FULL_ACCESS (0xfu << 20)

void tvm_crt_reset(void) {
  if (tvm_crt_has_fpu != 0) {
    *CPACR |= CPACR_FULL_ACCESS;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
  }
  tvm_crt_start();
}

typedef union {
  uint32_t *stack;
  void (*handler)(void);
} vector_t;

__attribute__((used, section(".vectors"))) static const vector_t vectors[] = {
    {.stack = stack_top},       {.handler = tvm_crt_reset},
    {.handler = tvm_crt_fault}, /* NMI */
    {.handler = tvm_crt_fault}, /* HardFault */
    {.handler = tvm_crt_fault}, /* MemManage */
    {.handler = tvm_crt_fault}, /* BusFault */
    {.handler = tvm_crt_fault}, /* UsageFault */
};

#endif
