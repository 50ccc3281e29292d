# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A product links the runtime with its own platform: without a debugger's host,
a C library or a compiler's library, on every machine that link knows."""

import os
import re
import sys

from lib import toolchain

EXAMPLE = os.path.join("examples", "digits")
FLAGS = ["-std=c99", "-Os", "-Wall", "-Werror", "-ffreestanding",
         "-ffunction-sections", "-fdata-sections"]

#: Board of metaobj link and of QEMU, clang's target, its line, emulator.
BOARDS = [
    ("microbit", ["--target=thumbv6m-none-eabi", "-mcpu=cortex-m0"],
     "-DBOARD_NRF51", ["qemu-system-arm", "-M", "microbit"]),
    ("mps2-an385", ["--target=thumbv7m-none-eabi", "-mcpu=cortex-m3"],
     "-DBOARD_CMSDK_UART=0x40004000u", ["qemu-system-arm", "-M", "mps2-an385"]),
    ("mps2-an386", ["--target=thumbv7em-none-eabihf", "-mcpu=cortex-m4",
                    "-mfloat-abi=hard"],
     "-DBOARD_CMSDK_UART=0x40004000u", ["qemu-system-arm", "-M", "mps2-an386"]),
    ("mps2-an505", ["--target=thumbv8m.base-none-eabi", "-mcpu=cortex-m23"],
     "-DBOARD_CMSDK_UART=0x50200000u", ["qemu-system-arm", "-M", "mps2-an505"]),
    ("mps3-an547", ["--target=thumbv8.1m.main-none-eabihf", "-mcpu=cortex-m55",
                    "-mfloat-abi=hard"],
     "-DBOARD_CMSDK_UART=0x59303000u", ["qemu-system-arm", "-M", "mps3-an547"]),
    ("riscv-virt", ["--target=riscv32-unknown-elf", "-march=rv32i",
                    "-mabi=ilp32"],
     "-DBOARD_16550", ["qemu-system-riscv32", "-M", "virt", "-bios", "none"]),
    ("riscv-virt", ["--target=riscv64-unknown-elf", "-march=rv64i",
                    "-mabi=lp64", "-mcmodel=medany"],
     "-DBOARD_16550", ["qemu-system-riscv64", "-M", "virt", "-bios", "none"]),
]

#: Programs of Linux without a C library.
PROGRAMS = [
    (["--target=armv7a-none-eabi"], "qemu-arm"),
    (["--target=thumbv7a-none-eabi"], "qemu-arm"),
    (["--target=armv5te-none-eabi"], "qemu-arm"),
    (["--target=aarch64-none-elf"], "qemu-aarch64"),
]


class OwnPlatform(toolchain.ToolTest):
    """Compiles by clang alone, links by metaobj alone."""

    def source(self, name):
        return toolchain.source_path(
            os.path.join("tests", "e2e", "own_platform", name))

    def compile_all(self, target, sources):
        """Objects of `sources`, each with flags of its own."""
        objects = []
        for source, *more in sources:
            name = os.path.basename(source)[:-2] + ".o"
            self.run_tool("clang", *target, *FLAGS, *more, "-c", source, "-o",
                          self.path(name))
            objects.append(name)
        return objects

    def link(self, *arguments):
        """Runs metaobj link without any other program at hand."""
        result = self.metaobj("link", *arguments, cwd=self.folder,
                              env={"PATH": "/nonexistent"})
        self.assertEqual(result.returncode, 0, result.stderr)

    def expected_sum(self):
        """What this machine's own instructions make of it."""
        self.write("show.c", """
#include <stdint.h>
#include <stdio.h>
uint32_t arithmetic_sum(void);
int main(void) { printf("sum %08x\\n", (unsigned)arithmetic_sum()); }
""")
        self.run_tool("clang", "-O1", self.path("show.c"),
                      self.source("arithmetic.c"), "-o", self.path("show"))
        return toolchain.start([self.path("show")]).stdout

    def test_boards(self):
        """A model runs by the graph executor, and arithmetic is right."""
        sys.path.insert(0, toolchain.source_path(EXAMPLE))
        import demo
        import machines
        example = machines.HERE
        runtime = machines.RUNTIME
        expected = self.expected_sum()
        demo.write_graph_source(machines.pathlib.Path(
            self.path("graph_json.c")))
        headers = ["-I", runtime / "include", "-I", runtime / "config", "-I",
                   example, "-I", example / "boards"]
        for board, target, line, emulator in BOARDS:
            with self.subTest(board=board, target=target[0]):
                operators = self.compile_all(target, [
                    (os.fspath(each), *headers) for each in
                    machines.sources_in(example / "operators")])
                self.emit(*[self.path(each) for each in operators],
                          example / "model" / "digits.params",
                          "--graph=%s" % (example / "model" / "graph.json"),
                          "--inputs=image", "-o", self.path("metadata.o"),
                          "--quiet")
                objects = self.compile_all(target, [
                    (os.fspath(example / "main_graph.c"), *headers,
                     "-Dmain=digits_main"),
                    (os.fspath(example / "images.c"), *headers),
                    (self.path("graph_json.c"),),
                    (self.source("platform.c"), *headers, line),
                    (self.source("arithmetic.c"),)])
                self.link(*operators, "metadata.o", *objects, "-o", "a.elf",
                          "--board=" + board, "--gc-sections",
                          "--with-runtime=registry,graph,startup")
                said = toolchain.start([
                    toolchain.find_tool(emulator[0]), *emulator[1:],
                    "-display", "none", "-monitor", "none", "-serial", "stdio",
                    "-no-reboot", "-kernel", self.path("a.elf")])
                self.assertEqual(said.stdout.splitlines(True)[0], expected)
                self.assertRegex(said.stdout, r"\n\d+ of \d+ right\n$")
                right, count = re.search(r"(\d+) of (\d+) right",
                                         said.stdout).groups()
                self.assertGreater(int(right), int(count) * 9 // 10)

    def test_processors_of_applications(self):
        """Armv7-A, Armv5 and AArch64 have no start-up code, and all else."""
        expected = self.expected_sum()
        for target, emulator in PROGRAMS:
            with self.subTest(target=target[0]):
                objects = self.compile_all(target, [
                    (self.source("linux.c"),), (self.source("arithmetic.c"),)])
                self.link(*objects, "-o", "a.elf", "--entry=start",
                          "--with-runtime=registry,graph")
                said = toolchain.start([toolchain.find_tool(emulator),
                                        self.path("a.elf")])
                self.assertEqual(said.stdout, expected)
                self.assertEqual(said.returncode, 0)

    def test_own_functions_come_first(self):
        """A program's memcpy and division are taken, whatever else is
        called."""
        self.write("own.c", """
#include <stddef.h>
int copies, divisions;
void *memcpy(void *to, const void *from, size_t n) {
  ++copies;
  return to;
}
int __aeabi_idiv(int a, int b) { return ++divisions; }
void *memset(void *to, int value, size_t n);
int start(char *to, const char *from, size_t n, int a, int b) {
  memset(to, a, n);
  memcpy(to, from, n);
  return a / b + (int)((unsigned)a % (unsigned)n);
}
""")
        self.run_tool("clang", "--target=thumbv6m-none-eabi", *FLAGS, "-c",
                      self.path("own.c"), "-o", self.path("own.o"))
        self.link("own.o", "-o", "a.elf", "--entry=start",
                  "--with-runtime=helpers")
        symbols = self.run_tool("llvm-nm", self.path("a.elf"))
        self.assertRegex(symbols, r" T memcpy\n")
        self.assertRegex(symbols, r" T __aeabi_idiv\n")
        self.assertRegex(symbols, r" W memset\n")
        self.assertRegex(symbols, r" W __aeabi_uidivmod\n")


if __name__ == "__main__":
    toolchain.main()
