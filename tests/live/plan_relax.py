#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj_plan.relax in TVM's virtual machine: plan_relax_cases.py, in the
environment of the compilers."""

import compilers
import plan_onnx
from lib import toolchain


class PlanRelax(toolchain.ToolTest):
    def test_passes(self):
        """Outputs are equal bit by bit, in one storage."""
        plan_onnx.run_cases(self, compilers.environment(), "plan_relax_cases.py",
                            "Passes")

    def test_refusals(self):
        plan_onnx.run_cases(self, compilers.environment(), "plan_relax_cases.py",
                            "Refusals")


if __name__ == "__main__":
    toolchain.main()
