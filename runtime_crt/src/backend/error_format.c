/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* TVMAPIErrorf; a source of its own, so that only who calls it links the
 * formatter. */

#include <stdarg.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm_crt/message_format.h>

#include "backend/last_error.h"

int TVMAPIErrorf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  (void)tvm_crt_format_message(tvm_crt_last_error.text,
                               sizeof(tvm_crt_last_error.text), fmt, args);
  va_end(args);
  tvm_crt_last_error.error = 0;
  tvm_crt_last_error.function_length = 0U;
  return -1;
}
