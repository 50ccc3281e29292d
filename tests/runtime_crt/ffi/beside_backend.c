// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators of tvm-ffi and of TVM's C runtime in one program: the part for
// tvm-ffi is linked in front, and its workspaces and loops do for both.

#include <string.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm_crt/ffi.h>

static int initialise(void *data) {
  *(int *)data = 42;
  return 0;
}

static int task(int number, TVMParallelGroupEnv *all, void *data) {
  *(int *)data += all->num_task;
  return TVMBackendParallelBarrier(number, all);
}

int main(void) {
  static void *once;
  int value = 0;
  if (TVMBackendRunOnce(&once, initialise, &value, 0) != 0 || value != 42)
    return 1;
  if (TVMBackendParallelLaunch(task, &value, 0) != 0 || value != 43)
    return 2;
  void *block =
      TVMBackendAllocWorkspace(kDLCPU, 0, TVM_FFI_WORKSPACE_BYTES, 2, 32);
  if (block == NULL || (uintptr_t)block % 64 != 0)
    return 3;
  if (TVMBackendAllocWorkspace(kDLCPU, 0, 100, 2, 32) != NULL ||
      strncmp(TVMFfiLastError(), "MemoryError: workspace of 100 bytes, ", 37))
    return 4;
  // The other part keeps a text of its own.
  TVMAPISetLastError("another");
  if (strcmp(TVMGetLastError(), "another") != 0)
    return 5;
  return TVMBackendFreeWorkspace(kDLCPU, 0, block) != 0 ||
         TVMFfiWorkspacePeak() < TVM_FFI_WORKSPACE_BYTES;
}
