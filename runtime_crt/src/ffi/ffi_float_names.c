/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators for cores without Thumb-2 (Cortex-M0) call functions of floating
 * point by GCC's names. For these cores libgcc has some of them only by the
 * names of Arm's ABI. Weak: another library may have both. */

#include <stdint.h>

#include <tvm_crt/attributes.h>

#if defined(__thumb__) && !defined(__thumb2__)

/* Numbers are passed as their bits: in the registers of such calls, whatever
 * the floating-point ABI of this source is. */
#define NAME_OF_ONE(name, other)                                               \
  uint32_t other(uint32_t number);                                             \
  uint32_t name(uint32_t number);                                              \
  TVM_CRT_WEAK uint32_t name(uint32_t number) { return other(number); }

#define NAME_OF_TWO(name, other)                                               \
  uint32_t other(uint32_t left, uint32_t right);                               \
  uint32_t name(uint32_t left, uint32_t right);                                \
  TVM_CRT_WEAK uint32_t name(uint32_t left, uint32_t right) {                  \
    return other(left, right);                                                 \
  }

NAME_OF_TWO(__addsf3, __aeabi_fadd)
NAME_OF_TWO(__subsf3, __aeabi_fsub)
NAME_OF_TWO(__mulsf3, __aeabi_fmul)
NAME_OF_TWO(__divsf3, __aeabi_fdiv)
NAME_OF_TWO(__unordsf2, __aeabi_fcmpun)
NAME_OF_ONE(__fixsfsi, __aeabi_f2iz)
NAME_OF_ONE(__floatsisf, __aeabi_i2f)
NAME_OF_ONE(__floatunsisf, __aeabi_ui2f)

#endif
