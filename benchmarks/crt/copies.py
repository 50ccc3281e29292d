#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LoadParams and GetOutput beside a memcpy of the same bytes."""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import build
from layers import CRT, ROOT
from table import number, replace_marked

SKIPPED = 77
PAGE = ROOT / "docs" / "runtime-size.md"


def measure(folder, optimisation):
    """(what, bytes, nanoseconds, those of memcpy)"""
    crt = os.path.join(folder, "crt" + optimisation)
    build.run(["make", "-s", "-f", str(CRT / "Makefile"), f"BUILD={crt}",
               "CC=gcc", "PORT=posix",
               f"CFLAGS={optimisation} -DTVM_CRT_PORT_ARENA_SIZE_BYTES=4000000"])
    program = os.path.join(folder, "copies" + optimisation)
    build.run(["gcc", "-std=gnu99", optimisation, "-Wall", "-Werror",
               f"-I{CRT}/include", f"-I{CRT}/config",
               f"{ROOT}/benchmarks/crt/copies.c", "-Wl,--start-group",
               *(f"{crt}/lib{name}.a" for name in
                 ("graph_executor", "runtime", "backend", "posix")),
               "-Wl,--end-group", "-o", program])
    for line in build.run([program]).splitlines():
        what, nbytes, runtime, plain = line.split()
        yield what, int(nbytes), float(runtime), float(plain)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write-docs", action="store_true",
                        help=f"put the table into {PAGE.name}")
    arguments = parser.parse_args()
    for tool in ("gcc", "make"):
        if not shutil.which(tool):
            print(f"SKIPPED: {tool} is not installed")
            return SKIPPED
    table = ["| function | bytes | built with | ns | memcpy, ns | of memcpy |",
             "|---|---:|---|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        for optimisation in ("-O2", "-Os"):
            for what, nbytes, runtime, plain in measure(folder, optimisation):
                table.append(f"| `TVMGraphExecutor_{what}` | {nbytes} "
                             f"| `{optimisation}` | {number(runtime)} "
                             f"| {number(plain)} | {number(runtime / plain)} |")
    text = "\n".join(table) + "\n"
    print(text)
    if arguments.write_docs:
        replace_marked(PAGE, "copies", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
