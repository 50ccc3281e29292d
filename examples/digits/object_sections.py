# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many bytes of an ELF file are code, constants and writable data."""

import collections
import struct

# `initialised`: how much of the writable data starts with contents, which a
# board keeps in flash, too.
Sizes = collections.namedtuple("Sizes", "code constants writable initialised")

SHT_NOBITS = 8
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR = 1, 2, 4
# Written once by the loader of a hosted system and read-only from then on.
CONSTANT_AFTER_LOADING = (".data.rel.ro", ".dynamic", ".got", ".init_array",
                          ".fini_array", ".tm_clone_table")


def _headers(data):
    """(name offset, type, flags, file offset, size) of each section header."""
    if data[:4] != b"\x7fELF" or data[5] != 1:
        raise ValueError("not a little-endian ELF file")
    if data[4] == 2:
        table, = struct.unpack_from("<Q", data, 40)
        entry, count, names = struct.unpack_from("<HHH", data, 58)
        layout = "<IIQQQQ"
    else:
        table, = struct.unpack_from("<I", data, 32)
        entry, count, names = struct.unpack_from("<HHH", data, 46)
        layout = "<IIIIII"
    rows = []
    for index in range(count):
        name, kind, flags, _, offset, size = struct.unpack_from(
            layout, data, table + index * entry)
        rows.append((name, kind, flags, offset, size))
    return rows, names


def sections(path):
    """(name, type, flags, size) of each section in memory at run time."""
    data = path.read_bytes()
    rows, names = _headers(data)
    start = rows[names][3]
    result = []
    for name, kind, flags, _, size in rows:
        if flags & SHF_ALLOC:
            end = data.index(b"\0", start + name)
            result.append((data[start + name:end].decode(), kind, flags, size))
    return result


def sizes(path, has_loader):
    """Bytes of code, constants and writable data in an ELF file. Without a
    loader nothing becomes constant later: what may be written lies in RAM."""
    code = constants = writable = initialised = 0
    for name, kind, flags, size in sections(path):
        loaded = has_loader and name.startswith(CONSTANT_AFTER_LOADING)
        if flags & SHF_EXECINSTR:
            code += size
        elif flags & SHF_WRITE and not loaded:
            writable += size
            initialised += size if kind != SHT_NOBITS else 0
        else:
            constants += size
    return Sizes(code, constants, writable, initialised)
