/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The operators of the model: packed functions, as a model's compiler makes
 * them. Their only outside is the backend. */

#include <tvm/runtime/c_backend_api.h>

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
