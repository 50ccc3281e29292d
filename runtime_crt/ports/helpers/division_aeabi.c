/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Divisions of 64 bits by the ABI of Arm, which returns the quotient in r0 and
 * r1 and the remainder in r2 and r3. No function of C does.
 *
 * Needs: __divmoddi4 and __udivmoddi4, as in division_64.c. */

#include "helpers.h"

#ifdef __arm__

/* The third argument points to room for the remainder, and is on the stack. The
 * instructions are those of Arm and Thumb of all architectures. */
#define DIVIDE_BY(function)                                                    \
  __asm__("push {r6, lr}\n\t"                                                  \
          "sub sp, sp, #16\n\t"                                                \
          "add r6, sp, #8\n\t"                                                 \
          "str r6, [sp]\n\t"                                                   \
          "bl " function "\n\t"                                                \
          "ldr r2, [sp, #8]\n\t"                                               \
          "ldr r3, [sp, #12]\n\t"                                              \
          "add sp, sp, #16\n\t"                                                \
          "pop {r6, pc}")

__attribute__((naked, weak)) void __aeabi_ldivmod(void);
__attribute__((naked, weak)) void __aeabi_uldivmod(void);

void __aeabi_ldivmod(void) { DIVIDE_BY("__divmoddi4"); }

void __aeabi_uldivmod(void) { DIVIDE_BY("__udivmoddi4"); }

#endif
