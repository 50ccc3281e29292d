/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The messages of tvm/runtime/crt/platform.h for a bare-metal program under
 * semihosting.
 *
 * Provides: TVMPlatformAbort, TVMPlatformFormatMessage, TVMLogf.
 *
 * Needs: semihosting.c of this folder; tvm_crt_format_message of libbackend.a.
 */

#include <stdarg.h>

#include "semihosting.h"

#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/message_format.h>

/* Longest log message; longer ones are cut. */
#define LOG_MESSAGE_SIZE_BYTES 128

/* An error text without formatting: the caller may be out of stack. */
void TVMPlatformAbort(tvm_crt_error_t code) {
  static const char digits[] = "0123456789abcdef";
  char text[] = "abort: error 0x00000000\n";
  unsigned int rest = (unsigned int)code;
  for (size_t i = 0; i < 8; i++) {
    text[sizeof(text) - 3 - i] = digits[rest & 0xf];
    rest >>= 4;
  }
  tvm_crt_semihosting_write(text, sizeof(text) - 1);
  tvm_crt_semihosting_exit(1);
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  return tvm_crt_format_message(out_buf, out_buf_size_bytes, fmt, args);
}

void TVMLogf(const char *fmt, ...) {
  char text[LOG_MESSAGE_SIZE_BYTES];
  va_list args;
  size_t length;
  va_start(args, fmt);
  length = tvm_crt_format_message(text, sizeof(text), fmt, args);
  va_end(args);
  tvm_crt_semihosting_write(text, length);
}
