# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj_plan.tflm writes plans into models that this test makes: places, scratch,
subgraphs, errors, and damaged files. TFLM itself runs in tests/live/plan_tflm.py."""

import importlib
import os
import pathlib
import random
import struct
import sys

from lib import toolchain

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lit", "Inputs"))
from tensor_files import (  # noqa: E402
    flat_bytes, flat_number, flat_tables, flatbuffer, int32s)

PACKAGE = "python/plan"
#: Builtin operators.
ADD, CALL_ONCE = 0, 129
INT8, FLOAT32, STRING, RESOURCE = 9, 0, 5, 13
#: Bytes of the tensors of CHAIN, and where they live: the third is read again by the
#: last operator. The largest first, TFLM places them in 960 bytes.
SIZES = [384, 320, 256, 256, 64]
LIVES = [(0, 1), (1, 2), (2, 4), (3, 4), (4, 4)]
CHAIN = [([0], [1]), ([1], [2]), ([2], [3]), ([2, 3], [4])]


def tensor(*shape, kind=INT8, buffer=0, variable=False):
    return {0: int32s(shape), 1: flat_number(kind, 1), 2: flat_number(buffer, 4),
            5: flat_number(variable, 1)}


def operator(inputs, outputs, code=0, options=None):
    fields = {0: flat_number(code, 4), 1: int32s(inputs), 2: int32s(outputs)}
    return {**fields, 4: options} if options else fields


def graph(tensors, operators, inputs, outputs):
    return {0: flat_tables(tensors), 1: int32s(inputs), 2: int32s(outputs),
            3: flat_tables(operators)}


def model(*graphs, metadata=(), buffers=(), others=None):
    """Buffer 0 is empty, as in all models, and buffer 1 has eight bytes."""
    return flatbuffer(b"TFL3", {
        0: flat_number(3, 4), 2: flat_tables(graphs),
        1: flat_tables([{0: flat_number(min(code, 127), 1), 3: flat_number(code, 4)}
                        for code in (ADD, CALL_ONCE)]),
        4: flat_tables([{}, {0: flat_bytes(b"constant")}, *buffers]),
        6: flat_tables(metadata), **(others or {})})


def chain():
    return graph([tensor(1, size) for size in SIZES],
                 [operator(*each) for each in CHAIN], [0], [4])


class PlanTflm(toolchain.ToolTest):
    def setUp(self):
        super().setUp()
        library = os.path.join(toolchain.OPTIONS.build, "lib", "libmetaobj_plan.so.1")
        if not os.path.exists(library):
            self.skipTest("this build has no libmetaobj_plan.so.1")
        os.environ["METAOBJ_PLAN_LIBRARY"] = library
        if toolchain.source_path(PACKAGE) not in sys.path:
            sys.path.insert(0, toolchain.source_path(PACKAGE))
        self.tflm = importlib.import_module("metaobj_plan.tflm")
        self.flatbuffers = importlib.import_module("metaobj_plan._flatbuffers")

    def plan(self, data, *arguments):
        """Runs the command; its output file, if there is one."""
        output = pathlib.Path(self.path("planned.tflite"))
        output.unlink(missing_ok=True)
        result = toolchain.start(
            [sys.executable, "-m", "metaobj_plan.tflm", self.write("m.tflite", data),
             "-o", output, "--no-run", *arguments],
            env={**os.environ, "PYTHONPATH": toolchain.source_path(PACKAGE)})
        self.assertNotIn("Traceback", result.stderr)
        self.assertFalse(list(output.parent.glob("*.partial")))
        return result, output.read_bytes() if output.exists() else None

    def offsets(self, data, planned, count):
        """In the metadata; the old bytes are behind the new ones, aligned."""
        self.assertTrue(planned.endswith(data))
        start = planned[:-len(data)]
        self.assertEqual(len(start) % 64, 0)
        self.assertIn(b"OfflineMemoryAllocation\0", start)
        position = start.index(struct.pack("<3I", 1, 0, count))
        self.assertEqual(position % 16, 0)
        return struct.unpack_from(f"<{count}i", start, position + 12)

    def check(self, offsets, sizes, lives, total):
        """No overlap, and nothing behind the total."""
        buffers = list(zip(offsets, sizes, lives, strict=True))
        for index, (offset, size, (first, last)) in enumerate(buffers):
            self.assertTrue(0 <= offset <= total - size and offset % 16 == 0)
            for other, length, (begin, end) in buffers[:index]:
                self.assertTrue(offset + size <= other or other + length <= offset or
                                last < begin or end < first)

    def test_places(self):
        data = model(chain())
        result, planned = self.plan(data)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("head of 704 bytes instead of 960, lower bound 704\n",
                      result.stdout)
        self.assertIn("note: not measured", result.stdout)
        self.check(self.offsets(data, planned, 5), SIZES, LIVES, 704)

    def test_other_tensors(self):
        """Constants, empty tensors, variables and resources get no place; sizes are
        rounded up."""
        tensors = [tensor(3, 128), tensor(8, buffer=1), tensor(320),
                   tensor(512, variable=True), tensor(1, 241), tensor(0, 4),
                   tensor(64, kind=FLOAT32), tensor(63), tensor(kind=RESOURCE)]
        data = model(graph(
            tensors, [operator([0, 1, -1], [2]), operator([2, 3], [4]),
                      operator([4, 5], [6]), operator([4, 6, 8], [7])], [0], [7]))
        result, planned = self.plan(data)
        self.assertEqual(result.returncode, 0, result.stderr)
        places = self.offsets(data, planned, 9)
        self.assertEqual([index for index in range(9) if places[index] == -1],
                         [1, 3, 5, 8])
        self.check([places[index] for index in (0, 2, 4, 6, 7)],
                   SIZES, LIVES, 704)

    def test_kept_model(self):
        """Nobody gets a larger file for nothing."""
        data = model(graph([tensor(16), tensor(16)], [operator([0], [1])], [0], [1]))
        result, planned = self.plan(data)
        self.assertEqual((result.returncode, planned), (0, data), result.stderr)
        self.assertIn("the model as it is: TFLM's own plan has a head of 32 bytes, and "
                      "this one 32\n", result.stdout)
        data = model(graph([tensor(8, buffer=1)], [], [], [0]))
        result, planned = self.plan(data)
        self.assertEqual((result.returncode, planned), (0, data), result.stderr)
        self.assertIn("a head of 0 bytes, and this one 0\n", result.stdout)

    def test_scratch(self):
        """The plan leaves room where TFLM will look for it."""
        data = model(chain())
        result, planned = self.plan(data, "--scratch=2=100", "--scratch=0:2=200")
        self.assertEqual(result.returncode, 0, result.stderr)
        # 256 + 256 + 112 + 208
        self.assertIn("head of 832 bytes instead of 960", result.stdout)
        places = self.offsets(data, planned, 5)
        self.check(places, SIZES, LIVES, 832)
        gaps = [min(places[2:4]), abs(places[2] - places[3]) - 256,
                832 - max(places[2:4]) - 256]
        self.assertEqual(sum(gaps), 320)
        self.assertTrue(320 in gaps or sorted(gaps) == [0, 112, 208], gaps)
        same = self.tflm.plan_model(data, {2: [100, 200]}, run=False)
        self.assertEqual(same.model, planned)

        for wrong in ("2", "=5", "2=x", "-1=5", "2=9999999999"):
            result, planned = self.plan(data, "--scratch=" + wrong)
            self.assertEqual((result.returncode, planned), (2, None))
            self.assertIn(f"--scratch={wrong}: wanted OPERATOR=BYTES", result.stderr)
        self.refused(data, "scratch is given for operator 4 of subgraph 0, which does "
                     "not run", "--scratch=4=5")
        for wrong in (-1, 1 << 31):
            with self.assertRaisesRegex(self.tflm.ModelError, f"of {wrong} bytes"):
                self.tflm.plan_model(data, {2: wrong}, run=False)

    def test_subgraphs(self):
        """TFLM takes the places of the first subgraph for tensors of others."""
        first = chain()
        first[3] = flat_tables([
            operator([], [], 1, {0: flat_number(1, 4)}),
            *(operator(*each) for each in CHAIN)])
        second = graph([tensor(400), tensor(16), tensor(16, buffer=1)],
                       [operator([0], [1])], [0], [1])
        data = model(first, second)
        result, planned = self.plan(data)
        self.assertEqual(result.returncode, 0, result.stderr)
        places = self.offsets(data, planned, 8)
        self.assertEqual(places[5:7], places[:2])
        # The call is two scopes: the operator, and the graph with an operator.
        lives = [(0, 4), (4, 5), (5, 7), (6, 7), (7, 7)]
        self.check(places[:5], [400, *SIZES[1:]], lives, 720)
        self.check((*places[:1], *places[5:7]), [384, 400, 16],
                   [(9, 9), (2, 3), (3, 3)], 720)

        second[3] = flat_tables([operator([0], [1], 1, {0: flat_number(0, 4)})])
        called_again = ("subgraph {} is called, which does not exist or is called "
                        "elsewhere, too")
        self.refused(model(first, second), called_again.format(0))
        first[3] = flat_tables([operator([], [], 1, {0: flat_number(7, 4)})])
        self.refused(model(first, second), called_again.format(7))
        deep = [graph([], [operator([], [], 1, {0: flat_number(index, 4)})], [], [])
                for index in range(1, 2000)]
        self.refused(self.model_of_many(deep), "too many subgraphs call each other")

    def model_of_many(self, graphs):
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(10 * len(graphs))
        try:
            return model(*graphs, graph([], [], [], []))
        finally:
            sys.setrecursionlimit(limit)

    def refused(self, data, reason, *arguments):
        result, planned = self.plan(data, *arguments)
        self.assertEqual((result.returncode, result.stdout, planned), (1, "", None))
        self.assertIn(reason, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_refused_models(self):
        one = graph([tensor(16), tensor(16)], [operator([0], [1])], [0], [1])
        self.refused(b"", "not a TensorFlow Lite model: 'TFL3' is not at byte 4")
        self.refused(model(chain())[:200], "damaged: the file has 200 bytes, and ")
        for wrong, reason in (
                (tensor(-1, 4), "tensor 0 of subgraph 0 has an extent of -1"),
                (tensor(1 << 16, 1 << 15), "has an extent of 32768"),
                (tensor(1 << 30, kind=FLOAT32), "a buffer of 4294967296 bytes"),
                (tensor(4, kind=STRING), "has type 5, which TFLM does not place"),
                (tensor(4, buffer=3), "has buffer 3 of 3"),
                (tensor(4, buffer=2), "has its data outside of the tables"),
                ({**tensor(4), 10: flat_number(1, 4)}, "outside of the tables")):
            self.refused(model({**one, 0: flat_tables([wrong, tensor(16)])},
                               buffers=[{1: flat_number(64, 8)}]), reason)
        for wrong, reason in (
                (operator([2], [1]), "tensor 2 of 2 is used"),
                (operator([0], [-2]), "tensor -2 of 2 is used"),
                (operator([0], [1], 2), "operator code 2 of 2"),
                ({**operator([0], [1]), 9: flat_number(64, 8)},
                 "options outside of the tables")):
            self.refused(model({**one, 3: flat_tables([wrong])}), reason)
        self.refused(model(), "subgraph 0 is called, which does not exist")
        self.refused(model({0: flat_tables([{}] * 10001)}), "more than 10000 tensors")
        entry = {0: flat_bytes(b"OfflineMemoryAllocation")}
        self.refused(model(one, metadata=[entry]), "a plan in the model already")
        _, planned = self.plan(model(chain()))
        self.refused(planned, "a plan in the model already")
        huge = [tensor((1 << 31) - 16) for _ in range(3)]
        self.refused(model(graph(huge, [operator([0, 1], [2])], [0, 1], [2])),
                     "a head of 6442450896 bytes: TFLM counts up to 2 GiB")

    def test_refused_files(self):
        result = toolchain.start(
            [sys.executable, "-m", "metaobj_plan.tflm", self.path("none.tflite"), "-o",
             self.path("out.tflite")],
            env={**os.environ, "PYTHONPATH": toolchain.source_path(PACKAGE)})
        self.assertEqual(result.returncode, 1)
        self.assertIn("none.tflite: error: [Errno 2] No such file", result.stderr)
        self.refused(model(chain()), "planned.tflite", "-o",
                     self.path("nowhere", "planned.tflite"))
        self.refused(model(chain()), "effort", "--effort=10")

    def test_fields(self):
        """Other fields of the model remain, and unknown ones are refused: they could
        be lost."""
        entry = {0: flat_bytes(b"min_runtime_version"), 1: flat_number(1, 4)}
        _, planned = self.plan(model(chain(), metadata=[entry]))
        reader = self.flatbuffers.Reader(planned)
        self.assertEqual(
            [bytes(reader.vector("B", table, 0))
             for table in reader.tables(reader.root, 6)],
            [b"min_runtime_version", b"OfflineMemoryAllocation"])
        self.assertEqual(reader.scalar("I", reader.root, 0), 3)
        self.assertEqual(len(reader.tables(reader.root, 4)), 3)
        self.refused(model(chain(), others={10: flat_number(1, 4)}),
                     "more than the 10 fields that are known")

    def test_shared_tables(self):
        """A small file cannot describe work without end."""
        data = model(graph([tensor(16)], [operator([0] * 2000, [0])], [], []))
        reader = self.flatbuffers.Reader(data)
        (old,) = reader.tables(reader.root, 2)
        place = self.flatbuffers.Old
        operators = [place(position) for position in reader.tables(old, 3)] * 500
        self.refused(self.flatbuffers.front({
            0: 3, 1: place(reader.target(reader.root, 1)),
            2: [{0: place(reader.target(old, 0)), 3: operators}],
            4: place(reader.target(reader.root, 4))}, b"TFL3") + data,
            "its tables share too much")

    def test_weights(self):
        """metaobj reads the same constants from both files."""
        tensors = [tensor(1, size) for size in SIZES] + [
            {**tensor(8, buffer=1), 3: flat_bytes(b"weight")}]
        data = model(graph(tensors, [operator([0, 5], [1]), *(
            operator(*each) for each in CHAIN[1:])], [0], [4]))
        _, planned = self.plan(data)
        self.assertNotEqual(planned, data)
        objects = []
        for folder, contents in (("a", data), ("b", planned)):
            os.mkdir(self.path(folder))
            path = self.path(folder, "m.tflite")
            pathlib.Path(path).write_bytes(contents)
            objects.append(self.path(folder, "m.o"))
            self.emit("--mtriple=x86_64-linux-gnu", "--quiet", path, "-o", objects[-1])
        before, after = (pathlib.Path(each).read_bytes() for each in objects)
        self.assertEqual(before, after)
        self.assertIn(b"constant", before)

    def test_damaged_models(self):
        """A plan or a clear error, whatever the bytes are."""
        first = chain()
        first[3] = flat_tables([
            operator([], [], 1, {0: flat_number(1, 4)}),
            *(operator(*each) for each in CHAIN)])
        data = model(first, graph([tensor(400), tensor(16, buffer=1)],
                                  [operator([0], [1])], [0], [1]),
                     metadata=[{0: flat_bytes(b"name"), 1: flat_number(1, 4)}])
        numbers = random.Random(1)
        damaged = [data[:length] for length in range(len(data))]
        for position in range(len(data)):
            for value in (0, 1, 0x7F, 0xFF, numbers.randrange(256)):
                damaged.append(data[:position] + bytes([value]) + data[position + 1:])
        for _ in range(2000):
            bytes_ = bytearray(data)
            for _ in range(numbers.randrange(2, 6)):
                struct.pack_into("<I", bytes_, numbers.randrange(len(data) - 4),
                                 numbers.choice([0, 1, 4, 64, 1 << 16, 1 << 31,
                                                 (1 << 32) - 1, len(data)]))
            damaged.append(bytes(bytes_))
        planned = 0
        for each in damaged:
            try:
                made = self.tflm.plan_model(each, effort=0, run=False)
            except (self.tflm.ModelError, self.tflm.DamagedError) as error:
                self.assertRegex(str(error), "^[a-z].*[^.]$")
            else:
                self.assertTrue(made.model.endswith(each))
                planned += made.model != each
        self.assertGreater(planned, len(damaged) // 20)


if __name__ == "__main__":
    toolchain.main()
