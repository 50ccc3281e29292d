/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to this part: the stack of workspaces. */

#ifndef RUNTIME_CRT_SRC_FFI_FFI_WORKSPACE_H_
#define RUNTIME_CRT_SRC_FFI_FFI_WORKSPACE_H_

#include <stddef.h>
#include <stdint.h>

#define TVM_CRT_FFI_ALIGNMENT ((size_t)64U)

/* Numbers of bytes, counted from the start, which is a multiple of
 * TVM_CRT_FFI_ALIGNMENT. */
typedef struct {
  uint8_t *start; /* NULL: nobody has chosen a memory. */
  size_t bytes;
  size_t used;
  size_t last; /* Where the last block begins; used: not known. */
  size_t peak; /* Of used, in all memories. */
} tvm_crt_ffi_stack_t;

extern tvm_crt_ffi_stack_t tvm_crt_ffi_stack;

/* Begins an empty stack in this memory. */
void tvm_crt_ffi_use_memory(void *memory, size_t bytes);

#endif /* RUNTIME_CRT_SRC_FFI_FFI_WORKSPACE_H_ */
