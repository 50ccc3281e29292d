/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file logging.h
 * Log messages and checks for programs. In the runtime only the executors write
 * log messages, one for each failure, for programs that ignore results, and
 * TVMBackendAllocWorkspace without memory, whose callers drop the reason. The
 * rest reports only through return codes and TVMGetLastError.
 *
 * A macro that the program has defined before keeps its meaning. LOG and
 * similar macros read TVM_CRT_LOG_LEVEL at their place of use: the program must
 * include crt_config.h before, and crt_config.h may include this header.
 * tvm_crt/log.h does the same with names that nothing else uses.
 */

#ifndef TVM_RUNTIME_CRT_LOGGING_H_
#define TVM_RUNTIME_CRT_LOGGING_H_

/* TVMPlatformAbort and the error codes, which programs use that include this
 * header alone. */
#include <tvm/runtime/crt/platform.h>

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
void TVMLogf(const char *fmt, ...) TVM_CRT_PRINTF_FORMAT(1, 2);

/** LOG(level, format, arguments...): a statement, complete without a semicolon
 * as TVM's is. */
#ifndef LOG
#define LOG(level, ...)                                                        \
  if (TVM_CRT_LOG_LEVEL >= (level)) {                                          \
    TVMLogf(__VA_ARGS__);                                                      \
  }
#endif
#ifndef LOG_ERROR
#define LOG_ERROR(...) LOG(TVM_CRT_LOG_LEVEL_ERROR, __VA_ARGS__)
#endif
#ifndef LOG_WARN
#define LOG_WARN(...) LOG(TVM_CRT_LOG_LEVEL_WARN, __VA_ARGS__)
#endif
#ifndef LOG_INFO
#define LOG_INFO(...) LOG(TVM_CRT_LOG_LEVEL_INFO, __VA_ARGS__)
#endif
#ifndef LOG_DEBUG
#define LOG_DEBUG(...) LOG(TVM_CRT_LOG_LEVEL_DEBUG, __VA_ARGS__)
#endif

/* One message with the place and the text of a check that failed, at every
 * level, then the end of the program. The last argument is the end of the line:
 * so there is one, even where the check has no message of its own. */
#define TVM_CRT_CHECK(condition, text, format, ...)                            \
  do {                                                                         \
    if (!(condition)) {                                                        \
      TVMLogf("%s:%d: Check failed: %s" format "%s", __FILE__, __LINE__, text, \
              __VA_ARGS__);                                                    \
      TVMPlatformAbort(kTvmErrorPlatformCheckFailure);                         \
    }                                                                          \
  } while (0)
#define TVM_CRT_FIRST(first, ...) first

/** CHECK(condition): ends the program unless it is true. Whatever follows the
 * condition is shown as it is written. */
#ifndef CHECK
#define CHECK(...)                                                             \
  TVM_CRT_CHECK(TVM_CRT_FIRST(__VA_ARGS__, 0), #__VA_ARGS__, "", "\n")
#endif
/** CHECK_BINARY_OP(op, x, y, format, arguments...): the same for x op y, with a
 * message. */
#ifndef CHECK_BINARY_OP
#define CHECK_BINARY_OP(op, x, y, ...)                                         \
  TVM_CRT_CHECK_MESSAGE((x)op(y), #x " " #op " " #y, __VA_ARGS__, "\n")
#endif
#define TVM_CRT_CHECK_MESSAGE(condition, text, format, ...)                    \
  TVM_CRT_CHECK(condition, text, ": " format, __VA_ARGS__)
#ifndef CHECK_LT
#define CHECK_LT(x, ...) CHECK_BINARY_OP(<, x, __VA_ARGS__)
#endif
#ifndef CHECK_GT
#define CHECK_GT(x, ...) CHECK_BINARY_OP(>, x, __VA_ARGS__)
#endif
#ifndef CHECK_LE
#define CHECK_LE(x, ...) CHECK_BINARY_OP(<=, x, __VA_ARGS__)
#endif
#ifndef CHECK_GE
#define CHECK_GE(x, ...) CHECK_BINARY_OP(>=, x, __VA_ARGS__)
#endif
#ifndef CHECK_EQ
#define CHECK_EQ(x, ...) CHECK_BINARY_OP(==, x, __VA_ARGS__)
#endif
#ifndef CHECK_NE
#define CHECK_NE(x, ...) CHECK_BINARY_OP(!=, x, __VA_ARGS__)
#endif

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_LOGGING_H_ */
