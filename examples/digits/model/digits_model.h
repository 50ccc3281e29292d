// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by train.py: what main.c needs to know of the model.
// The sha256 of its digits.params is
// d8578e3b44079d308d98757c404e37dc5a425e8224f5322d9603f773b8f208a5
#ifndef DIGITS_MODEL_H
#define DIGITS_MODEL_H

#define DIGITS_IMAGE_COUNT 40
#define DIGITS_CONV1_CHANNELS 12
#define DIGITS_CONV2_CHANNELS 24
#define DIGITS_FEATURES 384

// FNV-1a over the scores of all test images, from the integer reference.
#define DIGITS_CHECKSUM 0x12b5e1d9u

// Storage ids of graph.json, the keys of _lookup_linked_param.
#define DIGITS_SID_IMAGE_ZERO_POINT 1
#define DIGITS_SID_CONV1_WEIGHT 3
#define DIGITS_SID_CONV1_BIAS 4
#define DIGITS_SID_CONV1_MULTIPLIER 5
#define DIGITS_SID_CONV1_SHIFT 6
#define DIGITS_SID_CONV2_WEIGHT 8
#define DIGITS_SID_CONV2_BIAS 9
#define DIGITS_SID_CONV2_MULTIPLIER 10
#define DIGITS_SID_CONV2_SHIFT 11
#define DIGITS_SID_DENSE_WEIGHT 13
#define DIGITS_SID_DENSE_BIAS 14

#endif // DIGITS_MODEL_H
