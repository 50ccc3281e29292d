/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Running of a graph, its inputs and its outputs. */

#include "graph/graph.h"

#include "backend/failure.h"
#include "backend/last_error.h"
#include "runtime/registry_table.h"
#include "runtime/tensor_size.h"

const char tvm_crt_graph_title[] = "graph executor";

int tvm_crt_graph_fail(tvm_crt_error_t error, const char *reason) {
  return tvm_crt_fail(error, tvm_crt_graph_title, reason);
}

int tvm_crt_graph_refuse(void) {
  return tvm_crt_invalid_argument(tvm_crt_graph_title);
}

int tvm_crt_graph_find_input(const TVMGraphExecutor *executor, const char *name,
                             size_t length) {
  const char *input = executor->names;
  for (uint32_t index = 0U; index < executor->counts[graph_inputs]; index++) {
    size_t same = 0U;
    while ((same < length) && (input[same] == name[same]) &&
           (input[same] != '\0')) {
      same++;
    }
    if ((same == length) && (input[same] == '\0')) {
      return (int)index;
    }
    while (input[same] != '\0') {
      same++;
    }
    input = &input[same + 1U];
  }
  (void)tvm_crt_graph_fail(kTvmErrorExecutorModuleNoSuchInput, "no input");
  return -1;
}

int TVMGraphExecutor_GetInputIndex(TVMGraphExecutor *executor,
                                   const char *name) {
  size_t length = 0U;
  if ((executor == NULL) || (name == NULL)) {
    (void)tvm_crt_graph_refuse();
    return -1;
  }
  while (name[length] != '\0') {
    length++;
  }
  return tvm_crt_graph_find_input(executor, name, length);
}

int TVMGraphExecutor_GetNumInputs(TVMGraphExecutor *executor) {
  return (executor != NULL) ? (int)executor->counts[graph_inputs] : 0;
}

int TVMGraphExecutor_GetNumOutputs(TVMGraphExecutor *executor) {
  return (executor != NULL) ? (int)executor->counts[graph_outputs] : 0;
}

DLTensor *tvm_crt_graph_entry_at(const TVMGraphExecutor *executor, size_t list,
                                 int32_t index) {
  /* Below 0 is far above the count. */
  if ((executor == NULL) || ((uint32_t)index >= executor->counts[list])) {
    (void)tvm_crt_graph_refuse();
    return NULL;
  }
  return &executor->entries[executor->lists[list][index]];
}

DLTensor *TVMGraphExecutor_OutputTensor(TVMGraphExecutor *executor,
                                        int32_t index) {
  return tvm_crt_graph_entry_at(executor, graph_outputs, index);
}

int tvm_crt_graph_find_entry(TVMGraphExecutor *executor, const char *name,
                             uint32_t *entry) {
  const int index = TVMGraphExecutor_GetInputIndex(executor, name);
  if (index < 0) {
    return tvm_crt_last_error.error;
  }
  *entry = executor->lists[graph_inputs][index];
  return 0;
}

int TVMGraphExecutor_SetInput(TVMGraphExecutor *executor, const char *name,
                              DLTensor *data_in) {
  uint32_t entry = 0U;
  const int error = tvm_crt_graph_find_entry(executor, name, &entry);
  storage_t *storage;
  if (error != 0) {
    return error;
  }
  if (!tvm_crt_tensor_is_like(data_in, &executor->entries[entry]) ||
      (data_in->data == NULL)) {
    return tvm_crt_graph_refuse();
  }
  storage = graph_storage(executor, entry);
  storage->data = data_in->data;
  storage->data = &storage->data[(size_t)data_in->byte_offset];
  storage->is_linked = false;
  /* Views of the input, which have its storage, move with it. */
  tvm_crt_graph_set_data(executor);
  return 0;
}

int TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor, const int32_t idx,
                               DLTensor *out) {
  DLTensor *output = TVMGraphExecutor_OutputTensor(executor, idx);
  if ((output == NULL) || !tvm_crt_tensor_is_like(out, output)) {
    return tvm_crt_graph_refuse();
  }
  return TVMDeviceCopyDataFromTo(output, out, NULL);
}

/* The name of an operator in its module; empty when the module is gone, also
 * when another one has its place. */
static const char *name_of(const TVMGraphExecutor *executor,
                           TVMFunctionHandle handle) {
  const uintptr_t function = function_index(handle);
  const char *name = "";
  const TVMFuncRegistry *registry = module_registry(executor->module);
  if ((registry != NULL) &&
      (function < TVMFuncRegistry_GetNumFuncs(registry))) {
    name = TVMFuncRegistry_Get0thFunctionName(registry);
    for (uintptr_t i = 0U; i < function; i++) {
      while (*name != '\0') {
        name++;
      }
      name++;
    }
  }
  return name;
}

/* Names an operator that failed: behind its own text, when it set one. */
static void report(int error, const char *name) {
  if (TVMGetLastError()[0] == '\0') {
    (void)tvm_crt_fail((tvm_crt_error_t)error, name, "operator");
  } else {
    (void)tvm_crt_fail_further((tvm_crt_error_t)error, "operator", name);
  }
}

int TVMGraphExecutor_Run(TVMGraphExecutor *executor) {
  const uint16_t *args;
  int error = 0;
  if (executor == NULL) {
    return tvm_crt_graph_refuse();
  }
  args = executor->lists[graph_args];
  for (uint32_t i = 0U; (i < executor->counts[graph_operators]) && (error == 0);
       i++) {
    const operator_t *step = &executor->operators[i];
    TVMValue result;
    int result_code;
    for (uint32_t k = 0U; k < step->num_args; k++) {
      executor->values[k].v_handle = &executor->entries[args[k]];
      executor->type_codes[k] = kTVMNDArrayHandle;
    }
    args = &args[step->num_args];
    TVMAPISetLastError("");
    error = TVMFuncCall(step->function, executor->values, executor->type_codes,
                        (int)step->num_args, &result, &result_code);
    if (error != 0) {
      report(error, name_of(executor, step->function));
    }
  }
  return error;
}
