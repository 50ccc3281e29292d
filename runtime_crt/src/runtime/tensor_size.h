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

/* Lanes 0, which programs written for TVM leave, become 1. */
void tvm_crt_normalise_lanes(DLTensor *tensor);

/* Whether a program's tensor, which may be NULL, has as many elements in CPU
 * memory as another, each of as many bits and lanes; *nbytes receives their
 * bytes. Lanes of 0 count as 1. As with TVM, the type's code, the device's
 * number, strides and byte offset are not looked at: programs leave anything
 * there. */
bool tvm_crt_tensor_fits(const DLTensor *tensor, const DLTensor *wanted,
                         size_t *nbytes);

#endif /* RUNTIME_CRT_SRC_RUNTIME_TENSOR_SIZE_H_ */
