/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators of the model magic_wand, which tells gestures apart: two
 * convolutions and two dense layers of 8-bit numbers. Where TVM has put a
 * constant into the code of an operator, the one here is made up. */

#include <math.h>

#include "operators.h"

/* Rounded value * multiplier / 2^(31 + shift). */
static int64_t scale(int64_t value, int64_t multiplier, int shift) {
  return (value * multiplier + ((int64_t)1 << (30 + shift))) >> (31 + shift);
}

static int8_t clip(int64_t value) {
  return (int8_t)(value < -128 ? -128 : value > 127 ? 127 : value);
}

/* Widens, and takes away the zero point. */
static int32_t subtract(void *args, int64_t count) {
  for (int64_t i = 0; i != count; i++)
    DATA(int16_t, 2)[i] = (int16_t)(DATA(int8_t, 0)[i] - *DATA(int16_t, 1));
  return 0;
}

OPERATOR(tvmgen_fused_layout_transform_cast_subtract) {
  EXPECT_ARGUMENTS(3);
  /* One channel: the elements stay where they are. */
  return subtract(args, 128 * 3);
}

OPERATOR(tvmgen_fused_reshape_cast_subtract) {
  EXPECT_ARGUMENTS(3);
  return subtract(args, 16);
}

OPERATOR(tvmgen_fused_layout_transform_reshape_cast_subtract) {
  EXPECT_ARGUMENTS(3);
  for (int channel = 0; channel != 16; channel++)
    for (int y = 0; y != 14; y++)
      DATA(int16_t, 2)
  [y * 16 + channel] =
      (int16_t)(DATA(int8_t, 0)[channel * 14 + y] - *DATA(int16_t, 1));
  return 0;
}

/* data, weight, bias, multipliers, left shifts, right shifts, zero point */
static int32_t convolve(void *args) {
  const int64_t *in = TENSOR(0)->shape, *kernel = TENSOR(1)->shape,
                *out = TENSOR(7)->shape;
  const int64_t top = (kernel[2] - 1) / 2, left = (kernel[3] - 1) / 2;
  for (int64_t channel = 0; channel != out[1]; channel++)
    for (int64_t y = 0; y != out[2]; y++)
      for (int64_t x = 0; x != out[3]; x++) {
        int64_t sum = DATA(int32_t, 2)[channel];
        for (int64_t from = 0; from != in[1]; from++)
          for (int64_t ky = 0; ky != kernel[2]; ky++)
            for (int64_t kx = 0; kx != kernel[3]; kx++) {
              const int64_t iy = y + ky - top, ix = x + kx - left;
              if (iy < 0 || iy >= in[2] || ix < 0 || ix >= in[3])
                continue;
              sum +=
                  (int64_t)DATA(int16_t, 0)[(from * in[2] + iy) * in[3] + ix] *
                  DATA(int16_t, 1)[((channel * in[1] + from) * kernel[2] + ky) *
                                       kernel[3] +
                                   kx];
            }
        sum = scale(sum * ((int64_t)1 << DATA(int32_t, 4)[channel]),
                    DATA(int32_t, 3)[channel], DATA(int32_t, 5)[channel]);
        DATA(int8_t, 7)
        [(channel * out[2] + y) * out[3] + x] = clip(sum + *DATA(int32_t, 6));
      }
  return 0;
}

OPERATOR(
    tvmgen_fused_nn_conv2d_add_fixed_point_multiply_per_axis_add_clip_cast) {
  EXPECT_ARGUMENTS(8);
  return convolve(args);
}

OPERATOR(
    tvmgen_fused_nn_conv2d_add_fixed_point_multiply_per_axis_add_clip_cast_1) {
  EXPECT_ARGUMENTS(8);
  return convolve(args);
}

/* The largest of three rows, and of all columns. */
static int8_t largest(const int8_t *data, int columns) {
  int8_t value = data[0];
  for (int i = 1; i != 3 * columns; i++)
    value = data[i] > value ? data[i] : value;
  return value;
}

OPERATOR(tvmgen_fused_nn_max_pool2d_cast_subtract) {
  EXPECT_ARGUMENTS(3);
  for (int channel = 0; channel != 8; channel++)
    for (int y = 0; y != 42; y++)
      DATA(int16_t, 2)
  [channel * 42 + y] =
      (int16_t)(largest(&DATA(int8_t, 0)[(channel * 128 + 3 * y) * 3], 3) -
                *DATA(int16_t, 1));
  return 0;
}

OPERATOR(tvmgen_fused_nn_max_pool2d) {
  EXPECT_ARGUMENTS(2);
  for (int channel = 0; channel != 16; channel++)
    for (int y = 0; y != 14; y++)
      DATA(int8_t, 1)
  [channel * 14 + y] = largest(&DATA(int8_t, 0)[channel * 42 + 3 * y], 1);
  return 0;
}

static int64_t dense(const int16_t *data, const int16_t *weight, int32_t bias,
                     int count) {
  int64_t sum = bias;
  for (int i = 0; i != count; i++)
    sum += (int64_t)data[i] * weight[i];
  return sum;
}

OPERATOR(tvmgen_fused_nn_dense_add_fixed_point_multiply_add_clip_cast) {
  EXPECT_ARGUMENTS(5);
  for (int i = 0; i != 16; i++)
    DATA(int8_t, 4)
  [i] = clip(scale(dense(DATA(int16_t, 0), &DATA(int16_t, 1)[224 * i],
                         DATA(int32_t, 2)[i], 224),
                   1500000000, 7) +
             *DATA(int32_t, 3));
  return 0;
}

OPERATOR(
    tvmgen_fused_nn_dense_add_fixed_point_multiply_add_clip_subtract_cast_multiply) {
  EXPECT_ARGUMENTS(4);
  for (int i = 0; i != 4; i++)
    DATA(float, 3)
  [i] = (float)(clip(scale(dense(DATA(int16_t, 0), &DATA(int16_t, 1)[16 * i],
                                 DATA(int32_t, 2)[i], 16),
                           1200000000, 6) +
                     14) -
                14) *
        0.0625f;
  return 0;
}

OPERATOR(tvmgen_fused_nn_softmax_divide_round_add_clip_cast) {
  EXPECT_ARGUMENTS(2);
  const float *in = DATA(float, 0);
  double sum = 0;
  for (int i = 0; i != 4; i++)
    sum += exp((double)in[i]);
  for (int i = 0; i != 4; i++)
    DATA(int8_t, 1)
  [i] = clip((int64_t)floor(exp((double)in[i]) / sum * 256.0 + 0.5) - 128);
  return 0;
}
