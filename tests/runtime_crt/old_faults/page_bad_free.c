/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: a release of an address that the page allocator does not know ends the
 * program.
 *
 * Wraps: PageMemoryManagerCreate. Program: crt_memory_test. Fails:
 * PageAllocator.ABadFreeIsAnErrorAndChangesNothing.
 * Also: PageAllocator*. */

#include <stdlib.h>

#include <tvm/runtime/crt/page_allocator.h>

tvm_crt_error_t __real_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits);
tvm_crt_error_t __wrap_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits);

static MemoryManagerInterface ours;

static tvm_crt_error_t release(MemoryManagerInterface *manager, void *ptr,
                               DLDevice dev) {
  const tvm_crt_error_t error = ours.Free(manager, ptr, dev);
  if (error == kTvmErrorPlatformBadFree)
    abort();
  return error;
}

tvm_crt_error_t __wrap_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits) {
  const tvm_crt_error_t error =
      __real_PageMemoryManagerCreate(manager, pool, nbytes, page_bits);
  if (error == kTvmErrorNoError) {
    ours = **manager;
    (*manager)->Free = release;
  }
  return error;
}
