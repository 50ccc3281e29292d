/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to the backend: where the text of the last failure is. */

#ifndef RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_
#define RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_

#include "config_checks.h"

extern char tvm_crt_last_error[TVM_CRT_LAST_ERROR_SIZE_BYTES];

#endif /* RUNTIME_CRT_SRC_BACKEND_LAST_ERROR_H_ */
