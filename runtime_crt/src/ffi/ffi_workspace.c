/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory for the inside of operators: a stack without any bytes between blocks
 * but the gaps of alignment, so that a planned place has exactly the size of
 * what its operator asks for.
 *
 * So there is no room to remember where each block begins, only where the last
 * one does. A release in another order is found at once if the last block is
 * the one that was allocated last, or else when a block above is released: it
 * is not in use any more, or not the last. */

#include <stdbool.h>

#include <tvm_crt/ffi.h>

#include "ffi/ffi_operators.h"
#include "ffi/ffi_text.h"
#include "ffi/ffi_workspace.h"

tvm_crt_ffi_stack_t tvm_crt_ffi_stack;

/* Bytes up to the next multiple of the alignment. */
static size_t gap_behind(uintptr_t position) {
  return (size_t)(0U - position) & (TVM_CRT_FFI_ALIGNMENT - 1U);
}

void tvm_crt_ffi_use_memory(void *memory, size_t bytes) {
  tvm_crt_ffi_stack_t *stack = &tvm_crt_ffi_stack;
  const size_t gap = gap_behind((uintptr_t)memory);
  const size_t skipped = (gap < bytes) ? gap : bytes;
  stack->start = (memory != NULL) ? &((uint8_t *)memory)[skipped] : NULL;
  stack->bytes = (memory != NULL) ? (bytes - skipped) : 0U;
  stack->used = 0U;
  stack->last = 0U;
}

static void refuse(size_t wanted, size_t left) {
  tvm_crt_ffi_begin_text("MemoryError");
  tvm_crt_ffi_add_text("workspace of ");
  tvm_crt_ffi_add_number(wanted);
  tvm_crt_ffi_add_text(" bytes, ");
  tvm_crt_ffi_add_number(left);
  tvm_crt_ffi_add_text(" of ");
  tvm_crt_ffi_add_number(tvm_crt_ffi_stack.bytes);
  tvm_crt_ffi_add_text(" left");
}

void *TVMBackendAllocWorkspace(int32_t device_type, int32_t device_id,
                               uint64_t nbytes, int32_t dtype_code_hint,
                               int32_t dtype_bits_hint) {
  tvm_crt_ffi_stack_t *stack = &tvm_crt_ffi_stack;
  /* What no address reaches is more than any memory has. A block of no bytes
   * takes one, so that each block has an address of its own. */
  const size_t size = (nbytes < SIZE_MAX) ? (size_t)nbytes : SIZE_MAX;
  const size_t wanted = (size != 0U) ? size : 1U;
  size_t left;
  size_t gap;
  (void)device_type;
  (void)device_id;
  (void)dtype_code_hint;
  (void)dtype_bits_hint;
  if (stack->start == NULL) {
    tvm_crt_ffi_use_memory(TVMFfiOwnWorkspace.memory, TVMFfiOwnWorkspace.bytes);
  }
  left = stack->bytes - stack->used;
  gap = gap_behind(stack->used);
  left = (gap < left) ? (left - gap) : 0U;
  if (wanted > left) {
    refuse(size, left);
    return NULL;
  }
  stack->last = stack->used + gap;
  stack->used = stack->last + wanted;
  if (stack->used > stack->peak) {
    stack->peak = stack->used;
  }
  return &stack->start[stack->last];
}

int32_t TVMBackendFreeWorkspace(int32_t device_type, int32_t device_id,
                                void *ptr) {
  tvm_crt_ffi_stack_t *stack = &tvm_crt_ffi_stack;
  /* An address below the start is a number above all others. */
  const size_t position = (size_t)((uintptr_t)ptr - (uintptr_t)stack->start);
  const bool is_known = stack->last != stack->used;
  (void)device_type;
  (void)device_id;
  if ((position >= stack->used) || (gap_behind(position) != 0U) ||
      (is_known && (position != stack->last))) {
    tvm_crt_ffi_begin_text("RuntimeError");
    tvm_crt_ffi_add_text("workspace released that is not the last one");
    return -1;
  }
  stack->used = position;
  stack->last = position;
  return 0;
}
