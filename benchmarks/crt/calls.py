#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions that TVMFuncCall takes more than the call of the function.

Counted by callgrind on x86-64: a loop of many calls against a loop of few, so
that only the calls are left, through TVMFuncCall against by address. And its
time beside that of TVM's form, which depends on what else the machine does, so
that --check compares instructions alone.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import build
from layers import CRT, ROOT

SKIPPED = 77
FEW, MANY = 1000, 3000
TIMED = 200000
#: More instructions than these are a failure.
GOALS = {"-O2": 60, "-Os": 60}


def count(program, how, calls):
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         program, how, str(calls)], capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", result.stderr)[1])


def per_call(program, how):
    """Instructions of one turn of the loop."""
    difference = count(program, how, MANY) - count(program, how, FEW)
    return difference / (MANY - FEW)


def measure(folder, optimisation):
    """Instructions of a call by address and through TVMFuncCall, and its time in
    that of TVM's form."""
    crt = os.path.join(folder, "crt" + optimisation)
    build.run(["make", "-s", "-f", str(CRT / "Makefile"), f"BUILD={crt}",
               "CC=gcc", "PORT=posix", f"CFLAGS={optimisation}"])
    program = os.path.join(folder, "calls" + optimisation)
    build.run(["gcc", "-std=gnu99", optimisation, f"-I{CRT}/include",
               f"{ROOT}/benchmarks/crt/calls.c", "-Wl,--start-group",
               f"{crt}/libruntime.a", f"{crt}/libbackend.a",
               f"{crt}/libposix.a", "-Wl,--end-group", "-o", program])
    ours, form = map(float, build.run([program, "time", str(TIMED)]).split())
    return (per_call(program, "function"), per_call(program, "handle"),
            ours / form)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true",
                        help="fail when there are more than the goals")
    arguments = parser.parse_args()
    for tool in ("valgrind", "gcc", "make"):
        if not shutil.which(tool):
            print(f"SKIPPED: {tool} is not installed")
            return SKIPPED
    table = ["| optimisation | loop with a call by address | with TVMFuncCall "
             "| more | time, of TVM's form |", "|---|---:|---:|---:|---:|"]
    too_many = []
    with tempfile.TemporaryDirectory() as folder:
        for optimisation, goal in GOALS.items():
            address, handle, proportion = measure(folder, optimisation)
            if handle - address > goal:
                too_many.append(f"{handle - address:g} instructions more at "
                                f"{optimisation}, the goal is {goal}")
            table.append(f"| `{optimisation}` | {address:g} | {handle:g} "
                         f"| {handle - address:g} | {proportion:.2f} |")
    print("\n".join(table))
    if arguments.check and too_many:
        print("FAILED: " + "; ".join(too_many))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
