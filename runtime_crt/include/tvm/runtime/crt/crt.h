/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file crt.h
 * Start of the runtime, and error texts with arguments.
 */

#ifndef TVM_RUNTIME_CRT_CRT_H_
#define TVM_RUNTIME_CRT_CRT_H_

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm_crt/hosted.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a TVMRetValueHandle points to in this runtime. */
typedef struct TVMCReturnValue {
  TVMValue *ret_val;
  int *ret_type_code;
} TVMCReturnValue;

/**
 * Make the runtime ready: an empty module table and a global registry that
 * holds the runtime's own functions, or nothing with
 * TVM_CRT_ENABLE_BUILTIN_FUNCTIONS=0. Needs no memory of the platform.
 *
 * Calling it again starts afresh: modules, function handles and functions that
 * the program registered are forgotten.
 *
 * \return kTvmErrorNoError; kTvmErrorFunctionRegistryFull when
 * TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES is too small for the runtime's own
 * functions. After a failure the runtime is not initialised.
 */
tvm_crt_error_t TVMInitializeRuntime(void) TVM_CRT_MUST_CHECK;

/**
 * Store a text for TVMGetLastError, as TVMAPISetLastError does, with arguments.
 *
 * \param fmt printf format, limited to what tvm_crt/message_format.h lists. No
 * string argument may point into the text of TVMGetLastError.
 * \return -1, for use in a return statement.
 */
int TVMAPIErrorf(const char *fmt, ...) TVM_CRT_PRINTF_FORMAT(1, 2);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_CRT_H_ */
