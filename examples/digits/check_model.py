#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the files in model/ belong together.

Runs the integer reference over the committed parameters and images, and
compares the result, the graph and the header with what train.py would write
for them. Exit status 0: all agree, 1: something differs, 77: numpy is missing.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

try:
    import numpy as np
except ImportError:
    print("SKIPPED: this Python has no numpy, the integer reference was not "
          "run", file=sys.stderr)
    sys.exit(77)

import integer_network  # noqa: E402
import model_files  # noqa: E402

MODEL = pathlib.Path(__file__).resolve().parent / "model"
LEAST_ACCURACY = 0.95


def parameter_errors(graph, params):
    """Names, shapes and types of the parameters against the graph."""
    expected = {node[0]: (tuple(node[3]), np.dtype(node[4]))
                for node in model_files.parameter_nodes(graph)}
    found = {name: (array.shape, array.dtype)
             for name, array in params.items()}
    if list(expected) != list(found):
        yield "digits.params: parameters are %s" % ", ".join(found)
    for name in expected.keys() & found.keys():
        if expected[name] != found[name]:
            yield "digits.params: %s is %s" % (name, found[name])


def file_errors(graph, params, checksum, image_count):
    """The files against what train.py writes for the same values."""
    if (MODEL / "graph.json").read_text() != model_files.graph_json(graph):
        yield "graph.json: not the graph of the network"
    data = (MODEL / "digits.params").read_bytes()
    header = model_files.header_text(graph, data, image_count, checksum)
    if (MODEL / "digits_model.h").read_text() != header:
        yield "digits_model.h: not what graph, parameters and images give"
    if data != model_files.params_bytes(graph, params):
        yield "digits.params: not the bytes that train.py writes"


def overflow_errors(params):
    """The bound under which the C operators compute the same as the
    reference: accumulators below 2**30 and shifts of an int32."""
    for layer in ("conv1", "conv2"):
        weight = np.abs(params[layer + "_weight"].astype(np.int64))
        bias = np.abs(params[layer + "_bias"].astype(np.int64))
        largest = weight.sum(axis=(1, 2, 3)).max() * 128 + bias.max()
        if largest >= 2**30:
            yield "digits.params: %s may reach %d" % (layer, largest)
        shift = params[layer + "_shift"]
        if shift.min() < 0 or shift.max() > 30:
            yield "digits.params: %s_shift is out of range" % layer


def main():
    """Prints every difference."""
    params = model_files.read_params((MODEL / "digits.params").read_bytes())
    images, labels = model_files.read_images(
        (MODEL / "test_images.inc").read_text())
    graph = model_files.nodes((len(params["conv1_shift"]),
                               len(params["conv2_shift"])))
    scores = integer_network.logits(images, params)
    right = int((integer_network.predict(scores) == labels).sum())
    errors = [*parameter_errors(graph, params),
              *file_errors(graph, params, integer_network.checksum(scores),
                           len(images)),
              *overflow_errors(params)]
    if right < LEAST_ACCURACY * len(labels):
        errors.append("only %d of %d images are recognised" % (right,
                                                               len(labels)))
    for error in errors:
        print("error: %s" % error, file=sys.stderr)
    print("integer reference: %d of %d right, checksum %08x" % (
        right, len(labels), integer_network.checksum(scores)))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
