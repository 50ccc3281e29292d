# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a file of parameters from text: write_params.py -o FILE SPEC...

--format is tvm (default), safetensors, npy, npz, npz-deflated, gguf or
gguf-big.

A SPEC is NAME:DTYPE:SHAPE:VALUES. NAME may have Python's escapes (\\x0a).
DTYPE is a name of TVM's or CODE/BITS/LANES. SHAPE is 2x3, or empty for a
scalar. VALUES are numbers with commas between, "iota" for 0, 1, 2, ... or
"hex=00ff" for the bytes themselves. NumPy's files may be big endian: DTYPE then
starts with ">".

Options that damage the file, done in this order after it is complete:
  --set-u64=OFFSET=VALUE, --set-u32=..., --set-u8=...  overwrite a number
  --append=TEXT    more bytes at the end
  --truncate=N     keep the first N bytes
"""

import argparse
import io
import json
import math
import struct
import zipfile

LIST_MAGIC = 0xF7E58D4F05049CB7
ARRAY_MAGIC = 0xDD5E40F096B4A13F
CPU = 1
CODES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4}


def parse_dtype(text):
    if "/" in text:
        return tuple(int(part) for part in text.split("/"))
    if text == "bool":
        return 1, 1, 1
    name = text.rstrip("0123456789")
    return CODES[name], int(text[len(name):]), 1


def encode(dtype, value):
    code, bits, _ = dtype
    if code == CODES["float"]:
        return struct.pack({16: "<e", 32: "<f", 64: "<d"}[bits], float(value))
    if code == CODES["bfloat"]:
        return struct.pack("<f", float(value))[2:]
    size = (bits + 7) // 8
    return (int(value, 0) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def encode_all(dtype, shape, text):
    if text.startswith("hex="):
        return bytes.fromhex(text[len("hex="):])
    if text == "iota":
        values = [str(i) for i in range(math.prod(shape))]
    else:
        values = text.split(",") if text else []
    return b"".join(encode(dtype, value) for value in values)


def parse(spec):
    """Name, type, shape and little-endian data of a SPEC."""
    name, dtype, extents, values = spec.rsplit(":", 3)
    name = name.encode().decode("unicode_escape").encode("latin-1")
    dtype = parse_dtype(dtype)
    shape = [int(extent) for extent in extents.split("x")] if extents else []
    return name, dtype, shape, encode_all(dtype, shape, values)


def write_tvm(specs):
    names, tensors = b"", b""
    for spec in specs:
        name, dtype, shape, data = parse(spec)
        names += struct.pack("<Q", len(name)) + name
        tensors += struct.pack("<QQiiiBBH", ARRAY_MAGIC, 0, CPU, 0, len(shape),
                               *dtype)
        tensors += struct.pack(f"<{len(shape)}q", *shape)
        tensors += struct.pack("<q", len(data)) + data
    count = struct.pack("<Q", len(specs))
    return struct.pack("<QQ", LIST_MAGIC, 0) + count + names + count + tensors


def write_safetensors(specs):
    header, data = {}, b""
    names = {(0, 8): "I8", (0, 16): "I16", (0, 32): "I32", (0, 64): "I64",
             (1, 1): "BOOL", (1, 8): "U8", (1, 16): "U16", (1, 32): "U32",
             (1, 64): "U64", (2, 16): "F16", (2, 32): "F32", (2, 64): "F64",
             (4, 16): "BF16", (10, 8): "F8_E4M3", (12, 8): "F8_E5M2"}
    for spec in specs:
        name, dtype, shape, values = parse(spec)
        header[name.decode()] = {
            "dtype": names[dtype[:2]], "shape": shape,
            "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def write_npy(spec):
    """Name and bytes of one array."""
    name, dtype, extents, values = spec.rsplit(":", 3)
    order = "<"
    if dtype.startswith(">"):
        order, dtype = ">", dtype[1:]
    name, (code, bits, _), shape, data = parse(
        ":".join((name, dtype, extents, values)))
    size = (bits + 7) // 8
    if order == ">":
        data = b"".join(data[i:i + size][::-1]
                        for i in range(0, len(data), size))
    if size == 1:
        order = "|"
    kind = "b" if bits == 1 else {0: "i", 1: "u", 2: "f"}[code]
    header = str({"descr": f"{order}{kind}{size}", "fortran_order": False,
                  "shape": tuple(shape)})
    header = header.ljust(117) + "\n"
    return name, (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
                  header.encode() + data)


def write_npz(specs, method):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as file:
        for spec in specs:
            name, array = write_npy(spec)
            file.writestr(zipfile.ZipInfo(name.decode() + ".npy"), array,
                          method)
    return archive.getvalue()


def write_gguf(specs, order):
    types = {(2, 32): 0, (2, 16): 1, (0, 8): 24, (0, 16): 25, (0, 32): 26,
             (0, 64): 27, (2, 64): 28, (4, 16): 30}
    infos, data = b"", b""
    for spec in specs:
        name, dtype, shape, values = parse(spec)
        size = dtype[1] // 8
        if order == ">":
            values = b"".join(values[i:i + size][::-1]
                              for i in range(0, len(values), size))
        infos += struct.pack(order + "Q", len(name)) + name
        infos += struct.pack(f"{order}I{len(shape)}QIQ", len(shape),
                             *shape[::-1], types[dtype[:2]], len(data))
        data += values + bytes(-len(values) % 32)
    start = b"GGUF" + struct.pack(order + "IQQ", 3, len(specs), 0) + infos
    return start + bytes(-len(start) % 32) + data


WRITERS = {
    "tvm": write_tvm,
    "safetensors": write_safetensors,
    "npy": lambda specs: write_npy(*specs)[1],
    "npz": lambda specs: write_npz(specs, zipfile.ZIP_STORED),
    "npz-deflated": lambda specs: write_npz(specs, zipfile.ZIP_DEFLATED),
    "gguf": lambda specs: write_gguf(specs, "<"),
    "gguf-big": lambda specs: write_gguf(specs, ">"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", required=True)
    parser.add_argument("--format", choices=WRITERS, default="tvm")
    parser.add_argument("--truncate", type=int)
    parser.add_argument("--append", default="")
    for bits in (8, 32, 64):
        parser.add_argument(f"--set-u{bits}", action="append", default=[])
    parser.add_argument("specs", nargs="*")
    options = parser.parse_args()
    contents = bytearray(WRITERS[options.format](options.specs))
    for size, settings in ((1, options.set_u8), (4, options.set_u32),
                           (8, options.set_u64)):
        for setting in settings:
            offset, value = (int(part, 0) for part in setting.split("="))
            value &= (1 << 8 * size) - 1
            contents[offset:offset + size] = value.to_bytes(size, "little")
    contents += options.append.encode()
    if options.truncate is not None:
        del contents[options.truncate:]
    with open(options.o, "wb") as file:
        file.write(contents)


if __name__ == "__main__":
    main()
