/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/ffi.h>

#include "ffi/ffi_workspace.h"

size_t TVMFfiWorkspacePeak(void) { return tvm_crt_ffi_stack.peak; }

void TVMFfiResetWorkspacePeak(void) {
  tvm_crt_ffi_stack.peak = tvm_crt_ffi_stack.used;
}
