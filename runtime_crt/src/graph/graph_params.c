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

#include "graph/graph.h"
#include "runtime/array_reader.h"

/* Reads a name; NULL at the end of the file. */
static const char *read_name(byte_reader_t *reader, size_t *length) {
  uint64_t nbytes;
  const uint8_t *name = NULL;
  if (read_number(reader, 8U, &nbytes)) {
    name = take_bytes(reader, nbytes);
    *length = (size_t)nbytes;
  }
  return (const char *)name;
}

/* Reads everything in front of the names, and finds the arrays. */
static bool open_file(byte_reader_t *names, byte_reader_t *arrays,
                      uint64_t *count) {
  uint64_t magic;
  uint64_t reserved;
  uint64_t again;
  size_t length;
  if (!read_number(names, 8U, &magic) || !read_number(names, 8U, &reserved) ||
      !read_number(names, 8U, count) || (magic != kTVMNDArrayListMagic)) {
    return false;
  }
  *arrays = *names;
  /* Each name takes bytes, so a count that is not true ends with the file. */
  for (uint64_t i = 0U; i < *count; i++) {
    if (read_name(arrays, &length) == NULL) {
      return false;
    }
  }
  return read_number(arrays, 8U, &again) && (again == *count);
}

static int set_param(const TVMGraphExecutor *executor, const char *name,
                     size_t length, const file_array_t *array) {
  const uint32_t index = graph_find_input(executor, name, length);
  const storage_t *storage;
  const DLTensor *entry;
  if (index == executor->counts.inputs) {
    return (int)kTvmErrorExecutorModuleNoSuchInput;
  }
  entry = &executor->entries[executor->inputs[index]];
  storage = &executor->storages[executor->storage_of[executor->inputs[index]]];
  if (!graph_is_like(&array->tensor, entry)) {
    return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                        "graph executor: parameter of another type or size");
  }
  if (!storage->is_linked) {
    copy_elements(array, storage->data);
  }
  return 0;
}

int TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                const char *param_blob, uint32_t param_size) {
  byte_reader_t names;
  byte_reader_t arrays;
  file_array_t array;
  uint64_t count;
  int error = 0;
  if ((executor == NULL) || (param_blob == NULL)) {
    return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                        "graph executor: invalid argument");
  }
  names.next = (const uint8_t *)param_blob;
  names.left = param_size;
  if (!open_file(&names, &arrays, &count)) {
    error = (int)kTvmErrorParamCorrupt;
    count = 0U;
  }
  for (uint64_t i = 0U; (i < count) && (error == 0); i++) {
    size_t length = 0U;
    const char *name = read_name(&names, &length);
    if (!read_array(&arrays, &array)) {
      error = (int)kTvmErrorParamCorrupt;
    } else {
      error = set_param(executor, name, length, &array);
    }
  }
  if (error == (int)kTvmErrorParamCorrupt) {
    TVMAPISetLastError("graph executor: the bytes are no params file");
  }
  return error;
}
