/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Parallel loops of generated code, on one thread. */

#include <tvm/runtime/c_backend_api.h>

#include "backend/failure.h"

static int refuse(const char *function) {
  return tvm_crt_refuse(kTvmErrorFunctionCallInvalidArg, function,
                        "invalid argument");
}

int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                             int num_task) {
  TVMParallelGroupEnv env;
  (void)num_task;
  if (flambda == NULL) {
    return refuse(__func__);
  }
  env.sync_handle = NULL;
  env.num_task = 1;
  return flambda(0, &env, cdata);
}

int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv) {
  /* A launch has one task, number 0. */
  if ((penv == NULL) || (penv->num_task != 1) || (task_id != 0)) {
    return refuse(__func__);
  }
  return 0;
}
