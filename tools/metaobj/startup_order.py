#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the functions that a short run of metaobj calls.

Linked next to one another they are a few pages instead of hundreds that lie
all over 40 MiB of LLVM, and a run is over before those would be mapped. The
build of a release calls this between two links: see CMakeLists.txt.

Needs valgrind.
"""

import argparse
import os
import re
import struct
import subprocess
import sys
import tempfile

#: What most people build for; other targets share most of their functions.
TRIPLES = ("x86_64-unknown-linux-gnu", "aarch64-none-elf",
           "thumbv7em-none-eabi", "riscv32-unknown-elf")
#: A TVM params file with one tensor, "p", of four bytes.
PARAMS = (struct.pack("<QQQQ", 0xF7E58D4F05049CB7, 0, 1, 1) + b"p" +
          struct.pack("<QQQiiiBBHqq4x", 1, 0xDD5E40F096B4A13F, 0, 1, 0, 1, 1,
                      8, 1, 4, 4))


def called_functions(program, arguments, folder):
    """The names of functions of a run."""
    profile = os.path.join(folder, "profile")
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--compress-strings=no",
         "--demangle=no", f"--callgrind-out-file={profile}", program,
         *arguments], check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    with open(profile, encoding="utf-8", errors="replace") as file:
        names = re.findall(r"^fn=(\S+?)(?:'\d+)?$", file.read(), re.MULTILINE)
    # Some have an address instead of a name.
    return {name for name in names if not name.startswith("0x")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("metaobj", help="static, with its symbols")
    parser.add_argument("list", help="file that is written")
    options = parser.parse_args()
    functions = set()
    with tempfile.TemporaryDirectory() as folder:
        params = os.path.join(folder, "p.params")
        with open(params, "wb") as file:
            file.write(PARAMS)
        for triple in TRIPLES:
            arguments = ("emit", f"--mtriple={triple}", "--function=tvmgen_f",
                         params, "-o", os.path.join(folder, "metadata.o"))
            functions |= called_functions(options.metaobj, arguments, folder)
    if len(functions) < 1000:
        sys.exit("too few functions of the program have names")
    with open(options.list, "w", encoding="ascii") as file:
        # Valgrind's order depends on the names of folders.
        file.write("\n".join(sorted(functions)) + "\n")


if __name__ == "__main__":
    main()
