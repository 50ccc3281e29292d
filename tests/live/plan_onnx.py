#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj_plan.onnx on models that packages of PyPI carry: plan_onnx_cases.py, in a
virtual environment with plan-requirements.txt."""

import pathlib
import sys

import compilers

HERE = pathlib.Path(__file__).resolve().parent
CASES_SECONDS = 1800
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import toolchain  # noqa: E402


def run_cases(test, environment, script, case):
    """Runs a class of cases, none of which may be skipped."""
    result = toolchain.start(
        [environment / "bin" / "python3", HERE / script, "-v", case],
        timeout=CASES_SECONDS, cwd=test.folder, env=compilers.with_planner(test))
    test.assertEqual(result.returncode, 0, result.stderr)
    test.assertNotIn("skipped", result.stderr)


class PlanOnnx(toolchain.ToolTest):
    def test_cases(self):
        environment = compilers.environment(
            HERE / "plan-requirements.txt", "plan-environment", "--no-deps")
        run_cases(self, environment, "plan_onnx_cases.py", "Cases")


if __name__ == "__main__":
    toolchain.main()
