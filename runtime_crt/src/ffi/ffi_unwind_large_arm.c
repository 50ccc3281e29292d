/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* As ffi_unwind_arm.c, for operators with large tables. libgcc's definition is
 * weak as well: a program with C++ exceptions links libgcc in front of this
 * part, or leaves this file out. */

#include <tvm_crt/attributes.h>

/* Elsewhere the source is empty but for this. */
void __aeabi_unwind_cpp_pr1(void);

#ifdef __arm__
TVM_CRT_WEAK void __aeabi_unwind_cpp_pr1(void) {}
#endif
