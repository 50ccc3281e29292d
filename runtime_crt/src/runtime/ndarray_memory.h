/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory of arrays. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_NDARRAY_MEMORY_H_
#define RUNTIME_CRT_SRC_RUNTIME_NDARRAY_MEMORY_H_

#include <stdbool.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

/* One block of the platform: head bytes, a multiple of 8, for the caller, then
 * the extents, and then, if wanted, room for the elements. Sets *tensor to a
 * compact tensor of the form's shape, type and device; its shape lies behind
 * the head, and its data is the form's where there is no room for elements.
 * Results as in ndarray.h. */
int tvm_crt_ndarray_allocate(const DLTensor *form, size_t head,
                             bool has_elements,
                             DLTensor *tensor) TVM_CRT_MUST_CHECK;

#endif /* RUNTIME_CRT_SRC_RUNTIME_NDARRAY_MEMORY_H_ */
