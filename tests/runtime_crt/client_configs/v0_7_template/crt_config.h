/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* TVM v0.7, the template: without packets and levels. */

#define TVM_CRT_DEBUG 0
#define TVM_CRT_MAX_NDIM 6
#define TVM_CRT_MAX_ARGS 10
#define TVM_CRT_STRLEN_DLTYPE 10
#define TVM_CRT_STRLEN_NAME 80
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES 200
#define TVM_CRT_MAX_REGISTERED_MODULES 2
