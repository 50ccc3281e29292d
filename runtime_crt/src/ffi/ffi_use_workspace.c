/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/ffi.h>

#include "ffi/ffi_workspace.h"

void TVMFfiUseWorkspace(void *memory, size_t bytes) {
  if (memory != NULL) {
    tvm_crt_ffi_use_memory(memory, bytes);
  } else {
    tvm_crt_ffi_use_memory(TVMFfiOwnWorkspace.memory, TVMFfiOwnWorkspace.bytes);
  }
}
