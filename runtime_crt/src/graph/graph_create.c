/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Making of a graph executor: read the graph to count, allocate the tables,
 * read it again to fill them, and give memory to the storages. */

#include <tvm/runtime/crt/platform.h>

#include "config_checks.h"
#include "graph/graph.h"

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
  const graph_counts_t *counts = &executor->counts;
  layout_t layout;
  layout.block = block;
  layout.nbytes = 0U;
  (void)place(&layout, 1U, sizeof(*executor));
  /* Eight bytes wide at most, like the end of the structure. */
  layout.nbytes = (layout.nbytes + 7U) & ~(size_t)7U;
  executor->values =
      place(&layout, counts->most_args, sizeof(*executor->values));
  executor->extents =
      place(&layout, counts->extents, sizeof(*executor->extents));
  executor->entries =
      place(&layout, counts->entries, sizeof(*executor->entries));
  executor->storages =
      place(&layout, counts->storages, sizeof(*executor->storages));
  executor->operators =
      place(&layout, counts->operators, sizeof(*executor->operators));
  executor->type_codes =
      place(&layout, counts->most_args, sizeof(*executor->type_codes));
  executor->storage_of =
      place(&layout, counts->entries, sizeof(*executor->storage_of));
  executor->first_entry =
      place(&layout, counts->nodes + 1U, sizeof(*executor->first_entry));
  executor->args = place(&layout, counts->args, sizeof(*executor->args));
  executor->inputs = place(&layout, counts->inputs, sizeof(*executor->inputs));
  executor->outputs =
      place(&layout, counts->outputs, sizeof(*executor->outputs));
  executor->names = place(&layout, counts->name_bytes, 1U);
  return layout.nbytes;
}

/* Asks the module for the parameters that are linked into the program. */
static int find_linked(TVMGraphExecutor *executor) {
  TVMFunctionHandle lookup;
  int error = 0;
  if (TVMModGetFunction(executor->module, "_lookup_linked_param", 0, &lookup) !=
      0) {
    return 0;
  }
  for (uint32_t i = 0U; (i < executor->counts.inputs) && (error == 0); i++) {
    const uint16_t id = executor->storage_of[executor->inputs[i]];
    TVMValue value;
    TVMValue result;
    int type_code = kTVMArgInt;
    int result_code;
    value.v_int64 = (int64_t)id;
    error = TVMFuncCall(lookup, &value, &type_code, 1, &result, &result_code);
    if ((error == 0) && (result_code != kTVMNullptr) &&
        (result.v_handle != NULL)) {
      executor->storages[id].data = result.v_handle;
      executor->storages[id].is_linked = true;
    }
  }
  return error;
}

/* Bytes that a storage takes of the pool; SIZE_MAX when it is too large. */
static size_t pool_bytes(const storage_t *storage) {
  const size_t last = (size_t)TVM_CRT_TENSOR_ALIGNMENT_BYTES - 1U;
  /* No storage is larger than PTRDIFF_MAX. */
  return storage->is_linked ? 0U : ((storage->nbytes + last) & ~last);
}

/* One block for all storages that need memory. */
static int allocate_pool(TVMGraphExecutor *executor) {
  const size_t last = (size_t)TVM_CRT_TENSOR_ALIGNMENT_BYTES - 1U;
  const uint32_t count = executor->counts.storages;
  size_t total = last;
  uint8_t *memory;
  tvm_crt_error_t error;
  for (uint32_t i = 0U; i < count; i++) {
    const size_t nbytes = pool_bytes(&executor->storages[i]);
    if (nbytes > ((size_t)PTRDIFF_MAX - total)) {
      return graph_refuse(kTvmErrorExecutorBadGraph,
                          "graph executor: tensors beyond the address space");
    }
    total += nbytes;
  }
  error = TVMPlatformMemoryAllocate(total, executor->device, &executor->pool);
  if (error != kTvmErrorNoError) {
    executor->pool = NULL;
    return graph_refuse(error, "graph executor: no memory for tensors");
  }
  memory = executor->pool;
  memory = &memory[(size_t)(0U - (uintptr_t)memory) & last];
  for (uint32_t i = 0U; i < count; i++) {
    storage_t *storage = &executor->storages[i];
    if (!storage->is_linked) {
      storage->data = memory;
      memory = &memory[pool_bytes(storage)];
    }
  }
  for (uint32_t i = 0U; i < executor->counts.entries; i++) {
    executor->entries[i].data =
        executor->storages[executor->storage_of[i]].data;
  }
  return 0;
}

/* Fills the tables of an executor whose block is allocated. */
static int complete(TVMGraphExecutor *executor, const char *json) {
  int error;
  for (uint32_t i = 0U; i < executor->counts.storages; i++) {
    executor->storages[i].data = NULL;
    executor->storages[i].nbytes = 0U;
    executor->storages[i].is_linked = false;
  }
  error = graph_read(executor, json);
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
  void *block = NULL;
  int error;
  if (executor == NULL) {
    return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                        "graph executor: NULL argument");
  }
  *executor = NULL;
  if ((sym_json == NULL) || (devices == NULL)) {
    return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                        "graph executor: NULL argument");
  }
  if ((devices->device_type != kDLCPU) || (devices->device_id != 0)) {
    return graph_refuse(kTvmErrorExecutorModuleBadContext,
                        "graph executor: the device is not CPU 0");
  }
  draft.module = module_handle;
  draft.device = *devices;
  draft.pool = NULL;
  (void)place_tables(&draft, NULL);
  error = graph_read(&draft, sym_json);
  if (error != 0) {
    return error;
  }
  error = (int)TVMPlatformMemoryAllocate(place_tables(&draft, NULL),
                                         draft.device, &block);
  if (error != 0) {
    return graph_refuse((tvm_crt_error_t)error,
                        "graph executor: no memory for tables");
  }
  (void)place_tables(&draft, block);
  *executor = block;
  **executor = draft;
  error = complete(*executor, sym_json);
  if (error != 0) {
    /* The text of the first error stays. */
    (void)TVMPlatformMemoryFree(block, draft.device);
    *executor = NULL;
  }
  return error;
}

int TVMGraphExecutor_Release(TVMGraphExecutor **executor) {
  const DLDevice *device;
  tvm_crt_error_t pool_error;
  tvm_crt_error_t error;
  if ((executor == NULL) || (*executor == NULL)) {
    return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                        "graph executor: NULL argument");
  }
  device = &(*executor)->device;
  pool_error = TVMPlatformMemoryFree((*executor)->pool, *device);
  error = TVMPlatformMemoryFree(*executor, *device);
  if (pool_error != kTvmErrorNoError) {
    error = pool_error;
  }
  if (error != kTvmErrorNoError) {
    return graph_refuse(error,
                        "graph executor: the platform refused a release");
  }
  *executor = NULL;
  return 0;
}
