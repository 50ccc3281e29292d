/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Making of a graph executor: read the graph to count, allocate the tables,
 * read it again to fill them, and give memory to the storages. */

#include <tvm/runtime/crt/platform.h>

#include "config_tensors.h"
#include "graph/graph.h"
#include "graph/graph_internals.h"
#include "runtime/cpu_device.h"
#include "runtime/tensor_size.h"

#define TENSOR_ALIGNMENT ((size_t)TVM_CRT_TENSOR_ALIGNMENT_BYTES)

#if LACKS_GRAPH_INTERNALS
TVM_CRT_WEAK size_t tvm_crt_graph_internals_bytes(
    const TVMGraphExecutor *executor, const char *text) {
  (void)executor;
  (void)text;
  return 0U;
}

TVM_CRT_WEAK void tvm_crt_graph_fill_internals(TVMGraphExecutor *executor,
                                               const char *text) {
  (void)executor;
  (void)text;
}
#endif

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
static size_t place_tables(TVMGraphExecutor *executor, uint8_t *block,
                           size_t internals_bytes) {
  const uint32_t *counts = executor->counts;
  layout_t layout;
  layout.block = block;
  /* The first table has the widest items, of eight bytes. */
  layout.nbytes = (sizeof(*executor) + internals_bytes + 7U) / 8U * 8U;
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

/* Bytes of the pool that a storage takes, so that the next one is aligned; none
 * when its parameter is linked. No storage is larger than PTRDIFF_MAX. */
static size_t pool_bytes(const storage_t *storage) {
  return storage->is_linked ? 0U
                            : ((storage->nbytes + TENSOR_ALIGNMENT) - 1U) /
                                  TENSOR_ALIGNMENT * TENSOR_ALIGNMENT;
}

/* One block for all storages that need memory. */
static int allocate_pool(TVMGraphExecutor *executor) {
  const uint32_t count = executor->counts[graph_entries];
  /* The platform need not align it. */
  size_t total = TENSOR_ALIGNMENT - 1U;
  uint8_t *memory;
  tvm_crt_error_t error;
  for (uint32_t i = 0U; i < count; i++) {
    const size_t nbytes = pool_bytes(&executor->storages[i]);
    if (nbytes > ((size_t)PTRDIFF_MAX - total)) {
      return refuse_size();
    }
    total += nbytes;
  }
  error = TVMPlatformMemoryAllocate(total, executor->device, &executor->pool);
  if (error != kTvmErrorNoError) {
    return tvm_crt_graph_fail(error, "no memory");
  }
  memory = executor->pool;
  memory = &memory[(0U - (uintptr_t)memory) % TENSOR_ALIGNMENT];
  for (uint32_t i = 0U; i < count; i++) {
    storage_t *storage = &executor->storages[i];
    if (!storage->is_linked) {
      storage->data = memory;
      memory = &memory[pool_bytes(storage)];
    }
    /* An input without elements needs none. */
    if (storage->is_linked || (storage->nbytes == 0U)) {
      storage->is_set = true;
    }
  }
  tvm_crt_graph_set_data(executor);
  return 0;
}

static void clear(void *block, size_t nbytes) {
  uint8_t *bytes = block;
  for (size_t i = 0U; i < nbytes; i++) {
    bytes[i] = 0U;
  }
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
    tvm_crt_graph_fill_internals(executor, json);
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

static int create(const char *json, TVMModuleHandle module,
                  TVMGraphExecutor **executor) {
  TVMGraphExecutor draft;
  void *block = NULL;
  size_t internals_bytes;
  size_t nbytes;
  int error;
  clear(&draft, sizeof(draft));
  draft.module = module;
  /* There is one CPU, whatever number a program gives it. */
  draft.device.device_type = kDLCPU;
  error = tvm_crt_graph_read(&draft, json);
  if (error != 0) {
    return error;
  }
  internals_bytes = tvm_crt_graph_internals_bytes(&draft, json);
  nbytes = place_tables(&draft, NULL, internals_bytes);
  error = (int)TVMPlatformMemoryAllocate(nbytes, draft.device, &block);
  if (error != 0) {
    return tvm_crt_graph_fail((tvm_crt_error_t)error, "no memory");
  }
  clear(block, nbytes);
  (void)place_tables(&draft, block, internals_bytes);
  *executor = block;
  **executor = draft;
  error = complete(*executor, json);
  if (error != 0) {
    *executor = NULL;
    /* The text of the first error stays. */
    (void)TVMPlatformMemoryFree(block, draft.device);
  }
  return error;
}

int TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module_handle,
                            const DLDevice *devices,
                            TVMGraphExecutor **executor) {
  int error;
  if ((executor == NULL) || (sym_json == NULL) || (devices == NULL)) {
    error = tvm_crt_graph_refuse();
  } else {
    *executor = NULL;
    error =
        tvm_crt_is_cpu(*devices)
            ? create(sym_json, module_handle, executor)
            : tvm_crt_graph_fail(kTvmErrorExecutorModuleBadContext, "device");
  }
  return tvm_crt_graph_end(error);
}

static int release(TVMGraphExecutor **executor) {
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

int TVMGraphExecutor_Release(TVMGraphExecutor **executor) {
  return tvm_crt_graph_end(release(executor));
}
