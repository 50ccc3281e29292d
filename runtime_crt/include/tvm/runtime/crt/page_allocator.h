/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file page_allocator.h
 * An allocator for memory that is freed in any order: executors and arrays that
 * come and go. For the workspace of operators the stack allocator is smaller
 * and faster.
 *
 * The pool is cut into pages of one size. A block is a run of whole pages; the
 * first run from the start of the pool that is long enough is taken and its
 * rest stays free, and a freed run grows together with its free neighbours.
 * Blocks start at a page and so are aligned to 16 bytes, and to the page size
 * when the pool is.
 *
 * All bookkeeping lies in the pool, behind the last page: one structure and 4
 * bytes a page. Nothing is stored in free pages. An allocation takes time in
 * proportion to the number of runs, a release is constant.
 */

#ifndef TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_
#define TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm_crt/hosted.h>
#include <tvm_crt/memory_usage.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Least and greatest page_size_bytes_log2: pages of 16 bytes to 1 GiB. */
#define TVM_CRT_PAGE_BITS_MIN 4U
#define TVM_CRT_PAGE_BITS_MAX 30U

typedef struct MemoryManagerInterface MemoryManagerInterface;

/** A manager of memory, as its users see it. Written by the manager only. */
struct MemoryManagerInterface {
  /**
   * Allocate a block.
   *
   * \param manager The structure that holds this pointer. Not NULL.
   * \param num_bytes Size in bytes; 0 gives a block of its own all the same.
   * \param dev Ignored: a pool is memory of one device.
   * \param out_ptr Receives the block; unchanged on failure. Not NULL.
   * \return kTvmErrorNoError; kTvmErrorPlatformNoMemory when no free run is
   * long enough; kTvmErrorPlatformCheckFailure when somebody wrote over the
   * bookkeeping; kTvmErrorFunctionCallInvalidArg for NULL.
   */
  tvm_crt_error_t (*Allocate)(MemoryManagerInterface *manager, size_t num_bytes,
                              DLDevice dev, void **out_ptr);
  /**
   * Free a block.
   *
   * \param manager The structure that holds this pointer. Not NULL.
   * \param ptr The block.
   * \param dev Ignored.
   * \return kTvmErrorNoError; kTvmErrorPlatformBadFree, with nothing changed,
   * when ptr is not the start of a block that is allocated: NULL, an address
   * outside of the pool or inside a block, a block freed before;
   * kTvmErrorFunctionCallInvalidArg when manager is NULL.
   */
  tvm_crt_error_t (*Free)(MemoryManagerInterface *manager, void *ptr,
                          DLDevice dev);
  /** Blocks that are allocated and not yet freed. */
  int vleak_size;
};

/**
 * Make a manager of a pool.
 *
 * \param manager Receives its address, inside the pool; unchanged on failure.
 * Not NULL.
 * \param memory_pool Must live as long as the manager; nothing else writes to
 * it. Bytes before the first address that is a multiple of 16 stay unused. Not
 * NULL.
 * \param memory_pool_size_bytes Its size.
 * \param page_size_bytes_log2 Logarithm to base 2 of the page size,
 * TVM_CRT_PAGE_BITS_MIN to TVM_CRT_PAGE_BITS_MAX.
 * \return kTvmErrorNoError; kTvmErrorPlatformNoMemory when the pool has no room
 * for the bookkeeping and one page; kTvmErrorFunctionCallInvalidArg for NULL, a
 * page size out of range or a pool that leaves the address space.
 */
tvm_crt_error_t
PageMemoryManagerCreate(MemoryManagerInterface **manager, uint8_t *memory_pool,
                        size_t memory_pool_size_bytes,
                        size_t page_size_bytes_log2) TVM_CRT_MUST_CHECK;

/**
 * Change the size of a block, where it stands if there is room. An addition to
 * TVM's interface.
 *
 * \param manager From PageMemoryManagerCreate. Not NULL.
 * \param ptr The block, or NULL, which allocates.
 * \param num_bytes New size in bytes; 0 keeps one page.
 * \param dev Ignored.
 * \param out_ptr Receives the block, whose first bytes, as many as both sizes
 * have, are those of the old one; the old address is invalid when it differs.
 * Unchanged on failure, as is the block. Not NULL.
 * \return As Allocate; kTvmErrorPlatformBadFree as Free, with the exception of
 * NULL.
 */
tvm_crt_error_t
TVMPageMemoryManager_Reallocate(MemoryManagerInterface *manager, void *ptr,
                                size_t num_bytes, DLDevice dev,
                                void **out_ptr) TVM_CRT_MUST_CHECK;

/**
 * How much of the pool is used. An addition to TVM's interface.
 *
 * \param manager From PageMemoryManagerCreate. Not NULL.
 * \param usage Receives the sizes. Not NULL.
 */
void TVMPageMemoryManager_GetUsage(const MemoryManagerInterface *manager,
                                   TVMMemoryUsage *usage);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_ */
