/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the tag of the stack allocator's order check comes on top of a rounded
 * size, so the next block is aligned to 4 bytes.
 *
 * Wraps: StackMemoryManager_Allocate_Body. Program: crt_memory_test. Fails:
 * Check/StackAllocator.EveryBlockIsAligned/Lifo.
 * Also: Check/StackAllocator.?*Lifo, StackAllocatorTag.*. */

#include <tvm/runtime/crt/stack_allocator.h>

tvm_crt_error_t __real_StackMemoryManager_Allocate_Body(tvm_workspace_t *pool,
                                                        int32_t nbytes,
                                                        void **out,
                                                        uint8_t do_lifo_check);
tvm_crt_error_t __wrap_StackMemoryManager_Allocate_Body(tvm_workspace_t *pool,
                                                        int32_t nbytes,
                                                        void **out,
                                                        uint8_t do_lifo_check);

tvm_crt_error_t __wrap_StackMemoryManager_Allocate_Body(tvm_workspace_t *pool,
                                                        int32_t nbytes,
                                                        void **out,
                                                        uint8_t do_lifo_check) {
  uint8_t *start;
  uint32_t size;
  if (!do_lifo_check || pool == NULL || out == NULL || nbytes < 0)
    return __real_StackMemoryManager_Allocate_Body(pool, nbytes, out,
                                                   do_lifo_check);
  start = pool->next_alloc;
  size = ((uint32_t)nbytes + 15u) / 16u * 16u + STACK_ALLOCATOR_TAG_SIZE_BYTES;
  if (size > (size_t)(pool->workspace + pool->workspace_size - start))
    return kTvmErrorPlatformNoMemory;
  *out = start;
  pool->next_alloc = start + size;
  size ^= STACK_ALLOCATOR_TAG;
  for (int i = 0; i < 4; i++)
    pool->next_alloc[i - 4] = ((const uint8_t *)&size)[i];
  return kTvmErrorNoError;
}
