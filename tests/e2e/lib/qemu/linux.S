/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* For each machine: start, where the kernel arrives with a stack and nothing in
 * the registers that code expects to point to its data; and linux_call, which
 * moves its arguments to where the kernel wants them, the number first. */

        .text
        .globl  start
        .globl  linux_call

#if defined(__aarch64__)
start:
        b       linux_main
linux_call:
        mov     x8, x0
        mov     x0, x1
        mov     x1, x2
        mov     x2, x3
        svc     #0
        ret

#elif defined(__arm__)
        .arm
        .type   start, %function
        .type   linux_call, %function
start:
        b       linux_main
linux_call:
        push    {r7, lr}
        mov     r7, r0
        mov     r0, r1
        mov     r1, r2
        mov     r2, r3
        svc     #0
        pop     {r7, pc}

#elif defined(__riscv)
start:
        .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        tail    linux_main
linux_call:
        mv      a7, a0
        mv      a0, a1
        mv      a1, a2
        mv      a2, a3
        ecall
        ret

#elif defined(__mips__)
        .set    noreorder
start:
        bal     1f
        nop
1:      .cpsetup $31, $16, 1b
        dla     $25, linux_main
        jr      $25
        nop
linux_call:
        move    $2, $4
        move    $4, $5
        move    $5, $6
        move    $6, $7
        syscall
        jr      $31
        nop

#elif defined(__powerpc64__)
/* The kernel gives this address in the register that functions take it from. */
start:
        addis   2, 12, .TOC. - start@ha
        addi    2, 2, .TOC. - start@l
        b       linux_main
        nop
linux_call:
        mr      0, 3
        mr      3, 4
        mr      4, 5
        mr      5, 6
        sc
        blr

#elif defined(__loongarch__)
start:
        b       linux_main
linux_call:
        move    $a7, $a0
        move    $a0, $a1
        move    $a1, $a2
        move    $a2, $a3
        syscall 0
        ret

#else
#error "no start and system call for this machine"
#endif

        .section .note.GNU-stack, "", %progbits
