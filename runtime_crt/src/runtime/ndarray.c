/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/internal/common/ndarray.h>

#include <tvm/runtime/crt/platform.h>

#include "backend/failure.h"
#include "runtime/array_reader.h"
#include "runtime/ndarray_memory.h"
#include "runtime/tensor_size.h"

static int refuse(tvm_crt_error_t error, const char *reason) {
  return tvm_crt_fail(error, "TVMNDArray", reason);
}

static int refuse_argument(void) {
  return refuse(kTvmErrorFunctionCallInvalidArg, "invalid argument");
}

int ndarray_allocate(const DLTensor *form, size_t head, bool has_elements,
                     void **block, DLTensor *tensor) {
  const size_t alignment = TVM_CRT_TENSOR_ALIGNMENT_BYTES;
  uint8_t *memory = NULL;
  size_t elements = 0U;
  size_t extents;
  size_t offset;
  tvm_crt_error_t error;
  if (!tensor_bytes(form, &elements)) {
    return refuse_argument();
  }
  /* Room for one extent at least: the block must have an address. */
  extents = (form->ndim > 0) ? (size_t)form->ndim : 1U;
  extents *= sizeof(form->shape[0]);
  offset = head + extents;
  if (!has_elements) {
    elements = 0U;
  } else {
    /* Wherever the platform's block begins, the elements are aligned. */
    offset += alignment - 1U;
  }
  if (elements > (SIZE_MAX - offset)) {
    return refuse_argument();
  }
  error = TVMPlatformMemoryAllocate(offset + elements, form->device, block);
  if (error != kTvmErrorNoError) {
    return refuse(error, "out of memory");
  }
  memory = *block;
  *tensor = *form;
  tensor->strides = NULL;
  tensor->byte_offset = 0U;
  tensor->shape = (int64_t *)(void *)&memory[head];
  for (int32_t i = 0; i < form->ndim; i++) {
    tensor->shape[i] = form->shape[i];
  }
  if (has_elements) {
    offset = head + extents;
    offset += (size_t)(0U - ((uintptr_t)memory + offset)) & (alignment - 1U);
    tensor->data = &memory[offset];
  }
  return kTvmErrorNoError;
}

/* A tensor of somebody's elements; the shape is only read. */
static DLTensor form_of(void *data, int32_t ndim, const tvm_index_t *shape,
                        DLDataType dtype, DLDevice dev) {
  DLTensor form;
  form.data = data;
  form.device = dev;
  form.ndim = ndim;
  form.dtype = dtype;
  form.shape = (int64_t *)(uintptr_t)shape;
  form.strides = NULL;
  form.byte_offset = 0U;
  return form;
}

static int create(const DLTensor *form, bool has_elements, TVMNDArray *array) {
  void *block = NULL;
  int error;
  if (array == NULL) {
    return refuse_argument();
  }
  error = ndarray_allocate(form, 0U, has_elements, &block, &array->dl_tensor);
  if (error == 0) {
    array->reference_count = 0U;
  }
  return error;
}

int TVMNDArray_Create(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                      DLDevice dev, TVMNDArray *array) {
  const DLTensor form = form_of(NULL, ndim, shape, dtype, dev);
  return create(&form, false, array);
}

int TVMNDArray_Empty(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                     DLDevice dev, TVMNDArray *array) {
  const DLTensor form = form_of(NULL, ndim, shape, dtype, dev);
  return create(&form, true, array);
}

int TVMNDArray_CreateOver(void *data, size_t nbytes, int32_t ndim,
                          const tvm_index_t *shape, DLDataType dtype,
                          DLDevice dev, TVMNDArray *array) {
  const DLTensor form = form_of(data, ndim, shape, dtype, dev);
  size_t wanted;
  if (!tensor_bytes(&form, &wanted) || ((data == NULL) && (wanted != 0U))) {
    return refuse_argument();
  }
  if (wanted > nbytes) {
    return refuse(kTvmErrorBufferTooSmall, "larger than its memory");
  }
  return create(&form, false, array);
}

int TVMNDArray_CreateView(const TVMNDArray *arr, const tvm_index_t *shape,
                          int32_t ndim, DLDataType dtype,
                          TVMNDArray *array_view) {
  const DLTensor *tensor;
  uint8_t *data;
  size_t nbytes;
  if ((arr == NULL) || !tensor_bytes(&arr->dl_tensor, &nbytes) ||
      !tensor_is_compact(&arr->dl_tensor)) {
    return refuse_argument();
  }
  tensor = &arr->dl_tensor;
  data = tensor->data;
  if (data != NULL) {
    data = &data[(size_t)tensor->byte_offset];
  }
  return TVMNDArray_CreateOver(data, nbytes, ndim, shape, dtype, tensor->device,
                               array_view);
}

int TVMNDArray_LoadBounded(TVMNDArray *ret, const char **strm, size_t nbytes) {
  byte_reader_t reader;
  file_array_t array;
  int error;
  if ((ret == NULL) || (strm == NULL) || (*strm == NULL)) {
    return refuse_argument();
  }
  reader.next = (const uint8_t *)*strm;
  reader.left = nbytes;
  if (!read_array(&reader, &array)) {
    return refuse(kTvmErrorParamCorrupt, "the bytes are no array");
  }
  error = create(&array.tensor, true, ret);
  if (error == 0) {
    copy_elements(&array, ret->dl_tensor.data);
    *strm = (const char *)reader.next;
  }
  return error;
}

int TVMNDArray_Load(TVMNDArray *ret, const char **strm) {
  size_t to_the_end_of_memory = 0U;
  if (strm != NULL) {
    to_the_end_of_memory = SIZE_MAX - (size_t)(uintptr_t)*strm;
  }
  return TVMNDArray_LoadBounded(ret, strm, to_the_end_of_memory);
}

int64_t TVMNDArray_DataSizeBytes(const TVMNDArray *array) {
  size_t nbytes;
  if ((array == NULL) || !tensor_bytes(&array->dl_tensor, &nbytes)) {
    return -1;
  }
  return (int64_t)nbytes;
}

void TVMNDArray_IncrementReference(TVMNDArray *arr) { arr->reference_count++; }

uint32_t TVMNDArray_DecrementReference(TVMNDArray *arr) {
  if (arr->reference_count > 0U) {
    arr->reference_count--;
  }
  return arr->reference_count;
}

int TVMNDArray_Release(TVMNDArray *arr) {
  tvm_crt_error_t error;
  if ((arr == NULL) || (arr->dl_tensor.shape == NULL)) {
    return refuse_argument();
  }
  error = TVMPlatformMemoryFree(arr->dl_tensor.shape, arr->dl_tensor.device);
  if (error != kTvmErrorNoError) {
    return refuse(error, "the platform refused a release");
  }
  arr->dl_tensor.shape = NULL;
  arr->dl_tensor.data = NULL;
  return kTvmErrorNoError;
}
