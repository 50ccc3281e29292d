/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The text of the last error. */

#include "ffi/ffi_text.h"

#include <tvm_crt/ffi.h>

#ifdef TVM_CRT_CONFIG_AT_LINK

/* metaobj link makes the memory, with the size that its user names. */
extern char tvm_crt_ffi_error_text[];
extern const uint32_t tvm_crt_ffi_error_text_bytes;
#define TEXT_BYTES ((size_t)tvm_crt_ffi_error_text_bytes)

#else

#if TVM_FFI_ERROR_TEXT_BYTES != 0 &&                                           \
    (TVM_FFI_ERROR_TEXT_BYTES < 16 || TVM_FFI_ERROR_TEXT_BYTES > 65535)
#error "TVM_FFI_ERROR_TEXT_BYTES must be 0 or 16 to 65535"
#endif

#if TVM_FFI_ERROR_TEXT_BYTES != 0
static char tvm_crt_ffi_error_text[TVM_FFI_ERROR_TEXT_BYTES];
#else
static char tvm_crt_ffi_error_text[1];
#endif
#define TEXT_BYTES ((size_t)TVM_FFI_ERROR_TEXT_BYTES)

#endif

static size_t last_length;

const char *TVMFfiLastError(void) {
  return (TEXT_BYTES != 0U) ? tvm_crt_ffi_error_text : "";
}

void tvm_crt_ffi_begin_text(const char *kind) {
  last_length = 0U;
  if (TEXT_BYTES != 0U) {
    tvm_crt_ffi_error_text[0] = '\0';
  }
  if (kind != NULL) {
    tvm_crt_ffi_add_text(kind);
    tvm_crt_ffi_add_text(": ");
  }
}

void tvm_crt_ffi_add_text(const char *text) {
  char *out = tvm_crt_ffi_error_text;
  if ((text == NULL) || (TEXT_BYTES == 0U)) {
    return;
  }
  for (size_t i = 0U; text[i] != '\0'; i++) {
    if (last_length == (TEXT_BYTES - 1U)) {
      out[last_length - 1U] = '.';
      out[last_length - 2U] = '.';
      out[last_length - 3U] = '.';
      return;
    }
    out[last_length] = text[i];
    last_length++;
    out[last_length] = '\0';
  }
}

void tvm_crt_ffi_add_number(size_t number) {
  /* 20 digits write 2^64 - 1, the longest case. */
  char digits[21];
  size_t first = sizeof(digits) - 1U;
  size_t rest = number;
  digits[first] = '\0';
  do {
    first--;
    digits[first] = "0123456789"[rest % 10U];
    rest /= 10U;
  } while (rest != 0U);
  tvm_crt_ffi_add_text(&digits[first]);
}
