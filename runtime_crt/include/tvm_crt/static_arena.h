/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file static_arena.h
 * Memory for programs that must not allocate after their start. During the
 * start, blocks are cut from one array, one after the other. Then the program
 * seals the arena, and every later request for memory is refused with its own
 * error code.
 *
 * A platform forwards to it:
 *
 *     tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
 *                                               void **out_ptr) {
 *       return TVMStaticArena_Allocate(&arena, num_bytes, dev, out_ptr);
 *     }
 *     tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
 *       return TVMStaticArena_Free(&arena, ptr, dev);
 *     }
 *
 * Operators that ask for workspace at run time (TVMBackendAllocWorkspace) are
 * refused too, on purpose: TVM's unified memory planning (USMP) makes operators
 * that do not ask. If operators must ask, the platform serves them from a stack
 * pool (tvm/runtime/crt/stack_allocator.h) over a block of the arena.
 */

#ifndef TVM_CRT_STATIC_ARENA_H_
#define TVM_CRT_STATIC_ARENA_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm_crt/memory_usage.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One arena. Written by the functions below only. All zero, as static memory
 * is, it is an arena of no bytes. */
typedef struct {
  /** First byte that blocks are cut from, aligned to 16. */
  uint8_t *memory;
  /** Bytes from memory to the end. */
  size_t size;
  /** Bytes of all blocks. */
  size_t used;
  /** Not 0 once TVMStaticArena_Seal was called. */
  uint8_t is_sealed;
} TVMStaticArena;

/**
 * Start with an open arena without blocks. Also what makes all memory free
 * again, when nothing of it is in use any more.
 *
 * \param arena Receives the state. Not NULL.
 * \param memory Must live as long as the arena. Bytes before the first address
 * that is a multiple of 16 stay unused. Not NULL.
 * \param num_bytes Bytes of memory.
 * \return kTvmErrorNoError; kTvmErrorPlatformNoMemory when there is no aligned
 * byte; kTvmErrorFunctionCallInvalidArg for NULL. After a failure the arena has
 * no bytes.
 */
tvm_crt_error_t TVMStaticArena_Init(TVMStaticArena *arena, uint8_t *memory,
                                    size_t num_bytes) TVM_CRT_MUST_CHECK;

/**
 * Cut off a block, aligned to 16 bytes.
 *
 * \param arena Not NULL.
 * \param num_bytes Size in bytes; 0 gives a block of its own all the same.
 * \param dev Ignored.
 * \param out_ptr Receives the block; unchanged on failure. Not NULL.
 * \return kTvmErrorNoError; kTvmErrorPlatformMemorySealed after
 * TVMStaticArena_Seal; kTvmErrorPlatformNoMemory when there is no room;
 * kTvmErrorFunctionCallInvalidArg for NULL.
 */
tvm_crt_error_t TVMStaticArena_Allocate(TVMStaticArena *arena, size_t num_bytes,
                                        DLDevice dev,
                                        void **out_ptr) TVM_CRT_MUST_CHECK;

/**
 * Take note that a block is not used any more, so that code that frees what it
 * allocated can be used with an arena. The memory is not used again before
 * TVMStaticArena_Init.
 *
 * \param arena Not NULL.
 * \param ptr The block.
 * \param dev Ignored.
 * \return kTvmErrorNoError; kTvmErrorPlatformBadFree when ptr cannot be a block
 * of the arena; kTvmErrorFunctionCallInvalidArg when arena is NULL.
 */
tvm_crt_error_t TVMStaticArena_Free(TVMStaticArena *arena, void *ptr,
                                    DLDevice dev) TVM_CRT_MUST_CHECK;

/** No allocation from now on. \param arena Not NULL. */
void TVMStaticArena_Seal(TVMStaticArena *arena);

/**
 * How much of the memory is used; the high-water mark is the same, as nothing
 * is given back.
 *
 * \param arena Not NULL.
 * \param usage Receives the sizes. Not NULL.
 */
void TVMStaticArena_GetUsage(const TVMStaticArena *arena,
                             TVMMemoryUsage *usage);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_STATIC_ARENA_H_ */
