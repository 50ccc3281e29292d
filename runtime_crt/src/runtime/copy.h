/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The one place where bytes of tensors are copied. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_COPY_H_
#define RUNTIME_CRT_SRC_RUNTIME_COPY_H_

#include <stddef.h>

/* Copies bytes to memory that does not overlap with theirs, or is the same. No
 * bytes may have NULL for an address. */
void tvm_crt_copy(void *to, const void *from, size_t nbytes);

#endif /* RUNTIME_CRT_SRC_RUNTIME_COPY_H_ */
