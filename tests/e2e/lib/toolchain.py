# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the end-to-end tests share: tools, targets, inputs, and skipping.

A test that lacks a tool is skipped aloud: the tool is named at once and again
in a summary at the end, and the program ends with status 77, which ctest shows
as skipped.
"""

import argparse
import functools
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from collections import namedtuple

from lib.target_list import TARGETS as TARGETS  # For those who import it here.

EXIT_SKIPPED = 77

#: Longer than any sound run, on the slowest machine with sanitizers.
TIMEOUT_SECONDS = 120

OPTIONS = None

#: What was left out because the LLVM at hand cannot do it.
LEFT_OUT = set()


def parse_arguments():
    """Reads the options that ctest gives; leaves the rest to unittest."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj", required=True)
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-19/bin")
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", default="")
    parser.add_argument("--cases", choices=("quick", "long", "all"),
                        default="all", help="of a file that has both")
    parser.add_argument("--keep", action="store_true",
                        help="keep the folder of each case, and print its "
                             "commands")
    options, rest = parser.parse_known_args()
    for name in ("metaobj", "source", "build"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    return options, rest


def long(case):
    """Marks a case, or a class of cases, that only ./dev test --all runs: it
    takes long, or packages that nothing else needs. The file stands in the list
    e2e_with_long_cases of CMakeLists.txt."""
    case.is_long = True
    return case


class CaseLoader(unittest.TestLoader):
    """Finds the quick cases, the long ones, or all."""

    def __init__(self):
        super().__init__()
        self.left_out = []

    def getTestCaseNames(self, testCaseClass):
        names = super().getTestCaseNames(testCaseClass)
        if OPTIONS.cases == "all":
            return names
        taken = [name for name in names if (
            getattr(testCaseClass, "is_long", False) or
            getattr(getattr(testCaseClass, name), "is_long", False)
        ) == (OPTIONS.cases == "long")]
        self.left_out += [f"{testCaseClass.__name__}.{name}" for name in names
                          if name not in taken]
        return taken


class LoudResult(unittest.TextTestResult):
    """Says what was skipped when it happens."""

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print(f"SKIPPED: {reason} ({test})", file=sys.stderr, flush=True)


def leave_out(reason):
    """Says aloud what is not tested with the LLVM at hand."""
    text = f"{llvm_version()}: {reason}"
    if text not in LEFT_OUT:
        print(f"LEFT OUT: {text}", file=sys.stderr, flush=True)
    LEFT_OUT.add(text)


def main():
    """Runs the tests of the calling file and leaves with their status."""
    global OPTIONS
    OPTIONS, rest = parse_arguments()
    runner = unittest.TextTestRunner(
        resultclass=LoudResult, verbosity=2, stream=sys.stderr)
    loader = CaseLoader()
    program = unittest.main(module="__main__", argv=[sys.argv[0], *rest],
                            testRunner=runner, testLoader=loader, exit=False)
    result = program.result
    if OPTIONS.cases == "quick":
        print(f"\n{len(loader.left_out)} cases run in ./dev test --all:",
              *loader.left_out, sep="\n  ", file=sys.stderr)
    if LEFT_OUT:
        print(f"\n{len(LEFT_OUT)} limits of LLVM LEFT something OUT:",
              *sorted(LEFT_OUT), sep="\n  ", file=sys.stderr)
    if not result.testsRun:
        sys.exit("no test was run")
    if not result.wasSuccessful():
        sys.exit(1)
    if result.skipped:
        print(f"\n{len(result.skipped)} tests or parts of tests were SKIPPED:",
              file=sys.stderr)
        for reason in sorted({reason for _, reason in result.skipped}):
            print(f"  {reason}", file=sys.stderr)
        sys.exit(EXIT_SKIPPED)
    sys.exit(0)


def find_tool(name):
    """Path of an LLVM or system tool, or a skip that names it."""
    for candidate in (os.path.join(OPTIONS.llvm_bin, name),
                      shutil.which(name), shutil.which(name + "-19")):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise unittest.SkipTest(f"tool '{name}' is not installed")


def python_with(*modules):
    """This Python if it has the modules, or a skip that names the missing one.
    The builds take Debian's, which has them (CMakePresets.json)."""
    for module in modules:
        if start([sys.executable, "-c", f"import {module}"]).returncode:
            raise unittest.SkipTest(
                f"{sys.executable} has no module {module}")
    return sys.executable


def source_path(path):
    """A path of the source tree."""
    return os.path.join(OPTIONS.source, path)


@functools.cache
def llvm_version():
    """LLVM's version as metaobj tells it: "LLVM 19.1.7"."""
    return start([OPTIONS.metaobj, "--version"]).stdout.splitlines()[1]


def shared_data():
    """Folder of real files written by TVM, or a skip that names it."""
    folder = os.environ.get("METAOBJ_TEST_DATA", "")
    if not os.path.isdir(folder):
        raise unittest.SkipTest(
            f"METAOBJ_TEST_DATA names no folder: '{folder}'")
    return os.path.normpath(folder)


def start(command, **options):
    """Runs `command` and returns what subprocess tells; text is decoded."""
    options.setdefault("timeout", TIMEOUT_SECONDS)
    command = [str(part) for part in command]
    if OPTIONS and OPTIONS.keep:
        folder = options.get("cwd", os.curdir)
        print(f"cd {folder} && {shlex.join(command)}", file=sys.stderr)
    return subprocess.run(
        command, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        errors="backslashreplace", check=False, **options)


def make_runtime(folder, libraries, *variables):
    """Builds some libraries of runtime_crt by its Makefile, GCC's unless
    `variables` say otherwise; returns their paths."""
    paths = [os.path.join(folder, f"lib{name}.a") for name in libraries]
    # GNU's ar loads a plugin of each LLVM that is installed, for 50 ms.
    if not any(each.startswith("CROSS_PREFIX=") for each in variables):
        variables = ("AR=gcc-ar", *variables)
    result = start(
        [find_tool("make"), "-s", "-f", source_path("runtime_crt/Makefile"),
         f"BUILD={folder}", *variables, *paths],
        env={name: value for name, value in os.environ.items()
             if name not in ("MAKEFLAGS", "MAKELEVEL", "CFLAGS")})
    assert result.returncode == 0, result.stdout + result.stderr
    return paths


class ToolTest(unittest.TestCase):
    """A test in a folder of its own."""

    maxDiff = None

    def setUp(self):
        if OPTIONS.keep:
            self.folder = tempfile.mkdtemp(prefix="metaobj-e2e.")
            print(f"folder: {self.folder}", file=sys.stderr)
            return
        folder = tempfile.TemporaryDirectory(prefix="metaobj-e2e.")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *parts):
        """A path in the test's folder."""
        return os.path.join(self.folder, *parts)

    def write(self, name, contents):
        """Writes text or bytes into the test's folder; returns the path."""
        path = self.path(name)
        mode = "wb" if isinstance(contents, bytes) else "w"
        with open(path, mode) as file:
            file.write(contents)
        return path

    def run_tool(self, name, *arguments, **options):
        """Runs a tool that must succeed; returns its standard output."""
        result = start([find_tool(name), *arguments], **options)
        self.assertEqual(
            result.returncode, 0,
            f"{name} {' '.join(map(str, arguments))}\n{result.stdout}"
            f"{result.stderr}")
        return result.stdout

    def metaobj(self, *arguments, **options):
        """Runs metaobj; returns what subprocess tells."""
        return start([OPTIONS.metaobj, *arguments], **options)

    def emit(self, *arguments, **options):
        """Runs `metaobj emit`, which must succeed without a word.

        Unless a test chooses a table, the registry is that of TVM's C runtime
        v0.9 and later, whatever the operators tell.
        """
        if not any(str(each).startswith("--abi")
                   for each in arguments):
            arguments = ("--abi=tvm-crt-u16", *arguments)
        result = self.metaobj("emit", *arguments, **options)
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr), (0, "", ""),
            f"metaobj emit {' '.join(map(str, arguments))}")

    def compile(self, target, source, output, *flags):
        """Compiles `source` (a path) for `target` by clang."""
        self.run_tool("clang", *target.clang, *CLANG_FLAGS, *flags, "-c",
                      source, "-o", output)
        return output


CLANG_FLAGS = ("-std=gnu11", "-O2", "-ffreestanding", "-fno-asynchronous-"
               "unwind-tables", "-Wall", "-Werror")

PACKED_ARGUMENTS = ("(void *args, int32_t *type_codes, int32_t num_args, "
                    "void *out_ret_value, int32_t *out_ret_tcode, "
                    "void *resource_handle)")

#: What operator number i of operator_source() returns is this plus i.
FIRST_RESULT = 1000


def operator_source(names, first=0):
    """C of operators that return a number of their own.

    The number comes from a global variable, so that static and
    position-independent code differ.
    """
    lines = ["#include <stdint.h>"]
    for index, name in enumerate(names, FIRST_RESULT + first):
        lines += [
            f"volatile int32_t {name}_state = {index};",
            f"int32_t {name}{PACKED_ARGUMENTS};",
            f"int32_t {name}{PACKED_ARGUMENTS} {{",
            "  (void)args; (void)type_codes; (void)num_args;",
            "  (void)out_ret_value; (void)out_ret_tcode; "
            "(void)resource_handle;",
            f"  return {name}_state;",
            "}"]
    return "\n".join(lines) + "\n"


#: A parameter as the tests know it: DLPack type, extents and bytes.
Parameter = namedtuple("Parameter", "name code bits shape data")

LIST_MAGIC = 0xF7E58D4F05049CB7
ARRAY_MAGIC = 0xDD5E40F096B4A13F


def params_file(parameters):
    """Bytes of a TVM params file that holds `parameters`."""
    parts = [struct.pack("<QQQ", LIST_MAGIC, 0, len(parameters))]
    for parameter in parameters:
        name = parameter.name.encode()
        parts.append(struct.pack("<Q", len(name)) + name)
    parts.append(struct.pack("<Q", len(parameters)))
    for parameter in parameters:
        rank = len(parameter.shape)
        parts.append(struct.pack("<QQiiiBBH", ARRAY_MAGIC, 0, 1, 0, rank,
                                 parameter.code, parameter.bits, 1))
        parts.append(struct.pack(f"<{rank}q", *parameter.shape))
        parts.append(struct.pack("<Q", len(parameter.data)) + parameter.data)
    return b"".join(parts)


def read_params_file(data):
    """The parameters in a TVM params file, in file order."""
    def take(layout):
        nonlocal offset
        values = struct.unpack_from("<" + layout, data, offset)
        offset += struct.calcsize("<" + layout)
        return values

    offset = 0
    magic, _, count = take("QQQ")
    assert magic == LIST_MAGIC
    names = []
    for _ in range(count):
        length, = take("Q")
        names.append(take(f"{length}s")[0].decode())
    assert take("Q") == (count,)
    found = []
    for name in names:
        magic, _, _, _, rank, code, bits, lanes = take("QQiiiBBH")
        assert (magic, lanes) == (ARRAY_MAGIC, 1)
        shape = take(f"{rank}q")
        size, = take("Q")
        found.append(Parameter(name, code, bits, shape, take(f"{size}s")[0]))
    assert offset == len(data)
    return found


#: A scalar, a matrix, and bytes whose number is no multiple of anything.
SAMPLE_PARAMETERS = [
    Parameter("bias", 0, 32, (), struct.pack("<i", -123456789)),
    Parameter("weight", 2, 32, (2, 3),
              struct.pack("<6f", 0.5, -1.25, 3e9, 1e-9, 7, -0.0)),
    Parameter("table", 1, 8, (5,), bytes([1, 2, 3, 250, 255])),
]
