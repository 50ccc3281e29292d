/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The program's crt_config.h, with each value checked. Every source that reads
 * a limit includes this header instead of crt_config.h. */

#ifndef RUNTIME_CRT_SRC_CONFIG_CHECKS_H_
#define RUNTIME_CRT_SRC_CONFIG_CHECKS_H_

#include <stdint.h>

#include <tvm/runtime/crt/logging.h>

#include "crt_config.h"

/* Defaults for what a crt_config.h written for TVM does not have. */
#ifndef TVM_CRT_FUNC_REGISTRY_COUNT_BYTES
#define TVM_CRT_FUNC_REGISTRY_COUNT_BYTES 2
#endif
#ifndef TVM_CRT_LOG_LEVEL
#define TVM_CRT_LOG_LEVEL TVM_CRT_LOG_LEVEL_ERROR
#endif
#ifndef TVM_CRT_LAST_ERROR_SIZE_BYTES
#define TVM_CRT_LAST_ERROR_SIZE_BYTES 1024
#endif
#ifndef TVM_CRT_ENABLE_ERROR_HOOK
#define TVM_CRT_ENABLE_ERROR_HOOK 0
#endif
#ifndef TVM_CRT_ENABLE_REGISTRY_INDEX
#define TVM_CRT_ENABLE_REGISTRY_INDEX 0
#endif
#ifndef TVM_CRT_ENABLE_BUILTIN_FUNCTIONS
#define TVM_CRT_ENABLE_BUILTIN_FUNCTIONS 1
#endif
#ifndef TVM_CRT_ENABLE_TIME_EVALUATOR
#define TVM_CRT_ENABLE_TIME_EVALUATOR 1
#endif
#ifndef TVM_CRT_MAX_ARGS
#define TVM_CRT_MAX_ARGS 10
#endif
#ifndef TVM_CRT_TENSOR_ALIGNMENT_BYTES
#if UINTPTR_MAX > 0xffffffff
#define TVM_CRT_TENSOR_ALIGNMENT_BYTES 64
#else
#define TVM_CRT_TENSOR_ALIGNMENT_BYTES 16
#endif
#endif
#ifndef TVM_CRT_PARAM_WINDOW_LOG
#define TVM_CRT_PARAM_WINDOW_LOG 17
#endif

#if !defined(TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES) ||                       \
    !defined(TVM_CRT_MAX_REGISTERED_MODULES) ||                                \
    !defined(TVM_CRT_MAX_STRLEN_FUNCTION_NAME) ||                              \
    !defined(TVM_CRT_MAX_NDIM) || !defined(TVM_CRT_MAX_PACKET_SIZE_BYTES)
#error "crt_config.h lacks a limit; config/crt_config.h lists all of them"
#endif

#if TVM_CRT_FUNC_REGISTRY_COUNT_BYTES != 1 &&                                  \
    TVM_CRT_FUNC_REGISTRY_COUNT_BYTES != 2
#error "TVM_CRT_FUNC_REGISTRY_COUNT_BYTES must be 1 or 2"
#endif
#if TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES < 256 ||                           \
    TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES > 65535
#error "TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES must be 256 to 65535"
#endif
/* Index 0x7fff belongs to the time evaluator, the maximum itself to the global
 * functions. */
#if TVM_CRT_MAX_REGISTERED_MODULES < 1 || TVM_CRT_MAX_REGISTERED_MODULES > 32766
#error "TVM_CRT_MAX_REGISTERED_MODULES must be 1 to 32766"
#endif
/* 36 holds the longest name of a function of the runtime itself. */
#if TVM_CRT_MAX_STRLEN_FUNCTION_NAME < 36 ||                                   \
    TVM_CRT_MAX_STRLEN_FUNCTION_NAME > 32767
#error "TVM_CRT_MAX_STRLEN_FUNCTION_NAME must be 36 to 32767"
#endif
#if TVM_CRT_MAX_NDIM < 1 || TVM_CRT_MAX_NDIM > 32
#error "TVM_CRT_MAX_NDIM must be 1 to 32"
#endif
#if TVM_CRT_MAX_ARGS < 1 || TVM_CRT_MAX_ARGS > 255
#error "TVM_CRT_MAX_ARGS must be 1 to 255"
#endif
#if TVM_CRT_TENSOR_ALIGNMENT_BYTES < 8 ||                                      \
    TVM_CRT_TENSOR_ALIGNMENT_BYTES > 4096 ||                                   \
    (TVM_CRT_TENSOR_ALIGNMENT_BYTES & (TVM_CRT_TENSOR_ALIGNMENT_BYTES - 1)) != \
        0
#error "TVM_CRT_TENSOR_ALIGNMENT_BYTES must be a power of two, 8 to 4096"
#endif
#if TVM_CRT_MAX_PACKET_SIZE_BYTES < 64 ||                                      \
    TVM_CRT_MAX_PACKET_SIZE_BYTES > 0x7fffffff
#error "TVM_CRT_MAX_PACKET_SIZE_BYTES must be 64 to 2^31 - 1"
#endif
#if TVM_CRT_LOG_LEVEL < TVM_CRT_LOG_LEVEL_FATAL ||                             \
    TVM_CRT_LOG_LEVEL > TVM_CRT_LOG_LEVEL_DEBUG
#error "TVM_CRT_LOG_LEVEL must be TVM_CRT_LOG_LEVEL_FATAL to _DEBUG, -1 to 3"
#endif
#if TVM_CRT_LAST_ERROR_SIZE_BYTES < 32 || TVM_CRT_LAST_ERROR_SIZE_BYTES > 65535
#error "TVM_CRT_LAST_ERROR_SIZE_BYTES must be 32 to 65535"
#endif
#if TVM_CRT_ENABLE_ERROR_HOOK != 0 && TVM_CRT_ENABLE_ERROR_HOOK != 1
#error "TVM_CRT_ENABLE_ERROR_HOOK must be 0 or 1"
#endif
#if TVM_CRT_ENABLE_REGISTRY_INDEX != 0 && TVM_CRT_ENABLE_REGISTRY_INDEX != 1
#error "TVM_CRT_ENABLE_REGISTRY_INDEX must be 0 or 1"
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
#if TVM_CRT_PARAM_WINDOW_LOG < 10 || TVM_CRT_PARAM_WINDOW_LOG > 27
#error "TVM_CRT_PARAM_WINDOW_LOG must be 10 to 27"
#endif

#endif /* RUNTIME_CRT_SRC_CONFIG_CHECKS_H_ */
