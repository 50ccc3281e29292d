#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Look-ups by name in registries of several sizes, against a plain scan.

Nothing here passes or fails.
"""

import argparse
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import build
import programs
from table import number

INDEX = "-DTVM_CRT_ENABLE_REGISTRY_INDEX=1"
COUNTS = (8, 9, 30, 255, 5000)
OPERATORS = ("nn_conv2d_add_nn_relu", "nn_dense_add", "nn_softmax", "add",
             "nn_max_pool2d", "nn_contrib_conv2d_NCHWc_add_clip", "reshape",
             "cast_subtract_fixed_point_multiply_clip_cast")


def name(number):
    """As TVM gives them: a common start, the operators, a number."""
    return f"tvmgen_default_fused_{OPERATORS[number % len(OPERATORS)]}_{number}"


def make_registries(metaobj, folder):
    """Objects of all registries, of their functions, and lookup_names.h."""
    # One that is missing has a common length and start.
    header = [f'#define FIRST_NAME "{name(0)}"',
              f'#define MISSING_NAME "{name(9000)}"']
    triple = build.run(["gcc", "-dumpmachine"]).strip()
    objects = []
    for count in COUNTS:
        functions = os.path.join(folder, f"functions_{count}.txt")
        with open(functions, "w", encoding="ascii") as file:
            file.writelines(name(number) + "\n" for number in range(count))
        objects.append(os.path.join(folder, f"names_{count}.o"))
        build.run([metaobj, "emit", "--quiet", f"--functions={functions}",
                   f"--mtriple={triple}", "--relocation-model=pic",
                   "--registry-index", f"--model=names_{count}",
                   f"--entry=names_{count}", "-o", objects[-1]])
        header.append(f'#define LAST_NAME_{count} "{name(count - 1)}"')
    header += ["#ifdef REGISTRY",
               *(f"REGISTRY({count})" for count in COUNTS), "#endif"]
    with open(os.path.join(folder, "lookup_names.h"), "w",
              encoding="ascii") as file:
        file.write("\n".join(header) + "\n")
    source = os.path.join(folder, "functions.c")
    with open(source, "w", encoding="ascii") as file:
        file.writelines(f"void {name(number)}(void) {{}}\n"
                        for number in range(max(COUNTS)))
    objects.append(os.path.join(folder, "functions.o"))
    build.run(["gcc", "-c", source, "-o", objects[-1]])
    return objects


def measure_layout(folder, crt, objects, optimisation, layout):
    """Lines of lookup.c, split, of a program whose code lies 16 bytes further
    on for each layout."""
    here = os.path.dirname(os.path.abspath(__file__))
    return programs.run_program(
        crt, os.path.join(folder, f"lookup{optimisation}{layout}"),
        optimisation, ("runtime", "posix", "backend"),
        # As any program that links a libc: its own functions are called.
        "-fno-builtin", INDEX, f'-DLAYOUT="{layout}"', f"-I{folder}",
        f"{here}/scans.c", f"{here}/lookup.c", *objects, "-Wl,--gc-sections")


def measure(folder, objects, optimisation):
    """Names, which one, and the least times of all layouts. Where the lines of
    the cache and of the decoder divide a loop makes a difference of up to two,
    for every contender; none of them deserves it."""
    crt = programs.build_runtime(folder, optimisation, INDEX)
    layouts = [measure_layout(folder, crt, objects, optimisation, layout)
               for layout in range(4)]
    return [[*lines[0][:2], *(min(times) for times in
                              zip(*(map(float, line[2:]) for line in lines)))]
            for lines in zip(*layouts)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", required=True,
                        help="makes the registries and their indexes")
    programs.add_outputs(parser)
    arguments = parser.parse_args()
    rows = ["| names | looked up | built with | plain scan, ns | libc's, ns "
            "| runtime_crt, ns | of plain | with index, ns | faster |",
            "|---:|---|---|---:|---:|---:|---:|---:|---:|"]
    proportions = ["| names | built with | scan: first | last | missing "
                   "| index: first | last | missing |",
                   "|---:|---|---:|---:|---:|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        objects = make_registries(arguments.metaobj, folder)
        for optimisation in ("-O2", "-Os"):
            lines = measure(folder, objects, optimisation)
            of_count = {}
            for count, which, *times in lines:
                plain, libc, runtime, index = times
                rows.append(f"| {count} | {which} | `{optimisation}` "
                            f"| {number(plain)} | {number(libc)} "
                            f"| {number(runtime)} | {number(runtime / plain)} "
                            f"| {number(index)} | {number(plain / index)} |")
                cells = of_count.setdefault(count, ([], []))
                cells[0].append(number(runtime / plain))
                cells[1].append(f"{index / plain:.2g}")
            for count, (scan, indexed) in of_count.items():
                proportions.append(f"| {count} | `{optimisation}` | "
                                   + " | ".join(scan + indexed) + " |")
    programs.write_tables(rows, proportions, "Look-ups by name", arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
