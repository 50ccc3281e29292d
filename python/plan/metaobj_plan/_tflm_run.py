# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in the interpreter of the package tflite-micro.

It runs in a process of its own: TFLM tells its memory on standard error alone, and
nothing protects a process from the model that it interprets.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import pickle
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from ._flatbuffers import Old, front

if TYPE_CHECKING:
    from ._tflm_arena import Arena

SECONDS = 600
MOST_BYTES = 1 << 30  # Of an arena.
#: A model runs so often, with other inputs each time: variables keep their values.
RUNS = 3
#: Operators that do not stand alone, and ask for no scratch: IF, WHILE, CALL_ONCE,
#: VAR_HANDLE, READ_VARIABLE, ASSIGN_VARIABLE.
TOGETHER = {118, 119, 129, 142, 143, 144}
NEXT = "\nmetaobj_plan: next\n"


class Run(NamedTuple):
    """Bytes of the parts of the arena, and digests of the outputs of each run."""
    head: int
    total: int
    outputs: list[str]


class Failed(str):
    """What TFLM says to a model that it cannot run."""


def installed() -> bool:
    return importlib.util.find_spec("tflite_micro") is not None


def run(arena: Arena, fronts: Sequence[bytes], invoke: bool) -> list[Run | Failed]:
    """Runs the model behind each of the fronts."""
    reader, graph = arena.reader, arena.graphs[0]
    counts = [reader.length(graph, field) if invoke else 0 for field in (1, 2)]
    size = 4 * sum(life.size for lives in arena.tensors for life in lives if life)
    size = min(size + len(reader.data) + (1 << 22), MOST_BYTES)
    task = reader.data, fronts, counts, size
    try:
        child = subprocess.run(
            [sys.executable, "-c", f"from {__name__} import child; child()"],
            input=pickle.dumps(task), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return [Failed(f"it takes more than {SECONDS} seconds")] * len(fronts)
    said, *texts = child.stderr.decode(errors="replace").split(NEXT)
    results: list[Run | Failed] = []
    for text in texts:
        numbers = re.search(r" total (\d+) bytes\s+.* head (\d+) bytes\s", text)
        digests = re.search(r"^outputs(.*)$", text, re.MULTILINE)
        if numbers and digests:
            results.append(Run(int(numbers[2]), int(numbers[1]), digests[1].split()))
        else:
            lines = [line.strip() for line in text.splitlines() if line.strip()]
            results.append(
                Failed(" / ".join(lines[:3]) or f"status {child.returncode}"))
    missing = Failed(": ".join([f"the interpreter ends with status {child.returncode}",
                                *said.rstrip().splitlines()[-1:]]))
    return results + [missing] * (len(fronts) - len(results))


def child() -> None:
    """The process of run()."""
    numpy = importlib.import_module("numpy")
    runtime = importlib.import_module("tflite_micro").runtime
    model, fronts, (inputs, outputs), size = pickle.load(sys.stdin.buffer)
    for start in fronts:
        os.write(2, NEXT.encode())
        digests, source = [], numpy.random.default_rng(1)
        try:
            machine = runtime.Interpreter.from_bytes(start + model, arena_size=size)
            for _ in range(RUNS if outputs else 0):
                for index in range(inputs):
                    details = machine.get_input_details(index)
                    machine.set_input(drawn(numpy, source, **details), index)
                machine.invoke()
                digests.append(hashlib.sha256(b"".join(
                    machine.get_output(index).tobytes()
                    for index in range(outputs))).hexdigest())
            machine.print_allocations()
            os.write(2, "\n".join(["", " ".join(["outputs", *digests]), ""]).encode())
        except Exception as error:  # Whatever it is, it is told.
            os.write(2, str(error).encode())


def drawn(numpy: Any, source: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    """An input. Large integers are numbers of elements: they stay small."""
    kind = numpy.dtype(dtype)
    if kind.kind == "f":
        return source.standard_normal(shape).astype(kind)
    low, high = 0, 1
    if kind.kind in "iu" and kind.itemsize <= 2:
        low, high = numpy.iinfo(kind).min, numpy.iinfo(kind).max
    return source.integers(low, high, shape, endpoint=True).astype(kind)


def scratch(arena: Arena) -> dict[tuple[int, int], int]:
    """Bytes that kernels ask for. In a model of one operator all its tensors live at
    the same time, without gaps, and what more the head has is scratch."""
    reader, fronts, heads = arena.reader, [], {}
    for number in sorted(arena.called):
        graph, lives = arena.graphs[number], arena.tensors[number]
        tables = reader.tables(graph, 0)
        for position, operator in enumerate(reader.tables(graph, 3)):
            if arena.codes[reader.scalar("I", operator, 0)] in TOGETHER:
                continue
            sources, results = ([index for index in reader.vector("i", operator, field)
                                 if index != -1] for field in (1, 2))
            used = {*sources, *results}
            fronts.append(front({
                0: reader.scalar("i", reader.root, 0),
                1: Old(reader.target(reader.root, 1)),
                2: [{0: [Old(table) if index in used else {0: [0]}  # No bytes.
                         for index, table in enumerate(tables)],
                     1: [index for index in sources if lives[index]], 2: results,
                     3: [Old(operator)]}],
                4: Old(reader.target(reader.root, 4))}, b"TFL3"))
            heads[number, position] = sum(life.size for life in map(
                lives.__getitem__, used) if life)
    found = run(arena, fronts, invoke=False)
    return {key: result.head - head for (key, head), result in zip(heads.items(), found)
            if isinstance(result, Run) and result.head > head}
