/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* First instructions of a RISC-V core: a stack, a place for traps, and floating
 * point switched on, which cores without it ignore. Of several cores (harts) of
 * a chip, number 0 runs the program, and the others sleep: they have no stack.
 *
 * Provides: tvm_crt_reset. Needs: start.c, tvm_crt_fault; stack_top of the
 * linker script. */

#include "startup.h"

#ifdef __riscv

/* mtvec keeps flags in its two lowest bits. The stack may be what went wrong,
 * so that the report starts on an empty one. */
__asm__("  .pushsection .vectors, \"ax\", @progbits\n"
        "  .option push\n"
        "  .option norelax\n"
        "  .option norvc\n"
        "  .globl tvm_crt_reset\n"
        "  .type tvm_crt_reset, @function\n"
        "tvm_crt_reset:\n"
        "  csrr t0, 0xf14\n" /* mhartid */
        "2:\n"
        "  beqz t0, 3f\n"
        "  wfi\n"
        "  j 2b\n"
        "3:\n"
        "  la sp, stack_top\n"
        "  la t0, 1f\n"
        "  csrw 0x305, t0\n" /* mtvec */
        "  li t0, 0x2000\n"
        "  csrs 0x300, t0\n" /* mstatus.FS */
        "  .option pop\n"
        "  call tvm_crt_start\n"
        "  .balign 4\n"
        "1:\n"
        "  la sp, stack_top\n"
        "  call tvm_crt_fault\n"
        "  .popsection\n");

#endif
