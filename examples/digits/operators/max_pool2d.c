// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest value of each 2x2 square of a feature map.
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>

// args: data int8 [1, 24, 8, 8], result int8 [1, 24, 4, 4].
TVM_DLL int32_t tvmgen_digits_fused_nn_max_pool2d(
    void *args, int32_t *arg_type_ids, int32_t num_args, void *out_ret_value,
    int32_t *out_ret_tcode, void *resource_handle) {
  DLTensor *arg_data = (DLTensor *)((TVMValue *)args)[0].v_handle;
  DLTensor *arg_result = (DLTensor *)((TVMValue *)args)[1].v_handle;
  const int8_t *data = (const int8_t *)arg_data->data;
  int8_t *result = (int8_t *)arg_result->data;
  for (int32_t c = 0; c < 24; ++c) {
    for (int32_t y = 0; y < 4; ++y) {
      for (int32_t x = 0; x < 4; ++x) {
        int8_t largest = -128;
        for (int32_t dy = 0; dy < 2; ++dy) {
          for (int32_t dx = 0; dx < 2; ++dx) {
            int8_t value = data[(c * 8 + 2 * y + dy) * 8 + 2 * x + dx];
            largest = value > largest ? value : largest;
          }
        }
        result[(c * 4 + y) * 4 + x] = largest;
      }
    }
  }
  return 0;
}
