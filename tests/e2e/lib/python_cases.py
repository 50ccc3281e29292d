# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of the Python package, which python_package.py runs.

They run in an empty folder, by a Python that may have NumPy or torch.
"""

import ast
import ctypes
import gc
import io
import json
import os
import pickle
import pty
import resource
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import types
import unittest
import unittest.mock
import weakref

import metaobj

TRIPLE = "thumbv7m-none-eabi"
OPERATOR = """
target triple = "thumbv7m-none-unknown-eabi"
define i32 @tvmgen_net_add(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
"""


class Cases(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=".")
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        with open("op.ll", "w") as file:
            file.write(OPERATOR)

    def tool(self, *arguments):
        """The command line, for comparison."""
        return subprocess.run([os.environ["METAOBJ"], *arguments], check=True,
                              capture_output=True, text=True)

    def params(self, **arrays):
        """The parameters of a model with these arrays, by name."""
        model = metaobj.Model()
        for name, array in arrays.items():
            model.add_param(name, array)
        model.emit("m.o", mtriple=TRIPLE)
        return {each.name: each for each in metaobj.inspect("m.o")[0].params}

    def data(self, name):
        """The bytes of a parameter of m.o."""
        self.tool("inspect", "m.o", f"--extract={name}", "-o", "extracted")
        with open("extracted", "rb") as file:
            return file.read()

    def assert_refused(self, array, message, hint="", kind=metaobj.MetaobjError,
                       **options):
        with self.assertRaises(kind) as caught:
            metaobj.Model().add_param("w", array, **options)
        error = caught.exception
        self.assertEqual((error.input, error.message, error.hint),
                         ("parameter 'w'", message, hint))


class NumpyCases(Cases):
    """Arrays of NumPy."""

    def test_as_the_command_line(self):
        import numpy
        numpy.savez("p.npz", w=numpy.arange(12, dtype="float32").reshape(3, 4),
                    b=numpy.array([-1, 2], dtype="int16"))
        self.tool("emit", "op.ll", "p.npz", "--prefix=net", "--header=m.h",
                  "--place=w:section=.fast", "-o", "tool.o")
        model = metaobj.Model()
        model.add_file("op.ll")
        arrays = numpy.load("p.npz")
        for name in ("w", "b"):
            model.add_param(name, arrays[name])
        result = model.emit("m.o", prefix="net", header="own.h",
                            place="w:section=.fast")
        self.assertEqual(result.written, ("m.o", "own.h"))
        self.assertEqual(result.read, ("op.ll",))
        self.assertIn("2 parameters", result.summary)
        with open("tool.o", "rb") as tool, open("m.o", "rb") as own:
            emitted = own.read()
            self.assertEqual(emitted, tool.read())
        self.assertEqual(
            model.emit_bytes(prefix="net", place=["w:section=.fast"]), emitted)

    def test_types(self):
        import numpy
        names = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
                 "float16 float32 float64 complex64 complex128").split()
        arrays = {name: numpy.arange(6).reshape(2, 3).astype(name)
                  for name in names}
        found = self.params(**arrays)
        for name, array in arrays.items():
            with self.subTest(name=name):
                self.assertEqual(found[name].dtype, name)
                self.assertEqual(found[name].shape, (2, 3))
                self.assertEqual(self.data(name), array.tobytes())
        self.params(bf=numpy.zeros(2, "uint16"))
        model = metaobj.Model()
        model.add_param("bf", numpy.array([1, 2], "uint16"), dtype="bfloat16")
        for i, dtype in enumerate((numpy.float16, numpy.dtype("float16"))):
            model.add_param(str(i), bytes(4), dtype=dtype)
        model.add_param("truth", bytes(4), dtype=numpy.bool_)
        model.add_params({"x": numpy.zeros(2), "y": numpy.ones(1, "int8")})
        model.emit("m.o", mtriple=TRIPLE)
        self.assertEqual(
            {each.name: each.dtype for each in metaobj.inspect("m.o")[0].params},
            {"bf": "bfloat16", "0": "float16", "1": "float16", "truth": "bool",
             "x": "float64", "y": "int8"})

    def test_shapes(self):
        import numpy
        frozen = numpy.arange(3, dtype="int8")
        frozen.flags.writeable = False
        found = self.params(scalar=numpy.array(1.5), empty=numpy.zeros((0, 4)),
                            frozen=frozen, column=numpy.zeros((5, 1), order="F"),
                            part=numpy.arange(9, dtype="int8")[2:5])
        self.assertEqual(found["scalar"].shape, ())
        self.assertEqual(found["empty"].shape, (0, 4))
        self.assertEqual(found["column"].shape, (5, 1))
        self.assertEqual(self.data("part"), bytes([2, 3, 4]))

    def test_refused(self):
        import numpy
        copy = "copy it into a compact tensor first"
        array = numpy.zeros((3, 4), "float32")
        self.assert_refused(
            array.T, "float32 [4, 3]: stride 1 is 4, a compact tensor has 1",
            copy)
        self.assert_refused(
            array[:, ::2],
            "float32 [3, 2]: stride 1 is 2, a compact tensor has 1", copy)
        self.assert_refused(
            array[::-1],
            "float32 [3, 4]: stride 0 is -4, a compact tensor has 4", copy)
        other = ">f4" if sys.byteorder == "little" else "<f4"
        self.assert_refused(
            array.astype(other),
            f"its elements ('{other[0]}f') have the other byte order",
            "convert it first: array.astype(array.dtype.newbyteorder('='))")
        self.assert_refused(
            numpy.array(["text"]),
            "its elements ('4w') are of no type that DLPack has",
            "give its bytes, and their type by dtype=")
        self.assert_refused(
            array, "elements of 4 bytes cannot be int8", dtype="int8",
            kind=metaobj.UsageError)
        self.assert_refused(
            numpy.array([1, 2], ">u2" if sys.byteorder == "little" else "<u2"),
            f"its elements ('{other[0]}H') have the other byte order",
            "convert it first: array.astype(array.dtype.newbyteorder('='))",
            dtype="uint16")

    def test_memory(self):
        """A tensor of 1 GiB is read where it lies."""
        import numpy
        array = numpy.ones(1 << 28, "float32")
        model = metaobj.Model()
        model.add_param("small", numpy.ones(4, "float32"))
        model.emit("m.o", mtriple=TRIPLE)  # What all models take.
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        model.add_param("w", array)
        result = model.emit("m.o", mtriple="x86_64-unknown-linux-gnu")
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.assertIn("1073741888 bytes", result.summary)
        self.assertLess(after - before, 40 << 10)

    def test_arrays_live_as_long_as_their_model(self):
        import numpy

        class Counted(numpy.ndarray):
            pass
        array = numpy.arange(4, dtype="int8").view(Counted)
        alive = weakref.ref(array)
        model = metaobj.Model()
        model.add_param("w", array)
        del array
        gc.collect()
        self.assertIsNotNone(alive())
        model.emit("m.o", mtriple=TRIPLE)
        self.assertEqual(self.data("w"), bytes([0, 1, 2, 3]))
        del model
        gc.collect()
        self.assertIsNone(alive())


class ExtractCases(Cases):
    """Every type comes back as it went in, from both byte orders."""

    NAMES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
             "float16 float32 float64 complex64 complex128").split()

    def arrays(self):
        import numpy
        result = {name: (numpy.arange(6).reshape(2, 3) * 77).astype(name)
                  for name in self.NAMES}
        return {**result, "scalar": numpy.array(1.5),
                "empty": numpy.zeros((0, 4), "int16")}

    def assert_extracted(self, path, arrays, is_big):
        import numpy
        for name, array in arrays.items():
            with self.subTest(path=path, name=name):
                found = metaobj.extract(path, name)
                self.assertEqual(found.dtype, str(array.dtype))
                self.assertEqual(found.shape, array.shape)
                self.assertEqual(found.byte_order,
                                 "big" if is_big else "little")
                own = found.numpy()
                numpy.testing.assert_array_equal(own, array)
                self.assertEqual(own.dtype.newbyteorder("="),
                                 array.dtype.newbyteorder("="))
                self.assertEqual(
                    found.data,
                    array.astype(array.dtype.newbyteorder(
                        ">" if is_big else "<")).tobytes())

    def test_round_trip(self):
        arrays = self.arrays()
        model = metaobj.Model()
        for name, array in arrays.items():
            model.add_param(name, array)
        for triple, is_big in ((TRIPLE, False),
                               ("x86_64-unknown-linux-gnu", False),
                               ("mips-unknown-linux-gnu", True),
                               ("powerpc64-unknown-linux-gnu", True)):
            model.emit("m.o", mtriple=triple)
            self.assert_extracted("m.o", arrays, is_big)
            metaobj.link("m.elf", "m.o", entry="0",
                         linker_argument="--image-base=0x10000")
            self.assert_extracted("m.elf", arrays, is_big)

    def test_load(self):
        """All at once, from a path and from contents."""
        import numpy
        arrays = self.arrays()
        model = metaobj.Model("net")
        model.add_params(arrays)
        model.emit("m.o", mtriple=TRIPLE)
        with open("m.o", "rb") as file:
            for source in ("m.o", model.emit_bytes(mtriple=TRIPLE), file):
                found = metaobj.load(source)
                self.assertEqual(list(found), list(arrays))
                for name, array in arrays.items():
                    numpy.testing.assert_array_equal(found[name], array)
                    self.assertEqual(found[name].shape, array.shape)
        again = metaobj.Model("net")
        again.add_params(found)
        self.assertEqual(again.emit_bytes(mtriple=TRIPLE),
                         model.emit_bytes(mtriple=TRIPLE))
        model.emit("n.o", mtriple=TRIPLE, prefix="other", entry="other")
        metaobj.link("joined.o", "m.o", "n.o", relocatable=True)
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.load("joined.o")
        self.assertIn("'bool'", str(caught.exception))

    def test_other_types(self):
        """NumPy has no bfloat16: that of ml_dtypes, its bytes, or a type that
        the caller names."""
        import numpy
        of_others = types.SimpleNamespace(bfloat16=numpy.uint16)
        halves = numpy.array([[0x3f80, 0xc000]], "uint16")
        model = metaobj.Model()
        model.add_param("w", halves, dtype="bfloat16")
        for triple, order in ((TRIPLE, "<"), ("mips-unknown-linux-gnu", ">")):
            model.emit("m.o", mtriple=triple)
            found = metaobj.extract("m.o", "w")
            self.assertEqual((found.dtype, found.shape), ("bfloat16", (1, 2)))
            self.assertEqual(found.data, halves.astype(order + "u2").tobytes())
            with (unittest.mock.patch.dict(sys.modules, ml_dtypes=None),
                  self.assertRaises(metaobj.UsageError) as caught):
                found.numpy()
            self.assertEqual(
                str(caught.exception),
                "parameter 'w': NumPy has no type for bfloat16\n"
                "hint: install ml_dtypes for bfloat16 and float8; give another "
                "type of the same size by dtype=, or take data")
            with unittest.mock.patch.dict(sys.modules, ml_dtypes=of_others):
                self.assertEqual(found.numpy().tolist(), halves.tolist())
            self.assertEqual(found.numpy(order + "u2").tolist(),
                             halves.tolist())

    def test_compressed(self):
        import numpy
        array = numpy.arange(1 << 16, dtype="float32")
        model = metaobj.Model()
        model.add_param("w", array)
        model.emit("m.o", mtriple=TRIPLE, compress="zstd")
        self.assertLess(os.path.getsize("m.o"), array.nbytes)
        numpy.testing.assert_array_equal(
            metaobj.extract("m.o", "w").numpy(), array)

    def test_refused(self):
        model = metaobj.Model()
        model.add_param("w", b"1234")
        model.emit("m.o", mtriple=TRIPLE)
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.extract("m.o", "v")
        self.assertEqual(
            str(caught.exception), "m.o: has no parameter that is called 'v'\n"
            "hint: metaobj inspect shows the names")
        with self.assertRaises(metaobj.UsageError) as caught:
            metaobj.extract("m.o", "w", together=True)
        self.assertEqual(caught.exception.message,
                         "extract= takes one file, without together=, json= "
                         "and verify=")


class TorchCases(Cases):
    """Tensors of torch, which has no buffers."""

    def test_types(self):
        import torch
        tensors = {
            "float32": torch.arange(6, dtype=torch.float32).reshape(2, 3),
            "bfloat16": torch.tensor([1.0, -2.0], dtype=torch.bfloat16),
            "float16": torch.tensor([1.0, -2.0], dtype=torch.float16),
            "int64": torch.tensor(5),
            "uint8": torch.tensor([1, 2, 3], dtype=torch.uint8),
        }
        found = self.params(**tensors)
        for name, tensor in tensors.items():
            self.assertEqual(found[name].dtype, name)
            self.assertEqual(found[name].shape, tuple(tensor.shape))
        self.assertEqual(self.data("bfloat16"), struct.pack("<2H", 0x3F80, 0xC000))
        self.assertEqual(self.data("float32"), struct.pack("<6f", *range(6)))

    def test_as_numpy(self):
        import torch
        tensor = torch.arange(12, dtype=torch.float32).reshape(3, 4)
        model = metaobj.Model()
        model.add_param("w", tensor)
        own = model.emit_bytes(mtriple=TRIPLE)
        other = metaobj.Model()
        other.add_param("w", tensor.numpy())
        self.assertEqual(other.emit_bytes(mtriple=TRIPLE), own)

    def test_refused(self):
        import torch
        self.assert_refused(
            torch.zeros(3, 4).t(),
            "float32 [4, 3]: stride 1 is 4, a compact tensor has 1",
            "copy it into a compact tensor first")
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.Model().add_param("w", torch.zeros(3, requires_grad=True))
        self.assertIn("Tensor does not give its memory: ",
                      caught.exception.message)
        self.assertIn("detach()", caught.exception.hint)
        self.assert_refused(
            torch.zeros(3), "dtype= is for arrays that give their bytes by the "
            "buffer protocol", dtype="int8", kind=metaobj.UsageError)


class Versioned(ctypes.Structure):
    """DLManagedTensorVersioned of DLPack 1.1."""

    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32),
                ("manager_ctx", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                ("flags", ctypes.c_uint64),
                ("tensor", metaobj._library.CTensor)]


class Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [("tensor", metaobj._library.CTensor),
                ("manager_ctx", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
NEW_CAPSULE = ctypes.pythonapi.PyCapsule_New
NEW_CAPSULE.restype = ctypes.py_object
NEW_CAPSULE.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Producer:
    """A library's array. Counts the calls of its deleter."""

    def __init__(self, is_versioned, major=1, device=1):
        self.deleted = 0
        self.device = device
        self.is_versioned = is_versioned
        self.data = (ctypes.c_int16 * 3)(1, 2, 3)
        self.shape = (ctypes.c_int64 * 1)(3)
        self.deleter = DELETER(self._delete)
        self.managed = Versioned(major, 1) if is_versioned else Managed()
        self.managed.deleter = ctypes.cast(self.deleter, ctypes.c_void_p)
        tensor = self.managed.tensor
        tensor.data = ctypes.addressof(self.data)
        tensor.device.device_type = 1
        tensor.ndim = 1
        tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes = 0, 16, 1
        tensor.shape = self.shape

    def _delete(self, _):
        self.deleted += 1

    def __dlpack_device__(self):
        return (self.device, 0)

    def __dlpack__(self, **options):
        if not self.is_versioned and "max_version" in options:
            raise TypeError("an older protocol")
        name = b"dltensor_versioned" if self.is_versioned else b"dltensor"
        return NEW_CAPSULE(ctypes.addressof(self.managed), name, None)


class PlainCases(Cases):
    """No library of arrays takes part."""

    def test_capsules(self):
        for is_versioned in (False, True):
            with self.subTest(is_versioned=is_versioned):
                producer = Producer(is_versioned)
                model = metaobj.Model()
                model.add_param("w", producer)
                model.emit("m.o", mtriple=TRIPLE)
                model.emit("m.o", mtriple=TRIPLE)
                self.assertEqual(self.data("w"), struct.pack("<3h", 1, 2, 3))
                self.assertEqual(producer.deleted, 0)
                del model
                gc.collect()
                self.assertEqual(producer.deleted, 1)

    def test_refused_capsules(self):
        producer = Producer(True, major=2)
        self.assert_refused(
            producer, "its tensor has version 2.1 of DLPack, wanted 1",
            "ask its maker for version 1")
        self.assertEqual(producer.deleted, 1)
        for device, name in ((2, "CUDA"), (8, "Metal"), (99, "type 99")):
            producer = Producer(True, device=device)
            self.assert_refused(
                producer, f"its memory is on a device ({name}), not the CPU's",
                "copy it to the CPU first")
            self.assertEqual(producer.deleted, 0)

    def test_buffers(self):
        import array
        import mmap
        with open("w.bin", "wb") as file:
            file.write(b"mapped bytes")
        with open("w.bin", "rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        model = metaobj.Model()
        model.add_param("w", struct.pack("<2f", 1, 2), dtype="float32")
        model.emit("m.o", mtriple=TRIPLE)
        param, = metaobj.inspect("m.o")[0].params
        self.assertEqual((param.dtype, param.shape), ("float32", (2,)))
        self.assert_refused(b"12345", "elements of 1 bytes cannot be float32",
                            dtype="float32", kind=metaobj.UsageError)
        found = self.params(a=array.array("f", [1, 2]), b=b"bytes", m=mapped)
        self.assertEqual(found["a"].dtype, "float32")
        self.assertEqual(found["b"].dtype, "uint8")
        self.assertEqual(self.data("m"), b"mapped bytes")
        self.assert_refused(
            object(), "object has neither __dlpack__ nor a buffer",
            "give an array of NumPy, torch or another library, or bytes",
            kind=metaobj.UsageError)

    def test_functions(self):
        model = metaobj.Model("net")
        model.add_bytes("op.ll", OPERATOR.encode())
        model.add_function("add", "tvmgen_net_add")
        model.emit("m.o", abi="tvm-crt-u16")
        functions = metaobj.inspect("m.o")[0].registries[0].functions
        self.assertEqual([(each.name, each.symbol) for each in functions],
                         [("add", "tvmgen_net_add")])
        model.add_function("mul")
        with self.assertRaises(metaobj.MetaobjError) as caught:
            model.emit("m.o")
        self.assertEqual(caught.exception.hint, "")
        self.assertEqual(
            str(caught.exception), "net: function 'mul' is not defined in the "
            "operator object 'op.ll'")

    def test_errors(self):
        model = metaobj.Model()
        model.add_file("op.ll")
        with self.assertRaises(ValueError) as caught:
            model.emit("m.o", prefx="net")
        self.assertIsInstance(caught.exception, metaobj.UsageError)
        self.assertEqual(caught.exception.message, "unknown option 'prefx'")
        self.assertEqual(caught.exception.hint, "did you mean 'prefix'")
        self.assertFalse(os.path.exists("m.o"))
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.inspect("none.o")
        self.assertEqual((caught.exception.input, caught.exception.message),
                         ("none.o", "no such file or directory"))
        with self.assertRaises(metaobj.UsageError):
            model.emit("a\0b.o")
        with self.assertRaises(metaobj.UsageError):
            model.emit("-")
        for wrong in ({"prefix": True}, {"prefix": 1.5}, {"place": [True]},
                      {"place": {"a": "b"}}, {"header": "-"},
                      {"progress": "yes"}):
            with self.subTest(wrong=wrong):
                with self.assertRaises(metaobj.UsageError):
                    model.emit("n.o", **wrong)
        self.assertFalse(os.path.exists("n.o"))
        model.emit(b"bytes.o", prefix=b"net")
        self.assertTrue(os.path.exists("bytes.o"))
        with self.assertRaises(TypeError):
            model.add_bytes("x", 5)

    def test_diagnostics(self):
        model = metaobj.Model()
        model.add_file("op.ll")
        told = []
        model.emit("m.o", exclude=["nothing*"], on_diagnostic=told.append)
        self.assertEqual([each.severity for each in told], ["warning", "note"])
        self.assertEqual(told[0].message,
                         "matches no function of the operator objects")
        self.assertEqual(told[0].input, "exclude=nothing*")
        with self.assertWarns(metaobj.MetaobjWarning) as caught:
            model.emit("m.o", exclude="nothing*")
        self.assertEqual(os.path.basename(caught.filename), "python_cases.py")

        def stumble(_):
            raise KeyError("of the caller")
        with self.assertRaises(KeyError):
            model.emit("other.o", exclude="nothing*", on_diagnostic=stumble)

    def test_progress(self):
        model = metaobj.Model()
        model.add_param("w", bytes(1 << 20))
        seen = []
        model.emit("m.o", mtriple=TRIPLE,
                   progress=lambda done, total: seen.append((done, total)))
        done, total = seen[-1]
        self.assertEqual(done, total)
        self.assertGreaterEqual(total, 1 << 20)
        with self.assertRaises(metaobj.MetaobjError) as caught:
            model.emit("n.o", mtriple=TRIPLE, progress=lambda *_: False)
        self.assertEqual(caught.exception.message, "writing was stopped")
        self.assertFalse(os.path.exists("n.o"))

        def stumble(*_):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            model.emit("n.o", mtriple=TRIPLE, progress=stumble)
        self.assertFalse(os.path.exists("n.o"))

        class Terminal(io.StringIO):
            def isatty(self):
                return True
        # Ctrl-C while the library works, wherever Python is just then.
        def interrupt(*_):
            os.kill(os.getpid(), signal.SIGINT)
        with self.assertRaises(KeyboardInterrupt):
            model.emit("n.o", mtriple=TRIPLE, progress=interrupt)
        self.assertFalse(os.path.exists("n.o"))

        def again(*_):
            model.emit("n.o", mtriple=TRIPLE)
        with self.assertRaises(metaobj.UsageError):
            model.emit("n.o", mtriple=TRIPLE, progress=again)

        # A bar that the caller makes ends with the work.
        terminal = Terminal()
        bar = metaobj.ProgressBar(terminal, patience=0)
        model.emit("m.o", mtriple=TRIPLE, progress=bar)
        self.assertRegex(terminal.getvalue(),
                         r"^(\r *\d+%  .* of 1 MiB *)+\r {20,}\r$")

        for stream, expected in (
                (Terminal(), "\r 50%  512 KiB of 1 MiB\r" + 22 * " " + "\r"),
                (io.StringIO(), "")):
            bar = metaobj.ProgressBar(stream, patience=0)
            bar(1 << 19, 1 << 20)
            bar.close()
            self.assertEqual(stream.getvalue(), expected)

    def test_progress_is_told_ten_times_a_second(self):
        """A callback waits for Python's lock: one for each piece that is
        written would take longer than the copy beside a busy thread."""
        model = metaobj.Model()
        model.add_param("w", bytes(64 << 20))
        seen = []
        begin = time.monotonic()
        model.emit("m.o", mtriple=TRIPLE,
                   progress=lambda *now: seen.append(now))
        seconds = time.monotonic() - begin
        self.assertLessEqual(len(seen), seconds / 0.1 + 2)
        self.assertEqual(*seen[-1])

    def test_types_that_buffers_cannot_tell(self):
        """Arrays of NumPy with types of ml_dtypes have neither buffer nor
        capsule; here is what the package asks of them."""
        class Foreign:
            def __init__(self, name, size, isnative=True):
                self.dtype = types.SimpleNamespace(
                    name=name, itemsize=size, isnative=isnative)

            def view(self, name):
                data = memoryview(bytes(range(8)))
                return data.cast({"uint8": "B", "uint16": "H"}[name])
        Foreign.__module__ = "numpy"
        for name, size in (
                ("bfloat16", 2), ("float8_e3m4", 1), ("float8_e4m3", 1),
                ("float8_e4m3b11fnuz", 1), ("float8_e4m3fn", 1),
                ("float8_e4m3fnuz", 1), ("float8_e5m2", 1),
                ("float8_e5m2fnuz", 1), ("float8_e8m0fnu", 1)):
            found = self.params(w=Foreign(name, size))["w"]
            self.assertEqual((found.dtype, found.shape), (name, (8 // size,)))
            self.assertEqual(self.data("w"), bytes(range(8)))
        self.assert_refused(
            Foreign("int4", 1),
            "its elements (int4) are of no type that is stored",
            "convert them with astype(), or give their bytes and a dtype")
        self.assert_refused(
            Foreign("bfloat16", 2, isnative=False),
            "its elements (bfloat16) have the other byte order",
            "convert it first: array.astype(array.dtype.newbyteorder('='))")
        model = metaobj.Model()
        model.add_param("w", bytes(4), dtype="float8_e5m2")
        model.emit("m.o", mtriple=TRIPLE)
        self.assertEqual(metaobj.inspect("m.o")[0].params[0].dtype,
                         "float8_e5m2")

    def test_sets_have_no_order(self):
        model = metaobj.Model()
        model.add_param("p", bytes(4))
        for kind in (set, frozenset):
            with self.assertRaises(metaobj.UsageError) as caught:
                model.emit("m.o", mtriple=TRIPLE, place=kind(
                    ["p:section=.a", "p:section=.b"]))
            self.assertEqual(str(caught.exception),
                             f"place= has a {kind.__name__}, which has no "
                             "order\nhint: give a list: the last match may win")

    def test_generators_are_read_once(self):
        model = metaobj.Model()
        with self.assertRaises(metaobj.UsageError) as caught:
            model.emit("m.o", place=(each for each in "ab"))
        self.assertEqual(str(caught.exception),
                         "place= has a generator, which can be read only "
                         "once\nhint: give a list")

    def test_options(self):
        """The table of the library, and what it says of each keyword."""
        table = metaobj.settings()
        self.assertTrue(table == json.loads(self.tool("--settings").stdout))
        emit, = (each for each in table["commands"] if each["name"] == "emit")
        self.assertTrue({each["name"].replace("-", "_")
                         for each in emit["settings"]} >
                        set(metaobj.EmitOptions.__annotations__))
        model = metaobj.Model()
        model.add_file("op.ll")
        # Letters, no value, and False, which some options have as a value.
        model.emit("m.o", g=True, header=None, register=False, record=False)
        self.assertEqual(metaobj.inspect("m.o")[0].records, ())
        model = metaobj.Model()
        model.add_param("w", bytes(4))
        model.emit("m.o", mtriple="riscv32-unknown-elf")
        for more, count in (({}, 0), ({"gc_sections": False}, 1)):
            metaobj.link("m.elf", "m.o", memory="flash=0:1K,ram=0x20000000:1K",
                         entry="0", **more)
            self.assertEqual(len(metaobj.inspect("m.elf")[0].params), count)
        for wrong in (None, False, "net"):
            with self.assertRaises(metaobj.UsageError) as caught:
                model.emit("m.o", prefx=wrong)
            self.assertEqual(caught.exception.message, "unknown option 'prefx'")

    def test_threads_leave_the_hook_as_it_was(self):
        """Of two emissions, the first to begin is the first to end."""
        before = sys.unraisablehook
        has_begun, may_end = threading.Event(), threading.Event()

        def emit(name, tell):
            model = metaobj.Model()
            model.add_param("w", bytes(1 << 20))
            model.emit(name, mtriple=TRIPLE, progress=tell)

        def wait(*_):
            has_begun.set()
            may_end.wait(60)

        first = threading.Thread(target=emit, args=("a.o", wait))
        first.start()
        self.assertTrue(has_begun.wait(60))

        def end_the_first(*_):
            may_end.set()
            first.join(60)

        emit("b.o", end_the_first)
        self.assertFalse(first.is_alive())
        self.assertIs(sys.unraisablehook, before)

    def test_contents_in_place_of_paths(self):
        model = metaobj.Model()
        model.add_file("op.ll")
        model.add_param("w", b"1234")
        model.emit("m.o")
        data = model.emit_bytes()
        with open("m.o", "rb") as file:
            self.assertEqual(file.read(), data)
            file.seek(0)
            wanted = metaobj.inspect("m.o")[0]
            for source, name in (
                    (data, "<bytes>"), (bytearray(data), "<bytearray>"),
                    (memoryview(data), "<memoryview>"),
                    (io.BytesIO(data), "<BytesIO>"), (file, "m.o")):
                found, = metaobj.inspect(source)
                self.assertEqual(found.file, name)
                self.assertEqual((found.params, found.registries),
                                 (wanted.params, wanted.registries))
        self.assertEqual(metaobj.extract(data, "w").data, b"1234")
        self.assertTrue(metaobj.diff(data, "m.o").equal)
        self.assertTrue(metaobj.diff("m.o", data).equal)
        self.assertEqual([each.file for each in metaobj.size(data, "m.o")],
                         ["<bytes>", "m.o"])
        self.assertFalse(metaobj.check(memoryview(data)).links)
        buffers = b"id,lower,upper,size\na,0,2,16\n"
        self.assertEqual(metaobj.plan(io.BytesIO(buffers))["size"], 16)
        for source, message in (
                (io.StringIO("text"), "StringIO gives no bytes"),
                (5, "int is neither a path nor the contents of a file")):
            with self.assertRaises(metaobj.UsageError) as caught:
                metaobj.inspect(source)
            self.assertEqual(caught.exception.message, message)
        # A model takes them, too.
        named = metaobj.Model("net")
        with open("op.ll", "rb") as file:
            named.add_file(file)
        named.emit("named.o", mtriple=TRIPLE)
        self.assertEqual(repr(named), "<model net>")
        self.assertIn("tvmgen_net_add", str(metaobj.inspect("named.o")[0]))

    def test_embeds(self):
        """The same as the command line, to files and to what is open."""
        with open("net.bin", "wb") as file:
            file.write(b"ten bytes.")
        result = metaobj.embed("net.o", "net.bin", mtriple=TRIPLE,
                               header="net.h")
        self.assertEqual(result.written, ("net.o", "net.h"))
        self.assertEqual(result.read, ("net.bin",))
        self.tool("embed", "net.bin", "--mtriple=" + TRIPLE, "-o", "same.o")
        with open("net.o", "rb") as ours, open("same.o", "rb") as theirs:
            data = ours.read()
            self.assertEqual(data, theirs.read())
        memory = io.BytesIO()
        metaobj.embed(memory, memoryview(b"ten bytes."), symbol="net_bin",
                      mtriple=TRIPLE)
        self.assertEqual(memory.getvalue(), data)
        with self.assertRaisesRegex(metaobj.MetaobjError, "no name") as raised:
            metaobj.embed("none.o", memoryview(b"x"), mtriple=TRIPLE)
        self.assertEqual(raised.exception.hint, "give it one with symbol=")
        with self.assertRaisesRegex(metaobj.UsageError, "no target"):
            metaobj.embed("none.o", "net.bin")
        with self.assertRaisesRegex(metaobj.UsageError, "standard output"):
            metaobj.embed("-", "net.bin", mtriple=TRIPLE)
        self.assertFalse(os.path.exists("none.o"))

    def test_links_contents(self):
        """Also objects in memory, of one name, in any order."""
        self.tool("emit", "op.ll", "-o", "m.o")
        with open("m.o", "rb") as file:
            data = file.read()
        other = metaobj.Model("other")
        other.add_param("w", b"1234")
        options = {"mtriple": TRIPLE, "prefix": "other", "entry": "other_entry"}
        more = other.emit_bytes(**options)
        other.emit("n.o", **options)

        def joined(*files):
            metaobj.link("joined.o", *files, r=True)
            with open("joined.o", "rb") as file:
                return file.read()
        wanted = joined("m.o", "n.o")
        self.assertNotEqual(joined("n.o", "m.o"), wanted)
        with open("m.o", "rb") as file:
            self.assertEqual(joined(file, "n.o"), wanted)
        self.assertEqual(joined(data, more), wanted)
        self.assertEqual(joined("m.o", memoryview(more)), wanted)
        self.assertEqual(joined(io.BytesIO(data), bytearray(more)), wanted)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            archive.add("m.o")
        self.assertEqual(joined(packed.getvalue(), more), wanted)
        # The output may be the file that the bytes come from.
        with open("m.o", "rb") as file:
            metaobj.link("m.o", file, more, r=True)
        with open("m.o", "rb") as file:
            self.assertEqual(file.read(), wanted)

        # Texts have the names of Python's objects, and no folder.
        result = metaobj.link(
            "joined.o", data, io.BytesIO(more), r=True, Map="map",
            linker_argument=["--trace", "--dependency-file=rule"])
        self.assertEqual(result["linker_output"], "<bytes>\n<BytesIO>")
        with open("map", encoding="utf-8") as file:
            text = file.read()
        self.assertIn("<BytesIO>:(", text)
        self.assertNotIn(".link-", text)
        with open("rule", encoding="utf-8") as file:
            self.assertEqual(file.read(), "joined.o:\n")
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.link("twice.o", data, data, r=True)
        self.assertEqual(
            (caught.exception.message, caught.exception.details),
            ("duplicate symbol: TVMSystemLibEntryPoint",
             ">>> defined at metaobj\n"
             ">>>            <bytes>:(TVMSystemLibEntryPoint)\n"
             ">>> defined at metaobj\n"
             ">>>            <bytes>:(.text.TVMSystemLibEntryPoint+0x1)\n"))
        self.assertFalse(os.path.exists("twice.o"))

    def test_emits_to_open_files(self):
        """What has write() takes what a path gets."""
        model = metaobj.Model("net")
        model.add_file("op.ll")
        model.add_param("w", bytes(range(200)))
        model.emit("m.o", mtriple=TRIPLE)
        with open("m.o", "rb") as file:
            wanted = file.read()
        memory = io.BytesIO()
        memory.write(b"head")
        result = model.emit(memory, mtriple=TRIPLE, header="m.h")
        self.assertEqual(memory.getvalue(), b"head" + wanted)
        self.assertEqual(result.written, ("m.h",))
        self.assertIn("1 parameter", result.summary)
        for buffering in (-1, 0):
            with open("n.o", "wb", buffering=buffering) as file:
                model.emit(file, mtriple=TRIPLE, depfile="n.d")
                self.assertFalse(file.closed)
            with open("n.o", "rb") as file:
                self.assertEqual(file.read(), wanted)
        with open("n.d", encoding="utf-8") as file:
            self.assertEqual(file.read(), "n.o: \\\n  op.ll\n\nop.ll:\n")

        class Slow(io.RawIOBase):
            """Takes a part each time, and nothing after all of them."""
            def __init__(self, count):
                self.count, self.data = count, b""

            def writable(self):
                return True

            def write(self, data):
                if len(self.data) >= self.count:
                    return None
                self.data += bytes(data[:1000])
                return len(data[:1000])
        slow = Slow(len(wanted))
        model.emit(slow, mtriple=TRIPLE)
        self.assertEqual(slow.data, wanted)
        with self.assertRaises(BlockingIOError):
            model.emit(Slow(1000), mtriple=TRIPLE)

        class Chunks(list):
            write = list.append
        chunks = Chunks()
        model.emit(chunks, mtriple=TRIPLE)
        self.assertEqual(b"".join(chunks), wanted)

        class Full:
            def write(self, _):
                raise OSError("full")
        with self.assertRaisesRegex(OSError, "full"):
            model.emit(Full(), mtriple=TRIPLE)
        for output, message in (
                (io.StringIO(), "StringIO takes no bytes"),
                (5, "int is neither a path nor an open file")):
            with self.assertRaises(metaobj.UsageError) as caught:
                model.emit(output, mtriple=TRIPLE, header="none.h")
            self.assertEqual(caught.exception.message, message)
        # Errors leave an open file alone.
        memory = io.BytesIO()
        with self.assertRaises(metaobj.MetaobjError):
            model.emit(memory, mtriple="none")
        self.assertEqual(memory.getvalue(), b"")
        self.assertFalse(os.path.exists("none.h"))

    def test_names(self):
        """What has a name is found by it."""
        model = metaobj.Model("net")
        model.add_file("op.ll")
        model.add_param("conv1", b"1234")
        model.emit("m.o", prefix="net")
        found, = metaobj.inspect("m.o")
        functions, params = found.registries[0].functions, found.params
        self.assertEqual(functions["tvmgen_net_add"], functions[1])
        self.assertEqual(params["conv1"], params[-1])
        self.assertEqual(params[:], (params[0],))
        self.assertIn("conv1", params)
        self.assertIn(params[0], params)
        self.assertNotIn("conv2", params)
        self.assertEqual(pickle.loads(pickle.dumps(found)), found)
        with self.assertRaises(KeyError) as caught:
            params["conv2"]
        self.assertEqual(caught.exception.args[0],
                         "none is called 'conv2': did you mean 'conv1'")
        model.emit("n.o", prefix="other", entry="other_entry")
        metaobj.link("joined.o", "m.o", "n.o", relocatable=True)
        found, = metaobj.inspect("joined.o")
        with self.assertRaises(KeyError) as caught:
            found.params["conv1"]
        self.assertEqual(caught.exception.args[0],
                         "2 are called 'conv1': take them by their index")

    def test_print(self):
        """Objects are printed as the tool prints them, and escaped."""
        model = metaobj.Model("net")
        model.add_file("op.ll")
        for name in ("w", "<b>&"):
            model.add_param(name, b"1234")
        model.emit("m.o", record=True, sid=["w=0", "<b>&=1"])
        found, = metaobj.inspect("m.o")
        self.assertEqual(str(found) + "\n",
                         self.tool("inspect", "m.o").stdout)
        self.assertLess(len(repr([found])), 100)
        shown = found._repr_html_()
        self.assertIn("<td>&lt;b&gt;&amp;</td><td>1</td>", shown)
        self.assertNotIn("<b>", shown)
        self.assertEqual(shown.count("<table>"), 2)
        self.assertEqual(shown.count("</table>"), 2)
        os.rename("m.o", b"a\xff\x1b.o")
        found, = metaobj.inspect(b"a\xff\x1b.o")
        self.assertTrue(str(found).startswith(r"a\udcff\x1b.o: ELF32-LE, "))

    def test_all_that_inspect_finds(self):
        with open("ffi.ll", "w") as file:
            file.write('target triple = "x86_64-unknown-linux-gnu"\n'
                       "define i32 @__tvm_ffi_add(ptr %a, ptr %b, i32 %c, "
                       "ptr %d) {\n  ret i32 0\n}\n")
        self.tool("emit", "ffi.ll", "--abi=tvm-ffi", "-o", "ffi.o")
        table, = metaobj.inspect("ffi.o")[0].tables
        self.assertEqual(table.kind, "tvm-ffi")
        self.assertIn("__tvm_ffi_add", table.rows)
        self.assertIn("tvm-ffi, 1 entry", str(metaobj.inspect("ffi.o")[0]))
        self.assertIsNone(metaobj.inspect("ffi.o")[0].params_image)
        model = metaobj.Model()
        model.add_param("w", b"1234")
        model.emit("image", mtriple=TRIPLE, emit="params-image",
                   generation=3)
        image, = metaobj.inspect("image")
        self.assertEqual(image.params_image.generation, 3)
        self.assertIn("\n\nparams image, generation 3: ", str(image))

    def test_names_are_text(self):
        model = metaobj.Model()
        for add in (lambda: model.add_param("w\udcff", b"1"),
                    lambda: model.add_function("w\ud800")):
            with self.assertRaises(metaobj.UsageError) as caught:
                add()
            self.assertRegex(caught.exception.message,
                             "^the name 'w.u(dcff|d800)' of a (parameter|"
                             "function) is not a Unicode text$")
        model.add_param("gr\u00f6\u00dfe", b"1")
        model.emit("m.o", mtriple=TRIPLE)
        name = metaobj.inspect("m.o")[0].params[0].name
        self.assertEqual(metaobj.extract("m.o", name).data, b"1")

    def test_paths_that_are_no_text(self):
        """File systems have bytes, JSON has UTF-8: nothing is lost."""
        os.mkdir(b"f\xff")
        operator, output = b"f\xff/op\x80.ll", b"f\xff/m\xfe.o"
        os.rename("op.ll", operator)
        model = metaobj.Model()
        model.add_file(operator)
        model.add_param("w", b"1234")
        result = model.emit(os.fsdecode(output), header=b"f\xff/m.h")
        self.assertEqual([os.fsencode(each) for each in result.written],
                         [output, b"f\xff/m.h"])
        self.assertEqual([os.fsencode(each) for each in result.read],
                         [operator])
        self.assertEqual(sorted(os.listdir(b"f\xff")),
                         [b"m.h", b"m\xfe.o", b"op\x80.ll"])
        path = os.fsdecode(output)
        self.assertEqual(metaobj.inspect(output)[0].file, path)
        self.assertEqual(metaobj.size(path)[0].file, path)
        self.assertEqual(metaobj.extract(output, "w").file, path)
        self.assertTrue(metaobj.diff(output, path).equal)
        metaobj.link(b"f\xff/joined.o", output, r=True,
                     linker_argument=b"-Map=f\xff/map")
        with open(b"f\xff/map", "rb") as file:
            self.assertIn(output, file.read())
        self.assertEqual(metaobj.inspect(b"f\xff/joined.o")[0].params[0].name,
                         "w")
        # Messages are for people: bytes have two digits.
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.inspect(b"none\xff.o")
        self.assertEqual(caught.exception.input, "none\\FF.o")

    def test_reports(self):
        model = metaobj.Model()
        model.add_file("op.ll")
        model.add_param("w", b"1234")
        model.emit("m.o")
        self.assertTrue(metaobj.diff("m.o", "m.o").equal)
        model.add_param("v", b"5")
        model.emit("n.o")
        found = metaobj.diff("m.o", "n.o")
        self.assertFalse(found.equal)
        self.assertEqual([each["name"] for each in found.params], ["v"])
        sizes = metaobj.size("m.o", "n.o")
        self.assertEqual([each.file for each in sizes], ["m.o", "n.o"])
        self.assertEqual(sizes[0].uses["parameters"], 4)
        report = metaobj.check("m.o")
        self.assertFalse(report.links)
        self.assertIn("tvmgen_net_add", str(report.errors[0]))
        with open("b.csv", "w") as file:
            file.write("id,lower,upper,size\na,0,2,16\n")
        self.assertEqual(metaobj.plan("b.csv", pool="sram:64")["pools"][0]["name"],
                         "sram")
        self.tool("emit", "op.ll", "-o", "one.o")
        metaobj.link("joined.o", "m.o", r=True)
        self.assertEqual(metaobj.inspect("joined.o")[0].params[0].name, "w")


def workspace_calls(*lines):
    """LLVM IR of an operator that takes workspaces as TVM's code does."""
    taken = "call ptr %take(i32 1, i32 %device, i64 {}, i32 2, i32 32)"
    given = "call i32 %give(i32 1, i32 %device, ptr nonnull %{})"
    body = ["entry:",
            "  %take = load ptr, ptr @__TVMBackendAllocWorkspace, align 8",
            "  %give = load ptr, ptr @__TVMBackendFreeWorkspace, align 8"]
    for line in lines:
        words = line.split()
        if words[0] == "take":
            line = f"  %{words[1]} = tail {taken.format(words[2])}, !dbg !5"
        elif words[0] == "give":
            line = f"  %given{len(body)} = {given.format(words[1])}"
        body.append(line)
    return "\n".join(["define internal fastcc i32 @op_compute_(i32 %device) {",
                      *body, "  ret i32 0", "}"])


class TvmCases(Cases):
    """What metaobj.tvm does where there is no TVM. tests/live has the rest."""

    def release(self, version):
        """A TVM of which nothing but the release is looked at."""
        package = types.ModuleType("tvm")
        package.__version__ = version
        return unittest.mock.patch.dict(sys.modules, {"tvm": package})

    def test_missing(self):
        """Import needs no TVM, and calls say that there is none."""
        with unittest.mock.patch.dict(sys.modules, {"tvm": None}):
            for call in (lambda: metaobj.tvm.collect(None, "."),
                         lambda: metaobj.tvm.emit(None, "m.o"),
                         lambda: metaobj.tvm.workspaces(None),
                         lambda: metaobj.tvm.target("riscv32"),
                         metaobj.tvm.pass_config,
                         lambda: metaobj.tvm.pipeline(None)):
                with self.assertRaises(metaobj.MetaobjError) as caught:
                    call()
                self.assertIn("TVM cannot be imported", str(caught.exception))
                self.assertEqual(caught.exception.hint,
                                 "install apache-tvm beside metaobj")
        self.assertEqual(os.listdir(), ["op.ll"])

    def test_releases(self):
        """Others than those that are known are errors."""
        for version in ("0.21.0", "0.28.0", "1.22.0", "dev"):
            with self.subTest(version=version), self.release(version), \
                    self.assertRaises(metaobj.MetaobjError) as caught:
                metaobj.tvm.collect(None, ".")
            self.assertEqual(
                caught.exception.message, f"found TVM {version}, expected 0.22 "
                "to 0.27 (tried: 0.25, 0.26, 0.27)")

    def test_scheduler(self):
        """Known releases that nobody has tried may lack a module."""
        with self.release("0.22.0"), \
                self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.tvm.pipeline(None)
        self.assertIn("found TVM 0.22.0 without tvm.relax", str(caught.exception))

    def test_depfile(self):
        with self.assertRaises(metaobj.UsageError) as caught:
            metaobj.tvm.emit(None, "m.o", depfile="m.d")
        self.assertIn("depfile= is given", str(caught.exception))

    def test_folder(self):
        """One that is missing is an error before anything is done."""
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.tvm.emit(None, "none/m.o")
        self.assertEqual(str(caught.exception), "found no folder 'none', expected "
                         "one for the operator objects\nhint: make it first")

    def test_recorded(self):
        """Workspaces of the operators of a model that TVM compiled."""
        models = os.path.join(os.path.dirname(__file__), os.pardir, "tvm_models")
        expected = {"mlp": {}, "residual": {}, "integers": {},
                    # A padded image, and the sums of the convolution.
                    "cnn": {"fused_conv2d_add_relu":
                            3 * 10 * 10 * 4 + 16 + 4 * 8 * 8 * 4}}
        for name, needs in expected.items():
            for bits in ("32", "64"):
                with self.subTest(model=name, bits=bits), open(
                        os.path.join(models, name, f"operators{bits}.ll")) as file:
                    self.assertEqual(metaobj.tvm._needs(file.read()), needs)

    def need(self, *lines):
        return metaobj.tvm._needs(workspace_calls(*lines)).get("op", 0)

    def test_lifetimes(self):
        """Those that are in use together count, on all ways through the code."""
        self.assertEqual(self.need(), 0)
        self.assertEqual(self.need("take a 100", "give a"), 128)
        self.assertEqual(self.need("take a 64", "give a", "take b 128", "give b"),
                         128)
        self.assertEqual(self.need("take a 64", "take b 128", "give b", "give a"),
                         192)
        branches = ["  br i1 %x, label %left, label %right"]
        left = ["left:", "take a 64", "give a", "  br label %end"]
        right = ["right:", "take b 128", "  br label %end"]
        end = ["end:", "take c 256", "give c"]
        # b may still be in use behind its branch; the order of blocks is free.
        for blocks in (left + right + end, end + right + left):
            self.assertEqual(self.need(*branches, *blocks), 384)
        loop = ["  br label %loop", "loop:", "take a 64", "take b 64", "give b",
                "give a", "  br i1 %x, label %loop, label %end", "end:"]
        self.assertEqual(self.need(*loop), 128)

    def test_unknown_workspaces(self):
        """What is no constant, or no call, is an error."""
        for line, message in (
                ("take a %size", "takes a workspace of %size bytes, expected a "
                 "constant"),
                ("  %p = phi ptr [ %take, %entry ]", "takes a workspace in an "
                 "unknown way, expected a call: %p = phi"),
                ("  store ptr @__TVMBackendAllocWorkspace, ptr %p", "unknown way")):
            with self.subTest(line=line), \
                    self.assertRaises(metaobj.MetaobjError) as caught:
                self.need(line)
            self.assertIn("function 'op_compute_'", caught.exception.message)
            self.assertIn(message, caught.exception.message)


class NotebookCases(Cases):
    """A kernel of IPython runs the cells of a notebook."""

    def setUp(self):
        super().setUp()
        # No kernels and settings of the user's.
        for name in ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR",
                     "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            before = os.environ.get(name)
            os.environ[name] = os.path.abspath(name.lower())
            os.mkdir(name.lower())
            self.addCleanup(self.put_back, name, before)
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # It would warn.

    @staticmethod
    def put_back(name, value):
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value

    def run_cells(self, *cells):
        """The outputs of each cell."""
        import nbclient
        import nbformat
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(each) for each in cells])
        nbclient.NotebookClient(notebook, timeout=100, kernel_name="python3",
                                allow_errors=True).execute()
        return [[(each["output_type"], each.get("data", {}).get("text/plain"),
                  each.get("text") or each.get("ename"))
                 for each in cell["outputs"]] for cell in notebook["cells"]]

    def test_progress(self):
        """One output that changes, and says at last how it ended."""
        def bar(more):
            return ("result = model.emit('m.o', mtriple='thumbv7m-none-eabi', "
                    f"progress={more})")
        _, shown, quick, off, stopped, line = self.run_cells(
            "import metaobj\n"
            "model = metaobj.Model()\n"
            "model.add_param('w', bytes(1 << 20))\n"
            # What each output is replaced by, besides.
            "from ipykernel.zmqshell import ZMQDisplayPublisher\n"
            "seen = []\n"
            "publish = ZMQDisplayPublisher.publish\n"
            "def watch(self, data, *args, **options):\n"
            "    seen.append((data['text/plain'], options.get('update')))\n"
            "    publish(self, data, *args, **options)\n"
            "ZMQDisplayPublisher.publish = watch",
            bar("metaobj.ProgressBar(patience=0)"),
            bar("True"), bar("False"),
            "bar = metaobj.ProgressBar(patience=0)\n"
            "def stop(done, total):\n"
            "    bar(done, total)\n"
            "    return False\n"
            "try:\n"
            "    " + bar("stop") + "\n"
            "finally:\n"
            "    bar.close(False)",
            "print(seen)")
        self.assertEqual(shown, [("display_data", "done: 1 MiB", None)])
        self.assertEqual((quick, off), ([], []))
        self.assertEqual(
            [each[0] for each in stopped], ["display_data", "error"])
        self.assertRegex(stopped[0][1], r"^stopped at \d+%  .* of 1 MiB$")
        self.assertEqual(stopped[1][2], "MetaobjError")
        seen = ast.literal_eval(line[0][2])
        self.assertRegex(seen[0][0], r"^ *\d+%  .* of 1 MiB$")
        self.assertEqual([bool(update) for _, update in seen].count(False), 2)
        self.assertIn(("100%  1 MiB of 1 MiB", True), seen)

    def test_shell(self):
        """IPython in a terminal is no notebook; without one nobody looks."""
        program = ("import metaobj; model = metaobj.Model(); "
                   "model.add_param('w', bytes(1 << 20)); "
                   "model.emit('m.o', mtriple='thumbv7m-none-eabi', "
                   "progress=metaobj.ProgressBar(patience=0))")
        command = [sys.executable, "-m", "IPython", "--colors=NoColor", "-c",
                   program]
        outer, inner = pty.openpty()
        for stream, expected in ((inner, r"^(\r *\d+%  .* of 1 MiB *)+\r *\r$"),
                                 (subprocess.PIPE, "^$")):
            result = subprocess.run(command, stdout=subprocess.PIPE,
                                    stderr=stream, check=True)
            found = (result.stderr if result.stderr is not None
                     else os.read(outer, 1 << 16))
            self.assertRegex(found.decode(), expected)
        os.close(inner)
        os.close(outer)


if __name__ == "__main__":
    unittest.main()
