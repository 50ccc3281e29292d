/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What all parts of the server share. */

#include "rpc/rpc_server.h"

#include "backend/failure.h"

rpc_server_t tvm_crt_rpc_server;

int tvm_crt_rpc_fail(const char *reason) {
  return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, "rpc", reason);
}
