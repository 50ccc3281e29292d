# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an ELF object whose empty sections all have the same name.

Usage: shared_name.py SECTIONS NAME-BYTES FILE
"""

import struct
import sys


def section(kind, offset, size):
    """A section header with the only name."""
    return struct.pack("<IIQQQQIIQQ", 1 if kind else 0, kind, 0, 0, offset,
                       size, 0, 0, 1, 0)


count, length, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
HEADER_BYTES = 64
names = b"\0" + b"a" * length + b"\0"
names += b"\0" * (-len(names) % 8)
headers = [section(0, 0, 0), section(3, HEADER_BYTES, len(names))]
headers += [section(1, HEADER_BYTES, 0)] * count
header = b"\x7fELF\2\1\1" + b"\0" * 9 + struct.pack(
    "<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, HEADER_BYTES + len(names), 0, 64, 0, 0,
    64, len(headers), 1)
with open(path, "wb") as out:
    out.write(header + names + b"".join(headers))
