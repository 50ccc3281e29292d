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

/** Before the declaration of a function that does not come back. */
#ifndef TVM_CRT_NO_RETURN
#if defined(__GNUC__)
#define TVM_CRT_NO_RETURN __attribute__((noreturn))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TVM_CRT_NO_RETURN __noreturn
#elif defined(_MSC_VER)
#define TVM_CRT_NO_RETURN __declspec(noreturn)
#else
#define TVM_CRT_NO_RETURN
#endif
#endif

/** Before a definition that another one may replace: what a platform may leave
 * out. With a compiler that is not known here it is empty; a platform that
 * defines such a function itself then defines this macro for that compiler. */
#ifndef TVM_CRT_WEAK
#if defined(__GNUC__)
#define TVM_CRT_WEAK __attribute__((weak))
#elif defined(__TINYC__)
/* glibc's headers make nothing of __attribute__. */
#define TVM_CRT_WEAK __attribute((weak))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TVM_CRT_WEAK __weak
#else
#define TVM_CRT_WEAK
#define TVM_CRT_NO_WEAK 1
#endif
#endif

#endif /* TVM_CRT_ATTRIBUTES_H_ */
