# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm-ffi finds the functions of a system library (--abi=tvm-ffi).

tests/e2e/tvm_ffi has operators as TVM's code generator makes them, and a test
double of tvm-ffi that was written from the description of its interface. The
programs run on the host, on AArch64 and 32-bit Arm, and in node. They register
the table themselves, or a constructor does it. Images for macOS are read here.
Clang compiles the C that each table equals, which must have the same layout.
"""

import json
import os
import re
import shutil

from lib import toolchain

FOLDER = "tests/e2e/tvm_ffi"

ROOT = b"the program of a virtual machine"
IMPORT = bytes(range(256)) * 3


def expected(prefix_is_known=True, has_modules=True, rows=None):
    """What the program prints."""
    rows = rows or (4 if has_modules else 3)
    binary = 0
    if has_modules:
        # Three modules: root, library and import, with 1, 1 and 0 imports.
        binary = 3110 * 1000 + sum(ROOT) + sum(IMPORT)
    if not prefix_is_known:
        return f"{rows} -1 -1 -10 -1 0"
    return f"{rows} 42 502 -19 -1 {binary}"


RUN_WASM = """
const fs = require('fs');
const linked = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const calls = new WebAssembly.Instance(linked, {}).exports;
calls.__wasm_call_ctors();
console.log(calls.start(), calls.add(), calls.call(), calls.wrong(),
            calls.absent(), calls.binary());
"""


class TvmFfi(toolchain.ToolTest):
    """One library, with and without a prefix and a constructor."""

    def setUp(self):
        super().setUp()
        self.modules = ["--ffi-root=relax.Test=" +
                        self.write("vm.bin", ROOT),
                        "--ffi-import=cuda=" +
                        self.write("device.bin", IMPORT)]

    def source(self, name):
        return toolchain.source_path(FOLDER + "/" + name)

    def compile_for(self, triple, source, name, *flags):
        output = self.path(name)
        self.run_tool("clang", "--target=" + triple, "-O2", "-ffreestanding",
                      "-ffunction-sections", "-fdata-sections", "-Wall",
                      "-Wextra", "-Wno-unused-parameter", "-Werror",
                      "-I" + toolchain.source_path("include"),
                      "-I" + toolchain.source_path(FOLDER), *flags, "-c",
                      source, "-o", output)
        return output

    def outputs(self, triple, *options, flags=(), modules=True, name="meta.o"):
        """Operators and metadata."""
        operators = self.compile_for(triple, self.source("operators.c"),
                                     "operators.o", *flags)
        output = self.path(name)
        self.emit("--abi=tvm-ffi", "--quiet", operators, "--model=net",
                  *(self.modules if modules else []), *options, "-o", output)
        return [operators, output]

    def program(self, triple, library, table, *flags):
        """The test double. `table`: the function of the table, if the program
        registers its rows."""
        return self.compile_for(
            triple, self.source("double.c"), "double.o", "-DHOSTED",
            f'-DLIBRARY="{library}"',
            *([f"-DWITH_TABLE={table}"] if table else []), *flags)

    #: Options of metaobj, library that the program asks for, and table.
    CASES = [([], "", "net_tvm_ffi_table"),
             (["--prefix=p_"], "p_", "p__tvm_ffi_table"),
             (["--register=ctor"], "", None),
             (["--prefix=p_", "--register=ctor"], "p_", None)]

    def check_hosted(self, triple, compiler, run, flags=()):
        for options, library, table in self.CASES:
            if table == "net_tvm_ffi_table":
                table = "tvmgen_" + table
            for modules in (True, False):
                with self.subTest(triple=triple, options=options,
                                  modules=modules):
                    files = self.outputs(triple, *options, flags=flags,
                                         modules=modules)
                    program = self.path("program")
                    self.run_tool(*compiler,
                                  self.program(triple, library, table, *flags),
                                  *files, "-Wl,--gc-sections",
                                  "-Wl,--fatal-warnings", "-o", program)
                    self.assertEqual(self.run_tool(*run, program).strip(),
                                     expected(has_modules=modules))

    def test_host(self):
        """x86-64, by lld and GNU ld."""
        triple = "x86_64-linux-gnu"
        for compiler, flags in (
                (["clang", "-fuse-ld=lld", "-pie"], ["-fPIE"]),
                (["clang", "-fuse-ld=lld", "-no-pie"], ["-fno-pie"]),
                (["gcc", "-fuse-ld=bfd", "-pie"], ["-fPIE"])):
            self.check_hosted(triple, compiler, [], flags)

    def test_aarch64(self):
        """AArch64 by GNU ld, in QEMU."""
        self.check_hosted(
            "aarch64-linux-gnu", ["aarch64-linux-gnu-gcc", "-pie"],
            ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"], ["-fPIE"])

    def test_arm(self):
        """32-bit pointers: Arm with Thumb code, in QEMU."""
        self.check_hosted(
            "armv7-linux-gnueabihf", ["arm-linux-gnueabihf-gcc", "-pie"],
            ["qemu-arm", "-L", "/usr/arm-linux-gnueabihf"],
            ["-fPIE", "-mthumb"])

    def test_webassembly(self):
        """wasm-ld; node runs the module."""
        triple = "wasm32-unknown-unknown"
        script = self.write("run.cjs", RUN_WASM)
        for options, library, table in self.CASES:
            if table == "net_tvm_ffi_table":
                table = "tvmgen_" + table
            for modules in (True, False):
                with self.subTest(options=options, modules=modules):
                    files = self.outputs(triple, *options, modules=modules)
                    client = self.program(triple, library, table, "-UHOSTED")
                    module = self.path("module.wasm")
                    self.run_tool(
                        "wasm-ld", "--fatal-warnings", "--no-entry",
                        "--gc-sections", "--export=__wasm_call_ctors",
                        *("--export=" + name for name in (
                            "start", "add", "call", "wrong", "absent",
                            "binary")),
                        client, *files, "-o", module)
                    self.assertEqual(
                        self.run_tool("node", script, module).strip(),
                        expected(has_modules=modules))

    def test_macos(self):
        """ld64.lld links the library, and inspect reads the image."""
        for triple, arch in (("arm64-apple-macosx11.0", "arm64"),
                             ("x86_64-apple-macosx10.15", "x86_64")):
            for options in (["--prefix=p_"], ["--prefix=p_",
                                              "--register=ctor"]):
                with self.subTest(arch=arch, options=options):
                    files = self.outputs(triple, *options)
                    output = self.path("image.dylib")
                    self.run_tool(
                        "ld64.lld", "-arch", arch, "-platform_version",
                        "macos", "11.0", "11.0", "-dylib", "-dead_strip",
                        "-undefined", "dynamic_lookup",
                        "-exported_symbol", "_p__tvm_ffi_table", "-o", output,
                        *files)
                    names = [row["name"] for row in self.table(output)]
                    self.assertEqual(names, [
                        "p___tvm_ffi__library_ctx", "__tvm_ffi_p_add",
                        "__tvm_ffi_p_call", "p___tvm_ffi__library_bin"])
                    sections = self.run_tool("llvm-readobj", "--sections",
                                             output)
                    has_constructor = ("__mod_init_func" in sections or
                                       "__init_offsets" in sections)
                    self.assertEqual(has_constructor, len(options) == 2)
                    with open(output, "rb") as file:
                        data = file.read()
                    self.assertIn(ROOT, data)
                    self.assertIn(IMPORT, data)

    def table(self, path):
        found = json.loads(self.metaobj("inspect", "--json", path).stdout)
        (table,) = found["tables"]
        self.assertEqual(table["kind"], "tvm-ffi")
        return table["rows"]

    def test_two_models(self):
        """Their operators have equal names and call the runtime by pointers
        that nobody sets. An object of each keeps them apart."""
        for triple, compiler, run, flags in (
                ("x86_64-linux-gnu", ["gcc", "-fuse-ld=bfd", "-pie"], [],
                 ["-fPIE"]),
                ("armv7-linux-gnueabihf", ["arm-linux-gnueabihf-gcc", "-pie"],
                 ["qemu-arm", "-L", "/usr/arm-linux-gnueabihf"],
                 ["-fPIE", "-mthumb"])):
            with self.subTest(triple=triple):
                models, archives = [], []
                for prefix, result in (("a_", 1), ("b_", 2)):
                    model = self.path(prefix)
                    os.mkdir(model)
                    operators = self.compile_for(
                        triple, self.source("two.c"), prefix + "/lib0.o",
                        f"-DRESULT={result}", *flags)
                    archives.append(self.path(prefix + ".tar"))
                    self.run_tool("tar", "-C", model, "-czf", archives[-1],
                                  "lib0.o")
                    table = self.path(prefix + ".o")
                    self.emit("--abi=tvm-ffi", "--quiet", archives[-1],
                              "--prefix=" + prefix, "-o", table)
                    models.append(self.path(prefix + "joined.o"))
                    joined = self.metaobj("link", "-r", "--localize", table,
                                          archives[-1], "-o", models[-1])
                    self.assertEqual(joined.returncode, 0, joined.stderr)
                program = self.path("program")
                self.run_tool(*compiler, self.compile_for(
                    triple, self.source("two.c"), "program.o", "-DPROGRAM",
                    *flags), *models, "-o", program)
                self.assertEqual(self.run_tool(*run, program).strip(), "41 42")
                shutil.rmtree(self.path("a_"))
                shutil.rmtree(self.path("b_"))

    def test_other_library(self):
        """A program that asks for another prefix finds nothing."""
        triple = "x86_64-linux-gnu"
        files = self.outputs(triple, "--prefix=p_", flags=["-fPIE"])
        program = self.path("program")
        self.run_tool("clang", "-fuse-ld=lld", "-pie",
                      self.program(triple, "q_", "p__tvm_ffi_table", "-fPIE"),
                      *files, "-o", program)
        self.assertEqual(self.run_tool(program).strip(),
                         expected(prefix_is_known=False))

    def test_compiled_prefix(self):
        """Operators that were compiled for a prefix have it once."""
        triple = "x86_64-linux-gnu"
        flags = ["-fPIE", "-DPREFIX=p_"]
        files = self.outputs(triple, "--prefix=p_", flags=flags)
        program = self.path("program")
        self.run_tool("clang", "-fuse-ld=lld", "-pie",
                      self.program(triple, "p_", "p__tvm_ffi_table", "-fPIE"),
                      *files, "-o", program)
        self.assertEqual(self.run_tool(program).strip(), expected())
        for given, says in (([], "and no prefix is given"),
                            (["--prefix=q_"], "and the prefix is 'q_'")):
            result = self.metaobj("emit", "--abi=tvm-ffi", "--quiet", files[0],
                                  *given, "-o", self.path("wrong.o"))
            self.assertEqual(result.returncode, 1)
            self.assertIn("were compiled for the system library 'p_', " + says,
                          result.stderr)
            self.assertIn("hint: --prefix=p_ is", result.stderr)

    def test_kinds(self):
        """IR, bitcode and C make the same program."""
        triple = "x86_64-linux-gnu"
        for kind, suffix in (("llvm-ir", ".ll"), ("llvm-bc", ".bc"),
                             ("c", ".c")):
            for options, library, table in self.CASES[1:3]:
                with self.subTest(kind=kind, options=options):
                    files = self.outputs(triple, "--emit=" + kind, *options,
                                         flags=["-fPIE"], name="meta" + suffix)
                    compiled = self.path("compiled.o")
                    self.run_tool("clang", "-O2", "-fPIE", "-Wno-override-"
                                  "module", *(["-Wall", "-Wextra", "-Werror",
                                               "-Wpedantic"]
                                              if kind == "c" else []),
                                  "-c", files[1], "-o", compiled)
                    program = self.path("program")
                    self.run_tool("clang", "-fuse-ld=lld", "-pie",
                                  self.program(triple, library, table, "-fPIE"),
                                  files[0], compiled, "-o", program)
                    self.assertEqual(self.run_tool(program).strip(),
                                     expected())

    def test_layout(self):
        """Clang lays the C source out as the object has it."""
        for triple in ("x86_64-linux-gnu", "aarch64-linux-gnu",
                       "armv7-linux-gnueabihf", "i386-linux-gnu",
                       "powerpc-linux-gnu", "s390x-linux-gnu"):
            with self.subTest(triple=triple):
                object_file = self.outputs(triple, "--prefix=p_")[1]
                source = self.outputs(triple, "--prefix=p_", "--emit=c",
                                      name="meta.c")[1]
                compiled = self.compile_for(triple, source, "compiled.o")
                ours, clangs = self.table(object_file), self.table(compiled)
                self.assertEqual(ours, clangs)
                sizes = [self.sizes(path) for path in (object_file, compiled)]
                self.assertEqual(*sizes)

    def sizes(self, path):
        """Of the table and its rows."""
        text = self.run_tool("llvm-readelf", "--symbols", "--wide", path)
        return [int(re.search(rf" (\d+) OBJECT .* {symbol}\n", text)[1])
                for symbol in ("_metaobj_ffi_table", "_metaobj_ffi_symbols")]


if __name__ == "__main__":
    toolchain.main()
