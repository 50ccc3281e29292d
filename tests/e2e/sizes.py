# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj size against llvm-size and llvm-readelf, and against the file.

For objects of each format, and for linked ELF files: all bytes are accounted
for once, sections have LLVM's sizes, flash and RAM are LLVM's text, data and
bss, and what the file's own tables take is what llvm-readelf says.
"""

import json
import os
import re

from lib import toolchain

TARGETS = ["x86_64-linux-gnu", "aarch64-none-elf", "thumbv7m-none-eabi",
           "riscv32-unknown-elf", "s390x-linux-gnu", "i686-windows-gnu",
           "x86_64-windows-msvc", "arm64-apple-macosx",
           "wasm32-unknown-unknown"]
LINKED = ["x86_64-linux-gnu", "aarch64-none-elf", "thumbv7m-none-eabi",
          "riscv32-unknown-elf"]
PROGRAM = """
@counter = global i32 5
@buffer = global [100 x i8] zeroinitializer
@text = constant [5 x i8] c"text\\00"
define i32 @tvmgen_op(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  store i32 1, ptr @counter
  store i8 1, ptr @buffer
  %t = load i8, ptr @text
  %r = zext i8 %t to i32
  ret i32 %r
}
"""
# What LLVM's names for uses are in the column "Type" of llvm-readelf.
ELF_TYPES = {"relocations": ("REL", "RELA", "RELR"),
             "strings": ("STRTAB",),
             "symbols": ("SYMTAB", "DYNSYM", "HASH", "GNU_HASH", "VERSYM",
                         "VERNEED", "SYMTAB_SHNDX")}


class SizesTest(toolchain.ToolTest):
    """Objects with equal, compressible and other parameters."""

    def setUp(self):
        super().setUp()
        self.write("op.ll", PROGRAM)
        self.params = []
        for name, data in (("w", bytes(4096)), ("a", bytes(range(48))),
                           ("b", bytes(range(48))), ("c", b"xyz")):
            self.write(name + ".bin", data)
            self.params.append(
                "  - {name: %s, file: %s.bin, dtype: int8, shape: [%d]}\n"
                % (name, name, len(data)))
        self.write("p.yaml", "metaobj-params: 1\nparams:\n" +
                   "".join(self.params))

    def objects(self, target):
        """The operator, and the metadata plain and compressed."""
        operator = self.path("op.o")
        self.run_tool("llc", "-filetype=obj", "-mtriple=" + target,
                      self.path("op.ll"), "-o", operator)
        made = [operator]
        for name, flags in (("plain.o", []),
                            ("zstd.o", ["--compress=zstd",
                                        "--registry-index"])):
            made.append(self.path(name))
            self.emit("--quiet", operator, self.path("p.yaml"), "--sid=a=1",
                      *flags, "-o", made[-1])
        return made

    def sizes(self, path):
        return json.loads(self.metaobj("size", "--json", path).stdout)

    def check_bytes(self, path, report):
        """Each byte of the file, once."""
        size = os.path.getsize(path)
        self.assertEqual(report["file_bytes"], size)
        end = 0
        for piece in report["pieces"]:
            self.assertEqual(piece["offset"], end, piece)
            self.assertGreater(piece["bytes"], 0, piece)
            end += piece["bytes"]
        self.assertEqual(end, size)
        self.assertEqual(sum(report["uses"].values()), size)
        for use, size in report["uses"].items():
            self.assertEqual(size, sum(piece["bytes"]
                                       for piece in report["pieces"]
                                       if piece["use"] == use))
        self.assertEqual(report["uses"]["parameters"],
                         sum(param["own_bytes"] for param in report["params"]))

    def check_sections(self, path, report):
        """Those of llvm-size, each with its size."""
        lines = self.run_tool("llvm-size", "-A", path).splitlines()
        theirs = sorted((line.split()[0], int(line.split()[-2]))
                        for line in lines[2:]
                        if line.strip() and not line.startswith("Total"))
        ours = sorted((section["name"], section["bytes"])
                      for section in report["sections"])
        if report["format"] == "WASM":
            # LLVM has one section for all segments.
            data = sum(piece["bytes"] for piece in report["pieces"]
                       if piece["section"] == "DATA")
            data += sum(section["bytes"] for section in report["sections"]
                        if section["kind"] == "data")
            ours = [section for section in ours if section[0] in
                    [name for name, _ in theirs]] + [("DATA", data)]
        if report["format"].startswith("ELF"):
            # It leaves out what only linkers read.
            left_out = {row[0] for row in self.elf_sections(path) if row[1] in
                        ("SYMTAB", "STRTAB", "REL", "RELA") and
                        "A" not in row[3]}
            ours = [section for section in ours if section[0] not in left_out]
        if report["format"].startswith("Mach-O"):
            # It does not say the segments.
            ours = [(name.split(",")[1], size) for name, size in ours]
        self.assertEqual(sorted(ours), theirs)

    def elf_sections(self, path):
        """(name, type, size, flags) of each section with a name."""
        text = self.run_tool("llvm-readelf", "-SW", path)
        pattern = (r"^ +\[ *\d+\] (\S+) +([A-Z]\S*) +[0-9a-f]+ [0-9a-f]+ "
                   r"([0-9a-f]+) [0-9a-f]{2} +([A-Za-z]*) +\d+ +\d+ +\d+$")
        return [(name, kind, int(size, 16), flags) for name, kind, size, flags
                in re.findall(pattern, text, re.M)]

    def gaps(self, path):
        """What alignment leaves between the sections of flash, and of RAM."""
        flash, ram = [], []
        pattern = (r"^ +\[ *\d+\] \S+ +([A-Z]\S*) +([0-9a-f]+) [0-9a-f]+ "
                   r"([0-9a-f]+) [0-9a-f]{2} +([A-Za-z]*) +\d+ +\d+ +(\d+)$")
        for kind, at, size, flags, align in re.findall(
                pattern, self.run_tool("llvm-readelf", "-SW", path), re.M):
            place = int(at, 16), int(size, 16), int(align)
            if "A" in flags and place[0] and place[1]:
                if kind != "NOBITS":
                    flash.append(place)
                if kind == "NOBITS" or "W" in flags and "X" not in flags:
                    ram.append(place)
        def total(places):
            result, end = 0, None
            for at, size, align in sorted(places):
                if end is not None and 0 < at - end < align:
                    result += at - end
                end = max(end or 0, at + size)
            return result
        return total(flash), total(ram)

    def check_elf(self, path, report):
        """Sums of llvm-size, and the file's own tables."""
        line = self.run_tool("llvm-size", path).splitlines()[1]
        text, data, bss = (int(number) for number in line.split()[:3])
        flash_gaps, ram_gaps = self.gaps(path)
        self.assertEqual((report["flash"], report["ram"]),
                         (text + data + flash_gaps, data + bss + ram_gaps))
        sections = self.elf_sections(path)
        self.assertTrue(sections)
        for use, kinds in ELF_TYPES.items():
            self.assertEqual(report["uses"][use],
                             sum(size for _, kind, size, _ in sections
                                 if kind in kinds), use)
        header = self.run_tool("llvm-readelf", "-h", path)
        def field(name):
            return int(re.search(name + r": +(\d+)", header)[1])
        self.assertEqual(
            report["uses"]["headers"], field("Size of this header") +
            field("Size of program headers") *
            field("Number of program headers") +
            field("Size of section headers") *
            field("Number of section headers"))

    def check(self, path):
        report = self.sizes(path)
        self.check_bytes(path, report)
        self.check_sections(path, report)
        if report["format"].startswith("ELF"):
            self.check_elf(path, report)
        return report

    def test_objects(self):
        for target in TARGETS:
            with self.subTest(target=target):
                operator, plain, zstd = self.objects(target)
                self.check(operator)
                report = self.check(plain)
                # b shares the bytes of a.
                self.assertEqual(report["uses"]["parameters"], 4096 + 48 + 3)
                self.assertEqual(report["saved_by_sharing"], 48)
                self.assertEqual(report["saved_by_compression"], 0)
                self.assertEqual(report["uses"]["names"],
                                 len(b"\1\0tvmgen_op\0_lookup_linked_param\0\0")
                                 + len(b"w\0a\0b\0c\0"))
                report = self.check(zstd)
                frame, = (param for param in report["params"]
                          if param["compressed"])
                self.assertEqual(frame["name"], "w")
                self.assertEqual(report["saved_by_compression"],
                                 4096 - frame["stored_bytes"])

    def test_linked(self):
        """What is found in an object is found in the image."""
        for target in LINKED:
            with self.subTest(target=target):
                operator, plain, _ = self.objects(target)
                image = self.path("image")
                self.run_tool("ld.lld", operator, plain, "-u",
                              "tvmgen_default_params", "-e",
                              "TVMSystemLibEntryPoint", "-o", image)
                report = self.check(image)
                self.assertEqual(report["uses"]["parameters"], 4096 + 48 + 3)
                self.assertGreater(report["ram"], 100)
                self.assertIn(".rodata", {
                    piece["section"] for piece in report["pieces"]
                    if piece["use"] == "parameters"})


if __name__ == "__main__":
    toolchain.main()
