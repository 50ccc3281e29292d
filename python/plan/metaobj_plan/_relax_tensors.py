# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of TVM's Relax, and when they live."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, FrozenSet, List, Set, Tuple

import metaobj_plan

#: TVM's operators assume that each tensor begins at a multiple of this.
ALIGNMENT = 64


@dataclass
class Tensors:
    """Tensors in TVM's storages. Time is the number of the call. What a function
    returns is not among them: the caller keeps it."""

    keys: List[Any] = field(default_factory=list)  #: Variables, or registers.
    lower: List[int] = field(default_factory=list)
    upper: List[int] = field(default_factory=list)
    sizes: List[int] = field(default_factory=list)
    storages: List[int] = field(default_factory=list)  #: Positions in the sizes.
    offsets: List[int] = field(default_factory=list)  #: In their storages.
    storage_sizes: List[int] = field(default_factory=list)

    def known(self) -> Tuple[List[int], List[int]]:
        """TVM's plan: pools and offsets, one storage behind the other."""
        starts = [0]
        for size in self.storage_sizes:
            starts.append(starts[-1] + -(-size // ALIGNMENT) * ALIGNMENT)
        places = [starts[i] + j for i, j in zip(self.storages, self.offsets)]
        return [0] * len(places), places

    def plan(self, effort: int = 5) -> metaobj_plan.Plan:
        """Never larger than TVM's."""
        names = [str(getattr(key, "name", key)) for key in self.keys]
        return metaobj_plan.plan(
            self.lower, self.upper, self.sizes, alignment=ALIGNMENT, names=names,
            known=self.known(), effort=effort)


class Lives:
    """Follows the calls of a function, whose variables or registers are keys."""

    def __init__(self) -> None:
        self.tensors = Tensors()
        self.storages: Dict[Any, int] = {}
        self.shown: Dict[Any, FrozenSet[int]] = {}  #: What a key may be a view of.
        self.kept: Set[int] = set()  #: Storages that something else uses.
        self.time = 0

    def alloc_storage(self, key: Any, size: int) -> None:
        self.storages[key] = len(self.tensors.storage_sizes)
        self.tensors.storage_sizes.append(size)

    def alloc_tensor(self, key: Any, storage: int, offset: int, size: int) -> None:
        found = self.tensors
        self.shown[key] = frozenset([len(found.keys)])
        # One of a varying shape, or of types below a byte, has its storage's size.
        size = min(size, found.storage_sizes[storage] - offset)
        row = (key, self.time, self.time + 1, size, storage, offset)
        for values, value in zip(vars(found).values(), row):
            values.append(value)

    def views(self, used: Any) -> FrozenSet[int]:
        return frozenset().union(*(self.shown.get(key, ()) for key in used))

    def call(self, used: Any, result: Any = None) -> None:
        """A call whose result may be a view of all that it uses."""
        self.kept.update(self.storages[key] for key in used if key in self.storages)
        for i in self.views(used):
            self.tensors.upper[i] = self.time + 1
        if result is not None:
            self.shown[result] = self.views(used)
        self.time += 1

    def inner(self, returned: Any) -> Tensors:
        """The tensors that the function does not return, and their storages."""
        found = self.tensors
        kept = self.kept.union(found.storages[i] for i in self.views(returned))
        rows = [i for i, storage in enumerate(found.storages) if storage not in kept]
        own = sorted({found.storages[i] for i in rows})
        numbers = {old: new for new, old in enumerate(own)}
        columns = list(vars(found).values())
        result = Tensors(*([values[i] for i in rows] for values in columns[:-1]))
        result.storages = [numbers[storage] for storage in result.storages]
        result.storage_sizes = [found.storage_sizes[i] for i in numbers]
        return result
