# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package: equal bytes, arrays of all kinds, errors."""

import os
import re
import sys

from lib import toolchain

CASES = "tests/e2e/lib/python_cases.py"


class PythonTest(toolchain.ToolTest):
    """Runs Python with the package of the source tree."""

    def setUp(self):
        super().setUp()
        self.shared_library = os.path.join(
            toolchain.OPTIONS.build, "lib", "libmetaobj.so.1")
        if not os.path.exists(self.shared_library):
            self.skipTest("this build has no libmetaobj.so.1")
        self.environment = {
            **os.environ, "METAOBJ_LIBRARY": self.shared_library,
            "PYTHONPATH": toolchain.source_path("python"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "METAOBJ": toolchain.OPTIONS.metaobj}

    def run_python(self, python, *arguments, **options):
        options.setdefault("env", self.environment)
        return toolchain.start([python, *arguments], cwd=self.path(),
                               **options)


class Arrays(PythonTest):
    """tests/e2e/lib/python_cases.py, whose classes are named here."""

    def run_cases(self, case, *modules):
        result = self.run_python(
            toolchain.python_with(*modules), "-W", "error",
            toolchain.source_path(CASES), "-v", case)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("skipped", result.stderr)

    def test_numpy(self):
        """Types, strides, byte orders, memory."""
        self.run_cases("NumpyCases", "numpy")

    def test_extract(self):
        """Arrays come back."""
        self.run_cases("ExtractCases", "numpy")

    @toolchain.long
    def test_torch(self):
        """What only DLPack carries."""
        self.run_cases("TorchCases", "torch")

    def test_without_both(self):
        """Buffers, capsules made by hand, errors, reports."""
        self.run_cases("PlainCases")

    def test_tvm(self):
        """What metaobj.tvm does without TVM."""
        self.run_cases("TvmCases")

    def test_notebook(self):
        """What a kernel shows in the output of a cell."""
        self.run_cases("NotebookCases", "ipykernel", "nbclient")


#: What users write. mypy reports the lines that are marked, and no other.
CLIENT = """
import io
from pathlib import Path
from typing import Dict, List, Optional, Tuple

import metaobj

def tell(what: metaobj.Diagnostic) -> None:
    print(what.severity.upper(), what.hint)

def go_on(done: int, total: int) -> bool:
    return done < total

model = metaobj.Model("net")
model.add_file(Path("op.o"))
model.add_bytes("op.ll", b"")
model.add_function("add", "tvmgen_net_add")
model.add_param("w", memoryview(b"1234"), dtype="float32")
result = model.emit("m.o", header=Path("m.h"), place=["w:section=.fast"],
                    shards=2, record=True, on_diagnostic=tell, progress=go_on)
model.emit(b"m.o", progress=metaobj.ProgressBar(patience=0.5))
model.emit(io.BytesIO())
metaobj.link("a.elf", "op.o", io.BytesIO(), memoryview(b""))
first: str = result.written[0]
size: int = len(model.emit_bytes(prefix="net"))
found: List[metaobj.Inspection] = metaobj.inspect("m.o", verify=True)
shape: Optional[List[int]] = list(found[0].params[0].shape or ())
address: Optional[int] = found[0].registries[0].functions[0].address
total: int = sum(each.bytes for each in found[0].params)
data: bytes = metaobj.extract("m.o", "w").data
arrays = metaobj.load("m.o", base="0x1000")
again: Dict[str, object] = arrays
links: bool = metaobj.check("m.o", pie=True).links
metaobj.link("a.elf", "op.o", "m.o", relocatable=True,
             with_runtime=["graph", "aot"], linker_argument=["--trace"])
metaobj.link("a.elf", "op.o", with_runtime=True, uf2_family="0xe48bff56")
model.emit("m.o", abi="tvm-ffi", register=True, base=0x1000, preset=("tvm",),
           sign=b"key.pem", functions=[Path("names")])
options: metaobj.EmitOptions = {"prefix": "net", "record": True}
model.emit("m.o", **options)
with open("op.o", "rb") as binary, open("op.ll") as text:
    model.add_file(binary)
    metaobj.inspect(binary)
    metaobj.inspect(text)  # arg-type
    metaobj.link("a.elf", text)  # arg-type
with open("m.o", "wb") as written, open("m.txt", "w") as lines:
    model.emit(written, prefix="net")
    model.emit(lines)  # arg-type
device = metaobj.device.connect("host", objects=["op.o"], stack=4096)
device.time("graph.json", repeat=3)
named: metaobj.Param = found[0].params["w"]
part: Tuple[metaobj.Param, ...] = found[0].params[:1]
function: metaobj.Function = found[0].registries[0].functions["f"]
model.add_params({"v": b""})
names: List[str] = [each["name"] for each in metaobj.settings()["commands"]]
try:
    metaobj.diff("m.o", "n.o")
except metaobj.MetaobjError as error:
    print(error.hint.upper(), [each.message for each in error.others])

model.add_param(5, b"")  # arg-type
model.add_param("w", b"", dtype=4)  # arg-type
model.add_bytes("w", "text")  # arg-type
model.emit(1)  # arg-type
model.emit("m.o", prefix=1.5)  # arg-type
model.emit("m.o", progress="yes")  # arg-type
model.emit("m.o", on_diagnostic=go_on)  # arg-type
metaobj.ProgressBar(patience="long")  # arg-type
metaobj.diff("m.o")  # call-arg
metaobj.inspect("m.o").params  # attr-defined
found[0].params[0].bytes + "1"  # operator
found[0].params[0].shape[0]  # index
found[0].params[0].name = "v"  # misc
found[0].params[b"w"]  # call-overload
first = result.summary  # assignment
metaobj.extract("m.o", 5)  # arg-type
metaobj.Modle()  # attr-defined
model.emit("m.o", prefx="a")  # call-arg
model.emit_bytes(abi="tvm")  # arg-type
model.emit("m.o", quiet=True)  # call-arg
model.emit("m.o", record="yes")  # arg-type
model.emit("m.o", preset=["tvm", "none"])  # list-item
model.emit("m.o", place={"w:section=.fast"})  # arg-type
model.emit("m.o", place=(each for each in names))  # arg-type
model.emit("m.o", model="other")  # call-arg
metaobj.inspect("m.o", verify="yes")  # arg-type
metaobj.inspect("m.o", extract="w")  # call-arg
metaobj.extract("m.o", "w", verify=True)  # call-arg
metaobj.load("m.o", name="w")  # call-arg
metaobj.size("m.o", budgets="b.json")  # call-arg
metaobj.check("m.o", pie="yes")  # arg-type
metaobj.plan("graph.json", pool=5)  # arg-type
metaobj.link("a.elf", "m.o", board=5)  # arg-type
metaobj.device.connect("host", stck=5)  # call-arg
device.run("graph.json", repeat=3)  # call-arg
options = {"prefx": "net"}  # typeddict-item
"""


class Types(toolchain.ToolTest):
    """The package says of what type everything is."""

    def mypy(self, *arguments):
        return toolchain.start(
            [toolchain.python_with("mypy"), "-m", "mypy", "--strict",
             "--python-version", "3.9", "--cache-dir", self.path("cache"),
             # Before 1.7.
             "--enable-incomplete-feature=Unpack", *arguments], cwd=self.path(),
            env={**os.environ, "MYPYPATH": toolchain.source_path("python")})

    def test_package(self):
        """Its own code keeps to it, for the oldest Python."""
        result = self.mypy("-p", "metaobj")
        self.assertEqual((result.returncode, result.stderr), (0, ""),
                         result.stdout)
        self.assertIn("no issues found in 13 source files", result.stdout)

    def test_calls(self):
        """Right calls pass, wrong ones are reported."""
        result = self.mypy(self.write("client.py", CLIENT))
        found = re.findall(r"client\.py:(\d+): error: .*\[([a-z-]+)\]$",
                           result.stdout, re.MULTILINE)
        expected = [(str(number), line.split("# ")[1])
                    for number, line in enumerate(CLIENT.splitlines(), 1)
                    if "  # " in line]
        self.assertEqual(found, expected, result.stdout)


class Options(toolchain.ToolTest):
    """The keywords are the program's settings."""

    def test_written(self):
        """tools/write_options.py writes what is there, docs/options.md too."""
        result = toolchain.start(
            [sys.executable, toolchain.source_path("tools/write_options.py"),
             toolchain.OPTIONS.metaobj, "--check"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))


class CommandLine(PythonTest):
    """python3 -m metaobj is metaobj."""

    def test_equal(self):
        for arguments, status in ((["--version"], 0), (["targets"], 0),
                                  (["mend"], 2), (["inspect", "none.o"], 1)):
            with self.subTest(arguments=arguments):
                own = self.run_python(sys.executable, "-m", "metaobj",
                                      *arguments)
                tool = self.metaobj(*arguments, cwd=self.path())
                self.assertEqual(
                    (own.returncode, own.stdout, own.stderr),
                    (status, tool.stdout, tool.stderr))

    def test_missing_library(self):
        """Who has no library is told what to do."""
        self.environment["METAOBJ_LIBRARY"] = "nowhere.so"
        result = self.run_python(sys.executable, "-c", "import metaobj")
        self.assertEqual(result.returncode, 1)
        self.assertIn("install the wheel of metaobj, or name the library with "
                      "METAOBJ_LIBRARY", result.stderr)


if __name__ == "__main__":
    toolchain.main()
