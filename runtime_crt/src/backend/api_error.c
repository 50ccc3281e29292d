/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Failures of operators and of the backend. */

#include <tvm/runtime/c_runtime_api.h>
#include <tvm_crt/attributes.h>

#include "backend/failure.h"

/* A program that never reads the text has no memory for it: failure.c, with the
 * function that stores texts, is linked when somebody asks for what else is in
 * it. All in one source, or with a compiler that knows no weak functions, it is
 * there in any case. */
#if !defined(TVM_CRT_NO_WEAK) && !defined(TVM_CRT_SINGLE_SOURCE)
TVM_CRT_WEAK void tvm_crt_keep_error(int error, const char *function,
                                     const char *reason, const char *name) {
  (void)error;
  (void)function;
  (void)reason;
  (void)name;
}
#endif

void TVMAPISetLastError(const char *msg) {
  tvm_crt_keep_error(0, NULL, (msg != NULL) ? msg : "", NULL);
}

int tvm_crt_refuse(tvm_crt_error_t error, const char *function,
                   const char *reason) {
  tvm_crt_keep_error((int)error, function, reason, NULL);
  return (int)error;
}
