# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that take files out of Model Library Format go on working.

An archive as TVM writes it goes through `metaobj emit --emit=mlf`. Then files
are found as its consumers find them: the Zephyr template (sources, objects and
headers by patterns), the Makefiles of the Cortex-M demos and the Arduino
template (sources only), mlonmcu (metadata, graph and parameters by their
paths). A program built from these files looks up every function of the graph
and calls it, before and after.
"""

import glob
import gzip
import json
import os
import struct
import subprocess
import tarfile
import tempfile

from lib import toolchain
from lib.toolchain import FIRST_RESULT, TARGETS

NAMES = [f"tvmgen_default_fused_{name}" for name in ("add", "nn_dense", "sum")]

GRAPH = {
    "nodes": [{"op": "null", "name": "bias", "inputs": []}] + [
        {"op": "tvm_op", "name": name, "inputs": [[0, 0, 0]],
         "attrs": {"func_name": name, "num_inputs": "1", "num_outputs": "1",
                   "flatten_data": "0"}} for name in NAMES],
    "arg_nodes": [0], "heads": [[3, 0, 0]], "node_row_ptr": [0, 1, 2, 3, 4],
    "attrs": {"dltype": ["list_str", ["int32"] * 4],
              "shape": ["list_shape", [[]] * 4],
              "storage_id": ["list_int", [0, 1, 2, 3]]}}

METADATA = {"version": 7, "modules": {"default": {
    "style": "full-model", "executors": ["graph"], "target": ["c"],
    "memory": {"functions": {
        "main": [{"device": 1, "workspace_size_bytes": 4096,
                  "constants_size_bytes": 0, "io_size_bytes": 8}],
        "operator_functions": []}}}}}

#: What CreateCSourceCrtMetadataModule of TVM v0.18 writes.
REGISTRY = """// tvm target: c -keys=cpu
#define TVM_EXPORTS
#include <tvm/runtime/crt/module.h>
{prototypes}
static TVMBackendPackedCFunc _tvm_func_array[] = {{
{pointers}
}};
static const TVMFuncRegistry _tvm_func_registry = {{
    "\\{count:03o}\\000{names}\\000",    _tvm_func_array,
}};
static const TVMModule _tvm_system_lib = {{
    &_tvm_func_registry,
}};
const TVMModule* TVMSystemLibEntryPoint(void) {{
    return &_tvm_system_lib;
}}
;
"""

CLIENT = """
#include <stdio.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>
#ifdef HEADER
#include HEADER
#endif

const TVMModule *TVMSystemLibEntryPoint(void);

int main(void) {
  static const char *const names[] = {NAMES};
  TVMModuleHandle module;
  if (TVMPlatformInitialize() || TVMInitializeRuntime() ||
      TVMModCreateFromCModule(TVMSystemLibEntryPoint(), &module))
    return 1;
  for (unsigned i = 0; i != sizeof names / sizeof *names; ++i) {
    TVMFunctionHandle function;
    TVMValue result;
    int type;
    if (TVMModGetFunction(module, names[i], 0, &function))
      return 2;
    printf("%s %d\\n", names[i],
           TVMFuncCall(function, NULL, NULL, 0, &result, &type));
  }
#ifdef HEADER
  const metaobj_param_t *bias = metaobj_param_at(tvmgen_default_params(), 0);
  printf("%s %d\\n", bias->name, *(const int32_t *)bias->tensor.data);
#endif
  return 0;
}
"""


#: A model that adds a parameter to its input.
ADD_GRAPH = {
    "nodes": [{"op": "null", "name": "x", "inputs": []},
              {"op": "null", "name": "bias", "inputs": []},
              {"op": "tvm_op", "name": "add",
               "inputs": [[0, 0, 0], [1, 0, 0]],
               "attrs": {"func_name": "tvmgen_default_fused_add",
                         "num_inputs": "2", "num_outputs": "1",
                         "flatten_data": "0"}}],
    "arg_nodes": [0, 1], "heads": [[2, 0, 0]], "node_row_ptr": [0, 1, 2, 3],
    "attrs": {"dltype": ["list_str", ["int32"] * 3],
              "shape": ["list_shape", [[]] * 3],
              "storage_id": ["list_int", [0, 1, 2]]}}

ADD = """
#include <tvm/runtime/c_runtime_api.h>
static int32_t *data(void *args, int i) {
  return ((DLTensor *)((TVMValue *)args)[i].v_handle)->data;
}
int32_t tvmgen_default_fused_add(void *args, int32_t *type_codes,
                                 int32_t num_args, void *out_ret_value,
                                 int32_t *out_ret_tcode,
                                 void *resource_handle) {
  *data(args, 2) = *data(args, 0) + *data(args, 1);
  return 0;
}
"""

#: TVM's executor, reduced to what cannot work beside ours.
RUN = """#include <tvmgen_default.h>
int32_t tvmgen_default_run(struct tvmgen_default_inputs* inputs,struct \
tvmgen_default_outputs* outputs) {return -1;
}
"""

#: As mlonmcu writes it around the interface that the header declares.
RUN_CLIENT = """
#include <stdio.h>
#include <tvmgen_default.h>
int main(void) {
  int32_t x = 123456800, y = 0;
  struct tvmgen_default_inputs inputs = {.x = &x};
  struct tvmgen_default_outputs outputs = {.output = &y};
  int32_t status = tvmgen_default_run(&inputs, &outputs);
  printf("%d %d %d\\n", status, y, TVMGEN_DEFAULT_X_SIZE);
  return 0;
}
"""


def registry_source():
    """lib0.c of the archive."""
    arguments = ("(TVMValue* args, int* type_code, int num_args, TVMValue* "
                 "out_value, int* out_type_code, void* resource_handle)")
    return REGISTRY.format(
        prototypes="\n".join(f"TVM_DLL int32_t {name}{arguments};"
                             for name in NAMES),
        pointers="\n".join(f"    (TVMBackendPackedCFunc){name}," for name in
                           NAMES),
        count=len(NAMES), names="".join(name + "\\000" for name in NAMES))


class ModelLibrary(toolchain.ToolTest):
    """Archives, and those who read them."""

    runtime = []

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="metaobj-e2e.")
        cls.addClassCleanup(folder.cleanup)
        cls.runtime = toolchain.make_runtime(
            folder.name, ("runtime", "posix", "backend"), "PORT=posix",
            "CFLAGS=-O0")

    def setUp(self):
        super().setUp()
        self.includes = ["-I" + toolchain.source_path("runtime_crt/include")]

    def archive(self, name, objects):
        """A tree and an archive, of objects or of C sources."""
        ops = toolchain.operator_source(NAMES)
        files = {
            "metadata.json": json.dumps(METADATA),
            "executor-config/graph/default.graph": json.dumps(GRAPH),
            "parameters/default.params": toolchain.params_file(
                toolchain.SAMPLE_PARAMETERS[:1]),
            "src/default.relay": "def @main()",
            "runtime/Makefile": "all:\n"}
        for number, text in enumerate((registry_source(), ops)):
            stem = f"default_lib{number}"
            if objects:
                source = self.write(stem + ".c", text)
                output = self.compile(TARGETS["x86-64"], source,
                                      self.path(stem + ".o"), "-fPIC",
                                      *self.includes)
                with open(output, "rb") as file:
                    files[f"codegen/host/lib/{stem}.o"] = file.read()
            else:
                files[f"codegen/host/src/{stem}.c"] = text
        for path, text in files.items():
            path = self.path(name, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
        path = self.path(name + ".tar")
        with tarfile.open(path, "w") as archive:
            archive.add(self.path(name), arcname=".")
        return path

    def again(self, *inputs, kind="mlf"):
        """The folder that the archive which metaobj writes is unpacked to."""
        number = len(glob.glob(self.path("again*")))
        output = self.path(f"again{number}.tar")
        # The version of the archive and sources beside objects have a note.
        self.emit("--quiet", *inputs, f"--emit={kind}", "-o", output)
        folder = self.path(f"again{number}")
        with tarfile.open(output) as archive:
            archive.extractall(folder)
        return folder

    def test_executor(self):
        """tvmgen_default_run of the object, and no longer that of lib0.c."""
        self.archive("aot", objects=True)
        os.remove(self.path("aot/codegen/host/lib/default_lib1.o"))
        os.mkdir(self.path("aot/codegen/host/src"))
        self.write("aot/codegen/host/src/default_lib0.c", RUN)
        self.write("aot/executor-config/graph/default.graph",
                   json.dumps(ADD_GRAPH))
        self.compile(TARGETS["x86-64"], self.write("add.c", ADD),
                     self.path("aot/codegen/host/lib/default_lib1.o"),
                     "-fPIC", *self.includes)
        folder = self.again(self.path("aot"), "--executor=aot", "--inputs=x")
        host = os.path.join(folder, "codegen", "host")
        program = self.path("program")
        self.run_tool(
            "clang", "-fuse-ld=lld", "-Wall", "-I" + os.path.join(
                host, "include"), self.write("run.c", RUN_CLIENT),
            *glob.glob(os.path.join(host, "src", "*.c")),
            *glob.glob(os.path.join(host, "lib", "*.o")), *self.runtime,
            "-o", program)
        self.assertEqual(self.run_tool(program), "0 11 4\n")

    def run_program(self, folder, files, *flags):
        """What the program made of these files prints."""
        self.assertTrue(files)
        client = self.write("client.c", CLIENT.replace(
            "NAMES", ", ".join(f'"{name}"' for name in self.graph(folder))))
        program = self.path("program")
        self.run_tool("clang", "-fuse-ld=lld", "-Wall", *self.includes, *flags,
                      client, *files, *self.runtime, "-o", program)
        return self.run_tool(program).splitlines()

    @staticmethod
    def graph(folder):
        """Names of functions, found as mlonmcu finds graph and parameters."""
        with open(os.path.join(folder, "metadata.json")) as file:
            metadata = json.load(file)
        name, = metadata["modules"]
        parameters = os.path.join(folder, "parameters", name + ".params")
        with open(parameters, "rb") as file:
            toolchain.read_params_file(file.read())
        graph = os.path.join(folder, "executor-config", "graph",
                             name + ".graph")
        with open(graph) as file:
            return [node["attrs"]["func_name"]
                    for node in json.load(file)["nodes"] if "attrs" in node]

    def zephyr(self, folder, *flags):
        """CMakeLists.txt.template of TVM v0.14."""
        host = os.path.join(folder, "codegen", "host")
        files = (glob.glob(os.path.join(host, "src", "*.c")) +
                 glob.glob(os.path.join(host, "lib", "*.o")))
        return self.run_program(folder, sorted(files), *flags,
                                "-I" + os.path.join(host, "include"))

    def makefile(self, folder):
        """Makefiles of the demos for CMSIS-NN and Ethos-U."""
        return self.run_program(folder, sorted(glob.glob(
            os.path.join(folder, "codegen", "host", "src", "*.c"))))

    def arduino(self, folder):
        """microtvm_api_server.py of the Arduino template."""
        with open(os.path.join(folder, "metadata.json")) as file:
            modules = json.load(file)["modules"]
        size = sum(
            module["memory"]["functions"]["main"][0]["workspace_size_bytes"]
            for module in modules.values())
        self.assertEqual(size, 4096)
        return self.run_program(folder, sorted(glob.glob(
            os.path.join(folder, "codegen", "host", "src", "**", "*.c"),
            recursive=True)))

    results = [f"{name} {FIRST_RESULT + i}" for i, name in enumerate(NAMES)]

    def test_objects(self):
        """An archive of TVM's LLVM back end, packed and as a folder."""
        archive = self.archive("llvm", objects=True)
        self.assertEqual(self.zephyr(self.path("llvm")), self.results)
        with open(archive, "rb") as file:
            packed = self.write("llvm.tar.gz", gzip.compress(file.read()))
        header = '-DHEADER="tvmgen_default.h"'
        for form in (packed, self.path("llvm")):
            with self.subTest(form=form):
                folder = self.again(form)
                # The same program, and one that uses what is new.
                self.assertEqual(self.zephyr(folder), self.results)
                self.assertEqual(self.zephyr(folder, header),
                                 [*self.results, "bias -123456789"])
                self.assertFalse(os.path.exists(os.path.join(
                    folder, "codegen/host/lib/default_lib0.o")))
                for name in ("metadata.json", "src/default.relay",
                             "runtime/Makefile", "parameters/default.params",
                             "codegen/host/lib/default_lib1.o"):
                    with open(os.path.join(folder, name), "rb") as written, \
                            open(self.path("llvm", name), "rb") as read:
                        self.assertEqual(written.read(), read.read(), name)

    def test_registry_would_clash(self):
        """Beside the registry of TVM ours would not link."""
        archive = self.archive("llvm", objects=True)
        folder = self.again(archive)
        program = toolchain.start([
            toolchain.find_tool("ld.lld"), "-r",
            *glob.glob(os.path.join(folder, "codegen/host/lib/*.o")),
            self.path("default_lib0.o"), "-o", self.path("joined.o")])
        self.assertNotEqual(program.returncode, 0)
        self.assertIn("TVMSystemLibEntryPoint", program.stderr)

    def test_sources(self):
        """An archive of TVM's C back end, with our C and with an object."""
        archive = self.archive("c", objects=False)
        for consumer in (self.zephyr, self.makefile, self.arduino):
            self.assertEqual(consumer(self.path("c")), self.results)
        compiled = self.compile(
            TARGETS["x86-64"],
            self.path("c/codegen/host/src/default_lib1.c"),
            self.path("ops.o"), "-fPIC", *self.includes)
        as_c = self.again(archive, compiled, kind="mlf-c")
        for consumer in (self.zephyr, self.makefile, self.arduino):
            self.assertEqual(consumer(as_c), self.results)
        self.assertEqual(self.zephyr(self.again(archive, compiled)),
                         self.results)

    def test_nothing_of_the_machine(self):
        """The same bytes from another folder, at another time, by others."""
        archive = self.archive("llvm", objects=True)
        first = self.path("first.tar")
        self.emit("--quiet", archive, "--emit=mlf", "-o", first)
        other = self.path("other")
        os.mkdir(other)
        os.utime(archive, (1, 1))
        self.emit("--quiet", "../llvm.tar", "--emit=mlf", "-o", "second.tar",
                  cwd=other, umask=0o077,
                  env={**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"})
        with open(first, "rb") as one, \
                open(os.path.join(other, "second.tar"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def peak(self, archive):
        """Peak of memory, in MiB."""
        process = subprocess.Popen(
            [toolchain.OPTIONS.metaobj, "emit", "--quiet", archive,
             "--emit=mlf", "-o", self.path("large.tar")])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss / 1024

    def test_memory(self):
        """Large members and parameters pass through."""
        small = self.peak(self.archive("small", objects=True))
        size = 96 << 20
        # Zeros that this process never has: a child starts with its peak.
        empty = toolchain.params_file([
            toolchain.SAMPLE_PARAMETERS[0],
            toolchain.Parameter("large", 1, 8, (size,), b"")])
        name = self.path("small", "parameters", "default.params")
        with open(name, "wb") as file:
            file.write(empty[:-8] + struct.pack("<Q", size))
            file.truncate(len(empty) + size)
        with open(self.path("small", "runtime", "large"), "wb") as file:
            file.truncate(size)
        large = self.path("large-in.tar")
        with tarfile.open(large, "w") as archive:
            archive.add(self.path("small"), arcname=".")
        self.assertLess(self.peak(large), small + 24)
        # Parameters once as they were, and once in the object.
        self.assertGreater(os.path.getsize(self.path("large.tar")), 3 * size)


if __name__ == "__main__":
    toolchain.main()
