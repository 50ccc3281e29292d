/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Running of a graph, its inputs and its outputs. */

#include "graph/graph.h"

#include "backend/failure.h"
#include "runtime/copy.h"
#include "runtime/registry_table.h"
#include "runtime/tensor_size.h"

bool tvm_crt_graph_has(const TVMGraphExecutor *executor, size_t list,
                       int32_t index) {
  return (index >= 0) && ((uint32_t)index < executor->counts[list]);
}

/* Goes from a name to the next. */
static const char *name_behind(const char *name) {
  const char *end = name;
  while (*end != '\0') {
    end++;
  }
  return &end[1];
}

const char *tvm_crt_graph_input_name(const TVMGraphExecutor *executor,
                                     uint32_t index) {
  const char *name = executor->names;
  for (uint32_t i = 0U; i < index; i++) {
    name = name_behind(name);
  }
  return name;
}

/* Whether a name is so many bytes. */
static bool is_name(const char *name, const char *bytes, size_t length) {
  size_t same = 0U;
  while ((same < length) && (name[same] == bytes[same]) &&
         (name[same] != '\0')) {
    same++;
  }
  return (same == length) && (name[same] == '\0');
}

int tvm_crt_graph_find_input(const TVMGraphExecutor *executor, const char *name,
                             size_t length) {
  const char *input = executor->names;
  for (uint32_t index = 0U; index < executor->counts[graph_inputs]; index++) {
    if (is_name(input, name, length)) {
      return (int)index;
    }
    input = name_behind(input);
  }
  (void)tvm_crt_graph_fail_bytes(kTvmErrorExecutorModuleNoSuchInput, "no input",
                                 name, length);
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

DLTensor *TVMGraphExecutor_OutputTensor(TVMGraphExecutor *executor,
                                        int32_t index) {
  if ((executor == NULL) ||
      !tvm_crt_graph_has(executor, graph_outputs, index)) {
    (void)tvm_crt_graph_refuse();
    return NULL;
  }
  return &executor->entries[executor->lists[graph_outputs][index]];
}

int tvm_crt_graph_input_to_set(TVMGraphExecutor *executor, const char *name,
                               uint32_t *index) {
  int found;
  if (executor == NULL) {
    return tvm_crt_graph_refuse();
  }
  found = TVMGraphExecutor_GetInputIndex(executor, name);
  if (found < 0) {
    executor->is_call_refused = true;
    return (name == NULL) ? (int)kTvmErrorFunctionCallInvalidArg
                          : (int)kTvmErrorExecutorModuleNoSuchInput;
  }
  *index = (uint32_t)found;
  return 0;
}

static int set_input(TVMGraphExecutor *executor, const char *name,
                     const DLTensor *data_in) {
  uint32_t index = 0U;
  uint32_t entry;
  storage_t *storage;
  size_t nbytes;
  const int error = tvm_crt_graph_input_to_set(executor, name, &index);
  if (error != 0) {
    return error;
  }
  entry = graph_input_entry(executor, index);
  storage = graph_storage(executor, entry);
  storage->is_set =
      tvm_crt_tensor_fits(data_in, &executor->entries[entry], &nbytes);
  if (!storage->is_set) {
    return tvm_crt_graph_refuse_tensor(name);
  }
  storage->data = data_in->data;
  storage->is_linked = false;
  /* Views of the input, which have its storage, move with it. */
  tvm_crt_graph_set_data(executor);
  return 0;
}

int TVMGraphExecutor_SetInput(TVMGraphExecutor *executor, const char *name,
                              DLTensor *data_in) {
  return tvm_crt_graph_end(set_input(executor, name, data_in));
}

/* Fills memory that a program may take for an output with what is no result:
 * not a number in floating point, and -1. */
static void spoil(void *data, size_t nbytes) {
  uint8_t *bytes = data;
  for (size_t i = 0U; i < nbytes; i++) {
    bytes[i] = 0xffU;
  }
}

/* Whether an output has its elements: from a run, or because it is an input. */
static bool has_elements(const TVMGraphExecutor *executor, uint32_t entry) {
  const storage_t *storage = graph_storage(executor, entry);
  return storage->is_written ? executor->has_run : storage->is_set;
}

static int get_output(TVMGraphExecutor *executor, int32_t index,
                      const DLTensor *out) {
  const DLTensor *output = TVMGraphExecutor_OutputTensor(executor, index);
  size_t nbytes;
  if (output == NULL) {
    return (int)kTvmErrorFunctionCallInvalidArg;
  }
  if (!tvm_crt_tensor_fits(out, output, &nbytes)) {
    return tvm_crt_graph_refuse_tensor("output");
  }
  if (!has_elements(executor, executor->lists[graph_outputs][index])) {
    spoil(out->data, nbytes);
    return tvm_crt_graph_fail(kTvmErrorExecutorNotReady, "no good run");
  }
  tvm_crt_copy(out->data, output->data, nbytes);
  return 0;
}

int TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor, const int32_t idx,
                               DLTensor *out) {
  const int error = get_output(executor, idx, out);
  if ((error != 0) && (error != (int)kTvmErrorExecutorNotReady) &&
      (executor != NULL)) {
    executor->is_call_refused = true;
  }
  return tvm_crt_graph_end(error);
}

/* The name of an operator in its module; empty when the module is gone, also
 * when another one has its place. */
static const char *name_of(const TVMGraphExecutor *executor,
                           TVMFunctionHandle handle) {
  const uintptr_t function = function_index(handle);
  const char *name = "";
  const TVMFuncRegistry *registry = tvm_crt_module_registry(executor->module);
  if ((registry != NULL) &&
      (function < TVMFuncRegistry_GetNumFuncs(registry))) {
    name = TVMFuncRegistry_Get0thFunctionName(registry);
    for (uintptr_t i = 0U; i < function; i++) {
      name = name_behind(name);
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

/* An error when something was refused, or is missing, that operators or outputs
 * need. */
static int check_ready(TVMGraphExecutor *executor) {
  const bool is_refused =
      executor->is_call_refused || executor->are_params_refused;
  /* This run tells of it. */
  executor->is_call_refused = false;
  for (uint32_t i = 0U; i < executor->counts[graph_inputs]; i++) {
    const storage_t *storage =
        graph_storage(executor, graph_input_entry(executor, i));
    if (storage->is_read && !storage->is_set) {
      return tvm_crt_graph_fail_named(kTvmErrorExecutorNotReady,
                                      "input is not set",
                                      tvm_crt_graph_input_name(executor, i));
    }
  }
  return is_refused
             ? tvm_crt_graph_fail(kTvmErrorExecutorNotReady, "refused before")
             : 0;
}

static int run_operators(TVMGraphExecutor *executor) {
  const uint16_t *args = executor->lists[graph_args];
  int error = 0;
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

static int run(TVMGraphExecutor *executor) {
  int error;
  if (executor == NULL) {
    return tvm_crt_graph_refuse();
  }
  error = check_ready(executor);
  if (error == 0) {
    error = run_operators(executor);
  }
  executor->has_run = error == 0;
  return error;
}

int TVMGraphExecutor_Run(TVMGraphExecutor *executor) {
  return tvm_crt_graph_end(run(executor));
}
