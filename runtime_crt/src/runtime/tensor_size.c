/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/tensor_size.h"

#include "config_checks.h"

bool size_multiply(size_t *value, uint64_t factor) {
  const size_t narrow = (size_t)factor;
  if (((uint64_t)narrow != factor) ||
      ((narrow != 0U) && (*value > (SIZE_MAX / narrow)))) {
    return false;
  }
  *value *= narrow;
  return true;
}

bool tensor_elements(int32_t ndim, const int64_t *shape, size_t *elements) {
  bool fits = true;
  bool is_empty = false;
  size_t count = 1U;
  if ((ndim < 0) || (ndim > TVM_CRT_MAX_NDIM) ||
      ((ndim > 0) && (shape == NULL))) {
    return false;
  }
  for (int32_t i = 0; i < ndim; i++) {
    if (shape[i] < 0) {
      return false;
    }
    if (shape[i] == 0) {
      is_empty = true;
    }
    fits = fits && size_multiply(&count, (uint64_t)shape[i]);
  }
  /* Without elements the other extents do not matter. */
  *elements = is_empty ? 0U : count;
  return fits || is_empty;
}

size_t dtype_bytes(DLDataType dtype) {
  return (((size_t)dtype.bits * dtype.lanes) + 7U) / 8U;
}

bool tensor_bytes(const DLTensor *tensor, size_t *nbytes) {
  const size_t element = dtype_bytes(tensor->dtype);
  return (element != 0U) &&
         tensor_elements(tensor->ndim, tensor->shape, nbytes) &&
         size_multiply(nbytes, element) && (*nbytes <= (size_t)PTRDIFF_MAX);
}

bool tensor_is_compact(const DLTensor *tensor) {
  size_t expected = 1U;
  if (tensor->strides == NULL) {
    return true;
  }
  for (int32_t i = tensor->ndim - 1; i >= 0; i--) {
    if ((tensor->shape[i] != 1) &&
        ((tensor->strides[i] < 0) ||
         ((uint64_t)tensor->strides[i] != (uint64_t)expected))) {
      return false;
    }
    if (!size_multiply(&expected, (uint64_t)tensor->shape[i])) {
      return false;
    }
  }
  return true;
}
