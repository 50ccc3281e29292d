/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Start-up for the board of virt_riscv32.ld, with 32 or 64 bits. QEMU loads
 * .data in place; a trap of any kind ends the program. */

#include <stdint.h>

#include "semihosting.h"

extern uint32_t bss_start[], bss_end[];

int main(void);
void run(void);
void fault(void);

#ifdef __riscv_flen
/* FS of mstatus: until then every float instruction is a trap. */
#define ENABLE_FLOATS "  li t0, 0x6000\n  csrs mstatus, t0\n  csrwi fcsr, 0\n"
#else
#define ENABLE_FLOATS ""
#endif

__asm__(".section .start, \"ax\"\n"
        ".globl start\n"
        "start:\n"
        ".option arch, +zicsr\n"
        "  la sp, stack_top\n"
        "  la t0, fault\n"
        "  csrw mtvec, t0\n" ENABLE_FLOATS "  j run\n"
        ".text\n");

__attribute__((aligned(4), used)) void fault(void) {
  tvm_crt_semihosting_exit(99);
}

__attribute__((used)) void run(void) {
  for (uint32_t *to = bss_start; to < bss_end; to++)
    *to = 0;
  tvm_crt_semihosting_exit(main());
}
