/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/platform.h>

#include "backend/failure.h"

int TVMByteArrayFree(TVMByteArray *arr) {
  static const DLDevice cpu = {kDLCPU, 0};
  if (arr == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  /* The bytes are in the same allocation, behind the structure. */
  return (int)TVMPlatformMemoryFree(arr, cpu);
}
