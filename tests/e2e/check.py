# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metaobj check` foretells what lld and GNU ld do.

Pairs of objects that do not fit are checked and then given to both linkers, so
that each answer in the table ("refuses", "warns", "says nothing") is compared
with what the linker did. Static code is checked and linked for a PIE. On sets
that fit, from every target and both compilers, the command is silent.
"""

import os
import re
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from lib import differences, elf_file, toolchain
from lib.target_list import TARGETS

WORKERS = os.cpu_count() or 1

C_FLAGS = ["-O1", "-ffreestanding", "-fno-pic", "-fno-asynchronous-unwind-"
           "tables", "-c"]

#: Two units that call one another, and an enumeration that both use.
FIRST = """enum choice { LEFT, RIGHT };
int second(enum choice);
int first(enum choice choice) { return second(choice) + 1; }
"""
SECOND = """enum choice { LEFT, RIGHT };
int second(enum choice choice) { return choice == LEFT; }
"""

#: compilers: two compilers with their flags. row: the property that differs and
#: its two values. emulation: lld's -m; None: lld does not know the machine.
#: gnu_ld: None: Debian has none.
Pair = namedtuple("Pair", "compilers row emulation gnu_ld is_advice",
                  defaults=[False])


def clang(name, *flags):
    """Clang for a target of the list."""
    return ["clang", *TARGETS[name].clang, *flags]


def gcc(name, *flags):
    """GCC for a target of the list."""
    return [TARGETS[name].gcc.program, *TARGETS[name].gcc.flags, *flags]


def pair(one, two, row, target, **more):
    """Linked as objects of `target` are."""
    return Pair((one, two), row, TARGETS[target].emulation,
                TARGETS[target].gnu_ld, **more)


PAIRS = {
    "riscv_float": pair(
        clang("riscv32-ilp32"), clang("riscv32-ilp32f"),
        ("float ABI", "soft", "single"), "riscv32-ilp32"),
    "riscv_float_gcc": pair(
        gcc("riscv64-lp64d"), gcc("riscv64-lp64"),
        ("float ABI", "double", "soft"), "riscv64-lp64"),
    "riscv_rve": pair(
        clang("riscv32-ilp32"), clang("riscv32-ilp32e"),
        ("RVE", "no", "yes"), "riscv32-ilp32"),
    "riscv_class": pair(
        clang("riscv32-ilp32"), clang("riscv64-lp64"),
        ("class", "32 bit", "64 bit"), "riscv32-ilp32"),
    "thumb_float": pair(
        clang("thumbv7em"), clang("thumbv7em-hard"),
        ("float ABI", "soft", "hard"), "thumbv7em"),
    "thumb_float_gcc": pair(
        gcc("thumbv7em-hard"), gcc("thumbv7em"),
        ("float ABI", "hard", "soft"), "thumbv7em"),
    "arm_profile": pair(
        clang("thumbv7m"), clang("armv7a"),
        ("profile", "M (microcontroller)", "A (application)"),
        "thumbv7m"),
    "arm_r9": pair(
        clang("thumbv7m"), clang("thumbv7m", "-frwpi"),
        ("R9", "a register like others", "base of writable data"),
        "thumbv7m"),
    "arm_enumerations": pair(
        gcc("thumbv7m"), clang("thumbv7m"),
        ("size of enumerations", "smallest that fits", "32 bit"), "thumbv7m",
        is_advice=True),
    "arm_wchar": pair(
        clang("thumbv7m"), clang("thumbv7m", "-fshort-wchar"),
        ("size of wchar_t", "4 bytes", "2 bytes"), "thumbv7m",
        is_advice=True),
    "arm_byte_order": pair(
        clang("armv7a"), clang("armeb"),
        ("byte order", "little endian", "big endian"), "armv7a"),
    "aarch64_byte_order": pair(
        clang("aarch64"), clang("aarch64_be"),
        ("byte order", "little endian", "big endian"), "aarch64"),
    "aarch64_class": pair(
        gcc("aarch64"), gcc("aarch64-ilp32"),
        ("class", "64 bit", "32 bit"), "aarch64"),
    "x86_class": pair(
        clang("x86-64"), clang("x32"), ("class", "64 bit", "32 bit"),
        "x86-64"),
    "mips_class": pair(
        clang("mips"), clang("mips64"), ("class", "32 bit", "64 bit"), "mips"),
    "mips_abi": pair(
        clang("mips"), clang("mips64-n32"), ("ABI", "o32", "n32"), "mips"),
    "mips_byte_order": pair(
        clang("mips"), clang("mipsel"),
        ("byte order", "big endian", "little endian"), "mips"),
    "powerpc64_abi": pair(
        clang("powerpc64"), clang("powerpc64-elfv2"),
        ("ABI", "elfv1", "elfv2"), "powerpc64-elfv2"),
    "powerpc64_abi_gcc": pair(
        gcc("powerpc64-elfv2"), gcc("powerpc64"),
        ("ABI", "elfv2", "elfv1"), "powerpc64-elfv2"),
    "loongarch_abi": pair(
        clang("loongarch64-lp64d"), clang("loongarch64-lp64s"),
        ("ABI", "lp64d", "lp64s"), "loongarch64-lp64d"),
    "machine": pair(
        clang("x86-64"), clang("aarch64"),
        ("machine", "x86-64", "AArch64"), "x86-64"),
}


class CheckTest(toolchain.ToolTest):
    """Objects, and what is said about them."""

    def build(self, compiler, name, source, *flags):
        """Compiles C text; returns the path."""
        output = self.path(name + ".o")
        self.run_tool(*compiler, *C_FLAGS, *flags,
                      self.write(name + ".c", source), "-o", output)
        return output

    def answers(self, said):
        """Rows of the table in a message: property to (left, right, lld, GNU
        ld)."""
        rows = {}
        for line in said.splitlines():
            cells = re.split("  +", line.strip())
            if line.startswith("  ") and len(cells) == 5:
                rows[cells[0]] = tuple(cells[1:])
        return rows

    def ask(self, linker, *arguments):
        """What a linker does, in the words of the table."""
        result = toolchain.start([toolchain.find_tool(linker[0]), *linker[1:],
                                  *arguments, "-o", self.path("linked")])
        if result.returncode:
            return "refuses"
        return "warns" if result.stderr else "says nothing"


class Differences(CheckTest):
    """One test for each pair."""

    def build_pair(self, name, case):
        """Two objects that differ, or LeftOut when clang's do not."""
        with differences.limited(name, differences.CHECK, "operators",
                                 "compiled by clang", "compiled"):
            one = self.build(case.compilers[0], "one", FIRST)
            two = self.build(case.compilers[1], "two", SECOND)
        flags = [hex(elf_file.ElfFile.read(path).flags) for path in (one, two)]
        limit = differences.limit_of(differences.Difference(
            name, differences.CHECK, "operators", "ELF flags",
            " and ".join(flags), "different"))
        if limit:
            raise differences.LeftOut(f"{name}: {limit.reason}: {limit.found}")
        return one, two

    def check_pair(self, name, case):
        """The table shows the difference, and its last columns are true."""
        try:
            one, two = self.build_pair(name, case)
        except differences.LeftOut as reason:
            toolchain.leave_out(reason)
            return
        for objects, values in (((one, two), case.row[1:]),
                                ((two, one), case.row[:0:-1])):
            result = self.metaobj("check", *objects)
            self.assertEqual(result.returncode, 0 if case.is_advice else 1)
            self.assertIn(
                f": {objects[1]}: "
                + ("may not fit together with" if case.is_advice
                   else "cannot be linked with") + f" {objects[0]}:",
                result.stderr)
            rows = self.answers(result.stderr)
            self.assertIn(case.row[0], rows, result.stderr)
            self.assertEqual(rows[case.row[0]][:2], tuple(values))
            self.compare(case, objects, rows)

    def compare(self, case, objects, rows):
        """Linkers do what the worst answer of all rows says."""
        linkers = []
        if case.emulation:
            linkers.append((2, ["ld.lld", "-m", case.emulation]))
        if case.gnu_ld:
            linkers.append((3, case.gnu_ld))
        self.assertTrue(linkers)
        for column, linker in linkers:
            answers = {row[column] for name, row in rows.items()
                       if name != "property"}
            worst = next(answer for answer in ("refuses", "warns",
                                               "says nothing")
                         if answer in answers)
            with self.subTest(linker=linker[0], first=objects[0]):
                self.assertEqual(self.ask(linker, "-e", "first", *objects),
                                 worst)


def add_pair_tests():
    """A test method for each pair, so that a failure names it."""
    for name, case in PAIRS.items():
        def test(self, name=name, case=case):
            self.check_pair(name, case)
        test.__doc__ = f"{name}: the table is true"
        setattr(Differences, "test_" + name, test)


add_pair_tests()

#: Code with an address in it, for a machine and its flags.
STATIC_CODE = """extern int state[];
int read_state(int index) { return state[index]; }
int state[4];
int (*const table[])(int) = {read_state};
int first(int index) { return table[index](index); }
"""

STATIC_PROGRAMS = {
    "x86_64": (clang("x86-64"), "x86-64"),
    "aarch64": (clang("aarch64-linux"), "aarch64-linux"),
    "thumb": (clang("thumbv7m"), "thumbv7m"),
    "thumb_gcc": (gcc("thumbv7m"), "thumbv7m"),
    "riscv32": (clang("riscv32-ilp32"), "riscv32-ilp32"),
    "riscv64": (clang("riscv64-lp64d-linux"), "riscv64-lp64d-linux"),
}


class FixedAddresses(CheckTest):
    """Static code for a PIE."""

    def refusal(self, name):
        """What lld does with static code; an old one may be silent."""
        limit = differences.limit_of(differences.Difference(
            name, differences.CHECK, "lld", "static code as a PIE",
            "says nothing", "refuses"))
        if limit is None:
            return "refuses"
        toolchain.leave_out(f"{name}: {limit.reason}")
        return limit.found

    def test_pie(self):
        """What check refuses, lld refuses; what it takes, lld takes."""
        for name, (compiler, target) in STATIC_PROGRAMS.items():
            linker = ["ld.lld", "-m", TARGETS[target].emulation, "-pie",
                      "-z", "text", "-e", "first"]
            with self.subTest(name=name):
                static = self.build(compiler, "static", STATIC_CODE)
                self.assertEqual(
                    self.metaobj("check", "--quiet", static).stderr, "")
                result = self.metaobj("check", "--pie", static)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(
                    f"metaobj: error: {static}: cannot go into a position-"
                    "independent executable: it has addresses that no loader "
                    "corrects:\n", result.stderr)
                self.assertEqual(self.ask(linker, static),
                                 self.refusal(name))
                pic = self.build(compiler, "pic", STATIC_CODE, "-fPIC")
                for option in ("--pie", "--shared", "-r"):
                    said = self.metaobj("check", "--quiet", option, pic)
                    self.assertEqual((said.returncode, said.stderr), (0, ""))
                self.assertEqual(self.ask(linker, pic), "says nothing")

    def test_metadata(self):
        """Tables with addresses in flash are no part of a PIE."""
        operator = self.build(
            clang("x86-64"), "operator",
            toolchain.operator_source(["tvmgen_f"]), "-fPIC")
        fixed, movable = self.path("fixed.o"), self.path("movable.o")
        result = self.metaobj("emit", operator, "--relocation-model=static",
                              "-o", fixed)
        self.assertEqual(result.returncode, 0)
        self.assertIn("gets text relocations, or does not link", result.stderr)
        self.emit(operator, "-o", movable)
        linker = ["ld.lld", "-m", "elf_x86_64", "-pie", "-z", "text", "-e",
                  "TVMSystemLibEntryPoint"]
        result = self.metaobj("check", "--pie", operator, fixed)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"error: {fixed}: cannot go into", result.stderr)
        self.assertEqual(self.ask(linker, operator, fixed), "refuses")
        result = self.metaobj("check", "--quiet", "--pie", operator, movable)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.ask(linker, operator, movable), "says nothing")


class Symbols(CheckTest):
    """What both linkers see, before they run."""

    def test_definitions(self):
        """Two definitions of a symbol, of which an archive hides one."""
        one = self.build(clang("x86-64"), "one", SECOND)
        two = self.build(clang("x86-64"), "two", SECOND)
        user = self.build(clang("x86-64"), "user", FIRST)
        archive = self.path("both.a")
        self.run_tool("llvm-ar", "rc", archive, one, two)
        for objects, status in (((user, one, two), 1), ((user, one), 0),
                                ((user, archive), 0)):
            result = self.metaobj("check", *objects)
            self.assertEqual(result.returncode, status, result.stderr)
            for linker in (["ld.lld", "-m", "elf_x86_64"],
                           ["ld", "-m", "elf_x86_64"]):
                self.assertEqual(
                    self.ask(linker, "-e", "first", *objects),
                    "refuses" if status else "says nothing")


class MatchingSets(CheckTest):
    """Every target: operators, and the metadata that was made for them."""

    def check_set(self, name, compiler, mode, options):
        """What was said, or None where the target has to be given by hand and
        the compiler is not LLVM's."""
        target = TARGETS[name]
        base = f"{name}.{os.path.basename(compiler[0])}.{len(options)}"
        operator = self.path(base + ".o")
        source = self.path("operator.c")
        driver = "clang" if compiler[0] == "clang" else "gcc"
        try:
            with differences.limited(name, "pic" if options else "static",
                                     "operators", f"compiled by {driver}",
                                     "compiled"):
                self.run_tool(*compiler, *C_FLAGS, *mode.compiler, source,
                              "-o", operator)
        except differences.LeftOut as reason:
            toolchain.leave_out(reason)
            return None
        metadata = self.path(base + ".metadata.o")
        result = self.metaobj("emit", operator, "--quiet", "-o", metadata)
        if result.returncode:
            if compiler[0] != "clang":
                return None
            result = self.metaobj(
                "emit", "--function=tvmgen_f", *target.metaobj, *mode.metaobj,
                "--relocation-model=" + ("pic" if options else "static"),
                "-o", metadata)
            if result.returncode:
                return result.stderr
        for arguments in [[], *options]:
            result = self.metaobj("check", "--quiet", *arguments, operator,
                                  metadata)
            if result.returncode or result.stderr:
                return f"{base} {arguments}: {result.stderr}"
        return ""

    @toolchain.long
    def test_every_target(self):
        """Silence."""
        # No packed function, which BPF has not the arguments for.
        self.write("operator.c", "volatile int state;\nint tvmgen_f(void);\n"
                   "int tvmgen_f(void) { return state; }\n")
        jobs = []
        for name, target in TARGETS.items():
            compilers = []
            if target.clang is not None:
                compilers.append(["clang", *target.clang])
            if target.gcc is not None:
                compilers.append([target.gcc.program, *target.gcc.flags])
            for compiler in compilers:
                jobs.append((name, compiler, target.static, []))
                if target.pic is not None:
                    jobs.append((name, compiler, target.pic,
                                 [["--pie"], ["--shared"]]))
        with ThreadPoolExecutor(WORKERS) as pool:
            said = list(pool.map(lambda job: self.check_set(*job), jobs))
        self.assertEqual([words for words in said if words], [])
        self.assertGreater(said.count(""), len(TARGETS))


class HostileObjects(CheckTest):
    """Damaged objects are refused, whatever the damage."""

    def test_damage(self):
        """Prefixes of an object, and each byte of it changed."""
        good = self.build(clang("riscv32-ilp32"), "good",
                          toolchain.operator_source(["tvmgen_f"]))
        metadata = self.path("metadata.o")
        self.emit(good, "-o", metadata)
        data = elf_file.ElfFile.read(metadata).data
        files = []
        for size in range(0, len(data), 7):
            files.append((f"prefix{size}.o", data[:size]))
        for offset in range(0, len(data), 3):
            changed = bytearray(data)
            changed[offset] ^= 0x81
            files.append((f"byte{offset}.o", bytes(changed)))

        def run(name_and_bytes):
            path = self.write(*name_and_bytes)
            result = self.metaobj("check", "--pie", good, path)
            return name_and_bytes[0], result.returncode, result.stderr

        with ThreadPoolExecutor(WORKERS) as pool:
            for name, status, said in pool.map(run, files):
                self.assertIn(status, (0, 1), f"{name}: {said}")
                if status == 1:
                    self.assertTrue(said.startswith("metaobj: "), said)
                if name.startswith("prefix"):
                    self.assertEqual(status, 1, name)


if __name__ == "__main__":
    toolchain.main()
