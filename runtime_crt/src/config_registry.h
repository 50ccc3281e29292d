/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Limits of the program's crt_config.h for registries, modules and names, with
 * their defaults and ranges. */

#ifndef RUNTIME_CRT_SRC_CONFIG_REGISTRY_H_
#define RUNTIME_CRT_SRC_CONFIG_REGISTRY_H_

#include "config_host.h"

#ifndef TVM_CRT_FUNC_REGISTRY_COUNT_BYTES
#define TVM_CRT_FUNC_REGISTRY_COUNT_BYTES 2
#endif
#ifndef TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES 512
#endif
#ifndef TVM_CRT_MAX_REGISTERED_MODULES
#define TVM_CRT_MAX_REGISTERED_MODULES 2
#endif
#ifndef TVM_CRT_ENABLE_REGISTRY_INDEX
#define TVM_CRT_ENABLE_REGISTRY_INDEX 0
#endif
/* TVM v0.7 has TVM_CRT_STRLEN_NAME for the names of parameters, and no limit
 * for those of functions. Who made it larger has long names. */
#ifndef TVM_CRT_MAX_STRLEN_FUNCTION_NAME
#if defined(TVM_CRT_STRLEN_NAME) && TVM_CRT_STRLEN_NAME > 120
#define TVM_CRT_MAX_STRLEN_FUNCTION_NAME TVM_CRT_STRLEN_NAME
#else
#define TVM_CRT_MAX_STRLEN_FUNCTION_NAME 120
#endif
#endif

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES != 1 &&                                  \
    TVM_CRT_FUNC_REGISTRY_COUNT_BYTES != 2
#error "TVM_CRT_FUNC_REGISTRY_COUNT_BYTES must be 1 or 2"
#endif
#if TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES < 64 ||                            \
    TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES > 65535
#error "TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES must be 64 to 65535"
#endif
/* What 7 bits of a handle number, less the slots of the global functions and of
 * the time evaluator (handles.h). */
#if TVM_CRT_MAX_REGISTERED_MODULES < 1 || TVM_CRT_MAX_REGISTERED_MODULES > 126
#error "TVM_CRT_MAX_REGISTERED_MODULES must be 1 to 126"
#endif
/* 36 holds the longest name of a function of the runtime itself. */
#if TVM_CRT_MAX_STRLEN_FUNCTION_NAME < 36 ||                                   \
    TVM_CRT_MAX_STRLEN_FUNCTION_NAME > 32767
#error "TVM_CRT_MAX_STRLEN_FUNCTION_NAME must be 36 to 32767"
#endif
#if TVM_CRT_ENABLE_REGISTRY_INDEX != 0 && TVM_CRT_ENABLE_REGISTRY_INDEX != 1
#error "TVM_CRT_ENABLE_REGISTRY_INDEX must be 0 or 1"
#endif

/* Memory of the global registry. Configurations of TVM v0.7 have 200 bytes:
 * enough for its two functions of its own and what programs add. This runtime
 * has five, so that a program would find no room where it had some with v0.7.
 * 384 bytes leave it as much, with pointers of 32 and of 64 bits. */
#if TVM_CRT_ENABLE_BUILTIN_FUNCTIONS &&                                        \
    TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES < 256
#define TVM_CRT_GLOBAL_REGISTRY_MEMORY_BYTES 384
#else
#define TVM_CRT_GLOBAL_REGISTRY_MEMORY_BYTES                                   \
  TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_REGISTRY_H_ */
