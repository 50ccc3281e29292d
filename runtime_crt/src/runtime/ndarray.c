/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/internal/common/ndarray.h>

#include <tvm/runtime/crt/platform.h>

#include "backend/failure.h"
#include "runtime/array_reader.h"
#include "runtime/cpu_device.h"
#include "runtime/ndarray_memory.h"
#include "runtime/tensor_size.h"

/* What the texts of errors begin with. */
static const char title[] = "TVMNDArray";

static int refuse(void) { return tvm_crt_invalid_argument(title); }

int tvm_crt_ndarray_allocate(const DLTensor *form, size_t head,
                             bool has_elements, DLTensor *tensor) {
  const size_t alignment = TVM_CRT_TENSOR_ALIGNMENT_BYTES;
  void *block = NULL;
  uint8_t *memory;
  size_t elements = 0U;
  size_t extents;
  size_t nbytes;
  tvm_crt_error_t error;
  if (!tvm_crt_tensor_bytes(form, &elements)) {
    return refuse();
  }
  extents = head + ((size_t)form->ndim * sizeof(form->shape[0]));
  /* One byte at least: the block must have an address. */
  nbytes = extents + 1U;
  if (has_elements) {
    /* Wherever the platform's block begins, the elements are aligned. They are
     * no more than PTRDIFF_MAX, so the sum fits. */
    nbytes += alignment + elements;
  }
  error = TVMPlatformMemoryAllocate(nbytes, form->device, &block);
  if (error != kTvmErrorNoError) {
    return tvm_crt_fail(error, title, "no memory");
  }
  memory = block;
  *tensor = *form;
  tensor->strides = NULL;
  tensor->byte_offset = 0U;
  tensor->shape = (int64_t *)(void *)&memory[head];
  for (int32_t i = 0; i < form->ndim; i++) {
    tensor->shape[i] = form->shape[i];
  }
  if (has_elements) {
    extents += (size_t)(0U - ((uintptr_t)memory + extents)) & (alignment - 1U);
    tensor->data = &memory[extents];
  }
  return kTvmErrorNoError;
}

/* Such a tensor as an array. */
static int create(const DLTensor *form, bool has_elements, TVMNDArray *array) {
  int error;
  if (array == NULL) {
    return refuse();
  }
  error = tvm_crt_ndarray_allocate(form, 0U, has_elements, &array->dl_tensor);
  if (error == 0) {
    array->reference_count = 0U;
  }
  return error;
}

/* A form from arguments. The shape is only read. */
static inline void set_form(DLTensor *form, void *data, int32_t ndim,
                            const tvm_index_t *shape, DLDataType dtype,
                            DLDevice dev) {
  form->data = data;
  form->device = tvm_crt_plain_device(dev);
  form->ndim = ndim;
  form->dtype = dtype;
  form->shape = (int64_t *)(uintptr_t)shape;
}

int TVMNDArray_Create(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                      DLDevice dev, TVMNDArray *array) {
  DLTensor form;
  set_form(&form, NULL, ndim, shape, dtype, dev);
  return create(&form, false, array);
}

int TVMNDArray_Empty(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                     DLDevice dev, TVMNDArray *array) {
  DLTensor form;
  set_form(&form, NULL, ndim, shape, dtype, dev);
  return create(&form, true, array);
}

int TVMNDArray_CreateOver(void *data, size_t nbytes, int32_t ndim,
                          const tvm_index_t *shape, DLDataType dtype,
                          DLDevice dev, TVMNDArray *array) {
  DLTensor form;
  size_t wanted = 0U;
  set_form(&form, data, ndim, shape, dtype, dev);
  /* What is wrong with a form is told by create. */
  if (tvm_crt_tensor_bytes(&form, &wanted) &&
      (wanted > ((data != NULL) ? nbytes : 0U))) {
    return tvm_crt_fail(kTvmErrorBufferTooSmall, title, "type or size");
  }
  return create(&form, false, array);
}

int TVMNDArray_CreateView(const TVMNDArray *arr, const tvm_index_t *shape,
                          int32_t ndim, DLDataType dtype,
                          TVMNDArray *array_view) {
  const DLTensor *tensor;
  uint8_t *data;
  size_t nbytes;
  if ((arr == NULL) || !tvm_crt_tensor_bytes(&arr->dl_tensor, &nbytes) ||
      !tvm_crt_tensor_is_compact(&arr->dl_tensor)) {
    return refuse();
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
  if ((strm == NULL) || (*strm == NULL)) {
    return refuse();
  }
  tvm_crt_read_bytes(&reader, *strm, nbytes);
  tvm_crt_read_array(&reader, &array);
  if (reader.failed) {
    return tvm_crt_fail(kTvmErrorParamCorrupt, title, "params");
  }
  error = create(&array.tensor, true, ret);
  if (error == 0) {
    tvm_crt_copy_elements(&array, ret->dl_tensor.data);
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
  if ((array == NULL) || !tvm_crt_tensor_bytes(&array->dl_tensor, &nbytes)) {
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
    return refuse();
  }
  error = TVMPlatformMemoryFree(arr->dl_tensor.shape, arr->dl_tensor.device);
  if (error != kTvmErrorNoError) {
    return tvm_crt_fail(error, title, "release");
  }
  arr->dl_tensor.shape = NULL;
  arr->dl_tensor.data = NULL;
  return kTvmErrorNoError;
}
