/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* An application of 2021: names of v0.7. */

#include <tvm/runtime/crt/logging.h>

#define TVM_CRT_LOG_LEVEL TVM_CRT_LOG_LEVEL_WARN
#define TVM_CRT_MAX_NDIM 6
#define TVM_CRT_MAX_ARGS 10
#define TVM_CRT_STRLEN_DLTYPE 10
#define TVM_CRT_STRLEN_NAME 80
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES 200
#define TVM_CRT_MAX_REGISTERED_MODULES 2
#define TVM_CRT_MAX_PACKET_SIZE_BYTES 2048
