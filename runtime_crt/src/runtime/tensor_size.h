/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Sizes of tensors, whose extents may come from anywhere. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_TENSOR_SIZE_H_
#define RUNTIME_CRT_SRC_RUNTIME_TENSOR_SIZE_H_

#include <stdbool.h>

#include <tvm/runtime/c_runtime_api.h>

/* Multiplies *value by factor; false when the product does not fit. */
bool tvm_crt_size_multiply(size_t *value, uint64_t factor);

/* The number of elements; false when ndim or an extent is out of range, or when
 * the number does not fit. */
bool tvm_crt_tensor_elements(int32_t ndim, const int64_t *shape,
                             size_t *elements);

/* Bytes of an element, 0 when the type has no bits or no lanes. */
size_t tvm_crt_dtype_bytes(DLDataType dtype);

/* Bytes of all elements, each of them in whole bytes; false when shape or type
 * are not valid or the size is larger than any object, PTRDIFF_MAX. */
bool tvm_crt_tensor_bytes(const DLTensor *tensor, size_t *nbytes);

/* Whether the elements lie one behind the other, in row-major order. */
bool tvm_crt_tensor_is_compact(const DLTensor *tensor);

/* Whether tensors have the same element type and as many bytes; the first,
 * which may be NULL, must lie in CPU memory without gaps. */
bool tvm_crt_tensor_is_like(const DLTensor *tensor, const DLTensor *wanted);

#endif /* RUNTIME_CRT_SRC_RUNTIME_TENSOR_SIZE_H_ */
