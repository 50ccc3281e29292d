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
  const size_t size = (size_t)nbytes;
  void *memory = NULL;
  (void)dtype_code_hint;
  (void)dtype_bits_hint;
  if ((size == 0U) || ((uint64_t)size != nbytes)) {
    TVMAPISetLastError("workspace: size is 0 or larger than the address space");
  } else if (TVMPlatformMemoryAllocate(size, device_of(device_type, device_id),
                                       &memory) != kTvmErrorNoError) {
    TVMAPISetLastError("workspace: out of memory");
    memory = NULL;
  } else {
    /* The memory is there. */
  }
  return memory;
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  tvm_crt_error_t error = kTvmErrorFunctionCallInvalidArg;
  if (ptr != NULL) {
    error = TVMPlatformMemoryFree(ptr, device_of(device_type, device_id));
  }
  if (error != kTvmErrorNoError) {
    TVMAPISetLastError("workspace: release of NULL, or the platform refused");
  }
  return (int)error;
}
