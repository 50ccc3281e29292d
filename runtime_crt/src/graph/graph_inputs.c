/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Names of inputs, and inputs in the executor's own memory: what the module
 * form and programs need beyond TVM's interface in C. */

#include "graph/graph.h"

#include "runtime/module_functions.h"

int TVMGraphExecutor_GetInputName(TVMGraphExecutor *executor, int index,
                                  const char **name) {
  if ((executor == NULL) || (name == NULL)) {
    return tvm_crt_graph_refuse();
  }
  if (!tvm_crt_graph_has(executor, graph_inputs, index)) {
    return tvm_crt_graph_fail(kTvmErrorExecutorModuleNoSuchInput, "no input");
  }
  *name = tvm_crt_graph_input_name(executor, (uint32_t)index);
  return 0;
}

DLTensor *TVMGraphExecutor_InputTensor(TVMGraphExecutor *executor,
                                       int32_t index) {
  uint32_t entry;
  if ((executor == NULL) || !tvm_crt_graph_has(executor, graph_inputs, index)) {
    (void)tvm_crt_graph_refuse();
    return NULL;
  }
  entry = graph_input_entry(executor, (uint32_t)index);
  /* From now on the program may write it at any time. */
  graph_storage(executor, entry)->is_set = true;
  return &executor->entries[entry];
}

int tvm_crt_graph_copy_input(TVMGraphExecutor *executor, uint32_t index,
                             const DLTensor *data_in) {
  const uint32_t entry = graph_input_entry(executor, index);
  const char *name = tvm_crt_graph_input_name(executor, index);
  storage_t *storage = graph_storage(executor, entry);
  int error;
  storage->is_set = false;
  if (storage->is_linked) {
    return tvm_crt_graph_fail_named(kTvmErrorFunctionCallInvalidArg, "linked",
                                    name);
  }
  error = tvm_crt_module_copy_in(data_in, &executor->entries[entry]);
  if (error != 0) {
    return tvm_crt_graph_refuse_tensor(name);
  }
  storage->is_set = true;
  return 0;
}

int TVMGraphExecutor_CopyInput(TVMGraphExecutor *executor, const char *name,
                               DLTensor *data_in) {
  uint32_t index = 0U;
  int error = tvm_crt_graph_input_to_set(executor, name, &index);
  if (error == 0) {
    error = tvm_crt_graph_copy_input(executor, index, data_in);
  }
  return tvm_crt_graph_end(error);
}
