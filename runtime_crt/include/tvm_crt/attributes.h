/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file attributes.h
 * Attributes of declarations for compilers. Their names are the reserved ones,
 * which a program's macros (noreturn, format) cannot change.
 *
 * A function has TVM_CRT_MUST_CHECK if ignoring its result is a fault, because
 * the caller relies on its work. These functions do not have it: functions
 * whose failure shows later by itself (StackMemoryManager_Init, whose pool then
 * has no bytes), releases that clean up after another error, and functions
 * whose result generated code ignores.
 */

#ifndef TVM_CRT_ATTRIBUTES_H_
#define TVM_CRT_ATTRIBUTES_H_

/** Behind or before a declaration: a caller that ignores the result gets a
 * warning from GCC and clang. GCC wants the result looked at; a cast to void
 * does not do. */
#ifndef TVM_CRT_MUST_CHECK
#if defined(__GNUC__)
#define TVM_CRT_MUST_CHECK __attribute__((__warn_unused_result__))
#else
#define TVM_CRT_MUST_CHECK
#endif
#endif

/** Behind or before a declaration: the function takes a printf format and its
 * arguments, which are numbered from 1. */
#ifndef TVM_CRT_PRINTF_FORMAT
#if defined(__GNUC__)
#define TVM_CRT_PRINTF_FORMAT(format_index, first_argument)                    \
  __attribute__((__format__(__printf__, format_index, first_argument)))
#else
#define TVM_CRT_PRINTF_FORMAT(format_index, first_argument)
#endif
#endif

/** Before the declaration of a function that does not return. */
#ifndef TVM_CRT_NO_RETURN
#if defined(__GNUC__)
#define TVM_CRT_NO_RETURN __attribute__((__noreturn__))
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
#define TVM_CRT_WEAK __attribute__((__weak__))
#elif defined(__TINYC__)
/* glibc's headers make nothing of __attribute__. */
#define TVM_CRT_WEAK __attribute((__weak__))
#elif defined(__IAR_SYSTEMS_ICC__)
#define TVM_CRT_WEAK __weak
#else
#define TVM_CRT_WEAK
#define TVM_CRT_NO_WEAK 1
#endif
#endif

#endif /* TVM_CRT_ATTRIBUTES_H_ */
