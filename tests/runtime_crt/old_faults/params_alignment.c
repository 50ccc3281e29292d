/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: loading an array reads its numbers of eight bytes where they are, so
 * that a machine that wants them aligned stops (v0.7). Every machine here does.
 *
 * Wraps: TVMNDArray_Load. Program: crt_test. Fails:
 * NDArray.LoadReadsAtAnyAlignment.
 * Also: NDArray.Load*. */

#include <stdint.h>
#include <stdlib.h>

#include <tvm/runtime/crt/internal/common/ndarray.h>

int __real_TVMNDArray_Load(TVMNDArray *ret, const char **strm);
int __wrap_TVMNDArray_Load(TVMNDArray *ret, const char **strm);

int __wrap_TVMNDArray_Load(TVMNDArray *ret, const char **strm) {
  if (strm != NULL && (uintptr_t)*strm % sizeof(uint64_t) != 0)
    abort();
  return __real_TVMNDArray_Load(ret, strm);
}
