# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pass plugin in clang, opt, llc and lld of its LLVM.

It describes operators, and makes one object of operators, registry and
parameters. Programs with another LLVM refuse it, and name both.
"""

import glob
import json
import os
import re
import struct
import subprocess
import unittest

from lib import toolchain

ANNOTATED = """
#include <stdint.h>
#define OPERATOR(text) __attribute__((annotate("metaobj-operator " text)))
OPERATOR("in=float32:2 out=float32:2 workspace=64")
int32_t relu%(arguments)s { return 0; }
OPERATOR("call=unpacked device=npu")
int32_t tvmgen_unpacked(void *in, void *out) { return 0; }
/* Whoever describes one describes all. */
int32_t tvmgen_plain%(arguments)s { return 0; }
OPERATOR("") int32_t elsewhere%(arguments)s;
""" % {"arguments": toolchain.PACKED_ARGUMENTS}

PLAIN = """
#include <stdint.h>
static int32_t inner%(arguments)s { return num_args; }
int32_t any_name%(arguments)s { return 0; }
int32_t tvmgen_helper(int32_t x) { return inner(0, 0, x, 0, 0, 0); }
""" % {"arguments": toolchain.PACKED_ARGUMENTS}


# A client of the registry in the same module as the operators.
CLIENT = """
#include <stdint.h>
typedef int32_t packed(void *, int32_t *, int32_t, void *, int32_t *, void *);
struct registry { const char *names; packed *const *functions; };
struct module { const struct registry *registry; };
extern const struct module *TVMSystemLibEntryPoint(void);
int32_t tvmgen_net_add%(arguments)s { return num_args + 1; }
int32_t tvmgen_net_mul%(arguments)s { return num_args * 2; }
int32_t first(void) {
  return TVMSystemLibEntryPoint()->registry->functions[0](0, 0, 41, 0, 0, 0);
}
""" % {"arguments": toolchain.PACKED_ARGUMENTS}


# A client that reads a parameter of two, and compares addresses of functions
# that a linker could fold.
READER = CLIENT + """
#include <metaobj-c/metaobj_abi.h>
METAOBJ_DECLARE_PARAMS(net);
static int32_t one(int32_t x) { return x * 3; }
static int32_t two(int32_t x) { return x * 3; }
int32_t (*volatile functions[2])(int32_t) = {one, two};
int32_t second(void) {
  const metaobj_param_table_t *table = net_params();
  const uint8_t *bytes = table->params[table->num_params - 1].tensor.data;
  return functions[0] == functions[1] ? 0 : bytes[1];
}
"""

# Code that is equal only if it is generated with the compiler's own settings:
# functions for vectors, calls of libraries, tables of jumps.
OPERATORS = CLIENT + """
typedef float four __attribute__((vector_size(16)));
float sinf(float), expf(float);
void *memset(void *, int, __SIZE_TYPE__);
void sum(float *restrict to, const float *restrict from) {
  for (int i = 0; i < 1024; i++)
    to[i] = sinf(from[i]) + expf(from[i]);
}
four wave(four x) { return __builtin_elementwise_sin(x); }
_Complex double product(_Complex double a, _Complex double b) {
  return a * b;
}
int jumps(int x, char *to) {
  switch (x) {
  case 0: return memset(to, 0, 4096) != 0;
  case 1: return 17;
  case 2: return __builtin_popcount(x ^ to[0]);
  case 3: return to[3] % 7;
  case 4: return to[4] << to[1];
  default: return 4;
  }
}
"""


def plugins():
    """Path of each plugin that is built, by its LLVM."""
    folder = os.path.join(toolchain.OPTIONS.build, "lib")
    return {int(re.search(r"-(\d+)\.so$", path)[1]): path
            for path in glob.glob(os.path.join(folder, "metaobj-plugin-*.so"))}


def npy_header(count):
    """The start of a file of NumPy with so many bytes."""
    text = ("{'descr': '|i1', 'fortran_order': False, "
            f"'shape': ({count},), }}").ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


class PluginTest(toolchain.ToolTest):
    """Has the plugin of its LLVM, and sources."""

    def setUp(self):
        super().setUp()
        self.version = int(re.search(r"LLVM (\d+)",
                                     toolchain.llvm_version())[1])
        self.plugin = plugins().get(self.version)
        if not self.plugin:
            raise unittest.SkipTest("the plugin is not built")
        self.write("annotated.c", ANNOTATED)
        self.write("plain.c", PLAIN)

    def operators(self, path):
        """Names and calling conventions that an object describes."""
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [(each["name"], each["call"])
                for each in json.loads(result.stdout).get("operators", [])]

    def write_model(self):
        """Operators with a client, parameters, and what metaobj makes."""
        self.write("net.c", CLIENT)
        self.write("p.params", toolchain.params_file(
            [toolchain.Parameter("w", 0, 8, (3,), b"123"),
             toolchain.Parameter("v", 0, 8, (4,), b"4567")]))

    def check_like_tool(self, path, *arguments):
        """The object has the registry and parameters of the tool's."""
        plain, metadata = self.path("plain.o"), self.path("metadata.o")
        self.run_tool("clang", *arguments, "-c", self.path("net.c"), "-o",
                      plain)
        result = self.metaobj("emit", plain, self.path("p.params"), "--quiet",
                              "--match=tvmgen_*", "--prefix=net",
                              "--abi=tvm-crt-u16", "-o", metadata)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        result = self.metaobj("diff", metadata, path)
        facts = [line for line in result.stdout.splitlines()
                 if "section" not in line]
        self.assertEqual(result.returncode, 0, facts)

    def by_registry(self, source, output, *flags, options=None):
        """A command of clang that adds registry and parameters."""
        if options is None:
            # The programs call the first function by its index.
            options = ("abi=tvm-crt-u16;match=tvmgen_*;prefix=net;params=" +
                       self.path("p.params"))
        return [toolchain.find_tool("clang"), "-fplugin=" + self.plugin,
                "-fpass-plugin=" + self.plugin, "-mllvm",
                "-metaobj-registry=" + options, *flags, self.path(source),
                "-o", output]

    def compile_registry(self, source, output, *flags, options=None):
        """Runs this command, which must succeed without a message."""
        result = toolchain.start(
            self.by_registry(source, output, *flags, options=options))
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def is_late(self):
        """Does clang let plugins write objects?"""
        if self.version >= 22:
            return True
        toolchain.leave_out("clang generates code itself: parameters in one "
                            "object with operators pass through LLVM")
        return False


class Plugin(PluginTest):
    """Loads the plugin into programs."""

    def test_clang(self):
        """Annotations, or the type of packed functions; optimised or not."""
        output = self.path("op.o")
        for flags in (["-O0"], ["-O2"],
                      ["--target=thumbv7m-none-eabi", "-ffreestanding"],
                      ["--target=wasm32", "-ffreestanding"],
                      ["--target=x86_64-pc-windows-msvc", "-ffreestanding"],
                      ["--target=arm64-apple-macos12", "-ffreestanding"]):
            for name, wanted in (
                    ("annotated", [("relu", "packed"),
                                   ("tvmgen_unpacked", "unpacked")]),
                    ("plain", [("any_name", "packed")])):
                with self.subTest(flags=flags, source=name):
                    self.run_tool("clang", *flags, "-fpass-plugin=" +
                                  self.plugin, "-c", self.path(name + ".c"),
                                  "-o", output)
                    self.assertEqual(self.operators(output), wanted)

    def test_label(self):
        """A label is the object's symbol, with the prefix of C's names."""
        output = self.path("op.o")
        for target, label in (("x86_64-linux-gnu", "relu"),
                              ("i686-pc-windows-msvc", "_relu"),
                              ("arm64-apple-macos12", "_relu")):
            source = self.write("label.c", f"""#include <stdint.h>
int32_t fast{toolchain.PACKED_ARGUMENTS} __asm__("{label}");
int32_t fast{toolchain.PACKED_ARGUMENTS} {{ return 1; }}
""")
            with self.subTest(target=target):
                self.run_tool("clang", "--target=" + target, "-ffreestanding",
                              "-fpass-plugin=" + self.plugin, "-c", source,
                              "-o", output)
                self.assertEqual(self.operators(output), [("relu", "packed")])
                self.emit(output, "-o", self.path("m.o"))

    def test_opt_and_lld(self):
        """By the pass's name; a second time changes nothing."""
        module, twice = self.path("op.bc"), self.path("twice.bc")
        self.run_tool("clang", "-O1", "-emit-llvm", "-c", self.path("plain.c"),
                      "-o", module)
        joined = self.path("joined.o")
        self.run_tool("ld.lld", "-r", "--load-pass-plugin=" + self.plugin,
                      "--lto-newpm-passes=metaobj-describe", module, "-o",
                      joined)
        self.assertEqual(self.operators(joined), [("any_name", "packed")])
        self.run_tool("opt", "-load-pass-plugin=" + self.plugin,
                      "-passes=metaobj-describe,metaobj-describe", module,
                      "-o", twice)
        text = self.run_tool("opt", "-S", twice)
        self.assertEqual(text.count("metaobj-operator 1"), 1)
        self.assertEqual(text.count("symbol=any_name"), 1)

    def test_wrong_annotation(self):
        """An error of the compiler, which names the function."""
        path = self.write("wrong.c", ANNOTATED.replace("=64", "=6K"))
        result = toolchain.start(
            [toolchain.find_tool("clang"), "-fpass-plugin=" + self.plugin,
             "-c", path, "-o", self.path("wrong.o")])
        self.assertEqual(result.returncode, 1)
        self.assertIn("error: metaobj-describe: relu: ", result.stderr)
        self.assertIn("has workspace '6K'", result.stderr)

    def test_other_llvm(self):
        """Refused by clang, whatever version it has."""
        others = []
        for version in range(16, 30):
            program = f"/usr/lib/llvm-{version}/bin/clang"
            if version != self.version and os.access(program, os.X_OK):
                others.append((version, program))
        if not others:
            raise unittest.SkipTest("no clang of another LLVM is installed")
        for version, program in others:
            with self.subTest(version=version):
                result = toolchain.start(
                    [program, "-fpass-plugin=" + self.plugin, "-c",
                     self.path("plain.c"), "-o", self.path("none.o")])
                self.assertEqual(result.returncode, 1)
                self.assertIn(
                    f"metaobj-plugin-{self.version}.so: is for LLVM "
                    f"{self.version}, and this is LLVM {version}; load "
                    f"metaobj-plugin-{version}.so", result.stderr)
                self.assertFalse(os.path.exists(self.path("none.o")))

    def test_registry_by_clang(self):
        """One command from operators to an object with everything."""
        self.write_model()
        output = self.path("net.o")
        for flags, is_elf in (
                (["-O0"], True), (["-O2", "-fPIC", "-g"], True),
                (["--target=thumbv7m-none-eabi", "-ffreestanding"], True),
                (["--target=riscv32-unknown-elf", "-ffreestanding"], True),
                (["--target=aarch64-none-elf", "-ffreestanding"], True),
                (["--target=powerpc64-linux-gnu", "-O2", "-ffreestanding"],
                 True),
                (["--target=x86_64-pc-windows-msvc", "-ffreestanding"], False),
                (["--target=arm64-apple-macos12", "-ffreestanding"], False),
                (["--target=wasm32", "-ffreestanding"], False)):
            with self.subTest(flags=flags):
                self.compile_registry("net.c", output, *flags, "-c")
                self.check_like_tool(output, *flags)
                if is_elf:
                    self.check_way(output, self.is_late())

    def check_way(self, path, is_late):
        """Parameters that LLVM has seen are local."""
        symbols = self.run_tool("llvm-readelf", "-sW", path)
        found = re.search(r"(\w+) +(\w+) +\w+ net__tvm_param__w\n", symbols)
        self.assertEqual(found.groups(), ("GLOBAL", "HIDDEN") if is_late else
                         ("LOCAL", "DEFAULT"))

    def test_other_outputs(self):
        """They have their parameters, too, and objects made of them."""
        self.write_model()
        module = self.path("plain.bc")
        self.run_tool("clang", "-O1", "-emit-llvm", "-c", self.path("net.c"),
                      "-o", module)
        text, output = self.path("net.ll"), self.path("net.o")
        self.compile_registry("net.c", text, "-O1", "-S", "-emit-llvm")
        with open(text, encoding="utf-8") as file:
            lines = file.read()
        self.assertRegex(
            lines, r'@net__tvm_param__w = internal constant .* c"123"')
        self.assertNotIn("metaobj.registry =", lines)
        for name, suffix, flags in (
                ("text of LLVM", "ll", ["-S", "-emit-llvm"]),
                ("bitcode", "bc", ["-c", "-emit-llvm"]),
                ("bitcode of ThinLTO", "bc", ["-c", "-flto=thin"]),
                ("assembly", "s", ["-S"])):
            with self.subTest(output=name):
                path = self.path("other." + suffix)
                self.compile_registry("net.c", path, "-O1", *flags)
                self.run_tool("clang", "-c", path, "-o", output)
                self.check_like_tool(output, "-O1")
        for name, flags in (
                ("another assembler", ["-fno-integrated-as"]),
                ("debug information elsewhere", ["-g", "-gsplit-dwarf"]),
                ("an object with bitcode", ["-flto", "-ffat-lto-objects"])):
            if "-flto" in flags and self.version < 19:
                toolchain.leave_out("clang writes no bitcode into objects")
                continue
            with self.subTest(output=name):
                self.compile_registry("net.c", output, "-O1", "-c", *flags)
                self.check_like_tool(output, "-O1")
                self.check_way(output, is_late=False)

    def test_without_passes(self):
        """The plugin adds everything where it generates code."""
        if not self.is_late():
            return
        self.write_model()
        output = self.path("net.o")
        self.compile_registry("net.c", output, "-Xclang",
                              "-disable-llvm-passes", "-c")
        self.check_like_tool(output)
        self.check_way(output, is_late=True)

    def test_llc(self):
        """From bitcode, with the plugin as an option of code generation."""
        if not self.is_late():
            return
        self.write_model()
        module = self.path("net.bc")
        self.run_tool("clang", "-O1", "-emit-llvm", "-c", self.path("net.c"),
                      "-o", module)
        command = [toolchain.find_tool("llc"), "--load=" + self.plugin,
                   "--load-pass-plugin=" + self.plugin, "-relocation-model=pic",
                   module]
        options = ("-metaobj-registry=abi=tvm-crt-u16;match=tvmgen_*;"
                   "prefix=net;params=")
        output, text = self.path("net.o"), self.path("net.s")
        good = options + self.path("p.params")
        self.assertEqual(toolchain.start(
            [*command, good, "-filetype=obj", "-o", output]).returncode, 0)
        self.check_like_tool(output, "-O1")
        self.check_way(output, is_late=True)
        self.assertEqual(
            toolchain.start([*command, good, "-o", text]).returncode, 0)
        self.run_tool("clang", "-c", text, "-o", output)
        self.check_like_tool(output, "-O1")
        result = toolchain.start(
            [*command, options + "none", "-filetype=obj", "-o",
             self.path("none.o")])
        self.assertEqual(result.returncode, 1)
        self.assertIn("error: metaobj-registry: none: no such file",
                      result.stderr)
        self.assertFalse(os.path.exists(self.path("none.o")))

    def test_mark_in_a_file(self):
        """Parameters that another process has left out are not lost."""
        if not self.is_late():
            return
        self.write_model()
        for mark in ('!{!0}\n!0 = !{!"0"}', "!{!0}\n!0 = !{}",
                     '!{!0, !0}\n!0 = !{!"0"}', "!{!0}\n!0 = !{!0}"):
            module = self.write("marked.ll", "!metaobj.registry = " + mark)
            result = toolchain.start(
                [toolchain.find_tool("llc"), "--load=" + self.plugin,
                 "--load-pass-plugin=" + self.plugin, module,
                 "-metaobj-registry=prefix=net", "-filetype=obj", "-o",
                 self.path("none.o")])
            self.assertEqual(result.returncode, 1)
            self.assertIn("the parameters of the module are not in this "
                          "process", result.stderr)

    def test_protection(self):
        """Functions of the metadata are protected as the operators are."""
        self.write_model()
        output = self.path("net.o")
        for flags, property_text, instruction in (
                (["--target=x86_64-linux-gnu", "-fcf-protection=full"],
                 "x86 feature: IBT, SHSTK", "endbr64"),
                (["--target=aarch64-linux-gnu", "-ffreestanding",
                  "-mbranch-protection=standard"], "aarch64 feature: BTI, PAC",
                 "bti\tc")):
            with self.subTest(flags=flags):
                self.compile_registry("net.c", output, *flags, "-O2", "-c")
                self.assertIn(property_text,
                              self.run_tool("llvm-readelf", "-n", output))
                code = self.run_tool("llvm-objdump", "-d", output)
                entry = code[code.index("<TVMSystemLibEntryPoint>:"):]
                self.assertIn(instruction, "\n".join(entry.splitlines()[:2]))

    def test_same_code(self):
        """The object has the code that clang generates without the plugin."""
        self.write_model()
        self.write("operators.c", OPERATORS)
        plain, output = self.path("plain.o"), self.path("with.o")
        for flags in (["-O3", "-ffast-math", "-fveclib=libmvec"],
                      ["-Os", "-fPIC", "-mavx2"], ["-O0"],
                      ["-O2", "-fno-builtin", "-fexceptions"],
                      ["-O2", "--target=thumbv7m-none-eabi"],
                      ["-O2", "--target=riscv32-unknown-elf",
                       "-march=rv32imac"]):
            with self.subTest(flags=flags):
                flags = [*flags, "-ffunction-sections", "-c"]
                self.run_tool("clang", *flags, self.path("operators.c"), "-o",
                              plain)
                self.compile_registry("operators.c", output, *flags)
                for name in ("sum", "wave", "product", "jumps"):
                    self.assertEqual(self.code(output, name),
                                     self.code(plain, name))

    def code(self, path, name):
        """Instructions and relocations of an operator."""
        text = self.run_tool("llvm-objdump", "-dr", "--section=.text." + name,
                             path)
        return text[text.index("Disassembly"):]

    def test_registry_by_opt_and_lld(self):
        """The optimiser sees through the registry: the call is a constant."""
        self.write_model()
        module = self.path("net.bc")
        pass_text = ("metaobj-registry<abi=tvm-crt-u16;match=tvmgen_*;prefix=net;"
                     "params=" + self.path("p.params") + ">")
        self.run_tool("clang", "-O1", "-emit-llvm", "-c", self.path("net.c"),
                      "-o", module)
        text = self.run_tool("opt", "-S", "-load-pass-plugin=" + self.plugin,
                             "-passes=" + pass_text + ",default<O2>", module)
        first = text[text.index("@first("):]
        self.assertIn("ret i32 42", first[:first.index("}")])
        joined = self.path("joined.o")
        self.run_tool("ld.lld", "-r", "--load-pass-plugin=" + self.plugin,
                      "--lto-newpm-passes=" + pass_text + ",lto<O2>", module,
                      "-o", joined)
        self.check_like_tool(joined, "-O1")

    def test_registry_runs(self):
        """Programs call what the pass has added, and read parameters."""
        self.write_model()
        self.write("reader.c", READER)
        main = self.write("main.c", "int first(void), second(void);\n"
                          "int main(void) { return first() + second(); }\n")
        program, output = self.path("program"), self.path("net.o")
        include = "-I" + toolchain.source_path("include")
        for flags, link, run in (
                (["-O0"], ["clang"], []),
                (["-O2", "-ffunction-sections"],
                 ["clang", "-fuse-ld=lld", "-Wl,--icf=safe"], []),
                (["-O2", "-fPIC"], ["clang", "-pie"], []),
                # It has a way of its own to the addresses of local data.
                (["--target=mipsel-linux-gnu", "-O2", "-fPIC"],
                 ["mipsel-linux-gnu-gcc", "-static"], ["qemu-mipsel"])):
            with self.subTest(flags=flags, link=link):
                self.compile_registry("reader.c", output, *flags, include,
                                      "-c")
                self.run_tool(*link, main, output, "-o", program)
                run = [toolchain.find_tool(each) for each in run]
                self.assertEqual(toolchain.start([*run, program]).returncode,
                                 42 + ord("5"))

    def test_memory(self):
        """256 MiB of parameters: memory does not grow with them."""
        if not self.is_late():
            return
        self.write_model()
        size = 1 << 28
        for name, bytes_each in (("small", 64), ("big", size)):
            with open(self.path(name + ".npy"), "wb") as file:
                file.write(npy_header(bytes_each))
                file.truncate(file.tell() + bytes_each)
        peak = []
        for name in ("small", "big"):
            command = self.by_registry(
                "net.c", self.path(name + ".o"), "-c", options="prefix=net;"
                "match=tvmgen_*;params=" + self.path(name + ".npy"))
            child = os.spawnv(os.P_NOWAIT, command[0], command)
            _, status, usage = os.wait4(child, 0)
            self.assertEqual(status, 0)
            peak.append(usage.ru_maxrss)
        self.assertGreater(os.path.getsize(self.path("big.o")), size)
        self.assertLess(peak[1], peak[0] + 16 * 1024)

    def test_registry_warnings(self):
        """The compiler shows what metaobj would tell, and goes on."""
        self.write_model()
        result = toolchain.start(
            [toolchain.find_tool("clang"), "-fplugin=" + self.plugin,
             "-fpass-plugin=" + self.plugin, "-mllvm",
             "-metaobj-registry=exclude=nothing*", "-c", self.path("net.c"),
             "-o", self.path("net.o")])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: metaobj-registry: exclude=nothing*: matches no "
                      "function of the operator objects", result.stderr)

    def test_registry_errors(self):
        """Errors of the compiler, with the words of metaobj."""
        self.write_model()
        module = self.path("net.bc")
        self.run_tool("clang", "-O1", "-emit-llvm", "-c", self.path("net.c"),
                      "-o", module)
        for options, message in (
                ("params=none", "none: no such file or directory"),
                ("pars=x", "pars: is not an option of the pass; known are: params, "
                 "graph, function, match, exclude, model, prefix, entry, abi"),
                ("params", "params: is not an option with a value"),
                ("abi=x", "abi=x: is not a known ABI"),
                ("function=nobody", "function 'nobody' is not defined")):
            with self.subTest(options=options):
                result = toolchain.start(
                    [toolchain.find_tool("opt"), "-load-pass-plugin=" +
                     self.plugin, f"-passes=metaobj-registry<{options}>",
                     module, "-o", self.path("none.bc")])
                self.assertEqual(result.returncode, 1)
                self.assertIn("error: metaobj-registry: ", result.stderr)
                self.assertIn(message, result.stderr)

    def test_no_object_after_errors(self):
        """Errors of clang in one command, after which there is no object."""
        self.write_model()
        with open(self.path("p.params"), "rb") as file:
            self.write("damaged.params", file.read()[:-1])
        self.write("clash.c", CLIENT + "const char net__tvm_param__w[3];\n")
        output = self.path("none.o")
        for source, options, message in (
                ("net.c", "params=none", "none: no such file or directory"),
                ("net.c", "params=" + self.path("damaged.params"),
                 "damaged.params: "),
                ("net.c", "pars=x", "pars: is not an option of the pass"),
                ("clash.c", "prefix=net;params=" + self.path("p.params"),
                 "defines 'net__tvm_param__w', which is the symbol of a "
                 "parameter; choose another prefix")):
            for flags in (["-c"], ["-S"]):
                if self.version < 22 and source == "clash.c":
                    continue
                with self.subTest(options=options, source=source, flags=flags):
                    result = toolchain.start(self.by_registry(
                        source, output, *flags, options=options))
                    self.assertEqual(result.returncode, 1)
                    self.assertEqual(
                        result.stderr.count("error: metaobj-registry: "), 1)
                    self.assertIn(message, result.stderr)
                    self.assertFalse(os.path.exists(output))

    def test_exports(self):
        """Nothing of it meets the symbols of the program."""
        symbols = subprocess.run(
            [toolchain.find_tool("llvm-nm"), "-D", "--defined-only",
             self.plugin], check=True, capture_output=True, text=True).stdout
        self.assertIn("llvmGetPassPluginInfo", symbols)
        self.assertNotIn("7metaobj", symbols)


if __name__ == "__main__":
    toolchain.main()
