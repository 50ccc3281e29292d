/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Parallel loops and one-time initialisers of generated code, on one thread. */

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/error_codes.h>

int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                             int num_task) {
  TVMParallelGroupEnv env;
  (void)num_task;
  if (flambda == NULL) {
    TVMAPISetLastError("parallel launch: the task is NULL");
    return kTvmErrorFunctionCallInvalidArg;
  }
  env.sync_handle = NULL;
  env.num_task = 1;
  return flambda(0, &env, cdata);
}

int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv) {
  if (penv == NULL || penv->num_task != 1 || task_id != 0) {
    TVMAPISetLastError("parallel barrier: not inside a launch of one task");
    return kTvmErrorFunctionCallInvalidArg;
  }
  return 0;
}

int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                      int nbytes) {
  int result;
  (void)nbytes;
  if (handle == NULL || f == NULL) {
    TVMAPISetLastError("run once: NULL argument");
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (*handle != NULL)
    return 0;
  /* Any address but NULL will do as the mark; set before the call, so that an
   * initialiser that comes back here does not start itself again. */
  *handle = handle;
  result = f(cdata);
  if (result != 0)
    *handle = NULL;
  return result;
}
