/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the page allocator keeps freed runs in a list; the first that is long
 * enough is handed out whole, however long it is, and neighbours are never
 * joined.
 *
 * Wraps: PageMemoryManagerCreate. Program: crt_memory_test. Fails:
 * PageAllocator.AFreedRunIsSplit,
 * PageAllocator.FreedNeighboursAreMergedInEveryOrder.
 * Also: PageAllocator*. */

#include <tvm/runtime/crt/page_allocator.h>

tvm_crt_error_t __real_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits);
tvm_crt_error_t __wrap_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits);

enum { most = 1 << 16 };

/* Runs that were handed out, in order of their freeing when they are free. */
static struct {
  void *start;
  size_t nbytes;
  int is_free;
} runs[most];
static size_t count;

static MemoryManagerInterface ours;

static tvm_crt_error_t allocate(MemoryManagerInterface *manager, size_t nbytes,
                                DLDevice dev, void **out) {
  tvm_crt_error_t error;
  for (size_t i = 0; i < count; i++) {
    if (runs[i].is_free && runs[i].nbytes >= nbytes) {
      runs[i].is_free = 0;
      manager->vleak_size++;
      *out = runs[i].start;
      return kTvmErrorNoError;
    }
  }
  error = ours.Allocate(manager, nbytes, dev, out);
  if (error == kTvmErrorNoError && count < most) {
    runs[count].start = *out;
    runs[count].nbytes = nbytes;
    runs[count].is_free = 0;
    count++;
  }
  return error;
}

static tvm_crt_error_t release(MemoryManagerInterface *manager, void *ptr,
                               DLDevice dev) {
  for (size_t i = 0; i < count; i++) {
    if (runs[i].start == ptr && !runs[i].is_free) {
      runs[i].is_free = 1;
      manager->vleak_size--;
      return kTvmErrorNoError;
    }
  }
  return ours.Free(manager, ptr, dev);
}

tvm_crt_error_t __wrap_PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                               uint8_t *pool, size_t nbytes,
                                               size_t page_bits) {
  const tvm_crt_error_t error =
      __real_PageMemoryManagerCreate(manager, pool, nbytes, page_bits);
  if (error == kTvmErrorNoError) {
    ours = **manager;
    count = 0;
    (*manager)->Allocate = allocate;
    (*manager)->Free = release;
  }
  return error;
}
