#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small lists in several memories against an exact solver.

plan-exact-requirements.txt names the packages, which are installed into a virtual
environment in the build folder. plan_exact_cases.py draws and compares the lists.
"""

import json
import pathlib
import sys

import compilers

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import toolchain  # noqa: E402

REQUIREMENTS = HERE / "plan-exact-requirements.txt"
SCRIPT = HERE / "plan_exact_cases.py"


class Exact(toolchain.ToolTest):
    def test_cases(self):
        planner = compilers.with_planner(self)
        place = compilers.environment(REQUIREMENTS, "exact-environment", "--no-deps")
        result = toolchain.start(
            [place / "bin" / "python3", "-B", SCRIPT],
            timeout=compilers.PIP_SECONDS, env=planner)
        self.assertEqual(result.returncode, 0, result.stderr)
        for line in result.stdout.splitlines():
            counts = json.loads(line)
            print(line, file=sys.stderr)
            self.assertEqual(counts["none"] + counts["best"], counts["cases"])
            self.assertEqual(counts["best"], counts["proven"])


if __name__ == "__main__":
    toolchain.main()
