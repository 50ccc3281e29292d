/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The page allocator, over memory of the program. */

#include <tvm/runtime/crt/page_allocator.h>

#include "acceptance.h"

enum { page_bits = 5, page_size = 32 };

static bool allocate(MemoryManagerInterface *manager, size_t nbytes,
                     void **block) {
  const DLDevice cpu = {kDLCPU, 0};
  return manager->Allocate(manager, nbytes, cpu, block) == kTvmErrorNoError &&
         (uintptr_t)*block % 16 == 0;
}

static tvm_crt_error_t release(MemoryManagerInterface *manager, void *block) {
  const DLDevice cpu = {kDLCPU, 0};
  return manager->Free(manager, block, cpu);
}

static void check_use(MemoryManagerInterface *manager) {
  void *blocks[3] = {NULL, NULL, NULL};
  void *whole = NULL;
  if (!acceptance_check(allocate(manager, 40, &blocks[0]) &&
                            allocate(manager, 1, &blocks[1]) &&
                            allocate(manager, page_size, &blocks[2]),
                        "three blocks, aligned to 16 bytes"))
    return;
  acceptance_check((uint8_t *)blocks[1] - (uint8_t *)blocks[0] ==
                           2 * page_size &&
                       (uint8_t *)blocks[2] - (uint8_t *)blocks[1] == page_size,
                   "blocks are whole pages");
  acceptance_check(manager->vleak_size == 3, "three blocks are counted");
  acceptance_check(release(manager, (uint8_t *)blocks[0] + page_size) ==
                           kTvmErrorPlatformBadFree &&
                       release(manager, manager) == kTvmErrorPlatformBadFree &&
                       release(manager, NULL) == kTvmErrorPlatformBadFree,
                   "what is no block is not freed");
  acceptance_check(release(manager, blocks[1]) == kTvmErrorNoError &&
                       release(manager, blocks[0]) == kTvmErrorNoError,
                   "blocks are freed in any order");
  acceptance_check(release(manager, blocks[1]) == kTvmErrorPlatformBadFree,
                   "a block is not freed twice");
  acceptance_check(allocate(manager, 3 * page_size, &whole) &&
                       whole == blocks[0],
                   "freed neighbours are one run");
  acceptance_check(release(manager, whole) == kTvmErrorNoError &&
                       allocate(manager, 1, &blocks[0]) &&
                       allocate(manager, 1, &blocks[1]) && blocks[0] == whole &&
                       (uint8_t *)blocks[1] - (uint8_t *)blocks[0] == page_size,
                   "a freed run is split");
  ((uint8_t *)blocks[0])[0] = 77;
  acceptance_check(TVMPageMemoryManager_Reallocate(
                       manager, blocks[0], 100, (DLDevice){kDLCPU, 0},
                       &whole) == kTvmErrorNoError &&
                       whole != blocks[0] && ((uint8_t *)whole)[0] == 77,
                   "a block that grows moves with its bytes");
  acceptance_check(release(manager, whole) == kTvmErrorNoError &&
                       release(manager, blocks[1]) == kTvmErrorNoError &&
                       release(manager, blocks[2]) == kTvmErrorNoError &&
                       manager->vleak_size == 0,
                   "nothing is left");
}

void acceptance_page_allocator(void) {
  static uint8_t pool[600];
  MemoryManagerInterface *manager = NULL;
  TVMMemoryUsage usage;
  void *block = NULL;
  if (!acceptance_check(PageMemoryManagerCreate(&manager, pool, sizeof(pool),
                                                page_bits) == kTvmErrorNoError,
                        "a pool of pages"))
    return;
  check_use(manager);
  TVMPageMemoryManager_GetUsage(manager, &usage);
  acceptance_check(usage.used == 0 && usage.high_water == 7 * page_size,
                   "how much was used at most");
  acceptance_check(manager->Allocate(manager, sizeof(pool),
                                     (DLDevice){kDLCPU, 0},
                                     &block) == kTvmErrorPlatformNoMemory,
                   "a block larger than the pool is refused");
}
