/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Parameters in the image, and the model that uses them. */

#include <tvm/runtime/crt/logging.h>

#include "acceptance.h"
#include "model/model.h"

/* Storage ids in model/graph.json. */
enum {
  sid_x = 0,
  sid_weights = 1,
  sid_bias = 3,
  sid_scale = 5,
  sid_offset = 6,
  sid_mask = 7,
  sid_count = 9
};

static TVMFunctionHandle function_of(const char *name) {
  TVMModuleHandle module = NULL;
  TVMFunctionHandle function = NULL;
  if (!acceptance_system_lib(&module) ||
      TVMModGetFunction(module, name, 0, &function) != 0)
    return NULL;
  return function;
}

/* As the graph executor asks; NULL when there is no such parameter. */
static const void *linked_param(int64_t sid, int *result_code) {
  TVMFunctionHandle function = function_of("_lookup_linked_param");
  TVMValue arg;
  int code = kTVMArgInt;
  TVMValue result;
  *result_code = -1;
  arg.v_int64 = sid;
  if (function == NULL ||
      TVMFuncCall(function, &arg, &code, 1, &result, result_code) != 0)
    return NULL;
  return result.v_handle;
}

static bool same_text(const char *left, const char *right) {
  while (*left != '\0' && *left == *right) {
    left++;
    right++;
  }
  return *left == *right;
}

typedef struct {
  const char *name;
  int64_t sid;
  int code;
  int bits;
  int ndim;
  int elements;
  int nbytes;
} wanted_t;

static const wanted_t wanted[] = {
    {"weights", sid_weights, kDLFloat, 32, 2, 12, 48},
    {"bias", sid_bias, kDLFloat, 32, 1, 3, 12},
    {"scale", sid_scale, kDLInt, 16, 1, 3, 6},
    {"offset", sid_offset, kDLInt, 64, 1, 1, 8},
    {"mask", sid_mask, kDLUInt, 1, 1, 3, 3},
};
#define NUM_WANTED (sizeof(wanted) / sizeof(wanted[0]))

static void check_entry(const metaobj_param_t *param, const wanted_t *want) {
  int64_t elements = 1;
  int code = -1;
  for (int32_t i = 0; i < param->tensor.ndim; i++)
    elements *= param->tensor.shape[i];
  TVMLogf("# %s: %d elements, %d bytes\n", param->name, (int)elements,
          (int)param->size);
  acceptance_check(
      same_text(param->name, want->name) && param->storage_id == want->sid &&
          param->tensor.ndim == want->ndim && elements == want->elements &&
          param->size == (uint64_t)want->nbytes &&
          param->tensor.dtype.code == want->code &&
          param->tensor.dtype.bits == want->bits &&
          param->tensor.dtype.lanes == 1 && param->tensor.byte_offset == 0,
      "its entry in the table is that of the model");
  acceptance_check(linked_param(want->sid, &code) == param->tensor.data &&
                       code == kTVMOpaqueHandle,
                   "_lookup_linked_param returns the same data");
  acceptance_check((uintptr_t)param->tensor.data % 64 == 0,
                   "it is aligned to 64 bytes");
}

static void check_missing(void) {
  bool holds = true;
  int code = -1;
  for (int64_t sid = -1; sid <= sid_count; sid++) {
    bool is_param = false;
    for (size_t i = 0; i < NUM_WANTED; i++)
      is_param = is_param || wanted[i].sid == sid;
    if (!is_param)
      holds = holds && linked_param(sid, &code) == NULL && code == kTVMNullptr;
  }
  acceptance_check(holds, "other storage ids have no parameter");
  acceptance_check(linked_param(INT64_C(0x100000001), &code) == NULL &&
                       code == kTVMNullptr,
                   "nor do those beyond 32 bits");
}

void acceptance_params(void) {
  const metaobj_param_table_t *table = tvmgen_acceptance_params();
  if (!acceptance_check(table != NULL && table->version == METAOBJ_ABI_VERSION,
                        "the parameter table"))
    return;
  if (!acceptance_check(table->num_params == NUM_WANTED,
                        "it has as many parameters as the model"))
    return;
  for (uint32_t i = 0; i < NUM_WANTED; i++)
    check_entry(metaobj_param_at(table, i), &wanted[i]);
  check_missing();
}

/* Calls an operator with inputs and one output. */
static bool run(const char *name, DLTensor *tensors, int count) {
  TVMFunctionHandle function = function_of(name);
  TVMValue args[5];
  int codes[5];
  TVMValue result;
  int result_code = kTVMArgInt;
  if (function == NULL)
    return false;
  for (int i = 0; i < count; i++) {
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  return TVMFuncCall(function, args, codes, count, &result, &result_code) ==
             0 &&
         result_code == kTVMNullptr;
}

/* A view of the parameter: where it lies, nothing is copied. */
static DLTensor param(int64_t sid, uint8_t code, uint8_t bits) {
  int result_code;
  return acceptance_tensor((void *)(uintptr_t)linked_param(sid, &result_code),
                           code, bits);
}

void acceptance_model(void) {
  float x[4];
  static float sums[3];
  static float relu[3];
  static int64_t out[3];
  int64_t x_shape[1] = {4};
  int64_t weights_shape[2] = {3, 4};
  int64_t offset_shape[1] = {1};
  DLTensor tensors[5];
  for (int i = 0; i < 4; i++)
    x[i] = acceptance_x[i];
  tensors[0] = acceptance_tensor(x, kDLFloat, 32);
  tensors[0].shape = x_shape;
  tensors[1] = param(sid_weights, kDLFloat, 32);
  tensors[1].ndim = 2;
  tensors[1].shape = weights_shape;
  tensors[2] = acceptance_tensor(sums, kDLFloat, 32);
  if (!acceptance_check(run("tvmgen_acceptance_fused_dense", tensors, 3),
                        "an operator with a workspace"))
    return;
  tensors[0] = tensors[2];
  tensors[1] = param(sid_bias, kDLFloat, 32);
  tensors[2] = acceptance_tensor(relu, kDLFloat, 32);
  if (!acceptance_check(run("tvmgen_acceptance_fused_bias_relu", tensors, 3),
                        "an operator behind it"))
    return;
  for (int i = 0; i < 3; i++)
    acceptance_show("hundredths", (int)(relu[i] * 100.0f));
  tensors[0] = tensors[2];
  tensors[1] = param(sid_scale, kDLInt, 16);
  tensors[2] = param(sid_offset, kDLInt, 64);
  tensors[2].shape = offset_shape;
  tensors[3] = param(sid_mask, kDLUInt, 1);
  tensors[4] = acceptance_tensor(out, kDLInt, 64);
  if (!acceptance_check(run("tvmgen_acceptance_fused_quantize", tensors, 5),
                        "one with four inputs of four types"))
    return;
  /* In two halves: the platform's formatter need not know 64 bits. */
  for (int i = 0; i < 3; i++)
    TVMLogf("# out: %d billions and %d\n", (int)(out[i] / 1000000000),
            (int)(out[i] % 1000000000));
  acceptance_check(acceptance_is_result(out), "the model's result");
}
