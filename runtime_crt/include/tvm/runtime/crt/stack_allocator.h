/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file stack_allocator.h
 * An allocator for memory that is freed in reverse order of allocation, which
 * is how generated operators use their workspace. Allocation and release are a
 * few instructions, and there is no fragmentation.
 *
 * Every block is aligned to TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES and occupies a
 * multiple of it, one at least.
 *
 * The order check (TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK) writes a tag into
 * the last four bytes of each block: the block's whole size xor
 * STACK_ALLOCATOR_TAG. The block grows so that tag and alignment both fit. A
 * release out of order, or a write beyond a block, is then an error.
 *
 * This header includes crt_config.h, as TVM's does, because programs rely on
 * it.
 */

#ifndef TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_
#define TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_

#include "crt_config.h"

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/error_codes.h>
#include <tvm_crt/memory_usage.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES 16
#define STACK_ALLOCATOR_TAG 0xabcd1234u
#define STACK_ALLOCATOR_TAG_SIZE_BYTES 4

/** One pool of memory. Written by the functions below only. */
typedef struct {
  /** First free byte. */
  uint8_t *next_alloc;
  /** Start of the pool after alignment. */
  uint8_t *workspace;
  /** Bytes from workspace to the end of the pool. */
  size_t workspace_size;
  /** Bytes that were in use at most. An addition to TVM's structure. */
  size_t high_water;
} tvm_workspace_t;

/**
 * Start with an empty pool.
 *
 * \param tvm_runtime_workspace Receives the state. Not NULL.
 * \param g_aot_memory The pool; must live as long as the state. Not NULL. Bytes
 * before the first aligned one stay unused.
 * \param workspace_size Bytes of the pool.
 * \return kTvmErrorNoError; kTvmErrorFunctionCallInvalidArg for NULL;
 * kTvmErrorPlatformNoMemory when the pool has no aligned byte. On failure the
 * state, when there is one, is that of a pool of no bytes.
 */
tvm_crt_error_t StackMemoryManager_Init(tvm_workspace_t *tvm_runtime_workspace,
                                        uint8_t *g_aot_memory,
                                        size_t workspace_size);

/**
 * Allocate a block, with the order check as configured.
 *
 * \param tvm_runtime_workspace Not NULL.
 * \param nbytes Size in bytes; 0 gives a block of its own all the same.
 * \param current_alloc Receives the block; unchanged on failure. Not NULL.
 * \return kTvmErrorNoError; kTvmErrorPlatformNoMemory when the pool has no
 * room; kTvmErrorFunctionCallInvalidArg for NULL or a negative size.
 */
tvm_crt_error_t
StackMemoryManager_Allocate(tvm_workspace_t *tvm_runtime_workspace,
                            int32_t nbytes,
                            void **current_alloc) TVM_CRT_MUST_CHECK;

/** StackMemoryManager_Allocate with the check chosen by the caller: nonzero
 * do_lifo_check checks. One pool is used with one choice. */
tvm_crt_error_t
StackMemoryManager_Allocate_Body(tvm_workspace_t *tvm_runtime_workspace,
                                 int32_t nbytes, void **current_alloc,
                                 uint8_t do_lifo_check) TVM_CRT_MUST_CHECK;

/**
 * Free the block that was allocated last, with the order check as configured.
 * Without the check every later block is freed too.
 *
 * \param tvm_runtime_workspace Not NULL.
 * \param ptr The block.
 * \return kTvmErrorNoError; kTvmErrorPlatformStackAllocBadFree when ptr is no
 * block of the used part of the pool or, with the check, is not the last;
 * kTvmErrorFunctionCallInvalidArg when the state is NULL.
 */
tvm_crt_error_t StackMemoryManager_Free(tvm_workspace_t *tvm_runtime_workspace,
                                        void *ptr) TVM_CRT_MUST_CHECK;

/** StackMemoryManager_Free with the check chosen by the caller. */
tvm_crt_error_t
StackMemoryManager_Free_Body(tvm_workspace_t *tvm_runtime_workspace, void *ptr,
                             uint8_t do_lifo_check) TVM_CRT_MUST_CHECK;

/**
 * How much of the pool is used. An addition to TVM's interface.
 *
 * \param tvm_runtime_workspace Not NULL.
 * \param usage Receives the sizes. Not NULL.
 */
void TVMStackMemoryManager_GetUsage(
    const tvm_workspace_t *tvm_runtime_workspace, TVMMemoryUsage *usage);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_ */
