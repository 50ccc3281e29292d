/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Making of a graph executor: read the graph to count, allocate the tables,
 * read it again to fill them, and give memory to the storages. */

#include <tvm/runtime/crt/platform.h>

#include "config_tensors.h"
#include "graph/graph.h"
#include "runtime/tensor_size.h"

/* A part of the block of tables. */
typedef struct {
  /* NULL while only the size is wanted. */
  uint8_t *block;
  /* Counts are below 2^16 and what they count is small, so this stays far below
   * 2^32; the names are no longer than the text, which is in memory as well. */
  size_t nbytes;
} layout_t;

/* The next part; the widest come first, so that all are aligned. */
static void *place(layout_t *layout, uint32_t count, size_t size) {
  uint8_t *part = NULL;
  if (layout->block != NULL) {
    part = &layout->block[layout->nbytes];
  }
  layout->nbytes += (size_t)count * size;
  return part;
}

/* Sets the tables; returns the size of all. */
static size_t place_tables(TVMGraphExecutor *executor, uint8_t *block) {
  const uint32_t *counts = executor->counts;
  layout_t layout;
  layout.block = block;
  layout.nbytes = 0U;
  (void)place(&layout, 1U, sizeof(*executor));
  /* Eight bytes wide at most, like the end of the structure. */
  layout.nbytes = (layout.nbytes + 7U) & ~(size_t)7U;
  executor->values =
      place(&layout, counts[graph_most_args], sizeof(*executor->values));
  executor->extents =
      place(&layout, counts[graph_extents], sizeof(*executor->extents));
  executor->entries =
      place(&layout, counts[graph_entries], sizeof(*executor->entries));
  executor->storages =
      place(&layout, counts[graph_entries], sizeof(*executor->storages));
  executor->operators =
      place(&layout, counts[graph_operators], sizeof(*executor->operators));
  executor->type_codes =
      place(&layout, counts[graph_most_args], sizeof(*executor->type_codes));
  for (size_t i = 0U; i < GRAPH_NUM_LISTS; i++) {
    executor->lists[i] =
        place(&layout, counts[i], sizeof(executor->lists[i][0]));
  }
  executor->names = place(&layout, counts[graph_name_bytes], 1U);
  return layout.nbytes;
}

static int refuse_size(void) {
  return tvm_crt_graph_fail(kTvmErrorExecutorBadGraph, "type or size");
}

/* Asks the module for the parameters that are linked into the program. */
static int find_linked(TVMGraphExecutor *executor) {
  TVMFunctionHandle lookup;
  int error = 0;
  if (TVMModGetFunction(executor->module, "_lookup_linked_param", 0, &lookup) !=
      0) {
    return 0;
  }
  for (uint32_t i = 0U; (i < executor->counts[graph_inputs]) && (error == 0);
       i++) {
    const uint16_t *ids = executor->lists[graph_storages];
    const uint16_t id = ids[executor->lists[graph_inputs][i]];
    storage_t *storage = &executor->storages[id];
    TVMValue value;
    TVMValue result;
    int type_code = kTVMArgInt;
    int result_code;
    value.v_int64 = (int64_t)id;
    error = TVMFuncCall(lookup, &value, &type_code, 1, &result, &result_code);
    if ((error == 0) && (result_code != (int)kTVMNullptr) &&
        (result.v_handle != NULL)) {
      storage->data = result.v_handle;
      storage->is_linked = true;
      if (storage->is_written) {
        error = tvm_crt_graph_fail(kTvmErrorExecutorBadGraph,
                                   "linked parameter is written");
      }
    }
  }
  return error;
}

void tvm_crt_graph_set_data(TVMGraphExecutor *executor) {
  for (uint32_t i = 0U; i < executor->counts[graph_entries]; i++) {
    executor->entries[i].data = graph_storage(executor, i)->data;
  }
}

/* One block for all storages that need memory. */
static int allocate_pool(TVMGraphExecutor *executor) {
  const size_t last = (size_t)TVM_CRT_TENSOR_ALIGNMENT_BYTES - 1U;
  const uint32_t count = executor->counts[graph_entries];
  size_t total = last;
  uint8_t *memory;
  tvm_crt_error_t error;
  /* From now on a storage's size is its offset in the pool. */
  for (uint32_t i = 0U; i < count; i++) {
    storage_t *storage = &executor->storages[i];
    if (!storage->is_linked) {
      /* No storage is larger than PTRDIFF_MAX. */
      const size_t nbytes = (storage->nbytes + last) & ~last;
      storage->nbytes = total - last;
      if (nbytes > ((size_t)PTRDIFF_MAX - total)) {
        return refuse_size();
      }
      total += nbytes;
    }
  }
  error = TVMPlatformMemoryAllocate(total, executor->device, &executor->pool);
  if (error != kTvmErrorNoError) {
    return tvm_crt_graph_fail(error, "no memory");
  }
  memory = executor->pool;
  memory = &memory[(size_t)(0U - (uintptr_t)memory) & last];
  for (uint32_t i = 0U; i < count; i++) {
    storage_t *storage = &executor->storages[i];
    if (!storage->is_linked) {
      storage->data = &memory[storage->nbytes];
    }
  }
  tvm_crt_graph_set_data(executor);
  return 0;
}

static uint8_t *clear(void *block, size_t nbytes) {
  uint8_t *bytes = block;
  for (size_t i = 0U; i < nbytes; i++) {
    bytes[i] = 0U;
  }
  return bytes;
}

/* Sets the sizes of storages: each as large as the largest entry in it. */
static int measure_storages(const TVMGraphExecutor *executor) {
  for (uint32_t i = 0U; i < executor->counts[graph_entries]; i++) {
    DLTensor *entry = &executor->entries[i];
    storage_t *storage = graph_storage(executor, i);
    size_t nbytes = 0U;
    if (!tvm_crt_tensor_bytes(entry, &nbytes)) {
      return refuse_size();
    }
    if (storage->nbytes < nbytes) {
      storage->nbytes = nbytes;
    }
    entry->device = executor->device;
  }
  return 0;
}

/* Fills the tables of an executor whose block is allocated. */
static int complete(TVMGraphExecutor *executor, const char *json) {
  int error = tvm_crt_graph_read(executor, json);
  if (error == 0) {
    error = measure_storages(executor);
  }
  if (error == 0) {
    error = find_linked(executor);
  }
  if (error == 0) {
    error = allocate_pool(executor);
  }
  return error;
}

int TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module_handle,
                            const DLDevice *devices,
                            TVMGraphExecutor **executor) {
  TVMGraphExecutor draft;
  TVMGraphExecutor *made;
  void *block = NULL;
  size_t nbytes;
  int error;
  if ((executor == NULL) || (sym_json == NULL) || (devices == NULL)) {
    return tvm_crt_graph_refuse();
  }
  *executor = NULL;
  if ((devices->device_type != kDLCPU) || (devices->device_id != 0)) {
    return tvm_crt_graph_fail(kTvmErrorExecutorModuleBadContext, "device");
  }
  (void)clear(&draft, sizeof(draft));
  draft.module = module_handle;
  draft.device = *devices;
  error = tvm_crt_graph_read(&draft, sym_json);
  if (error != 0) {
    return error;
  }
  nbytes = place_tables(&draft, NULL);
  error = (int)TVMPlatformMemoryAllocate(nbytes, draft.device, &block);
  if (error != 0) {
    return tvm_crt_graph_fail((tvm_crt_error_t)error, "no memory");
  }
  (void)place_tables(&draft, clear(block, nbytes));
  made = block;
  *made = draft;
  error = complete(made, sym_json);
  if (error == 0) {
    *executor = made;
  } else {
    /* The text of the first error stays. */
    (void)TVMPlatformMemoryFree(block, draft.device);
  }
  return error;
}

int TVMGraphExecutor_Release(TVMGraphExecutor **executor) {
  tvm_crt_error_t error = kTvmErrorNoError;
  if ((executor == NULL) || (*executor == NULL)) {
    return tvm_crt_graph_refuse();
  }
  if ((*executor)->pool != NULL) {
    error = TVMPlatformMemoryFree((*executor)->pool, (*executor)->device);
  }
  if (error == kTvmErrorNoError) {
    (*executor)->pool = NULL;
    error = TVMPlatformMemoryFree(*executor, (*executor)->device);
  }
  if (error != kTvmErrorNoError) {
    return tvm_crt_graph_fail(error, "release");
  }
  *executor = NULL;
  return 0;
}
