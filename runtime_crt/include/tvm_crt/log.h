/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file log.h
 * Log messages with levels. Messages above TVM_CRT_LOG_LEVEL are not compiled:
 * neither text nor arguments cost anything, and the arguments are not
 * evaluated.
 *
 *     TVM_CRT_LOG_WARN("queue full: %d\n", count);
 *
 * A program that includes this header needs a crt_config.h on the include path.
 */

#ifndef TVM_CRT_LOG_H_
#define TVM_CRT_LOG_H_

#include <tvm/runtime/crt/logging.h>

#include "crt_config.h"

#ifndef TVM_CRT_LOG_LEVEL
#define TVM_CRT_LOG_LEVEL TVM_CRT_LOG_LEVEL_ERROR
#endif
#if TVM_CRT_LOG_LEVEL < TVM_CRT_LOG_LEVEL_FATAL ||                             \
    TVM_CRT_LOG_LEVEL > TVM_CRT_LOG_LEVEL_DEBUG
#error "TVM_CRT_LOG_LEVEL must be TVM_CRT_LOG_LEVEL_FATAL to _DEBUG, -1 to 3"
#endif

/** Each takes the arguments of TVMLogf. */
#define TVM_CRT_LOG_FATAL(...) TVMLogf(__VA_ARGS__)

#if TVM_CRT_LOG_LEVEL >= TVM_CRT_LOG_LEVEL_ERROR
#define TVM_CRT_LOG_ERROR(...) TVMLogf(__VA_ARGS__)
#else
#define TVM_CRT_LOG_ERROR(...) ((void)0)
#endif

#if TVM_CRT_LOG_LEVEL >= TVM_CRT_LOG_LEVEL_WARN
#define TVM_CRT_LOG_WARN(...) TVMLogf(__VA_ARGS__)
#else
#define TVM_CRT_LOG_WARN(...) ((void)0)
#endif

#if TVM_CRT_LOG_LEVEL >= TVM_CRT_LOG_LEVEL_INFO
#define TVM_CRT_LOG_INFO(...) TVMLogf(__VA_ARGS__)
#else
#define TVM_CRT_LOG_INFO(...) ((void)0)
#endif

#if TVM_CRT_LOG_LEVEL >= TVM_CRT_LOG_LEVEL_DEBUG
#define TVM_CRT_LOG_DEBUG(...) TVMLogf(__VA_ARGS__)
#else
#define TVM_CRT_LOG_DEBUG(...) ((void)0)
#endif

#endif /* TVM_CRT_LOG_H_ */
