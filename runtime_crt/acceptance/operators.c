/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The operators of the model: packed functions, as a model's compiler makes
 * them, and the model as a whole for the AOT executor. Their only outside is
 * the backend, and the parameters that are linked into the image. */

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/metadata_types.h>

#include "model/model.h"

/* What every packed function has. */
#define OPERATOR(name)                                                         \
  int name(TVMValue *args, int *type_codes, int num_args, TVMValue *ret_val,   \
           int *ret_type_code, void *resource_handle);                         \
  int name(TVMValue *args, int *type_codes, int num_args, TVMValue *ret_val,   \
           int *ret_type_code, void *resource_handle)

static void unused(const TVMValue *args, const int *type_codes, int num_args,
                   const TVMValue *ret_val, const int *ret_type_code,
                   const void *resource_handle) {
  (void)args;
  (void)type_codes;
  (void)num_args;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
}

#define UNUSED                                                                 \
  unused(args, type_codes, num_args, ret_val, ret_type_code, resource_handle)

static void *data_of(const TVMValue *arg) {
  const DLTensor *tensor = arg->v_handle;
  return tensor->data;
}

/* (x float32[4], weights float32[3, 4], out float32[3]): out = weights x. Sums
 * up in a workspace. */
OPERATOR(tvmgen_acceptance_fused_dense) {
  const float *x = data_of(&args[0]);
  const float *weights = data_of(&args[1]);
  float *out = data_of(&args[2]);
  float *sums =
      TVMBackendAllocWorkspace(kDLCPU, 0, 3 * sizeof(float), kDLFloat, 32);
  UNUSED;
  if (sums == NULL)
    return -1;
  for (int row = 0; row < 3; row++) {
    sums[row] = 0.0f;
    for (int column = 0; column < 4; column++)
      sums[row] += weights[row * 4 + column] * x[column];
  }
  for (int row = 0; row < 3; row++)
    out[row] = sums[row];
  return TVMBackendFreeWorkspace(kDLCPU, 0, sums) != 0 ? -1 : 0;
}

/* (in float32[3], bias float32[3], out float32[3]): out = max(in + bias, 0). */
OPERATOR(tvmgen_acceptance_fused_bias_relu) {
  const float *in = data_of(&args[0]);
  const float *bias = data_of(&args[1]);
  float *out = data_of(&args[2]);
  UNUSED;
  for (int i = 0; i < 3; i++) {
    const float sum = in[i] + bias[i];
    out[i] = sum > 0.0f ? sum : 0.0f;
  }
  return 0;
}

/* (in float32[3], scale int16[3], offset int64[1], mask bool[3],
 * out int64[3]): out = in * scale + offset where mask is set, elsewhere 0. */
OPERATOR(tvmgen_acceptance_fused_quantize) {
  const float *in = data_of(&args[0]);
  const int16_t *scale = data_of(&args[1]);
  const int64_t *offset = data_of(&args[2]);
  const uint8_t *mask = data_of(&args[3]);
  int64_t *out = data_of(&args[4]);
  UNUSED;
  for (int i = 0; i < 3; i++)
    out[i] = mask[i] != 0
                 ? (int64_t)(int32_t)(in[i] * (float)scale[i]) + offset[0]
                 : 0;
  return 0;
}

/* Fails as an assertion of generated code does. */
OPERATOR(tvmgen_acceptance_fails) {
  UNUSED;
  TVMAPISetLastError("acceptance: this operator fails");
  return -1;
}

/* Returns its resource handle. */
OPERATOR(tvmgen_acceptance_resource) {
  UNUSED;
  ret_val->v_handle = resource_handle;
  *ret_type_code = kTVMOpaqueHandle;
  return 0;
}

/* A parameter, by its position in model/params.yaml. */
static DLTensor param(uint32_t index) {
  const metaobj_tensor_t *tensor =
      &metaobj_param_at(tvmgen_acceptance_params(), index)->tensor;
  DLTensor view;
  view.data = (void *)(uintptr_t)tensor->data;
  view.device.device_type = kDLCPU;
  view.device.device_id = 0;
  view.ndim = tensor->ndim;
  view.dtype.code = tensor->dtype.code;
  view.dtype.bits = tensor->dtype.bits;
  view.dtype.lanes = tensor->dtype.lanes;
  view.shape = (int64_t *)(uintptr_t)tensor->shape;
  view.strides = NULL;
  view.byte_offset = 0;
  return view;
}

/* (x float32[4], out int64[3]): all operators in order. Refuses an x that is
 * far too small, to have an error to show. */
OPERATOR(tvmgen_acceptance_run) {
  static int64_t shape[1] = {3};
  float between[2][3];
  DLTensor tensors[7];
  TVMValue values[5];
  int codes[5];
  UNUSED;
  if (((const float *)data_of(&args[0]))[0] < -999.0f) {
    TVMAPISetLastError("acceptance: x is too small");
    return -1;
  }
  for (uint32_t i = 0; i < 5; i++) {
    tensors[i] = param(i);
    codes[i] = kTVMDLTensorHandle;
  }
  for (int i = 0; i < 2; i++) {
    tensors[5 + i] = tensors[1];
    tensors[5 + i].data = between[i];
    tensors[5 + i].shape = shape;
  }
  values[0] = args[0];
  values[1].v_handle = &tensors[0];
  values[2].v_handle = &tensors[5];
  if (tvmgen_acceptance_fused_dense(values, codes, 3, NULL, NULL, NULL) != 0)
    return -1;
  values[0].v_handle = &tensors[5];
  values[1].v_handle = &tensors[1];
  values[2].v_handle = &tensors[6];
  if (tvmgen_acceptance_fused_bias_relu(values, codes, 3, NULL, NULL, NULL) !=
      0)
    return -1;
  values[0].v_handle = &tensors[6];
  values[1].v_handle = &tensors[2];
  values[2].v_handle = &tensors[3];
  values[3].v_handle = &tensors[4];
  values[4] = args[1];
  return tvmgen_acceptance_fused_quantize(values, codes, 5, NULL, NULL, NULL);
}

/* Returns what the AOT executor has to know. */
OPERATOR(tvmgen_acceptance_get_c_metadata) {
  static const int64_t extents[] = {4, 3, 64};
  static const TVMTensorInfo tensors[] = {
      {"x", &extents[0], 1, {kDLFloat, 32, 1}},
      {"output0", &extents[1], 1, {kDLInt, 64, 1}},
      /* Brought by run itself, as since v0.12. */
      {"workspace", &extents[2], 1, {kDLUInt, 8, 1}},
  };
  static const TVMMetadata metadata = {1, &tensors[0],        1, &tensors[1],
                                       1, &tensors[2],        1, NULL,
                                       0, "tvmgen_acceptance"};
  UNUSED;
  ret_val->v_handle = (void *)(uintptr_t)&metadata;
  *ret_type_code = kTVMOpaqueHandle;
  return 0;
}
