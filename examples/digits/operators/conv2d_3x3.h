// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop nest that both convolutions share: 3x3 kernel, one pixel of zero
// padding, 8x8 feature maps; then bias, ReLU and back to int8.
#ifndef DIGITS_CONV2D_3X3_H
#define DIGITS_CONV2D_3X3_H

#include <stdint.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>

enum { MAP = 8, KERNEL = 3, PADDED = MAP + KERNEL - 1 };

// accumulator * multiplier / 2^(31 + shift), halves rounded upwards. The 64-bit
// shifts are by constants, so that no target calls a library for them. Exact
// while the accumulator stays below 2^30, which int8 layers of this size do.
static inline int32_t fixed_point_multiply(int32_t accumulator,
                                           int32_t multiplier, int32_t shift) {
  int64_t half = (int64_t)(1 << shift) << 30;
  int64_t product = (int64_t)accumulator * multiplier + half;
  return (int32_t)(product >> 31) >> shift;
}

// The maps of `data` with a border of zeros around each, so that the inner
// loop needs no test for the edge.
static inline void pad(int8_t *padded, const int8_t *data, int32_t channels) {
  for (int32_t c = 0; c < channels; ++c) {
    for (int32_t y = 0; y < PADDED; ++y) {
      for (int32_t x = 0; x < PADDED; ++x) {
        int inside = y >= 1 && y <= MAP && x >= 1 && x <= MAP;
        padded[(c * PADDED + y) * PADDED + x] =
            inside ? data[(c * MAP + y - 1) * MAP + x - 1] : 0;
      }
    }
  }
}

static inline int32_t conv2d_at(const int8_t *padded, const int8_t *weight,
                                int32_t channels, int32_t y, int32_t x) {
  int32_t sum = 0;
  for (int32_t c = 0; c < channels; ++c)
    for (int32_t ky = 0; ky < KERNEL; ++ky)
      for (int32_t kx = 0; kx < KERNEL; ++kx)
        sum += padded[(c * PADDED + y + ky) * PADDED + x + kx] *
               weight[(c * KERNEL + ky) * KERNEL + kx];
  return sum;
}

// args: data int8 [1, inputs, 8, 8], weight int8 [outputs, inputs, 3, 3],
// bias int32 [1, outputs, 1, 1], multiplier and shift int32 [outputs], result
// int8 [1, outputs, 8, 8].
static inline int32_t conv2d_3x3(void *args, int32_t inputs, int32_t outputs) {
  DLTensor *arg_data = (DLTensor *)((TVMValue *)args)[0].v_handle;
  DLTensor *arg_weight = (DLTensor *)((TVMValue *)args)[1].v_handle;
  DLTensor *arg_bias = (DLTensor *)((TVMValue *)args)[2].v_handle;
  DLTensor *arg_multiplier = (DLTensor *)((TVMValue *)args)[3].v_handle;
  DLTensor *arg_shift = (DLTensor *)((TVMValue *)args)[4].v_handle;
  DLTensor *arg_result = (DLTensor *)((TVMValue *)args)[5].v_handle;
  const int8_t *data = (const int8_t *)arg_data->data;
  const int8_t *weight = (const int8_t *)arg_weight->data;
  const int32_t *bias = (const int32_t *)arg_bias->data;
  const int32_t *multiplier = (const int32_t *)arg_multiplier->data;
  const int32_t *shift = (const int32_t *)arg_shift->data;
  int8_t *result = (int8_t *)arg_result->data;
  int32_t dev_id = arg_data->device.device_id;

  int8_t *padded = (int8_t *)TVMBackendAllocWorkspace(
      kDLCPU, dev_id, (uint64_t)(inputs * PADDED * PADDED), kDLInt, 8);
  if (padded == NULL)
    return -1;
  pad(padded, data, inputs);
  for (int32_t o = 0; o < outputs; ++o) {
    for (int32_t y = 0; y < MAP; ++y) {
      for (int32_t x = 0; x < MAP; ++x) {
        int32_t sum =
            bias[o] + conv2d_at(padded, weight + o * inputs * KERNEL * KERNEL,
                                inputs, y, x);
        int32_t value = fixed_point_multiply(sum, multiplier[o], shift[o]);
        value = value < 0 ? 0 : value;
        result[(o * MAP + y) * MAP + x] = (int8_t)(value > 127 ? 127 : value);
      }
    }
  }
  if (TVMBackendFreeWorkspace(kDLCPU, dev_id, padded) != 0)
    return -1;
  return 0;
}

#endif // DIGITS_CONV2D_3X3_H
