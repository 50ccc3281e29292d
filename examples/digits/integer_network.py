# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The digits network in integers: the reference that the C operators equal.

Everything is exact: int8 weights, int32 accumulators, and a fixed-point
multiplication where a layer's result goes back to int8. An operator in C that
follows the same formulas gives the same bits on every machine.
"""

import numpy as np

PADDING = 1
POOL = 2
INT8_MAX = 127


def conv2d(data, weight):
    """3x3 convolution, zero padding of one pixel; NCHW and OIHW, int32."""
    _, _, height, width = data.shape
    edges = ((0, 0), (0, 0), (PADDING, PADDING), (PADDING, PADDING))
    padded = np.pad(data.astype(np.int32), edges)
    result = np.zeros((data.shape[0], weight.shape[0], height, width),
                      np.int32)
    for row in range(weight.shape[2]):
        for column in range(weight.shape[3]):
            window = padded[:, :, row:row + height, column:column + width]
            taps = weight[:, :, row, column].astype(np.int32)
            result += np.einsum("nihw,oi->nohw", window, taps)
    return result


def fixed_point_multiply(accumulator, multiplier, shift):
    """accumulator * multiplier / 2**(31 + shift), halves rounded upwards.

    The product needs 62 bits and the rounding term keeps below it, so int64
    holds every step.
    """
    total = shift.astype(np.int64) + 31
    product = accumulator.astype(np.int64) * multiplier.astype(np.int64)
    return (product + (np.int64(1) << (total - 1))) >> total


def conv2d_layer(data, weight, bias, multiplier, shift):
    """Convolution, bias and ReLU, brought back to int8 channel by channel."""
    channels = (1, -1, 1, 1)
    accumulator = conv2d(data, weight) + bias
    scaled = fixed_point_multiply(accumulator, multiplier.reshape(channels),
                                  shift.reshape(channels))
    return np.clip(scaled, 0, INT8_MAX).astype(np.int8)


def max_pool2d(data):
    """The largest value of each 2x2 square."""
    count, channels, height, width = data.shape
    squares = data.reshape(count, channels, height // POOL, POOL,
                           width // POOL, POOL)
    return squares.max(axis=(3, 5))


def logits(images, params):
    """Ten int32 scores for each uint8 image of shape [count, 1, 8, 8]."""
    data = (images.astype(np.int16) - params["image_zero_point"])
    data = data.astype(np.int8)
    for layer in ("conv1", "conv2"):
        data = conv2d_layer(data, params[layer + "_weight"],
                            params[layer + "_bias"],
                            params[layer + "_multiplier"],
                            params[layer + "_shift"])
    flat = max_pool2d(data).reshape(len(images), -1).astype(np.int32)
    return flat @ params["dense_weight"].astype(np.int32).T \
        + params["dense_bias"]


def predict(scores):
    """The digit with the highest score; the lower digit wins a draw."""
    return scores.argmax(axis=1)


def checksum(scores):
    """FNV-1a over the scores as little-endian words: one number that changes
    when any bit of any score does."""
    value = 0x811C9DC5
    for byte in scores.astype("<i4").tobytes():
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value
