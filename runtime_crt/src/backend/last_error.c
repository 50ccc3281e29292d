/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The text of the last failure. */

#include <tvm/runtime/c_runtime_api.h>

#include "backend/failure.h"
#include "backend/last_error.h"

char tvm_crt_last_error[TVM_CRT_LAST_ERROR_SIZE_BYTES];

const char *TVMGetLastError(void) { return tvm_crt_last_error; }

void TVMAPISetLastError(const char *msg) {
  size_t length = 0U;
  if (msg != NULL) {
    /* Ascending order, so that a part of the present text may be kept. */
    while ((length < (sizeof(tvm_crt_last_error) - 1U)) &&
           (msg[length] != '\0')) {
      tvm_crt_last_error[length] = msg[length];
      length++;
    }
  }
  tvm_crt_last_error[length] = '\0';
}

int tvm_crt_refuse(const char *text) {
  TVMAPISetLastError(text);
  return (int)kTvmErrorFunctionCallInvalidArg;
}
