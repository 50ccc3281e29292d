/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators in the shape that TVM prints them: packed functions whose arguments
 * are values of 64 bits and tensors. */

#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

#define OPERATOR(name)                                                         \
  int32_t name(void *args, int32_t *type_codes, int32_t num_args,              \
               void *out_ret_value, int32_t *out_ret_tcode,                    \
               void *resource_handle)

OPERATOR(tvmgen_default_fused_scale);
OPERATOR(tvmgen_default_fused_dense);

/* The product of an integer and a real number. */
OPERATOR(tvmgen_default_fused_scale) {
  const TVMValue *values = args;
  (void)resource_handle;
  if (num_args != 2 || type_codes[0] != kTVMArgInt ||
      type_codes[1] != kTVMArgFloat)
    return -1;
  ((TVMValue *)out_ret_value)->v_float64 =
      (double)values[0].v_int64 * values[1].v_float64;
  *out_ret_tcode = kTVMArgFloat;
  return 0;
}

/* output[i] is the sum of input[j] * weight[i][j]. */
OPERATOR(tvmgen_default_fused_dense) {
  const TVMValue *values = args;
  const DLTensor *input = values[0].v_handle;
  const DLTensor *weight = values[1].v_handle;
  const DLTensor *output = values[2].v_handle;
  const float *x = input->data;
  const float *w = weight->data;
  float *y = output->data;
  (void)out_ret_value;
  (void)out_ret_tcode;
  (void)resource_handle;
  if (num_args != 3 || type_codes[0] != kTVMDLTensorHandle ||
      weight->shape[1] != input->shape[0])
    return -1;
  for (int64_t i = 0; i < weight->shape[0]; i++) {
    y[i] = 0;
    for (int64_t j = 0; j < weight->shape[1]; j++)
      y[i] += x[j] * w[i * weight->shape[1] + j];
  }
  return 0;
}
