#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Today's compilers from PyPI make objects; metaobj concludes what they are.

requirements.txt names the compilers, which are installed into a virtual
environment in the build folder. Each <compiler>_objects.py compiles a small
model there as users of the compiler do. `metaobj emit` gets no flag that says
whose objects they are, and programs use the tables: with TVM's own virtual
machine, by IREE's query functions, and by name for Halide and Numba.
"""

import functools
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent / "docs")]
import run_examples  # noqa: E402
from lib import toolchain  # noqa: E402

REQUIREMENTS = HERE / "requirements.txt"
PIP_SECONDS = 1800
COMPILE_SECONDS = 600


def folder():
    """In the build, kept between runs."""
    return pathlib.Path(toolchain.OPTIONS.build).resolve() / "live"


@functools.cache
def obstacle():
    """Why PyPI cannot be reached, or nothing."""
    result = toolchain.start(
        [toolchain.python_with("pip"), "-m", "pip", "download", "--quiet",
         "--disable-pip-version-check", "--no-deps", "--no-cache-dir",
         "--retries=1", "--dest", folder() / "probe", "wheel"])
    return result.returncode and "PyPI cannot be reached: " + (
        result.stderr.strip().splitlines() or ["pip says nothing"])[-1]


def with_planner(test):
    """The environment of a process that loads metaobj_plan of this build."""
    library = pathlib.Path(toolchain.OPTIONS.build, "lib", "libmetaobj_plan.so.1")
    if not library.exists():
        test.skipTest("this build has no libmetaobj_plan.so.1")
    return {**os.environ, "METAOBJ_PLAN_LIBRARY": str(library.resolve()),
            "PYTHONPATH": toolchain.source_path("python/plan"),
            "PYTHONDONTWRITEBYTECODE": "1"}


def environment(requirements=REQUIREMENTS, name="environment", *flags):
    """A virtual environment with the packages; a skip without PyPI."""
    place = folder() / name
    stamp = place / "requirements"
    wanted = sys.version + requirements.read_text()
    if stamp.exists() and stamp.read_text() == wanted:
        return place
    # All that fails after this look is a failure.
    if obstacle():
        raise unittest.SkipTest(obstacle())
    python = toolchain.python_with("venv", "ensurepip")
    shutil.rmtree(place, ignore_errors=True)
    result = toolchain.start([python, "-m", "venv", place])
    if result.returncode:
        raise RuntimeError(result.stdout + result.stderr)
    result = toolchain.start(
        [place / "bin" / "python3", "-m", "pip", "install", "--quiet",
         "--disable-pip-version-check", *flags, "-r", requirements],
        timeout=PIP_SECONDS)
    if result.returncode:
        raise RuntimeError("pip install: " + result.stderr)
    stamp.write_text(wanted)
    return place


def made_by(script, name, requirements=REQUIREMENTS, *environment_arguments):
    """The folder that a script of this one fills, once for each state of it."""
    python = environment(requirements, *environment_arguments) / "bin" / "python3"
    script, place = HERE / script, folder() / name
    stamp = place / "made-by"
    wanted = hashlib.sha256(
        script.read_bytes() + requirements.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(place, ignore_errors=True)
        result = toolchain.start([python, "-B", script, place],
                                 timeout=COMPILE_SECONDS)
        if result.returncode:
            raise RuntimeError(f"{script.name}: {result.stderr}")
        stamp.write_text(wanted)
    return place


def packages():
    """Where the compilers' headers and libraries are."""
    (place,) = (environment() / "lib").glob("python3.*/site-packages")
    return place


class Objects(toolchain.ToolTest):
    """What all compilers have in common."""

    compiler = None

    def setUp(self):
        super().setUp()
        if self.compiler:
            self.objects = made_by(f"{self.compiler}_objects.py",
                                   f"objects/{self.compiler}")

    def emit_said(self, *arguments, status=0):
        """Runs emit; returns what it says."""
        result = self.metaobj("emit", *arguments)
        self.assertEqual((result.returncode, result.stdout), (status, ""),
                         result.stderr)
        return result.stderr

    def table(self, path, kind):
        """Names (or symbols) in the one table of an object."""
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = json.loads(result.stdout)
        self.assertEqual([each["kind"] for each in found["tables"]], [kind],
                         result.stdout)
        self.assertEqual(found.get("registries", []), [])
        return [row["name"] or row["symbol"]
                for row in found["tables"][0]["rows"]]

    def run_program(self, source, *arguments, flags=(), arguments_of_run=()):
        """Compiles and links a program by the host's compiler, runs it."""
        program = self.path("program")
        self.run_tool("gcc", "-Wall", "-Werror", "-I" + self.folder, *flags,
                      source, *arguments, "-o", program)
        return self.run_tool(program, *arguments_of_run)


#: The head of both programs.
TVM_LIBRARY = """
#include <metaobj-c/metaobj_tables.h>

#include <cstdio>
#include <cstdlib>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <vector>

namespace ffi = tvm::ffi;

// The linker is told which model's it is.
METAOBJ_DECLARE_FFI_TABLE(any);

struct Heap {
  void AllocData(DLTensor *tensor) {
    tensor->data =
        aligned_alloc(64, (ffi::GetDataSize(*tensor) + 63) / 64 * 64);
  }
  void FreeData(DLTensor *tensor) { free(tensor->data); }
};

static ffi::Tensor make(const std::vector<int64_t> &shape) {
  return ffi::Tensor::FromNDAlloc(Heap(), ffi::Shape(shape),
                                  DLDataType{kDLFloat, 32, 1},
                                  DLDevice{kDLCPU, 0});
}

static ffi::Module find(const char *prefix) {
  if (metaobj_ffi_register(any_tvm_ffi_table(),
                           TVMFFIEnvModRegisterSystemLibSymbol) != 0)
    exit(1);
  return ffi::Function::GetGlobalRequired("ffi.SystemLib")(ffi::String(prefix))
      .cast<ffi::Module>();
}
"""

TVM_CALLER = TVM_LIBRARY + """
// program <library>
int main(int argc, char **argv) {
  auto source = make({4}), to = make({4});
  for (int i = 0; i < 4; ++i)
    static_cast<float *>(source.data_ptr())[i] = i;
  (*find(argv[1])->GetFunction("add_one"))(source, to);
  for (int i = 0; i < 4; ++i)
    printf("%g ", static_cast<float *>(to.data_ptr())[i]);
}
"""

TVM_CLIENT = TVM_LIBRARY + """
// program <input> <output> <library> <extent>...
int main(int argc, char **argv) {
  auto library = find(argv[3]);
  auto machine =
      (*library->GetFunction("vm_load_executable"))().cast<ffi::Module>();
  // The processor, its first device, memory from pools.
  (*machine->GetFunction("vm_initialization"))(1, 0, 2);
  std::vector<int64_t> shape;
  for (int i = 4; i < argc; ++i)
    shape.push_back(atoi(argv[i]));
  auto input = make(shape);
  FILE *file = fopen(argv[1], "rb");
  const size_t bytes = ffi::GetDataSize(input);
  if (!file || fread(input.data_ptr(), 1, bytes, file) != bytes)
    return 1;
  auto output =
      (*machine->GetFunction("main"))(input).cast<ffi::Tensor>();
  FILE *written = fopen(argv[2], "wb");
  const size_t size = ffi::GetDataSize(output);
  return !written || fwrite(output.data_ptr(), 1, size, written) != size ||
         fclose(written) != 0;
}
"""


class Tvm(Objects):
    """Operators and bytecode of relax.build."""

    compiler = "tvm"

    #: Model: its input, and operators that it has among others.
    MODELS = {"mlp": ((1, 16), ["matmul", "relu"]),
              "mlp2": ((1, 16), ["matmul", "relu"]),
              "cnn": ((1, 3, 16, 16), ["conv2d", "relu"])}

    def run_model(self, folder, shape, table, objects, library=""):
        """The answer of TVM's virtual machine that finds our table."""
        output = pathlib.Path(self.path("output.bin"))
        output.unlink(missing_ok=True)
        self.run_tool(self.link(TVM_CLIENT, table, objects, "-ltvm_runtime"),
                      folder / "input.bin", output, library, *shape)
        return output.read_bytes()

    def link(self, source, table, objects, *libraries):
        """A program of C++ with the wheels' libraries."""
        site = packages()
        folders = [site / "tvm_ffi" / "lib", site / "tvm" / "lib"]
        client, program = self.path("client.o"), self.path("program")
        if not os.path.exists(client):
            self.run_tool("g++", "-std=c++17", "-Wall", "-Werror",
                          "-I" + toolchain.source_path("include"),
                          f"-isystem{site / 'tvm_ffi' / 'include'}", "-c",
                          self.write("client.cc", source), "-o", client)
        self.run_tool("g++", client, *objects,
                      f"-Wl,--defsym=any_tvm_ffi_table={table}",
                      *(f"-L{each}" for each in folders),
                      *(f"-Wl,-rpath,{each}" for each in folders),
                      "-Wl,--no-as-needed", *libraries, "-ltvm_ffi", "-o",
                      program)
        return program

    def test_host(self):
        """Archive and objects: the table is tvm-ffi's, TVM runs the model."""
        for name, (shape, operators) in self.MODELS.items():
            place = self.objects / f"{name}-host"
            for inputs in ([place / "model.tar"],
                           [place / "lib0.o", place / "devc.o"]):
                with self.subTest(model=name, inputs=inputs[0].name):
                    meta = self.path("meta.o")
                    said = self.emit_said(*inputs, "-o", meta)
                    self.assertNotIn("warning", said)
                    self.assertNotIn("hfsf2", said)
                    self.assertIn("tvm-ffi", said)
                    rows = self.table(meta, "tvm-ffi")
                    self.assertIn("__tvm_ffi__library_bin", rows)
                    for operator in operators:
                        self.assertIn("__tvm_ffi_" + operator, rows)
                    self.assertEqual(
                        self.run_model(place, shape,
                                       "tvmgen_default_tvm_ffi_table",
                                       [meta, place / "lib0.o",
                                        place / "devc.o"]),
                        (place / "output.bin").read_bytes())

    def test_cortex_m4(self):
        """The same tables for a microcontroller: they fit their objects."""
        for name, (_, operators) in self.MODELS.items():
            with self.subTest(model=name):
                place = self.objects / f"{name}-m4"
                meta = self.path("meta.o")
                self.emit_said(place / "model.tar", "-o", meta)
                rows = self.table(meta, "tvm-ffi")
                for operator in operators:
                    self.assertIn("__tvm_ffi_" + operator, rows)
                objects = [meta, place / "lib0.o", place / "devc.o"]
                result = self.metaobj("check", *objects)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.run_tool("ld.lld", "-r", *objects, "-o",
                              self.path("all.o"))
                header = self.run_tool("llvm-readelf", "-h", meta)
                self.assertRegex(header, r"Machine: +ARM\n")

    def test_library(self):
        """A function that tvm.tirx.build made, with libtvm_ffi alone. The
        library has a prefix, its function none."""
        place = self.objects / "library-host"
        meta = self.path("meta.o")
        self.emit_said(place / "model.tar", "--prefix=lib_", "-o", meta)
        self.assertIn("__tvm_ffi_lib_add_one", self.table(meta, "tvm-ffi"))
        program = self.link(TVM_CALLER, "lib__tvm_ffi_table",
                            [meta, place / "lib0.o"])
        self.assertEqual(self.run_tool(program, "lib_"), "1 2 3 4 ")

    def test_equal_names(self):
        """Two models without prefixes do not link: check says so."""
        objects = []
        for name in ("mlp", "mlp2"):
            place = self.objects / f"{name}-host"
            meta = self.path(f"{name}.o")
            self.emit_said(place / "model.tar", f"--prefix={name}", "-o", meta)
            objects += [meta, place / "lib0.o", place / "devc.o"]
        result = self.metaobj("check", *objects)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("'__tvm_ffi_matmul'", result.stderr)

    def test_prefixes(self):
        """Two models that Relax gave a prefix each are in one program."""
        files, tables = [], []
        for name in ("mlp", "mlp2"):
            place = self.objects / f"{name}-prefix-host"
            meta = self.path(f"{name}.o")
            self.emit_said(place / "model.tar", f"--prefix={name}_", "-o",
                           meta)
            rows = self.table(meta, "tvm-ffi")
            self.assertIn(f"__tvm_ffi_{name}_matmul", rows)
            tables.append(f"{name}__tvm_ffi_table")
            files += [meta, place / "lib0.o", place / f"{name}_devc.o"]
        for name, table in zip(("mlp", "mlp2"), tables):
            place = self.objects / f"{name}-host"
            with self.subTest(model=name):
                self.assertEqual(
                    self.run_model(place, (1, 16), table, files,
                                   library=name + "_"),
                    (place / "output.bin").read_bytes())


class TvmPackage(Objects):
    """metaobj.tvm, on models that TVM has compiled in the same process."""

    def setUp(self):
        super().setUp()
        library = pathlib.Path(toolchain.OPTIONS.build, "lib",
                               "libmetaobj.so.1")
        if not library.exists():
            self.skipTest("this build has no libmetaobj.so.1")
        self.python = environment() / "bin" / "python3"
        self.variables = {
            **os.environ, "METAOBJ_LIBRARY": str(library.resolve()),
            "METAOBJ": toolchain.OPTIONS.metaobj,
            "PYTHONPATH": toolchain.source_path("python"),
            "PYTHONDONTWRITEBYTECODE": "1"}

    def run_script(self, *arguments):
        result = toolchain.start([self.python, *arguments], env=self.variables,
                                 timeout=COMPILE_SECONDS)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def run_cases(self, case):
        result = self.run_script(HERE / "tvm_cases.py", "-v", case)
        self.assertNotIn("skipped", result.stderr)

    def test_collect(self):
        """Every module of a tree is listed, whatever it is."""
        self.run_cases("Collect")

    def test_emit(self):
        """Files of an emission; none after an error."""
        self.run_cases("Emit")

    def test_run(self):
        """Programs without TVM answer as TVM does."""
        self.run_cases("Run")

    def test_pipeline(self):
        """Outputs of the pipeline for small memories are TVM's."""
        self.run_cases("Pipeline")

    def test_workspaces(self):
        """Bytes in the code are those of a run."""
        self.run_cases("Workspaces")

    def test_sizes(self):
        """The table of sizes: less memory and code, the same calls."""
        table = [line.split(" | ") for line in self.run_script(
            HERE / "tvm_sizes.py", "cnn").stdout.splitlines()]
        rows = {row[1]: [int(cell.strip(" |").replace(",", ""))
                         for cell in row[2:]] for row in table[2:]}
        self.assertEqual(list(rows), ["relax.build", "default",
                                      "default, small", "metaobj"])
        self.assertEqual([row[2] for row in rows.values()],
                         [1216, 2240, 2240, 0])
        self.assertEqual(rows["default, small"][:2], rows["metaobj"][:2])
        # TVM's storages and the largest workspace do not share memory.
        for _, storages, workspace, planned, *_ in rows.values():
            self.assertLess(planned, storages + workspace)
        for code in (4, 5):
            self.assertGreater(rows["default"][code],
                               3 * rows["metaobj"][code])

    #: Target of examples/tvm/build.py: clang's flags, the board, QEMU.
    BOARDS = {
        "cortex-m4": (["--target=thumbv7em-none-eabi", "-mcpu=cortex-m4",
                       "-mfloat-abi=softfp"], "mps2-an386",
                      ["qemu-system-arm", "-M", "mps2-an386"]),
        "riscv32": (["--target=riscv32-unknown-elf", "-march=rv32imafc",
                     "-mabi=ilp32f"], "riscv-virt",
                    ["qemu-system-riscv32", "-M", "virt", "-bios", "none"]),
    }

    def build_example(self, target):
        """The files of examples/tvm/build.py, in a folder of their own."""
        place = self.path(target)
        os.mkdir(place)
        result = toolchain.start(
            [self.python, toolchain.source_path("examples/tvm/build.py"),
             target], env=self.variables, cwd=place, timeout=COMPILE_SECONDS)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout,
                         "wrote keywords.o keywords.h keywords.lib0.o\n")
        return place

    def test_tutorial(self):
        """What docs/tutorial-tvm.md shows: from ONNX to a prediction."""
        source = pathlib.Path(toolchain.OPTIONS.source).resolve()
        place = pathlib.Path(self.path("tutorial"))
        programs = place / "bin"
        programs.mkdir(parents=True)
        (programs / "metaobj").symlink_to(toolchain.OPTIONS.metaobj)
        path = os.pathsep.join([str(programs), str(self.python.parent),
                                toolchain.OPTIONS.llvm_bin, os.environ["PATH"]])
        failures, count = run_examples.run_document(
            source / "docs" / "tutorial-tvm.md", source, place / "page",
            {**self.variables, "PATH": path, "LC_ALL": "C.UTF-8"},
            also="tests/live/compilers.py")
        self.assertEqual((failures, count), ([], 6))

    def test_example_on_boards(self):
        """The same on two chips, and what it takes there."""
        root = toolchain.OPTIONS.source
        includes = ["-I."] + [f"-I{root}/{name}" for name in (
            "examples/digits/boards", "runtime_crt/include",
            "runtime_crt/ports/semihosting")]
        for target, (flags, board, qemu) in self.BOARDS.items():
            place = self.build_example(target)
            self.run_tool("clang", *flags, "-Os", "-Wall", "-Werror", *includes,
                          "-ffreestanding", "-c", f"{root}/examples/tvm/main.c",
                          f"{root}/examples/digits/boards/semihosting.c",
                          cwd=place)
            result = self.metaobj(
                "link", "main.o", "semihosting.o", "keywords.o",
                "keywords.lib0.o", "-o", "firmware.elf", f"--board={board}",
                "--with-runtime=semihosting,startup,ffi", cwd=place)
            self.assertEqual((result.returncode, result.stdout), (0, ""))
            # Weights once, and one memory.
            flash, ram = (int(line.split()[1].replace(",", ""))
                          for line in result.stderr.splitlines())
            self.assertLess(flash, 17840 + 9000)
            self.assertLess(ram, 32000 + 256)
            output = self.run_tool(*qemu, "-nographic", "-semihosting",
                                   "-kernel", "firmware.elf", cwd=place)
            self.assertIn("word 10, as TVM hears it", output)

    def test_example_on_host(self):
        """The same program under Linux."""
        place = self.build_example("host")
        boards = toolchain.source_path("examples/digits/boards")
        self.run_tool("cc", "-Os", "-I.", f"-I{boards}",
                      toolchain.source_path("examples/tvm/main.c"),
                      f"{boards}/host/output.c", "keywords.o",
                      "keywords.lib0.o", "-lm", "-o", "demo", cwd=place)
        self.assertEqual(self.run_tool(os.path.join(place, "demo")),
                         "word 10, as TVM hears it\n")

    def test_recorded(self):
        """tests/e2e/tvm_models has what its script makes."""
        recorded = HERE.parent / "e2e" / "tvm_models"
        made = pathlib.Path(self.path("made"))
        self.run_script(recorded / "record.py", made)
        files = [path.relative_to(made) for path in sorted(made.glob("*/*"))]
        self.assertEqual(
            files, [path.relative_to(recorded)
                    for path in sorted(recorded.glob("*/*.*"))
                    if path.suffix != ".pyc"])
        for file in files:
            self.assertEqual((made / file).read_bytes(),
                             (recorded / file).read_bytes(), file)


IREE_CLIENT = """
#include "meta.h"
struct header { uint32_t version; const char *name; };

/* The library's own name, if it answers as IREE's loader asks. */
const char *library_name(void);
const char *library_name(void) {
  const metaobj_iree_table_t *table = tvmgen_default_iree_table();
  const struct header *const *header;
  if (table->num_libraries != 1 || table->queries[0](0, 0) != 0)
    return "no";
  /* The version of IREE 3.13's interface. */
  header = (const struct header *const *)table->queries[0](6, 0);
  return header ? (*header)->name : "none";
}

#ifdef HOSTED
#include <stdio.h>
int main(void) { return puts(library_name()) < 0; }
#endif
"""


class Iree(Objects):
    """Static libraries of iree-compile."""

    compiler = "iree"

    #: Target: machine in the ELF header, compiler of C and its flags.
    TARGETS = {
        "host": (r"X86-64", ["gcc"]),
        "m4": ("ARM", ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb",
                       "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]),
        "riscv32": ("RISC-V", ["riscv64-unknown-elf-gcc", "-march=rv32im",
                               "-mabi=ilp32"]),
    }

    def test_tables(self):
        """Query functions, called on the host and linked for the others."""
        client = self.write("client.c", IREE_CLIENT)
        for name, (machine, compiler) in self.TARGETS.items():
            with self.subTest(target=name):
                operators = self.objects / name / "mlp.o"
                meta = self.path("meta.o")
                said = self.emit_said(operators, "-o", meta,
                                      "--header=" + self.path("meta.h"))
                self.assertNotIn("warning", said)
                self.assertIn("IREE", said)
                self.assertEqual(self.table(meta, "iree"),
                                 ["run_dispatch_0_library_query"])
                self.assertRegex(self.run_tool("llvm-readelf", "-h", meta),
                                 rf"Machine: .*{machine}")
                if name == "host":
                    self.assertEqual(
                        self.run_program(client, meta, operators,
                                         flags=["-DHOSTED"]),
                        "run_dispatch_0\n")
                    continue
                self.run_tool(compiler[0], *compiler[1:], "-Wall", "-Werror",
                              "-ffreestanding", "-nostdlib", "-r",
                              "-I" + self.folder, client, meta, operators,
                              "-o", self.path("linked.o"))


class ByName(Objects):
    """Objects that tell no calling interface: emit asks for the functions."""

    def refused(self, operators, *names):
        """The flags that the error proposes, which names all of `names`."""
        said = self.emit_said(operators, "-o", self.path("meta.o"), status=1)
        self.assertFalse(os.path.exists(self.path("meta.o")))
        self.assertIn("metaobj: error: ", said)
        for name in names:
            self.assertIn(f"'{name}'", said)
        hint = said[said.index("metaobj: hint: "):]
        flags = [word for word in shlex.split(hint) if word.startswith("--")]
        self.assertTrue(flags, said)
        return flags


HALIDE_CLIENT = """
#include "meta.h"
#include <HalideRuntime.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const metaobj_function_table_t *table = tvmgen_default_function_table();
  float in[2][6] = {{3, 6, 9, 12, 15, 18}, {1, 1, 1, 4, 4, 4}}, out[2][4];
  struct halide_dimension_t from[] = {{0, 6, 1, 0}, {0, 2, 6, 0}};
  struct halide_dimension_t to[] = {{0, 4, 1, 0}, {0, 2, 4, 0}};
  struct halide_buffer_t image = {0}, blurred = {0};
  image.type.code = blurred.type.code = halide_type_float;
  image.type.bits = blurred.type.bits = 32;
  image.type.lanes = blurred.type.lanes = 1;
  image.dimensions = blurred.dimensions = 2;
  image.host = (uint8_t *)in, image.dim = from;
  blurred.host = (uint8_t *)out, blurred.dim = to;
  for (uint32_t i = 0; i < table->num_functions; ++i)
    if (strcmp(table->functions[i].name, "blur") == 0) {
      int status = ((int (*)(struct halide_buffer_t *,
                             struct halide_buffer_t *))table->functions[i]
                        .function)(&image, &blurred);
      printf("%d: %g %g %g %g, %g %g %g %g\\n", status, out[0][0], out[0][1],
             out[0][2], out[0][3], out[1][0], out[1][1], out[1][2], out[1][3]);
    }
  return 0;
}
"""


class Halide(ByName):
    """An ahead-of-time filter, with Halide's runtime in its object."""

    compiler = "halide"

    def test_host(self):
        """Refused with a flag that works: the filter is called by name."""
        operators = self.objects / "host" / "blur.o"
        flags = self.refused(operators, "blur")
        meta = self.path("meta.o")
        self.emit_said(operators, *flags, "-o", meta,
                       "--header=" + self.path("meta.h"))
        self.assertIn("blur", self.table(meta, "functions"))
        self.assertEqual(
            self.run_program(
                self.write("client.c", HALIDE_CLIENT), meta, operators, "-lm",
                "-ldl", "-lpthread",
                flags=[f"-I{packages() / 'halide' / 'include'}"]),
            "0: 6 9 12 15, 1 2 3 4\n")

    def test_others(self):
        """Arm without an operating system."""
        for target in ("arm-32-noos", "arm-64-noos"):
            with self.subTest(target=target):
                operators = self.objects / target / "blur.o"
                flags = self.refused(operators, "blur")
                meta = self.path("meta.o")
                self.emit_said(operators, *flags, "-o", meta)
                self.assertIn("blur", self.table(meta, "functions"))
                os.remove(meta)


NUMBA_CLIENT = """
#include "meta.h"
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  const metaobj_function_table_t *table = tvmgen_default_function_table();
  for (uint32_t i = 0; argc > 1 && i < table->num_functions; ++i)
    if (strcmp(table->functions[i].name, argv[1]) == 0)
      printf("%g\\n", ((double (*)(double, double))table->functions[i]
                          .function)(4, 10.5));
  return 0;
}
"""


class Numba(ByName):
    """A C callback."""

    compiler = "numba"

    def test_host(self):
        """Refused with a flag that works: the callback is called by name."""
        operators = self.objects / "host" / "scale.o"
        name = (self.objects / "host" / "scale.name").read_text()
        flags = self.refused(operators, name)
        meta = self.path("meta.o")
        self.emit_said(operators, *flags, "-o", meta,
                       "--header=" + self.path("meta.h"))
        self.assertIn(name, self.table(meta, "functions"))
        # Numba compiles for a fixed place, and for Python's errors, which this
        # function never raises.
        self.assertEqual(
            self.run_program(self.write("client.c", NUMBA_CLIENT), meta,
                             operators,
                             "-no-pie", "-Wl,--unresolved-symbols=ignore-all",
                             arguments_of_run=[name]),
            "43\n")


if __name__ == "__main__":
    toolchain.main()
