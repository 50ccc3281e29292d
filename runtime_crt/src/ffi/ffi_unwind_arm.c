/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The unwind tables of operators for Arm name these functions, by the sizes of
 * the tables. libgcc has them, with an unwinder of 4 KB. Operators do not
 * unwind, so nobody calls them. They are weak: a program with C++ exceptions
 * links libgcc's unwinder, whose definitions win. */

#include <tvm_crt/attributes.h>

/* Elsewhere the source is empty but for this. */
void __aeabi_unwind_cpp_pr0(void);
void __aeabi_unwind_cpp_pr1(void);

#ifdef __arm__
TVM_CRT_WEAK void __aeabi_unwind_cpp_pr0(void) {}
TVM_CRT_WEAK void __aeabi_unwind_cpp_pr1(void) {}
#endif
