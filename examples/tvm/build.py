#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From ONNX to objects for a microcontroller, by today's TVM.

    python3 build.py cortex-m4

makes a network that listens for keywords (keywords.onnx), and of it
keywords.o and keywords.lib0.o, keywords.h, and values.h with an input and what
TVM's own virtual machine answers on this computer. Yours begins at compile().
"""

import sys

import metaobj
import metaobj.tvm
import numpy
import onnx
import tvm
from onnx import TensorProto, helper, numpy_helper
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx

TARGETS = {
    "cortex-m4": lambda: metaobj.tvm.target(
        "thumbv7em-none-eabi", mcpu="cortex-m4"),
    "riscv32": lambda: metaobj.tvm.target(
        "riscv32-unknown-elf", mattr=["+m", "+a", "+f", "+c"]),
    "host": lambda: metaobj.tvm.target("x86_64-linux-gnu"),
}

#: The spectrum of a second: 49 windows of 10 coefficients. Twelve words.
SHAPE, WORDS, CHANNELS = [1, 1, 49, 10], 12, 32


def make_model():
    """A depthwise-separable network. Its weights are random: training it is
    another story."""
    random = numpy.random.default_rng(1)
    nodes, weights = [], []

    def weight(*shape):
        size = numpy.prod(shape[1:]) if len(shape) > 1 else shape[0]
        values = random.standard_normal(shape) / numpy.sqrt(size)
        name = f"weight{len(weights)}"
        weights.append(numpy_helper.from_array(values.astype("float32"), name))
        return name

    def add(kind, *inputs, **attributes):
        name = f"{kind}{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def convolution(data, shape, stride, pads, groups=1):
        return add("Relu", add(
            "Conv", data, weight(*shape), weight(shape[0]), group=groups,
            kernel_shape=shape[2:], strides=[stride, stride], pads=pads))

    data = convolution("spectrum", [CHANNELS, 1, 10, 4], 2, [5, 1, 4, 2])
    for _ in range(2):
        data = convolution(data, [CHANNELS, 1, 3, 3], 1, [1] * 4, CHANNELS)
        data = convolution(data, [CHANNELS, CHANNELS, 1, 1], 1, [0] * 4)
    data = add("Flatten", add("GlobalAveragePool", data))
    data = add("Gemm", data, weight(CHANNELS, WORDS), weight(WORDS))
    nodes[-1].output[0] = "words"
    graph = helper.make_graph(
        nodes, "keywords",
        [helper.make_tensor_value_info("spectrum", TensorProto.FLOAT, SHAPE)],
        [helper.make_tensor_value_info("words", TensorProto.FLOAT, [1, WORDS])],
        weights)
    return helper.make_model(graph, ir_version=9, opset_imports=[
        helper.make_opsetid("", 18)])


def compile(model, target):
    """What TVM makes of an ONNX model, with the settings that matter for a
    small memory."""
    module = from_onnx(model, keep_params_in_input=False)
    with tvm.transform.PassContext(config=metaobj.tvm.pass_config()):
        return relax.build(module, target=target, system_lib=False,
                           relax_pipeline=metaobj.tvm.pipeline(target))


def write_values(executable, path):
    """An input, and the answer of TVM's virtual machine."""
    spectrum = numpy.random.default_rng(2).standard_normal(SHAPE)
    spectrum = spectrum.astype("float32")
    machine = relax.VirtualMachine(executable, tvm.cpu())
    answer = machine["main"](tvm.runtime.tensor(spectrum)).numpy()
    with open(path, "w", encoding="utf-8") as file:
        for name, values in (("spectrum", spectrum), ("answer", answer)):
            texts = ", ".join(f"{float(value).hex()}f"
                              for value in values.flatten())
            file.write(f"static const float {name}[{values.size}]\n"
                       f"    __attribute__((aligned(64))) = {{{texts}}};\n")


def main():
    target = TARGETS[sys.argv[1]]()
    model = make_model()
    onnx.save(model, "keywords.onnx")
    executable = compile(model, target)
    result = metaobj.tvm.emit(executable, "keywords.o", name="keywords",
                              header="keywords.h")
    print("wrote", *result.written)
    # The instructions are the same for each target: this computer knows the
    # answer.
    write_values(compile(model, TARGETS["host"]()), "values.h")


if __name__ == "__main__":
    main()
