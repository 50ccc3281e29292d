# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of this machine that measure the runtime, and their table."""

import os

import build
from layers import CRT, ROOT
from table import replace_marked

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


def add_write_docs(parser):
    """The option for write_table."""
    parser.add_argument("--write-docs", action="store_true",
                        help=f"put the table into {PAGE.name}")


def write_table(rows, mark, arguments):
    """Prints the table; puts it into the page when that is asked for."""
    text = "\n".join(rows) + "\n"
    print(text)
    if arguments.write_docs:
        replace_marked(PAGE, mark, text)
