# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans and checks."""

from __future__ import annotations

import ctypes
import enum
import operator
import sys
from array import array
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    Generator,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Protocol,
    Sequence,
    SupportsIndex,
    Tuple,
    Union,
    cast,
)

from ._library import (
    NO_LIMIT,
    NO_PLAN_YET,
    CBuffer,
    CFault,
    CPlace,
    CProblem,
    CProgressFunction,
    CReason,
    CSummary,
    library,
    raise_fault,
    reason_text,
)


class Numbers(Protocol):
    """A list of whole numbers, an array of NumPy, a range, ..."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[SupportsIndex]: ...


#: Names with the most bytes, the fastest memory first. None: no limit.
Pools = Union[
    Sequence[Tuple[str, Optional[SupportsIndex]]],
    Mapping[str, Optional[SupportsIndex]],
]


class Progress(NamedTuple):
    """How far a search is."""

    steps: int  #: Of all searches until now.
    #: Of all pools in the best plan so far, which may still exceed the limit of the
    #: last pool. None: there is no plan yet.
    bytes: Optional[int]
    lower_bound: int  #: As in Plan.


#: False stops the search.
ProgressFunction = Callable[[Progress], Optional[bool]]


class ReasonKind(enum.IntEnum):
    """Behind each: which fields of a Reason are set beside pool."""

    IN_FIRST_POOL = 0  #: it lies there
    LARGER_THAN_POOL = 1  #: bytes: the limit of the pool
    FIXED_ELSEWHERE = 2  #: its fixed place is in another pool
    NO_ROOM = 3  #: all: more bytes would live there at time than the pool has
    NO_GAP = 4  #: all: there are enough bytes, in smaller pieces
    ROOM_LEFT = 5  #: there is room, which the plan does not use


class Reason(NamedTuple):
    """Why a buffer does not lie in the first pool in which it may lie."""

    kind: ReasonKind
    pool: int  #: The first one in which it may lie.
    time: int  #: When most bytes live there while the buffer lives.
    bytes: int  #: Of the buffers that live there then.
    beside: Tuple[int, ...]  #: The largest of them, at most three.
    text: str  #: In words, with names; empty for IN_FIRST_POOL.


@dataclass(frozen=True)
class Plan:
    """Where buffers lie. `offsets` and `pools` are arrays if plan() got arrays,
    or else lists."""

    offsets: Any  #: Of each buffer in its pool, in bytes.
    pools: Any  #: The position of each buffer's pool.
    sizes: List[int]  #: Bytes of each pool.
    total: int  #: Bytes of all pools.
    lower_bound: int  #: The most bytes that live at one time.
    method: str  #: What found the plan.
    steps: int  #: Of the search; 0: rules sufficed.
    #: Pairs of buffers that live at the same time, if these are so many that some
    #: rules were left out. 0: all were tried.
    too_many_pairs: int
    cost: int = 0  #: Of the traffic; 2**64 - 1 stands for it and for more.
    #: No plan is better. False: nobody knows.
    is_optimal: bool = False
    is_stopped: bool = False  #: By progress: this is the best plan until then.
    lower_bounds: Sequence[int] = ()  #: Bytes of each pool that every plan takes.


def _numbers(what: str, values: Numbers, kind: str = "Q") -> "array[int]":
    """Unsigned numbers for C: "Q" has 64 bits, "I" has 32."""
    given = list(values)
    result = array(kind)
    try:
        result.extend(map(operator.index, given))
    except (TypeError, OverflowError) as problem:
        kind_of_error = TypeError if isinstance(problem, TypeError) else ValueError
        raise kind_of_error(
            f"{what}[{len(result)}] is {given[len(result)]!r}, but must be a whole "
            f"number from 0 to 2**{8 * result.itemsize} - 1"
        ) from None
    return result


def _mask(positions: Optional[Iterable[int]]) -> int:
    """Pools for C, where 0 stands for any."""
    if positions is None:
        return 0
    found = sorted(map(operator.index, positions))
    if not found or found[0] < 0 or found[-1] > 63:
        raise ValueError(f"allowed has {found}, but wanted are positions from 0 to 63")
    return sum(1 << position for position in set(found))


def _watch(
    progress: Optional[ProgressFunction], raised: List[BaseException]
) -> Generator[int, Any, None]:
    """Yields what C is told when it calls: 1 stops it. Takes pointers to CProgress.

    C sees no exception, so it goes to raised. Ctrl-C arrives where a generator
    continues, which is in the try. In a function it may arrive before the try.
    """
    stop = 0
    try:
        while not stop:
            now = (yield stop).contents
            size = None if now.bytes == NO_PLAN_YET else now.bytes
            if progress is not None:
                go_on = progress(Progress(now.steps, size, now.lower_bound))
                stop = 0 if go_on is None or go_on else 1
    except GeneratorExit:
        return
    except BaseException as problem:
        raised.append(problem)
    yield 1


class _Problem:
    """The arguments that plan() and check() share, as C takes them."""

    def __init__(
        self,
        lower: Numbers,
        upper: Numbers,
        size: Numbers,
        alignment: Union[SupportsIndex, Numbers],
        names: Optional[Sequence[str]],
        pools: Optional[Pools],
        allowed: Optional[Sequence[Optional[Iterable[int]]]] = None,
        fixed: Optional[Sequence[Optional[Tuple[int, int]]]] = None,
        in_place: Optional[Sequence[Optional[int]]] = None,
    ) -> None:
        self.count = len(size)
        # Arrays have __index__, too, which raises.
        alignments = (
            cast(Numbers, alignment)
            if hasattr(alignment, "__len__")
            else [alignment] * self.count
        )
        #: They stay here while C reads them.
        self.buffers = (CBuffer * self.count)()
        self.set("lower", lower)
        self.set("upper", upper)
        self.set("size", size)
        self.set("alignment", alignments)
        if allowed is not None:
            self.set("pools", [_mask(positions) for positions in allowed])
        if fixed is not None:
            self._check_count("fixed", len(fixed))
            for buffer, place in zip(self.buffers, fixed):
                if place is not None:
                    pool, offset = place
                    buffer.fixed = ctypes.pointer(
                        CPlace(
                            _numbers("offset of fixed", [offset])[0],
                            _numbers("pool of fixed", [pool], "I")[0],
                        )
                    )
        if in_place is not None:
            self._check_count("in_place", len(in_place))
            for buffer, other in zip(self.buffers, in_place):
                if other is not None:
                    (position,) = _numbers("in_place", [other])
                    buffer.in_place_of = min(position + 1, 2**64 - 1)
        if names is not None:
            self._check_count("names", len(names))
        self.names = names
        if pools is None:
            pools = {"workspace": None}
        items = list(pools.items() if isinstance(pools, Mapping) else pools)
        for item in items:
            if not isinstance(item, (tuple, list)) or len(item) != 2:
                raise TypeError(f"the pool {item!r} is not a pair of name and limit")
        self.pools = [str(name) for name, _ in items]
        self.limits = _numbers(
            "limits", [NO_LIMIT if limit is None else limit for _, limit in items]
        )
        self.fault = CFault()

    def set(self, what: str, values: Numbers) -> None:
        """Sets a field of all buffers."""
        self._check_count(what, len(values))
        for buffer, value in zip(self.buffers, _numbers(what, values)):
            setattr(buffer, what, value)

    def _check_count(self, what: str, count: int) -> None:
        if count != self.count:
            raise ValueError(f"{what} has length {count}, but size has {self.count}")

    def places(self, pools: Optional[Numbers], offsets: Numbers) -> Any:
        """Places for C; without pools all are in the first one."""
        if pools is None:
            pools = [0] * len(offsets)
        self._check_count("offsets", len(offsets))
        self._check_count("pools of the plan", len(pools))
        result = (CPlace * self.count)()
        for place, pool, offset in zip(
            result,
            _numbers("pools of the plan", pools, "I"),
            _numbers("offsets", offsets),
        ):
            place.pool, place.offset = pool, offset
        return result

    def to_c(
        self,
        known: Any = None,
        effort: int = 0,
        costs: "Optional[array[int]]" = None,
        progress: Any = None,
    ) -> CProblem:
        return CProblem(
            ctypes.addressof(self.buffers),
            self.count,
            self.limits.buffer_info()[0],
            len(self.limits),
            ctypes.addressof(known) if known else None,
            len(known) if known else 0,
            effort,
            costs.buffer_info()[0] if costs else None,
            progress or CProgressFunction(0),  # NULL
        )

    def raise_if(self, code: int) -> None:
        """Raises the fault that C has told by its code."""
        if code:
            raise_fault(self.fault, self.names, self.pools)


def plan(
    lower: Numbers,
    upper: Numbers,
    size: Numbers,
    alignment: Union[SupportsIndex, Numbers] = 16,
    names: Optional[Sequence[str]] = None,
    pools: Optional[Pools] = None,
    known: Union[Plan, Tuple[Numbers, Numbers], None] = None,
    effort: int = 5,
    *,
    allowed: Optional[Sequence[Optional[Iterable[int]]]] = None,
    fixed: Optional[Sequence[Optional[Tuple[int, int]]]] = None,
    in_place: Optional[Sequence[Optional[int]]] = None,
    traffic: Optional[Numbers] = None,
    costs: Optional[Numbers] = None,
    progress: Optional[ProgressFunction] = None,
) -> Plan:
    """Places for buffers that live from times lower until before times upper.

    alignment: powers of two, one for all or one for each buffer.
    names: of the buffers, for messages; the default are their positions.
    pools: names with limits, the fastest first: `{"sram": 65536, "dram": None}`.
        The default is one pool without a limit.
    known: another plan, or a pair of each buffer's pool (a position) and offset.
        The result is never larger.
    effort: from 0, rules alone, to 9, up to an hour.
    allowed: for each buffer the positions of pools in which it may lie, or None.
    fixed: for each buffer its pool and offset, if it has to lie there, or None.
    in_place: for each buffer the position of another one in whose place it may begin,
        or None: an operator writes it over its input, which ends one step after the
        buffer begins and is no smaller.
    traffic: bytes that are read and written of each buffer.
    costs: for each pool the cost of a byte of traffic. If they differ, the plan of
        least cost is looked for, and then the smallest.
    progress: is called with a Progress after each 2**24 steps of the search, some
        hundredths of a second, and while rules place very many buffers. False stops
        the search: the plan is the best one so far. A small problem may end without
        a call.

    Ctrl-C, and what progress raises, end the search.

    Raises PlanError if there is no plan; TypeError or ValueError for what is no
    list of buffers.
    """
    problem = _Problem(
        lower, upper, size, alignment, names, pools, allowed, fixed, in_place
    )
    if traffic is not None:
        problem.set("traffic", traffic)
    pool_costs = None if costs is None else _numbers("costs", costs)
    if pool_costs is not None and len(pool_costs) != len(problem.pools):
        raise ValueError(
            f"costs has length {len(pool_costs)}, but there are "
            f"{len(problem.pools)} pools"
        )
    places = (CPlace * problem.count)()
    sizes = array("Q", bytes(8 * len(problem.pools)))
    summary = CSummary()
    if isinstance(known, Plan):
        known = (known.pools, known.offsets)
    known_places = None if known is None else problem.places(*known)
    (level,) = _numbers("effort", [effort], "I")
    raised: List[BaseException] = []
    # Always: Python looks at Ctrl-C when it is called.
    watch = _watch(progress, raised)
    next(watch)
    code = library.metaobj_plan_memory(
        problem.to_c(known_places, level, pool_costs, CProgressFunction(watch.send)),
        places,
        sizes.buffer_info()[0],
        summary,
        problem.fault,
    )
    if raised:
        raise raised[0]
    problem.raise_if(code)
    bounds = array("Q", bytes(8 * len(problem.pools)))
    problem.raise_if(library.metaobj_plan_bounds(
        problem.to_c(), bounds.buffer_info()[0], problem.fault))
    offsets: Any = [place.offset for place in places]
    positions: Any = [place.pool for place in places]
    numpy = sys.modules.get("numpy")
    if numpy and any(isinstance(each, numpy.ndarray) for each in (lower, upper, size)):
        # No plan has more bytes than 63 bits can count.
        offsets = numpy.array(offsets, dtype="int64")
        positions = numpy.array(positions, dtype="int64")
    return Plan(
        offsets,
        positions,
        sizes.tolist(),
        sum(sizes),
        summary.lower_bound,
        summary.method.decode(),
        summary.steps,
        summary.too_many_pairs,
        summary.cost,
        bool(summary.is_optimal),
        bool(summary.is_stopped),
        bounds.tolist(),
    )


def check(
    lower: Numbers,
    upper: Numbers,
    size: Numbers,
    offsets: Union[Plan, Numbers],
    alignment: Union[SupportsIndex, Numbers] = 16,
    names: Optional[Sequence[str]] = None,
    pools: Optional[Pools] = None,
    in_pools: Optional[Numbers] = None,
    sizes: Optional[Numbers] = None,
    *,
    allowed: Optional[Sequence[Optional[Iterable[int]]]] = None,
    fixed: Optional[Sequence[Optional[Tuple[int, int]]]] = None,
    in_place: Optional[Sequence[Optional[int]]] = None,
) -> None:
    """Raises PlanError if a plan, from whatever source, does not hold: buffers
    that live at the same time overlap, or a place is unaligned or outside its
    pool.

    offsets: of each buffer, or a Plan, which has all of the plan.
    in_pools: the position of each buffer's pool; the default is the first one.
    sizes: bytes of each pool; the default are the limits of the pools.
    """
    problem = _Problem(
        lower, upper, size, alignment, names, pools, allowed, fixed, in_place
    )
    if isinstance(offsets, Plan):
        if in_pools is not None or sizes is not None:
            raise TypeError("a Plan has in_pools and sizes: leave them out")
        places, sizes = problem.places(offsets.pools, offsets.offsets), offsets.sizes
    else:
        places = problem.places(in_pools, offsets)
    pool_sizes = problem.limits if sizes is None else _numbers("sizes", sizes)
    if len(pool_sizes) != len(problem.pools):
        raise ValueError(
            f"sizes has length {len(pool_sizes)}, but there are "
            f"{len(problem.pools)} pools"
        )
    problem.raise_if(
        library.metaobj_plan_check(
            problem.to_c(),
            places,
            pool_sizes.buffer_info()[0],
            problem.fault,
        )
    )


def explain(
    lower: Numbers,
    upper: Numbers,
    size: Numbers,
    offsets: Union[Plan, Numbers],
    alignment: Union[SupportsIndex, Numbers] = 16,
    names: Optional[Sequence[str]] = None,
    pools: Optional[Pools] = None,
    in_pools: Optional[Numbers] = None,
    *,
    allowed: Optional[Sequence[Optional[Iterable[int]]]] = None,
    fixed: Optional[Sequence[Optional[Tuple[int, int]]]] = None,
    in_place: Optional[Sequence[Optional[int]]] = None,
) -> List[Reason]:
    """For each buffer why it does not lie in the first pool in which it may lie.

    The arguments are those of check(), and it raises what check() raises.
    """
    problem = _Problem(
        lower, upper, size, alignment, names, pools, allowed, fixed, in_place
    )
    if isinstance(offsets, Plan):
        places = problem.places(offsets.pools, offsets.offsets)
    else:
        places = problem.places(in_pools, offsets)
    reasons = (CReason * problem.count)()
    problem.raise_if(
        library.metaobj_plan_explain(problem.to_c(), places, reasons, problem.fault)
    )
    return [
        Reason(
            ReasonKind(reason.kind),
            reason.pool,
            reason.time,
            reason.bytes,
            tuple(reason.beside[: reason.num_beside]),
            reason_text(reason, problem.names, problem.pools),
        )
        for reason in reasons
    ]
