# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# First instructions of the RISC-V core: a stack and a place for traps.

# Only this file writes a control register; the rest is plain RV32IMAC.
        .option arch, +zicsr

        .section .vectors, "ax", @progbits
        .globl  entry
entry:
        la      sp, stack_top
        la      t0, trap
        csrw    mtvec, t0
        call    bare_metal_start

# mtvec keeps flags in its two lowest bits. The stack may be what went wrong,
# so that the report starts on an empty one.
        .balign 4
trap:
        la      sp, stack_top
        call    bare_metal_fault
