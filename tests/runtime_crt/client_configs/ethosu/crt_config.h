/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* TVM v0.8 to v0.18, Ethos-U, CMSIS-NN and STM32: links the backend alone. */

#include <tvm/runtime/crt/logging.h>

#define TVM_CRT_LOG_LEVEL TVM_CRT_LOG_LEVEL_DEBUG
