// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Feature maps to one vector: the values stay as they are.
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

// args: data int8 [1, 24, 4, 4], result int8 [1, 384].
TVM_DLL int32_t tvmgen_digits_fused_nn_batch_flatten(
    void *args, int32_t *arg_type_ids, int32_t num_args, void *out_ret_value,
    int32_t *out_ret_tcode, void *resource_handle) {
  DLTensor *arg_data = (DLTensor *)((TVMValue *)args)[0].v_handle;
  DLTensor *arg_result = (DLTensor *)((TVMValue *)args)[1].v_handle;
  const int8_t *data = (const int8_t *)arg_data->data;
  int8_t *result = (int8_t *)arg_result->data;
  for (int32_t i = 0; i < 384; ++i)
    result[i] = data[i];
  return 0;
}
