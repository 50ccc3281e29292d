# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of this machine that measure the runtime, and their table."""

import os

import build
from layers import CRT
from table import write_report


def build_runtime(folder, optimisation, *flags):
    """Where its libraries are."""
    crt = os.path.join(folder, "crt" + optimisation)
    build.run(["make", "-s", "-f", str(CRT / "Makefile"), f"BUILD={crt}",
               "CC=gcc", "PORT=posix",
               f"CFLAGS={' '.join((optimisation, *flags))}"])
    return crt


def run_program(crt, program, optimisation, libraries, *arguments):
    """Lines of what the program of these sources and options prints, split."""
    build.run(["gcc", "-std=gnu99", optimisation, "-Wall", "-Werror",
               f"-I{CRT}/include", f"-I{CRT}/src", f"-I{CRT}/config",
               *arguments, "-Wl,--start-group",
               *(f"{crt}/lib{name}.a" for name in libraries),
               "-Wl,--end-group", "-o", program])
    return [line.split() for line in build.run([program]).splitlines()]


def add_outputs(parser):
    """The options for write_tables."""
    parser.add_argument("--report", metavar="FILE",
                        help="write the tables, as Markdown")


def write_tables(rows, proportions, title, arguments):
    """Prints all figures, and writes them and proportions into a report."""
    text = "\n".join(rows) + "\n"
    print(text)
    if arguments.report:
        write_report(arguments.report, title,
                     "Nanoseconds on the machine that made this page.",
                     [text, "\n".join(proportions)])
