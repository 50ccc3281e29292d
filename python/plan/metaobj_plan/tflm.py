# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow Lite Micro: a model carries the plan of its arena.

    python3 -m metaobj_plan.tflm model.tflite -o planned.tflite

TFLM takes places of tensors from the metadata "OfflineMemoryAllocation"
(tensorflow/lite/micro: docs/memory_management.md, micro_allocation_info.cc). The
package tflite-micro, if it is installed, tells the scratch of kernels, which is not
in the file, and runs the model before and after.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import struct
import sys
from typing import NamedTuple, Sequence

from . import PlanError, _tflm_run, plan
from ._flatbuffers import DamagedError, Old, front
from ._tflm_arena import ALIGNMENT, Arena, ModelError, Scratch, greedy

__all__ = ["DamagedError", "ModelError", "Planned", "plan_model"]

FIELDS = 10  # Of the table Model.
NAME = b"OfflineMemoryAllocation"
ONLINE = -1  # kOnlinePlannedBuffer: TFLM places it


class Planned(NamedTuple):
    """A model with a plan, or as it was if a plan does not make the head smaller."""
    model: bytes
    own: int  #: Bytes of the head that TFLM plans itself.
    head: int  #: Bytes of the head with the plan.
    lower_bound: int  #: Of plans with one place for each index of tensors.
    note: str  #: What tflite-micro says.


def plan_model(model: bytes, scratch: Scratch | None = None, effort: int = 5,
               run: bool = True) -> Planned:
    """Plans a model.

    scratch is what the kernels of the device ask for. By default tflite-micro tells
    what its own ask for, if it is installed and may run the model.
    """
    arena = Arena(model, scratch)
    metadata = arena.reader.tables(arena.reader.root, 6)
    if NAME in [bytes(arena.reader.vector("B", entry, 0)) for entry in metadata]:
        raise ModelError("there is a plan in the model already, and its operators may "
                         "depend on it: give the model as it was before")
    run = run and _tflm_run.installed()
    if scratch is None and run:
        arena = Arena(model, _tflm_run.scratch(arena))
    requests = [life for _, lives in sorted(arena.scratch.items()) for life in lives]
    own = greedy([life for lives in arena.tensors for life in lives if life] + requests)
    shared = arena.shared()
    lives = [*shared.values(), *requests]
    found = plan([life.first + 1 for life in lives], [life.last + 2 for life in lives],
                 [life.size for life in lives], alignment=ALIGNMENT,
                 names=[life.name for life in lives], effort=effort)
    if found.total >= 1 << 31:
        raise ModelError(f"a head of {found.total} bytes: TFLM counts up to 2 GiB")
    head = found.total
    places = {index: offset for index, offset in zip(shared, found.offsets)
              if index not in arena.variables}  # They stay in the tail.
    start = written(arena, metadata, [
        places.get(index, ONLINE) for lives in arena.tensors
        for index in range(len(lives))])
    old, new = (_tflm_run.run(arena, [b"", start], invoke=True) if run else
                [_tflm_run.Failed("pip install --pre tflite-micro")] * 2)
    if isinstance(old, _tflm_run.Failed):
        note = f"not measured by tflite-micro: {old}" + (
            "; kernels that ask for scratch may need more" if scratch is None else "")
    elif isinstance(new, _tflm_run.Failed):
        raise ModelError(f"with the plan, tflite-micro does not run it: {new}")
    elif new.outputs != old.outputs:
        raise ModelError("with the plan, it has other outputs in tflite-micro")
    else:
        note = (f"tflite-micro: head {old.head} -> {new.head} bytes, arena {old.total} "
                f"-> {new.total}, the same outputs in {_tflm_run.RUNS} runs"
                + (", whatever the inputs are" if len(set(old.outputs)) == 1 else ""))
        if scratch is None:
            own, head = old.head, new.head
    return Planned(start + model if head < own else model, own, head,
                   found.lower_bound, note)


def written(arena: Arena, metadata: Sequence[int], offsets: Sequence[int]) -> bytes:
    """What stands before the model then. The metadata is the version, the subgraph
    (TFLM of 2020 wants 1 and 0), how many tensors there are, and their offsets."""
    reader, root = arena.reader, arena.reader.root
    data = struct.pack(f"<3I{len(offsets)}i", 1, 0, len(offsets), *offsets)
    if reader.number("H", root - reader.number("i", root)) > 4 + 2 * FIELDS:
        raise ModelError(f"the model has more than the {FIELDS} fields that are known")
    old = {field: Old(reader.target(root, field)) for field in range(1, FIELDS)
           if reader.slot(root, field)}
    return front({**old, 0: reader.scalar("i", root, 0),
                  4: [*map(Old, arena.buffers), {0: data}],
                  6: [*map(Old, metadata), {0: NAME, 1: len(arena.buffers)}]}, b"TFL3")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "metaobj_plan.tflm", description="Writes a plan of its arena into a model.")
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument(
        "--scratch", action="append", metavar="OPERATOR=BYTES", default=[],
        help="what a kernel of the device asks for; SUBGRAPH:OPERATOR is possible")
    parser.add_argument("--effort", type=int, default=5, help="of the search: 0 to 9")
    parser.add_argument("--no-run", action="store_true", help="without tflite-micro")
    given = parser.parse_args(arguments)
    scratch: dict[tuple[int, int], list[int]] = {}
    for text in given.scratch:
        match = re.fullmatch(r"(?:(\d{1,9}):)?(\d{1,9})=(\d{1,9})", text)
        if not match:
            parser.error(f"--scratch={text}: wanted OPERATOR=BYTES")
        graph, operator, size = (int(number or 0) for number in match.groups())
        scratch.setdefault((graph, operator), []).append(size)
    partial = given.output.with_name(given.output.name + ".partial")
    try:
        made = plan_model(given.model.read_bytes(), scratch or None, given.effort,
                          not given.no_run)
        try:
            partial.write_bytes(made.model)
            os.replace(partial, given.output)
        finally:
            partial.unlink(missing_ok=True)
    except (ModelError, DamagedError, PlanError, OSError) as error:
        print(f"{given.model}: error: {error}", file=sys.stderr)
        return 1
    if made.head < made.own:
        print(f"{given.output}: head of {made.head} bytes instead of {made.own}, lower "
              f"bound {made.lower_bound}")
    else:
        print(f"{given.output}: the model as it is: TFLM's own plan has a head of "
              f"{made.own} bytes, and this one {made.head}")
    print(f"note: {made.note}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
