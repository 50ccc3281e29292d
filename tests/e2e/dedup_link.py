# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""With --dedup=link linkers keep equal parameters of several models once.

Two models have some parameters in common. lld and GNU ld link them with a
program that prints every byte of both: directly, through one relocatable
object, and with --gc-sections. What is common has one address and takes its
bytes once; without the option the program is larger by just these. Linkers for
Windows and WebAssembly fold as well.
"""

import os
import platform
import random

from lib import toolchain
from lib.toolchain import Parameter

TRIPLE = "x86_64-unknown-linux-gnu"

CLIENT = """
#include <metaobj-c/metaobj_abi.h>
#include <inttypes.h>
#include <stdio.h>
METAOBJ_DECLARE_PARAMS(one);
METAOBJ_DECLARE_PARAMS(two);
int one_op(void) { return 1; }
int two_op(void) { return 2; }
static void show(const metaobj_param_table_t *table) {
  for (uint32_t i = 0; i != table->num_params; ++i) {
    const metaobj_param_t *p = metaobj_param_at(table, i);
    printf("%s %" PRIxPTR " ", p->name, (uintptr_t)p->tensor.data);
    for (uint64_t k = 0; k != p->size; ++k)
      printf("%02x", ((const unsigned char *)p->tensor.data)[k]);
    printf("\\n");
  }
}
int main(void) {
  show(one_params());
#ifndef ONLY_ONE
  show(two_params());
#endif
  return 0;
}
"""

RANDOM = random.Random(5)


def tensor(name, size, data=None):
    """A parameter of int8 with \\p data, or with random bytes."""
    return Parameter(name, 0, 8, (size,), data or RANDOM.randbytes(size))


COMMON = 100_000
TRUNK = RANDOM.randbytes(COMMON)
MODELS = {
    # Twice in one model, under other names in the other one.
    "one": [tensor("trunk", COMMON, TRUNK), tensor("tied", COMMON, TRUNK),
            tensor("head", 5000), tensor("bias", 8, bytes(range(8))),
            Parameter("empty", 0, 8, (0,), b"")],
    "two": [tensor("head", 5000), tensor("backbone", COMMON, TRUNK),
            tensor("zero_point", 8, bytes(range(8)))],
}
FOLDED = {("one", "trunk"), ("one", "tied"), ("two", "backbone")}

LINKERS = {"lld": "ld.lld", "GNU ld": "ld.bfd"}


class DedupLink(toolchain.ToolTest):
    """Two models in one image."""

    def models(self, *options, triple=TRIPLE):
        """The objects of both."""
        objects = []
        for name, parameters in MODELS.items():
            params = self.write(f"{name}.params",
                                toolchain.params_file(parameters))
            objects.append(self.path(f"{name}.o"))
            self.emit(f"--mtriple={triple}", params, f"--prefix={name}",
                      f"--entry={name}_entry", f"--function={name}_op",
                      *options, "-o", objects[-1])
        return objects

    def need_host(self):
        """The programs are for x86-64."""
        if platform.machine() != "x86_64":
            self.skipTest("the host is not an x86-64")

    def link(self, linker, objects, *options):
        """The program's path."""
        program = self.path("program")
        self.run_tool(
            "clang", f"--target={TRIPLE}", "-O1", "-Wl,--fatal-warnings",
            f"--ld-path={toolchain.find_tool(LINKERS[linker])}", *options,
            f"-I{toolchain.OPTIONS.source}/include",
            self.write("client.c", CLIENT), *objects, "-o", program)
        return program

    def addresses(self, program):
        """Where the program has each parameter, all bytes checked."""
        found = {}
        lines = iter(self.run_tool(program).splitlines())
        for model, parameters in MODELS.items():
            for parameter in parameters:
                name, address, *data = next(lines).split(" ")
                self.assertEqual((name, bytes.fromhex(data[0])),
                                 (parameter.name, parameter.data))
                found[model, name] = int(address, 16)
        return found

    def check_folded(self, program):
        """Equal parameters are in one place, others are not."""
        found = self.addresses(program)
        self.assertEqual(len({found[key] for key in FOLDED}), 1)
        self.assertEqual(found["one", "bias"], found["two", "zero_point"])
        self.assertNotEqual(found["one", "head"], found["two", "head"])
        for address in found.values():
            self.assertEqual(address % 64, 0)

    def test_program(self):
        """Folded, and as much smaller as that saves."""
        self.need_host()
        for linker in LINKERS:
            for model, options in (("static", ["-static"]),
                                   ("pic", ["-fPIE", "-pie"]),
                                   ("pic", ["-fPIE", "-pie",
                                            "-Wl,--gc-sections"])):
                with self.subTest(linker=linker, options=options):
                    emit = f"--relocation-model={model}"
                    program = self.link(linker, self.models(
                        emit, "--dedup=link"), *options)
                    self.check_folded(program)
                    small = os.path.getsize(program)
                    program = self.link(linker, self.models(
                        emit, "--dedup=model"), *options)
                    found = self.addresses(program)
                    self.assertNotEqual(found["one", "trunk"],
                                        found["two", "backbone"])
                    self.assertAlmostEqual(
                        os.path.getsize(program) - small, COMMON, delta=10000)

    def test_relocatable(self):
        """Groups stay groups in a relocatable object, and can be folded with
        those of another one."""
        self.need_host()
        objects = self.models("--relocation-model=pic", "--dedup=link")
        for first in LINKERS.values():
            joined = self.path("joined.o")
            self.run_tool(first, "-r", *objects, "-o", joined)
            self.assertLess(os.path.getsize(joined), 2 * COMMON)
            apart = []
            for file in objects:
                apart.append(file.removesuffix(".o") + ".r.o")
                self.run_tool(first, "-r", file, "-o", apart[-1])
            for linker in LINKERS:
                with self.subTest(first=first, linker=linker):
                    self.check_folded(self.link(linker, [joined], "-pie"))
                    self.check_folded(self.link(linker, apart, "-pie"))

    def test_without_groups(self):
        """Objects whose groups something has dissolved are linked together
        still, with the bytes of the first for all."""
        self.need_host()
        dissolved = []
        for file in self.models("--relocation-model=pic", "--dedup=link"):
            dissolved.append(file.removesuffix(".o") + ".r.o")
            self.run_tool("ld.bfd", "-r", "--force-group-allocation", file,
                          "-o", dissolved[-1])
            self.assertNotIn("COMDAT", self.run_tool("llvm-readelf", "-g",
                                                     dissolved[-1]))
        for linker in LINKERS:
            with self.subTest(linker):
                self.addresses(self.link(linker, dissolved, "-pie"))

    def test_unused_model(self):
        """What only an unused model has is dropped."""
        self.need_host()
        objects = self.models("--relocation-model=pic", "--dedup=link")
        for linker in LINKERS:
            with self.subTest(linker):
                program = self.link(linker, objects, "-pie", "-DONLY_ONE",
                                    "-Wl,--gc-sections")
                self.assertEqual(len(self.run_tool(program).splitlines()),
                                 len(MODELS["one"]))
                with open(program, "rb") as file:
                    image = file.read()
                self.assertNotIn(MODELS["two"][0].data, image)
                self.assertEqual(image.count(TRUNK), 1)

    def test_check_and_inspect(self):
        """Nothing is wrong with them, and the table leads to the bytes."""
        objects = self.models("--relocation-model=pic", "--dedup=link")
        operators = self.compile(
            toolchain.TARGETS["x86-64"],
            self.write("ops.c", toolchain.operator_source(
                ["one_op", "two_op"])), self.path("ops.o"), "-fPIC")
        result = self.metaobj("check", "--quiet", *objects, operators)
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "", ""))
        for options in ([], ["--together"]):
            result = self.metaobj("inspect", *options, *objects)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(result.stdout.count(" 100000  "), 3)

    def test_other_formats(self):
        """Linkers for Windows and WebAssembly keep one copy too."""
        links = {
            "x86_64-pc-windows-msvc": [
                "lld-link", "/noentry", "/dll", "/force:unresolved",
                "/export:one_params", "/export:two_params", "/out:{}"],
            "x86_64-pc-windows-gnu": [
                "x86_64-w64-mingw32-ld", "-shared", "-o", "{}",
                "--defsym=one_op=0", "--defsym=two_op=0"],
            "wasm32-unknown-unknown": [
                "wasm-ld", "--no-entry", "--allow-undefined",
                "--export=one_params", "--export=two_params", "-o", "{}"],
        }
        for triple, (tool, *options) in links.items():
            with self.subTest(triple):
                image = self.path("image")
                for dedup, copies in (("link", 1), ("model", 2)):
                    objects = self.models(f"--dedup={dedup}", triple=triple)
                    self.run_tool(tool, *(o.format(image) for o in options),
                                  *objects)
                    with open(image, "rb") as file:
                        self.assertEqual(file.read().count(TRUNK), copies)


if __name__ == "__main__":
    toolchain.main()
