/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Inputs in the executor's own memory: what the module form and programs need
 * beyond TVM's interface in C. */

#include "graph/graph.h"

#include "runtime/tensor_size.h"

DLTensor *TVMGraphExecutor_InputTensor(TVMGraphExecutor *executor,
                                       int32_t index) {
  return tvm_crt_graph_entry_at(executor, graph_inputs, index);
}

int tvm_crt_graph_copy_input(TVMGraphExecutor *executor, uint32_t entry,
                             DLTensor *data_in) {
  DLTensor *input = &executor->entries[entry];
  if (!tvm_crt_tensor_is_like(data_in, input)) {
    return tvm_crt_graph_refuse();
  }
  if (graph_storage(executor, entry)->is_linked) {
    return tvm_crt_graph_fail(kTvmErrorFunctionCallInvalidArg, "linked");
  }
  return TVMDeviceCopyDataFromTo(data_in, input, NULL);
}

int TVMGraphExecutor_CopyInput(TVMGraphExecutor *executor, const char *name,
                               DLTensor *data_in) {
  uint32_t entry = 0U;
  const int error = tvm_crt_graph_find_entry(executor, name, &entry);
  return (error == 0) ? tvm_crt_graph_copy_input(executor, entry, data_in)
                      : error;
}
