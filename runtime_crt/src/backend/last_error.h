/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to the backend: where the text of the last failure is. */

#ifndef RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_
#define RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_

#include "config_errors.h"

typedef struct {
  /* The code of a failure of the runtime, whose text then begins with the name
   * of the function that failed and a colon. 0 for a text of anybody else. */
  int error;
  char text[TVM_CRT_LAST_ERROR_SIZE_BYTES];
} tvm_crt_last_error_t;

extern tvm_crt_last_error_t tvm_crt_last_error;

#endif /* RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_ */
