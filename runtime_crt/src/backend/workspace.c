/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory for the inside of operators. */

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/platform.h>

static DLDevice device_of(int device_type, int device_id) {
  DLDevice device;
  device.device_type = (DLDeviceType)device_type;
  device.device_id = (int32_t)device_id;
  return device;
}

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes,
                               int dtype_code_hint, int dtype_bits_hint) {
  void *memory = NULL;
  (void)dtype_code_hint;
  (void)dtype_bits_hint;
  if (nbytes == 0 || nbytes > SIZE_MAX) {
    TVMAPISetLastError("workspace: size is 0 or larger than the address space");
    return NULL;
  }
  if (TVMPlatformMemoryAllocate((size_t)nbytes,
                                device_of(device_type, device_id),
                                &memory) != kTvmErrorNoError) {
    TVMAPISetLastError("workspace: out of memory");
    return NULL;
  }
  return memory;
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  tvm_crt_error_t error;
  if (ptr == NULL) {
    TVMAPISetLastError("workspace: release of NULL");
    return kTvmErrorFunctionCallInvalidArg;
  }
  error = TVMPlatformMemoryFree(ptr, device_of(device_type, device_id));
  if (error != kTvmErrorNoError)
    TVMAPISetLastError("workspace: the platform refused a release");
  return (int)error;
}
