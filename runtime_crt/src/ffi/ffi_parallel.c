/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <stddef.h>

#include "ffi/ffi_operators.h"

int32_t TVMBackendParallelLaunch(tvm_crt_ffi_task_t *task, void *data,
                                 int32_t num_task) {
  TVMParallelGroupEnv tasks;
  (void)num_task;
  tasks.sync_handle = NULL;
  tasks.num_task = 1;
  return task(0, &tasks, data);
}
