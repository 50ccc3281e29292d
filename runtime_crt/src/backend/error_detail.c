/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/error_detail.h>

#include <stddef.h>

#include "backend/last_error.h"

/* Largest code of the runtime: a category and a number. */
#define RUNTIME_ERROR_MAX ((uint32_t)0xffffU)

void TVMLastErrorDetail(TVMErrorDetail *detail) {
  const tvm_crt_last_error_t *last = &tvm_crt_last_error;
  const uint32_t error = (uint32_t)last->error;
  size_t i = 0U;
  if (detail == NULL) {
    return;
  }
  detail->error = (tvm_crt_error_t)last->error;
  detail->category = 0U;
  detail->code = 0U;
  if (error <= RUNTIME_ERROR_MAX) {
    detail->category = (uint8_t)(error >> TVM_CRT_ERROR_CATEGORY_Pos);
    detail->code = (uint8_t)(error & 0xffU);
  }
  while ((i < last->function_length) &&
         (i < ((size_t)TVM_CRT_ERROR_FUNCTION_BYTES - 1U))) {
    detail->function[i] = last->text[i];
    i++;
  }
  detail->function[i] = '\0';
}
