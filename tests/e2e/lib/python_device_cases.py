# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of metaobj.device, which python_device.py runs."""

import gc
import json
import os
import signal
import subprocess
import threading
import time
import unittest
import weakref

import metaobj
from metaobj.device import constant, empty

OBJECTS = [os.environ["OBJECTS"]]


class Cases(unittest.TestCase):
    maxDiff = None

    def connect(self, objects=None, **options):
        device = metaobj.device.connect(
            os.environ.get("VIA", "host"), objects=objects or OBJECTS,
            board=os.environ.get("BOARD"), **options)
        self.addCleanup(device.close)
        return device

    def fails(self, words, function, *arguments, kind=metaobj.MetaobjError,
              **options):
        with self.assertRaises(kind) as caught:
            function(*arguments, **options)
        self.assertIn(words, str(caught.exception))
        return caught.exception


def contents(path):
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


class DigitsCases(Cases):
    """The model of examples/digits."""

    def setUp(self):
        import numpy
        with open(os.environ["GRAPH"], encoding="utf-8") as file:
            self.graph = json.load(file)
        self.labels = [int(each) for each in os.environ["LABELS"].split()]
        self.images = numpy.fromfile(os.environ["IMAGES"], "uint8").reshape(
            len(self.labels), 1, 1, 8, 8)

    def params(self):
        model = metaobj.Model()
        model.add_file(os.environ["PARAMS"])
        model.emit("params.o", mtriple="x86_64-unknown-linux-gnu")
        return {each.name: metaobj.extract("params.o", each.name).numpy()
                for each in metaobj.inspect("params.o")[0].params}

    def test_operators(self):
        device = self.connect()
        params = self.params()
        nodes = self.graph["nodes"]
        dtypes, shapes = (self.graph["attrs"][key][1]
                          for key in ("dltype", "shape"))
        names = [each["attrs"]["func_name"] for each in nodes
                 if each["op"] != "null"]
        self.assertEqual(sorted(device.functions()), sorted(set(names)))
        for image, label in zip(self.images, self.labels):
            arrays = []
            for i, node in enumerate(nodes):
                if node["name"] == "image":
                    arrays.append(image)
                elif node["op"] == "null":
                    arrays.append(params[node["name"]])
                else:
                    inputs = [arrays[each[0]] for each in node["inputs"]]
                    inputs = [constant(each) if nodes[node["inputs"][j][0]]["name"]
                              in params else each
                              for j, each in enumerate(inputs)]
                    done = device[node["attrs"]["func_name"]](
                        *inputs, out=empty(shapes[i], dtypes[i]))
                    self.assertIsNone(done.value)
                    arrays.append(done.outputs[0])
            self.assertEqual(arrays[-1].tolist(), [label])

    def test_contents_in_place_of_paths(self):
        """Objects, graph and parameters are bytes."""
        device = self.connect([contents(each) for each in OBJECTS])
        with open(os.environ["GRAPH"], "rb") as graph:
            report = device.run(graph, memoryview(contents(os.environ["PARAMS"])),
                                inputs={"image": self.images})
        self.assertEqual([run[0].tolist() for run in report.runs],
                         [[label] for label in self.labels])

    def test_graph(self):
        device = self.connect()
        for _ in range(2):  # Parameters of the first run are gone.
            report = device.run(os.environ["GRAPH"], os.environ["PARAMS"],
                                inputs={"image": self.images})
            self.assertIsNone(report.equal)
            self.assertEqual([run[0].tolist() for run in report.runs],
                             [[label] for label in self.labels])
            self.assertEqual(report.outputs[0].dtype, "int32")
            self.assertEqual(len(report.operators), 7)
            self.assertEqual({each.calls for each in report.operators}, {2})
        if os.environ.get("HOST"):
            report = device.compare(
                os.environ["GRAPH"], os.environ["PARAMS"],
                host_objects=[os.environ["HOST"]],
                inputs={"image": self.images})
            self.assertIs(report.equal, True)
        else:
            tool = json.loads(subprocess.run(
                [os.environ["METAOBJ"], "device", "run", *OBJECTS,
                 os.environ["GRAPH"], os.environ["PARAMS"], "--via=host",
                 "--input=image=" + os.environ["IMAGES"], "--json"],
                check=True, capture_output=True, text=True).stdout)
            self.assertEqual(report.raw["runs"], tool["runs"])
        self.fails("input 'image': has elements of int8; the graph wants uint8",
                   device.run, os.environ["GRAPH"], os.environ["PARAMS"],
                   inputs={"image": self.images.astype("int8")})
        self.fails("picture: is not an input that the graph leaves to a program",
                   device.run, os.environ["GRAPH"], os.environ["PARAMS"],
                   inputs={"picture": self.images})


class ValueCases(Cases):
    """Operators of tests/capi/chip_operators.c."""

    def setUp(self):
        self.device = self.connect()
        self.echo = self.device["tvmgen_net_echo"]
        self.add = self.device["tvmgen_net_add"]

    def test_values(self):
        import numpy
        for value, expected in (
                (5, 5), (-(1 << 63), -(1 << 63)), (True, 1), (0.5, 0.5),
                (numpy.float32(0.25), 0.25), (numpy.int16(-3), -3),
                (numpy.bool_(True), 1), ("text", "text"), ("", ""),
                ("\u00e4", "\u00e4"), (b"a\0b", b"a\0b"), (None, None),
                (metaobj.device.Handle(0x1234), metaobj.device.Handle(0x1234))):
            with self.subTest(value=value):
                found = self.echo(value).value
                self.assertEqual(found, expected)
                self.assertIs(type(found), type(expected))
        for value in (1 << 63, -(1 << 63) - 1):
            self.fails("does not fit in 64 bits", self.echo, value)
        self.fails("argument '0': object is not an argument", self.echo, object(),
                   kind=metaobj.UsageError)
        self.fails("has a NUL in it", self.echo, "a\0b")

    def test_returned_tensors(self):
        import numpy
        for dtype in ("int8", "uint16", "int64", "float16", "float32",
                      "float64", "bool"):
            array = numpy.arange(6).reshape(2, 3).astype(dtype)
            found = self.echo(array).value
            self.assertEqual(found.dtype, array.dtype)
            numpy.testing.assert_array_equal(found, array)
        self.assertEqual(self.echo(numpy.array(1.5)).value.shape, ())

    def test_outputs(self):
        import numpy
        x = numpy.array([1, 2, 3], "int32")
        y = numpy.zeros(3, "int32")
        done = self.add(x, out=y)
        self.assertIs(done.outputs[0], y)
        self.assertEqual(y.tolist(), [2, 3, 4])
        self.assertGreater(done.cycles, 0)
        self.assertIn(done.counter, ("TSC", "CNTVCT"))
        # In place, at another place, of no dimensions, without NumPy.
        self.add(x, out=[x])
        self.assertEqual(x.tolist(), [2, 3, 4])
        done = self.device.call("tvmgen_net_add", x, empty(3, numpy.int32))
        self.assertEqual(done.outputs[0].tolist(), [3, 4, 5])
        done = self.add(numpy.array(7, "int32"), out=empty((), "int32"))
        self.assertEqual(done.outputs[0].tolist(), 8)
        plain = memoryview(bytearray(12)).cast("i")
        self.add(memoryview(x.tobytes()).cast("i"), out=plain)
        self.assertEqual(plain.tolist(), [3, 4, 5])
        frozen = numpy.zeros(3, "int32")
        frozen.flags.writeable = False
        self.fails("argument '1': an output is read-only", self.add, x,
                   out=frozen)
        self.assertEqual(self.add(frozen, out=y).outputs[0].tolist(), [1, 1, 1])

    def test_refused(self):
        import numpy
        wide = numpy.zeros((3, 4), "int32")
        y = numpy.zeros(3, "int32")
        self.fails("argument '0': int32 [4, 3]: stride 1 is 4, a compact tensor "
                   "has 1", self.add, wide.T, out=y)
        self.fails("argument '1': int32 [3]: stride 0 is 4, a compact tensor "
                   "has 1", self.add, y, out=wide[:, 1])
        self.fails("argument '0': its elements ('>i') have the other byte order",
                   self.add, y.astype(">i4"), out=y)
        self.fails("the operator returned -1", self.add,
                   numpy.zeros(3, "int64"), out=y)
        self.fails("has no function 'tvmgen_net_sub'\nhint: known are: ",
                   self.device.__getitem__, "tvmgen_net_sub")
        self.fails("'tvmgen_net_sub'", self.device.call, "tvmgen_net_sub")

    def test_constants(self):
        import numpy
        x = numpy.array([5, 6], "int32")
        held = weakref.ref(x)
        for _ in range(3):
            done = self.add(constant(x), out=empty(2, "int32"))
            self.assertEqual(done.outputs[0].tolist(), [6, 7])
        done = self.add(constant(x[:1]), out=empty(1, "int32"))
        self.assertEqual(done.outputs[0].tolist(), [6])
        del x
        gc.collect()
        self.assertIsNotNone(held())
        self.device.close()
        del done
        gc.collect()
        self.assertIsNone(held())

    def test_memory(self):
        memory = self.device.memory
        area, = memory.areas
        self.assertEqual(area["kind"], "ram")
        place = area["address"] + area["bytes"] - 16
        memory.write(place, b"some bytes")
        self.assertEqual(memory.read(place, 10), b"some bytes")
        self.assertEqual(memory.read(place, 0), b"")
        self.fails("host", memory.read, 16, 4)
        self.fails("not those of bytes in memory", memory.read, -1, 4)
        self.fails("the bytes leave the address space", memory.read,
                   (1 << 64) - 1, 4)
        self.assertGreater(memory.use["program"], 0)
        self.assertIsInstance(self.device.registers(), dict)

    def test_alone(self):
        """Memory without operators."""
        with metaobj.device.connect("host") as device:
            place = device.memory.areas[0]["address"]
            device.memory.write(place, b"1234")
            self.assertEqual(device.memory.read(place, 4), b"1234")
            self.assertEqual(device.functions(), [])
            self.fails("the chip has no operators", device.call, "f",
                       kind=metaobj.UsageError)

    def test_end(self):
        with self.connect() as device:
            self.assertEqual(device["tvmgen_net_echo"](1).value, 1)
            function = device["tvmgen_net_echo"]
            device.reset()
            self.assertEqual(function(2).value, 2)
        for late in (device.functions, device.reset, device.registers,
                     lambda: function(1), lambda: device.memory.read(0, 1),
                     lambda: device.run("graph.json")):
            self.fails("the chip is closed", late, kind=metaobj.UsageError)
        device.close()
        self.assertEqual(self.echo(3).value, 3)  # Others stay.
        self.fails("nowhere: is not an address of a device", metaobj.device.connect,
                   "nowhere", objects=OBJECTS, memory="ram=0x20000000:64K")
        self.fails("did you mean 'stack'", metaobj.device.connect, "host",
                   objects=OBJECTS, stck=5, kind=metaobj.UsageError)
        self.fails("no such file", metaobj.device.connect, "host",
                   objects=["none.o"])


class FaultCases(Cases):
    """Operators of chips.py, which fail."""

    def test_faults(self):
        import numpy
        device = self.connect(limit=1000)
        x, y = numpy.array([41], "int32"), numpy.zeros(1, "int32")
        error = self.fails("SIGSEGV", device["tvmgen_read"], x, out=y)
        self.assertIn("'tvmgen_read'", error.message)
        self.assertIn("0x60000000", error.details)
        self.fails("SIGILL", device["tvmgen_unknown"], x, out=y)
        self.fails("the operator returned -7", device["tvmgen_refuse"], x,
                   out=y)
        error = self.fails("no end within 1000 ms", device["tvmgen_loop"], x,
                           out=y)
        self.assertIn("more time", error.hint)
        device["tvmgen_good"](x, out=y)
        self.assertEqual(y.tolist(), [42])

    def test_interrupt(self):
        """Ctrl-C ends a function that does not, and the device goes on."""
        import numpy
        device = self.connect(limit=60000)
        x, y = numpy.array([41], "int32"), numpy.zeros(1, "int32")
        timer = threading.Timer(
            0.3, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            device["tvmgen_loop"](x, out=y)
        self.assertLess(time.monotonic() - start, 30)
        timer.join()
        device["tvmgen_good"](x, out=y)
        self.assertEqual(y.tolist(), [42])

    def test_threads(self):
        """Devices are independent; one of them is for one thread."""
        import numpy
        busy, other = self.connect(), self.connect([os.environ["VALUES"]])
        x, y = numpy.array([41], "int32"), numpy.zeros(1, "int32")
        seen = []

        def loop():
            try:
                busy["tvmgen_loop"](x, out=y)
            except BaseException as problem:
                seen.append(problem)
        busy.close()
        busy = self.connect(limit=1500)
        thread = threading.Thread(target=loop)
        thread.start()
        time.sleep(0.3)
        self.fails("the device is at work", busy.functions,
                   kind=metaobj.UsageError)
        self.assertEqual(other["tvmgen_net_echo"](4).value, 4)
        thread.join()
        self.assertIn("no end within 1500 ms", str(seen[0]))


class TorchCases(Cases):
    """Tensors of torch, which have no buffers."""

    def test_tensors(self):
        import torch
        device = self.connect()
        x = torch.tensor([1, 2], dtype=torch.int32)
        y = torch.zeros(2, dtype=torch.int32)
        device["tvmgen_net_add"](x, out=y)
        self.assertEqual(y.tolist(), [2, 3])
        self.fails("stride 0 is 2", device["tvmgen_net_add"],
                   torch.zeros(4, dtype=torch.int32)[::2], out=y)


if __name__ == "__main__":
    unittest.main()
