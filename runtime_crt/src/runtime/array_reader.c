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
 *
 * Extents and sizes are below 2^32 here. */

#include "runtime/array_reader.h"

#include <tvm/runtime/crt/internal/common/ndarray.h>

#include "runtime/copy.h"
#include "runtime/tensor_size.h"

void tvm_crt_read_bytes(byte_reader_t *reader, const void *bytes,
                        size_t nbytes) {
  reader->next = bytes;
  reader->left = nbytes;
  reader->failed = false;
}

const uint8_t *tvm_crt_take_bytes(byte_reader_t *reader, size_t nbytes) {
  const uint8_t *bytes = reader->next;
  if (nbytes > reader->left) {
    reader->failed = true;
    reader->left = 0U;
  } else {
    reader->next = &bytes[nbytes];
    reader->left -= nbytes;
  }
  return bytes;
}

uint32_t tvm_crt_read_word(byte_reader_t *reader) {
  const uint8_t *bytes = tvm_crt_take_bytes(reader, 4U);
  uint32_t word = 0U;
  for (size_t i = 4U; (i > 0U) && !reader->failed; i--) {
    word = (word << 8) | bytes[i - 1U];
  }
  return word;
}

void tvm_crt_expect_word(byte_reader_t *reader, uint32_t word) {
  if (tvm_crt_read_word(reader) != word) {
    reader->failed = true;
  }
}

uint32_t tvm_crt_read_long(byte_reader_t *reader) {
  const uint32_t low = tvm_crt_read_word(reader);
  tvm_crt_expect_word(reader, 0U);
  return low;
}

void tvm_crt_read_mark(byte_reader_t *reader, uint64_t magic) {
  tvm_crt_expect_word(reader, (uint32_t)magic);
  tvm_crt_expect_word(reader, (uint32_t)(magic >> 32));
  (void)tvm_crt_take_bytes(reader, 8U);
}

void tvm_crt_read_array(byte_reader_t *reader, file_array_t *array) {
  DLTensor *tensor = &array->tensor;
  uint32_t type;
  tvm_crt_read_mark(reader, kTVMNDArrayMagic);
  tensor->data = NULL;
  tensor->device.device_type = (DLDeviceType)tvm_crt_read_word(reader);
  (void)tvm_crt_read_word(reader);
  tensor->device.device_id = 0;
  tensor->ndim = (int32_t)tvm_crt_read_word(reader);
  type = tvm_crt_read_word(reader);
  tensor->dtype.code = (uint8_t)type;
  tensor->dtype.bits = (uint8_t)(type >> 8);
  tensor->dtype.lanes = (uint16_t)(type >> 16);
  tensor->shape = array->shape;
  tensor->strides = NULL;
  tensor->byte_offset = 0U;
  for (int32_t i = 0; (i < tensor->ndim) && (i < TVM_CRT_MAX_NDIM); i++) {
    array->shape[i] = (int64_t)tvm_crt_read_long(reader);
  }
  /* Writers leave the lanes out of the size; none writes vectors. */
  if (reader->failed || (tensor->device.device_type != kDLCPU) ||
      (tensor->dtype.lanes != 1U) ||
      !tvm_crt_tensor_bytes(tensor, &array->nbytes) ||
      ((size_t)tvm_crt_read_long(reader) != array->nbytes)) {
    reader->failed = true;
  } else {
    array->data = tvm_crt_take_bytes(reader, array->nbytes);
    /* Only for those who look whether there are elements. */
    tensor->data = (void *)(uintptr_t)array->data;
  }
}

bool tvm_crt_array_is_like(const file_array_t *array, const DLTensor *tensor) {
  size_t nbytes;
  return (array->tensor.dtype.code == tensor->dtype.code) &&
         tvm_crt_tensor_fits(&array->tensor, tensor, &nbytes);
}

/* Whether numbers of this target begin with their highest byte. */
static bool is_big_endian(void) {
  const uint16_t number = 1U;
  return *(const uint8_t *)&number == 0U;
}

/* Where the byte of a file's element stands in this target's: the position by
 * exclusive or with the result. 0 where both have one order. */
static size_t byte_swap(DLDataType type) {
  size_t bytes = tvm_crt_dtype_bytes(type);
  size_t swap = 0U;
  /* A complex number is two, each of half the size. */
  if (type.code == (uint8_t)kDLComplex) {
    bytes /= 2U;
  }
  /* Positions of bytes in a number of 2^n bytes are turned round by exclusive
   * or with 2^n - 1; other sizes than these are no numbers. */
  if (is_big_endian() && ((bytes == 2U) || (bytes == 4U) || (bytes == 8U))) {
    swap = bytes - 1U;
  }
  return swap;
}

void tvm_crt_copy_elements(const file_array_t *array, void *out) {
  const size_t swap = byte_swap(array->tensor.dtype);
  uint8_t *to = out;
  if (swap == 0U) {
    tvm_crt_copy(out, array->data, array->nbytes);
    return;
  }
  for (size_t i = 0U; i < array->nbytes; i++) {
    to[i] = array->data[i ^ swap];
  }
}

bool tvm_crt_same_elements(const file_array_t *array, const void *elements) {
  const size_t swap = byte_swap(array->tensor.dtype);
  const uint8_t *bytes = elements;
  size_t same = 0U;
  while ((same < array->nbytes) && (bytes[same] == array->data[same ^ swap])) {
    same++;
  }
  return same == array->nbytes;
}
