# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FlatBuffers without a schema: a reader that trusts no byte, and a new root.

The format: flatbuffers.dev/internals. A table has the distance to its vtable,
which has the offset of each field; a reference counts forward from where it stands.
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple, Sequence


class DamagedError(ValueError):
    """The file ends too early, or its parts contradict each other."""


class Old(NamedTuple):
    """What lies at a position of the file that was read."""
    position: int


class Reader:
    """Positions of tables and fields, each checked before it is used."""

    def __init__(self, data: bytes):
        self.data, self.left = data, 4 * len(data)
        self.root = self.number("I", 0)

    def number(self, kind: str, position: int) -> int:
        if not 0 <= position <= len(self.data) - struct.calcsize("<" + kind):
            raise DamagedError(f"damaged: the file has {len(self.data)} bytes, and "
                               f"its tables name position {position}")
        return int(struct.unpack_from("<" + kind, self.data, position)[0])

    def slot(self, table: int, field: int) -> int:
        """Where a field of a table is; 0 without it."""
        vtable, entry = table - self.number("i", table), 4 + 2 * field
        known = entry + 2 <= self.number("H", vtable)
        offset = self.number("H", vtable + entry) if known else 0
        return table + offset if offset else 0

    def scalar(self, kind: str, table: int, field: int) -> int:
        slot = self.slot(table, field)
        return self.number(kind, slot) if slot else 0

    def target(self, table: int, field: int) -> int:
        """What a field refers to; 0 without it."""
        slot = self.slot(table, field)
        return slot + self.number("I", slot) if slot else 0

    def length(self, table: int, field: int, size: int = 1) -> int:
        """How many elements of a size a vector has; 0 without it."""
        start = self.target(table, field)
        count = self.number("I", start) if start else 0
        if start + 4 + count * size > len(self.data):
            raise DamagedError(f"damaged: the file has {len(self.data)} bytes, and "
                               f"{count} elements at position {start}")
        return count

    def vector(self, kind: str, table: int, field: int) -> Sequence[int]:
        count = self.length(table, field, struct.calcsize("<" + kind))
        self.left -= count  # Vectors may be shared, but not without end.
        if self.left < 0:
            raise DamagedError("damaged: its tables share too much")
        start = self.target(table, field) + 4
        return struct.unpack_from(f"<{count}{kind}", self.data, start)

    def tables(self, table: int, field: int) -> list[int]:
        start = self.target(table, field) + 4
        return [start + 4 * index + offset for index, offset in
                enumerate(self.vector("I", table, field))]


def front(root: dict[int, Any], identifier: bytes) -> bytes:
    """A new root for a file, which is then put before the file's own bytes.

    A table is a dictionary of fields, a vector is a list or bytes, a number has 32
    bits, and Old is a part of the file. No old byte changes, and all stay aligned,
    up to 64 bytes.
    """
    data = bytearray(4) + identifier
    old: list[tuple[int, int]] = []
    waiting: list[tuple[int, Any]] = [(0, root)]
    for slot, node in waiting:  # It grows meanwhile: references count forward.
        if isinstance(node, Old):
            old.append((slot, node.position))
            continue
        if isinstance(node, bytes):
            data += bytes(-(len(data) + 4) % 16)
        data += bytes(-len(data) % 4)
        start = len(data)
        if isinstance(node, dict):
            places = {field: 4 + 4 * index for index, field in enumerate(node)}
            entries = [places.get(field, 0) for field in range(max(node) + 1)]
            data += struct.pack(f"<{2 + len(entries)}H", 4 + 2 * len(entries),
                                4 + 4 * len(node), *entries)
            data += bytes(-len(data) % 4)
            start, vtable = len(data), start
            data += struct.pack("<i", start - vtable)
        else:
            data += struct.pack("<I", len(node))
        struct.pack_into("<I", data, slot, start - slot)
        if isinstance(node, bytes):
            data += node + b"\0"
            continue
        for part in node.values() if isinstance(node, dict) else node:
            if not isinstance(part, int):
                waiting.append((len(data), part))
            data += struct.pack("<i", part if isinstance(part, int) else 0)
    data += bytes(-len(data) % 64)
    for slot, position in old:
        struct.pack_into("<I", data, slot, len(data) + position - slot)
    return bytes(data)
