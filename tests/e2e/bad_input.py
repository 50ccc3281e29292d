# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever the inputs hold, metaobj says what is wrong and leaves no file.

Prefixes of a params file, an object, an archive and a bitcode file, every byte
of the first two changed, sizes and counts that cannot be true, files that
are none, functions that are defined twice or not at all, and objects that no
linker takes together: exit status 1, lines that name the input, no output, no
signal. Wrong usage is status 2.
"""

import os
import re
import struct
from concurrent.futures import ThreadPoolExecutor

from lib import elf_file, toolchain
from lib.toolchain import SAMPLE_PARAMETERS, TARGETS

WORKERS = 2

#: Small: only one parameter, the object without what a linker does not need.
IR = """target triple = "x86_64-unknown-linux-gnu"
define i32 @tvmgen_f(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 1
}
"""

U64_MAX = (1 << 64) - 1
HUGE = [U64_MAX, 1 << 63, (1 << 63) - 1, 1 << 40, 1 << 32]


class BadInputTest(toolchain.ToolTest):
    """How a refusal must look."""

    def setUp(self):
        super().setUp()
        self.output = self.path("metadata.o")

    def check_refusal(self, result, faulty):
        """Status 1, and a line for each fault of `faulty` (or a member of it),
        with a hint below it or not."""
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(result.stdout, "")
        fault = rf"^metaobj: error: {re.escape(faulty)}(\(.+\))?: .+"
        first, *rest = result.stderr.splitlines()
        self.assertRegex(first, fault)
        for line in rest:
            self.assertRegex(line, f"{fault}|^metaobj: hint: ")
        self.assertEqual(self.leftovers(), [])

    def leftovers(self):
        """Output files, whole or temporary."""
        return [name for name in os.listdir(self.folder)
                if name.startswith("metadata")]

    def refuse(self, faulty, *arguments):
        """metaobj refuses the input `faulty`; returns standard error."""
        result = self.metaobj("emit", "--quiet", *arguments, "-o",
                              self.output)
        self.check_refusal(result, faulty)
        return result.stderr

    def small_files(self):
        """Path of a small file of each kind that is read."""
        source = self.write("f.ll", IR)
        bitcode, archive = self.path("f.bc"), self.path("f.a")
        unstripped, op = self.path("u.o"), self.path("f.o")
        self.run_tool("llvm-as", source, "-o", bitcode)
        self.run_tool("llc", "-filetype=obj", source, "-o", unstripped)
        self.run_tool("llvm-strip", "--strip-unneeded", unstripped, "-o", op)
        self.run_tool("llvm-ar", "rcs", archive, op)
        params = self.write("p.bin", toolchain.params_file(
            [SAMPLE_PARAMETERS[1]]))
        return {"params": params, "object": op, "archive": archive,
                "bitcode": bitcode}


def arguments_for(kind, path):
    """Arguments that make metaobj read the file."""
    if kind == "params":
        return ["--mtriple=x86_64-linux-gnu", "--function=f",
                f"--params={path}"]
    return [path]


class DamagedFiles(BadInputTest):
    """Files that were whole once."""

    def try_all(self, kind, variants):
        """Runs metaobj for each of `variants`, {label: bytes}; returns the
        results by label, and the input's path."""
        def attempt(item):
            number, (label, data) = item
            # A folder for each: the output must not hide another's.
            folder = self.path(f"{kind}.{number}")
            os.mkdir(folder)
            path, output = (os.path.join(folder, n) for n in ("in", "out"))
            with open(path, "wb") as file:
                file.write(data)
            result = self.metaobj("emit", "--quiet",
                                  *arguments_for(kind, path), "-o", output)
            files = sorted(os.listdir(folder))
            for name in files:
                os.remove(os.path.join(folder, name))
            os.rmdir(folder)
            return label, (result, path, files)

        with ThreadPoolExecutor(WORKERS) as pool:
            return dict(pool.map(attempt, enumerate(variants.items())))

    def check_attempt(self, attempt):
        """A refusal as it should be."""
        result, path, files = attempt
        self.check_refusal(result, path)
        self.assertEqual(files, ["in"])

    def check_prefixes(self, kind, step=1, meant=()):
        """No prefix of the file is taken for the whole. Beyond the first 64
        bytes, only every `step`th length is tried; those in `meant` are files
        of their own right, without a target."""
        with open(self.small_files()[kind], "rb") as file:
            whole = file.read()
        sizes = {*range(64), *range(64, len(whole), step), len(whole)}
        variants = {size: whole[:size] for size in sorted(sizes)}
        attempts = self.try_all(kind, variants)
        result, _, files = attempts.pop(len(whole))
        self.assertEqual((result.returncode, result.stderr, files),
                         (0, "", ["in", "out"]))
        for size, attempt in attempts.items():
            with self.subTest(kind=kind, size=size, whole=len(whole)):
                if size in meant:
                    self.check_empty_archive(attempt)
                else:
                    self.check_attempt(attempt)

    def check_empty_archive(self, attempt):
        """Not damaged, but no help: the warning names it."""
        result, path, files = attempt
        self.assertEqual((result.returncode, files), (1, ["in"]))
        self.assertIn(f"metaobj: warning: {path}: the archive has no members",
                      result.stderr)
        self.assertIn("there are neither functions nor parameters",
                      result.stderr)

    def test_params_prefixes(self):
        """Every prefix of a params file is refused."""
        self.check_prefixes("params")

    def test_object_prefixes(self):
        """Every prefix of an ELF object is refused."""
        self.check_prefixes("object")

    def test_archive_prefixes(self):
        """Prefixes of an archive are refused, also when they end behind the
        magic or the symbol table: then they are archives without members."""
        with open(self.small_files()["archive"], "rb") as file:
            magic_and_header = file.read(68)
        table_end = 68 + int(magic_and_header[56:66])
        self.check_prefixes("archive", step=table_end - 64,
                            meant=(8, table_end))

    def test_bitcode_prefixes(self):
        """Every prefix of a bitcode file is refused: it consists of words of
        four bytes, and other lengths are refused for that alone."""
        self.check_prefixes("bitcode", step=4)

    def check_changed_bytes(self, kind):
        """No byte of the file can crash metaobj or spoil its manners."""
        with open(self.small_files()[kind], "rb") as file:
            whole = file.read()
        variants = {}
        for place in range(len(whole)):
            changed = bytearray(whole)
            changed[place] ^= 0xFF
            variants[place] = bytes(changed)
        for place, attempt in self.try_all(kind, variants).items():
            with self.subTest(kind=kind, place=place):
                result, _, files = attempt
                if result.returncode == 0:
                    self.assertEqual(files, ["in", "out"])
                elif not re.match(r"metaobj: error: [^/]", result.stderr):
                    self.check_attempt(attempt)

    def test_changed_params(self):
        """Every byte of a params file changed."""
        self.check_changed_bytes("params")

    def test_changed_object(self):
        """Every byte of an object changed."""
        self.check_changed_bytes("object")

    def test_huge_params_fields(self):
        """Counts and sizes of a params file that the file cannot hold."""
        with open(self.small_files()["params"], "rb") as file:
            whole = file.read()
        name_size = 24
        second_count = name_size + 8 + len(SAMPLE_PARAMETERS[1].name)
        rank = second_count + 8 + 16 + 8
        extents = rank + 4 + 4
        data_size = extents + 16
        fields = [("number of names", 16), ("length of the name", name_size),
                  ("number of tensors", second_count),
                  ("first extent", extents), ("second extent", extents + 8),
                  ("bytes of data", data_size)]
        variants = {}
        for label, offset in fields:
            for value in HUGE:
                changed = bytearray(whole)
                struct.pack_into("<Q", changed, offset, value)
                variants[label, value] = bytes(changed)
        for value in (-1, 1 << 30, -(1 << 31)):
            changed = bytearray(whole)
            struct.pack_into("<i", changed, rank, value)
            variants["rank", value] = bytes(changed)
        for label, attempt in self.try_all("params", variants).items():
            with self.subTest(field=label):
                self.check_attempt(attempt)

    def test_huge_object_fields(self):
        """Offsets and sizes of an object that the file cannot hold."""
        with open(self.small_files()["object"], "rb") as file:
            whole = file.read()
        elf = elf_file.ElfFile(whole)
        symbols = next(s for s in elf.sections
                       if s.type == elf_file.SHT_SYMTAB)
        headers = {"symbols": symbols,
                   "symbol names": elf.sections[symbols.link],
                   "section names": elf.sections[elf.names_index]}
        fields = [("section table", 40)]
        for label, section in headers.items():
            header = elf.section_offset + section.index * elf.section_size
            fields += [(label + " offset", header + 24),
                       (label + " size", header + 32)]
        variants = {}
        for label, offset in fields:
            for value in HUGE:
                changed = bytearray(whole)
                struct.pack_into("<Q", changed, offset, value)
                variants[label, value] = bytes(changed)
        for label, attempt in self.try_all("object", variants).items():
            with self.subTest(field=label):
                self.check_attempt(attempt)


class WrongFiles(BadInputTest):
    """Files that were never right."""

    def operator(self, target, name, *flags, function=None):
        """An object for `target` that defines one function."""
        function = function or f"tvmgen_{name}"
        source = self.write(name + ".c",
                            toolchain.operator_source([function]))
        return self.compile(TARGETS[target], source, self.path(name + ".o"),
                            *flags)

    def test_no_file(self):
        """A missing file, a directory, an empty and a meaningless file."""
        missing = self.path("missing.o")
        self.assertIn("no such file", self.refuse(missing, missing))
        self.assertIn("is a folder without Model Library Format", self.refuse(self.folder, self.folder))
        empty = self.write("empty.o", "")
        self.assertIn("empty", self.refuse(empty, empty))
        text = self.write("text.o", "operators of the world\n")
        self.refuse(text, text)

    def test_params_that_are_not_there(self):
        """--params and --functions name the file that is missing."""
        good = self.operator("x86-64", "good")
        missing = self.path("missing")
        self.refuse(missing, good, f"--params={missing}")
        self.refuse(missing, good, f"--functions={missing}")
        self.refuse(missing, good, f"--graph={missing}")
        self.refuse(good, good, f"--params={good}")

    def test_duplicate_function(self):
        """Two objects with one function: both are named."""
        one = self.operator("x86-64", "one", function="tvmgen_op")
        two = self.operator("x86-64", "two", function="tvmgen_op")
        said = self.refuse(two, one, two)
        for word in ("'tvmgen_op'", f"'{one}'", f"'{two}'"):
            self.assertIn(word, said)

    def test_duplicate_parameter(self):
        """Parameters in two files: each is told, and both are named."""
        data = toolchain.params_file(SAMPLE_PARAMETERS)
        one, two = self.write("1.bin", data), self.write("2.bin", data)
        said = self.refuse(two, "--mtriple=x86_64-linux-gnu", "--function=f",
                           one, two)
        for each in SAMPLE_PARAMETERS:
            self.assertIn(f"{two}: parameter '{each.name}' is given twice: by "
                          f"'{one}' and by '{two}'", said)

    def test_unknown_function(self):
        """A listed function that no object defines, with a near name."""
        good = self.operator("x86-64", "good", function="tvmgen_softmax")
        names = self.write("names.txt", "tvmgen_softmix\n")
        said = self.refuse(names, good, f"--functions={names}")
        self.assertIn("'tvmgen_softmix'", said)
        self.assertIn("hint: did you mean 'tvmgen_softmax'", said)

    def test_entry_point_in_object(self):
        """An operator object with the entry point cannot be linked."""
        entry = self.operator("x86-64", "entry",
                              function="TVMSystemLibEntryPoint")
        good = self.operator("x86-64", "good")
        said = self.refuse(entry, good, entry)
        self.assertIn("'TVMSystemLibEntryPoint'", said)
        self.assertIn("leave it out", said)
        self.emit(good, entry, "--quiet", "--entry=another_entry", "-o",
                  self.output)

    def check_disagreement(self, one, two, difference):
        """Two objects are refused with a table that shows `difference`."""
        result = self.metaobj("emit", "--quiet", one, two, "-o",
                              self.output)
        self.assertEqual(result.returncode, 1, result.stderr)
        first, head, *table = result.stderr.splitlines()
        self.assertEqual(first, f"metaobj: error: {two}: cannot be linked "
                                f"with {one}:")
        self.assertEqual(head.split(),
                         ["property", one, two, "lld", "GNU", "ld"])
        self.assertIn(difference, [re.split("  +", line.strip())[:3]
                                   for line in table])
        self.assertEqual(self.leftovers(), [])

    def test_targets_that_differ(self):
        """Architectures, float ABIs and byte orders do not mix."""
        pairs = [
            ("x86-64", "aarch64", ["machine", "x86-64", "AArch64"]),
            ("thumbv7em", "thumbv7em-hard", ["float ABI", "soft", "hard"]),
            ("riscv32-ilp32", "riscv32-ilp32f",
             ["float ABI", "soft", "single"]),
            ("riscv32-ilp32", "riscv64-lp64d", ["class", "32 bit", "64 bit"]),
            ("aarch64", "aarch64_be",
             ["byte order", "little endian", "big endian"]),
        ]
        for one, two, difference in pairs:
            with self.subTest(one=one, two=two):
                self.check_disagreement(self.operator(one, "one"),
                                        self.operator(two, "two"), difference)

    def test_names_that_are_empty(self):
        """Neither the entry point nor the model goes without a name."""
        good = self.operator("x86-64", "good")
        for option in ("--entry=", "--model="):
            with self.subTest(option=option):
                result = self.metaobj("emit", good, option, "-o", self.output)
                self.assertIn(result.returncode, (1, 2))
                self.assertRegex(
                    result.stderr,
                    f"^metaobj: error: {option[:-1]} .*empty")
                self.assertEqual(self.leftovers(), [])

    def test_no_target(self):
        """Without objects and without a triple there is no target."""
        result = self.metaobj("emit", "--function=f", "-o", self.output)
        self.assertEqual(result.returncode, 1)
        self.assertIn("--mtriple", result.stderr)
        self.assertEqual(self.leftovers(), [])


class WrongUsage(BadInputTest):
    """Command lines that say nothing sensible: status 2."""

    def test_status(self):
        """Each of them is refused with a word on standard error."""
        good = self.write("f.ll", IR)
        lines = [
            [], ["frobnicate"], ["emit"], ["emit", good],
            ["emit", good, "-o", self.output, "--no-such-option"],
            ["emit", good, "-o", self.output, "--abi=tvm-crt-u32"],
            ["emit", good, "-o", self.output, "--emit=exe"],
            ["emit", good, "-o"],
            ["emit", good, "-o", self.output, "--relocation-model=maybe"],
            ["inspect"],
        ]
        for line in lines:
            with self.subTest(line=line):
                result = self.metaobj(*line)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertEqual(result.stdout, "")
                self.assertRegex(
                    result.stderr,
                    "^metaobj: error: .+" if line else "^Metadata of compiled models")
                self.assertEqual(self.leftovers(), [])


if __name__ == "__main__":
    toolchain.main()
