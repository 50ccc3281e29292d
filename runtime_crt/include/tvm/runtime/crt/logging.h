/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file logging.h
 * Log messages of programs and of the RPC server. The core of the runtime logs
 * nothing: it reports through return codes and TVMGetLastError.
 */

#ifndef TVM_RUNTIME_CRT_LOGGING_H_
#define TVM_RUNTIME_CRT_LOGGING_H_

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of TVM_CRT_LOG_LEVEL (crt_config.h): messages of the level and of
 * those below it are compiled in. */
#define TVM_CRT_LOG_LEVEL_DEBUG 3
#define TVM_CRT_LOG_LEVEL_INFO 2
#define TVM_CRT_LOG_LEVEL_WARN 1
#define TVM_CRT_LOG_LEVEL_ERROR 0
#define TVM_CRT_LOG_LEVEL_FATAL (-1)

/**
 * Write one message to wherever the platform's log goes.
 *
 * \param fmt printf format; a bare-metal port may limit it to what
 * tvm_crt/message_format.h lists.
 */
void TVMLogf(const char *fmt, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_LOGGING_H_ */
