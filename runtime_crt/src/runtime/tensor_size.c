/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "runtime/tensor_size.h"

#include "config_tensors.h"
#include "runtime/cpu_device.h"

bool tvm_crt_size_multiply(size_t *value, uint64_t factor) {
  if ((*value != 0U) && (factor > (uint64_t)(SIZE_MAX / *value))) {
    return false;
  }
  *value *= (size_t)factor;
  return true;
}

bool tvm_crt_tensor_elements(int32_t ndim, const int64_t *shape,
                             size_t *elements) {
  if ((ndim < 0) || (ndim > TVM_CRT_MAX_NDIM) ||
      ((ndim > 0) && (shape == NULL))) {
    return false;
  }
  *elements = 1U;
  for (int32_t i = 0; i < ndim; i++) {
    if ((shape[i] < 0) ||
        !tvm_crt_size_multiply(elements, (uint64_t)shape[i])) {
      return false;
    }
  }
  return true;
}

size_t tvm_crt_dtype_bytes(DLDataType dtype) {
  return (((size_t)dtype.bits * dtype.lanes) + 7U) / 8U;
}

bool tvm_crt_tensor_bytes(const DLTensor *tensor, size_t *nbytes) {
  const size_t element = tvm_crt_dtype_bytes(tensor->dtype);
  return (element != 0U) &&
         tvm_crt_tensor_elements(tensor->ndim, tensor->shape, nbytes) &&
         tvm_crt_size_multiply(nbytes, element) &&
         (*nbytes <= (size_t)PTRDIFF_MAX);
}

bool tvm_crt_tensor_is_compact(const DLTensor *tensor) {
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
    if (!tvm_crt_size_multiply(&expected, (uint64_t)tensor->shape[i])) {
      return false;
    }
  }
  return true;
}

void tvm_crt_normalise_lanes(DLTensor *tensor) {
  if (tensor->dtype.lanes == 0U) {
    tensor->dtype.lanes = 1U;
  }
}

bool tvm_crt_tensor_fits(const DLTensor *tensor, const DLTensor *wanted,
                         size_t *nbytes) {
  DLTensor form;
  size_t wanted_bytes;
  if (tensor == NULL) {
    return false;
  }
  form = *tensor;
  tvm_crt_normalise_lanes(&form);
  return tvm_crt_is_cpu(form.device) &&
         (form.dtype.bits == wanted->dtype.bits) &&
         (form.dtype.lanes == wanted->dtype.lanes) &&
         tvm_crt_tensor_bytes(&form, nbytes) &&
         tvm_crt_tensor_bytes(wanted, &wanted_bytes) &&
         (*nbytes == wanted_bytes) && ((form.data != NULL) || (*nbytes == 0U));
}
