/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to the runtime: how its functions fail. Each stores a text for
 * TVMGetLastError and returns the error, for use in a return statement. No
 * formatter is needed, so that a program pays for one only when it calls
 * TVMAPIErrorf itself. */

#ifndef RUNTIME_CRT_SRC_BACKEND_FAILURE_H_
#define RUNTIME_CRT_SRC_BACKEND_FAILURE_H_

#include <stddef.h>

#include <tvm/runtime/crt/error_codes.h>

/* The whole text, "<function>: 0x803: <reason>", and
 * kTvmErrorFunctionCallInvalidArg: for the backend, where few bytes count and
 * the text alone tells the error (tvm_crt/error_detail.h). */
int tvm_crt_refuse(const char *text);

/* "<function>: <reason>"; the caller gives its __func__. */
int tvm_crt_fail(tvm_crt_error_t error, const char *function,
                 const char *reason);

/* "<function>: <reason>: <name>"; a name that is NULL is left out. The function
 * may be the text of the last error itself, which then gets longer. */
int tvm_crt_fail_named(tvm_crt_error_t error, const char *function,
                       const char *reason, const char *name);

/* "<function>: invalid argument", kTvmErrorFunctionCallInvalidArg. */
int tvm_crt_invalid_argument(const char *function);

/* "<function>: argument count", kTvmErrorFunctionCallNumArguments. */
int tvm_crt_wrong_count(const char *function);

#endif /* RUNTIME_CRT_SRC_BACKEND_FAILURE_H_ */
