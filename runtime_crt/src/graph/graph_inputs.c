/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Inputs in the executor's own memory: what the module form and programs need
 * beyond TVM's interface in C. */

#include "graph/graph.h"

DLTensor *TVMGraphExecutor_InputTensor(TVMGraphExecutor *executor,
                                       int32_t index) {
  if (executor == NULL) {
    return NULL;
  }
  return graph_entry_at(executor, executor->inputs, executor->counts.inputs,
                        index);
}

int graph_copy_input(TVMGraphExecutor *executor, DLTensor *input,
                     DLTensor *data_in) {
  const int error = graph_check_fit(input, data_in);
  if (error != 0) {
    return error;
  }
  if (graph_storage(executor, input)->is_linked) {
    return graph_fail(kTvmErrorFunctionCallInvalidArg, "linked");
  }
  return TVMDeviceCopyDataFromTo(data_in, input, NULL);
}

int TVMGraphExecutor_CopyInput(TVMGraphExecutor *executor, const char *name,
                               DLTensor *data_in) {
  DLTensor *input = NULL;
  const int error = graph_find_tensor(executor, name, &input);
  return (error == 0) ? graph_copy_input(executor, input, data_in) : error;
}
