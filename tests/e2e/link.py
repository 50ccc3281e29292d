# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Linkers take the metadata object next to the operators, without a warning.

Operators are compiled by clang and by GNU cross compilers, the target is taken
from them alone, and all is linked by lld and by GNU ld: statically, position
independent, as a shared library, relocatable, and with --gc-sections, which
must keep the registry and drop the parameters that nobody asks for. On the
host the result runs: a C program finds every function through the registry.
"""

import itertools
import os
import platform
import re
from collections import namedtuple

from lib import elf_file, toolchain
from lib.toolchain import FIRST_RESULT, SAMPLE_PARAMETERS, TARGETS

FUNCTIONS = ["tvmgen_default_fused_add", "tvmgen_default_fused_nn_conv2d",
             "tvmgen_default_fused_nn_softmax"]

C_FLAGS = ["-O2", "-ffreestanding", "-ffunction-sections", "-fdata-sections",
           "-Wall", "-Werror", "-c"]

START = """
extern const void *TVMSystemLibEntryPoint(void);
extern const void *tvmgen_default_params(void);
const void *volatile sink;
void entry(void) {
  sink = TVMSystemLibEntryPoint();
#ifdef WITH_PARAMS
  sink = tvmgen_default_params();
#endif
  for (;;)
    ;
}
"""

#: A compiler's name and flags, the linkers (program and flags) for it, and
#: what metaobj has to be told of static code: where nothing in such an object
#: tells it from position-independent code of a hosted system.
Chain = namedtuple("Chain", "compiler flags linkers static_flags",
                   defaults=[()])
STATIC = ("--relocation-model=static",)
UNTOLD = ("x86-64", "aarch64", "riscv64-lp64d")


def lld(target):
    """lld for `target`."""
    return ("ld.lld", "-m", TARGETS[target].emulation)


HOST_LD = ("ld", "-m", "elf_x86_64")
ARM_LD = ("arm-none-eabi-ld", "--no-warn-rwx-segments")
RV32_LD = ("riscv64-unknown-elf-ld", "-m", "elf32lriscv",
           "--no-warn-rwx-segments")
RV64_LD = ("riscv64-unknown-elf-ld", "-m", "elf64lriscv",
           "--no-warn-rwx-segments")


def clang(target, *linkers):
    """Operators by clang for `target`, linked by lld and by `linkers`."""
    return Chain("clang", TARGETS[target].clang, [lld(target), *linkers],
                 STATIC if target in UNTOLD else ())


ARM_HARD = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard",
            "-mfpu=fpv4-sp-d16"]

CHAINS = {
    "clang_x86_64": clang("x86-64", HOST_LD),
    "clang_aarch64": clang("aarch64"),
    "clang_thumbv7m": clang("thumbv7m", ARM_LD),
    "clang_thumbv7em_hard": clang("thumbv7em-hard", ARM_LD),
    "clang_riscv32": clang("riscv32-ilp32", RV32_LD),
    "clang_riscv32_ilp32f": clang("riscv32-ilp32f", RV32_LD),
    "clang_riscv64": clang("riscv64-lp64d", RV64_LD),
    "gcc_x86_64": Chain("gcc", [], [HOST_LD, lld("x86-64")], STATIC),
    "gcc_thumbv7m": Chain(
        "arm-none-eabi-gcc", ["-mcpu=cortex-m3", "-mthumb"],
        [ARM_LD, lld("thumbv7m")]),
    "gcc_thumbv7em_hard": Chain(
        "arm-none-eabi-gcc", ARM_HARD, [ARM_LD, lld("thumbv7m")]),
    "gcc_riscv32": Chain(
        "riscv64-unknown-elf-gcc", ["-march=rv32imac", "-mabi=ilp32"],
        [RV32_LD, lld("riscv32-ilp32")]),
    "gcc_riscv32_ilp32f": Chain(
        "riscv64-unknown-elf-gcc", ["-march=rv32imafc", "-mabi=ilp32f"],
        [RV32_LD, lld("riscv32-ilp32f")]),
    "gcc_riscv64": Chain(
        "riscv64-unknown-elf-gcc",
        ["-march=rv64gc", "-mabi=lp64d", "-mcmodel=medany"],
        [RV64_LD, lld("riscv64-lp64d")]),
}


def names_in(path):
    """Names of the symbols that the ELF file at `path` defines."""
    elf = elf_file.ElfFile.read(path)
    return {s.name for s in elf.symbols if s.section != elf_file.SHN_UNDEF}


class LinkTest(toolchain.ToolTest):
    """Operators, metadata and start file of one tool chain."""

    def c_object(self, chain, name, text, *flags):
        """Compiles C for `chain`; returns the path."""
        source = self.write(name + ".c", text)
        output = self.path(name + ".o")
        self.run_tool(chain.compiler, *chain.flags, *C_FLAGS, *flags, source,
                      "-o", output)
        return output

    def operators(self, chain, *flags):
        """An object for each of FUNCTIONS."""
        return [
            self.c_object(chain, f"op{index}",
                          toolchain.operator_source([name], index), *flags)
            for index, name in enumerate(FUNCTIONS)]

    def metadata(self, operators, *flags):
        """Metadata whose target is taken from `operators`."""
        params = self.write("params.bin",
                            toolchain.params_file(SAMPLE_PARAMETERS))
        output = self.path("metadata.o")
        self.emit(*operators, params, *flags, "-o", output)
        return output

    def link(self, linker, *arguments):
        """Links to `linked`; a warning is an error."""
        output = self.path("linked")
        said = self.run_tool(*linker, "--fatal-warnings", *arguments, "-o",
                             output)
        self.assertEqual(said, "")
        return output


class Linkers(LinkTest):
    """One test for each tool chain."""

    def check_chain(self, chain):
        """All linkers of `chain`, static and position independent."""
        self.check_static(chain)
        self.check_pic(chain)

    def check_static(self, chain):
        """Static code: tables in flash, --gc-sections, relocatable links."""
        operators = self.operators(chain, "-fno-pic")
        metadata = self.metadata(operators, *chain.static_flags)
        undefined = self.run_tool("llvm-nm", "-u", "--just-symbol-name",
                                  metadata)
        self.assertEqual(sorted(undefined.split()), sorted(FUNCTIONS))
        self.check_marks(metadata, operators[0])
        start = self.c_object(chain, "start", START, "-fno-pic")
        caller = self.c_object(chain, "caller", START, "-fno-pic",
                               "-DWITH_PARAMS")
        for linker in chain.linkers:
            with self.subTest(linker=linker[0], mode="static"):
                linked = self.link(linker, "-static", "-e", "entry", start,
                                   metadata, *operators)
                self.check_read_only(linked)
            with self.subTest(linker=linker[0], mode="gc-sections"):
                self.check_collection(linker, start, caller, metadata,
                                      operators)
            with self.subTest(linker=linker[0], mode="relocatable"):
                joined = self.path("joined.o")
                self.run_tool(*linker, "--fatal-warnings", "-r", metadata,
                              *operators, "-o", joined)
                self.assertEqual(elf_file.ElfFile.read(joined).undefined(),
                                 set())
                self.link(linker, "-static", "-e", "entry", start, joined)

    def check_marks(self, metadata, operator):
        """ELF flags and attribute sections are the operator's, also those of
        a compiler that is not LLVM's."""
        ours, theirs = map(elf_file.ElfFile.read, (metadata, operator))
        self.assertEqual(hex(ours.flags), hex(theirs.flags))
        self.assertEqual(ours.attributes(), theirs.attributes())

    def check_read_only(self, linked):
        """No table of the linked image lies in writable memory, or in a
        section that linker scripts of small boards copy there."""
        elf = elf_file.ElfFile.read(linked)
        for name in ("_tvm_crt_module", "_tvm_crt_func_registry",
                     "_tvm_func_registry_ptrs", "_metaobj_param_table",
                     "_metaobj_params", "__tvm_param__weight"):
            section = elf.section_of(elf.symbol(name))
            self.assertEqual(section.flags & elf_file.SHF_WRITE, 0,
                             f"{name} in {section.name}")
            self.assertFalse(section.name.startswith(".data"), name)

    def check_collection(self, linker, start, caller, metadata, operators):
        """--gc-sections keeps what is reached and drops the rest."""
        linked = self.link(linker, "-static", "--gc-sections", "-e", "entry",
                           start, metadata, *operators)
        kept = names_in(linked)
        self.assertLessEqual(
            {"TVMSystemLibEntryPoint", "_tvm_func_registry_ptrs", *FUNCTIONS},
            kept)
        parameters = {"tvmgen_default_params", "_metaobj_params",
                      "__tvm_param__weight"}
        self.assertEqual(kept & parameters, set())
        linked = self.link(linker, "-static", "--gc-sections", "-e", "entry",
                           caller, metadata, *operators)
        self.assertLessEqual(parameters, names_in(linked))

    def check_pic(self, chain):
        """Position-independent code is recognised, and links as such."""
        operators = self.operators(chain, "-fPIC")
        metadata = self.metadata(operators)
        elf = elf_file.ElfFile.read(metadata)
        self.assertEqual(elf.section_of(elf.symbol("_tvm_crt_module")).name,
                         ".data.rel.ro.metaobj.registry")
        start = self.c_object(chain, "start", START, "-fPIC", "-DWITH_PARAMS")
        for linker in chain.linkers:
            # Debian's GNU linkers for bare metal make no such images.
            if linker[0] not in ("ld", "ld.lld"):
                continue
            for mode in ("-pie", "-shared"):
                with self.subTest(linker=linker[0], mode=mode):
                    linked = self.link(
                        linker, mode, "-z", "text", "--gc-sections", "-e",
                        "entry", start, metadata, *operators)
                    self.assertIn("_tvm_crt_module", names_in(linked))


def add_chain_tests():
    """A test method for each tool chain, so that a failure names it."""
    for name, chain in CHAINS.items():
        def test(self, chain=chain):
            self.check_chain(chain)
        test.__doc__ = f"{name}: static, PIC, relocatable, collected"
        setattr(Linkers, "test_" + name, test)


add_chain_tests()


CLIENT = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int (*Function)(void *, int *, int, void *, int *, void *);
typedef struct { const char *names; const Function *funcs; } Registry;
typedef struct { const Registry *registry; } Module;
extern const Module *TVMSystemLibEntryPoint(void);

static unsigned count(const char *names) {
  uint16_t two_bytes;
  memcpy(&two_bytes, names, 2);
  return COUNT_BYTES == 2 ? two_bytes : (unsigned char)names[0];
}

int main(void) {
  const Registry *registry = TVMSystemLibEntryPoint()->registry;
  const char *name = registry->names + COUNT_BYTES;
  unsigned index = 0;
  printf("%u\\n", count(registry->names));
  for (; *name; name += strlen(name) + 1, ++index)
    printf("%s %d\\n", name,
           registry->funcs[index](0, 0, 0, 0, 0, (void *)registry));
  return 0;
}
"""

#: Compiler and flags, flags of the operators, flags of metaobj.
HOST_PROGRAMS = [
    (["clang", "-fPIE", "-pie"], "-fPIC", []),
    (["clang", "-fPIE", "-pie", "-fuse-ld=lld"], "-fPIC", []),
    (["clang", "-static"], "-fno-pic", []),
    (["clang", "-fPIE", "-static-pie"], "-fPIC", []),
    (["gcc", "-no-pie", "-fno-pie"], "-fno-pic",
     ["--relocation-model=static"]),
    (["gcc", "-fPIE", "-pie"], "-fPIC", ["--relocation-model=pic"]),
]

UNIVERSAL_RESULT = 0x802
ABI_CLIENTS = [("tvm-crt-u16", 2), ("tvm-crt-u8", 1),
               ("tvm-crt-universal", 2), ("tvm-crt-universal", 1)]


class HostPrograms(LinkTest):
    """Programs for this machine that call every function."""

    def setUp(self):
        super().setUp()
        toolchain.find_tool("ld")
        if platform.machine() != "x86_64":
            self.skipTest("programs are for x86_64, this machine is "
                          f"'{platform.machine()}'")

    def expected(self, abi, count_bytes):
        """What the client prints, without the count."""
        lines = [f"{name} {FIRST_RESULT + index}"
                 for index, name in enumerate(FUNCTIONS)]
        if abi == "tvm-crt-universal":
            lead = "_" if count_bytes == 1 else ""
            lines.insert(0, f"{lead}metaobj_universal {UNIVERSAL_RESULT}")
        return lines

    def test_programs(self):
        """Every way to link a host program gives a registry that works."""
        source = self.write("client.c", CLIENT)
        for build, (abi, count_bytes) in itertools.product(
                HOST_PROGRAMS, ABI_CLIENTS):
            (compiler, *flags), operator_flag, emit_flags = build
            with self.subTest(program=" ".join([compiler, *flags]), abi=abi,
                              count_bytes=count_bytes):
                operators = self.operators(CHAINS["clang_x86_64"],
                                           operator_flag)
                metadata = self.metadata(operators, f"--abi={abi}",
                                         *emit_flags)
                program = self.path("program")
                self.run_tool(
                    compiler, *flags, "-Wl,--fatal-warnings",
                    f"-DCOUNT_BYTES={count_bytes}", source, metadata,
                    *operators, "-o", program)
                count, *lines = self.run_tool(program).splitlines()
                self.assertEqual(lines, self.expected(abi, count_bytes))
                if abi == "tvm-crt-universal" and count_bytes == 2:
                    self.assertGreaterEqual(int(count), len(lines))
                else:
                    self.assertEqual(int(count), len(lines))


class Marks(LinkTest):
    """What an object was built for, in words that LLVM does not know."""

    def test_copied(self):
        """A flag and an ISA version that LLVM would not write are copied."""
        operator, *_ = self.operators(CHAINS["clang_riscv32"])
        elf = elf_file.ElfFile.read(operator)
        data = bytearray(elf.data)
        tso_flag = 0x10
        data[36:40] = (elf.flags | tso_flag).to_bytes(4, "little")
        # LLVM 16 writes the older version.
        written, = re.findall(rb"a2p[01]", data)
        data = data.replace(written, {b"a2p0": b"a2p1",
                                      b"a2p1": b"a2p0"}[written])
        self.write("op0.o", bytes(data))
        output = self.path("metadata.o")
        self.emit(operator, "-o", output)
        emitted = elf_file.ElfFile.read(output)
        self.assertEqual(hex(emitted.flags), hex(elf.flags | tso_flag))
        self.assertEqual(emitted.attributes(),
                         elf_file.ElfFile(bytes(data)).attributes())


class FloatAbis(LinkTest):
    """Objects that no linker takes together."""

    def test_soft_and_hard(self):
        """metaobj refuses what GNU ld refuses, and says what differs."""
        soft = self.c_object(
            Chain("arm-none-eabi-gcc", ["-mcpu=cortex-m4", "-mthumb",
                                        "-mfloat-abi=soft"], []),
            "soft", toolchain.operator_source(["tvmgen_soft"]))
        hard = self.c_object(
            Chain("arm-none-eabi-gcc", ARM_HARD, []),
            "hard", toolchain.operator_source(["tvmgen_hard"]))
        linker = toolchain.find_tool("arm-none-eabi-ld")
        linked = toolchain.start([linker, "-e", "tvmgen_soft", soft, hard,
                                  "-o", self.path("linked")])
        self.assertNotEqual(linked.returncode, 0)
        output = self.path("metadata.o")
        result = self.metaobj("emit", soft, hard, "-o", output)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(
            result.stderr,
            re.escape(f"metaobj: error: {hard}: cannot be linked with "
                      f"{soft}:") +
            r"\n  property +\S+ +\S+ +lld +GNU ld"
            r"\n  float ABI +soft +hard +says nothing +refuses\n")
        self.assertFalse(os.path.exists(output))


if __name__ == "__main__":
    toolchain.main()
