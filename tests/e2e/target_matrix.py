# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emitted object equals what C compilers make of the C declarations.

For every ELF target, runtime ABI and relocation model, by flags and with the
target taken from an operator object: the bytes of every table, every relocation
(place, type, what it points to), sections, ELF flags, and sizes and offsets of
the structures are those of clang, and of GCC where Debian has one. The objects
link with operators by lld and GNU ld without a warning, and the linked image
reads back.

What differs has to stand with its reason in tests/golden/target_differences.txt,
and what stands there has to occur.
"""

import concurrent.futures
import os
import re
import unittest
from collections import namedtuple

import toolchain
from target_list import TARGETS
from target_run import TargetRun

GOLDEN = os.path.join("tests", "golden", "target_differences.txt")

#: A line of GOLDEN: the fields of a difference as patterns, and why.
Meant = namedtuple(
    "Meant", "line target mode symbol subject found wanted reason")


def read_golden():
    """The differences that are meant."""
    meant = []
    with open(os.path.join(toolchain.OPTIONS.source, GOLDEN),
              encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.split("|")]
            if len(fields) != 7 or not fields[-1]:
                raise ValueError(f"{GOLDEN}:{number}: seven fields are wanted")
            meant.append(Meant(number, *fields))
    return meant


def is_like(text, pattern):
    """Is `text` what `pattern` says, in which * stands for anything?"""
    parts = map(re.escape, pattern.split("*"))
    return re.fullmatch(".*".join(parts), text, re.DOTALL) is not None


def is_covered(difference, meant):
    """Does the line `meant` speak of `difference`?"""
    name, *rest = difference
    return any(is_like(name, target) for target in meant.target.split()) and \
        all(map(is_like, rest, meant[2:-1]))


class Matrix:
    """All targets, each run once, as many at a time as there are cores."""

    def __init__(self):
        self.meant = read_golden()
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        self.futures = {name: pool.submit(TargetRun(target).run)
                        for name, target in TARGETS.items()}

    def run(self, name):
        """What came out for the target called `name`."""
        return self.futures[name].result()

    def runs(self):
        """What came out for all targets, in their order."""
        return [self.run(name) for name in TARGETS]


class Targets(unittest.TestCase):
    """One test for each target."""

    maxDiff = None
    matrix = None

    @classmethod
    def setUpClass(cls):
        cls.matrix = Matrix()

    def check_target(self, name):
        """No difference but those that are meant."""
        run = self.matrix.run(name)
        unmeant = [" | ".join(difference) for difference in run.differences
                   if not any(is_covered(difference, meant)
                              for meant in self.matrix.meant)]
        self.assertEqual(unmeant, [], "\n".join(["", *unmeant]))
        if run.skipped:
            self.skipTest(run.skipped[0])

    def test_golden_is_needed(self):
        """Every line of the golden file is of use."""
        runs = self.matrix.runs()
        if any(run.skipped for run in runs):
            self.skipTest("tools are missing: see the other tests")
        differences = [d for run in runs for d in run.differences]
        unused = [meant.line for meant in self.matrix.meant
                  if not any(is_covered(d, meant) for d in differences)]
        self.assertEqual(unused, [], f"lines of {GOLDEN} without effect")


def add_target_tests():
    """A test method for each target, so that a failure names it."""
    for name in TARGETS:
        def test(self, name=name):
            self.check_target(name)
        test.__doc__ = f"{name}: compilers agree, linkers take it"
        method = "test_" + name.replace("-", "_").replace(".", "_")
        setattr(Targets, method, test)


add_target_tests()

if __name__ == "__main__":
    toolchain.main()
