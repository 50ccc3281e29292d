# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the last section of a little-endian ELF64 object larger, by zeros that
take no room on the disk.

    grow_section.py FILE SECTION SIZE
"""

import struct
import sys

HEADER_OFFSET = 40
COUNT_AND_NAMES = 60
SECTION_HEADER_SIZE = 64


def grow(path, section, size):
    """Gives `section` of the object at `path` so many bytes."""
    with open(path, "r+b") as file:
        data = file.read()
        table, = struct.unpack_from("<Q", data, HEADER_OFFSET)
        count, names = struct.unpack_from("<HH", data, COUNT_AND_NAMES)

        def header(index):
            return table + index * SECTION_HEADER_SIZE

        strings, = struct.unpack_from("<Q", data, header(names) + 24)
        ends = {}
        for index in range(count):
            name, = struct.unpack_from("<I", data, header(index))
            offset, old = struct.unpack_from("<QQ", data, header(index) + 24)
            end = data.index(b"\0", strings + name)
            ends[data[strings + name:end].decode()] = (index, offset, old)
        index, offset, old = ends[section]
        if offset + old != len(data):
            sys.exit(f"{section} is not the last section of {path}")
        file.seek(header(index) + 32)
        file.write(struct.pack("<Q", size))
        file.truncate(offset + size)


if __name__ == "__main__":
    grow(sys.argv[1], sys.argv[2], int(sys.argv[3], 0))
