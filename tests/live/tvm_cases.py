# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of metaobj.tvm, which compilers.py runs in an environment with TVM."""

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import metaobj
import models
import numpy
import tvm
import tvm_ffi
from onnx import helper
from onnx.reference import ReferenceEvaluator
from tvm import relax
from tvm.relax.dpl import is_const, is_op, wildcard

HOST = "x86_64-unknown-linux-gnu"
M4 = {"triple": "thumbv7em-none-eabi", "mcpu": "cortex-m4"}
#: Code of devices that TVM makes without such a device.
DEVICES = ("opencl", "metal", "cuda", "webgpu")


def module_of(name):
    return models.imported(models.MODELS[name]())


def built(name="mlp", passes=relax.get_default_pipeline, **attributes):
    target = metaobj.tvm.target(**(attributes or M4))
    return models.build(module_of(name), target, passes)


class Cases(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def refused(self, executable, **options):
        """The error of emit, which leaves nothing behind."""
        before = sorted(os.listdir())
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.tvm.emit(executable, "m.o", executor="none", **options)
        self.assertEqual(sorted(os.listdir()), before)
        return caught.exception


class Collect(Cases):
    """All modules of a tree, whatever they are."""

    def kinds(self, executable):
        self.collected = metaobj.tvm.collect(executable, ".")
        return [module.kind for module in self.collected.modules]

    def test_parts(self):
        executable = built()
        self.assertEqual(self.kinds(executable), ["relax.VMExecutable", "llvm"])
        collected = self.collected
        self.assertEqual(collected.objects, ("./lib0.o",))
        self.assertEqual(collected.executable, "./vm.bin")
        self.assertEqual((collected.sources, collected.refused), ((), ()))
        self.assertEqual((collected.system_library, collected.prefix), (False, ""))
        self.assertIn('"mtriple":"thumbv7em-none-eabi"',
                      collected.target.replace(" ", ""))
        root, operators = collected.modules
        self.assertIsNone(root.importer)
        self.assertIs(operators.importer, root)
        self.assertEqual(sorted(operators.functions),
                         ["__tvm_ffi_fused_matmul1_add1",
                          "__tvm_ffi_fused_matmul_add_relu"])
        # What TVM writes into an archive itself.
        executable.export_library("model.tar")
        subprocess.run(["tar", "xf", "model.tar", "devc.o"], check=True)
        self.assertIn(pathlib.Path("vm.bin").read_bytes(),
                      pathlib.Path("devc.o").read_bytes())
        self.assertEqual(metaobj.inspect("lib0.o")[0].triple.split("-")[0],
                         "armv7em")

    def test_forms(self):
        """Executables, modules, and what is none."""
        executable = built()
        for form in (executable, executable.mod,
                     tvm.runtime.Executable(executable.mod)):
            self.assertIsInstance(getattr(form, "mod", form), tvm_ffi.Module)
            self.assertEqual(self.kinds(form), ["relax.VMExecutable", "llvm"])
        for other in (5, module_of("mlp"), None):
            with self.assertRaises(metaobj.UsageError):
                metaobj.tvm.collect(other, ".")

    def test_stem(self):
        metaobj.tvm.collect(built(), ".", "net.")
        self.assertEqual(sorted(os.listdir()), ["net.lib0.o", "net.vm.bin"])

    def test_system_library(self):
        module = module_of("mlp").with_attr("system_lib_prefix", "one_")
        target = metaobj.tvm.target(**M4)
        executable = models.build(module, target)
        self.kinds(executable)
        self.assertEqual((self.collected.system_library, self.collected.prefix),
                         (True, "one_"))
        self.assertEqual(sorted(metaobj.tvm.workspaces(executable)),
                         ["one_fused_matmul1_add1", "one_fused_matmul_add_relu"])
        metaobj.tvm.emit(executable, "m.o", executor="none")
        (table,) = metaobj.inspect("m.o")[0].tables
        self.assertEqual(table.accessor, "one__tvm_ffi_table")
        self.assertIn("__tvm_ffi_one_fused_matmul1_add1",
                      [row.name for row in table.rows])

    def test_devices(self):
        """Device code is listed, with the operators that may launch it."""
        for kind in DEVICES:
            with self.subTest(kind=kind):
                target = tvm.target.Target(
                    {"kind": kind, "host": {"kind": "llvm", "mtriple": HOST}})
                executable = models.build(module_of("mlp"), target)
                self.assertEqual(self.kinds(executable),
                                 ["relax.VMExecutable", "llvm", kind])
                (device,) = self.collected.refused
                self.assertIsNone(device.file)
                self.assertIs(device.importer, self.collected.modules[1])
                error = self.refused(executable)
                self.assertEqual(error.message, "found a module without an "
                                 "object, expected operators of LLVM")
                self.assertRegex(error.details, rf"^{kind}, which .*"
                                 "__tvm_ffi_fused_matmul1_add1.* may call: code "
                                 "of a device")
                with self.assertRaises(metaobj.MetaobjError) as caught:
                    metaobj.tvm.workspaces(executable)
                self.assertIn(f"found a module of kind '{kind}'",
                              str(caught.exception))

    def test_code_generator(self):
        """Another code generator: its functions in C, and their constants."""
        @tvm_ffi.register_global_func("relax.ext.accelerator", override=True)
        def generate(functions, _, constant_names):
            create = tvm_ffi.get_global_func("runtime.CSourceModuleCreate")
            names = [str(one.attrs["global_symbol"]) for one in functions]
            return [create(f"// {name}\n", "c", [name],
                           list(constant_names.values())) for name in names]

        module = relax.transform.FuseOpsByPattern(
            [("accelerator.dense", is_op("relax.matmul")(wildcard(), is_const()))],
            bind_constants=True, annotate_codegen=True)(module_of("mlp"))
        module = relax.transform.RunCodegen()(module)
        executable = relax.build(module, target=metaobj.tvm.target(**M4))
        self.assertEqual(
            sorted(self.kinds(executable)),
            ["c", "c", "const_loader", "llvm", "relax.VMExecutable"])
        self.assertEqual(
            sorted(one.functions for one in self.collected.modules
                   if one.kind == "c"),
            [("fused_relax_matmul1_accelerator",),
             ("fused_relax_matmul_accelerator",)])
        error = self.refused(executable)
        self.assertIn("found 3 modules without an object", error.message)
        for kind, text in (("const_loader", "hands its constants to functions"),
                           ("c with fused_relax_matmul_accelerator", "C source")):
            self.assertRegex(error.details, rf"(?m)^{kind}.*: .*{text}")
        # Objects stand for the sources, and nothing for the constants.
        pathlib.Path("a.o").touch()
        error = self.refused(executable, objects=["a.o"])
        self.assertIn("found a module without an object", error.message)
        self.assertRegex(error.details, "^const_loader.*$")

    def test_c(self):
        """Operators in C are emitted when somebody has compiled them."""
        executable = relax.build(module_of("mlp"),
                                 target=tvm.target.Target({"kind": "c"}))
        self.assertEqual(self.kinds(executable), ["relax.VMExecutable", "c"])
        self.assertEqual(self.collected.sources, ("./lib0.c",))
        error = self.refused(executable)
        self.assertEqual(error.hint, "compile the C sources that collect() "
                         "writes, and give objects=")
        headers = [tvm.libinfo.find_include_path(),
                   tvm_ffi.libinfo.find_include_path(),
                   tvm_ffi.libinfo.find_dlpack_include_path()]
        subprocess.run(["gcc", "-c", *(f"-I{folder}" for folder in headers),
                        "lib0.c", "-o", "c.o"], check=True)
        emitted = metaobj.tvm.emit(executable, "m.o", objects=["c.o"],
                                   executor="none")
        self.assertEqual(emitted.objects, ())
        (table,) = metaobj.inspect("m.o")[0].tables
        self.assertLessEqual({"__tvm_ffi_matmul", "__tvm_ffi__library_bin"},
                             {row.name for row in table.rows})

    def test_without_operators(self):
        """TVM writes an empty source, which nobody can make operators of."""
        graph = models.Builder("identity")
        model = graph.model((graph.input("x", [1, 4]), [1, 4]))
        executable = models.build(models.imported(model),
                                  metaobj.tvm.target(**M4))
        self.assertEqual(self.kinds(executable), ["relax.VMExecutable", "c"])
        error = self.refused(executable)
        self.assertEqual(error.message, "found a model without operators, "
                         "expected at least one")
        self.assertIn("only returns its inputs and constants", error.hint)

    def test_lookups(self):
        """Operators that look up functions of TVM's runtime by name."""
        graph = models.Builder("largest")
        count = graph.constant(numpy.array([2], "int64"))
        graph.nodes.append(helper.make_node(
            "TopK", [graph.input("x", [1, 8]), count], ["largest", "places"]))
        executable = models.build(
            models.imported(graph.model(("largest", [1, 2]))),
            metaobj.tvm.target(**M4))
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.tvm.emit(executable, "m.o")
        self.assertIn("its operators call functions by name ('TVMFFI",
                      str(caught.exception))
        self.assertEqual(os.listdir(), [])

    def test_names(self):
        """Errors name what the caller has, and no file that is gone."""
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.tvm.emit(built(), "m.o", vm_function="other")
        self.assertEqual(caught.exception.input, "<VMExecutable>")
        self.assertEqual(caught.exception.message,
                         "has no function 'other', but 'main'")

    def test_static_library(self):
        """An object that a user has imported is one of the operators'."""
        pathlib.Path("own.c").write_text(
            "int __tvm_ffi_own(void *s, void *a, int n, void *r) { return 0; }\n")
        subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-c", "own.c"],
                       check=True)
        executable = built()
        executable.mod.import_module(
            tvm.runtime.load_static_library("own.o", ["own"]))
        self.assertEqual(self.kinds(executable),
                         ["relax.VMExecutable", "llvm", "static_library"])
        self.assertEqual(pathlib.Path("lib1.o").read_bytes(),
                         pathlib.Path("own.o").read_bytes())
        emitted = metaobj.tvm.emit(executable, "m.o", executor="none")
        self.assertEqual(emitted.objects, ("m.lib0.o", "m.lib1.o"))
        (table,) = metaobj.inspect("m.o")[0].tables
        self.assertIn("__tvm_ffi_own", [row.name for row in table.rows])

    def test_shared_library(self):
        """What was loaded from a file has no object any more."""
        built(triple=HOST).export_library("model.so")
        loaded = tvm.runtime.load_module("./model.so")
        self.assertIn("library", self.kinds(loaded))
        self.assertIn("a shared library that was loaded", self.refused(
            loaded).details)


class Emit(Cases):
    """Files of an emission."""

    def test_files(self):
        pathlib.Path("out").mkdir()
        executable = built()
        emitted = metaobj.tvm.emit(executable, "out/net.o", header="out/net.h",
                                   executor="none", name="net")
        self.assertEqual(emitted.objects, ("out/net.lib0.o",))
        self.assertEqual(emitted.written,
                         ("out/net.o", "out/net.h", "out/net.lib0.o"))
        self.assertEqual(emitted.read, ())
        self.assertEqual(sorted(os.listdir("out")),
                         ["net.h", "net.lib0.o", "net.o"])
        metaobj.tvm.collect(executable, ".")
        self.assertEqual(pathlib.Path("out/net.lib0.o").read_bytes(),
                         pathlib.Path("lib0.o").read_bytes())
        # The command line makes the same of the same parts.
        subprocess.run([os.environ["METAOBJ"], "emit", "--quiet", "lib0.o",
                        "--model=net", "--ffi-root=relax.VMExecutable=vm.bin",
                        "-o", "same.o"], check=True)
        self.assertEqual(pathlib.Path("out/net.o").read_bytes(),
                         pathlib.Path("same.o").read_bytes())
        self.assertTrue(metaobj.check("out/net.o", "out/net.lib0.o").links)

    def test_failure(self):
        """An option that is wrong: nothing is written."""
        self.assertIn("unknown option", str(self.refused(built(), prefx="a")))

    def test_library(self):
        """Functions without Relax have a table, and nothing to execute."""
        import tvm_objects
        library = tvm.tirx.build(tvm_objects.Library,
                                 target=metaobj.tvm.target(**M4))
        with self.assertRaises(metaobj.MetaobjError) as caught:
            metaobj.tvm.emit(library, "m.o")
        self.assertEqual(caught.exception.message, "found a library of functions, "
                         "expected a relax.VMExecutable")
        self.assertEqual(os.listdir(), [])
        metaobj.tvm.emit(library, "m.o", executor="none")
        (table,) = metaobj.inspect("m.o")[0].tables
        self.assertIn("__tvm_ffi_lib_add_one", [row.name for row in table.rows])


class Run(Cases):
    """The executor of a model, on this computer."""

    def shared_object(self, name, executable, memory, **options):
        """A shared library of what emit() writes, and of the C runtime's part
        for operators of tvm-ffi, which has memory for workspaces."""
        metaobj.tvm.emit(executable, f"{name}.o", name=name, **options)
        root = pathlib.Path(__file__).resolve().parents[2] / "runtime_crt"
        path = f"./{name}-{next(self.numbers)}.so"
        # TVM's own runtime, in this process, has functions of the same names.
        subprocess.run(
            ["gcc", "-shared", "-fPIC", "-O1", "-Wl,-Bsymbolic",
             f"-DTVM_FFI_WORKSPACE_BYTES={memory}", f"-I{root}/include",
             f"-I{root}/src",
             *sorted(map(str, root.glob("src/ffi/*.c"))), f"{name}.o",
             f"{name}.lib0.o", "-lm", "-o", path], check=True)
        library = ctypes.CDLL(path)
        library.TVMFfiWorkspacePeak.restype = ctypes.c_size_t
        return library

    numbers = iter(range(1000))

    @staticmethod
    def aligned(shape, dtype):
        """An array whose address is a multiple of 64."""
        size = int(numpy.prod(shape)) * dtype.itemsize
        memory = numpy.zeros(size + 64, "uint8")
        start = -memory.ctypes.data % 64
        return memory[start:start + size].view(dtype).reshape(shape)

    def answers(self, library, name, values, like):
        """Outputs of two runs, which are equal."""
        def pointers(arrays):
            return (ctypes.c_void_p * len(arrays))(
                *(array.ctypes.data for array in arrays))

        inputs = [self.aligned(one.shape, one.dtype) for one in values]
        for array, value in zip(inputs, values):
            array[...] = value
        run = getattr(library, f"tvmgen_{name}_run")
        runs = []
        for _ in range(2):
            outputs = [self.aligned(one.shape, one.dtype) for one in like]
            self.assertEqual(run(pointers(inputs), pointers(outputs)), 0)
            runs.append(outputs)
        for one, other in zip(*runs):
            numpy.testing.assert_array_equal(one, other)
        return runs[0]

    def check_model(self, name, passes, memory, **options):
        """Outputs are bit by bit what TVM's virtual machine answers, and the most
        of workspaces is what workspaces() tells."""
        executable = built(name, passes, triple=HOST)
        values = models.seeded_inputs(models.MODELS[name]())
        expected = models.answers(executable, values)
        library = self.shared_object(name, executable, memory, **options)
        found = self.answers(library, name, values, expected)
        for one, other in zip(found, expected):
            numpy.testing.assert_array_equal(one, other)
        most = max(metaobj.tvm.workspaces(executable).values())
        self.assertEqual(library.TVMFfiWorkspacePeak(), most)
        return most

    def test_models(self):
        """Workspaces are planned with the tensors: the runtime has none."""
        for name in models.MODELS:
            for passes in (metaobj.tvm.pipeline, relax.get_default_pipeline):
                with self.subTest(model=name, passes=passes.__name__):
                    self.check_model(name, passes, 0)

    def test_prefix(self):
        """Operators of a system library, which have its prefix, too."""
        executable = models.build(
            module_of("cnn").with_attr("system_lib_prefix", "one_"),
            metaobj.tvm.target(HOST))
        values = models.seeded_inputs(models.MODELS["cnn"]())
        expected = models.answers(executable, values)
        library = self.shared_object("cnn", executable, 0)
        found = self.answers(library, "cnn", values, expected)
        numpy.testing.assert_array_equal(found[0], expected[0])

    def test_runtime_workspaces(self):
        """workspace=None: the runtime gives them from its own memory."""
        self.assertEqual(self.check_model(
            "cnn", relax.get_default_pipeline, 2240, workspace=None), 2240)
        with self.assertRaises(AssertionError):
            self.check_model("cnn", relax.get_default_pipeline, 2176,
                             workspace=None)


class Pipeline(Cases):
    """Operators for small memories."""

    def test_outputs(self):
        """Bit by bit those of TVM's own pipeline, and near ONNX's; integers are
        equal. No operator asks for a workspace."""
        asking = []
        for name, make in models.MODELS.items():
            with self.subTest(model=name):
                model = make()
                module, values = models.imported(model), models.seeded_inputs(model)
                target = metaobj.tvm.target(HOST)
                own, default = (
                    models.build(module, target, passes)
                    for passes in (metaobj.tvm.pipeline, relax.get_default_pipeline))
                found = models.answers(own, values)
                for one, other in zip(found, models.answers(default, values)):
                    numpy.testing.assert_array_equal(one, other)
                expected = ReferenceEvaluator(model).run(None, {
                    one.name: value
                    for one, value in zip(model.graph.input, values)})
                self.assertEqual(len(found), len(expected))
                for one, other in zip(found, expected):
                    self.assertEqual(one.dtype, other.dtype)
                    tolerance = 1e-5 if one.dtype.kind == "f" else 0
                    numpy.testing.assert_allclose(one, other, rtol=tolerance,
                                                  atol=tolerance)
                self.assertEqual(set(metaobj.tvm.workspaces(own).values()), {0})
                if any(metaobj.tvm.workspaces(default).values()):
                    asking.append(name)
        self.assertEqual(asking, ["autoencoder", "cnn", "keywords", "mobilenet",
                                  "resnet", "attention"])

    def test_other_targets(self):
        with self.assertRaises(metaobj.UsageError) as caught:
            metaobj.tvm.pipeline(tvm.target.Target("opencl"))
        self.assertEqual(caught.exception.message, "found a target of kind "
                         "'opencl', expected 'llvm' or 'c'")

    def test_dynamic(self):
        """Extents that only a call tells stay as TVM has them."""
        from tvm.relax.frontend import nn

        class Relu(nn.Module):
            def main(self, x):
                return nn.op.relu(nn.op.exp(x))

        module, _ = Relu().export_tvm(
            {"main": {"x": nn.spec.Tensor(("n", 4), "float32")}})
        target = metaobj.tvm.target(HOST)
        values = [numpy.linspace(-1, 1, 12, dtype="float32").reshape(3, 4)]
        own, default = (models.answers(models.build(module, target, passes), values)
                        for passes in (metaobj.tvm.pipeline,
                                       relax.get_default_pipeline))
        numpy.testing.assert_array_equal(own[0], default[0])

    def test_settings(self):
        """Smaller code, and no function of TVM that it calls."""
        target = metaobj.tvm.target(**M4, mfloat_abi="hard")
        self.assertEqual(
            {key: target.attrs[key] for key in ("mfloat-abi", "opt-level")},
            {"mfloat-abi": "hard", "opt-level": 1})
        module = module_of("mlp")
        with tvm.transform.PassContext(config=metaobj.tvm.pass_config()):
            executable = relax.build(
                module, target=target, system_lib=False,
                relax_pipeline=metaobj.tvm.pipeline(target))
        metaobj.tvm.collect(executable, ".")
        self.assertNotIn(b"TVMFFIErrorSetRaised",
                         pathlib.Path("lib0.o").read_bytes())
        metaobj.tvm.collect(models.build(module, target, checks=True), ".")
        self.assertIn(b"TVMFFIErrorSetRaised",
                      pathlib.Path("lib0.o").read_bytes())


class Workspaces(Cases):
    """Bytes that the code tells are those that it asks for when it runs."""

    def test_measured(self):
        for name in ("autoencoder", "cnn", "resnet", "attention"):
            with self.subTest(model=name):
                executable = built(name, triple=HOST)
                told = metaobj.tvm.workspaces(executable)
                measured = self.measured(name, executable)
                # Some operators are left over, and never run.
                self.assertEqual(measured, {one: told[one] for one in measured})
                self.assertGreater(max(measured.values()), 0)

    def test_device(self):
        """The same where no virtual machine runs; emit takes them."""
        for name in ("autoencoder", "cnn"):
            with self.subTest(model=name):
                executable = built(name, triple=HOST)
                told = metaobj.tvm.workspaces(executable)
                measured = metaobj.tvm.measure(executable)
                self.assertEqual(measured, {one: told[one] for one in measured})
                self.assertGreater(max(measured.values()), 0)
                values = models.seeded_inputs(models.MODELS[name]())
                names = [one.name for one in models.MODELS[name]().graph.input]
                self.assertEqual(measured, metaobj.tvm.measure(
                    executable, inputs=dict(zip(names, values))))
                metaobj.tvm.emit(executable, "told.o")
                metaobj.tvm.emit(executable, "measured.o", workspace=[
                    f"{one}={size}" for one, size in measured.items() if size])
                self.assertEqual(pathlib.Path("told.o").read_bytes(),
                                 pathlib.Path("measured.o").read_bytes())

    def measured(self, name, executable):
        # A path that is loaded a second time would be the first file.
        path = f"./{name}.so"
        executable.export_library(path)
        machine = relax.VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
        library = ctypes.CDLL(path)
        taker, giver = (
            ctypes.c_void_p.in_dll(library, f"__TVMBackend{verb}Workspace")
            for verb in ("Alloc", "Free"))
        take_type = ctypes.CFUNCTYPE(
            ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_uint64,
            ctypes.c_int, ctypes.c_int)
        give_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int,
                                     ctypes.c_void_p)
        take, give = take_type(taker.value), give_type(giver.value)
        used, most, running = {}, {}, []

        def count_taken(device, number, size, code, bits):
            place = take(device, number, size, code, bits)
            used[place] = -(-size // 64) * 64
            most[running[0]] = max(most[running[0]], sum(used.values()))
            return place

        def count_given(device, number, place):
            del used[place]
            return give(device, number, place)

        def look(_, operator, before, *__):
            if before and not operator.startswith("vm."):
                running[:] = [operator]
                most.setdefault(operator, 0)

        callbacks = take_type(count_taken), give_type(count_given)
        taker.value, giver.value = (
            ctypes.cast(one, ctypes.c_void_p).value for one in callbacks)
        machine.set_instrument(look)
        machine["main"](*map(tvm.runtime.tensor, models.seeded_inputs(
            models.MODELS[name]())))
        self.assertEqual(used, {})
        return most


if __name__ == "__main__":
    sys.exit(unittest.main())
