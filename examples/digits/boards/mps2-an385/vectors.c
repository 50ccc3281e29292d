// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector table of the Cortex-M3. The processor takes the stack pointer and the
// first instruction from here, so that C runs from the start.
#include <stdint.h>

extern uint32_t stack_top[];
void bare_metal_start(void);
void bare_metal_fault(void);

typedef union {
  uint32_t *stack;
  void (*handler)(void);
} Vector;

// The demo uses no interrupts: the table ends with the faults.
__attribute__((used, section(".vectors"))) static const Vector vectors[] = {
    {.stack = stack_top},          {.handler = bare_metal_start},
    {.handler = bare_metal_fault}, // NMI
    {.handler = bare_metal_fault}, // HardFault
    {.handler = bare_metal_fault}, // MemManage
    {.handler = bare_metal_fault}, // BusFault
    {.handler = bare_metal_fault}, // UsageFault
};
