/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* TVM v0.7, program of the host: links registry, calls and graphs. */

#ifndef TVM_RUNTIME_CRT_CONFIG_H_
#define TVM_RUNTIME_CRT_CONFIG_H_

#include <tvm/runtime/crt/logging.h>

#define TVM_CRT_DEBUG 0
#define TVM_CRT_MAX_NDIM 6
#define TVM_CRT_MAX_ARGS 10
#define TVM_CRT_STRLEN_DLTYPE 10
#define TVM_CRT_STRLEN_NAME 80
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES 200
#define TVM_CRT_MAX_REGISTERED_MODULES 2
#define TVM_CRT_MAX_PACKET_SIZE_BYTES 64000
#define TVM_CRT_MAX_FUNCTION_NAME_LENGTH_BYTES 30
#define TVM_CRT_LOG_LEVEL TVM_CRT_LOG_LEVEL_DEBUG

#endif
