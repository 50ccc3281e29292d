/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Running of a graph, its inputs and its outputs. */

#include "graph/graph.h"

#include <tvm/runtime/crt/crt.h>

#include "backend/last_error.h"
#include "config_checks.h"
#include "runtime/registry_table.h"
#include "runtime/tensor_size.h"

int graph_refuse(tvm_crt_error_t error, const char *reason) {
  TVMAPISetLastError(reason);
  return (int)error;
}

static int refuse_argument(void) {
  return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                      "graph executor: invalid argument");
}

uint32_t graph_find_input(const TVMGraphExecutor *executor, const char *name,
                          size_t length) {
  const char *input = executor->names;
  uint32_t index = 0U;
  while (index < executor->counts.inputs) {
    size_t same = 0U;
    while ((same < length) && (input[same] == name[same]) &&
           (input[same] != '\0')) {
      same++;
    }
    if ((same == length) && (input[same] == '\0')) {
      break;
    }
    while (input[same] != '\0') {
      same++;
    }
    input = &input[same + 1U];
    index++;
  }
  if (index == executor->counts.inputs) {
    TVMAPISetLastError("graph executor: no such input");
  }
  return index;
}

int TVMGraphExecutor_GetInputIndex(TVMGraphExecutor *executor,
                                   const char *name) {
  size_t length = 0U;
  uint32_t index;
  if ((executor == NULL) || (name == NULL)) {
    (void)refuse_argument();
    return -1;
  }
  while (name[length] != '\0') {
    length++;
  }
  index = graph_find_input(executor, name, length);
  return (index < executor->counts.inputs) ? (int)index : -1;
}

int TVMGraphExecutor_GetNumInputs(TVMGraphExecutor *executor) {
  return (executor != NULL) ? (int)executor->counts.inputs : 0;
}

int TVMGraphExecutor_GetNumOutputs(TVMGraphExecutor *executor) {
  return (executor != NULL) ? (int)executor->counts.outputs : 0;
}

DLTensor *TVMGraphExecutor_InputTensor(TVMGraphExecutor *executor,
                                       int32_t index) {
  if ((index < 0) || (index >= TVMGraphExecutor_GetNumInputs(executor))) {
    (void)refuse_argument();
    return NULL;
  }
  return &executor->entries[executor->inputs[index]];
}

DLTensor *TVMGraphExecutor_OutputTensor(TVMGraphExecutor *executor,
                                        int32_t index) {
  if ((index < 0) || (index >= TVMGraphExecutor_GetNumOutputs(executor))) {
    (void)refuse_argument();
    return NULL;
  }
  return &executor->entries[executor->outputs[index]];
}

bool graph_is_like(const DLTensor *tensor, const DLTensor *wanted) {
  size_t nbytes;
  size_t wanted_bytes;
  return (tensor->device.device_type == kDLCPU) &&
         (tensor->dtype.code == wanted->dtype.code) &&
         (tensor->dtype.bits == wanted->dtype.bits) &&
         (tensor->dtype.lanes == wanted->dtype.lanes) &&
         tensor_bytes(tensor, &nbytes) && tensor_bytes(wanted, &wanted_bytes) &&
         (nbytes == wanted_bytes) && tensor_is_compact(tensor);
}

/* Checks that a tensor may be set as input. */
static int check_fit(const DLTensor *input, const DLTensor *tensor) {
  if ((input == NULL) || (tensor == NULL) || (tensor->data == NULL) ||
      !graph_is_like(tensor, input)) {
    return refuse_argument();
  }
  return 0;
}

/* The tensor of an input by its name. */
static int find_tensor(TVMGraphExecutor *executor, const char *name,
                       DLTensor **input) {
  int index;
  if ((executor == NULL) || (name == NULL)) {
    return refuse_argument();
  }
  index = TVMGraphExecutor_GetInputIndex(executor, name);
  if (index < 0) {
    return (int)kTvmErrorExecutorModuleNoSuchInput;
  }
  *input = &executor->entries[executor->inputs[index]];
  return 0;
}

static uint16_t storage_id(const TVMGraphExecutor *executor,
                           const DLTensor *entry) {
  return executor->storage_of[entry - executor->entries];
}

int TVMGraphExecutor_SetInput(TVMGraphExecutor *executor, const char *name,
                              DLTensor *data_in) {
  DLTensor *input = NULL;
  int error = find_tensor(executor, name, &input);
  if (error == 0) {
    error = check_fit(input, data_in);
  }
  if (error == 0) {
    const uint16_t id = storage_id(executor, input);
    uint8_t *data = data_in->data;
    data = &data[(size_t)data_in->byte_offset];
    executor->storages[id].data = data;
    executor->storages[id].is_linked = false;
    /* Views of the input, which have its storage, move with it. */
    for (uint32_t i = 0U; i < executor->counts.entries; i++) {
      if (executor->storage_of[i] == id) {
        executor->entries[i].data = data;
      }
    }
  }
  return error;
}

int graph_copy_input(TVMGraphExecutor *executor, DLTensor *input,
                     DLTensor *data_in) {
  const int error = check_fit(input, data_in);
  if (error != 0) {
    return error;
  }
  if (executor->storages[storage_id(executor, input)].is_linked) {
    return graph_refuse(kTvmErrorFunctionCallInvalidArg,
                        "graph executor: the parameter is linked");
  }
  return TVMDeviceCopyDataFromTo(data_in, input, NULL);
}

int TVMGraphExecutor_CopyInput(TVMGraphExecutor *executor, const char *name,
                               DLTensor *data_in) {
  DLTensor *input = NULL;
  const int error = find_tensor(executor, name, &input);
  return (error == 0) ? graph_copy_input(executor, input, data_in) : error;
}

int TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor, const int32_t idx,
                               DLTensor *out) {
  DLTensor *output = TVMGraphExecutor_OutputTensor(executor, idx);
  if ((output == NULL) || (out == NULL) || !graph_is_like(out, output)) {
    return refuse_argument();
  }
  return TVMDeviceCopyDataFromTo(output, out, NULL);
}

/* The name of an operator in its module; empty when the module is gone. */
static const char *name_of(const TVMGraphExecutor *executor,
                           TVMFunctionHandle handle) {
  const uintptr_t function = function_bits(handle) & HANDLE_INDEX_MAX;
  const char *name = "";
  if (is_module(executor->module)) {
    name = TVMFuncRegistry_Get0thFunctionName(
        registry_table[module_bits(executor->module)]);
    /* The function was found by going over those in front of it. */
    for (uintptr_t i = 0U; i < function; i++) {
      while (*name != '\0') {
        name++;
      }
      name++;
    }
  }
  return name;
}

/* Puts a text behind that of the last error; cut where it does not fit. */
static void append_error(const char *text) {
  size_t length = 0U;
  while (tvm_crt_last_error[length] != '\0') {
    length++;
  }
  for (size_t i = 0U;
       (text[i] != '\0') && (length < (sizeof(tvm_crt_last_error) - 1U)); i++) {
    tvm_crt_last_error[length] = text[i];
    length++;
  }
  tvm_crt_last_error[length] = '\0';
}

int TVMGraphExecutor_Run(TVMGraphExecutor *executor) {
  const uint16_t *args;
  int error = 0;
  if (executor == NULL) {
    return refuse_argument();
  }
  args = executor->args;
  for (uint32_t i = 0U; (i < executor->counts.operators) && (error == 0); i++) {
    const operator_t *operator= & executor->operators[i];
    TVMValue result;
    int result_code;
    for (uint32_t k = 0U; k < operator->num_args; k++) {
      executor->values[k].v_handle = &executor->entries[args[k]];
      executor->type_codes[k] = kTVMNDArrayHandle;
    }
    args = &args[operator->num_args];
    TVMAPISetLastError("");
    error =
        TVMFuncCall(operator->function, executor->values, executor->type_codes,
                    (int)operator->num_args, &result, &result_code);
    if (error != 0) {
      if (tvm_crt_last_error[0] == '\0') {
        (void)TVMAPIErrorf("error 0x%x", (unsigned)error);
      }
      append_error(" in operator ");
      append_error(name_of(executor, operator->function));
    }
  }
  return error;
}
