# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What TensorFlow Lite Micro does with a model: lifetimes, and its own plan.

Sources, in tensorflow/lite/micro: micro_allocation_info.cc (lifetimes),
memory_helpers.cc (bytes), memory_planner/greedy_memory_planner.cc.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from typing import Mapping, Sequence, Union

from ._flatbuffers import DamagedError, Reader

ALIGNMENT = 16  # MicroArenaBufferAlignment()
#: TfLiteTypeSizeOf() by type; TFLM does not place the others. A resource (13) is in
#: the data of the operator that makes it, kernels/var_handle.cc, and not in the head.
TYPE_BYTES = {0: 4, 1: 2, 2: 4, 3: 1, 4: 8, 6: 1, 7: 2, 8: 8, 9: 1, 10: 8, 11: 16,
              12: 8, 13: 0, 15: 4, 16: 2, 17: 1, 18: 2}
MOST_TENSORS = 10000  # Its planner takes the square of their number.
#: IF, WHILE and CALL_ONCE: how many subgraphs they call.
CALLS = {118: 2, 119: 2, 129: 1}
#: By operator of subgraph 0, or by (subgraph, operator).
Bytes = Union[int, Sequence[int]]
Scratch = Union[Mapping[int, Bytes], Mapping["tuple[int, int]", Bytes]]


class ModelError(ValueError):
    """The model cannot get a plan."""


@dataclass
class Life:
    """A buffer, and the first and the last scope that use it."""
    name: str
    size: int
    first: int = -1
    last: int = -1

    def use(self, scope: int) -> None:
        self.first, self.last = scope if self.first < 0 else self.first, scope


class Arena:
    """What TFLM places in the head of the arena, and when: AllocationInfoBuilder."""

    def __init__(self, model: bytes, scratch: Scratch | None):
        if model[4:8] != b"TFL3":
            raise ModelError("not a TensorFlow Lite model: 'TFL3' is not at byte 4")
        self.reader = reader = Reader(model)
        self.sizes: dict[tuple[int, int], Bytes] = {
            key if isinstance(key, tuple) else (0, key): size
            for key, size in (scratch.items() if scratch else ())}
        self.scratch: dict[tuple[int, int], list[Life]] = {}
        self.codes = [max(reader.scalar("b", code, 0), reader.scalar("i", code, 3))
                      for code in reader.tables(reader.root, 1)]
        self.buffers = reader.tables(reader.root, 4)
        self.graphs = reader.tables(reader.root, 2)
        self.variables: set[int] = set()
        self.tensors = [
            [self.life(f"tensor {index} of subgraph {number}", index, tensor)
             for index, tensor in enumerate(reader.tables(graph, 0))]
            for number, graph in enumerate(self.graphs)]
        if sum(map(len, self.tensors)) > MOST_TENSORS:
            raise ModelError(f"more than {MOST_TENSORS} tensors: TFLM is for less")
        self.scope, self.called = 0, set[int]()
        try:
            self.walk(0)
        except RecursionError:
            raise ModelError("too many subgraphs call each other") from None
        for number, position in set(self.sizes) - set(self.scratch):
            raise ModelError(f"scratch is given for operator {position} of subgraph "
                             f"{number}, which does not run")

    def life(self, name: str, index: int, tensor: int) -> Life | None:
        """A tensor, if it is in the head: variables are in the tail."""
        reader, number = self.reader, self.reader.scalar("I", tensor, 2)
        if number >= len(self.buffers):
            raise DamagedError(f"damaged: {name} has buffer {number} of "
                               f"{len(self.buffers)}")
        buffer = self.buffers[number]
        if reader.scalar("Q", buffer, 1) > 1 or reader.scalar("I", tensor, 10):
            raise ModelError(f"{name} has its data outside of the tables, where TFLM "
                             "does not look")
        if reader.scalar("B", tensor, 5):
            self.variables.add(index)
            return None
        if reader.length(buffer, 0):
            return None
        kind, count = reader.scalar("b", tensor, 1), 1
        for extent in reader.vector("i", tensor, 0):
            count *= extent
            if extent < 0 or count >= 1 << 31:
                raise ModelError(f"{name} has an extent of {extent}: TFLM needs fixed "
                                 "shapes of less than 2 Gi elements")
        if count and kind not in TYPE_BYTES:
            raise ModelError(f"{name} has type {kind}, which TFLM does not place")
        size = count and aligned(count * TYPE_BYTES[kind])
        return Life(name, size) if size else None

    def lives(self, number: int, table: int, field: int) -> list[Life]:
        """Those of a list of tensors that are in the head; -1 is none."""
        tensors = self.tensors[number]
        indexes = [index for index in self.reader.vector("i", table, field)
                   if index != -1]
        for index in indexes:
            if not 0 <= index < len(tensors):
                raise DamagedError(f"damaged: tensor {index} of {len(tensors)} is used")
        return [life for life in map(tensors.__getitem__, indexes) if life]

    def walk(self, number: int) -> None:
        """MarkAllocationLifetimes(): every operator is a scope, and every call."""
        if not 0 <= number < len(self.graphs) or number in self.called:
            raise ModelError(f"subgraph {number} is called, which does not exist or is "
                             "called elsewhere, too: TFLM knows one lifetime")
        self.called.add(number)
        reader, graph, begin = self.reader, self.graphs[number], self.scope
        for life in self.lives(number, graph, 1):
            life.use(begin)
        for position, operator in enumerate(reader.tables(graph, 3)):
            self.scope += 1
            start, outputs = self.scope, self.lives(number, operator, 2)
            for life in outputs:
                life.use(start)
            for callee in self.callees(operator):
                self.scope += 1
                self.walk(callee)
            for life in self.lives(number, operator, 1) + outputs:
                life.use(self.scope)
            sizes = self.sizes.get((number, position), ())
            name = f"scratch of operator {position} of subgraph {number}"
            self.scratch[number, position] = [
                Life(name, aligned(size), start, self.scope)
                for size in ([sizes] if isinstance(sizes, int) else sizes)]
        for life in self.lives(number, graph, 2):
            life.first = begin if life.first < 0 else life.first
            life.last = self.scope

    def callees(self, operator: int) -> list[int]:
        """The subgraphs that an operator calls."""
        code = self.reader.scalar("I", operator, 0)
        if code >= len(self.codes):
            raise DamagedError(f"damaged: operator code {code} of {len(self.codes)}")
        if self.reader.scalar("Q", operator, 9):
            raise ModelError("an operator has options outside of the tables, where "
                             "TFLM does not look")
        options = self.reader.target(operator, 4)
        return [self.reader.scalar("i", options, field) for field in
                range(CALLS.get(self.codes[code], 0) if options else 0)]

    def shared(self) -> dict[int, Life]:
        """A buffer by index of its tensors. TFLM reads the places of the first
        subgraph for the tensors of all, against its documentation, which has those
        of the second behind them: one place for each index suits both."""
        found: dict[int, Life] = {}
        for lives in self.tensors:
            for index, life in enumerate(lives):
                if life:
                    other = found.get(index, life)
                    found[index] = Life(life.name, max(life.size, other.size),
                                        min(life.first, other.first),
                                        max(life.last, other.last))
        return found


def aligned(size: int) -> int:
    if not 0 <= size < 1 << 31:
        raise ModelError(f"a buffer of {size} bytes: TFLM counts up to 2 GiB")
    return -(-size // ALIGNMENT) * ALIGNMENT


def greedy(lives: Sequence[Life]) -> int:
    """Bytes of TFLM's own plan (greedy_memory_planner.cc): the largest first, and
    of equal ones the last, each in the lowest gap."""
    placed: list[tuple[int, int, Life]] = []
    for turn, life in enumerate(sorted(reversed(lives), key=lambda life: -life.size)):
        offset = 0
        for begin, _, other in placed:
            if other.first <= life.last and life.first <= other.last:
                if begin - offset >= life.size:
                    break
                offset = max(offset, begin + other.size)
        bisect.insort(placed, (offset, turn, life))
    return max((offset + life.size for offset, _, life in placed), default=0)
