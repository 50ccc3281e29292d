/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to the runtime: where the text of the last failure is. */

#ifndef RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_
#define RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_

#include "config_errors.h"

typedef struct {
  /* The code of a failure of the runtime; 0 for a text of anybody else. */
  int error;
  /* Bytes at the beginning of the text that name the function that failed; 0
   * for a text of anybody else. */
  uint16_t function_length;
  char text[TVM_CRT_LAST_ERROR_SIZE_BYTES];
} tvm_crt_last_error_t;

extern tvm_crt_last_error_t tvm_crt_last_error;

#endif /* RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_ */
