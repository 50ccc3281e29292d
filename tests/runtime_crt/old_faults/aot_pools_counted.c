/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the AOT executor of v0.12 and later counts workspace pools among the
 * arguments of <model>_run, passes them, and never made them.
 *
 * Wraps: TVMAotExecutor_Create. Program: crt_test. Fails:
 * AotExecutor.TheEntryOfV0_12BringsItsPools.
 * Also: AotExecutor.*, AotModule.*, AotParams.*. */

#include <tvm/runtime/crt/aot_executor.h>

int __real_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name);
int __wrap_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name);

int __wrap_TVMAotExecutor_Create(TVMModuleHandle module, const DLDevice device,
                                 TVMAotExecutor **executor, const char *name) {
  const int error =
      __real_TVMAotExecutor_Create(module, device, executor, name);
  if (error == 0 &&
      (*executor)->num_args == (*executor)->metadata->num_inputs +
                                   (*executor)->metadata->num_outputs)
    (*executor)->num_args += (*executor)->metadata->num_workspace_pools;
  return error;
}
