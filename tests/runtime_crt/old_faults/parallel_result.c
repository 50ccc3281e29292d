/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the result of a parallel loop's body is thrown away.
 *
 * Wraps: TVMBackendParallelLaunch. Program: crt_test. Fails:
 * Backend.ParallelLaunchRunsOneTaskAndReturnsItsResult.
 * Also: ErrorDetail.OfTheBackend. */

#include <tvm/runtime/c_backend_api.h>

int __real_TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                    int num_task);
int __wrap_TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                    int num_task);

int __wrap_TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                    int num_task) {
  (void)__real_TVMBackendParallelLaunch(flambda, cdata, num_task);
  return 0;
}
