# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of this machine that measure the runtime, and their table."""

import os

import build
from layers import CRT, ROOT
from table import replace_marked, write_report

PAGE = ROOT / "docs" / "runtime-size.md"


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
                        help="write the table of all figures, as Markdown")
    parser.add_argument("--write-docs", action="store_true",
                        help=f"put the proportions into {PAGE.name}")


def write_tables(rows, proportions, title, mark, arguments):
    """Prints all figures and writes them into a report. Proportions, which
    are not those of one machine alone, go into the page."""
    text = "\n".join(rows) + "\n"
    print(text)
    if arguments.report:
        write_report(arguments.report, title,
                     "Nanoseconds on the machine that made this page.", [text])
    if arguments.write_docs:
        replace_marked(PAGE, mark, "\n".join(proportions) + "\n")
