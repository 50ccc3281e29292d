/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/stack_allocator.h>

#include <stdbool.h>

#include "config_checks.h"

#define ALIGNMENT ((size_t)TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES)

#if defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK) ||                      \
    defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_FIFO_CHECK)
#define DO_LIFO_CHECK 1
#else
#define DO_LIFO_CHECK 0
#endif

/* The tag in the last bytes of the block that ends at next_alloc, in the
 * target's byte order; byte by byte, as the pool's type is bytes. */
static uint32_t read_tag(const tvm_workspace_t *pool) {
  const uint8_t *from = pool->next_alloc - STACK_ALLOCATOR_TAG_SIZE_BYTES;
  uint32_t tag = 0;
  for (size_t i = 0; i < sizeof(tag); i++)
    ((uint8_t *)&tag)[i] = from[i];
  return tag;
}

static void write_tag(tvm_workspace_t *pool, uint32_t tag) {
  uint8_t *to = pool->next_alloc - STACK_ALLOCATOR_TAG_SIZE_BYTES;
  for (size_t i = 0; i < sizeof(tag); i++)
    to[i] = ((const uint8_t *)&tag)[i];
}

static size_t used_bytes(const tvm_workspace_t *pool) {
  return (size_t)((uintptr_t)pool->next_alloc - (uintptr_t)pool->workspace);
}

tvm_crt_error_t StackMemoryManager_Init(tvm_workspace_t *tvm_runtime_workspace,
                                        uint8_t *g_aot_memory,
                                        size_t workspace_size) {
  tvm_workspace_t *pool = tvm_runtime_workspace;
  size_t skipped;
  if (pool == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  pool->workspace = g_aot_memory;
  pool->next_alloc = g_aot_memory;
  pool->workspace_size = 0;
  pool->high_water = 0;
  if (g_aot_memory == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  skipped = (size_t)(-(uintptr_t)g_aot_memory % ALIGNMENT);
  if (skipped >= workspace_size)
    return kTvmErrorPlatformNoMemory;
  pool->workspace = g_aot_memory + skipped;
  pool->next_alloc = pool->workspace;
  pool->workspace_size = workspace_size - skipped;
  return kTvmErrorNoError;
}

tvm_crt_error_t
StackMemoryManager_Allocate_Body(tvm_workspace_t *tvm_runtime_workspace,
                                 int32_t nbytes, void **current_alloc,
                                 uint8_t do_lifo_check) {
  tvm_workspace_t *pool = tvm_runtime_workspace;
  uint32_t block_size;
  if (pool == NULL || current_alloc == NULL || nbytes < 0)
    return kTvmErrorFunctionCallInvalidArg;
  /* At most 2^31 + 18: no overflow. */
  block_size = (uint32_t)nbytes;
  if (do_lifo_check)
    block_size += STACK_ALLOCATOR_TAG_SIZE_BYTES;
  else if (block_size == 0)
    block_size = 1;
  block_size += TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES - 1;
  block_size -= block_size % TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES;
  if (block_size > pool->workspace_size - used_bytes(pool))
    return kTvmErrorPlatformNoMemory;
  *current_alloc = pool->next_alloc;
  pool->next_alloc += block_size;
  if (used_bytes(pool) > pool->high_water)
    pool->high_water = used_bytes(pool);
  if (do_lifo_check)
    write_tag(pool, block_size ^ STACK_ALLOCATOR_TAG);
  return kTvmErrorNoError;
}

tvm_crt_error_t
StackMemoryManager_Allocate(tvm_workspace_t *tvm_runtime_workspace,
                            int32_t nbytes, void **current_alloc) {
  return StackMemoryManager_Allocate_Body(tvm_runtime_workspace, nbytes,
                                          current_alloc, DO_LIFO_CHECK);
}

tvm_crt_error_t
StackMemoryManager_Free_Body(tvm_workspace_t *tvm_runtime_workspace, void *ptr,
                             uint8_t do_lifo_check) {
  tvm_workspace_t *pool = tvm_runtime_workspace;
  uintptr_t offset;
  size_t block_size;
  if (pool == NULL)
    return kTvmErrorFunctionCallInvalidArg;
  /* As integers: ptr may point anywhere. Below the pool the difference wraps to
   * a large value. */
  offset = (uintptr_t)ptr - (uintptr_t)pool->workspace;
  if (ptr == NULL || offset >= used_bytes(pool) || offset % ALIGNMENT != 0)
    return kTvmErrorPlatformStackAllocBadFree;
  block_size = used_bytes(pool) - (size_t)offset;
  if (do_lifo_check && (read_tag(pool) ^ STACK_ALLOCATOR_TAG) != block_size)
    return kTvmErrorPlatformStackAllocBadFree;
  pool->next_alloc = pool->workspace + offset;
  return kTvmErrorNoError;
}

tvm_crt_error_t StackMemoryManager_Free(tvm_workspace_t *tvm_runtime_workspace,
                                        void *ptr) {
  return StackMemoryManager_Free_Body(tvm_runtime_workspace, ptr,
                                      DO_LIFO_CHECK);
}

void StackMemoryManager_GetUsage(const tvm_workspace_t *tvm_runtime_workspace,
                                 TVMMemoryUsage *usage) {
  usage->capacity = tvm_runtime_workspace->workspace_size;
  usage->used = used_bytes(tvm_runtime_workspace);
  usage->high_water = tvm_runtime_workspace->high_water;
}
