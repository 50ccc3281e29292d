/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The platform's log, as the server of TVM has it: to the host. */

#include <tvm/runtime/crt/logging.h>
#include <tvm_crt/rpc_server.h>

#ifndef TVM_CRT_SINGLE_SOURCE

/* Longer messages are cut. */
#define LOG_MESSAGE_BYTES 256

TVM_CRT_WEAK void TVMLogf(const char *fmt, ...) {
  char text[LOG_MESSAGE_BYTES];
  va_list args;
  size_t length;
  va_start(args, fmt);
  length = TVMPlatformFormatMessage(text, sizeof(text), fmt, args);
  va_end(args);
  if ((length > 0U) && (text[length - 1U] == '\n')) {
    length--;
  }
  TVMRpcServer_Log(text, length);
}

#endif
