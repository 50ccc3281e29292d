# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a file of parameters from text: write_params.py -o FILE SPEC...

--format is tvm (default), safetensors, npy, npy-big (big endian), npz,
npz-deflated, gguf, gguf-big, tflite, pte, ptd, onnx or irpa.

A SPEC is NAME:DTYPE:SHAPE:VALUES. NAME may have Python's escapes (\\x0a).
DTYPE is a name of TVM's or CODE/BITS/LANES. SHAPE is 2x3, or empty for a
scalar. VALUES are numbers with commas between, "iota" for 0, 1, 2, ... or
"hex=00ff" for the bytes themselves.

Options that damage the file, done in this order after it is complete:
  --set-u64=OFFSET=VALUE, --set-u32=..., --set-u8=...  overwrite a number
  --append=TEXT    more bytes at the end
  --truncate=N     keep the first N bytes
"""

import argparse
import math
import struct
import zipfile

import tensor_files
from tensor_files import Tensor

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
    """The tensor of a SPEC, and the lanes of its type."""
    name, dtype, extents, values = spec.rsplit(":", 3)
    name = name.encode().decode("unicode_escape").encode("latin-1")
    dtype = parse_dtype(dtype)
    shape = [int(extent) for extent in extents.split("x")] if extents else []
    code, bits, lanes = dtype
    return Tensor(name, code, bits, shape,
                  encode_all(dtype, shape, values)), lanes


WRITERS = {
    "safetensors": tensor_files.safetensors,
    "npy": lambda tensors: tensor_files.npy(*tensors),
    "npy-big": lambda tensors: tensor_files.npy(*tensors, ">"),
    "npz": tensor_files.npz,
    "npz-deflated":
        lambda tensors: tensor_files.npz(tensors, zipfile.ZIP_DEFLATED),
    "gguf": tensor_files.gguf,
    "gguf-big": lambda tensors: tensor_files.gguf(tensors, ">"),
    "tflite": tensor_files.tflite,
    "pte": tensor_files.pte,
    "ptd": tensor_files.ptd,
    "onnx": tensor_files.onnx,
    "irpa": tensor_files.irpa,
}


def write(kind, specs):
    tensors = [parse(spec) for spec in specs]
    if kind != "tvm":
        return WRITERS[kind]([tensor for tensor, _ in tensors])
    lanes = [lanes for _, lanes in tensors]
    return tensor_files.tvm([tensor for tensor, _ in tensors], lanes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", required=True)
    parser.add_argument("--format", choices=["tvm", *WRITERS],
                        default="tvm")
    parser.add_argument("--truncate", type=int)
    parser.add_argument("--append", default="")
    for bits in (8, 32, 64):
        parser.add_argument(f"--set-u{bits}", action="append", default=[])
    parser.add_argument("specs", nargs="*")
    options = parser.parse_args()
    contents = bytearray(write(options.format, options.specs))
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
