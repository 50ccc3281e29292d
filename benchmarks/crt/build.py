# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds runtime_crt for the machines that are measured."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass

from layers import CRT


@dataclass(frozen=True)
class Target:
    """A machine, and the compiler for it."""
    name: str
    short: str
    prefix: str
    flags: tuple
    #: Flags of links.
    link: tuple = ()
    #: The libraries that build, where not all do.
    libraries: tuple = ()


TARGETS = (
    Target("Cortex-M0", "M0", "arm-none-eabi-", ("-mcpu=cortex-m0", "-mthumb")),
    Target("Cortex-M4", "M4", "arm-none-eabi-",
           ("-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16",
            "-mfloat-abi=hard")),
    Target("rv32imc", "rv32", "riscv64-unknown-elf-",
           ("-march=rv32imc", "-mabi=ilp32")),
    Target("AVR", "AVR", "avr-", ("-mmcu=atmega2560",),
           libraries=("backend", "memory")),
    Target("x86-64", "x86-64", "", ("-fno-pie", "-fno-asynchronous-unwind-tables",
                          "-fcf-protection=none"), ("-static", "-no-pie")),
)


class BuildError(Exception):
    """The compiler refuses; the text is its first error."""


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise BuildError(first_error(result.stderr) or result.stderr)
    return result.stdout


def first_error(text):
    found = re.search(r"error: (.*)", text)
    return found[1] if found else ""


def compiler_version(target):
    """Such as 12 or 12.2.1, None when there is no compiler."""
    compiler = shutil.which(target.prefix + "gcc")
    return compiler and run([compiler, "-dumpversion"]).strip()


def build(target, folder, extra=(), options=()):
    """Makes the libraries; returns the folder of their objects."""
    flags = ["-Os", *target.flags, *extra]
    goals = [os.path.join(folder, f"lib{name}.a") for name in target.libraries]
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MAKELEVEL", "CFLAGS")}
    run(["make", "-s", f"-j{os.cpu_count()}", "-f", str(CRT / "Makefile"),
         f"BUILD={folder}", "PORT=none", f"CC={target.prefix}gcc",
         f"AR={target.prefix}gcc-ar", f"CFLAGS={' '.join(flags)}", *options,
         *goals],
        env=environment)
    return os.path.join(folder, "src")


def objects(folder):
    """(source without .c, path) of each object, in order."""
    found = []
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".o"):
                path = os.path.join(where, name)
                found.append((os.path.relpath(path, folder)[:-2], path))
    return sorted(found)


def global_functions(target, path):
    """Names of the functions that an object defines for others."""
    output = run([target.prefix + "gcc-nm", "--defined-only", "-g", path])
    return [line.split()[2] for line in output.splitlines()
            if len(line.split()) == 3 and line.split()[1] == "T"]


def public_names():
    """Every word of the public headers: what is not there is internal."""
    words = set()
    for header in sorted((CRT / "include").rglob("*.h")):
        words.update(re.findall(r"\w+", header.read_text(encoding="utf-8")))
    return words
