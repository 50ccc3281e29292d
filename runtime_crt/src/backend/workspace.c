/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory for the inside of operators. */

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/log.h>

#include "backend/failure.h"

static DLDevice device_of(int device_type, int device_id) {
  DLDevice device;
  device.device_type = (DLDeviceType)device_type;
  device.device_id = (int32_t)device_id;
  return device;
}

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes,
                               int dtype_code_hint, int dtype_bits_hint) {
  const size_t size = (size_t)nbytes;
  tvm_crt_error_t error = kTvmErrorPlatformNoMemory;
  void *memory = NULL;
  (void)dtype_code_hint;
  (void)dtype_bits_hint;
  if ((size != 0U) && ((uint64_t)size == nbytes)) {
    error = TVMPlatformMemoryAllocate(size, device_of(device_type, device_id),
                                      &memory);
  }
  if (error != kTvmErrorNoError) {
    (void)tvm_crt_refuse(error, __func__, "no such memory");
    if (nbytes != 0U) {
      /* Operators only return -1 then, and lose the reason. */
      TVM_CRT_LOG_ERROR(
          "%s: no memory for %lu bytes\n", __func__,
          (unsigned long)((nbytes < UINT32_MAX) ? nbytes : UINT32_MAX));
    }
    memory = NULL;
  }
  return memory;
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  tvm_crt_error_t error = kTvmErrorFunctionCallInvalidArg;
  if (ptr != NULL) {
    error = TVMPlatformMemoryFree(ptr, device_of(device_type, device_id));
  }
  if (error != kTvmErrorNoError) {
    (void)tvm_crt_refuse(error, __func__, "release refused");
  }
  return (int)error;
}
