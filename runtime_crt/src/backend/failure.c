/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "backend/failure.h"

#include "backend/last_error.h"

int tvm_crt_fail_named(tvm_crt_error_t error, const char *function,
                       const char *reason, const char *name) {
  const char *const parts[] = {function, ": ", reason, ": ", name};
  const size_t count = (name != NULL) ? (size_t)5 : (size_t)3;
  size_t end = 0U;
  for (size_t i = 0U; i < count; i++) {
    const char *text = parts[i];
    while ((*text != '\0') && (end < (sizeof(tvm_crt_last_error) - 1U))) {
      tvm_crt_last_error[end] = *text;
      end++;
      text++;
    }
  }
  tvm_crt_last_error[end] = '\0';
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

int tvm_crt_wrong_count(const char *function) {
  return tvm_crt_fail(kTvmErrorFunctionCallNumArguments, function,
                      "number of arguments");
}
