# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of fuzz-Objects: object_seeds.py METAOBJ FOLDER.

Those of fuzz-Report go into the folder "Report" beside it: two objects, and
where the second one starts.

An emitted object of each format, byte order and width, with a registry and a
parameter, and an archive of one. They are made anew each time, because objects
are binaries that depend on LLVM.
"""

import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lit", "Inputs"))
import tensor_files  # noqa: E402
from tensor_files import Tensor  # noqa: E402

TARGETS = ["x86_64-linux-gnu", "thumbv7em-none-eabi", "riscv32-unknown-elf",
           "mips-linux-gnu", "powerpc64-linux-gnu", "x86_64-windows-msvc",
           "i686-windows-gnu", "aarch64-windows-msvc", "x86_64-apple-macosx",
           "arm64-apple-ios", "wasm32-unknown-unknown", "wasm64-unknown-unknown"]


def archive(member):
    header = b"%-16s%-12d%-6d%-6d%-8d%-10d`\n" % (b"op.o/", 0, 0, 0, 0,
                                                   len(member))
    return b"!<arch>\n" + header + member + b"\n" * (len(member) % 2)


def main():
    metaobj, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    params = os.path.join(folder, "..", "seed.params")
    with open(params, "wb") as file:
        file.write(tensor_files.tvm([Tensor(b"w", 0, 16, [2, 1], b"abcd")]))
    for target in TARGETS:
        path = os.path.join(folder, target)
        subprocess.run([metaobj, "emit", "--quiet", "--mtriple=" + target,
                        "--function=tvmgen_f", "--sid=w=0", params, "-o", path],
                       check=True)
    with open(os.path.join(folder, TARGETS[0]), "rb") as file:
        member = file.read()
    with open(os.path.join(folder, "archive"), "wb") as file:
        file.write(archive(member))
    pairs = os.path.join(folder, "..", "Report")
    os.makedirs(pairs, exist_ok=True)
    for target in TARGETS:
        with open(os.path.join(folder, target), "rb") as file:
            other = file.read()
        with open(os.path.join(pairs, target), "wb") as file:
            file.write(member + other + struct.pack("<I", len(member)))


if __name__ == "__main__":
    main()
