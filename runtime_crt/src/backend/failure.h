/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to the runtime: how its functions fail. Each stores a text for
 * TVMGetLastError and returns the error, for use in a return statement. No
 * formatter is needed, so that a program pays for one only when it calls
 * TVMAPIErrorf itself.
 *
 * The text takes static memory, which comes with failure.c: with the runtime,
 * or with a call of TVMGetLastError. A program of operators and the backend
 * alone has neither, and its texts go nowhere (api_error.c). */

#ifndef RUNTIME_CRT_SRC_BACKEND_FAILURE_H_
#define RUNTIME_CRT_SRC_BACKEND_FAILURE_H_

#include <stddef.h>

#include <tvm/runtime/crt/error_codes.h>

/* Stores "<function>: <reason>: <name>" and the error. A function or name that
 * is NULL is left out. */
void tvm_crt_keep_error(int error, const char *function, const char *reason,
                        const char *name);

/* For the backend: "<function>: <reason>", where the program keeps texts. */
int tvm_crt_refuse(tvm_crt_error_t error, const char *function,
                   const char *reason);

/* "<function>: <reason>"; the caller gives its __func__. */
int tvm_crt_fail(tvm_crt_error_t error, const char *function,
                 const char *reason);

/* "<function>: <reason>: <name>"; a name that is NULL is left out. */
int tvm_crt_fail_named(tvm_crt_error_t error, const char *function,
                       const char *reason, const char *name);

/* Adds ": <reason>: <name>" to the text of a failure further in, whose error
 * and function TVMLastErrorDetail goes on to tell. */
int tvm_crt_fail_further(tvm_crt_error_t error, const char *reason,
                         const char *name);

/* "<function>: invalid argument", kTvmErrorFunctionCallInvalidArg. */
int tvm_crt_invalid_argument(const char *function);

/* "<function>: argument count", kTvmErrorFunctionCallNumArguments. */
int tvm_crt_wrong_count(const char *function);

#endif /* RUNTIME_CRT_SRC_BACKEND_FAILURE_H_ */
