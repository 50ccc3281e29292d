#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the digits network, quantises it and writes the files in model/.

Needs numpy and scikit-learn, and about a minute. Training runs in double
precision with a fixed seed: what different linear algebra libraries disagree
about is far too small to move a weight to another of its 255 int8 values, so
the same files come out each time.
"""

import argparse
import pathlib

import numpy as np
from sklearn.datasets import load_digits

import integer_network
import model_files

SEED = 20
TEST_IMAGES = 500
DEMO_IMAGES = 40
CHANNELS = (12, 24)
EPOCHS = 40
BATCH = 32
LEARNING_RATE = 0.05
MOMENTUM = 0.9
WEIGHT_DECAY = 5e-4
# Pixels run from 0 to 16; the network sees them as -1 to 1.
ZERO_POINT = 8
IMAGE_SCALE = 1 / 8


def load_split(random):
    """Images as uint8 [count, 1, 8, 8] and labels: training, then test."""
    digits = load_digits()
    images = digits.images.astype(np.uint8)[:, None]
    order = random.permutation(len(images))
    test, train = order[:TEST_IMAGES], order[TEST_IMAGES:]
    return ((images[train], digits.target[train]),
            (images[test], digits.target[test]))


def initial_weights(random):
    """Weights by name, scaled for layers that end in a ReLU."""
    first, second = CHANNELS
    shapes = {"conv1": (first, 1, 3, 3), "conv2": (second, first, 3, 3),
              "dense": (10, second * 16)}
    weights = {}
    for layer, shape in shapes.items():
        spread = np.sqrt(2 / np.prod(shape[1:]))
        weights[layer + "_weight"] = random.normal(0, spread, shape)
        weights[layer + "_bias"] = np.zeros(shape[0])
    return weights


def windows(data):
    """Every 3x3 neighbourhood as a row: [count, 8, 8, channels * 9]."""
    padded = np.pad(data, ((0, 0), (0, 0), (1, 1), (1, 1)))
    view = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    count, channels, height, width = data.shape
    return view.transpose(0, 2, 3, 1, 4, 5).reshape(
        count, height, width, channels * 9)


def conv_forward(data, weight, bias):
    """Convolution and ReLU; also what the way back needs."""
    columns = windows(data)
    result = columns @ weight.reshape(len(weight), -1).T + bias
    return np.maximum(result, 0).transpose(0, 3, 1, 2), columns


def conv_backward(gradient, output, columns, weight):
    """Gradients of the input, the weight and the bias."""
    gradient = (gradient * (output > 0)).transpose(0, 2, 3, 1)
    flat = gradient.reshape(-1, len(weight))
    by_weight = (flat.T @ columns.reshape(len(flat), -1)).reshape(weight.shape)
    # Backwards is a convolution too: with the kernel turned by 180 degrees
    # and inputs and outputs exchanged.
    turned = weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3)
    by_input = windows(gradient.transpose(0, 3, 1, 2)) \
        @ turned.reshape(len(turned), -1).T
    return by_input.transpose(0, 3, 1, 2), by_weight, flat.sum(axis=0)


def pool_forward(data):
    """2x2 maxima and, for the way back, where in each square they were."""
    count, channels, height, width = data.shape
    squares = data.reshape(count, channels, height // 2, 2, width // 2, 2)
    squares = squares.transpose(0, 1, 2, 4, 3, 5).reshape(
        count, channels, height // 2, width // 2, 4)
    return squares.max(axis=4), squares.argmax(axis=4)


def pool_backward(gradient, winner):
    """Each gradient goes to the pixel that was the maximum."""
    count, channels, height, width = gradient.shape
    squares = np.zeros((count, channels, height, width, 4))
    np.put_along_axis(squares, winner[..., None], gradient[..., None], 4)
    squares = squares.reshape(count, channels, height, width, 2, 2)
    return squares.transpose(0, 1, 2, 4, 3, 5).reshape(
        count, channels, 2 * height, 2 * width)


def scaled(images):
    """Pixels as the float network sees them."""
    return (images.astype(np.float64) - ZERO_POINT) * IMAGE_SCALE


def gradients(images, labels, weights):
    """Gradients of the mean cross entropy over one batch."""
    first, first_columns = conv_forward(
        scaled(images), weights["conv1_weight"], weights["conv1_bias"])
    second, second_columns = conv_forward(
        first, weights["conv2_weight"], weights["conv2_bias"])
    pooled, winner = pool_forward(second)
    flat = pooled.reshape(len(images), -1)
    scores = flat @ weights["dense_weight"].T + weights["dense_bias"]
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(len(labels)), labels] -= 1
    error = chances / len(labels)
    result = {"dense_weight": error.T @ flat, "dense_bias": error.sum(axis=0)}
    back = (error @ weights["dense_weight"]).reshape(pooled.shape)
    back, result["conv2_weight"], result["conv2_bias"] = conv_backward(
        pool_backward(back, winner), second, second_columns,
        weights["conv2_weight"])
    _, result["conv1_weight"], result["conv1_bias"] = conv_backward(
        back, first, first_columns, weights["conv1_weight"])
    return result


def moved(images, random):
    """Each image shifted by up to one pixel, paper coming in at the edge."""
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    result = np.empty_like(images)
    for index, (down, right) in enumerate(
            random.integers(0, 3, (len(images), 2))):
        result[index] = padded[index, :, down:down + 8, right:right + 8]
    return result


def train(images, labels, random):
    """Stochastic gradient descent with momentum, the rate falling to zero."""
    weights = initial_weights(random)
    speed = {name: np.zeros_like(value) for name, value in weights.items()}
    batches = len(images) // BATCH
    for step in range(EPOCHS * batches):
        if step % batches == 0:
            order = random.permutation(len(images))
        chosen = order[step % batches * BATCH:][:BATCH]
        slopes = gradients(moved(images[chosen], random), labels[chosen],
                           weights)
        rate = LEARNING_RATE * (1 + np.cos(
            np.pi * step / (EPOCHS * batches))) / 2
        for name, value in weights.items():
            slope = slopes[name] + WEIGHT_DECAY * value
            speed[name] = MOMENTUM * speed[name] - rate * slope
            value += speed[name]
    return weights


def fixed_point(factors):
    """int32 multipliers in [2^30, 2^31) and right shifts for factors < 1."""
    mantissa, exponent = np.frexp(factors)
    multiplier = np.round(mantissa * 2**31).astype(np.int64)
    carried = multiplier == 2**31
    multiplier[carried] //= 2
    shift = -(exponent + carried)
    if (shift < 0).any():
        raise ValueError("a layer would scale its accumulator up")
    return multiplier.astype(np.int32), shift.astype(np.int32)


def quantised_conv(params, layer, weights, scale_in, scale_out):
    """Adds a convolution's integer parameters, one weight scale a channel."""
    weight = weights[layer + "_weight"]
    scale = np.abs(weight).max(axis=(1, 2, 3)) / 127
    params[layer + "_weight"] = np.round(
        weight / scale.reshape(-1, 1, 1, 1)).astype(np.int8)
    bias = np.round(weights[layer + "_bias"] / (scale * scale_in))
    params[layer + "_bias"] = bias.astype(np.int32).reshape(1, -1, 1, 1)
    params[layer + "_multiplier"], params[layer + "_shift"] = fixed_point(
        scale * scale_in / scale_out)


def quantise(weights, images):
    """The integer parameters; `images` show how large activations grow."""
    first, _ = conv_forward(scaled(images), weights["conv1_weight"],
                            weights["conv1_bias"])
    second, _ = conv_forward(first, weights["conv2_weight"],
                             weights["conv2_bias"])
    first_scale, second_scale = first.max() / 127, second.max() / 127
    params = {"image_zero_point": np.array(ZERO_POINT, np.int16)}
    quantised_conv(params, "conv1", weights, IMAGE_SCALE, first_scale)
    quantised_conv(params, "conv2", weights, first_scale, second_scale)
    # The scores are only compared with each other, so one scale serves all.
    scale = np.abs(weights["dense_weight"]).max() / 127
    params["dense_weight"] = np.round(
        weights["dense_weight"] / scale).astype(np.int8)
    params["dense_bias"] = np.round(
        weights["dense_bias"] / (scale * second_scale)).astype(np.int32)
    return params


def float_predict(images, weights):
    """What the network says before quantisation."""
    data = scaled(images)
    for layer in ("conv1", "conv2"):
        data, _ = conv_forward(data, weights[layer + "_weight"],
                               weights[layer + "_bias"])
    flat = pool_forward(data)[0].reshape(len(images), -1)
    scores = flat @ weights["dense_weight"].T + weights["dense_bias"]
    return scores.argmax(axis=1)


def write_model(folder, params, images, labels):
    """Writes all files of the model."""
    graph = model_files.nodes(CHANNELS)
    scores = integer_network.logits(images, params)
    folder.mkdir(parents=True, exist_ok=True)
    packed = model_files.params_bytes(graph, params)
    (folder / "digits.params").write_bytes(packed)
    (folder / "graph.json").write_text(model_files.graph_json(graph))
    (folder / "test_images.inc").write_text(
        model_files.images_text(images, labels))
    (folder / "digits_model.h").write_text(model_files.header_text(
        graph, packed, len(images), integer_network.checksum(scores)))


def report(name, predictions, labels):
    """One line of accuracy."""
    right = int((predictions == labels).sum())
    print("%-40s %4d of %4d, %.1f %%" % (name, right, len(labels),
                                         100 * right / len(labels)))


def main():
    """Trains, reports and writes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR",
                        default=pathlib.Path(__file__).parent / "model",
                        help="folder to write to (default: model)")
    folder = parser.parse_args().output
    random = np.random.default_rng(SEED)
    (images, labels), (test_images, test_labels) = load_split(random)
    weights = train(images, labels, random)
    params = quantise(weights, images)
    report("float network, held-out images",
           float_predict(test_images, weights), test_labels)
    for name, some, answers in (
            ("training images", images, labels),
            ("held-out images", test_images, test_labels),
            ("images of the demo", test_images[:DEMO_IMAGES],
             test_labels[:DEMO_IMAGES])):
        scores = integer_network.logits(some, params)
        report("integer network, " + name, integer_network.predict(scores),
               answers)
    write_model(folder, params, test_images[:DEMO_IMAGES],
                test_labels[:DEMO_IMAGES])


if __name__ == "__main__":
    main()
