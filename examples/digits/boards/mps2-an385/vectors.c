// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector table of a Cortex-M. The processor takes the stack pointer and the
// first instruction from here, so that C runs from the start.
#include <stdint.h>

extern uint32_t stack_top[];
void bare_metal_start(void);
void bare_metal_fault(void);

// A core with floating point starts with it switched off: full access to
// coprocessors 10 and 11 (CPACR), before any other code runs.
static void reset(void) {
#ifdef __ARM_FP
  *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
  __asm__ volatile("dsb\n\tisb" ::: "memory");
#endif
  bare_metal_start();
}

typedef union {
  uint32_t *stack;
  void (*handler)(void);
} Vector;

// The demo uses no interrupts: the table ends with the faults.
__attribute__((used, section(".vectors"))) static const Vector vectors[] = {
    {.stack = stack_top},          {.handler = reset},
    {.handler = bare_metal_fault}, // NMI
    {.handler = bare_metal_fault}, // HardFault
    {.handler = bare_metal_fault}, // MemManage
    {.handler = bare_metal_fault}, // BusFault
    {.handler = bare_metal_fault}, // UsageFault
};
