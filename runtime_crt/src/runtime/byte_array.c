/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/platform.h>

int TVMByteArrayFree(TVMByteArray *arr) {
  static const DLDevice cpu = {kDLCPU, 0};
  if (arr == NULL) {
    TVMAPISetLastError("byte array: release of NULL");
    return kTvmErrorFunctionCallInvalidArg;
  }
  /* The bytes are in the same allocation, behind the structure. */
  return (int)TVMPlatformMemoryFree(arr, cpu);
}
