# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writers of files of parameters, after the descriptions of the formats.

Each takes tensors of the fields name (bytes), code, bits (DLPack's type), shape
and data (little endian), and returns the file's bytes.
"""

import io
import json
import struct
import zipfile
from collections import namedtuple

Tensor = namedtuple("Tensor", "name code bits shape data")

LIST_MAGIC = 0xF7E58D4F05049CB7
ARRAY_MAGIC = 0xDD5E40F096B4A13F
CPU = 1

#: Names of types by DLPack's code and bits.
SAFETENSORS = {
    (0, 8): "I8", (0, 16): "I16", (0, 32): "I32", (0, 64): "I64",
    (1, 1): "BOOL", (1, 8): "U8", (1, 16): "U16", (1, 32): "U32",
    (1, 64): "U64", (2, 16): "F16", (2, 32): "F32", (2, 64): "F64",
    (4, 16): "BF16", (5, 64): "C64", (10, 8): "F8_E4M3", (12, 8): "F8_E5M2",
    (14, 8): "F8_E8M0"}
NUMPY = {
    (0, 8): "i1", (0, 16): "i2", (0, 32): "i4", (0, 64): "i8", (1, 1): "b1",
    (1, 8): "u1", (1, 16): "u2", (1, 32): "u4", (1, 64): "u8", (2, 16): "f2",
    (2, 32): "f4", (2, 64): "f8", (5, 64): "c8", (5, 128): "c16"}
GGUF = {
    (0, 8): 24, (0, 16): 25, (0, 32): 26, (0, 64): 27, (2, 16): 1, (2, 32): 0,
    (2, 64): 28, (4, 16): 30}


def turn(tensor):
    """The data with each number in the other byte order."""
    code, bits, data = tensor.code, tensor.bits, tensor.data
    unit = {5: bits // 16}.get(code, bits // 8)
    if unit <= 1:
        return data
    return b"".join(data[i:i + unit][::-1] for i in range(0, len(data), unit))


def tvm(tensors, lanes=None):
    names, arrays = b"", b""
    for t, width in zip(tensors, lanes or [1] * len(tensors), strict=True):
        names += struct.pack("<Q", len(t.name)) + t.name
        arrays += struct.pack("<QQiiiBBH", ARRAY_MAGIC, 0, CPU, 0,
                              len(t.shape), t.code, t.bits, width)
        arrays += struct.pack(f"<{len(t.shape)}q", *t.shape)
        arrays += struct.pack("<q", len(t.data)) + t.data
    count = struct.pack("<Q", len(tensors))
    return struct.pack("<QQ", LIST_MAGIC, 0) + count + names + count + arrays


def safetensors(tensors):
    header, data = {"__metadata__": {"format": "np"}}, b""
    for t in tensors:
        header[t.name.decode()] = {
            "dtype": SAFETENSORS[t.code, t.bits], "shape": t.shape,
            "data_offsets": [len(data), len(data) + len(t.data)]}
        data += t.data
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def npy(tensor, order="<"):
    kind = NUMPY[tensor.code, tensor.bits]
    if kind[1:] == "1":
        order = "|"
    header = str({"descr": order + kind, "fortran_order": False,
                  "shape": tuple(tensor.shape)})
    header = header.ljust(117) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
            header.encode() + (turn(tensor) if order == ">" else tensor.data))


def npz(tensors, method=zipfile.ZIP_STORED, order="<"):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as file:
        for t in tensors:
            file.writestr(zipfile.ZipInfo(t.name.decode() + ".npy"),
                          npy(t, order), method)
    return archive.getvalue()


def gguf(tensors, order="<", version=3, alignment=32):
    def string(text):
        return struct.pack(order + "Q", len(text)) + text

    infos, data = b"", b""
    for t in tensors:
        infos += string(t.name)
        infos += struct.pack(f"{order}I{len(t.shape)}QIQ", len(t.shape),
                             *t.shape[::-1], GGUF[t.code, t.bits], len(data))
        data += turn(t) if order == ">" else t.data
        data += bytes(-len(data) % alignment)
    keys = [string(b"general.architecture") + struct.pack(order + "I", 8) +
            string(b"test")]
    if alignment != 32:
        keys.append(string(b"general.alignment") +
                    struct.pack(order + "II", 4, alignment))
    start = (b"GGUF" +
             struct.pack(order + "IQQ", version, len(tensors), len(keys)) +
             b"".join(keys) + infos)
    return start + bytes(-len(start) % alignment) + data


def flat_number(value, size):
    """A field of a table of FlatBuffers, for flatbuffer()."""
    return ("number", value.to_bytes(size, "little"))


def flat_bytes(data, count=None):
    """A vector of bytes, or of count larger numbers."""
    return ("vector", len(data) if count is None else count, data, [])


def flat_tables(tables):
    return ("vector", len(tables), b"", tables)


def flatbuffer(identifier, root, header=b""):
    """A FlatBuffers file. A table is a dictionary from numbers of fields to
    flat_number(), flat_bytes(), flat_tables() or a table."""
    out = bytearray(4) + identifier + header

    def append(value):
        places = []
        if isinstance(value, dict):
            slots = max(value, default=-1) + 1
            fields = len(out)
            out.extend(struct.pack("<HH", 4 + 2 * slots, 0) + bytes(2 * slots))
            position = len(out)
            out.extend(struct.pack("<i", position - fields))
            for field, content in sorted(value.items()):
                struct.pack_into("<H", out, fields + 4 + 2 * field,
                                 len(out) - position)
                if isinstance(content, tuple) and content[0] == "number":
                    out.extend(content[1])
                else:
                    places.append((len(out), content))
                    out.extend(bytes(4))
            struct.pack_into("<H", out, fields + 2, len(out) - position)
        else:
            _, count, data, tables = value
            position = len(out)
            out.extend(struct.pack("<I", count) + data)
            for table in tables:
                places.append((len(out), table))
                out.extend(bytes(4))
        for place, content in places:
            struct.pack_into("<I", out, place, append(content) - place)
        return position

    struct.pack_into("<I", out, 0, append(root))
    return bytes(out)


#: Numbers of types by DLPack's code and bits.
TFLITE = {
    (0, 8): 9, (0, 16): 7, (0, 32): 2, (0, 64): 4, (1, 1): 6, (1, 8): 3,
    (1, 16): 16, (1, 32): 15, (1, 64): 12, (2, 16): 1, (2, 32): 0, (2, 64): 10,
    (4, 16): 18, (5, 64): 8, (5, 128): 11, (10, 8): 21, (12, 8): 22}
EXECUTORCH = {
    (0, 8): 1, (0, 16): 2, (0, 32): 3, (0, 64): 4, (1, 1): 11, (1, 8): 0,
    (1, 16): 27, (1, 32): 28, (1, 64): 29, (2, 16): 5, (2, 32): 6, (2, 64): 7,
    (4, 16): 15, (5, 64): 9, (5, 128): 10, (10, 8): 24, (11, 8): 26,
    (12, 8): 23, (13, 8): 25}


def int32s(values):
    return flat_bytes(struct.pack(f"<{len(values)}i", *values), len(values))


def tflite(tensors):
    described = [{0: int32s(t.shape),
                  1: flat_number(TFLITE[t.code, t.bits], 1),
                  2: flat_number(index + 1, 4), 3: flat_bytes(t.name)}
                 for index, t in enumerate(tensors)]
    return flatbuffer(b"TFL3", {
        0: flat_number(3, 4), 2: flat_tables([{0: flat_tables(described)}]),
        4: flat_tables([{}] + [{0: flat_bytes(t.data)} for t in tensors])})


def segments(tensors):
    """Tables of the segments of ExecuTorch, and their bytes."""
    data, tables = b"", []
    for t in tensors:
        data += bytes(-len(data) % 16)
        tables.append({0: flat_number(len(data), 8),
                       1: flat_number(len(t.data), 8)})
        data += t.data
    return flat_tables(tables), data


def ptd(tensors):
    tables, data = segments(tensors)
    named = [{0: flat_bytes(t.name), 1: flat_number(index, 4),
              2: {0: flat_number(EXECUTORCH[t.code, t.bits], 1),
                  1: int32s(t.shape),
                  2: flat_bytes(bytes(range(len(t.shape))))}}
             for index, t in enumerate(tensors)]
    start = flatbuffer(b"FT01", {1: tables, 2: flat_tables(named)}, bytes(48))
    header = b"FH01" + struct.pack("<I4Q", 40, 48, len(start) - 48, len(start),
                                   len(data))
    return start[:8] + header + start[48:] + data


def pte(tensors):
    """All tensors are constants in one segment, with names as if they were
    mutable."""
    data, offsets, values = b"", [0], []
    for index, t in enumerate(tensors):
        offsets.append(len(data))
        data += t.data
        values.append({0: flat_number(5, 1), 1: {
            0: flat_number(EXECUTORCH[t.code, t.bits], 1), 2: int32s(t.shape),
            3: flat_bytes(bytes(range(len(t.shape)))),
            5: flat_number(index + 1, 4), 9: {1: flat_bytes(t.name)}}})
    places = struct.pack(f"<{len(offsets)}Q", *offsets)
    start = flatbuffer(b"ET12", {
        1: flat_tables([{2: flat_tables(values)}]),
        4: flat_tables([{0: flat_number(0, 8),
                         1: flat_number(len(data), 8)}]),
        5: {0: flat_number(0, 4), 1: flat_bytes(places, len(offsets))}},
        bytes(32))
    header = b"eh00" + struct.pack("<I3Q", 32, len(start), len(start),
                                   len(data))
    return start[:8] + header + start[40:] + data


#: Numbers of types by DLPack's code and bits.
ONNX = {
    (0, 8): 3, (0, 16): 5, (0, 32): 6, (0, 64): 7, (1, 1): 9, (1, 8): 2,
    (1, 16): 4, (1, 32): 12, (1, 64): 13, (2, 16): 10, (2, 32): 1, (2, 64): 11,
    (4, 16): 16, (5, 64): 14, (5, 128): 15, (10, 8): 17, (11, 8): 18,
    (12, 8): 19, (13, 8): 20, (14, 8): 24}


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def proto(field, value):
    """A field of protobuf: a number or bytes."""
    if isinstance(value, int):
        return varint(field << 3) + varint(value)
    return varint(field << 3 | 2) + varint(len(value)) + value


def onnx(tensors):
    graph = b"".join(proto(5, b"".join(proto(1, extent) for extent in t.shape) +
                           proto(2, ONNX[t.code, t.bits]) + proto(8, t.name) +
                           proto(9, t.data)) for t in tensors)
    return proto(1, 8) + proto(2, b"test") + proto(7, graph)


def irpa(tensors):
    """Entries of bytes: types and shapes are lost."""
    entries, names, data = b"", b"", b""
    for t in tensors:
        entry = struct.pack("<QIQ5Q2Q", 76, 2, 0, len(names), len(t.name), 0, 0,
                            16, len(data), len(t.data))
        entries += entry + bytes(-len(entry) % 16)
        names += t.name
        data += t.data + bytes(-len(t.data) % 16)
    begins = 96, 96 + len(entries), 96 + len(entries) + len(names)
    return (b"IRPA" + struct.pack("<HHQQQQ6Q", 0, 0, 88, 0, 0, len(tensors),
                                  begins[0], len(entries), begins[1],
                                  len(names), begins[2], len(data)) +
            bytes(8) + entries + names + data)
