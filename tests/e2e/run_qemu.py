# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emitted objects work on every machine that QEMU has.

A program on runtime_crt finds each function through the emitted registry, calls
it, reads each parameter by storage id and by table, and writes a transcript.
The transcript is the same whatever the byte order, the width of a pointer, the
floating-point ABI, the compiler of the operators, the linker, the relocation
model, the runtime ABI, and whether metaobj wrote an object or C.
"""

import glob
import itertools
import os
import struct
import subprocess
import sys
import tempfile
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from lib import differences, elf_file, toolchain
from lib.machines import EXAMPLE_BOARDS, MACHINES, TEST_BOARDS, memories
from lib.target_list import TARGETS
from lib.toolchain import FIRST_RESULT, Parameter

NUMBERED = [f"tvmgen_default_fused_numbered_{i}" for i in range(5)]

OTHERS = ["tvmgen_default_fused_scale", "tvmgen_default_fused_dense",
          "_lookup_linked_param"]

#: DLPack's code and bits, and struct's letter for an element.
Type = namedtuple("Type", "code bits letter")
#: A parameter by its numbers. The parts of a complex number stand one by one.
Sample = namedtuple("Sample", "name type shape numbers")

FLOAT32 = Type(2, 32, "f")
COMPLEX64 = Type(5, 64, "f")

#: Every kind of element, no and many dimensions, no element at all.
SAMPLES = [
    Sample("int8", Type(0, 8, "b"), (3,), [-128, -1, 127]),
    Sample("int16", Type(0, 16, "h"), (2, 1, 2, 1, 1),
           [-32768, -2, 258, 32767]),
    Sample("int32_scalar", Type(0, 32, "i"), (), [-123456789]),
    Sample("int64", Type(0, 64, "q"), (2,), [-(1 << 63), 0x0102030405060708]),
    Sample("uint8", Type(1, 8, "B"), (5,), [1, 2, 3, 250, 255]),
    Sample("uint16", Type(1, 16, "H"), (3,), [1, 258, 65535]),
    Sample("uint32", Type(1, 32, "I"), (2,), [0x01020304, 0xfffffffe]),
    Sample("uint64", Type(1, 64, "Q"), (1,), [0xf1f2f3f4f5f6f7f8]),
    Sample("bool", Type(1, 1, "B"), (3,), [1, 0, 1]),
    Sample("float16", Type(2, 16, "H"), (2, 2), [0x3c00, 0xc000, 1, 0x7bff]),
    Sample("bfloat16", Type(4, 16, "H"), (2,), [0x3f80, 0xc0a0]),
    Sample("float32", FLOAT32, (2, 2, 2),
           [0.5, -1.25, 3e9, 2.0**-149, 7.0, -0.0, 16777216.0, -1e-9]),
    Sample("float64", Type(2, 64, "d"), (4,), [0.1, -3.0, 2.0**-1074, 1e300]),
    Sample("complex64", COMPLEX64, (2,), [1.5, -2.0, 0.0, 1024.0]),
    Sample("empty", FLOAT32, (0, 4), []),
    Sample("weight", FLOAT32, (2, 3), [0.5, -1.25, 3.0, -8.0, 0.125, 1024.0]),
]
#: By position in SAMPLES: the table has another order than the ids.
STORAGE_IDS = [(5 * i + 3) % len(SAMPLES) for i in range(len(SAMPLES))]

#: Bytes of the count that a runtime may have, by runtime ABI.
COUNT_BYTES = {"tvm-crt-u16": [2], "tvm-crt-u8": [1],
               "tvm-crt-universal": [2, 1]}

OPERATOR_FLAGS = ["-std=gnu11", "-O2", "-ffreestanding",
                  "-ffunction-sections", "-fdata-sections", "-Wall", "-Werror"]
PROGRAM_FLAGS = ["-std=c99", "-O1", "-ffunction-sections", "-fdata-sections",
                 "-Wall", "-Wextra", "-Werror"]
#: What the smallest board has room for.
BOARD_LIMITS = ["-DTVM_CRT_ENABLE_TIME_EVALUATOR=0",
                "-DTVM_CRT_PORT_ARENA_SIZE_BYTES=2048"]

#: Sources of the runtime's ports, none where they are those of the board.
PORT_FILES = {"posix": "posix/posix.c", "semihosting": "semihosting/*.c",
              "none": None}

#: One way to a program: compiler and relocation model of the operators, linker
#: of the program, runtime ABI, the runtime's bytes of the count, and what
#: metaobj writes.
Way = namedtuple("Way", "compiler model linker abi count_bytes emit",
                 defaults=["obj"])


def ways(machine):
    """All ways to a program for `machine`: compilers, models and linkers with
    one ABI, then the other ABIs, then C."""
    models = ["static"] if machine.board else ["static", "pic"]
    compilers = ["gcc"] if TARGETS[machine.name].gcc else []
    if machine.clang is not None:
        compilers.append("clang")
    linkers = ["ld", "lld"] if "gcc" in compilers else ["lld"]
    found = [Way(*way, "tvm-crt-u16", 2)
             for way in itertools.product(compilers, models, linkers)
             if way[2] == "ld" or way[1] in machine.lld]
    found += [found[0]._replace(abi=abi, count_bytes=count)
              for abi, counts in COUNT_BYTES.items() for count in counts]
    found.append(found[0]._replace(emit="c"))
    return list(dict.fromkeys(found))


# The transcript --------------------------------------------------------------


def pack(sample):
    """Little-endian bytes of the elements, as in a params file."""
    return struct.pack(f"<{len(sample.numbers)}{sample.type.letter}",
                       *sample.numbers)


def real(number):
    """`number` as an integer times a power of two, as the client writes it."""
    numerator, denominator = abs(number).as_integer_ratio()
    exponent = 1 - denominator.bit_length()
    while numerator >= 1 << 53:
        numerator //= 2
        exponent += 1
    sign = "-" if str(number).startswith("-") else ""
    return f"{sign}{numerator}*2^{exponent}"


def elements(sample):
    """Type and elements as the client writes them."""
    # As the type holds them: not every number is a float32.
    numbers = [number for number, in
               struct.iter_unpack("<" + sample.type.letter, pack(sample))]
    texts = [real(number) if isinstance(number, float) else str(number)
             for number in numbers]
    if sample.type.code == COMPLEX64.code:
        texts = map(",".join, zip(texts[::2], texts[1::2]))
    return " ".join([f"type {sample.type.code}.{sample.type.bits}:", *texts])


def table_line(sample, storage_id):
    """What the client writes of an entry of the parameter table."""
    shape = ",".join(map(str, sample.shape))
    return (f"{sample.name} storage {storage_id} [{shape}] "
            f"bytes {len(pack(sample))} {elements(sample)}")


def transcript():
    """The lines that the client writes on every machine."""
    stored = dict(zip(STORAGE_IDS, SAMPLES, strict=True))
    return [
        *[f"{name} {FIRST_RESULT + i}" for i, name in enumerate(NUMBERED)],
        "scale " + real(-(3 << 33) * 0.125),
        "storage -1 none",
        *[f"storage {i} {elements(stored[i])}" for i in range(len(stored))],
        f"storage {len(stored)} none",
        f"dense {real(20.0)} {real(8176.5)}",
        f"table 1 {len(SAMPLES)}",
        *map(table_line, SAMPLES, STORAGE_IDS),
        "done",
    ]


def model_header():
    """C macros that tell the client what to ask for."""
    names = ", ".join(f'"{name}"' for name in NUMBERED)
    stored = dict(zip(STORAGE_IDS, SAMPLES, strict=True))
    kinds = []
    for i in range(len(stored)):
        parts = 2 if stored[i].type == COMPLEX64 else 1
        kinds.append(f"{{{stored[i].type.code}, {stored[i].type.bits}, "
                     f"{len(stored[i].numbers) // parts}}}")
    weight = STORAGE_IDS[[s.name for s in SAMPLES].index("weight")]
    return (f"#define NUMBERED_OPERATORS {names}\n"
            f"#define STORAGES {', '.join(kinds)}\n"
            f"#define DENSE_STORAGE {weight}\n"
            f"#define FUNCTION_COUNT {len(NUMBERED) + len(OTHERS)}\n")


# Programs --------------------------------------------------------------------


class Program(toolchain.ToolTest):
    """Compiles, emits, links and runs for one machine."""

    #: Of the runtime: compiling all would take as long as everything else.
    layers = ["backend", "memory", "runtime"]

    @classmethod
    def setUpClass(cls):
        """Makes the runtime one source. Its files, compiled one by one for each
        machine, would take as long as everything else."""
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.single_source = os.path.join(folder.name, "tvm_crt.c")
        script = toolchain.source_path("runtime_crt/scripts/amalgamate.py")
        subprocess.run([sys.executable, "-B", script, folder.name, "--layers",
                        *cls.layers], check=True)

    def source(self, *parts):
        """A path in the project."""
        return os.path.join(toolchain.OPTIONS.source, *parts)

    def prepare(self, machine):
        """Says what is missing, and writes what all programs share."""
        self.machine = machine
        self.target = TARGETS[machine.name]
        # What compiles the program and drives its linkers.
        self.driver = "gcc" if self.target.gcc else "clang"
        tools = [self.compiler(self.driver)[0], machine.qemu[0], "clang",
                 "ld.lld"]
        for tool in tools:
            toolchain.find_tool(tool)
        self.write("model.h", model_header())
        self.write("numbered.c", toolchain.operator_source(NUMBERED))
        self.params = self.write("model.params", toolchain.params_file(
            [Parameter(s.name, s.type.code, s.type.bits, s.shape, pack(s))
             for s in SAMPLES]))
        self.includes = [
            "-I" + self.folder, "-I" + self.source("include"),
            "-I" + self.source("runtime_crt", "include"),
            "-I" + self.source("runtime_crt", "config"),
            "-I" + self.source("runtime_crt", "ports", "semihosting"),
            "-I" + self.source(EXAMPLE_BOARDS)]

    def compiler(self, name):
        """GCC or clang for the machine, with its flags."""
        if name == "clang":
            return ["clang", *self.target.clang, *self.machine.clang]
        return [self.target.gcc.program, *self.target.gcc.flags]

    def limited(self, model, symbol, subject, wanted):
        """For what the LLVM at hand may not be able to do."""
        return differences.limited(self.machine.name, model, symbol, subject,
                                   wanted)

    def drive(self, *arguments):
        """Runs the compiler of the program."""
        self.run_tool(*self.compiler(self.driver), *arguments)

    def port(self):
        """Name of the runtime's port, none when its files are sources."""
        if not self.machine.board:
            return "posix"
        sources = self.machine.board.sources
        return "none" if any(source.endswith("platform.c")
                             for source in sources) else "semihosting"

    def runtime(self, count_bytes):
        """Compiles the runtime and its port."""
        board = self.machine.board
        folder = self.path(f"crt{count_bytes}")
        if os.path.isdir(folder):
            return  # Of another program for the same machine.
        os.mkdir(folder)
        sources = [self.single_source]
        if files := PORT_FILES[self.port()]:
            sources += glob.glob(self.source("runtime_crt", "ports", files))
        for source in sources:
            self.drive(*PROGRAM_FLAGS,
                       *(["-ffreestanding", *BOARD_LIMITS] if board else
                         ["-fPIE"]),
                       f"-DTVM_CRT_FUNC_REGISTRY_COUNT_BYTES={count_bytes}",
                       *self.includes, "-c", source, "-o",
                       os.path.join(folder, os.path.basename(source) + ".o"))

    def program_sources(self):
        """C and assembly of the program without its operators."""
        board = self.machine.board
        host = os.path.join(EXAMPLE_BOARDS, "host", "output.c")
        return [self.source(part) for part in
                [os.path.join(TEST_BOARDS, "client.c"),
                 *(board.sources if board else [host])]]

    def compile_program(self, source):
        """Compiles a file of the program; returns the object."""
        output = self.path(os.path.basename(source) + ".o")
        mode = "-ffreestanding" if self.machine.board else "-fPIE"
        self.drive(*PROGRAM_FLAGS, mode, *self.includes, "-c", source, "-o",
                 output)
        return output

    def operators(self, compiler, model):
        """Paths of the operators' objects."""
        return [self.path(f"{compiler}-{model}-{name}.o")
                for name in ("numbered", "operators")]

    def compile_operators(self, compiler, model):
        """Compiles the operators as position-independent code or not."""
        sources = [self.path("numbered.c"),
                   self.source(TEST_BOARDS, "operators.c")]
        mode = "-fPIC" if model == "pic" else "-fno-pic"
        for source, output in zip(sources, self.operators(compiler, model)):
            with self.limited(model, "operators", f"compiled by {compiler}",
                              "compiled"):
                self.run_tool(
                    *self.compiler(compiler), *OPERATOR_FLAGS, *self.includes,
                    mode, "-c", source, "-o", output)

    def metadata(self, way):
        """Path of the metadata for `way`; the boards' linker script knows its
        name."""
        return self.path(f"{way.compiler}-{way.model}-{way.abi}-{way.emit}-"
                         "metadata.o")

    def emit_metadata(self, way):
        """Emits for the machine that the operators are for."""
        output = self.metadata(way)
        ids = [f"--sid={sample.name}={number}"
               for sample, number in zip(SAMPLES, STORAGE_IDS)]
        inputs = [*self.operators(way.compiler, way.model), self.params, *ids,
                  f"--abi={way.abi}"]
        if way.emit == "c":
            source = output.removesuffix(".o") + ".c"
            self.emit(*inputs, "--emit=c", "-o", source)
            self.drive(*PROGRAM_FLAGS, "-ffreestanding", "-fno-pic", "-c",
                     source, "-o", output)
            return
        flags = list(self.machine.static) if way.model == "static" else []
        with self.limited(way.model, "object", "emitted", "emitted"):
            self.emit(*inputs, *flags, "-o", output)

    def link(self, way, objects, output):
        """Links a program; a warning is an error."""
        flags = ["-Wl,--fatal-warnings,--gc-sections"]
        placed = [flag.format(toolchain.OPTIONS.source)
                  for flag in (self.machine.board.link
                               if self.machine.board else [])]
        if way.linker == "lld":
            flags += ["-B" + os.path.dirname(toolchain.find_tool("ld.lld")),
                      "-fuse-ld=lld", *self.machine.lld[way.model]]
        if self.machine.board:
            # GNU's bare-metal compilers do not mark the stack, clang does.
            flags += ["-nostdlib", "-Wl,-z,noexecstack"]
            if way.linker == "ld":
                flags.append("-Wl,--no-warn-rwx-segments")
        else:
            flags += ["-static", "-no-pie"] if way.model == "static" else [
                "-pie"]
        folder = self.path(f"crt{way.count_bytes}")
        runtime = [os.path.join(folder, name)
                   for name in sorted(os.listdir(folder))]
        linker = "lld" if way.linker == "lld" else "GNU ld"
        with self.limited(way.model, linker, "linked", "linked"):
            self.drive(*flags, *objects, *runtime, *placed, "-o", output)

    def run_way(self, way, program):
        """Links a program and runs it; returns its lines."""
        output = self.path("-".join(map(str, way)))
        self.link(way, [*program, self.metadata(way),
                        *self.operators(way.compiler, way.model)], output)
        if regions := memories(self.machine):
            told = self.metaobj("check", output, "--memory=" + regions)
            self.assertEqual((told.returncode, told.stderr), (0, ""))
        return self.run_tool(*self.machine.qemu, output).splitlines()


class Machines(Program):
    """One test for each machine."""

    def check_machine(self, machine):
        """All ways to a program write the transcript."""
        self.prepare(machine)
        todo = ways(machine)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            program = pool.map(self.compile_program, self.program_sources())
            list(pool.map(self.runtime, {way.count_bytes for way in todo}))
            objects = list(program)
            operators = {
                build: pool.submit(self.compile_operators, *build)
                for build in dict.fromkeys(way[:2] for way in todo)}
            metadata = {
                name: pool.submit(self.emit_for, operators[way[:2]], way)
                for name, way in {self.metadata(way): way
                                  for way in todo}.items()}
            runs = {way: pool.submit(self.run_with,
                                     metadata[self.metadata(way)], way, objects)
                    for way in todo}
        wanted = transcript()
        for way, run in runs.items():
            with self.subTest(**way._asdict()):
                try:
                    lines = run.result()
                except differences.LeftOut as reason:
                    toolchain.leave_out(reason)
                    continue
                self.assertEqual(lines, wanted)

    # What waits for another task of the pool was given to it after that task.

    def emit_for(self, operators, way):
        """Emits when the operators are there."""
        operators.result()
        self.emit_metadata(way)

    def run_with(self, metadata, way, program):
        """Links and runs when the metadata is there."""
        metadata.result()
        return self.run_way(way, program)


class Faults(Program):
    """What is wrong for a machine does not pass unnoticed."""

    def setUp(self):
        super().setUp()
        self.prepare(next(m for m in MACHINES if m.name == "mips"))
        self.way = Way("gcc", "static", "ld", "tvm-crt-u16", 2)
        self.compile_operators(*self.way[:2])
        self.runtime(self.way.count_bytes)
        self.objects = list(map(self.compile_program, self.program_sources()))
        self.emit_metadata(self.way)

    def reverse(self, symbol, size):
        """Turns round the first bytes of what `symbol` names."""
        path = self.metadata(self.way)
        elf = elf_file.ElfFile.read(path)
        found = elf.symbol(symbol)
        start = elf.section_of(found).offset + elf.place(found)
        data = bytearray(elf.data)
        data[start:start + size] = data[start:start + size][::-1]
        with open(path, "wb") as file:
            file.write(data)

    def expect_error(self, text):
        """The program does not link or ends with an error."""
        with self.assertRaisesRegex(AssertionError, text):
            self.run_way(self.way, self.objects)

    def test_unchanged(self):
        """The metadata of the other tests here is right before it is changed.
        """
        self.assertEqual(self.run_way(self.way, self.objects), transcript())

    def test_byte_order_of_elements(self):
        """Little-endian elements are other numbers, by id and by table."""
        self.reverse("__tvm_param__int32_scalar", 4)
        lines = self.run_way(self.way, self.objects)
        wrong = "type 0.32: -349002504"
        self.assertEqual(
            [line for line in lines if line not in transcript()],
            [f"storage 13 {wrong}",
             f"int32_scalar storage 13 [] bytes 4 {wrong}"])

    def test_byte_order_of_count(self):
        """A little-endian count is another number."""
        self.reverse("_tvm_crt_function_names", 2)
        self.expect_error("error: count")

    def test_runtime_abi(self):
        """A runtime with a two-byte count misses the first name of a list with
        a one-byte count."""
        self.way = self.way._replace(abi="tvm-crt-u8")
        self.emit_metadata(self.way)
        self.expect_error("error: count")

    def test_byte_order_of_object(self):
        """A metadata object for the other byte order is not linked."""
        names = [f"--function={name}" for name in [*NUMBERED, *OTHERS[:-1]]]
        self.emit(self.params, *names, "--sid=int8=0",
                  "--mtriple=mipsel-linux-gnu", "-o", self.metadata(self.way))
        self.expect_error("endian")


#: One of each kind: both byte orders, both widths of pointers, with and without
#: an operating system, profiles of Arm. The tests of all others are long.
QUICK = ["x86-64", "aarch64-linux", "armv7-hard", "s390x", "mips", "thumbv6m",
         "thumbv7em-hard", "thumbv8.1m.main", "riscv32-ilp32", "riscv64-lp64"]


def add_machine_tests():
    """A test method for each machine, so that a failure names it."""
    for machine in MACHINES:
        def test(self, machine=machine):
            self.check_machine(machine)
        test.__doc__ = f"{machine.name}: {' '.join(machine.qemu[:3])}"
        method = "test_" + machine.name.replace("-", "_").replace(".", "_")
        setattr(Machines, method,
                test if machine.name in QUICK else toolchain.long(test))


add_machine_tests()


if __name__ == "__main__":
    toolchain.main()
