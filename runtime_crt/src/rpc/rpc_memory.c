/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Memory that the host may name by its address. */

#include <tvm/runtime/crt/platform.h>

#include "config_tensors.h"
#include "rpc/rpc_server.h"

static const DLDevice cpu = {kDLCPU, 0};

bool tvm_crt_rpc_has_memory(const void *address, size_t offset,
                            size_t num_bytes, bool to_write) {
  for (size_t i = 0U; i < (size_t)TVM_CRT_RPC_MAX_BLOCKS; i++) {
    const rpc_block_t *block = &tvm_crt_rpc_server.blocks[i];
    /* Too large for an address in front of the block. */
    const size_t at = (size_t)((uintptr_t)address - (uintptr_t)block->data);
    size_t rest = block->num_bytes;
    if ((block->kind == (uint8_t)block_free) || (at > rest) ||
        (to_write && (block->kind == (uint8_t)block_lent_constant))) {
      continue;
    }
    rest -= at;
    if ((offset <= rest) && (num_bytes <= (rest - offset))) {
      return true;
    }
  }
  return false;
}

int tvm_crt_rpc_add_block(void *owner, const void *data, size_t num_bytes,
                          uint8_t kind) {
  for (size_t i = 0U; i < (size_t)TVM_CRT_RPC_MAX_BLOCKS; i++) {
    rpc_block_t *block = &tvm_crt_rpc_server.blocks[i];
    if (block->kind == (uint8_t)block_free) {
      block->owner = owner;
      block->data = data;
      block->num_bytes = num_bytes;
      block->kind = kind;
      return 0;
    }
  }
  return tvm_crt_rpc_fail("blocks");
}

/* All memory has the alignment that operators expect; hosts ask for that of
 * their own vectors, which wastes more. */
int tvm_crt_rpc_allocate(uint64_t num_bytes, void **data) {
  const size_t mask = (size_t)TVM_CRT_TENSOR_ALIGNMENT_BYTES - 1U;
  void *owner = NULL;
  uint8_t *bytes;
  int error;
  if ((num_bytes > ((uint64_t)PTRDIFF_MAX - mask)) ||
      (TVMPlatformMemoryAllocate((size_t)num_bytes + mask, cpu, &owner) !=
       kTvmErrorNoError)) {
    return tvm_crt_rpc_fail("memory");
  }
  bytes = owner;
  bytes = &bytes[(0U - (uintptr_t)owner) & mask];
  error = tvm_crt_rpc_add_block(owner, bytes, (size_t)num_bytes,
                                (uint8_t)block_allocated);
  if (error != 0) {
    (void)TVMPlatformMemoryFree(owner, cpu);
  }
  *data = bytes;
  return error;
}

static void free_block(rpc_block_t *block) {
  if (block->kind == (uint8_t)block_allocated) {
    (void)TVMPlatformMemoryFree(block->owner, cpu);
  }
  block->kind = (uint8_t)block_free;
}

int tvm_crt_rpc_free(const void *name, uint8_t kind) {
  for (size_t i = 0U; i < (size_t)TVM_CRT_RPC_MAX_BLOCKS; i++) {
    rpc_block_t *block = &tvm_crt_rpc_server.blocks[i];
    const void *own =
        (kind == (uint8_t)block_tensor) ? block->owner : block->data;
    if ((block->kind == kind) && (own == name)) {
      free_block(block);
      return 0;
    }
  }
  return tvm_crt_rpc_fail("address");
}

/* From the last one on: most hosts allocate more than they free. */
void tvm_crt_rpc_free_all(void) {
  for (size_t i = (size_t)TVM_CRT_RPC_MAX_BLOCKS; i > 0U; i--) {
    rpc_block_t *block = &tvm_crt_rpc_server.blocks[i - 1U];
    if (block->kind < (uint8_t)block_lent) {
      free_block(block);
    }
  }
}
