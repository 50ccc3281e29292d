/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file attributes.h
 * What compilers can be told about a declaration.
 *
 * A function carries TVM_CRT_MUST_CHECK when to ignore its result is a fault:
 * something was not done that the caller relies on. Without it are functions
 * whose failure shows later by itself (StackMemoryManager_Init, whose pool then
 * has no bytes), releases that clean up after another error, and what generated
 * code calls without looking at the result.
 */

#ifndef TVM_CRT_ATTRIBUTES_H_
#define TVM_CRT_ATTRIBUTES_H_

/** Behind or before a declaration: a caller that ignores the result gets a
 * warning from GCC and clang. GCC wants the result looked at; a cast to void
 * does not do. */
#ifndef TVM_CRT_MUST_CHECK
#if defined(__GNUC__)
#define TVM_CRT_MUST_CHECK __attribute__((warn_unused_result))
#else
#define TVM_CRT_MUST_CHECK
#endif
#endif

#endif /* TVM_CRT_ATTRIBUTES_H_ */
