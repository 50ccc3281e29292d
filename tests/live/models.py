# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small ONNX models with seeded weights, of the kinds that run on a
microcontroller, and what it takes to compile them by TVM.

A model is made by onnx.helper, nothing is downloaded. Inputs are seeded as
well, so that two calls give the same bytes.
"""

import math
import zlib

import numpy
import onnx
import tvm
from onnx import TensorProto, helper, numpy_helper
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx

#: Operators as all releases of TVM that metaobj knows import them.
OPSET = 18
IR_VERSION = 9


class Builder:
    """A graph whose nodes are added one by one."""

    def __init__(self, name):
        self.name = name
        self.random = numpy.random.default_rng(zlib.crc32(name.encode()))
        self.nodes, self.constants, self.inputs = [], [], []

    def input(self, name, shape, dtype=TensorProto.FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, dtype, shape))
        return name

    def constant(self, values, stem="constant"):
        name = f"{stem}{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def weights(self, *shape, inputs=None):
        """Random values that keep the size of what they are multiplied by."""
        scale = 1 / math.sqrt(inputs or shape[0])
        values = self.random.standard_normal(shape) * scale
        return self.constant(values.astype("float32"), "weight")

    def add(self, operator, *operands, **attributes):
        name = f"{operator.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, operands, [name],
                                           **attributes))
        return name

    def dense(self, data, inputs, outputs):
        product = self.add("MatMul", data, self.weights(inputs, outputs))
        return self.add("Add", product, self.weights(outputs))

    def convolution(self, data, inputs, outputs, kernel=3, stride=1, groups=1):
        """Extents stay what they are, apart from the stride."""
        window = inputs // groups * kernel * kernel
        weight = self.weights(outputs, inputs // groups, kernel, kernel,
                              inputs=window)
        return self.add("Conv", data, weight, self.weights(outputs),
                        kernel_shape=[kernel] * 2, pads=[kernel // 2] * 4,
                        strides=[stride] * 2, group=groups)

    def relu(self, data):
        return self.add("Relu", data)

    def mean(self, data, channels):
        """Of each channel of one image: a row of them."""
        pooled = self.add("GlobalAveragePool", data)
        return self.add("Reshape", pooled,
                        self.constant(numpy.array([1, channels], "int64")))

    def model(self, *outputs):
        """`outputs`: pairs of a name and a shape, or with a type."""
        # Names that a user of the model can read.
        results = []
        for name, shape, *dtype in outputs:
            public = "output" if len(outputs) == 1 else f"output_{name}"
            self.nodes.append(helper.make_node("Identity", [name], [public]))
            results.append(helper.make_tensor_value_info(
                public, *(dtype or [TensorProto.FLOAT]), shape))
        graph = helper.make_graph(self.nodes, self.name, self.inputs, results,
                                  self.constants)
        made = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION)
        onnx.checker.check_model(made, full_check=True)
        return made


def mlp():
    """Two dense layers."""
    graph = Builder("mlp")
    hidden = graph.relu(graph.dense(graph.input("x", [1, 16]), 16, 32))
    return graph.model((graph.dense(hidden, 32, 4), [1, 4]))


def autoencoder():
    """Dense layers to a narrow waist and back."""
    graph = Builder("autoencoder")
    data, widths = graph.input("x", [1, 640]), (640, 128, 128, 8, 128, 128)
    for inputs, outputs in zip(widths, widths[1:]):
        data = graph.relu(graph.dense(data, inputs, outputs))
    return graph.model((graph.dense(data, 128, 640), [1, 640]))


def cnn():
    """A convolution that pads its input, and a dense layer."""
    graph = Builder("cnn")
    data = graph.input("image", [1, 3, 8, 8])
    data = graph.relu(graph.convolution(data, 3, 4))
    data = graph.add("MaxPool", data, kernel_shape=[2, 2], strides=[2, 2])
    return graph.model((graph.dense(graph.mean(data, 4), 4, 10), [1, 10]))


def keywords():
    """Depthwise-separable convolutions over a spectrogram, of the shape of
    MLPerf Tiny's keyword spotting."""
    graph = Builder("keywords")
    data = graph.input("spectrogram", [1, 1, 48, 10])
    data = graph.relu(graph.convolution(data, 1, 64, stride=2))
    for _ in range(4):
        data = graph.relu(graph.convolution(data, 64, 64, groups=64))
        data = graph.relu(graph.convolution(data, 64, 64, kernel=1))
    scores = graph.dense(graph.mean(data, 64), 64, 12)
    return graph.model((graph.add("Softmax", scores, axis=1), [1, 12]))


def mobilenet():
    """Depthwise-separable convolutions, a quarter of MobileNet's width, of the
    shape of MLPerf Tiny's person detection."""
    graph = Builder("mobilenet")
    data = graph.input("image", [1, 3, 96, 96])
    data = graph.relu(graph.convolution(data, 3, 8, stride=2))
    inputs = 8
    for outputs, stride in ((16, 1), (32, 2), (32, 1), (64, 2), (64, 1),
                            (128, 2), (128, 1), (128, 1), (128, 1), (128, 1),
                            (128, 1), (256, 2), (256, 1)):
        data = graph.relu(graph.convolution(data, inputs, inputs, stride=stride,
                                            groups=inputs))
        data = graph.relu(graph.convolution(data, inputs, outputs, kernel=1))
        inputs = outputs
    scores = graph.dense(graph.mean(data, 256), 256, 2)
    return graph.model((graph.add("Softmax", scores, axis=1), [1, 2]))


def resnet():
    """Three stages of residual blocks, of the shape of MLPerf Tiny's image
    classification."""
    graph = Builder("resnet")
    data = graph.input("image", [1, 3, 32, 32])
    data = graph.relu(graph.convolution(data, 3, 16))
    inputs = 16
    for outputs, stride in ((16, 1), (32, 2), (64, 2)):
        left = graph.relu(
            graph.convolution(data, inputs, outputs, stride=stride))
        left = graph.convolution(left, outputs, outputs)
        if stride > 1:
            data = graph.convolution(data, inputs, outputs, kernel=1,
                                     stride=stride)
        data = graph.relu(graph.add("Add", left, data))
        inputs = outputs
    scores = graph.dense(graph.mean(data, 64), 64, 10)
    return graph.model((graph.add("Softmax", scores, axis=1), [1, 10]))


def residual():
    """A block around which its input goes; its inner values are an output as
    well."""
    graph = Builder("residual")
    data = graph.input("x", [1, 16])
    wide = graph.relu(graph.dense(data, 16, 24))
    total = graph.add("Add", graph.dense(wide, 24, 16), data)
    return graph.model((wide, [1, 24]), (graph.relu(total), [1, 16]))


def attention():
    """A transformer's block: four heads, and dense layers behind them."""
    graph = Builder("attention")
    length, width, heads = 16, 32, 4
    data = graph.input("tokens", [1, length, width])

    def rows(shape):
        return graph.constant(numpy.array(shape, "int64"))

    def head(permutation):
        part = graph.add("Reshape", graph.dense(data, width, width),
                         rows([1, length, heads, width // heads]))
        return graph.add("Transpose", part, perm=permutation)

    query, value = head([0, 2, 1, 3]), head([0, 2, 1, 3])
    scores = graph.add("MatMul", query, head([0, 2, 3, 1]))
    scale = numpy.array(1 / math.sqrt(width // heads), "float32")
    scores = graph.add("Mul", scores, graph.constant(scale))
    mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), value)
    mixed = graph.add("Transpose", mixed, perm=[0, 2, 1, 3])
    mixed = graph.add("Reshape", mixed, rows([1, length, width]))

    def normal(values):
        return graph.add("LayerNormalization", values,
                         graph.constant(numpy.ones(width, "float32")),
                         graph.constant(numpy.zeros(width, "float32")))

    data = normal(graph.add("Add", data, graph.dense(mixed, width, width)))
    hidden = graph.relu(graph.dense(data, width, 64))
    data = normal(graph.add("Add", data, graph.dense(hidden, 64, width)))
    return graph.model((data, [1, length, width]))


def integers():
    """A dense layer of 8 bits whose sums have 32: no float anywhere."""
    graph = Builder("integers")
    data = graph.input("x", [1, 16], TensorProto.INT8)
    weight = graph.random.integers(-128, 128, (16, 10), "int8")
    bias = graph.random.integers(-1000, 1000, 10, "int32")
    sums = graph.add("MatMulInteger", data, graph.constant(weight))
    data = graph.relu(graph.add("Add", sums, graph.constant(bias)))
    # Back to eight bits: sixteen products of fourteen bits have eighteen.
    data = graph.add("Div", data, graph.constant(numpy.array(4096, "int32")))
    data = graph.add("Cast", data, to=TensorProto.INT8)
    return graph.model((data, [1, 10], TensorProto.INT8))


MODELS = {make.__name__: make for make in (
    mlp, autoencoder, cnn, keywords, mobilenet, resnet, residual, attention,
    integers)}


def seeded_inputs(model):
    """Values of all inputs, in their order."""
    random = numpy.random.default_rng(1)
    values = []
    for value in model.graph.input:
        tensor = value.type.tensor_type
        shape = [extent.dim_value for extent in tensor.shape.dim]
        dtype = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if dtype.kind == "f":
            values.append(random.standard_normal(shape).astype(dtype))
        else:
            limits = numpy.iinfo(dtype)
            values.append(random.integers(limits.min, limits.max, shape,
                                          dtype, endpoint=True))
    return values


def imported(model):
    """The model as a module of Relax, its weights as constants."""
    types = {value.name: helper.tensor_dtype_to_np_dtype(
        value.type.tensor_type.elem_type).name for value in model.graph.input}
    return from_onnx(model, dtype_dict=types, keep_params_in_input=False)


def build(module, target, passes=relax.get_default_pipeline, checks=False):
    """The executable of a module. `passes` makes a pipeline for a target; with
    `checks` the operators look at their arguments."""
    target = tvm.target.Target(target)
    with tvm.transform.PassContext(
            config={"tirx.disable_assert": not checks}):
        return relax.build(module, target=target, system_lib=False,
                           relax_pipeline=passes(target))


def answers(executable, values):
    """Outputs of TVM's virtual machine on this computer, in their order."""
    machine = relax.VirtualMachine(executable, tvm.cpu())
    result = machine["main"](*map(tvm.runtime.tensor, values))
    if hasattr(result, "numpy"):
        return [result.numpy()]
    return [tensor.numpy() for tensor in result]
