/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The text of the last failure. */

#include "backend/failure.h"

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/platform.h>

#include "backend/last_error.h"

tvm_crt_last_error_t tvm_crt_last_error;

const char *TVMGetLastError(void) { return tvm_crt_last_error.text; }

#if TVM_CRT_ENABLE_ERROR_HOOK
TVM_CRT_WEAK void TVMPlatformLogError(tvm_crt_error_t error, const char *text) {
  (void)error;
  (void)text;
}
#endif

/* Writes a text from a position on, as far as there is room; its end. In
 * ascending order: TVMAPISetLastError may get a part of the present text. */
static size_t write_at(size_t at, const char *text) {
  char *out = &tvm_crt_last_error.text[at];
  const size_t room = sizeof(tvm_crt_last_error.text) - 1U - at;
  size_t length = 0U;
  while ((length < room) && (text[length] != '\0')) {
    out[length] = text[length];
    length++;
  }
  return at + length;
}

/* Writes reason and name, of which the last may be NULL. */
static void end_text(size_t at, const char *reason, const char *name) {
  size_t end = write_at(at, reason);
  if (name != NULL) {
    end = write_at(end, ": ");
    end = write_at(end, name);
  }
  tvm_crt_last_error.text[end] = '\0';
}

void tvm_crt_keep_error(int error, const char *function, const char *reason,
                        const char *name) {
  size_t end = 0U;
  tvm_crt_last_error.error = error;
  tvm_crt_last_error.function_length = 0U;
  if (function != NULL) {
    end = write_at(end, function);
    tvm_crt_last_error.function_length = (uint16_t)end;
    end = write_at(end, ": ");
  }
  end_text(end, reason, name);
}

/* Tells the platform of the text, if it wants to know. */
static int tell(tvm_crt_error_t error) {
#if TVM_CRT_ENABLE_ERROR_HOOK
  TVMPlatformLogError(error, tvm_crt_last_error.text);
#endif
  return (int)error;
}

int tvm_crt_fail_named(tvm_crt_error_t error, const char *function,
                       const char *reason, const char *name) {
  tvm_crt_keep_error((int)error, function, reason, name);
  return tell(error);
}

int tvm_crt_fail_further(tvm_crt_error_t error, const char *reason,
                         const char *name) {
  size_t end = 0U;
  while (tvm_crt_last_error.text[end] != '\0') {
    end++;
  }
  end_text(write_at(end, ": "), reason, name);
  return tell(error);
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
