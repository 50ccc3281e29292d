/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators of the model conv1d: a convolution with a step of 2, and a bias. */

#include "operators.h"

OPERATOR(tvmgen_default_fused_nn_conv1d) {
  EXPECT_ARGUMENTS(3);
  const int64_t *in = TENSOR(0)->shape, *kernel = TENSOR(1)->shape,
                *out = TENSOR(2)->shape;
  for (int64_t channel = 0; channel != out[1]; channel++)
    for (int64_t at = 0; at != out[2]; at++) {
      double sum = 0;
      for (int64_t from = 0; from != in[1]; from++)
        for (int64_t k = 0; k != kernel[2]; k++)
          sum += (double)DATA(float, 0)[from * in[2] + 2 * at + k] *
                 DATA(float, 1)[(channel * in[1] + from) * kernel[2] + k];
      DATA(float, 2)[channel * out[2] + at] = (float)sum;
    }
  return 0;
}

OPERATOR(tvmgen_default_fused_nn_bias_add) {
  EXPECT_ARGUMENTS(3);
  const int64_t *out = TENSOR(2)->shape;
  for (int64_t channel = 0; channel != out[1]; channel++)
    for (int64_t at = 0; at != out[2]; at++)
      DATA(float, 2)
  [channel * out[2] + at] =
      DATA(float, 0)[channel * out[2] + at] + DATA(float, 1)[channel];
  return 0;
}
