/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "graph/graph.h"
#include "runtime/params_file.h"

static int refuse(const file_param_t *param, const char *reason) {
  return tvm_crt_graph_fail_bytes(kTvmErrorFunctionCallInvalidArg, reason,
                                  param->name, param->length);
}

static int set_param(const TVMGraphExecutor *executor,
                     const file_param_t *param) {
  const int index =
      tvm_crt_graph_find_input(executor, param->name, param->length);
  const DLTensor *input;
  storage_t *storage;
  uint32_t entry;
  if (index < 0) {
    return (int)kTvmErrorExecutorModuleNoSuchInput;
  }
  entry = graph_input_entry(executor, (uint32_t)index);
  input = &executor->entries[entry];
  storage = graph_storage(executor, entry);
  storage->is_set = false;
  if (!tvm_crt_array_is_like(&param->array, input)) {
    return refuse(param, "type or size");
  }
  if (!storage->is_linked) {
    tvm_crt_copy_elements(&param->array, input->data);
  } else if (!tvm_crt_same_elements(&param->array, input->data)) {
    /* It cannot be written, and is not what the file wants. */
    return refuse(param, "linked, but differs");
  } else {
    /* It is there already. */
  }
  storage->is_set = true;
  return 0;
}

static int load_params(const TVMGraphExecutor *executor, const char *bytes,
                       size_t nbytes) {
  params_file_t file;
  file_param_t param;
  int error = 0;
  if (bytes == NULL) {
    return tvm_crt_graph_refuse();
  }
  tvm_crt_params_file_begin(&file, bytes, nbytes);
  while ((error == 0) && tvm_crt_params_file_next(&file, &param)) {
    error = set_param(executor, &param);
  }
  return file.arrays.failed
             ? tvm_crt_graph_fail(kTvmErrorParamCorrupt, "params")
             : error;
}

int TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                const char *param_blob, uint32_t param_size) {
  int error;
  if (executor == NULL) {
    error = tvm_crt_graph_refuse();
  } else {
    error = load_params(executor, param_blob, param_size);
    executor->are_params_refused = error != 0;
  }
  return tvm_crt_graph_end(error);
}
