// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the pixels so that zero lies in the middle of their range.
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

// args: image uint8 [1, 1, 8, 8], zero point int16 [], result int8
// [1, 1, 8, 8].
TVM_DLL int32_t tvmgen_digits_fused_cast_subtract_cast(
    void *args, int32_t *arg_type_ids, int32_t num_args, void *out_ret_value,
    int32_t *out_ret_tcode, void *resource_handle) {
  DLTensor *arg_image = (DLTensor *)((TVMValue *)args)[0].v_handle;
  DLTensor *arg_zero_point = (DLTensor *)((TVMValue *)args)[1].v_handle;
  DLTensor *arg_result = (DLTensor *)((TVMValue *)args)[2].v_handle;
  const uint8_t *image = (const uint8_t *)arg_image->data;
  const int16_t *zero_point = (const int16_t *)arg_zero_point->data;
  int8_t *result = (int8_t *)arg_result->data;
  for (int32_t i = 0; i < 64; ++i)
    result[i] = (int8_t)((int16_t)image[i] - zero_point[0]);
  return 0;
}
