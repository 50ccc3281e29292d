/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "backend/failure.h"

#include <tvm/runtime/crt/platform.h>

#include "backend/last_error.h"

#if TVM_CRT_ENABLE_ERROR_HOOK
TVM_CRT_WEAK void TVMPlatformLogError(tvm_crt_error_t error, const char *text) {
  (void)error;
  (void)text;
}
#endif

int tvm_crt_fail_named(tvm_crt_error_t error, const char *function,
                       const char *reason, const char *name) {
  const char *const parts[] = {function, ": ", reason, ": ", name};
  const size_t count = (name != NULL) ? (size_t)5 : (size_t)3;
  tvm_crt_last_error_t *last = &tvm_crt_last_error;
  size_t end = 0U;
  for (size_t i = 0U; i < count; i++) {
    const char *text = parts[i];
    /* In ascending order: the first part may be the present text. */
    while ((*text != '\0') && (end < (sizeof(last->text) - 1U))) {
      last->text[end] = *text;
      end++;
      text++;
    }
  }
  last->text[end] = '\0';
  last->error = (int)error;
#if TVM_CRT_ENABLE_ERROR_HOOK
  TVMPlatformLogError(error, last->text);
#endif
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
                      "argument count");
}
