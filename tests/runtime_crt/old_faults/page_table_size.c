/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the page allocator clears its table as if an entry were as wide as
 * size_t, so that it writes behind the table's end (up to v0.9).
 *
 * Wraps: PageMemoryManagerCreate. Program: crt_memory_test. Fails:
 * PageAllocatorCreate.EveryAlignmentAndSizeOfAPool.
 * Also: PageAllocator*. */

#include <string.h>

#include <tvm/runtime/crt/page_allocator.h>

tvm_crt_error_t __real_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits);
tvm_crt_error_t __wrap_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits);

tvm_crt_error_t __wrap_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits) {
  const tvm_crt_error_t error =
      __real_PageMemoryManagerCreate(manager, pool, nbytes, page_bits);
  if (error == kTvmErrorNoError) {
    TVMMemoryUsage usage;
    TVMPageMemoryManager_GetUsage(*manager, &usage);
    /* The table is the last of the pool. Its own bytes are written later. */
    memset(&pool[nbytes], 0,
           (usage.capacity >> page_bits) * (sizeof(size_t) - sizeof(uint32_t)));
  }
  return error;
}
