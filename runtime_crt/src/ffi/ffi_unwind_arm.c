/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The unwind tables of operators for Arm name this function. libgcc has it,
 * with an unwinder of 4 KB. Operators do not unwind, so nobody calls it. It is
 * weak: a program with C++ exceptions links libgcc's unwinder, whose definition
 * wins.
 * (__aeabi_unwind_cpp_pr1 is weak there, too, and must not be here.) */

#include <tvm_crt/attributes.h>

/* Elsewhere the source is empty but for this. */
void __aeabi_unwind_cpp_pr0(void);

#ifdef __arm__
TVM_CRT_WEAK void __aeabi_unwind_cpp_pr0(void) {}
#endif
