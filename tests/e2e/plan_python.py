# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python package of the planner alone: lists, arrays, faults, threads, types."""

import os
import pathlib
import re
import sys

from lib import toolchain

CASES = "tests/e2e/lib/plan_cases.py"


class PlanPython(toolchain.ToolTest):
    """Runs Python with the package of the source tree."""

    def setUp(self):
        super().setUp()
        library = os.path.join(toolchain.OPTIONS.build, "lib", "libmetaobj_plan.so.1")
        if not os.path.exists(library):
            self.skipTest("this build has no libmetaobj_plan.so.1")
        self.environment = {
            **os.environ, "METAOBJ_PLAN_LIBRARY": library,
            "PYTHONPATH": toolchain.source_path("python/plan"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "METAOBJ": toolchain.OPTIONS.metaobj}

    def run_python(self, python, *arguments):
        return toolchain.start([python, *arguments], cwd=self.path(), env=self.environment)

    def run_cases(self, case, *modules):
        """Of tests/e2e/lib/plan_cases.py, whose classes are named here."""
        result = self.run_python(
            toolchain.python_with(*modules), "-W", "error",
            toolchain.source_path(CASES), "-v", case)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("skipped", result.stderr)

    def test_lists(self):
        self.run_cases("PlainCases")

    def test_numpy(self):
        self.run_cases("NumpyCases", "numpy")

    def test_missing_library(self):
        """Who has no library, or an older one, is told what to do."""
        for library in ("nowhere.so", "libm.so.6"):
            self.environment["METAOBJ_PLAN_LIBRARY"] = library
            result = self.run_python(sys.executable, "-c", "import metaobj_plan")
            self.assertEqual(result.returncode, 1)
            self.assertIn("install the wheel of metaobj-plan, or name the library with "
                          "METAOBJ_PLAN_LIBRARY", result.stderr)


#: What users write. mypy reports the lines that are marked, and no other.
CLIENT = """
from typing import List, Optional, Tuple

import metaobj_plan

plan = metaobj_plan.plan([0, 1], (2, 3), range(5, 7), 16, ["a", "b"])
again = metaobj_plan.plan([0], [1], [2], alignment=[8], known=plan, effort=0)
pools: List[Tuple[str, Optional[int]]] = [("sram", 4096), ("dram", None)]
metaobj_plan.plan([0], [1], [2], pools=pools, known=([0], [0]))
metaobj_plan.plan([0], [1], [2], pools={"sram": 4096})
metaobj_plan.plan([0], [1], [2], progress=lambda now: now.steps < 5)
metaobj_plan.check([0], [1], [2], plan)
metaobj_plan.check([0], [1], [2], [0], in_pools=[0], sizes=[2])
names_of: List[str] = [str(reason.beside) + reason.text
                       for reason in metaobj_plan.explain([0], [1], [2], plan)]
metaobj_plan.plan([0, 1], [2, 3], [4, 4], in_place=[None, 0])
total: int = plan.total
sizes: List[int] = plan.sizes
try:
    metaobj_plan.plan([0], [0], [2])
except metaobj_plan.PlanError as error:
    buffer: Optional[int] = error.buffer
    print(error.code is metaobj_plan.Code.OVERLAP, error.numbers[0] + 1)

metaobj_plan.plan([0.5], [1], [2])  # list-item
metaobj_plan.plan([0], [1])  # call-arg
metaobj_plan.plan([0], [1], [2], alignment="8")  # arg-type
metaobj_plan.plan([0], [1], [2], effort="high")  # arg-type
metaobj_plan.plan([0], [1], [2], known=[0])  # arg-type
metaobj_plan.plan([0], [1], [2], progress=5)  # arg-type
plan.total = 5  # misc
plan.size  # attr-defined
"""


class Types(toolchain.ToolTest):
    """The package says of what type everything is."""

    def mypy(self, *arguments):
        return toolchain.start(
            [toolchain.python_with("mypy"), "-m", "mypy", "--strict",
             "--python-version", "3.9", "--cache-dir", self.path("cache"), *arguments],
            cwd=self.path(),
            env={**os.environ, "MYPYPATH": toolchain.source_path("python/plan")})

    def test_package(self):
        """Its own code keeps to it, for the oldest Python."""
        result = self.mypy("-p", "metaobj_plan")
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        modules = list(pathlib.Path(
            toolchain.source_path("python/plan/metaobj_plan")).glob("*.py"))
        self.assertIn(f"no issues found in {len(modules)} source files", result.stdout)

    def test_calls(self):
        """Right calls pass, wrong ones are reported."""
        result = self.mypy(self.write("client.py", CLIENT))
        found = re.findall(r"client\.py:(\d+): error: .*\[([a-z-]+)\]$",
                           result.stdout, re.MULTILINE)
        expected = [(str(number), line.split("# ")[1])
                    for number, line in enumerate(CLIENT.splitlines(), 1)
                    if "  # " in line]
        self.assertEqual(found, expected, result.stdout)


if __name__ == "__main__":
    toolchain.main()
