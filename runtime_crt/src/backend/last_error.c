/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The text of the last failure. */

#include <tvm/runtime/c_runtime_api.h>

#include "backend/failure.h"
#include "backend/last_error.h"

tvm_crt_last_error_t tvm_crt_last_error;

const char *TVMGetLastError(void) { return tvm_crt_last_error.text; }

void TVMAPISetLastError(const char *msg) {
  tvm_crt_last_error_t *last = &tvm_crt_last_error;
  size_t length = 0U;
  if (msg != NULL) {
    /* Ascending order, so that a part of the present text may be kept. */
    while ((length < (sizeof(last->text) - 1U)) && (msg[length] != '\0')) {
      last->text[length] = msg[length];
      length++;
    }
  }
  last->text[length] = '\0';
  last->error = 0;
}

int tvm_crt_refuse(const char *text) {
  TVMAPISetLastError(text);
  return (int)kTvmErrorFunctionCallInvalidArg;
}
