/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/stack_allocator.h>

#include "crt_config.h"

#define ALIGNMENT ((size_t)TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES)

#if defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK) ||                      \
    defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_FIFO_CHECK)
#define DO_LIFO_CHECK 1
#else
#define DO_LIFO_CHECK 0
#endif

#define TAG_BYTES ((size_t)STACK_ALLOCATOR_TAG_SIZE_BYTES)

static size_t used_bytes(const tvm_workspace_t *pool) {
  return (size_t)((uintptr_t)pool->next_alloc - (uintptr_t)pool->workspace);
}

/* What stands in the last bytes of a block that is checked. */
static uint32_t tag_of(size_t block_size) {
  return (uint32_t)block_size ^ (uint32_t)STACK_ALLOCATOR_TAG;
}

/* Byte by byte, as the pool's type is bytes; in the target's order, as TVM
 * stores it. */
static void copy_bytes(uint8_t *to, const uint8_t *from) {
  for (size_t i = 0U; i < TAG_BYTES; i++) {
    to[i] = from[i];
  }
}

static void write_tag(uint8_t *to, uint32_t tag) {
  copy_bytes(to, (const uint8_t *)&tag);
}

static uint32_t read_tag(const uint8_t *from) {
  uint32_t tag;
  copy_bytes((uint8_t *)&tag, from);
  return tag;
}

tvm_crt_error_t StackMemoryManager_Init(tvm_workspace_t *tvm_runtime_workspace,
                                        uint8_t *g_aot_memory,
                                        size_t workspace_size) {
  tvm_workspace_t *pool = tvm_runtime_workspace;
  size_t skipped;
  if (pool == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  pool->workspace = g_aot_memory;
  pool->next_alloc = g_aot_memory;
  pool->workspace_size = 0U;
  pool->high_water = 0U;
  if (g_aot_memory == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  skipped = (size_t)((0U - (uintptr_t)g_aot_memory) % ALIGNMENT);
  if (skipped >= workspace_size) {
    return kTvmErrorPlatformNoMemory;
  }
  pool->workspace = &g_aot_memory[skipped];
  pool->next_alloc = pool->workspace;
  pool->workspace_size = workspace_size - skipped;
  return kTvmErrorNoError;
}

/* Allocates a block with room for nbytes, at least one, and a tag. */
static tvm_crt_error_t take_block(tvm_workspace_t *pool, int32_t nbytes,
                                  void **block, uint32_t tag_bytes) {
  size_t used;
  uint32_t block_size;
  if ((pool == NULL) || (block == NULL) || (nbytes < 0)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  /* At most 2^31 + 18: no overflow. */
  block_size = (uint32_t)nbytes + tag_bytes;
  if (block_size == 0U) {
    block_size = 1U;
  }
  block_size += (uint32_t)ALIGNMENT - 1U;
  block_size -= block_size % (uint32_t)ALIGNMENT;
  used = used_bytes(pool);
  if (block_size > (pool->workspace_size - used)) {
    return kTvmErrorPlatformNoMemory;
  }
  *block = pool->next_alloc;
  pool->next_alloc = &pool->next_alloc[block_size];
  used += (size_t)block_size;
  if (used > pool->high_water) {
    pool->high_water = used;
  }
  return kTvmErrorNoError;
}

tvm_crt_error_t
StackMemoryManager_Allocate_Body(tvm_workspace_t *tvm_runtime_workspace,
                                 int32_t nbytes, void **current_alloc,
                                 uint8_t do_lifo_check) {
  const tvm_workspace_t *pool = tvm_runtime_workspace;
  const tvm_crt_error_t error =
      take_block(tvm_runtime_workspace, nbytes, current_alloc,
                 (do_lifo_check != 0U) ? (uint32_t)TAG_BYTES : 0U);
  if ((error == kTvmErrorNoError) && (do_lifo_check != 0U)) {
    const uintptr_t block = (uintptr_t)*current_alloc;
    write_tag(pool->next_alloc - TAG_BYTES,
              tag_of((size_t)((uintptr_t)pool->next_alloc - block)));
  }
  return error;
}

/* Whether a block may start at ptr, which may point anywhere. */
static tvm_crt_error_t find_block(const tvm_workspace_t *pool,
                                  const void *ptr) {
  uintptr_t offset;
  if (pool == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  /* As integers; below the pool the difference wraps to a large value. */
  offset = (uintptr_t)ptr - (uintptr_t)pool->workspace;
  if ((ptr == NULL) || (offset >= used_bytes(pool)) ||
      ((offset % ALIGNMENT) != 0U)) {
    return kTvmErrorPlatformStackAllocBadFree;
  }
  return kTvmErrorNoError;
}

tvm_crt_error_t
StackMemoryManager_Free_Body(tvm_workspace_t *tvm_runtime_workspace, void *ptr,
                             uint8_t do_lifo_check) {
  tvm_workspace_t *pool = tvm_runtime_workspace;
  tvm_crt_error_t error = find_block(pool, ptr);
  if ((error == kTvmErrorNoError) && (do_lifo_check != 0U)) {
    const uintptr_t size = (uintptr_t)pool->next_alloc - (uintptr_t)ptr;
    if (read_tag(pool->next_alloc - TAG_BYTES) != tag_of((size_t)size)) {
      error = kTvmErrorPlatformStackAllocBadFree;
    }
  }
  if (error == kTvmErrorNoError) {
    pool->next_alloc = ptr;
  }
  return error;
}

/* Without the check these two need nothing of the functions above, which a
 * program then does not link. */

tvm_crt_error_t
StackMemoryManager_Allocate(tvm_workspace_t *tvm_runtime_workspace,
                            int32_t nbytes, void **current_alloc) {
#if DO_LIFO_CHECK
  return StackMemoryManager_Allocate_Body(tvm_runtime_workspace, nbytes,
                                          current_alloc, 1U);
#else
  return take_block(tvm_runtime_workspace, nbytes, current_alloc, 0U);
#endif
}

tvm_crt_error_t StackMemoryManager_Free(tvm_workspace_t *tvm_runtime_workspace,
                                        void *ptr) {
#if DO_LIFO_CHECK
  return StackMemoryManager_Free_Body(tvm_runtime_workspace, ptr, 1U);
#else
  const tvm_crt_error_t error = find_block(tvm_runtime_workspace, ptr);
  if (error == kTvmErrorNoError) {
    tvm_runtime_workspace->next_alloc = ptr;
  }
  return error;
#endif
}

void TVMStackMemoryManager_GetUsage(
    const tvm_workspace_t *tvm_runtime_workspace, TVMMemoryUsage *usage) {
  usage->capacity = tvm_runtime_workspace->workspace_size;
  usage->used = used_bytes(tvm_runtime_workspace);
  usage->high_water = tvm_runtime_workspace->high_water;
}
