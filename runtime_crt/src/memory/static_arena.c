/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/static_arena.h>

#define ALIGNMENT ((size_t)16U)

tvm_crt_error_t TVMStaticArena_Init(TVMStaticArena *arena, uint8_t *memory,
                                    size_t num_bytes) {
  size_t skipped;
  if (arena == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  arena->memory = NULL;
  arena->size = 0U;
  arena->used = 0U;
  arena->is_sealed = 0U;
  if (memory == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  skipped = (size_t)((0U - (uintptr_t)memory) % ALIGNMENT);
  if (skipped >= num_bytes) {
    return kTvmErrorPlatformNoMemory;
  }
  arena->memory = &memory[skipped];
  arena->size = num_bytes - skipped;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMStaticArena_Allocate(TVMStaticArena *arena, size_t num_bytes,
                                        DLDevice dev, void **out_ptr) {
  size_t left;
  size_t padding;
  size_t wanted;
  (void)dev;
  if ((arena == NULL) || (out_ptr == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (arena->is_sealed != 0U) {
    return kTvmErrorPlatformMemorySealed;
  }
  wanted = (num_bytes > 0U) ? num_bytes : 1U;
  left = arena->size - arena->used;
  if (wanted > left) {
    return kTvmErrorPlatformNoMemory;
  }
  *out_ptr = &arena->memory[arena->used];
  /* The last block may end where the memory does, without padding. */
  padding = (0U - wanted) % ALIGNMENT;
  if ((left - wanted) > padding) {
    arena->used += wanted + padding;
  } else {
    arena->used += left;
  }
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMStaticArena_Free(TVMStaticArena *arena, void *ptr,
                                    DLDevice dev) {
  uintptr_t offset;
  (void)dev;
  if (arena == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  /* As integers: ptr may point anywhere. */
  offset = (uintptr_t)ptr - (uintptr_t)arena->memory;
  if ((ptr == NULL) || (offset >= arena->used) ||
      ((offset % ALIGNMENT) != 0U)) {
    return kTvmErrorPlatformBadFree;
  }
  return kTvmErrorNoError;
}

void TVMStaticArena_Seal(TVMStaticArena *arena) { arena->is_sealed = 1U; }

void TVMStaticArena_GetUsage(const TVMStaticArena *arena,
                             TVMMemoryUsage *usage) {
  usage->capacity = arena->size;
  usage->used = arena->used;
  usage->high_water = arena->used;
}
