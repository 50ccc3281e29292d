# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emitted object equals what C compilers make of the C declarations.

For every ELF target, runtime ABI and relocation model, by flags and with the
target taken from an operator object: the bytes of every table, every relocation
(place, type, what it points to), sections, ELF flags, and sizes and offsets of
the structures are those of clang, and of GCC where Debian has one. The objects
link with operators by lld and GNU ld without a warning, and the linked image
reads back.

What differs has to stand with its reason in tests/golden/target_differences.txt,
and what stands there has to occur. docs/targets.md has to be what the run gives.
Both are about one version of LLVM; with others lines may be idle, and there may
be a file of further ones.
"""

import concurrent.futures
import json
import os
import sys
import unittest

from lib import differences, target_page, toolchain
from lib.machines import MACHINES
from lib.target_list import TARGETS
from lib.target_run import TargetRun

PAGE = os.path.join("docs", "targets.md")

#: With this option the page is written, not compared.
WRITE_DOCS = "--write-docs"

SELF_TEST_SECONDS = 600

#: The LLVM that the page is about.
PAGE_LLVM = "LLVM 19"


def run_self_test():
    """What tools/self_test_all.py tells of the targets."""
    result = toolchain.start(
        [sys.executable, toolchain.source_path("tools/self_test_all.py"),
         "--json", toolchain.OPTIONS.metaobj], timeout=SELF_TEST_SECONDS)
    return json.loads(result.stdout)


class Matrix:
    """All targets, each run once, as many at a time as there are cores."""

    def __init__(self):
        self.meant = differences.all_meant()
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        self.self_test = pool.submit(run_self_test)
        self.futures = {name: pool.submit(TargetRun(target).run)
                        for name, target in TARGETS.items()}

    def run(self, name):
        """What came out for the target called `name`."""
        return self.futures[name].result()

    def runs(self):
        """What came out for all targets, in their order."""
        return [self.run(name) for name in TARGETS]

    def missing_tools(self):
        """What would have to be installed."""
        return sorted({tool for run in self.runs() for tool in run.skipped})

    def page(self):
        """The text of the page of the documents."""
        machines = {machine.name for machine in MACHINES}
        return target_page.page(self.runs(), self.self_test.result(),
                                self.meant, machines, PAGE_LLVM)


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
                   if not any(meant.covers(difference)
                              for meant in self.matrix.meant)]
        self.assertEqual(unmeant, [], "\n".join(["", *unmeant]))
        if run.skipped:
            self.skipTest(run.skipped[0])

    def test_golden_is_needed(self):
        """Every line of the golden files is of use."""
        if self.matrix.missing_tools():
            self.skipTest("tools are missing: see the other tests")
        found = [d for run in self.matrix.runs() for d in run.differences]
        # The common lines are of one version.
        is_common = toolchain.llvm_version().startswith(PAGE_LLVM)
        common = f"{differences.GOLDEN}.txt:"
        unused = [meant.place for meant in self.matrix.meant
                  if not any(map(meant.covers, found)) and
                  not meant.is_for_one_test() and
                  (is_common or not meant.place.startswith(common))]
        self.assertEqual(unused, [], "lines without effect")

    def test_page(self):
        """The page of the documents is what this run gives."""
        if self.matrix.missing_tools():
            self.skipTest("tools are missing: see the other tests")
        version = toolchain.llvm_version()
        if not version.startswith(PAGE_LLVM):
            toolchain.leave_out(f"{PAGE}, which is of {PAGE_LLVM}")
            return
        with open(toolchain.source_path(PAGE), encoding="utf-8") as file:
            self.assertEqual(self.matrix.page().splitlines(),
                             file.read().splitlines(),
                             f"run this file with {WRITE_DOCS}")


def add_target_tests():
    """A test method for each target, so that a failure names it."""
    for name in TARGETS:
        def test(self, name=name):
            self.check_target(name)
        test.__doc__ = f"{name}: compilers agree, linkers take it"
        method = "test_" + name.replace("-", "_").replace(".", "_")
        setattr(Targets, method, test)


add_target_tests()


def write_docs():
    """Writes the page of the documents."""
    matrix = Matrix()
    if matrix.missing_tools():
        sys.exit("\n".join(matrix.missing_tools()))
    with open(toolchain.source_path(PAGE), "w", encoding="utf-8") as file:
        file.write(matrix.page())


if __name__ == "__main__":
    if WRITE_DOCS in sys.argv:
        toolchain.OPTIONS, _ = toolchain.parse_arguments()
        write_docs()
    else:
        toolchain.main()
