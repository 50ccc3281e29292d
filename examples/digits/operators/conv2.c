// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Second convolution: 12 feature maps to 24.
#include "conv2d_3x3.h"

TVM_DLL int32_t
tvmgen_digits_fused_nn_conv2d_add_fixed_point_multiply_per_axis_clip_cast_1(
    void *args, int32_t *arg_type_ids, int32_t num_args, void *out_ret_value,
    int32_t *out_ret_tcode, void *resource_handle) {
  return conv2d_3x3(args, 12, 24);
}
