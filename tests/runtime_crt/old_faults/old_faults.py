# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each fault of TVM's runtime, put back, is seen by the test that is named for
it, and by no other.

    old_faults.py <programs.json> <C compiler> <C++ compiler>

Beside this script, every fault is a C file that starts like this:

    /* Fault: what TVM does.
     *
     * Wraps: functions. Program: test program. Fails: tests. Also: tests. */

It defines __wrap_<function>, which does what TVM does, if need be with the help
of __real_<function>, ours. The test program's objects are linked once more with
it (ld's --wrap), and run: each test under "Fails" has to fail, alone, and all
others have to pass, except those under "Also", which the fault reaches too or
which come after the end of the program, and the slow ones of damaged bytes.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 60
SLOW = ["Hostile*"]


class Fault:
    """One C file and what its comment says."""

    def __init__(self, path):
        self.path, self.name = path, path.stem
        comment = re.search(r"/\* (Fault: .*?)\*/", path.read_text(), re.DOTALL)
        text = re.sub(r"\n \* ?|\s+", " ", comment[1])
        text = re.sub(" +", " ", text)
        self.wraps = self.field(text, "Wraps").split(", ")
        self.program = self.field(text, "Program")
        self.fails = self.field(text, "Fails").split(", ")
        self.also = self.field(text, "Also").split(", ")

    def field(self, text, name):
        found = re.search(name + r": (.*?)\.( [A-Z]|\s*$)", text)
        return found[1] if found else ""


def run(program, selection):
    """Whether the selected tests of a program ran and passed."""
    # A test that writes where it must not, or that ends in abort, has failed.
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
    try:
        done = subprocess.run(
            [program, "--gtest_brief=1", "--gtest_filter=" + selection],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
            env=environment)
    except subprocess.TimeoutExpired:
        return False, "no end"
    output = done.stdout.decode(errors="replace")
    if re.search(r"\b0 tests from", output):
        raise SystemExit("%s: no test is called %s" % (program, selection))
    return done.returncode == 0, output


def link(fault, program, folder, compilers):
    """The test program with the fault in it."""
    c_compiler, cxx_compiler = compilers
    compiled = folder / (fault.name + ".o")
    subprocess.run(
        [c_compiler, "-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Werror",
         *("-I" + path for path in program["includes"]), "-c", fault.path,
         "-o", compiled], check=True)
    linked = folder / fault.name
    wraps = ["-Wl,--wrap=" + function for function in fault.wraps]
    subprocess.run(
        [cxx_compiler, *program["flags"], *program["objects"], compiled,
         *wraps, "-Wl,--start-group", *program["libraries"], "-Wl,--end-group",
         "-o", linked], check=True)
    return linked


def problems_of(fault, programs, folder, compilers):
    """What is wrong with a fault's test, in words."""
    linked = link(fault, programs[fault.program], folder, compilers)
    problems = []
    for test in fault.fails:
        if run(linked, test)[0]:
            problems.append("%s does not see it" % test)
    passed, output = run(linked, "-" + ":".join(fault.fails + fault.also + SLOW))
    if not passed:
        problems.append("another test fails:\n" + output)
    return problems


def main():
    programs = json.loads(pathlib.Path(sys.argv[1]).read_text())
    compilers = sys.argv[2:4]
    failures = []
    faults = [Fault(path) for path in sorted(HERE.glob("*.c"))]
    assert faults
    with tempfile.TemporaryDirectory() as folder:
        for fault in faults:
            problems = problems_of(
                fault, programs, pathlib.Path(folder), compilers)
            print("%s: %s" % (fault.name, "seen" if not problems else "NOT"))
            failures += ["%s: %s" % (fault.name, text) for text in problems]
    for failure in failures:
        print("FAILED: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
