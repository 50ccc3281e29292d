/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Right and wrong calls of the page allocator and the stack allocator, in pools
 * that end with their allocation.
 *
 * Tries to break (SECURITY.md): runtime_crt 6. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/page_allocator.h>
#include <tvm/runtime/crt/stack_allocator.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int holds) {
  if (!holds)
    abort();
}

enum { most_blocks = 32 };

/* A block that is allocated, filled with its mark. */
typedef struct {
  uint8_t *start;
  size_t nbytes;
  uint8_t mark;
} block_t;

typedef struct {
  block_t blocks[most_blocks];
  size_t count;
  uint8_t next_mark;
} blocks_t;

static void add(blocks_t *all, void *start, size_t nbytes) {
  block_t *block = &all->blocks[all->count++];
  block->start = start;
  block->nbytes = nbytes;
  block->mark = ++all->next_mark;
  check((uintptr_t)start % 16 == 0);
  memset(start, block->mark, nbytes);
}

/* Nobody else has written to the blocks. */
static void check_all(const blocks_t *all) {
  for (size_t i = 0; i < all->count; i++)
    for (size_t at = 0; at < all->blocks[i].nbytes; at++)
      check(all->blocks[i].start[at] == all->blocks[i].mark);
}

static size_t find(const blocks_t *all, const uint8_t *start) {
  size_t i = 0;
  while (i < all->count && all->blocks[i].start != start)
    i++;
  return i;
}

/* One operation: what, a size, and an address from the start of the pool. */
typedef struct {
  uint8_t what;
  uint8_t nbytes;
  int16_t offset;
} operation_t;

static operation_t operation_at(const uint8_t *data) {
  operation_t operation;
  operation.what = data[0];
  operation.nbytes = data[1];
  memcpy(&operation.offset, data + 2, sizeof(operation.offset));
  return operation;
}

static void use_pages(uint8_t *pool, size_t pool_size, const uint8_t *data,
                      size_t size) {
  const DLDevice cpu = {kDLCPU, 0};
  MemoryManagerInterface *manager = NULL;
  blocks_t all;
  memset(&all, 0, sizeof(all));
  if (size == 0 ||
      PageMemoryManagerCreate(&manager, pool, pool_size, 4u + data[0] % 4) != 0)
    return;
  for (size_t at = 1; at + 4 <= size; at += 4) {
    const operation_t operation = operation_at(data + at);
    void *block = NULL;
    uint8_t *address;
    size_t which;
    if (operation.what % 2 == 0) {
      if (all.count < most_blocks &&
          manager->Allocate(manager, operation.nbytes, cpu, &block) == 0)
        add(&all, block, operation.nbytes);
    } else {
      /* A block, or any address. */
      address = (operation.what & 2) != 0 && all.count > 0
                    ? all.blocks[operation.nbytes % all.count].start
                    : (uint8_t *)((uintptr_t)pool +
                                  (uintptr_t)(intptr_t)operation.offset);
      which = find(&all, address);
      check((manager->Free(manager, address, cpu) == 0) == (which < all.count));
      if (which < all.count)
        all.blocks[which] = all.blocks[--all.count];
    }
    check(manager->vleak_size == (int)all.count);
    check_all(&all);
  }
}

static void use_stack(uint8_t *pool, size_t pool_size, const uint8_t *data,
                      size_t size) {
  tvm_workspace_t state;
  blocks_t all;
  uint8_t do_lifo_check;
  memset(&all, 0, sizeof(all));
  if (size == 0 || StackMemoryManager_Init(&state, pool, pool_size) != 0)
    return;
  do_lifo_check = data[0] % 2;
  for (size_t at = 1; at + 4 <= size; at += 4) {
    const operation_t operation = operation_at(data + at);
    void *block = NULL;
    if (operation.what % 2 == 0) {
      if (all.count < most_blocks &&
          StackMemoryManager_Allocate_Body(&state, operation.nbytes, &block,
                                           do_lifo_check) == 0)
        add(&all, block, operation.nbytes);
    } else {
      uint8_t *address =
          (operation.what & 2) != 0 && all.count > 0
              ? all.blocks[all.count - 1].start
              : (uint8_t *)((uintptr_t)pool +
                            (uintptr_t)(intptr_t)operation.offset);
      const size_t which = find(&all, address);
      const tvm_crt_error_t error =
          StackMemoryManager_Free_Body(&state, address, do_lifo_check);
      /* With the check the last block only; without it all that lies behind
       * the address is free then, also a block that it points into. */
      if (do_lifo_check)
        check((error == 0) == (which + 1 == all.count));
      else if (which < all.count)
        check(error == 0);
      while (error == 0 && all.count > 0 &&
             all.blocks[all.count - 1].start +
                     all.blocks[all.count - 1].nbytes >=
                 address)
        all.count--;
    }
    check_all(&all);
  }
}

/* The first three bytes: which allocator, and the pool's size and alignment. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t pool_size;
  size_t skipped;
  uint8_t *memory;
  if (size < 3)
    return 0;
  pool_size = data[1] * 4u;
  skipped = data[2] % 32;
  memory = malloc(skipped + pool_size);
  check(memory != NULL || skipped + pool_size == 0);
  if (data[0] % 2 == 0)
    use_pages(memory + skipped, pool_size, data + 3, size - 3);
  else
    use_stack(memory + skipped, pool_size, data + 3, size - 3);
  free(memory);
  return 0;
}
