/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Errors of a graph executor. */

#include "graph/graph.h"

#include <tvm_crt/log.h>

#include "backend/failure.h"

/* Most bytes of a text from outside that an error shows. */
#define SHOWN_BYTES_MAX 47U

const char tvm_crt_graph_title[] = "graph executor";

int tvm_crt_graph_fail(tvm_crt_error_t error, const char *reason) {
  return tvm_crt_fail(error, tvm_crt_graph_title, reason);
}

int tvm_crt_graph_fail_named(tvm_crt_error_t error, const char *reason,
                             const char *name) {
  return tvm_crt_fail_named(error, tvm_crt_graph_title, reason, name);
}

int tvm_crt_graph_fail_bytes(tvm_crt_error_t error, const char *reason,
                             const char *bytes, size_t length) {
  char text[SHOWN_BYTES_MAX + 1U];
  const size_t count = (length < SHOWN_BYTES_MAX) ? length : SHOWN_BYTES_MAX;
  /* On one line of a log. */
  for (size_t i = 0U; i < count; i++) {
    text[i] = ((uint8_t)bytes[i] < (uint8_t)' ') ? ' ' : bytes[i];
  }
  text[count] = '\0';
  return tvm_crt_graph_fail_named(error, reason, text);
}

int tvm_crt_graph_refuse(void) {
  return tvm_crt_invalid_argument(tvm_crt_graph_title);
}

int tvm_crt_graph_refuse_tensor(const char *name) {
  return tvm_crt_graph_fail_named(kTvmErrorFunctionCallInvalidArg,
                                  "type or size", name);
}

int tvm_crt_graph_end(int error) {
  if (error != 0) {
    TVM_CRT_LOG_ERROR("%s\n", TVMGetLastError());
  }
  return error;
}
