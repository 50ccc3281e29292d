#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of one network in three ways, as a table in Markdown.

    PYTHONPATH=python METAOBJ_LIBRARY=build/dev/lib/libmetaobj.so.1 \\
        build/dev/live/environment/bin/python3 tests/live/tvm_peers.py [model]...

The ways are metaobj's executor for a Cortex-M4, the interpreter of TensorFlow
Lite for Microcontrollers (the wheel tflite-micro), and TVM's own virtual
machine. All three have the same weights: Lite writes an ONNX model as a .tflite
file, and outputs of the interpreter and of TVM must be near each other.

requirements.txt has no tflite-micro, of which PyPI has only nightly versions:
pip install --pre tflite-micro.
"""

import os
import re
import sys
import tempfile

import metaobj
import models
import numpy
import onnx
import tvm_sizes
from onnx import numpy_helper
from tflite_micro import runtime as tflm
from tflite_micro.tensorflow.lite.micro.python import (
    schema_py_generated as schema,
)

MODELS = ["keywords", "resnet", "mobilenet", "autoencoder"]

#: More than any of them takes.
ARENA = 1 << 22
NEAR = 1e-4


def attributes(node):
    return {one.name: onnx.helper.get_attribute_value(one)
            for one in node.attribute}


def as_same(model):
    """The model with the padding that TensorFlow calls SAME, which a .tflite
    file can say: behind an image of even extents, and not in front of it too.
    Shapes stay what they are."""
    shapes = extents(model)
    for node in model.graph.node:
        if node.op_type != "Conv":
            continue
        has = attributes(node)
        before, behind = [], []
        for size, kernel, stride in zip(shapes[node.input[0]][2:],
                                        has["kernel_shape"], has["strides"]):
            rows = -(-size // stride)
            pad = max((rows - 1) * stride + kernel - size, 0)
            before.append(pad // 2)
            behind.append(pad - pad // 2)
        for one in node.attribute:
            if one.name == "pads":
                one.ints[:] = before + behind
    onnx.checker.check_model(model, full_check=True)
    return model


def extents(model):
    """The shape of each value."""
    graph = onnx.shape_inference.infer_shapes(model).graph
    return {value.name: [one.dim_value
                         for one in value.type.tensor_type.shape.dim]
            for value in (*graph.input, *graph.value_info, *graph.output)}


class Lite:
    """A .tflite file of an ONNX model: images with the channels last, and
    activations in the operators before them, as converters do it."""

    def __init__(self, model):
        self.graph, self.shapes = model.graph, extents(model)
        self.weights = {one.name: numpy_helper.to_array(one)
                        for one in model.graph.initializer}
        self.users = {}
        for node in model.graph.node:
            for name in node.input:
                self.users.setdefault(name, []).append(node)
        self.tensors, self.buffers = [], [schema.BufferT()]
        self.operators, self.codes = [], []
        self.index, self.done = {}, set()

    def tensor(self, name, shape, data=None):
        made = schema.TensorT()
        made.name, made.shape, made.buffer = name, list(shape), 0
        made.type = schema.TensorType.FLOAT32
        if data is not None:
            made.buffer = len(self.buffers)
            self.buffers.append(schema.BufferT())
            self.buffers[-1].data = numpy.frombuffer(
                numpy.ascontiguousarray(data).tobytes(), numpy.uint8)
            if data.dtype == numpy.int32:
                made.type = schema.TensorType.INT32
        self.tensors.append(made)
        return len(self.tensors) - 1

    def value(self, name):
        """A tensor between operators."""
        if name not in self.index:
            shape = self.shapes[name]
            if len(shape) == 4:
                shape = [shape[0], *shape[2:], shape[1]]
            self.index[name] = self.tensor(name, shape)
        return self.index[name]

    def constant(self, data):
        return self.tensor(f"constant{len(self.tensors)}", data.shape, data)

    def next(self, name, kind):
        """The only user of a value, if it is of this kind."""
        users = self.users.get(name, [])
        if len(users) == 1 and users[0].op_type == kind:
            return users[0]
        return None

    def activated(self, node):
        """The last of a node and the activation behind it; which one."""
        relu = self.next(node.output[0], "Relu")
        if not relu:
            return node, schema.ActivationFunctionType.NONE
        self.done.add(relu.name or relu.output[0])
        return relu, schema.ActivationFunctionType.RELU

    def add(self, kind, options, inputs, output):
        code = getattr(schema.BuiltinOperator, kind)
        if code not in self.codes:
            self.codes.append(code)
        made = schema.OperatorT()
        made.opcodeIndex = self.codes.index(code)
        made.inputs, made.outputs = inputs, [self.value(output)]
        made.builtinOptions = options
        made.builtinOptionsType = getattr(
            schema.BuiltinOptions, type(options).__name__[:-1])
        self.operators.append(made)

    def Conv(self, node):
        has, weight = attributes(node), self.weights[node.input[1]]
        last, activation = self.activated(node)
        if has["group"] > 1:
            options, kind = schema.DepthwiseConv2DOptionsT(), \
                "DEPTHWISE_CONV_2D"
            options.depthMultiplier = 1
            weight = weight.transpose(1, 2, 3, 0)
        else:
            options, kind = schema.Conv2DOptionsT(), "CONV_2D"
            weight = weight.transpose(0, 2, 3, 1)
        options.padding = schema.Padding.SAME
        options.strideH, options.strideW = has["strides"]
        options.dilationHFactor = options.dilationWFactor = 1
        options.fusedActivationFunction = activation
        self.add(kind, options, [
            self.value(node.input[0]), self.constant(weight),
            self.constant(self.weights[node.input[2]])], last.output[0])

    def MatMul(self, node):
        total = self.next(node.output[0], "Add")
        self.done.add(total.output[0])
        last, activation = self.activated(total)
        options = schema.FullyConnectedOptionsT()
        options.fusedActivationFunction = activation
        self.add("FULLY_CONNECTED", options, [
            self.value(node.input[0]),
            self.constant(self.weights[node.input[1]].T),
            self.constant(self.weights[total.input[1]])], last.output[0])

    def Add(self, node):
        last, activation = self.activated(node)
        options = schema.AddOptionsT()
        options.fusedActivationFunction = activation
        self.add("ADD", options, [self.value(name) for name in node.input],
                 last.output[0])

    def GlobalAveragePool(self, node):
        """With the change of shape behind it."""
        shape = self.next(node.output[0], "Reshape")
        self.done.add(shape.output[0])
        options = schema.ReducerOptionsT()
        options.keepDims = False
        self.add("MEAN", options, [
            self.value(node.input[0]),
            self.constant(numpy.array([1, 2], "int32"))], shape.output[0])

    def Softmax(self, node):
        options = schema.SoftmaxOptionsT()
        options.beta = 1.0
        self.add("SOFTMAX", options, [self.value(node.input[0])],
                 node.output[0])

    def Identity(self, node):
        """Only another name."""
        self.index[node.output[0]] = self.value(node.input[0])

    def bytes(self):
        for node in self.graph.node:
            if node.output[0] not in self.done:
                getattr(self, node.op_type)(node)
        graph = schema.SubGraphT()
        graph.tensors, graph.operators = self.tensors, self.operators
        graph.inputs = [self.value(one.name) for one in self.graph.input]
        graph.outputs = [self.value(one.name) for one in self.graph.output]
        made = schema.ModelT()
        made.version, made.subgraphs = 3, [graph]
        made.buffers, made.operatorCodes = self.buffers, []
        for code in self.codes:
            made.operatorCodes.append(schema.OperatorCodeT())
            made.operatorCodes[-1].builtinCode = code
            made.operatorCodes[-1].deprecatedBuiltinCode = code
            made.operatorCodes[-1].version = 1
        builder = schema.flatbuffers.Builder(1 << 20)
        builder.Finish(made.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def said_by(function):
    """What a library of C writes to standard error meanwhile."""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            function()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return file.read().decode()


def channels_last(value):
    return value.transpose(0, 2, 3, 1) if value.ndim == 4 else value


def interpreted(model, values):
    """Outputs of the interpreter; bytes of its arena, planned and kept; of the
    file."""
    file = Lite(model).bytes()
    machine = tflm.Interpreter.from_bytes(file, arena_size=ARENA)
    for number, value in enumerate(values):
        machine.set_input(numpy.ascontiguousarray(channels_last(value)), number)
    machine.invoke()
    found = [machine.get_output(number)
             for number in range(len(model.graph.output))]
    said = said_by(machine.print_allocations)
    head, tail = (int(re.search(rf"allocation {part} (\d+) bytes", said)[1])
                  for part in ("head", "tail"))
    return found, head, tail, len(file)


def emitted(executable):
    """Bytes of an executor: flash with operators and weights, the pool, and
    other RAM. Inputs and outputs are in the pool, as in an arena."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "model.o")
        made = metaobj.tvm.emit(executable, output, workspace_io=True)
        reports = metaobj.size(output, *made.objects)
        ((executor,),) = (one.executors for one in metaobj.inspect(output))
    pool = sum(one["bytes"] for one in executor.pools)
    ram = sum(report.ram for report in reports)
    return sum(report.flash for report in reports), pool, ram - pool


def main():
    print("| model | pool | other RAM | flash | arena, planned | arena, kept |"
          " file | storages and workspace |")
    print("|---|" + "---:|" * 7)
    for name in sys.argv[1:] or MODELS:
        model = as_same(models.MODELS[name]())
        values = models.seeded_inputs(model)
        module = models.imported(model)
        default = tvm_sizes.built(module, {}, "default")
        found, head, tail, file = interpreted(model, values)
        for one, other in zip(found, models.answers(default, values),
                              strict=True):
            numpy.testing.assert_allclose(one, channels_last(other), rtol=NEAR,
                                          atol=NEAR)
        _, storages = tvm_sizes.counted(model, module, "default")
        workspace = max(metaobj.tvm.workspaces(default).values())
        own = tvm_sizes.built(module, tvm_sizes.TARGETS["Cortex-M4"],
                              "metaobj")
        flash, pool, ram = emitted(own)
        print(f"| {name} | {pool:,} | {ram:,} | {flash:,} | {head:,} |"
              f" {tail:,} | {file:,} | {storages + workspace:,} |", flush=True)


if __name__ == "__main__":
    main()
