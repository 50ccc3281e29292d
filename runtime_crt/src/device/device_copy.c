/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Copies between devices, and between devices and the CPU. */

#include "device/device_state.h"
#include "runtime/copy.h"
#include "runtime/cpu_device.h"
#include "runtime/tensor_size.h"

/* Bytes on the stack between two devices that the CPU cannot read. */
#define PIECE_BYTES 64U

/* The functions of a device whose memory only they reach; NULL for memory that
 * the CPU reads and writes. */
static const tvm_device_ops_t *own_functions(tvm_device_t *device) {
  int32_t error;
  const tvm_device_base_t *base = tvm_crt_device_bound(device, &error);
  const tvm_device_ops_t *ops = (base != NULL) ? base->ops : NULL;
  return ((ops != NULL) && (ops->copy_to != NULL)) ? ops : NULL;
}

/* Addresses of devices are numbers to the CPU. */
static void *address_behind(const void *start, size_t num_bytes) {
  return (void *)((uintptr_t)start + num_bytes);
}

/* Whether addresses go on for so many bytes. */
static bool has_room(const void *start, uint64_t num_bytes) {
  const uint64_t address = (uint64_t)(uintptr_t)start;
  return num_bytes <= (UINTPTR_MAX - address);
}

static int32_t check_ranges(const tvm_device_source_t *from,
                            const tvm_device_target_t *to) {
  const size_t num_bytes = from->num_bytes;
  const tvm_device_ops_t *own_from = own_functions(from->device);
  const tvm_device_ops_t *own_to = own_functions(to->device);
  if ((num_bytes > to->num_bytes) || !has_room(from->data, num_bytes) ||
      !has_room(to->data, num_bytes)) {
    return (int32_t)kTvmErrorDeviceCopySize;
  }
  if ((num_bytes > 0U) && (((own_from == NULL) && (from->data == NULL)) ||
                           ((own_to == NULL) && (to->data == NULL)))) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  /* All memory that the CPU sees has the same addresses; any other device has
   * its own. */
  if (((own_from == NULL) && (own_to == NULL)) ||
      ((own_from != NULL) && (from->device == to->device))) {
    const uintptr_t first = (uintptr_t)from->data;
    const uintptr_t second = (uintptr_t)to->data;
    if ((first < (second + num_bytes)) && (second < (first + num_bytes))) {
      return (int32_t)kTvmErrorDeviceCopyOverlap;
    }
  }
  return 0;
}

/* Between memories that only their devices' functions reach. */
static int32_t copy_in_pieces(const tvm_device_source_t *from,
                              const tvm_device_ops_t *own_from,
                              const tvm_device_target_t *to,
                              const tvm_device_ops_t *own_to) {
  uint64_t piece[PIECE_BYTES / sizeof(uint64_t)];
  int32_t error = 0;
  size_t done = 0U;
  while ((done < from->num_bytes) && (error == 0)) {
    const size_t left = from->num_bytes - done;
    const size_t num_bytes = (left < PIECE_BYTES) ? left : PIECE_BYTES;
    error = own_from->copy_from(from->device, piece,
                                address_behind(from->data, done), num_bytes);
    if (error == 0) {
      error = own_to->copy_to(to->device, address_behind(to->data, done), piece,
                              num_bytes);
    }
    done += num_bytes;
  }
  return error;
}

static int32_t copy(const tvm_device_source_t *from,
                    const tvm_device_target_t *to) {
  const tvm_device_ops_t *own_from = own_functions(from->device);
  const tvm_device_ops_t *own_to = own_functions(to->device);
  const size_t num_bytes = from->num_bytes;
  int32_t error = check_ranges(from, to);
  if ((error != 0) || (num_bytes == 0U)) {
    return error;
  }
  if ((own_from != NULL) && (own_to != NULL)) {
    error = copy_in_pieces(from, own_from, to, own_to);
  } else if (own_to != NULL) {
    error = own_to->copy_to(to->device, to->data, from->data, num_bytes);
  } else if (own_from != NULL) {
    error = own_from->copy_from(from->device, to->data, from->data, num_bytes);
  } else {
    tvm_crt_copy(to->data, from->data, num_bytes);
  }
  return error;
}

int32_t TVMDeviceCopyBytes(const tvm_device_source_t *from,
                           const tvm_device_target_t *to) {
  int32_t error = 0;
  if ((from == NULL) || (to == NULL)) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  if (from->device != NULL) {
    error = tvm_crt_device_enter(from->device);
  }
  if (error != 0) {
    return error;
  }
  if (to->device != NULL) {
    error = tvm_crt_device_enter(to->device);
  }
  if (error == 0) {
    error = copy(from, to);
    if (to->device != NULL) {
      tvm_crt_device_leave(to->device);
    }
  }
  if (from->device != NULL) {
    tvm_crt_device_leave(from->device);
  }
  return error;
}

/* Where the elements of a tensor begin, and their bytes. */
static int32_t elements_of(const DLTensor *tensor, tvm_device_t *device,
                           void **data, size_t *num_bytes) {
  DLTensor form;
  if (tensor == NULL) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  form = *tensor;
  tvm_crt_normalise_lanes(&form);
  if (((device == NULL) && !tvm_crt_is_cpu(form.device)) ||
      !tvm_crt_tensor_bytes(&form, num_bytes) ||
      !tvm_crt_tensor_is_compact(&form)) {
    return (int32_t)kTvmErrorDeviceCopyLayout;
  }
  if ((form.data == NULL) && (*num_bytes > 0U) &&
      (own_functions(device) == NULL)) {
    return (int32_t)kTvmErrorFunctionCallInvalidArg;
  }
  if (!has_room(form.data, form.byte_offset)) {
    return (int32_t)kTvmErrorDeviceCopySize;
  }
  *data = address_behind(form.data, (size_t)form.byte_offset);
  return 0;
}

int32_t TVMDeviceCopyTensor(const DLTensor *from, tvm_device_t *from_device,
                            DLTensor *to, tvm_device_t *to_device) {
  tvm_device_source_t source;
  tvm_device_target_t target;
  void *data = NULL;
  int32_t error = elements_of(from, from_device, &data, &source.num_bytes);
  source.device = from_device;
  source.data = data;
  target.device = to_device;
  if (error == 0) {
    error = elements_of(to, to_device, &target.data, &target.num_bytes);
  }
  if ((error == 0) && (source.num_bytes != target.num_bytes)) {
    error = (int32_t)kTvmErrorDeviceCopySize;
  }
  return (error == 0) ? TVMDeviceCopyBytes(&source, &target) : error;
}
