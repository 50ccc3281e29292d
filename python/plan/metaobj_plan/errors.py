# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is wrong with buffers, or with a plan."""

from __future__ import annotations

import enum
from typing import Optional, Tuple


class Code(enum.IntEnum):
    """Behind each: what `numbers` are. They are those of
    metaobj-c/metaobj_plan.h, without those that Python cannot cause."""

    NO_POOL = 3
    EFFORT_TOO_HIGH = 4  #: effort, highest effort
    TOO_MANY_BUFFERS = 5  #: buffers, most buffers
    EMPTY_LIFETIME = 6  #: of buffer: lower, upper
    BAD_ALIGNMENT = 7  #: of buffer: alignment
    TOO_MANY_BYTES = 8  #: of all buffers: above 63 bits
    POOLS_TOO_SMALL = 9  #: lower bound, bytes of all pools
    NO_PLAN_IN_POOL = 10  #: pool, the last one: bytes found, limit
    NO_PLAN_IN_POOLS = 11  #: none was found; more effort may help
    WRONG_COUNTS = 12  #: places, pools, buffers, pools
    POOL_TOO_LARGE = 13  #: pool: its bytes, its limit
    UNKNOWN_POOL = 14  #: of buffer: its pool, number of pools
    UNALIGNED = 15  #: buffer: its offset, its alignment
    OUTSIDE_POOL = 16  #: buffer, pool: size, offset, bytes of the pool
    OVERLAP = 17  #: buffer, other_buffer: a common time
    WRONG_POOL = 18  #: buffer may not lie in pool
    MOVED = 19  #: buffer: its pool and offset, the fixed ones
    TOO_MANY_POOLS = 20  #: pools, most pools
    NO_POOL_ALLOWED = 21  #: of buffer
    BUFFER_TOO_LARGE = 22  #: buffer: its bytes, the largest limit
    NO_PLAN_EXISTS = 23  #: pool, the last one: least bytes, limit
    COSTS_FALL = 24  #: pool: its cost, that before it
    STOPPED = 25  #: by progress, before there was a plan
    UNKNOWN_PAIR = 26  #: in_place of buffer: a position, buffers
    #: in_place of buffer is other_buffer: when that ends, when it has to end; its
    #: bytes, the least that it must have
    WRONG_PAIR = 27


class PlanError(ValueError):
    """There is no plan, or a plan does not hold. The text names the buffers."""

    def __init__(
        self,
        message: str,
        code: Code,
        buffer: Optional[int] = None,
        other_buffer: Optional[int] = None,
        pool: Optional[int] = None,
        numbers: Tuple[int, ...] = (),
    ) -> None:
        # All of them, so that errors can be pickled.
        super().__init__(message, code, buffer, other_buffer, pool, numbers)
        self.message = message
        self.code = code
        #: The position of the buffer that is wrong, if one is.
        self.buffer = buffer
        #: That of the buffer that it overlaps.
        self.other_buffer = other_buffer
        #: The position of the pool that is too small, if one is.
        self.pool = pool
        #: As many as the code has, and zeros.
        self.numbers = numbers

    def __str__(self) -> str:
        return self.message
