# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs find the models of their image by name (emit --register).

Each linker collects the models in its own way: lld and GNU ld for ELF, lld-link
and GNU ld for Windows, ld64.lld, and wasm-ld. The programs run on the host, on
a Cortex-M3 and in node; images for Windows and macOS are read here. Two
versions of one model are in each image. Linkers keep a model that nothing
refers to only if it is retained.
"""

import re
import struct

from lib import toolchain
from lib.toolchain import FIRST_RESULT, Parameter

#: Prefix, name in the image, and number of the first result.
MODELS = [("net_v1", "net@1", 0), ("net_v2", "net@2", 10)]

CLIENT = """
#include <metaobj-c/metaobj_abi.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/models.h>

/* What the first function of the model returns, and the first byte of its first
 * parameter; or -1. */
__attribute__((unused)) static int ask(const char *name) {
  const TVMRegisteredModel *model =
      TVMFindModel(metaobj_models_begin(), metaobj_models_end(), name);
  if (model == NULL)
    return -1;
  const metaobj_param_t *param = metaobj_param_at(model->params, 0);
  TVMBackendPackedCFunc call =
      (TVMBackendPackedCFunc)model->module->registry->funcs[0];
  return call(0, 0, 0, 0, 0, 0) * 1000 +
         *(const unsigned char *)param->tensor.data;
}

static int count(void) {
  int models = 0;
  const metaobj_model_t *const *each = metaobj_models_begin();
  for (; each != metaobj_models_end(); ++each)
    models += *each != NULL;
  return models;
}
"""

HOSTED = CLIENT + """
#include <stdio.h>
int main(void) {
  printf("%d %d %d %d\\n", count(), ask("net@1"), ask("net@2"), ask("net"));
  return 0;
}
"""

#: main() of a board with the runtime's own look-up and calls.
BOARD = CLIENT + """
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>
#include "board.h"

static int call(const char *name, const char *operator) {
  const TVMRegisteredModel *model =
      TVMFindModel(metaobj_models_begin(), metaobj_models_end(), name);
  TVMModuleHandle module;
  TVMFunctionHandle function;
  TVMValue result;
  int code;
  if (model == NULL || TVMModCreateFromCModule(model->module, &module) ||
      TVMModGetFunction(module, operator, 0, &function))
    return -1;
  return TVMFuncCall(function, NULL, NULL, 0, &result, &code);
}

int main(void) {
  char text[] = "models: 0\\n";
  if (TVMPlatformInitialize() || TVMInitializeRuntime())
    return 1;
  if (call("net@1", "net_v1_op") != 1000 ||
      call("net@2", "net_v2_op") != 1010 || call("net", "net_v1_op") != -1)
    return 2;
  text[8] += count();
  board_write(text, sizeof(text) - 1);
  return 0;
}
"""

RUN_WASM = """
const fs = require('fs');
const linked = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const calls = new WebAssembly.Instance(linked, {}).exports;
console.log(calls.models(), calls.first(), calls.second(),
            calls.neither());
"""

#: Functions with one answer each, for WebAssembly and images that do not run.
ANSWERS = CLIENT + """
int models(void) { return count(); }
int first(void) { return ask("net@1"); }
int second(void) { return ask("net@2"); }
int neither(void) { return ask("net"); }
"""

EXPECTED = "2 1000007 1010008 -1"

#: The list alone is kept, by everything that has no attribute "retain".
NOT_RETAINED = ("-DMETAOBJ_COLLECTED=__attribute__((used,"
                "section(METAOBJ_MODELS_SECTION)))")


class RegisteredModels(toolchain.ToolTest):
    """Two versions of one model."""

    def setUp(self):
        super().setUp()
        self.includes = [
            "-I" + toolchain.source_path(folder) for folder in
            ("include", "runtime_crt/include", "runtime_crt/config")]
        self.finder = toolchain.source_path("runtime_crt/src/runtime/models.c")

    def compile_for(self, triple, source, name, *flags):
        output = self.path(name)
        self.run_tool("clang", "--target=" + triple, "-O2", "-ffreestanding",
                      "-ffunction-sections", "-fdata-sections", "-Wall",
                      "-Werror", *self.includes, *flags, "-c", source, "-o",
                      output)
        return output

    def is_lost(self, triple):
        """Does metaobj tell that linkers drop a model? Also how to keep it."""
        return triple.startswith("wasm") and toolchain.llvm_version() < "LLVM 19"

    def models(self, triple, *flags, kind="object"):
        """Operators and metadata of both models, with symbols of their own."""
        files = []
        for number, (prefix, name, first) in enumerate(MODELS):
            source = self.write(prefix + ".c", toolchain.operator_source(
                [prefix + "_op"], first))
            operators = self.compile_for(triple, source, prefix + "_ops.o",
                                         *flags)
            params = self.write(prefix + ".params", toolchain.params_file(
                [Parameter("p", 0, 32, (), struct.pack("<i", 7 + number))]))
            output = self.path(prefix + (".c.c" if kind == "c" else ".meta.o"))
            arguments = [
                operators, params, "--match=*_op", "--model=net",
                f"--prefix={prefix}", f"--entry={prefix}_entry",
                f"--register={name}", *(["--emit=c"] if kind == "c" else []),
                "-o", output]
            if self.is_lost(triple):
                told = self.metaobj("emit", "--abi=tvm-crt-u16", *arguments)
                self.assertIn("link with --no-gc-sections", told.stderr)
            else:
                self.emit(*arguments)
            files += [operators, output]
        return files

    def test_programs(self):
        """ELF programs on this machine, and C in place of objects."""
        triple = "x86_64-linux-gnu"
        client = self.write("client.c", HOSTED)
        objects = self.models(triple, "-fPIC")
        sources = self.models(triple, "-fPIC", kind="c")
        for files in (objects, sources):
            for compiler, *options in (
                    ["clang", "-fuse-ld=lld", "-pie", "-fPIE"],
                    ["clang", "-fuse-ld=lld", "-no-pie", "-O3",
                     "-Wl,-z,start-stop-gc"],
                    ["clang", "-fuse-ld=bfd", "-pie", "-fPIE"],
                    ["gcc", "-fuse-ld=bfd", "-static", "-O3"]):
                with self.subTest(compiler=compiler, options=options):
                    program = self.path("program")
                    command = [compiler, *options, "-Wl,--gc-sections",
                               "-Wl,--fatal-warnings", *self.includes, client,
                               self.finder, "-o", program]
                    self.run_tool(*command, *files)
                    self.assertEqual(self.run_tool(program).strip(), EXPECTED)
                    # Without any model the list is empty.
                    self.run_tool(*command)
                    self.assertEqual(self.run_tool(program).strip(),
                                     "0 -1 -1 -1")

    def test_compilers(self):
        """C of a registered model compiles without a warning."""
        sources = self.models("x86_64-linux-gnu", kind="c")
        for compiler in ("x86_64-w64-mingw32-gcc", "arm-none-eabi-gcc", "gcc",
                         "s390x-linux-gnu-gcc"):
            self.run_tool(compiler, "-Wall", "-Wextra", "-Werror", "-c",
                          sources[1], "-o", self.path("c.o"))
        for triple in ("arm64-apple-macosx", "x86_64-pc-windows-msvc",
                       "wasm32-unknown-unknown", "thumbv7m-none-eabi"):
            self.compile_for(triple, sources[1], "c.o", "-Wextra")

    def test_dropped(self):
        """What nothing refers to is kept only if it is retained."""
        triple = "x86_64-linux-gnu"
        client = self.write("client.c", HOSTED)
        sources = self.models(triple, "-fPIC", kind="c")
        for flags, expected in (([], EXPECTED),
                                ([NOT_RETAINED], "0 -1 -1 -1")):
            program = self.path("program")
            self.run_tool("clang", "-fuse-ld=lld", "-Wl,--gc-sections",
                          "-Wl,-z,start-stop-gc", *flags, *self.includes,
                          client, self.finder, *sources, "-o", program)
            self.assertEqual(self.run_tool(program).strip(), expected)
        # A model in an archive is no part of the program until it is named.
        objects = self.models(triple, "-fPIC")
        archive = self.path("net_v2.a")
        self.run_tool("llvm-ar", "rcs", archive, *objects[2:])
        for flags, expected in (([], "1 1000007 -1 -1"),
                                (["-Wl,-u,net_v2_entry"], EXPECTED)):
            self.run_tool("clang", "-fuse-ld=lld", "-Wl,--gc-sections",
                          *flags, *self.includes, client, self.finder,
                          *objects[:2], archive, "-o", program)
            self.assertEqual(self.run_tool(program).strip(), expected)

    def test_cortex_m3(self):
        """A board in QEMU; the script of its linker keeps the list."""
        triple = "thumbv7m-none-eabi"
        digits = toolchain.source_path("examples/digits/boards/")
        runtime = toolchain.source_path("runtime_crt")
        self.run_tool("make", "-s", "-C", runtime, "-j2", "PORT=semihosting",
                      "BUILD=" + self.path("crt"),
                      "AR=" + toolchain.find_tool("llvm-ar"),
                      "CC=" + toolchain.find_tool("clang") + " --target=" +
                      triple, "CFLAGS=-Os -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 "
                      "-DTVM_CRT_ENABLE_BUILTIN_FUNCTIONS=0")
        libraries = [self.path("crt", f"lib{name}.a") for name in
                     ("runtime", "backend", "memory", "semihosting",
                      "memory_functions")]
        flags = ["-mfloat-abi=soft", "-I" + digits,
                 "-I" + runtime + "/ports/semihosting"]
        program = [self.compile_for(triple, source, name + ".o", *flags)
                   for name, source in (
                       ("board", self.write("board.c", BOARD)),
                       ("bare_metal", digits + "bare_metal.c"),
                       ("vectors", digits + "mps2-an385/vectors.c"))]
        own = self.write("own.ld", """
INCLUDE mps2-an385/memory.ld
SECTIONS {
  .models : {
    __start_metaobj_models = .;
    KEEP(*(metaobj_models))
    __stop_metaobj_models = .;
  } > FLASH
}
""")
        objects = self.models(triple)
        sources = self.models(triple, kind="c")
        plain = [self.compile_for(triple, each, each + ".o", NOT_RETAINED)
                 if each.endswith(".c") else each for each in sources]
        board = digits + "mps2-an385/memory.ld"
        for linker, script, files, expected in (
                ("ld.lld", board, objects, 2), ("ld.lld", own, plain, 2),
                ("ld.lld", board, plain, None),
                ("arm-none-eabi-ld", board, objects, 2),
                ("arm-none-eabi-ld", own, plain, 2)):
            with self.subTest(linker=linker, script=script, files=files):
                image = self.path("firmware.elf")
                self.run_tool(linker, "-L", digits, "-T", script,
                              "--gc-sections", *program, *files,
                              *(["--no-warn-rwx-segments"]
                                if linker != "ld.lld" else []),
                              "--start-group", *libraries, "--end-group",
                              "-o", image)
                done = toolchain.start(
                    [toolchain.find_tool("qemu-system-arm"), "-M",
                     "mps2-an385", "-nographic", "-semihosting-config",
                     "enable=on,target=native", "-kernel", image])
                if expected is None:
                    self.assertEqual(done.returncode, 2, done.stdout)
                else:
                    self.assertEqual((done.returncode, done.stdout),
                                     (0, f"models: {expected}\n"), done.stderr)

    def test_webassembly(self):
        """wasm-ld; node runs the module."""
        triple = "wasm32-unknown-unknown"
        client = self.compile_for(triple, self.write("answers.c", ANSWERS),
                                  "answers.o")
        finder = self.compile_for(triple, self.finder, "finder.o")
        script = self.write("run.cjs", RUN_WASM)
        keep = "--no-gc-sections" if self.is_lost(triple) else "--gc-sections"
        module = self.path("module.wasm")
        for files, expected in ((self.models(triple), EXPECTED),
                                ([], "0 -1 -1 -1")):
            self.run_tool("wasm-ld", "--fatal-warnings", "--no-entry",
                          keep, "--export=models",
                          "--export=first", "--export=second",
                          "--export=neither", client, finder, *files, "-o",
                          module)
            self.assertEqual(self.run_tool("node", script, module).strip(),
                             expected)

    def names_in(self, image, start, size, parts):
        """Names of the models that the pointers in a part of an image lead to.
        Of each part there are address, offset and size."""
        def at(address, count):
            for base, offset, length in parts:
                if base <= address and address + count <= base + length:
                    return image[offset + address - base:][:count]
            raise AssertionError("no byte at %#x" % address)

        names = []
        for place in range(start, start + size, 8):
            pointer, = struct.unpack("<Q", at(place, 8))
            if pointer:
                version, bytes_of, name = struct.unpack("<HH4xQ",
                                                        at(pointer, 16))
                self.assertEqual((version, bytes_of), (1, 32))
                text = b""
                while not text.endswith(b"\0"):
                    text += at(name + len(text), 1)
                names.append(text[:-1].decode())
        return sorted(names)

    def check_windows(self, image, expected):
        """The list lies between the marks of the program."""
        listing = self.run_tool("llvm-readobj", "--file-headers", "--sections",
                                image)
        base = int(re.search(r"ImageBase: (\w+)", listing)[1], 0)
        found = [(name, base + int(address, 0), int(offset, 0), int(size, 0))
                 for name, size, address, offset in re.findall(
                     r"Name: (\S+) .*\n +VirtualSize: (\w+)\n"
                     r" +VirtualAddress: (\w+)\n +RawDataSize: \w+\n"
                     r" +PointerToRawData: (\w+)", listing)]
        (start, size), = [(address, size) for name, address, _, size in found
                          if name == ".metaobj"]
        with open(image, "rb") as file:
            data = file.read()
        parts = [(address, offset, size) for _, address, offset, size in found]
        first, = [offset for name, _, offset, _ in found if name == ".metaobj"]
        # The marks are NULL; the models are between them.
        self.assertEqual(data[first:first + 8], bytes(8))
        self.assertEqual(data[first + size - 8:first + size], bytes(8))
        self.assertEqual(self.names_in(data, start, size, parts), expected)

    def test_windows(self):
        """lld-link and GNU ld order the list between the marks."""
        for triple, link in (
                ("x86_64-pc-windows-msvc",
                 ["lld-link", "/nologo", "/machine:x64", "/nodefaultlib",
                  "/subsystem:console", "/entry:models", "/include:first",
                  "/opt:ref", "/WX", "/out:{output}"]),
                ("x86_64-w64-windows-gnu",
                 ["x86_64-w64-mingw32-ld", "--fatal-warnings", "-e", "models",
                  "-o", "{output}"])):
            with self.subTest(triple=triple):
                client = self.compile_for(
                    triple, self.write("answers.c", ANSWERS), "answers.o")
                finder = self.compile_for(triple, self.finder, "finder.o")
                output = self.path("image.exe")
                self.run_tool(*(each.format(output=output) for each in link),
                              client, finder, *self.models(triple))
                self.check_windows(output, ["net@1", "net@2"])
        # It does not know the list, so that models must be named.
        self.run_tool(*(each.format(output=output) for each in link),
                      "--gc-sections", "-u", "first", client, finder,
                      *self.models(triple))
        self.check_windows(output, [])

    def test_macos(self):
        """ld64.lld keeps the list, and sets its start and end."""
        triple = "x86_64-apple-macosx10.15"
        client = self.compile_for(triple, self.write("answers.c", ANSWERS),
                                  "answers.o")
        finder = self.compile_for(triple, self.finder, "finder.o")
        output = self.path("image.dylib")
        self.run_tool("ld64.lld", "-arch", "x86_64", "-platform_version",
                      "macos", "10.15", "10.15", "-dylib", "-dead_strip",
                      "-undefined", "dynamic_lookup", "-exported_symbol",
                      "_models", "-exported_symbol", "_first", "-o", output,
                      client, finder, *self.models(triple))
        listing = self.run_tool("llvm-readobj", "--sections",
                                "--macho-segment", output)
        start, size = (int(number, 0) for number in re.search(
            r"Name: __metaobj_models .*\n.*\n +Address: (\w+)\n +Size: (\w+)",
            listing).groups())
        self.assertEqual(size, 16)
        columns = [[int(n, 0) for n in re.findall(rf"\b{key}: (\w+)", listing)]
                   for key in ("vmaddr", "fileoff", "filesize")]
        with open(output, "rb") as file:
            data = file.read()
        self.assertEqual(self.names_in(data, start, size, list(zip(*columns))),
                         ["net@1", "net@2"])


if __name__ == "__main__":
    toolchain.main()
