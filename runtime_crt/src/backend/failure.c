/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "backend/failure.h"

#include "backend/last_error.h"

/* Writes text at an offset, cut where the room ends; returns where it ends. */
static size_t put_text(size_t at, const char *text) {
  size_t end = at;
  for (size_t i = 0U;
       (end < (sizeof(tvm_crt_last_error) - 1U)) && (text[i] != '\0'); i++) {
    tvm_crt_last_error[end] = text[i];
    end++;
  }
  tvm_crt_last_error[end] = '\0';
  return end;
}

int tvm_crt_fail_named(tvm_crt_error_t error, const char *function,
                       const char *reason, const char *name) {
  size_t end = put_text(0U, function);
  end = put_text(end, ": ");
  end = put_text(end, reason);
  if (name != NULL) {
    end = put_text(end, ": ");
    (void)put_text(end, name);
  }
  return (int)error;
}

int tvm_crt_fail(tvm_crt_error_t error, const char *function,
                 const char *reason) {
  return tvm_crt_fail_named(error, function, reason, NULL);
}

int tvm_crt_invalid_argument(const char *function) {
  return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, function,
                      "invalid argument");
}
