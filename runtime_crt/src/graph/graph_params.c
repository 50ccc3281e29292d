/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "graph/graph.h"
#include "runtime/params_file.h"
#include "runtime/tensor_size.h"

static int set_param(const TVMGraphExecutor *executor,
                     const file_param_t *param) {
  const int index =
      tvm_crt_graph_find_input(executor, param->name, param->length);
  uint32_t entry;
  if (index < 0) {
    return (int)kTvmErrorExecutorModuleNoSuchInput;
  }
  entry = executor->lists[graph_inputs][index];
  if (!tvm_crt_tensor_is_like(&param->array.tensor,
                              &executor->entries[entry])) {
    return tvm_crt_graph_fail(kTvmErrorFunctionCallInvalidArg, "type or size");
  }
  if (!graph_storage(executor, entry)->is_linked) {
    tvm_crt_copy_elements(&param->array, executor->entries[entry].data);
  }
  return 0;
}

int TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                const char *param_blob, uint32_t param_size) {
  params_file_t file;
  file_param_t param;
  int error = 0;
  if ((executor == NULL) || (param_blob == NULL)) {
    return tvm_crt_graph_refuse();
  }
  tvm_crt_params_file_begin(&file, param_blob, param_size);
  while ((error == 0) && tvm_crt_params_file_next(&file, &param)) {
    error = set_param(executor, &param);
  }
  if (file.arrays.failed) {
    error = tvm_crt_graph_fail(kTvmErrorParamCorrupt, "params");
  }
  return error;
}
