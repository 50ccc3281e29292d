/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The detail is not stored: the name of the function is the beginning of the
 * text, and so is, where few bytes count, the code. */

#include <tvm_crt/error_detail.h>

#include <stdbool.h>
#include <stddef.h>

#include "backend/last_error.h"

/* Largest code of the runtime: a category and a number. */
#define RUNTIME_ERROR_MAX ((uint32_t)0xffffU)

/* The value of a hexadecimal digit, 16 for any other character. */
static uint32_t digit_value(char c) {
  static const char digits[] = "0123456789abcdef";
  uint32_t value = 0U;
  while ((value < 16U) && (digits[value] != c)) {
    value++;
  }
  return value;
}

/* Reads "0x<code>: "; 0 when the text is no such. */
static uint32_t read_code(const char *text) {
  uint32_t code = 0U;
  size_t i = 2U;
  if ((text[0] != '0') || (text[1] != 'x')) {
    return 0U;
  }
  while ((i < 10U) && (digit_value(text[i]) < 16U)) {
    code = (code << 4U) | digit_value(text[i]);
    i++;
  }
  return ((text[i] == ':') && (i > 2U)) ? code : 0U;
}

/* Length of the name before ": ", 0 when no name is there. */
static size_t name_length(const char *text) {
  size_t length = 0U;
  while ((text[length] > ' ') && (text[length] != ':')) {
    length++;
  }
  return ((text[length] == ':') && (text[length + 1U] == ' ')) ? length : 0U;
}

void TVMLastErrorDetail(TVMErrorDetail *detail) {
  const char *text = tvm_crt_last_error.text;
  const size_t length = name_length(text);
  int error = tvm_crt_last_error.error;
  size_t i = 0U;
  if (detail == NULL) {
    return;
  }
  if ((error == 0) && (length > 0U)) {
    error = (int)read_code(&text[length + 2U]);
  }
  detail->error = (tvm_crt_error_t)error;
  detail->category = 0U;
  detail->code = 0U;
  if ((uint32_t)error <= RUNTIME_ERROR_MAX) {
    detail->category = (uint8_t)((uint32_t)error >> TVM_CRT_ERROR_CATEGORY_Pos);
    detail->code = (uint8_t)((uint32_t)error & 0xffU);
  }
  while ((error != 0) && (i < length) &&
         (i < ((size_t)TVM_CRT_ERROR_FUNCTION_BYTES - 1U))) {
    detail->function[i] = text[i];
    i++;
  }
  detail->function[i] = '\0';
}
