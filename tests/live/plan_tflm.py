#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of PyPI get plans from metaobj_plan.tflm, and TFLM's interpreter runs them.

plan-tflm-requirements.txt names the packages, which are installed into a virtual
environment in the build folder; plan_tflm_cases.py runs there.
"""

import pathlib
import sys

import compilers

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import toolchain  # noqa: E402


class PlanTflm(toolchain.ToolTest):
    def run_cases(self, case):
        planner = compilers.with_planner(self)
        python = compilers.environment(
            HERE / "plan-tflm-requirements.txt", "plan-tflm-environment",
            "--no-deps") / "bin" / "python3"
        result = toolchain.start(
            [python, "-B", HERE / "plan_tflm_cases.py", "-v", case],
            timeout=compilers.COMPILE_SECONDS, cwd=self.path(), env=planner)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("skipped", result.stderr)

    def test_packages(self):
        """Heads before and after."""
        self.run_cases("Packages")

    def test_drawn(self):
        """Networks at random: TFLM has just the heads that were planned."""
        self.run_cases("Drawn")

    def test_faults(self):
        """Wrong plans, wrong scratch, damaged models."""
        self.run_cases("Faults")


if __name__ == "__main__":
    toolchain.main()
