/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The block of an executor:
 *
 *   TVMAotExecutor | values[] | args[] | type_codes[] | is_set[] | elements
 *
 * The number of tensors and their sizes come from the metadata, which is
 * checked in full before the block is asked for. */

#include <tvm/runtime/crt/aot_executor.h>

#include <stdbool.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/log.h>

#include "aot/aot.h"
#include "backend/failure.h"
#include "config_registry.h"
#include "runtime/array_reader.h"
#include "runtime/cpu_device.h"
#include "runtime/tensor_size.h"

#define ELEMENT_ALIGNMENT ((size_t)TVM_CRT_TENSOR_ALIGNMENT_BYTES)

/* More inputs, outputs or pools than this are taken for an error. */
#define TENSORS_MAX ((int64_t)0x7fff)

#define CREATE "TVMAotExecutor_Create"
#define RUN "TVMAotExecutor_Run"

/* Appends text at *length; false when it does not fit with its NUL. */
static bool append(char *name, size_t *length, const char *text) {
  size_t i = 0U;
  while (*length < ((size_t)TVM_CRT_MAX_STRLEN_FUNCTION_NAME - 1U)) {
    name[*length] = text[i];
    if (text[i] == '\0') {
      return true;
    }
    (*length)++;
    i++;
  }
  name[*length] = '\0';
  return text[i] == '\0';
}

/* Looks up the function whose name is the three texts together. */
static int find_function(TVMModuleHandle module, const char *prefix,
                         const char *middle, const char *suffix,
                         TVMFunctionHandle *function) {
  char name[TVM_CRT_MAX_STRLEN_FUNCTION_NAME];
  size_t length = 0U;
  if (!append(name, &length, prefix) || !append(name, &length, middle) ||
      !append(name, &length, suffix)) {
    return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, CREATE,
                        "name is too long");
  }
  return TVMModGetFunction(module, name, 0, function);
}

static int get_metadata(TVMModuleHandle module, const char *module_name,
                        const TVMMetadata **metadata) {
  TVMFunctionHandle function;
  TVMValue result;
  int type_code;
  int error = find_function(module, "tvmgen_", module_name, "_get_c_metadata",
                            &function);
  if (error != 0) {
    return error;
  }
  error = TVMFuncCall(function, NULL, NULL, 0, &result, &type_code);
  if (error != 0) {
    return tvm_crt_fail((tvm_crt_error_t)error, CREATE,
                        "the metadata function failed");
  }
  *metadata = result.v_handle;
  if ((type_code != (int)kTVMOpaqueHandle) || (*metadata == NULL) ||
      ((*metadata)->version != TVM_CRT_METADATA_VERSION) ||
      ((*metadata)->mod_name == NULL)) {
    return tvm_crt_fail(kTvmErrorExecutorModuleBadContext, CREATE,
                        "no metadata of a known version");
  }
  return kTvmErrorNoError;
}

/* What the executor is going to be. */
typedef struct {
  const TVMMetadata *metadata;
  TVMFunctionHandle run;
  /* Whether the function is given pools. */
  bool has_pools;
  size_t num_args;
  int64_t constant_pool_bytes;
  /* Bytes before the elements, and of all elements with what aligns them. */
  size_t head_bytes;
  size_t element_bytes;
} plan_t;

static int find_run_function(TVMModuleHandle module, plan_t *plan) {
  const char *mod_name = plan->metadata->mod_name;
  int error = find_function(module, mod_name, "_run", "", &plan->run);
  plan->has_pools = false;
  if (error == (int)kTvmErrorFunctionNameNotFound) {
    error = find_function(module, mod_name, "___tvm_main__", "", &plan->run);
    plan->has_pools = true;
  }
  return error;
}

static bool is_count(int64_t count, const void *structures) {
  return (count >= 0) && (count <= TENSORS_MAX) &&
         ((count == 0) || (structures != NULL));
}

/* The elements of a constant, as they stand in the metadata; where they end in
 * the pool is *end. */
static bool read_constant(const TVMConstantInfo *constant, file_array_t *array,
                          uint64_t *end) {
  byte_reader_t reader;
  if ((constant->byte_offset < 0) || (constant->data_len < 0) ||
      (constant->data_bytes == NULL) ||
      ((uint64_t)constant->data_len > (uint64_t)SIZE_MAX)) {
    return false;
  }
  tvm_crt_read_bytes(&reader, constant->data_bytes, (size_t)constant->data_len);
  tvm_crt_read_array(&reader, array);
  if (reader.failed) {
    return false;
  }
  *end = (uint64_t)constant->byte_offset + array->nbytes;
  return *end <= (uint64_t)INT64_MAX;
}

static bool measure_constants(plan_t *plan) {
  const TVMMetadata *metadata = plan->metadata;
  for (int64_t i = 0; i < metadata->num_constant_pools; i++) {
    file_array_t array;
    uint64_t end;
    if (!read_constant(&metadata->constant_pools[i], &array, &end)) {
      return false;
    }
    if ((int64_t)end > plan->constant_pool_bytes) {
      plan->constant_pool_bytes = (int64_t)end;
    }
  }
  return true;
}

/* Whether argument number index is the pool of constants, which has no
 * structure of its own in the metadata. */
static bool is_constant_pool(const plan_t *plan, size_t index) {
  const TVMMetadata *metadata = plan->metadata;
  return (metadata->num_constant_pools > 0) &&
         (index ==
          ((size_t)metadata->num_inputs + (size_t)metadata->num_outputs));
}

/* The structure of any other argument: they stand in the order inputs, outputs,
 * pool of constants, workspace pools. */
static const TVMTensorInfo *info_of(const TVMMetadata *metadata, size_t index) {
  const size_t first_output = (size_t)metadata->num_inputs;
  const size_t first_pool = first_output + (size_t)metadata->num_outputs;
  size_t pool;
  if (index < first_output) {
    return &metadata->inputs[index];
  }
  if (index < first_pool) {
    return &metadata->outputs[index - first_output];
  }
  pool = index - first_pool;
  if (metadata->num_constant_pools > 0) {
    pool--;
  }
  return &metadata->workspace_pools[pool];
}

/* The tensor of argument number index, without its elements; pool_bytes is the
 * shape of the pool of constants. False when its shape cannot be. */
static bool describe(const plan_t *plan, size_t index, int64_t *pool_bytes,
                     DLTensor *tensor) {
  const TVMTensorInfo *info;
  tensor->data = NULL;
  tensor->strides = NULL;
  tensor->byte_offset = 0U;
  if (is_constant_pool(plan, index)) {
    tensor->ndim = 1;
    tensor->dtype.code = (uint8_t)kDLUInt;
    tensor->dtype.bits = 8U;
    tensor->dtype.lanes = 1U;
    tensor->shape = pool_bytes;
    return true;
  }
  info = info_of(plan->metadata, index);
  if ((info->num_shape < 0) || (info->num_shape > (int64_t)TVM_CRT_MAX_NDIM)) {
    return false;
  }
  tensor->ndim = (int32_t)info->num_shape;
  tensor->dtype = info->dtype;
  /* Read only: a tensor has no constant extents. */
  tensor->shape = (int64_t *)(uintptr_t)info->shape;
  return true;
}

/* Bytes of a tensor's elements, rounded up to where the next may start. */
static bool aligned_bytes(const DLTensor *tensor, size_t *nbytes) {
  if (!tvm_crt_tensor_bytes(tensor, nbytes) ||
      (*nbytes > (SIZE_MAX - ELEMENT_ALIGNMENT))) {
    return false;
  }
  *nbytes += ELEMENT_ALIGNMENT - 1U;
  *nbytes -= *nbytes % ELEMENT_ALIGNMENT;
  return true;
}

static bool measure(plan_t *plan) {
  const TVMMetadata *metadata = plan->metadata;
  if (!is_count(metadata->num_inputs, metadata->inputs) ||
      !is_count(metadata->num_outputs, metadata->outputs) ||
      !is_count(metadata->num_workspace_pools, metadata->workspace_pools) ||
      !is_count(metadata->num_constant_pools, metadata->constant_pools)) {
    return false;
  }
  plan->num_args = (size_t)metadata->num_inputs + (size_t)metadata->num_outputs;
  plan->constant_pool_bytes = 0;
  if (plan->has_pools) {
    plan->num_args += (size_t)metadata->num_workspace_pools;
    if (metadata->num_constant_pools > 0) {
      plan->num_args++;
    }
    if (!measure_constants(plan)) {
      return false;
    }
  }
  /* At most 2^17 structures: no overflow. */
  plan->head_bytes =
      sizeof(TVMAotExecutor) +
      (plan->num_args * (sizeof(TVMValue) + sizeof(TVMNDArray) + sizeof(int))) +
      (size_t)metadata->num_inputs;
  plan->element_bytes = ELEMENT_ALIGNMENT - 1U;
  for (size_t i = 0U; i < plan->num_args; i++) {
    DLTensor tensor;
    size_t nbytes;
    if (!describe(plan, i, &plan->constant_pool_bytes, &tensor) ||
        !aligned_bytes(&tensor, &nbytes) ||
        (nbytes > (SIZE_MAX - plan->head_bytes - plan->element_bytes))) {
      return false;
    }
    plan->element_bytes += nbytes;
  }
  return true;
}

static void copy_constants(const TVMMetadata *metadata, uint8_t *pool) {
  for (int64_t i = 0; i < metadata->num_constant_pools; i++) {
    const TVMConstantInfo *constant = &metadata->constant_pools[i];
    file_array_t array;
    uint64_t end;
    if (read_constant(constant, &array, &end)) {
      tvm_crt_copy_elements(&array, &pool[(size_t)constant->byte_offset]);
    }
  }
}

/* Fills in the executor; block has room for what the plan says. */
static void build(const plan_t *plan, TVMModuleHandle module, DLDevice device,
                  uint8_t *block) {
  TVMAotExecutor *executor = (TVMAotExecutor *)(void *)block;
  uint8_t *elements = &block[plan->head_bytes];
  for (size_t i = 0U; i < (plan->head_bytes + plan->element_bytes); i++) {
    block[i] = 0U;
  }
  /* The platform need not align the block. */
  elements = &elements[(0U - (uintptr_t)elements) % ELEMENT_ALIGNMENT];
  executor->metadata = plan->metadata;
  executor->module_handle = module;
  executor->device = device;
  executor->num_args = (int64_t)plan->num_args;
  executor->run = plan->run;
  executor->constant_pool_bytes = plan->constant_pool_bytes;
  executor->values = (TVMValue *)(void *)&executor[1];
  executor->args = (TVMNDArray *)(void *)&executor->values[plan->num_args];
  executor->type_codes = (int *)(void *)&executor->args[plan->num_args];
  executor->is_set = (uint8_t *)&executor->type_codes[plan->num_args];
  for (size_t i = 0U; i < plan->num_args; i++) {
    DLTensor *tensor = &executor->args[i].dl_tensor;
    size_t nbytes = 0U;
    (void)describe(plan, i, &executor->constant_pool_bytes, tensor);
    (void)aligned_bytes(tensor, &nbytes);
    tensor->device = device;
    tensor->data = elements;
    if (i < (size_t)plan->metadata->num_inputs) {
      /* An input without elements needs none. */
      executor->is_set[i] = (nbytes == 0U) ? 1U : 0U;
    }
    if (is_constant_pool(plan, i)) {
      copy_constants(plan->metadata, elements);
    }
    elements = &elements[nbytes];
    executor->args[i].reference_count = 1U;
    executor->values[i].v_handle = tensor;
    executor->type_codes[i] = (int)kTVMDLTensorHandle;
  }
}

int tvm_crt_aot_end(int error) {
  if (error != 0) {
    TVM_CRT_LOG_ERROR("%s\n", TVMGetLastError());
  }
  return error;
}

static int create(TVMModuleHandle module, DLDevice device,
                  TVMAotExecutor **executor, const char *module_name) {
  plan_t plan;
  void *block = NULL;
  int error;
  if ((executor == NULL) || (module_name == NULL)) {
    return tvm_crt_invalid_argument(CREATE);
  }
  error = get_metadata(module, module_name, &plan.metadata);
  if (error == 0) {
    error = find_run_function(module, &plan);
  }
  if (error != 0) {
    return error;
  }
  if (!measure(&plan)) {
    return tvm_crt_fail(kTvmErrorExecutorModuleBadContext, CREATE,
                        "sizes in the metadata are not valid");
  }
  error = (int)TVMPlatformMemoryAllocate(plan.head_bytes + plan.element_bytes,
                                         device, &block);
  if (error != 0) {
    return tvm_crt_fail((tvm_crt_error_t)error, CREATE,
                        "no memory for the tensors");
  }
  build(&plan, module, device, block);
  *executor = block;
  return kTvmErrorNoError;
}

int TVMAotExecutor_Create(TVMModuleHandle module_handle, const DLDevice device,
                          TVMAotExecutor **executor, const char *module_name) {
  return tvm_crt_aot_end(create(module_handle, tvm_crt_plain_device(device),
                                executor, module_name));
}

int TVMAotExecutor_Release(TVMAotExecutor *executor, const DLDevice device) {
  tvm_crt_error_t error;
  if (executor == NULL) {
    return tvm_crt_aot_end(tvm_crt_invalid_argument(__func__));
  }
  error = TVMPlatformMemoryFree(executor, tvm_crt_plain_device(device));
  if (error != kTvmErrorNoError) {
    return tvm_crt_aot_end(
        tvm_crt_fail(error, __func__, "the platform refused"));
  }
  return kTvmErrorNoError;
}

int TVMAotExecutor_GetNumInputs(TVMAotExecutor *executor) {
  return (int)executor->metadata->num_inputs;
}

int TVMAotExecutor_GetNumOutputs(TVMAotExecutor *executor) {
  return (int)executor->metadata->num_outputs;
}

/* Whether a text is so many bytes and then its NUL. */
static bool equal_text(const char *text, const char *bytes, size_t length) {
  size_t i = 0U;
  while ((i < length) && (text[i] == bytes[i]) && (text[i] != '\0')) {
    i++;
  }
  return (i == length) && (text[i] == '\0');
}

int tvm_crt_aot_find_input(const TVMAotExecutor *executor, const char *name,
                           size_t length) {
  const TVMMetadata *metadata = executor->metadata;
  for (int64_t i = 0; i < metadata->num_inputs; i++) {
    const char *candidate = metadata->inputs[i].name;
    if ((candidate != NULL) && equal_text(candidate, name, length)) {
      return (int)i;
    }
  }
  return -1;
}

int TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor, const char *name) {
  int index = -1;
  if (name != NULL) {
    size_t length = 0U;
    while (name[length] != '\0') {
      length++;
    }
    index = tvm_crt_aot_find_input(executor, name, length);
  }
  if (index < 0) {
    (void)tvm_crt_fail_named(kTvmErrorExecutorModuleNoSuchInput, __func__,
                             "no such input", name);
  }
  return index;
}

int TVMAotExecutor_GetInputName(TVMAotExecutor *executor, int index,
                                const char **name) {
  if (name == NULL) {
    return tvm_crt_invalid_argument(__func__);
  }
  if ((index < 0) || (index >= TVMAotExecutor_GetNumInputs(executor))) {
    return tvm_crt_fail(kTvmErrorExecutorModuleNoSuchInput, __func__,
                        "no such input");
  }
  *name = executor->metadata->inputs[index].name;
  return kTvmErrorNoError;
}

/* Leaves nothing of an earlier run in the outputs: not a number in floating
 * point, and -1. */
static void spoil_outputs(const TVMAotExecutor *executor) {
  const TVMMetadata *metadata = executor->metadata;
  for (int64_t i = 0; i < metadata->num_outputs; i++) {
    const DLTensor *output =
        &executor->args[metadata->num_inputs + i].dl_tensor;
    uint8_t *bytes = output->data;
    size_t nbytes = 0U;
    (void)tvm_crt_tensor_bytes(output, &nbytes);
    for (size_t k = 0U; (bytes != NULL) && (k < nbytes); k++) {
      bytes[k] = 0xffU;
    }
  }
}

static int run_model(TVMAotExecutor *executor) {
  TVMValue result;
  int type_code;
  int error;
  if (executor->are_params_refused != 0U) {
    return tvm_crt_fail(kTvmErrorExecutorNotReady, RUN,
                        "parameters were refused");
  }
  /* Operators in C fail without a text, those of LLVM leave one. */
  TVMAPISetLastError("");
  error = TVMFuncCall(executor->run, executor->values, executor->type_codes,
                      (int)executor->num_args, &result, &type_code);
  if ((error != 0) && (TVMGetLastError()[0] == '\0')) {
    (void)tvm_crt_fail_named((tvm_crt_error_t)error, RUN, "the model failed",
                             executor->metadata->mod_name);
  }
  return error;
}

int TVMAotExecutor_Run(TVMAotExecutor *executor) {
  int error;
  if (executor == NULL) {
    return tvm_crt_aot_end(tvm_crt_invalid_argument(RUN));
  }
  error = run_model(executor);
  if (error != 0) {
    spoil_outputs(executor);
  }
  return tvm_crt_aot_end(error);
}
