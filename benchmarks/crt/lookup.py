#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Look-ups by name in registries of several sizes, against a plain scan.

Nothing here passes or fails; docs/runtime-size.md has a table.
"""

import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import build
from layers import CRT, ROOT
from table import number, replace_marked

INDEX = "-DTVM_CRT_ENABLE_REGISTRY_INDEX=1"
PAGE = ROOT / "docs" / "runtime-size.md"


def measure(folder, optimisation):
    """Lines of lookup.c, split."""
    crt = os.path.join(folder, "crt" + optimisation)
    build.run(["make", "-s", "-f", str(CRT / "Makefile"), f"BUILD={crt}",
               "CC=gcc", "PORT=posix",
               f"CFLAGS={optimisation} {INDEX}"])
    program = os.path.join(folder, "lookup" + optimisation)
    here = os.path.dirname(os.path.abspath(__file__))
    build.run(["gcc", "-std=gnu99", optimisation, "-Wall", "-Werror",
               # As any program that links a libc: its own functions are called.
               "-fno-builtin", INDEX, f"-I{CRT}/include",
               f"-I{CRT}/src", f"-I{CRT}/config", f"{here}/lookup.c",
               f"{here}/scans.c", "-Wl,--start-group", f"{crt}/libruntime.a",
               f"{crt}/libbackend.a", f"{crt}/libposix.a", "-Wl,--end-group", "-o", program,
               "-Wl,--gc-sections"])
    return [line.split() for line in build.run([program]).splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write-docs", action="store_true",
                        help=f"put the table into {PAGE.name}")
    arguments = parser.parse_args()
    rows = ["| names | looked up | built with | plain scan, ns | libc's, ns "
            "| runtime_crt, ns | of plain | with index, ns |",
            "|---:|---|---|---:|---:|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        for optimisation in ("-O2", "-Os"):
            for count, which, *times in measure(folder, optimisation):
                plain, libc, runtime, index = map(float, times)
                rows.append(f"| {count} | {which} | `{optimisation}` "
                            f"| {number(plain)} | {number(libc)} "
                            f"| {number(runtime)} | {number(runtime / plain)} "
                            f"| {number(index)} |")
    text = "\n".join(rows) + "\n"
    print(text)
    if arguments.write_docs:
        replace_marked(PAGE, "look-up", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
