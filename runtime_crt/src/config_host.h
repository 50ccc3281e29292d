/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the program's crt_config.h decides of the functions that hosts call,
 * with defaults and ranges. */

#ifndef RUNTIME_CRT_SRC_CONFIG_HOST_H_
#define RUNTIME_CRT_SRC_CONFIG_HOST_H_

#include "crt_config.h"

#ifndef TVM_CRT_ENABLE_BUILTIN_FUNCTIONS
#define TVM_CRT_ENABLE_BUILTIN_FUNCTIONS 1
#endif
#ifndef TVM_CRT_ENABLE_TIME_EVALUATOR
#define TVM_CRT_ENABLE_TIME_EVALUATOR 1
#endif
#ifndef TVM_CRT_MAX_PACKET_SIZE_BYTES
#define TVM_CRT_MAX_PACKET_SIZE_BYTES 2048
#endif

#if TVM_CRT_ENABLE_BUILTIN_FUNCTIONS != 0 &&                                   \
    TVM_CRT_ENABLE_BUILTIN_FUNCTIONS != 1
#error "TVM_CRT_ENABLE_BUILTIN_FUNCTIONS must be 0 or 1"
#endif
#if TVM_CRT_ENABLE_TIME_EVALUATOR != 0 && TVM_CRT_ENABLE_TIME_EVALUATOR != 1
#error "TVM_CRT_ENABLE_TIME_EVALUATOR must be 0 or 1"
#endif
/* It is reached through a global function only. */
#if TVM_CRT_ENABLE_TIME_EVALUATOR && !TVM_CRT_ENABLE_BUILTIN_FUNCTIONS
#error "TVM_CRT_ENABLE_TIME_EVALUATOR needs TVM_CRT_ENABLE_BUILTIN_FUNCTIONS"
#endif
#if TVM_CRT_MAX_PACKET_SIZE_BYTES < 64 ||                                      \
    TVM_CRT_MAX_PACKET_SIZE_BYTES > 0x7fffffff
#error "TVM_CRT_MAX_PACKET_SIZE_BYTES must be 64 to 2^31 - 1"
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_HOST_H_ */
