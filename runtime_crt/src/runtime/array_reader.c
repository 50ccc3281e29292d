/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* An array in a params file:
 *
 *   u64  magic                   kTVMNDArrayMagic
 *   u64  reserved                not looked at
 *   i32  device type             1, the CPU
 *   i32  device number           not looked at
 *   i32  ndim
 *   u8   type, u8 bits, u16 lanes
 *   i64  extents[ndim]
 *   i64  bytes of the elements   extents multiplied, times (bits + 7) / 8
 *   the elements
 */

#include "runtime/array_reader.h"

#include <tvm/runtime/crt/internal/common/ndarray.h>

#include "runtime/tensor_size.h"

const uint8_t *take_bytes(byte_reader_t *reader, uint64_t nbytes) {
  const uint8_t *bytes = reader->next;
  if (nbytes > (uint64_t)reader->left) {
    return NULL;
  }
  reader->next = &bytes[(size_t)nbytes];
  reader->left -= (size_t)nbytes;
  return bytes;
}

bool read_number(byte_reader_t *reader, size_t nbytes, uint64_t *value) {
  const uint8_t *bytes = take_bytes(reader, nbytes);
  uint64_t number = 0U;
  if (bytes == NULL) {
    return false;
  }
  for (size_t i = nbytes; i > 0U; i--) {
    number = (number << 8) | bytes[i - 1U];
  }
  *value = number;
  return true;
}

/* Everything before the extents. */
static bool read_head(byte_reader_t *reader, DLTensor *tensor) {
  uint64_t magic;
  uint64_t reserved;
  uint64_t device_type;
  uint64_t device_id;
  uint64_t ndim;
  uint64_t dtype;
  if (!read_number(reader, 8U, &magic) || !read_number(reader, 8U, &reserved) ||
      !read_number(reader, 4U, &device_type) ||
      !read_number(reader, 4U, &device_id) || !read_number(reader, 4U, &ndim) ||
      !read_number(reader, 4U, &dtype) || (magic != kTVMNDArrayMagic) ||
      (device_type != (uint64_t)kDLCPU) ||
      (ndim > (uint64_t)TVM_CRT_MAX_NDIM)) {
    return false;
  }
  tensor->data = NULL;
  tensor->device.device_type = kDLCPU;
  tensor->device.device_id = 0;
  tensor->ndim = (int32_t)ndim;
  tensor->dtype.code = (uint8_t)dtype;
  tensor->dtype.bits = (uint8_t)(dtype >> 8);
  tensor->dtype.lanes = (uint16_t)(dtype >> 16);
  tensor->strides = NULL;
  tensor->byte_offset = 0U;
  /* Writers leave the lanes out of the size; none writes vectors. */
  return tensor->dtype.lanes == 1U;
}

bool read_array(byte_reader_t *reader, file_array_t *array) {
  uint64_t number;
  if (!read_head(reader, &array->tensor)) {
    return false;
  }
  array->tensor.shape = array->shape;
  for (int32_t i = 0; i < array->tensor.ndim; i++) {
    if (!read_number(reader, 8U, &number) || (number > (uint64_t)INT64_MAX)) {
      return false;
    }
    array->shape[i] = (int64_t)number;
  }
  if (!read_number(reader, 8U, &number) ||
      !tensor_bytes(&array->tensor, &array->nbytes) ||
      (number != (uint64_t)array->nbytes)) {
    return false;
  }
  array->data = take_bytes(reader, number);
  return array->data != NULL;
}

/* Whether numbers of this target begin with their highest byte. */
static bool is_big_endian(void) {
  const uint16_t number = 1U;
  return *(const uint8_t *)&number == 0U;
}

void copy_elements(const file_array_t *array, void *out) {
  uint8_t *to = out;
  size_t last = 0U;
  if (is_big_endian()) {
    /* A complex number is two, each of half the size. Positions of bytes in a
     * number of 2^n bytes are turned round by exclusive or with 2^n - 1; other
     * sizes than these are no numbers. */
    size_t bytes = dtype_bytes(array->tensor.dtype);
    if (array->tensor.dtype.code == (uint8_t)kDLComplex) {
      bytes /= 2U;
    }
    if ((bytes == 2U) || (bytes == 4U) || (bytes == 8U)) {
      last = bytes - 1U;
    }
  }
  for (size_t i = 0U; i < array->nbytes; i++) {
    to[i] = array->data[i ^ last];
  }
}
