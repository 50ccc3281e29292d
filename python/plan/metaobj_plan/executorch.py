# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An algorithm for ExecuTorch's MemoryPlanningAlgorithmSuite (1.5):

    MemoryPlanningPass(MemoryPlanningAlgorithmSuite([metaobj_plan.executorch.plan]))

plan() starts from the result of ExecuTorch's own greedy(), of which it keeps the
memory of each tensor, and tensors that lie inside others. No memory gets larger
but where greedy() does not keep the alignment behind memory of subgraphs.
"""

from __future__ import annotations

import importlib
from collections import defaultdict
from typing import Any, Dict, Iterable, List

from ._plan import plan as plan_buffers


def plan(
    alignment: int,
    specs: Iterable[Any],
    graph_module: Any,
    graph_signature: Any,
    extra_padding: int = 0,
    *,
    effort: int = 5,
) -> Any:
    """The MemoryAlgoResult with a place for each TensorSpec.

    effort: from 0, rules alone, to 9, up to an hour. With another one,
        give the suite `functools.partial(metaobj_plan.executorch.plan, effort=7)`.
    """
    planning = importlib.import_module("executorch.exir.memory_planning")
    # Also sets the sizes of the specs for this alignment.
    result = planning.greedy(
        alignment, specs, graph_module, graph_signature, extra_padding
    )
    memories: Dict[int, List[Any]] = defaultdict(list)
    for spec, place in result.spec_dict.items():
        if spec.storage_base is None:
            memories[place.mem_id].append(spec)
    # What control flow takes at the beginning of each memory.
    taken = getattr(graph_module, "input_mem_buffer_sizes", None) or []
    for memory, tensors in memories.items():
        places = [result.spec_dict[spec] for spec in tensors]
        before = taken[memory] if memory < len(taken) else 0
        start = -(-before // alignment) * alignment
        planned = plan_buffers(
            # The last time counts.
            lower=[spec.lifetime[0] for spec in tensors],
            upper=[spec.lifetime[1] + 1 for spec in tensors],
            size=[spec.allocated_memory for spec in tensors],
            alignment=alignment,
            known=(
                [0] * len(tensors),
                [place.mem_offset - before for place in places],
            ),
            effort=effort,
        )
        for place, offset in zip(places, planned.offsets):
            place.mem_offset = start + offset
            # Tensors that share bytes must have the same one.
            place.mem_obj_id = 0
        result.bufsizes[memory] = start + planned.total + extra_padding
    for spec in result.spec_dict:
        _lay_inside(spec, result.spec_dict)
    return result


def _lay_inside(spec: Any, places: Dict[Any, Any]) -> None:
    """Gives a tensor that lies inside another one its place there."""
    base, offset = spec, 0
    while base.storage_base is not None:
        offset += base.storage_base_offset
        base = base.storage_base
    if base is not spec:
        places[spec].mem_offset = places[base].mem_offset + offset
        places[spec].mem_obj_id = 0
