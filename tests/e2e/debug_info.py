# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debuggers show parameters and tables with their types (emit -g).

GDB reads linked programs of three machines: each parameter is an array of the
right type under its own name, and the functions that return tables can be
called. What is loaded has the same bytes with and without -g.
"""

import platform
import struct
import unittest

from lib import toolchain
from lib.target_list import TARGETS
from lib.toolchain import Parameter

PARAMETERS = [
    Parameter("conv0_weight", 2, 32, (2, 3),
              struct.pack("<6f", 1, 2, 3, 4, 5, 6.5)),
    Parameter("conv1.weight", 0, 8, (4,), bytes([1, 254, 3, 65])),
    Parameter("mask", 6, 8, (2,), bytes([1, 0])),
    Parameter("half", 2, 16, (2,), struct.pack("<2e", 1.5, -2)),
    Parameter("scalar", 0, 64, (), struct.pack("<q", -7)),
    Parameter("counts", 1, 16, (1, 2, 1), struct.pack("<2H", 3, 65535)),
    # Its bytes are those of the first.
    Parameter("tied", 2, 32, (3, 2), struct.pack("<6f", 1, 2, 3, 4, 5, 6.5)),
    Parameter("padded", 0, 8, (600,), bytes(600)),
]

#: What GDB is asked of a linked program, and the end of its answer.
TRANSCRIPT = [
    ("p conv0_weight[1]", "= {4, 5, 6.5}"),
    ("ptype conv0_weight", "type = const float [2][3]"),
    ("p sizeof(conv0_weight)", "= 24"),
    ("p/d 'conv1.weight'", "= {1, -2, 3, 65}"),
    ("ptype 'conv1.weight'", "type = const int8_t [4]"),
    ("p mask", "= {true, false}"),
    ("p half", "= {1.5, -2}"),
    ("p scalar", "= -7"),
    ("ptype counts", "type = const uint16_t [1][2][1]"),
    ("p counts", "= {{{3}, {65535}}}"),
    ("p tied", "= {{1, 2}, {3, 4}, {5, 6.5}}"),
    ("p 'tvmgen_default'::conv0_weight[0]", "= {1, 2, 3}"),
    ("p _metaobj_params[1].name", '"conv1.weight"'),
    ("p _metaobj_params[0].tensor.shape[1]", "= 3"),
    ("p _metaobj_params[0].tensor.data == &conv0_weight", "= 1"),
    ("p *_tvm_crt_module.registry->funcs", "<tvmgen_default_add>"),
    ("whatis TVMSystemLibEntryPoint", "type = const TVMModule *(void)"),
    ("whatis tvmgen_default_params",
     "type = const metaobj_param_table_t *(void)"),
]

#: In a process or on a board.
CALLS = [
    ("p tvmgen_default_params()->num_params", f"= {len(PARAMETERS)}"),
    ("p tvmgen_default_params()->params[0].tensor.dtype.bits", "32"),
    ("p *TVMSystemLibEntryPoint()->registry->funcs", "<tvmgen_default_add>"),
    ("p conv0_weight[1][2]", "= 6.5"),
]

PROGRAM = """
extern const void *TVMSystemLibEntryPoint(void);
extern const void *tvmgen_default_params(void);
const void *volatile kept;
int plain_call(void) { return 42; }
void _start(void) {
  kept = TVMSystemLibEntryPoint();
  kept = tvmgen_default_params();
  __builtin_trap();
}
"""

#: A board for GDB, and two places of its RAM: for the program and its stack.
BOARDS = {
    "thumbv7m": (["qemu-system-arm", "-M", "mps2-an385"],
                 "0x20100000", "0x20200000"),
    "riscv32-ilp32": (["qemu-system-riscv32", "-M", "virt", "-bios", "none"],
                "0x80100000", "0x80200000"),
}


class DebugInfo(toolchain.ToolTest):
    """A model with parameters of several types, and GDB."""

    def setUp(self):
        super().setUp()
        self.params = self.write("p.params",
                                 toolchain.params_file(PARAMETERS))

    def gdb(self, script, program):
        """What GDB prints when it is told `script`."""
        return self.run_tool(*self.gdb_command(script, program))

    @staticmethod
    def gdb_command(script, program):
        commands = [part for line in script for part in ("-ex", line)]
        return ["gdb-multiarch", "-q", "-batch", "-nx", *commands, program]

    def check(self, transcript, program):
        """GDB answers each command of `transcript` with one line."""
        lines = self.gdb([command for command, _ in transcript],
                         program).splitlines()
        self.assertEqual(len(lines), len(transcript), "\n".join(lines))
        for (command, answer), line in zip(transcript, lines):
            with self.subTest(command=command):
                self.assertTrue(line.endswith(answer), line)

    def objects(self, target, *flags):
        """Operators and a program for `target`, and metadata with `flags`."""
        operators = self.compile(
            target, self.write("op.c", toolchain.operator_source(
                ["tvmgen_default_add"])), self.path("op.o"))
        program = self.compile(target, self.write("main.c", PROGRAM),
                               self.path("main.o"))
        metadata = self.path("metadata.o")
        self.emit(operators, self.params, *flags, "-o", metadata)
        return [program, operators, metadata]

    def link(self, name, objects, *flags):
        """The program of `objects`."""
        program = self.path(name)
        self.run_tool("ld.lld", *flags, *objects, "-o", program)
        return program

    def loaded(self, program):
        """Segments and loaded sections as readelf shows them, and bytes."""
        lines = self.run_tool("llvm-readelf", "-lSW", program).splitlines()
        shown = [line for line in lines if " A " in line or " WA " in line or
                 " AX " in line or line.strip().startswith(
                     ("LOAD", "GNU_", "PHDR", "0"))]
        self.assertGreater(len(shown), 5)
        image = self.path("image.bin")
        self.run_tool("llvm-objcopy", "-O", "binary", program, image)
        with open(image, "rb") as file:
            return shown, file.read()

    def test_programs(self):
        """GDB shows everything; -g changes nothing that is loaded."""
        for name in ("x86-64", "thumbv7m", "riscv32-ilp32"):
            target = TARGETS[name]
            for flags in ([], ["--param-sections", "--place=*:visibility=global"],
                          ["--dedup=link"], ["--shards=2"]):
                with self.subTest(target=name, flags=flags):
                    shards = [self.path(f"metadata.shard-{i}-of-2.o")
                              for i in (1, 2) if "--shards=2" in flags]
                    plain = self.link("plain", self.objects(
                        target, *flags) + shards)
                    debug = self.link("debug", self.objects(
                        target, "-g", *flags) + shards)
                    self.assertEqual(self.loaded(plain), self.loaded(debug))
                    self.check(TRANSCRIPT, debug)

    def test_compressed(self):
        """A compressed parameter is its stored bytes, of a type that says so.
        """
        program = self.link("debug", self.objects(
            TARGETS["x86-64"], "-g", "--compress=zstd"))
        self.check([("whatis padded", "type = metaobj_zstd"),
                    ("p/x padded[0]@4", "{0x28, 0xb5, 0x2f, 0xfd}"),
                    ("ptype conv0_weight", "type = const float [2][3]")],
                   program)

    def test_boards(self):
        """GDB calls the functions that return tables."""
        for name, (qemu, start, stack) in BOARDS.items():
            with self.subTest(target=name):
                program = self.link(
                    "board", self.objects(TARGETS[name], "-g"), "--omagic",
                    f"--image-base={start}")
                simulator = " ".join([toolchain.find_tool(qemu[0]), *qemu[1:]])
                script = [
                    f"target remote | {simulator} -S -gdb stdio -display none"
                    " -monitor none -serial none", "load", f"set $sp={stack}",
                    "set $pc=_start"]
                self.check_end(script, program)

    def test_host(self):
        """The same in a process."""
        if platform.machine() != "x86_64":
            raise unittest.SkipTest("the host is not an x86-64")
        program = self.link("host", self.objects(TARGETS["x86-64"], "-g"))
        self.check_end(["break _start", "run"], program)

    def check_end(self, begin, program):
        """GDB answers the calls after the commands of `begin`."""
        # GDB may be unable to call any function: processes must not be traced,
        # or the processor has registers that this GDB cannot restore (AMX). One
        # without anything of metaobj's tells.
        gdb, *arguments = self.gdb_command(
            [*begin, "p ((int (*)(void)) plain_call)()"], program)
        plain = toolchain.start([toolchain.find_tool(gdb), *arguments])
        if "$1 = 42" not in plain.stdout.splitlines():
            raise unittest.SkipTest("GDB cannot call a function here: " +
                                    " ".join(plain.stderr.split()))
        lines = self.gdb(begin + [command for command, _ in CALLS],
                         program).splitlines()
        shown = [line for line in lines if line.startswith("$")]
        self.assertEqual(len(shown), len(CALLS), "\n".join(lines))
        for (command, answer), line in zip(CALLS, shown):
            with self.subTest(command=command):
                self.assertIn(answer, line)

    def test_no_paths(self):
        """Neither folders nor the names of inputs are in the output."""
        self.objects(TARGETS["x86-64"], "-g")
        with open(self.path("metadata.o"), "rb") as file:
            contents = file.read()
        self.assertNotIn(self.folder.encode(), contents)
        self.assertNotIn(b"p.params", contents)
        dump = self.run_tool("llvm-dwarfdump", self.path("metadata.o"))
        self.assertNotIn("DW_AT_comp_dir", dump)


if __name__ == "__main__":
    toolchain.main()
