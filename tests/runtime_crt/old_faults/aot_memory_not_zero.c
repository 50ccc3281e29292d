/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the AOT executor's memory is whatever the platform gave.
 *
 * Wraps: TVMAotExecutor_Create. Program: crt_test. Fails:
 * AotExecutor.MemoryIsZeroWhateverThePlatformGives.
 * Also: AotExecutor.TheMainFunctionOfV0_9GetsAllPools,
 * AotParams.MustFitTheInputs. */

#include <tvm/runtime/crt/aot_executor.h>

int __real_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name);
int __wrap_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name);

int __wrap_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name) {
  const int error =
      __real_TVMAotExecutor_Create(module, device, executor, name);
  if (error == 0)
    ((uint8_t *)(*executor)->args[0].dl_tensor.data)[0] = 0xa5;
  return error;
}
