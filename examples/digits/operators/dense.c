// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dense layer: a score for each of the ten digits.
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

// args: data int8 [1, 384], weight int8 [10, 384], bias int32 [10], result
// int32 [1, 10].
TVM_DLL int32_t tvmgen_digits_fused_nn_dense_add(
    void *args, int32_t *arg_type_ids, int32_t num_args, void *out_ret_value,
    int32_t *out_ret_tcode, void *resource_handle) {
  DLTensor *arg_data = (DLTensor *)((TVMValue *)args)[0].v_handle;
  DLTensor *arg_weight = (DLTensor *)((TVMValue *)args)[1].v_handle;
  DLTensor *arg_bias = (DLTensor *)((TVMValue *)args)[2].v_handle;
  DLTensor *arg_result = (DLTensor *)((TVMValue *)args)[3].v_handle;
  const int8_t *data = (const int8_t *)arg_data->data;
  const int8_t *weight = (const int8_t *)arg_weight->data;
  const int32_t *bias = (const int32_t *)arg_bias->data;
  int32_t *result = (int32_t *)arg_result->data;
  for (int32_t o = 0; o < 10; ++o) {
    int32_t sum = bias[o];
    for (int32_t i = 0; i < 384; ++i)
      sum += data[i] * weight[o * 384 + i];
    result[o] = sum;
  }
  return 0;
}
