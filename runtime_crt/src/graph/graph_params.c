/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A params file:
 *
 *   u64  magic      kTVMNDArrayListMagic
 *   u64  reserved   not looked at
 *   u64  count
 *   count names, each a u64 length and as many bytes
 *   u64  count      again
 *   count arrays, as array_reader.c tells
 *
 * Names and arrays are read side by side, so that nothing need be kept. */

#include <tvm/runtime/crt/internal/common/ndarray.h>

#include "backend/failure.h"
#include "graph/graph.h"
#include "runtime/array_reader.h"

/* Reads a name. */
static const char *read_name(byte_reader_t *reader, size_t *length) {
  *length = (size_t)read_long(reader);
  return (const char *)take_bytes(reader, *length);
}

static int set_param(const TVMGraphExecutor *executor, const char *name,
                     size_t length, const file_array_t *array) {
  const int index = graph_find_input(executor, name, length);
  uint32_t entry;
  if (index < 0) {
    return (int)kTvmErrorExecutorModuleNoSuchInput;
  }
  entry = executor->lists[graph_inputs][index];
  if (!graph_is_like(&array->tensor, &executor->entries[entry])) {
    return graph_fail(kTvmErrorFunctionCallInvalidArg, "type or size");
  }
  if (!graph_storage(executor, entry)->is_linked) {
    copy_elements(array, executor->entries[entry].data);
  }
  return 0;
}

int TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                const char *param_blob, uint32_t param_size) {
  byte_reader_t names;
  byte_reader_t arrays;
  file_array_t array;
  uint32_t count;
  size_t length;
  int error = 0;
  if ((executor == NULL) || (param_blob == NULL)) {
    return tvm_crt_invalid_argument(graph_title);
  }
  read_bytes(&names, param_blob, param_size);
  read_mark(&names, kTVMNDArrayListMagic);
  count = read_long(&names);
  /* The arrays stand behind the names and their own number. */
  arrays = names;
  for (uint32_t i = 0U; (i < count) && !arrays.failed; i++) {
    (void)read_name(&arrays, &length);
  }
  expect_word(&arrays, count);
  expect_word(&arrays, 0U);
  while ((count > 0U) && (error == 0) && !arrays.failed) {
    const char *name = read_name(&names, &length);
    read_array(&arrays, &array);
    if (!arrays.failed) {
      error = set_param(executor, name, length, &array);
    }
    count--;
  }
  if (arrays.failed) {
    error = graph_fail(kTvmErrorParamCorrupt, "params");
  }
  return error;
}
