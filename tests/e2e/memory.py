# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many small parameters take little memory, and many rules end.

How a program is linked decides how much memory its start takes, so that this is
measured, and what 100,000 parameters add to it is compared with a bound. The
static program that is released takes 13 MiB to start and is to stay below
64 million bytes in all, which are 61 MiB: 48 MiB are left.
"""

import io
import json
import os
import struct
import sys
import tarfile
import zipfile

from lib import toolchain

MIB = 1 << 20
MANY = 100000
REST = 47 * MIB
# Readers that keep tables of their own, and a second output.
MORE = 57 * MIB
# A section for each parameter, and a group for each besides.
SECTIONS = 84 * MIB
GROUPS = 136 * MIB
# LLVM's YAML parser keeps a tree of the whole text.
MANIFEST = 180 * MIB
# Linux counts the pages of a process for each processor apart and adds them up
# late: a peak can be wrong by half a MiB either way. What is really too large
# is so in every run.
RUNS = 4
# 400,000 without bytes, and a tree of the rules.
RULES = 280 * MIB
LIST_MAGIC = 0xF7E58D4F05049CB7
TENSOR_MAGIC = 0xDD5E40F096B4A13F
TENSOR = struct.Struct("<QQiiiBBHqq")
SIZE = 64
LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(status != 0)
"""


def names_of(count):
    return [b"p%d" % number for number in range(count)]


def data_of(number):
    """Different bytes for each, so that none is shared."""
    return b"%64d" % number


def tvm(count, size=SIZE):
    names = names_of(count)
    pieces = [struct.pack("<QQQ", LIST_MAGIC, 0, count)]
    pieces += [struct.pack("<Q", len(name)) + name for name in names]
    pieces.append(struct.pack("<Q", count))
    head = TENSOR.pack(TENSOR_MAGIC, 0, 1, 0, 1, 1, 8, 1, size, size)
    pieces += [head + data_of(number)[:size] for number in range(count)]
    return b"".join(pieces)


def safetensors(count):
    header = json.dumps({
        name.decode(): {"dtype": "U8", "shape": [SIZE],
                        "data_offsets": [number * SIZE, (number + 1) * SIZE]}
        for number, name in enumerate(names_of(count))}).encode()
    return b"".join([struct.pack("<Q", len(header)), header] +
                    [data_of(number) for number in range(count)])


def gguf(count):
    int8 = 24
    pieces = [b"GGUF", struct.pack("<IQQ", 3, count, 0)]
    for number, name in enumerate(names_of(count)):
        pieces += [struct.pack("<Q", len(name)), name,
                   struct.pack("<IQIQ", 1, SIZE, int8, number * SIZE)]
    pieces.append(bytes(-sum(map(len, pieces)) % 32))
    pieces += [data_of(number) for number in range(count)]
    return b"".join(pieces)


def npy(number):
    header = (b"{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" %
              SIZE).ljust(117) + b"\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header +
            data_of(number))


def npz(count):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for number, name in enumerate(names_of(count)):
            file.writestr(name.decode() + ".npy", npy(number))
    return archive.getvalue()


def manifest(count):
    """Of a file 'weights' beside it."""
    return b"metaobj-params: 1\nparams:\n" + b"".join(
        b"- {name: p%d, file: weights, offset: %d, dtype: uint8, shape: [%d]}\n" %
        (number, number * SIZE, SIZE) for number in range(count))


def model_library(count):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as file:
        params = tvm(count)
        member = tarfile.TarInfo("parameters/default.params")
        member.size = len(params)
        file.addfile(member, io.BytesIO(params))
    return archive.getvalue()


class Memory(toolchain.ToolTest):
    """Peaks of whole processes."""

    def peak_of(self, *arguments):
        """Peak memory in bytes."""
        command = [toolchain.OPTIONS.metaobj, "emit", "--quiet",
                   "--mtriple=x86_64-unknown-linux-gnu", *arguments]
        # In a small process of its own: Linux counts the memory of the starting
        # process to the started one.
        result = toolchain.start([sys.executable, "-S", "-c", LAUNCHER,
                                  *command])
        self.assertEqual((result.returncode, result.stderr), (0, ""), command)
        return int(result.stdout) * 1024

    def check_rest(self, bound, *arguments):
        """What the arguments take beyond a model without parameters."""
        for _ in range(RUNS):
            start = self.peak_of("--function=f", "-o", self.path("start.o"))
            rest = self.peak_of(*arguments) - start
            print(f"{' '.join(map(os.path.basename, arguments))}: "
                  f"{rest / MIB:.1f} MiB")
            if rest <= bound:
                return
        self.fail(f"{rest} bytes, more than {bound}, in each of {RUNS} runs")

    def test_formats(self):
        """100,000 parameters of 64 bytes, in each format."""
        for write, bound in ((tvm, REST), (safetensors, REST), (gguf, MORE),
                             (npz, REST), (model_library, REST)):
            with self.subTest(format=write.__name__):
                path = self.write(write.__name__, write(MANY))
                self.check_rest(bound, path, "-o", self.path("out.o"))

    def test_outputs(self):
        """What else is written of them."""
        path = self.write("many.params", tvm(MANY))
        output = self.path("out")
        for extra in (["--map=" + self.path("map.json")],
                      ["--header=" + self.path("header.h")],
                      ["--emit=c"], ["--place=*:visibility=global"], ["--dedup=off"]):
            with self.subTest(extra=extra):
                self.check_rest(MORE, path, "-o", output, *extra)

    def test_larger_forms(self):
        """A section for each parameter has a name and a header."""
        path = self.write("many.params", tvm(MANY))
        self.write("weights", b"".join(map(data_of, range(MANY))))
        described = self.write("many.yaml", manifest(MANY))
        output = self.path("out")
        for bound, *arguments in (
                (SECTIONS, path, "--param-sections"),
                (GROUPS, path, "--dedup=link"),
                (MANIFEST, described)):
            with self.subTest(arguments=arguments):
                self.check_rest(bound, *arguments, "-o", output)

    def test_empty_parameters(self):
        """1.7 million without bytes take 1 GiB; a tenth of them a tenth."""
        path = self.write("empty.params", tvm(170000, size=0))
        self.check_rest((1 << 30) // 10, path, "-o", self.path("out.o"))

    def test_rules(self):
        """As many rules as are read. Pairs with parameters would take minutes,
        longer than any program here may run."""
        path = self.write("rules.params", tvm(4 * MANY, size=0))
        rules = self.write("rules.yaml", "".join(
            f"- {{name: p{number}, align: 32}}\n" for number in range(35000)))
        self.check_rest(RULES, path, "--placement=" + rules, "-o",
                        self.path("out.o"))


if __name__ == "__main__":
    toolchain.main()
