# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds places for buffers in memory.

A buffer lives from time `lower` until before time `upper`. Buffers that live at
the same time do not overlap, and the memory is small:

    import metaobj_plan

    plan = metaobj_plan.plan(lower=[0, 1, 2], upper=[2, 3, 4], size=[4096, 1024, 2048])
    print(plan.offsets, plan.total)

The modules executorch, tflm, relax, onnx and lists plan what other programs have.
"""

from ._plan import Plan, Progress, Reason, ReasonKind, check, explain, plan
from .errors import Code, PlanError

__all__ = [
    "Code",
    "Plan",
    "PlanError",
    "Progress",
    "Reason",
    "ReasonKind",
    "check",
    "explain",
    "plan",
]
