/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Tensors and memory for whoever holds no TVMNDArray. There is one device, the
 * CPU; which memory it has is the platform's. */

#include <tvm/runtime/crt/platform.h>

#include "backend/failure.h"
#include "runtime/copy.h"
#include "runtime/cpu_device.h"
#include "runtime/ndarray_memory.h"
#include "runtime/tensor_size.h"

int TVMArrayAlloc(const tvm_index_t *shape, int ndim, int dtype_code,
                  int dtype_bits, int dtype_lanes, int device_type,
                  int device_id, TVMArrayHandle *out) {
  DLTensor form;
  DLTensor made;
  int error;
  if ((out == NULL) || (dtype_code < 0) || (dtype_code > 0xff) ||
      (dtype_bits < 0) || (dtype_bits > 0xff) || (dtype_lanes < 0) ||
      (dtype_lanes > 0xffff)) {
    return tvm_crt_invalid_argument(__func__);
  }
  form.data = NULL;
  form.device.device_type = (DLDeviceType)device_type;
  form.device.device_id = (int32_t)device_id;
  form.ndim = (int32_t)ndim;
  form.dtype.code = (uint8_t)dtype_code;
  form.dtype.bits = (uint8_t)dtype_bits;
  form.dtype.lanes = (uint16_t)dtype_lanes;
  form.shape = (int64_t *)(uintptr_t)shape;
  form.strides = NULL;
  form.byte_offset = 0U;
  error = tvm_crt_ndarray_allocate(&form, sizeof(DLTensor), true, &made);
  if (error == 0) {
    /* The tensor itself stands at the head of the block. */
    *out = (DLTensor *)((uintptr_t)made.shape - sizeof(made));
    **out = made;
  }
  return error;
}

int TVMArrayFree(TVMArrayHandle handle) {
  if (handle == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  return TVMDeviceFreeDataSpace(handle->device, handle);
}

int TVMDeviceAllocDataSpace(DLDevice dev, size_t nbytes, size_t alignment,
                            DLDataType type_hint, void **out_data) {
  void *memory = NULL;
  tvm_crt_error_t error;
  (void)type_hint;
  if (out_data == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  error = TVMPlatformMemoryAllocate(nbytes, tvm_crt_plain_device(dev), &memory);
  if ((error == kTvmErrorNoError) && (alignment > 1U) &&
      (((uintptr_t)memory % alignment) != 0U)) {
    (void)TVMPlatformMemoryFree(memory, tvm_crt_plain_device(dev));
    error = kTvmErrorPlatformNoMemory;
  }
  if (error != kTvmErrorNoError) {
    return tvm_crt_fail(error, __func__, "no memory, or none so aligned");
  }
  *out_data = memory;
  return kTvmErrorNoError;
}

/* Whether a scope is that of all memory. */
static bool is_global(const char *mem_scope) {
  static const char global[] = "global";
  size_t length = 0U;
  if ((mem_scope == NULL) || (mem_scope[0] == '\0')) {
    return true;
  }
  while ((length < sizeof(global)) && (mem_scope[length] == global[length])) {
    if (global[length] == '\0') {
      return true;
    }
    length++;
  }
  return false;
}

int TVMDeviceAllocDataSpaceWithScope(DLDevice dev, int ndim,
                                     const int64_t *shape, DLDataType dtype,
                                     const char *mem_scope, void **out_data) {
  size_t nbytes;
  if (!is_global(mem_scope)) {
    return tvm_crt_fail(kTvmErrorFunctionCallNotImplemented, __func__,
                        "there is no other scope than global");
  }
  if ((tvm_crt_dtype_bytes(dtype) == 0U) ||
      !tvm_crt_tensor_elements((int32_t)ndim, shape, &nbytes) ||
      !tvm_crt_size_multiply(&nbytes, tvm_crt_dtype_bytes(dtype))) {
    return tvm_crt_invalid_argument(__func__);
  }
  return TVMDeviceAllocDataSpace(dev, nbytes, 1U, dtype, out_data);
}

int TVMDeviceFreeDataSpace(DLDevice dev, void *ptr) {
  const tvm_crt_error_t error =
      TVMPlatformMemoryFree(ptr, tvm_crt_plain_device(dev));
  if (error != kTvmErrorNoError) {
    (void)tvm_crt_fail(error, __func__, "the platform refused");
  }
  return (int)error;
}

/* Bytes of a tensor that can be copied as one; false for any other. */
static bool copyable_bytes(const DLTensor *tensor, size_t *nbytes) {
  return (tensor != NULL) && tvm_crt_is_cpu(tensor->device) &&
         tvm_crt_tensor_bytes(tensor, nbytes) &&
         tvm_crt_tensor_is_compact(tensor) &&
         ((tensor->data != NULL) || (*nbytes == 0U));
}

int TVMDeviceCopyDataFromTo(DLTensor *from, DLTensor *to,
                            TVMStreamHandle stream) {
  size_t nbytes;
  size_t room;
  (void)stream;
  if (!copyable_bytes(from, &nbytes) || !copyable_bytes(to, &room) ||
      (nbytes != room)) {
    return tvm_crt_invalid_argument(__func__);
  }
  if (nbytes > 0U) {
    const uint8_t *source = from->data;
    uint8_t *target = to->data;
    source = &source[(size_t)from->byte_offset];
    target = &target[(size_t)to->byte_offset];
    tvm_crt_copy(target, source, nbytes);
  }
  return kTvmErrorNoError;
}
