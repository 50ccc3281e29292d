# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pass plugin describes operators in opt, clang and lld of its LLVM.

Programs with another LLVM refuse it with a message that names both.
"""

import glob
import json
import os
import re
import subprocess
import unittest

import toolchain

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


def plugins():
    """Path of each plugin that is built, by its LLVM."""
    folder = os.path.join(toolchain.OPTIONS.build, "lib")
    return {int(re.search(r"-(\d+)\.so$", path)[1]): path
            for path in glob.glob(os.path.join(folder, "metaobj-plugin-*.so"))}


class Plugin(toolchain.ToolTest):
    """Loads the plugin into programs."""

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

    def write_model(self):
        """Operators with a client, parameters, and what metaobj makes."""
        self.write("net.c", CLIENT)
        self.write("p.params", toolchain.params_file(
            [toolchain.Parameter("w", 0, 8, (3,), b"123")]))

    def check_like_tool(self, path, *arguments):
        """The object has the registry and parameters of the tool's."""
        plain, metadata = self.path("plain.o"), self.path("metadata.o")
        self.run_tool("clang", *arguments, "-c", self.path("net.c"), "-o",
                      plain)
        result = self.metaobj("emit", plain, self.path("p.params"), "--quiet",
                              "--match=tvmgen_*", "--prefix=net", "-o",
                              metadata)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        result = self.metaobj("diff", metadata, path)
        facts = [line for line in result.stdout.splitlines()
                 if "section" not in line]
        self.assertEqual(result.returncode, 0, facts)

    def test_registry_by_clang(self):
        """One command from operators to an object with everything."""
        self.write_model()
        output = self.path("net.o")
        for flags in (["-O0"], ["-O2"],
                      ["--target=thumbv7m-none-eabi", "-ffreestanding"],
                      ["--target=riscv32-unknown-elf", "-ffreestanding"],
                      ["--target=x86_64-pc-windows-msvc", "-ffreestanding"]):
            with self.subTest(flags=flags):
                self.run_tool(
                    "clang", *flags, "-fplugin=" + self.plugin,
                    "-fpass-plugin=" + self.plugin, "-mllvm",
                    "-metaobj-registry=match=tvmgen_*;prefix=net;params=" +
                    self.path("p.params"), "-c", self.path("net.c"), "-o",
                    output)
                self.check_like_tool(output, *flags)

    def test_registry_by_opt_and_lld(self):
        """The optimiser sees through the registry: the call is a constant."""
        self.write_model()
        module = self.path("net.bc")
        pass_text = ("metaobj-registry<match=tvmgen_*;prefix=net;params=" +
                     self.path("p.params") + ">")
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
        """A program calls what the pass has added."""
        self.write_model()
        main = self.write("main.c", "int first(void);\n"
                          "int main(void) { return first(); }\n")
        program = self.path("program")
        self.run_tool(
            "clang", "-O1", "-fplugin=" + self.plugin, "-fpass-plugin=" +
            self.plugin, "-mllvm", "-metaobj-registry=prefix=net", "-c",
            self.path("net.c"), "-o", self.path("net.o"))
        self.run_tool("clang", main, self.path("net.o"), "-o", program)
        self.assertEqual(toolchain.start([program]).returncode, 42)

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
                ("pars=x", "pars: is no option of the pass; known are: params, "
                 "graph, function, match, exclude, model, prefix, entry, abi"),
                ("params", "params: is no option with a value"),
                ("abi=x", "abi=x: is no ABI that is known"),
                ("function=nobody", "function 'nobody' is not defined")):
            with self.subTest(options=options):
                result = toolchain.start(
                    [toolchain.find_tool("opt"), "-load-pass-plugin=" +
                     self.plugin, f"-passes=metaobj-registry<{options}>",
                     module, "-o", self.path("none.bc")])
                self.assertEqual(result.returncode, 1)
                self.assertIn("error: metaobj-registry: ", result.stderr)
                self.assertIn(message, result.stderr)

    def test_exports(self):
        """Nothing of it meets the symbols of the program."""
        symbols = subprocess.run(
            [toolchain.find_tool("llvm-nm"), "-D", "--defined-only",
             self.plugin], check=True, capture_output=True, text=True).stdout
        self.assertIn("llvmGetPassPluginInfo", symbols)
        self.assertNotIn("7metaobj", symbols)


if __name__ == "__main__":
    toolchain.main()
