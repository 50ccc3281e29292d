# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj_plan.onnx on models of packages from PyPI: plan_onnx_cases.py [--table].

Small models run node by node by ONNX's reference evaluator, once with memory for each
tensor, and once in the planned pool: outputs are equal bit by bit.
"""

import json
import os
import pathlib
import random
import sys
import sysconfig
import tempfile
import unittest

import metaobj_plan
import metaobj_plan.onnx
import numpy
import onnx
from metaobj_plan import _onnx_shapes
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

PACKAGES = pathlib.Path(sysconfig.get_paths()["purelib"])
LIGHT = "onnx/backend/test/data/light/light_"

#: Files of packages, and shapes for their inputs.
MODELS = {
    "magika/models/standard_v3_3/model.onnx": {"bytes": [1, 2048]},
    "nudenet/320n.onnx": {"images": [1, 3, 320, 320]},
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx": {"x": [1, 3, 640, 640]},
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx": {"x": [1, 3, 48, 320]},
    "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx":
        {"x": [1, 3, 48, 192]},
    "silero_vad/data/silero_vad_16k_sequence.onnx": {"input": [1, 576]},
    LIGHT + "densenet121.onnx": {},
    LIGHT + "resnet50.onnx": {},
    LIGHT + "shufflenet.onnx": {},
}
#: What the reference evaluator can run, in seconds.
RUN = {
    "silero_vad/data/silero_vad_openvino_16k.onnx": {},
    "rapidocr_onnxruntime/models/ch_ppocr_mobile_v2.0_cls_infer.onnx":
        {"x": [1, 3, 48, 96]},
    "rapidocr_onnxruntime/models/ch_PP-OCRv4_rec_infer.onnx": {"x": [1, 3, 48, 32]},
}


def first_fit(model, order):
    """Bytes when each buffer goes to the lowest place that is free."""
    placed, height = [], 0
    for i in order:
        offset = 0
        for start, end in sorted(
                (begin, end) for begin, end, j in placed
                if model.lower[j] < model.upper[i] and model.lower[i] < model.upper[j]):
            if offset + model.size[i] <= start:
                break
            offset = max(offset, -(-end // 16) * 16)
        placed.append((offset, offset + model.size[i], i))
        height = max(height, offset + model.size[i])
    return height


def figures(path, shapes):
    """Buffers, the sum of all, first fit in order of time and by size, the plan, and
    the lower bound."""
    model = metaobj_plan.onnx.read(PACKAGES / path, shapes)
    plan = model.plan()
    metaobj_plan.check(model.lower, model.upper, model.size, plan, model.alignment)
    order = range(len(model.size))
    return (len(order), sum(model.size), first_fit(model, order),
            first_fit(model, sorted(order, key=lambda i: -model.size[i])),
            plan.total, plan.lower_bound)


def table():
    print("| model | buffers | sum | first fit in time | first fit by size | plan | "
          "lower bound |")
    print("|---|---|---|---|---|---|---|")
    for path, shapes in MODELS.items():
        name = pathlib.Path(path)
        print(f"| {name.parts[0]}, {name.stem} |",
              " | ".join(f"{one:,}" for one in figures(path, shapes)), "|", flush=True)


def inputs_of(model):
    """Seeded values."""
    source, parameters = numpy.random.default_rng(1), {
        one.name for one in model.graph.initializer}
    values = {}
    for one in model.graph.input:
        if one.name not in parameters:
            dtype = helper.tensor_dtype_to_np_dtype(one.type.tensor_type.elem_type)
            numbers = source.random(_onnx_shapes.extents_of(one))
            values[one.name] = (
                numbers if dtype.kind == "f" else 200 * numbers).astype(dtype)
    return values


class Memory:
    """Tensors in a pool; with no plan, each has its own memory."""

    def __init__(self, model, plan=None):
        self.values = {one.name: numpy_helper.to_array(one)
                       for one in model.graph.initializer} | inputs_of(model)
        self.offsets, self.types = {}, {}
        if plan is not None:
            planned, found = plan
            self.offsets = planned.offsets(found)
            self.sizes = {name: planned.size[i] for name, i in planned.tensors.items()}
            self.pool = numpy.full(found.total, 0xA5, "uint8")

    def bytes_of(self, name, size):
        assert size == self.sizes[name], name
        return self.pool[self.offsets[name]:self.offsets[name] + size]

    def __getitem__(self, name):
        if name not in self.offsets:
            return self.values[name]
        dtype, shape, size = self.types[name]
        return self.bytes_of(name, size).copy().view(dtype).reshape(shape)

    def __setitem__(self, name, array):
        array = numpy.array(array, order="C")
        if name not in self.offsets:
            self.values[name] = array
            return
        self.types[name] = array.dtype, array.shape, array.nbytes
        self.bytes_of(name, array.nbytes)[:] = numpy.frombuffer(
            array.tobytes(), "uint8")


def run(model, memory):
    for node in model.graph.node:
        inputs = {name: memory[name] for name in node.input if name}
        outputs = [name for name in node.output if name]
        graph = helper.make_graph(
            [node], "node", *([helper.make_empty_tensor_value_info(name)
                               for name in names] for names in (inputs, outputs)))
        one = helper.make_model(graph, opset_imports=model.opset_import)
        for name, array in zip(outputs, ReferenceEvaluator(one).run(None, inputs)):
            memory[name] = array
    return [memory[one.name] for one in model.graph.output]


def model_of(nodes, inputs, outputs, parameters=(), opset=18):
    def described(values):
        return [helper.make_tensor_value_info(name, kind, shape)
                for name, kind, shape in values]
    graph = helper.make_graph(
        [helper.make_node(*node[:3], **(node[3] if len(node) > 3 else {}))
         for node in nodes], "graph", described(inputs), described(outputs),
        [numpy_helper.from_array(array, name) for name, array in parameters])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


F, I64 = TensorProto.FLOAT, TensorProto.INT64
RELU = ("Relu", ["x"], ["a"])


def chain(shape=(4, 8), kind=F):
    return model_of([RELU, ("Reshape", ["a", "s"], ["b"]), ("Relu", ["b"], ["c"]),
                     ("Flatten", ["c"], ["d"]), ("Relu", ["d"], ["y"])],
                    [("x", kind, shape)], [("y", kind, None)],
                    [("s", numpy.array([2, 16], "int64"))])


class Cases(unittest.TestCase):
    def refused(self, text, model, *arguments, **options):
        with self.assertRaises(ValueError) as caught:
            metaobj_plan.onnx.read(model, *arguments, **options)
        self.assertIn(text, str(caught.exception))

    def rows(self, model, **options):
        found = metaobj_plan.onnx.read(model, **options)
        return list(zip(found.names, found.lower, found.upper, found.size)), found

    def test_runs(self):
        for path, shapes in RUN.items():
            with self.subTest(path=path):
                model = _onnx_shapes.load(PACKAGES / path, path)
                _onnx_shapes.set_shapes(model.graph, shapes, path)
                model = _onnx_shapes.infer(model)
                for options in ({}, {"views": False}, {"io": True}):
                    planned = metaobj_plan.onnx.read(model, **options)
                    plan = planned.plan()
                    self.assertLess(plan.total, sum(planned.size) / 2)
                    memory = Memory(model, (planned, plan))
                    for name, array in inputs_of(model).items():
                        memory[name] = array
                    found = run(model, memory)
                    for one, other in zip(found, run(model, Memory(model))):
                        self.assertEqual(one.tobytes(), other.tobytes())

    def test_figures(self):
        """The plan is the lower bound for all of these, first fit is not."""
        better = 0
        for path, shapes in MODELS.items():
            with self.subTest(path=path):
                _, whole, in_time, by_size, planned, bound = figures(path, shapes)
                self.assertEqual(planned, bound)
                self.assertLessEqual(planned, min(in_time, by_size))
                self.assertLess(planned, whole / 3)
                better += planned < by_size
        self.assertGreaterEqual(better, 2)

    def test_views(self):
        rows, found = self.rows(chain())
        self.assertEqual(rows, [("a", 0, 3, 128), ("c", 2, 5, 128)])
        self.assertEqual(found.tensors, {"a": 0, "b": 0, "c": 1, "d": 1})
        rows, _ = self.rows(chain(), views=False)
        self.assertEqual([row[:3] for row in rows],
                         [("a", 0, 2), ("b", 1, 3), ("c", 2, 4), ("d", 3, 5)])

    def test_inputs_and_outputs(self):
        rows, found = self.rows(chain(), io=True)
        self.assertEqual([row[:3] for row in rows],
                         [("x", 0, 1), ("a", 0, 3), ("c", 2, 5), ("y", 4, 5)])
        # A view of an output lies where the output lies.
        model = model_of([RELU, ("Flatten", ["a"], ["y"])], [("x", F, (2, 3, 4))],
                         [("y", F, None)])
        self.assertEqual(self.rows(model)[0], [])
        self.assertEqual([row[0] for row in self.rows(model, io=True)[0]], ["x", "a"])

    def test_sizes(self):
        for kind, size in ((F, 128), (TensorProto.BFLOAT16, 64), (TensorProto.INT4, 16),
                           (TensorProto.DOUBLE, 256), (TensorProto.BOOL, 32)):
            model = model_of([("Identity", ["x"], ["a"]), ("Identity", ["a"], ["y"])],
                             [("x", kind, (4, 8))], [("y", kind, None)], opset=21)
            rows, _ = self.rows(model, views=False)
            self.assertEqual(rows, [("a", 0, 2, size)])

    def test_constants(self):
        """What constants alone tell is not in the plan, however it is computed."""
        model = model_of(
            [("Shape", ["x"], ["s"]), ("ConstantOfShape", ["s"], ["z"]),
             ("Exp", ["w"], ["e"]), RELU, ("Add", ["a", "e"], ["b"]),
             ("Add", ["b", "z"], ["y"])],
            [("x", F, (4, 8))], [("y", F, None)], [("w", numpy.zeros((4, 8), "f"))])
        self.assertEqual([row[0] for row in self.rows(model)[0]], ["a", "b"])
        model.graph.node[2].CopyFrom(helper.make_node(
            "RandomNormal", [], ["e"], shape=[4, 8]))
        self.assertEqual([row[0] for row in self.rows(model)[0]], ["e", "a", "b"])

    def test_graphs_inside(self):
        """An operator with a graph reads what the graph reads."""
        def branch(name):
            return helper.make_graph(
                [helper.make_node("Neg", ["a"], [name])], name, [],
                [helper.make_tensor_value_info(name, F, (4, 8))])
        model = model_of(
            [RELU, ("Exp", ["x"], ["b"]), ("If", ["c"], ["d"], {
                "then_branch": branch("t"), "else_branch": branch("f")}),
             ("Add", ["b", "d"], ["y"])],
            [("x", F, (4, 8)), ("c", TensorProto.BOOL, ())], [("y", F, None)])
        rows, found = self.rows(model)
        self.assertEqual([row[:3] for row in rows],
                         [("a", 0, 3), ("b", 1, 4), ("d", 2, 4)])
        self.assertEqual(found.inside, ["d"])

    def test_shapes(self):
        model = chain(("n", 8))
        self.refused("the model: the shape of 'a' is not known: give numbers for its "
                     "inputs, shapes={'x': [...], ...}", model)
        self.assertEqual(self.rows(model, shapes={"x": [4, 8]})[0],
                         self.rows(chain())[0])
        self.refused("has no input 'z', but 'x'", model, {"z": [1]})
        self.refused("the shape of 'y' is not known", model_of(
            [("MatMul", ["x", "x"], ["y"])], [("x", F, (2, 3))], [("y", F, None)]))
        self.refused("the shape of 'a' is not known: its operator tells none", model_of(
            [("NonZero", ["x"], ["a"]), ("Neg", ["a"], ["y"])],
            [("x", F, (4, 8))], [("y", I64, None)]))

    def test_types(self):
        text = TensorProto.STRING
        self.refused("'a' has elements of type STRING, whose size is unknown", model_of(
            [("Identity", ["x"], ["a"]), ("Identity", ["a"], ["y"])],
            [("x", text, (2,))], [("y", text, None)]), views=False)
        self.refused("'a' is a sequence_type, expected a tensor", model_of(
            [("SequenceConstruct", ["x"], ["a"]),
             ("SequenceAt", ["a", "i"], ["y"])], [("x", F, (2,)), ("i", I64, ())],
            [("y", F, None)]))

    def test_order(self):
        model = chain()
        model.graph.node.insert(0, model.graph.node.pop())
        self.refused("node 0 (Relu '') reads 'd', which nothing before it writes", model)
        model = chain()
        model.graph.node[2].output[0] = "a"
        self.refused("writes 'a' again", model)
        model = chain()
        model.graph.output[0].name = "z"
        self.refused("no node writes its output 'z'", model)

    def test_files(self):
        """Damaged files are read, or refused; nothing is written then."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.onnx")
            onnx.save(chain(), path)
            found = metaobj_plan.onnx.read(path)
            plan = found.plan()
            found.write(os.path.join(folder, "plan.json"), plan)
            with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file), found.offsets(plan))
            os.remove(os.path.join(folder, "plan.json"))
            whole, numbers = pathlib.Path(path).read_bytes(), random.Random(1)
            refusals = 0
            for _ in range(1000):
                data = bytearray(whole)
                for _ in range(numbers.randint(1, 3)):
                    data[numbers.randrange(len(data))] = numbers.randrange(256)
                del data[numbers.choice([len(data), numbers.randrange(len(data))]):]
                pathlib.Path(path).write_bytes(data)
                try:
                    metaobj_plan.onnx.read(path).plan(effort=0)
                except ValueError as problem:
                    self.assertTrue(str(problem))
                    refusals += 1
            self.assertGreater(refusals, 300)
            self.assertEqual(os.listdir(folder), ["m.onnx"])


if __name__ == "__main__":
    sys.exit(table() if sys.argv[1:] == ["--table"] else unittest.main())
