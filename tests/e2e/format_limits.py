# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Large parameters in COFF, Mach-O and WebAssembly.

Their bytes go from file to file: the memory of metaobj does not depend on them,
and all of them arrive. What a format cannot hold is refused with the number
before anything is read.
"""

import collections
import os
import random
import subprocess

from lib import toolchain

MIB = 1 << 20
GIB = 1 << 30

#: Much more than what metaobj takes for itself, which is mostly LLVM.
PAYLOAD_SIZE = 256 * MIB
#: Resident bytes at most: LLVM and the buffers. Instrumented builds take more
#: than the payload for themselves.
LARGEST_PEAK = 128 * MIB

#: Target and how an object that is too large is refused: for one parameter of
#: 4 GiB less 100 bytes.
Format = collections.namedtuple("Format", "triple error")

FORMATS = [
    Format(triple, rf"the object would have 42949[67]\d{{4}} bytes, and {name} "
           "ends at 4294967295")
    for triple, name in (("x86_64-pc-windows-msvc", "COFF"),
                         ("i686-w64-windows-gnu", "COFF"),
                         ("x86_64-apple-macosx10.15", "Mach-O"),
                         ("arm64-apple-macosx11", "Mach-O"),
                         ("arm64_32-apple-watchos7", "Mach-O"))
] + [
    Format(triple, r"the data section would have 42949[67]\d{4} bytes, and "
           "those of WebAssembly end at 4294967295")
    for triple in ("wasm32-unknown-unknown", "wasm64-unknown-unknown")
]


class FormatLimits(toolchain.ToolTest):
    """One parameter, whose file has no bytes on the disk but a few marks."""

    def write_model(self, size, marks=()):
        """A manifest of one parameter."""
        with open(self.path("payload"), "wb") as file:
            for offset, mark in marks:
                file.seek(offset)
                file.write(mark)
            file.truncate(size)
        return self.write(
            "model.yaml", "metaobj-params: 1\nparams:\n  - {name: p, file: "
            f"payload, dtype: uint8, shape: [{size}]}}\n")

    def emit_measured(self, triple, model, output):
        """Largest resident size of metaobj, in bytes."""
        with subprocess.Popen(
                [toolchain.OPTIONS.metaobj, "emit", f"--mtriple={triple}",
                 model, "-o", output], stderr=subprocess.PIPE) as process:
            errors = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual((process.returncode, errors), (0, b""))
        return usage.ru_maxrss * 1024

    def check_payload(self, output, first):
        """The object has the payload, which starts with the mark `first`."""
        with open(output, "rb") as found, \
                open(self.path("payload"), "rb") as expected:
            start = found.read(MIB).index(first)
            found.seek(start)
            while True:
                piece = expected.read(MIB)
                self.assertTrue(found.read(len(piece)) == piece,
                                f"differs before byte {expected.tell()}")
                if not piece:
                    break

    def test_memory(self):
        """It stays far below the payload, and every byte arrives."""
        source = random.Random(7)
        marks = [(offset, source.randbytes(64))
                 for offset in (0, MIB - 1, 100 * MIB + 3, PAYLOAD_SIZE - 64)]
        model = self.write_model(PAYLOAD_SIZE, marks)
        small = self.write("small.yaml", "metaobj-params: 1\nparams:\n  - "
                           "{name: p, file: payload, offset: 0, "
                           "dtype: uint8, shape: [1]}\n")
        output = self.path("metadata.o")
        for triple, _ in FORMATS:
            with self.subTest(triple):
                peak = self.emit_measured(triple, small, output)
                if peak > LARGEST_PEAK:
                    self.skipTest(f"one byte takes {peak} bytes of memory")
                peak = self.emit_measured(triple, model, output)
                self.assertLess(peak, LARGEST_PEAK)
                self.check_payload(output, marks[0][1])
                os.remove(output)

    def check_refused(self, triple, model, error, named=None):
        """`error`, and no output."""
        output = self.path("none.o")
        result = toolchain.start(
            [toolchain.OPTIONS.metaobj, "emit", f"--mtriple={triple}", model,
             "-o", output])
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr,
                         f"^metaobj: error: {named or output}: {error}\n$")
        self.assertFalse(os.path.exists(output))

    def test_too_large(self):
        """Each format ends at 4 GiB."""
        model = self.write_model(4 * GIB - 100)
        for triple, error in FORMATS:
            with self.subTest(triple):
                self.check_refused(triple, model, error)

    def test_32_bit_addresses(self):
        """The low half of a size would make another, damaged object."""
        model = self.write_model(4 * GIB + 24)
        for triple in ("thumbv7m-none-eabi", "riscv32-unknown-elf",
                       "x86_64-unknown-linux-gnux32", "mips-unknown-linux-gnu"):
            with self.subTest(triple):
                self.check_refused(
                    triple, model,
                    r"parameter 'p' of 4294967320 bytes, at byte 0 of section "
                    r"'.rodata.tvm', ends where addresses of '.*', of 32 bits, "
                    "do not reach\nmetaobj: hint: leave it out", model)

    def test_too_much_memory(self):
        """Alignment makes more of the data than the file has."""
        self.write_model(2 * GIB + 1)
        manifest = self.write(
            "two.yaml", "metaobj-params: 1\nparams:\n"
            f"  - {{name: a, file: payload, offset: 0, dtype: uint8, "
            f"shape: [{GIB}]}}\n"
            f"  - {{name: b, file: payload, dtype: uint8, "
            f"shape: [{2 * GIB + 1}], align: {2 * GIB}}}\n")
        self.check_refused(
            "wasm32-unknown-unknown", manifest,
            r"the data would take \d+ bytes of memory, and 32-bit WebAssembly "
            "has 4294967296")


if __name__ == "__main__":
    toolchain.main()
