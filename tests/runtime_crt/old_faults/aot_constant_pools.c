/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the AOT executor of v0.9 to v0.11 ends the program when the model has
 * a pool of constants.
 *
 * Wraps: TVMAotExecutor_Create. Program: crt_test. Fails:
 * AotExecutor.TheMainFunctionOfV0_9GetsAllPools.
 * Also: AotExecutor.*, AotModule.*, AotParams.*. */

#include <stdlib.h>

#include <tvm/runtime/crt/aot_executor.h>

int __real_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name);
int __wrap_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name);

int __wrap_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name) {
  const int error =
      __real_TVMAotExecutor_Create(module, device, executor, name);
  if (error == 0 && (*executor)->metadata->num_constant_pools != 0)
    abort();
  return error;
}
