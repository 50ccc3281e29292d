/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The pool:
 *
 *   page 0 ... page n-1 | page_manager_t | runs[0] ... runs[n-1]
 *
 * A run is a block or a stretch of free pages between blocks; two free runs are
 * never neighbours. runs[] has an entry for each page. That of a run's first
 * and that of its last page hold its length and whether it is used; a release
 * finds both neighbours without a search. Entries of other pages are left over
 * from earlier runs. The start mark tells a block's first page from those: no
 * other entry is both used and a start, so no address inside a block passes for
 * one. */

#include <tvm/runtime/crt/page_allocator.h>

#include <stdbool.h>

#define RUN_IS_USED ((uint32_t)0x80000000U)
#define RUN_STARTS ((uint32_t)0x40000000U)
#define RUN_LENGTH_MAX ((uint32_t)0x3fffffffU)

#define POOL_ALIGNMENT ((uintptr_t)16U)

typedef struct {
  /* First: what the user holds is the address of the whole. */
  MemoryManagerInterface user;
  uint8_t *pages;
  uint32_t *runs;
  uint32_t num_pages;
  uint32_t used_pages;
  uint32_t most_used_pages;
  uint32_t page_bits;
} page_manager_t;

static page_manager_t *manager_of(MemoryManagerInterface *user) {
  return (page_manager_t *)(void *)user;
}

static uint32_t length_of(uint32_t run) { return run & RUN_LENGTH_MAX; }

static void write_run(page_manager_t *manager, uint32_t first, uint32_t length,
                      uint32_t is_used) {
  manager->runs[first + length - 1U] = length | is_used;
  manager->runs[first] = length | is_used | RUN_STARTS;
}

static void count_used(page_manager_t *manager, uint32_t added) {
  manager->used_pages += added;
  if (manager->used_pages > manager->most_used_pages) {
    manager->most_used_pages = manager->used_pages;
  }
}

/* Makes a block of the first pages of a run whose marks may be missing. */
static void take_pages(page_manager_t *manager, uint32_t first, uint32_t length,
                       uint32_t wanted) {
  write_run(manager, first, wanted, RUN_IS_USED);
  if (length > wanted) {
    write_run(manager, first + wanted, length - wanted, 0U);
  }
}

/* Makes free pages of those from first to before end, and of the free ones on
 * both sides. */
static void release_pages(page_manager_t *manager, uint32_t first,
                          uint32_t end) {
  uint32_t *runs = manager->runs;
  uint32_t free_first = first;
  uint32_t free_end = end;
  manager->used_pages -= end - first;
  runs[first] = 0U;
  if ((end < manager->num_pages) && ((runs[end] & RUN_IS_USED) == 0U)) {
    free_end += length_of(runs[end]);
  }
  if ((first > 0U) && ((runs[first - 1U] & RUN_IS_USED) == 0U)) {
    free_first -= length_of(runs[first - 1U]);
  }
  write_run(manager, free_first, free_end - free_first, 0U);
}

/* Pages of a block; more than any pool has when the size is too large. */
static uint32_t pages_for(const page_manager_t *manager, size_t num_bytes) {
  const size_t last = (num_bytes > 0U) ? (num_bytes - 1U) : 0U;
  const size_t pages = last >> manager->page_bits;
#if SIZE_MAX > 0xffff
  if (pages >= RUN_LENGTH_MAX) {
    return RUN_LENGTH_MAX + 1U;
  }
#endif
  return (uint32_t)pages + 1U;
}

/* The first page of the block at ptr; false when there is none. */
static bool find_block(const page_manager_t *manager, const void *ptr,
                       uint32_t *page) {
  /* As integers: ptr may point anywhere. Below the pool the difference wraps to
   * a large value. */
  const uintptr_t offset = (uintptr_t)ptr - (uintptr_t)manager->pages;
  const uintptr_t index = offset >> manager->page_bits;
  if ((index >= manager->num_pages) ||
      ((index << manager->page_bits) != offset)) {
    return false;
  }
  *page = (uint32_t)index;
  return (manager->runs[index] & (RUN_IS_USED | RUN_STARTS)) ==
         (RUN_IS_USED | RUN_STARTS);
}

static void *address_of(const page_manager_t *manager, uint32_t page) {
  return &manager->pages[(size_t)page << manager->page_bits];
}

static tvm_crt_error_t allocate(MemoryManagerInterface *user, size_t num_bytes,
                                DLDevice dev, void **out_ptr) {
  page_manager_t *manager = manager_of(user);
  uint32_t wanted;
  uint32_t page = 0U;
  (void)dev;
  if ((manager == NULL) || (out_ptr == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  wanted = pages_for(manager, num_bytes);
  while (page < manager->num_pages) {
    const uint32_t run = manager->runs[page];
    const uint32_t length = length_of(run);
    if ((length == 0U) || (length > (manager->num_pages - page))) {
      return kTvmErrorPlatformCheckFailure;
    }
    if (((run & RUN_IS_USED) == 0U) && (length >= wanted)) {
      take_pages(manager, page, length, wanted);
      count_used(manager, wanted);
      user->vleak_size++;
      *out_ptr = address_of(manager, page);
      return kTvmErrorNoError;
    }
    page += length;
  }
  return kTvmErrorPlatformNoMemory;
}

static tvm_crt_error_t release(MemoryManagerInterface *user, void *ptr,
                               DLDevice dev) {
  page_manager_t *manager = manager_of(user);
  uint32_t page;
  (void)dev;
  if (manager == NULL) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (!find_block(manager, ptr, &page)) {
    return kTvmErrorPlatformBadFree;
  }
  release_pages(manager, page, page + length_of(manager->runs[page]));
  user->vleak_size--;
  return kTvmErrorNoError;
}

tvm_crt_error_t PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                        uint8_t *memory_pool,
                                        size_t memory_pool_size_bytes,
                                        size_t page_size_bytes_log2) {
  const uintptr_t skipped = (0U - (uintptr_t)memory_pool) % POOL_ALIGNMENT;
  size_t left = memory_pool_size_bytes;
  size_t page_size;
  uint32_t num_pages = 0U;
  page_manager_t *made;
  if ((manager == NULL) || (memory_pool == NULL) ||
      (page_size_bytes_log2 < TVM_CRT_PAGE_BITS_MIN) ||
      (page_size_bytes_log2 > TVM_CRT_PAGE_BITS_MAX) ||
      (left > (UINTPTR_MAX - (uintptr_t)memory_pool))) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (left < (skipped + sizeof(page_manager_t))) {
    return kTvmErrorPlatformNoMemory;
  }
  left -= skipped + sizeof(page_manager_t);
  page_size = (size_t)1U << page_size_bytes_log2;
  /* Counted, not divided: a small core has no division. */
  while ((left >= (page_size + sizeof(uint32_t))) &&
         (num_pages < RUN_LENGTH_MAX)) {
    left -= page_size + sizeof(uint32_t);
    num_pages++;
  }
  if (num_pages == 0U) {
    return kTvmErrorPlatformNoMemory;
  }
  /* Pages are multiples of 16 bytes, so what stands behind them is aligned. */
  made = (page_manager_t
              *)(void *)&memory_pool[skipped + ((size_t)num_pages
                                                << page_size_bytes_log2)];
  made->user.Allocate = allocate;
  made->user.Free = release;
  made->user.vleak_size = 0;
  made->pages = &memory_pool[skipped];
  made->runs = (uint32_t *)(void *)&made[1];
  made->num_pages = num_pages;
  made->used_pages = 0U;
  made->most_used_pages = 0U;
  made->page_bits = (uint32_t)page_size_bytes_log2;
  for (uint32_t page = 0U; page < num_pages; page++) {
    made->runs[page] = 0U;
  }
  write_run(made, 0U, num_pages, 0U);
  *manager = &made->user;
  return kTvmErrorNoError;
}

/* Lets the block grow into the free pages behind it; false when there are too
 * few of them. */
static bool grow_in_place(page_manager_t *manager, uint32_t page,
                          uint32_t wanted) {
  const uint32_t length = length_of(manager->runs[page]);
  const uint32_t end = page + length;
  uint32_t next;
  if ((end >= manager->num_pages) ||
      ((manager->runs[end] & RUN_IS_USED) != 0U)) {
    return false;
  }
  next = length_of(manager->runs[end]);
  if ((wanted - length) > next) {
    return false;
  }
  take_pages(manager, page, length + next, wanted);
  count_used(manager, wanted - length);
  return true;
}

static tvm_crt_error_t move_block(MemoryManagerInterface *user, uint32_t page,
                                  size_t num_bytes, DLDevice dev,
                                  void **out_ptr) {
  page_manager_t *manager = manager_of(user);
  const uint8_t *from = address_of(manager, page);
  const size_t size = (size_t)length_of(manager->runs[page])
                      << manager->page_bits;
  uint8_t *to;
  void *moved = NULL;
  const tvm_crt_error_t error = allocate(user, num_bytes, dev, &moved);
  if (error != kTvmErrorNoError) {
    return error;
  }
  to = moved;
  for (size_t i = 0U; i < size; i++) {
    to[i] = from[i];
  }
  release_pages(manager, page, page + length_of(manager->runs[page]));
  user->vleak_size--;
  *out_ptr = moved;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPageMemoryManager_Reallocate(MemoryManagerInterface *manager,
                                                void *ptr, size_t num_bytes,
                                                DLDevice dev, void **out_ptr) {
  page_manager_t *pages = manager_of(manager);
  uint32_t page;
  uint32_t length;
  uint32_t wanted;
  if ((manager == NULL) || (out_ptr == NULL)) {
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (ptr == NULL) {
    return allocate(manager, num_bytes, dev, out_ptr);
  }
  if (!find_block(pages, ptr, &page)) {
    return kTvmErrorPlatformBadFree;
  }
  length = length_of(pages->runs[page]);
  wanted = pages_for(pages, num_bytes);
  if (wanted < length) {
    write_run(pages, page, wanted, RUN_IS_USED);
    release_pages(pages, page + wanted, page + length);
  } else if ((wanted > length) && !grow_in_place(pages, page, wanted)) {
    return move_block(manager, page, num_bytes, dev, out_ptr);
  } else {
    /* The block is as it should be. */
  }
  *out_ptr = ptr;
  return kTvmErrorNoError;
}

void TVMPageMemoryManager_GetUsage(const MemoryManagerInterface *manager,
                                   TVMMemoryUsage *usage) {
  const page_manager_t *pages = (const page_manager_t *)(const void *)manager;
  usage->capacity = (size_t)pages->num_pages << pages->page_bits;
  usage->used = (size_t)pages->used_pages << pages->page_bits;
  usage->high_water = (size_t)pages->most_used_pages << pages->page_bits;
}
