/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the page allocator's reallocation looks up the address of its own
 * variable, not the block's, so it never finds the block.
 *
 * Wraps: TVMPageMemoryManager_Reallocate. Program: crt_memory_test. Fails:
 * PageAllocator.ReallocationShrinksAndGrowsInPlace.
 * Also: PageAllocator*. */

#include <tvm/runtime/crt/page_allocator.h>

tvm_crt_error_t
__real_TVMPageMemoryManager_Reallocate(MemoryManagerInterface *manager,
                                       void *ptr, size_t num_bytes,
                                       DLDevice dev, void **out_ptr);
tvm_crt_error_t
__wrap_TVMPageMemoryManager_Reallocate(MemoryManagerInterface *manager,
                                       void *ptr, size_t num_bytes,
                                       DLDevice dev, void **out_ptr);

tvm_crt_error_t
__wrap_TVMPageMemoryManager_Reallocate(MemoryManagerInterface *manager,
                                       void *ptr, size_t num_bytes,
                                       DLDevice dev, void **out_ptr) {
  void *looked_up = ptr != NULL ? (void *)&ptr : NULL;
  return __real_TVMPageMemoryManager_Reallocate(manager, looked_up, num_bytes,
                                                dev, out_ptr);
}
