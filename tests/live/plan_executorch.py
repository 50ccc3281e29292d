#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ExecuTorch plans the memory of models with metaobj_plan.

plan-executorch-requirements.txt names the packages, which are installed into a
virtual environment in the build folder. plan_executorch_models.py makes programs
with both plans and runs them: the memory is never larger than that of greedy(),
smaller where it can be, and the outputs are equal, bit for bit.
"""

import json
import pathlib
import sys

import compilers

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import toolchain  # noqa: E402

REQUIREMENTS = HERE / "plan-executorch-requirements.txt"
SCRIPT = HERE / "plan_executorch_models.py"
#: Those whose plan by greedy() is larger than what lives at one time.
SMALLER = {"residual": 131072, "attention": 34816}


class ExecuTorch(toolchain.ToolTest):
    def test_models(self):
        planner = compilers.with_planner(self)
        place = compilers.environment(REQUIREMENTS, "executorch-environment", "--no-deps")
        result = toolchain.start(
            [place / "bin" / "python3", "-B", SCRIPT],
            timeout=compilers.PIP_SECONDS, env=planner)
        self.assertEqual(result.returncode, 0, result.stderr)
        models = {each["model"]: each for each in
                  map(json.loads, result.stdout.splitlines())}
        tensors = models.pop("tensors")
        self.assertLess(sum(tensors["planned"]), sum(tensors["greedy"]))
        self.assertEqual(set(models), {"mlp", "cnn", "residual", "attention", "separable",
                                       "state", "branch"})
        for name, each in models.items():
            with self.subTest(name):
                print(f"{name}: {each['greedy']} {each['planned']}", file=sys.stderr)
                self.assertTrue(each["greedy_close"])
                self.assertTrue(each["planned_close"])
                self.assertEqual(each["outputs"]["planned"], each["outputs"]["greedy"])
                for greedy, planned in zip(each["greedy"], each["planned"], strict=True):
                    self.assertLessEqual(planned, greedy)
                if name in SMALLER:
                    self.assertEqual(each["planned"], [SMALLER[name]])
                    self.assertLess(SMALLER[name], each["greedy"][0])


if __name__ == "__main__":
    toolchain.main()
