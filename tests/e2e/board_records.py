# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs verify their own models, on emulated machines.

Each links metaobj's metadata with a record and runtime_crt's verification
(tvm_crt/record.h). One flipped bit in each part of the image is found by the
program, which names the part, and by `inspect --verify` on the host.
"""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import run_qemu
from lib import elf_file, toolchain
from lib.machines import EXAMPLE_BOARDS, MACHINES, TEST_BOARDS
from run_qemu import SAMPLES, Program, Way

#: Cortex-M0, Cortex-M3, RISC-V; big endian with pointers of 64 and of 32 bits.
TESTED = ["thumbv6m", "thumbv7m", "riscv32-ilp32", "s390x", "mips"]

#: What the program writes after a flip in a symbol. The offset is in pointers and
#: bytes. A wrong pointer may lead to something else or nowhere.
FLIPS = [
    ("_tvm_crt_function_names", (0, 5), "names"),
    ("_metaobj_param_table", (0, 0), "table"),
    ("_metaobj_param_table", (0, 4), "table"),
    ("_metaobj_params", (0, 1), "table"),
    ("_metaobj_param_names", (0, 2), "table"),
    ("_metaobj_param_shapes", (0, 7), "table"),
    ("_metaobj_record_hashes", (0, 31), "identity"),
    ("_metaobj_record_hashes", (0, 32), "check"),
    ("_metaobj_record_hashes", (0, 40), "check"),
    ("_metaobj_record_model", (0, 0), "identity"),
    # The registry's pointers, then the record.
    ("_tvm_crt_func_registry", (0, 1), "names"),
    ("_tvm_crt_func_registry", (2, 1), "no record"),
    ("_tvm_crt_func_registry", (2, 8), "record"),
    ("_tvm_crt_func_registry", (2, 12), "record"),
    ("_tvm_crt_func_registry", (2, 16), "names|record"),
    ("_tvm_crt_func_registry", (2, 20), "table|record"),
    ("_tvm_crt_func_registry", (2, 25), "no record"),
    ("_tvm_crt_func_registry", (3, 25), "identity|record"),
    ("_tvm_crt_func_registry", (4, 25), "names|record"),
    ("_tvm_crt_func_registry", (5, 25), "table"),
]


class BoardRecords(Program):
    """One test for each machine."""

    layers = [*Program.layers, "record"]

    def program_sources(self):
        board = self.machine.board
        host = os.path.join(EXAMPLE_BOARDS, "host", "output.c")
        return [self.source(part) for part in
                [os.path.join(TEST_BOARDS, "record.c"),
                 *(board.sources if board else [host])]]

    def operators(self, compiler, model):
        return [self.path("numbered.o")]

    def emit_metadata(self, way, *options):
        self.emit(self.path("numbered.o"), self.params, "--record", "--quiet",
                  "--relocation-model=static", f"--abi={way.abi}", *options,
                  "-o", self.metadata(way))

    def build(self, machine):
        """All but the metadata."""
        self.prepare(machine)
        self.runtime(2)
        self.run_tool(*self.compiler(self.driver), *run_qemu.OPERATOR_FLAGS,
                      "-fno-pic", "-c", self.path("numbered.c"), "-o",
                      self.path("numbered.o"))
        self.program = list(map(self.compile_program, self.program_sources()))

    def link_program(self, way):
        """Links twice: the first program tells where its data is."""
        output = self.path("program-" + way.abi)
        objects = [*self.program, self.metadata(way), *self.operators("", "")]
        start, end = 0, 0
        for _ in range(2):
            self.link(way, [f"-Wl,--defsym=image_start={start:#x}",
                            f"-Wl,--defsym=image_end={end:#x}", *objects],
                      output)
            elf = elf_file.ElfFile.read(output)
            data = [s for s in elf.sections if s.size and s.name.startswith(
                ".rodata")]
            start = min(s.address for s in data) & -8
            end = max(s.address + s.size for s in data)
        return elf, output

    def run_program(self, path):
        return self.run_tool(*self.machine.qemu, path).rstrip("\n")

    def verified(self, path):
        """The identity that inspect shows, where it finds no damage."""
        result = self.metaobj("inspect", "--verify", "--json", path)
        self.assertEqual((0, ""), (result.returncode, result.stderr))
        record, = json.loads(result.stdout)["records"]
        return record["identity"].removeprefix("blake3:")

    def flips(self, elf):
        """(what, place in the file, what the program writes)"""
        def place(symbol, at):
            section = elf.sections[symbol.section]
            return section.offset + symbol.value - section.address + at

        width = elf.pointer_size
        found = [(f"{name} {pointers} {at}",
                  place(elf.symbol(name), pointers * width + at), wanted)
                 for name, (pointers, at), wanted in FLIPS]
        for index, sample in enumerate(SAMPLES):
            symbol = elf.symbol("__tvm_param__" + sample.name)
            if symbol.size:
                found.append((sample.name, place(symbol, symbol.size // 2),
                              f"param {index:x}"))
        return found

    def check_flip(self, elf, number, flip):
        what, place, wanted = flip
        damaged = bytearray(elf.data)
        damaged[place] ^= 1 << (number % 8)
        path = self.write(f"damaged{number}", bytes(damaged))
        os.chmod(path, 0o755)
        said = self.run_program(path)
        result = self.metaobj("inspect", "--verify", path)
        os.remove(path)
        return what, wanted, said, result.returncode

    def check_machine(self, machine):
        self.build(machine)
        way = Way(self.driver, "static", "ld", "tvm-crt-u16", 2)
        self.emit_metadata(way)
        elf, path = self.link_program(way)
        self.assertEqual("intact " + self.verified(path),
                         self.run_program(path))
        # The search must find the record, and not the code that searches.
        magic = b"\x89metaobj"
        self.assertEqual(
            1, elf.data.count(magic if elf.is_little else magic[::-1]))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(
                lambda flip: self.check_flip(elf, *flip),
                enumerate(self.flips(elf))))
        self.assertGreater(len(results), 30)
        for what, wanted, said, status in results:
            with self.subTest(flipped=what):
                self.assertIn(said, wanted.split("|"))
                self.assertEqual(1, status)

        # The other ABIs, and frames.
        for abi, options in (("tvm-crt-u8", []), ("tvm-crt-universal", []),
                             ("tvm-crt-u16", ["--compress=zstd"])):
            with self.subTest(abi=abi, options=options):
                other = way._replace(abi=abi)
                self.emit_metadata(other, *options)
                _, path = self.link_program(other)
                self.assertEqual("intact " + self.verified(path),
                                 self.run_program(path))


def add_tests():
    """A test method for each machine, so that one can be run by its name."""
    for machine in MACHINES:
        if machine.name not in TESTED:
            continue

        def test(self, machine=machine):
            self.check_machine(machine)
        name = "test_" + machine.name.replace("-", "_").replace(".", "_")
        setattr(BoardRecords, name, test)


add_tests()

if __name__ == "__main__":
    toolchain.main()
