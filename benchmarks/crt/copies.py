#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LoadParams and GetOutput beside TVM's form and a memcpy of the same bytes."""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import programs
from layers import ROOT
from table import number

SKIPPED = 77


def measure(folder, optimisation):
    """(what, bytes, nanoseconds, those of TVM's form, those of memcpy)"""
    crt = programs.build_runtime(folder, optimisation,
                                 "-DTVM_CRT_PORT_ARENA_SIZE_BYTES=4000000")
    for what, nbytes, *times in programs.run_program(
            crt, os.path.join(folder, "copies" + optimisation), optimisation,
            ("graph_executor", "runtime", "posix", "backend"),
            f"{ROOT}/benchmarks/crt/copies.c"):
        yield what, int(nbytes), *map(float, times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    programs.add_outputs(parser)
    arguments = parser.parse_args()
    for tool in ("gcc", "make"):
        if not shutil.which(tool):
            print(f"SKIPPED: {tool} is not installed")
            return SKIPPED
    table = ["| function | bytes | built with | ns | TVM's form, ns | memcpy, ns |",
             "|---|---:|---|---:|---:|---:|"]
    proportions = ["| function | bytes | built with | of TVM's form | of memcpy |",
                   "|---|---:|---|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        for optimisation in ("-O2", "-Os"):
            for what, nbytes, runtime, form, plain in measure(
                    folder, optimisation):
                table.append(f"| `TVMGraphExecutor_{what}` | {nbytes} "
                             f"| `{optimisation}` | {number(runtime)} "
                             f"| {number(form)} | {number(plain)} |")
                proportions.append(
                    f"| `TVMGraphExecutor_{what}` | {nbytes} "
                    f"| `{optimisation}` | {number(runtime / form)} "
                    f"| {number(runtime / plain)} |")
    programs.write_tables(table, proportions, "Copies", arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
