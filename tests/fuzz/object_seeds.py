# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of fuzz-Objects: object_seeds.py METAOBJ FOLDER.

Beside them are images of a model with a record: raw, Intel HEX and UF2; and
linked files, where the linkers are installed.

Those of fuzz-Report go into the folder "Report" beside it: two objects, and
where the second one starts.

An emitted object of each format, byte order and width, with a registry and a
parameter, and an archive of one. Those of WebAssembly also with an executor:
its code calls functions of other objects, and has relocations. They are made
anew each time, because objects are binaries that depend on LLVM.
"""

import json
import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lit", "Inputs"))
import tensor_files  # noqa: E402
from tensor_files import Tensor  # noqa: E402

TARGETS = ["x86_64-linux-gnu", "thumbv7em-none-eabi", "riscv32-unknown-elf",
           "mips-linux-gnu", "powerpc64-linux-gnu", "x86_64-windows-msvc",
           "i686-windows-gnu", "aarch64-windows-msvc", "x86_64-apple-macosx",
           "arm64-apple-ios", "wasm32-unknown-unknown", "wasm64-unknown-unknown"]


def archive(member):
    header = b"%-16s%-12d%-6d%-6d%-8d%-10d`\n" % (b"op.o/", 0, 0, 0, 0,
                                                   len(member))
    return b"!<arch>\n" + header + member + b"\n" * (len(member) % 2)


#: One call of an operator, with an input and a parameter.
GRAPH = {
    "nodes": [
        {"op": "null", "name": "x", "inputs": []},
        {"op": "null", "name": "w", "inputs": []},
        {"op": "tvm_op", "name": "f", "inputs": [[0, 0, 0], [1, 0, 0]],
         "attrs": {"func_name": "tvmgen_f", "num_inputs": "2",
                   "num_outputs": "1", "flatten_data": "0"}}],
    "arg_nodes": [0, 1], "heads": [[2, 0, 0]], "node_row_ptr": [0, 1, 2, 3],
    "attrs": {"dltype": ["list_str", ["int16", "int16", "int16"]],
              "shape": ["list_shape", [[2, 1], [2, 1], [2, 1]]],
              "storage_id": ["list_int", [0, 1, 2]]}}


def write_executors(metaobj, folder, params):
    """WebAssembly with code that calls functions of other objects."""
    graph = os.path.join(folder, "..", "seed.json")
    with open(graph, "w", encoding="utf-8") as file:
        json.dump(GRAPH, file)
    for target in [each for each in TARGETS if each.startswith("wasm")]:
        path = os.path.join(folder, target + "-executor")
        subprocess.run([metaobj, "emit", "--quiet", "--mtriple=" + target,
                        "--graph=" + graph, "--executor=aot", "--inputs=x",
                        "--function=tvmgen_f", params, "-o", path], check=True)


def described(module):
    """The WebAssembly object with a description of a function, which is a
    custom section at its end."""
    def sized(data):
        assert len(data) < 1 << 14
        return bytes([len(data) & 0x7f | 0x80, len(data) >> 7]) + data

    text = (b"metaobj-operator 1\nsymbol=TVMSystemLibEntryPoint\nname=entry\n"
            b"call=unpacked\nin=float32:2\ninout=int8x4:0\nout=bool:1\n"
            b"workspace=1024\ndevice=ethos-u\nconstants=pool\n\0")
    return module + b"\0" + sized(sized(b".metaobj.ops") + text)


IMAGE_START = 0x8000


def image(order, pointer):
    """A model with a record at IMAGE_START; `order` and `pointer` are struct's.
    Its hashes are zero: that it is damaged stops nobody."""
    def pack(layout, *values):
        return struct.pack(order + layout, *values)

    size = struct.calcsize(order + pointer)

    def parts(at):
        yield "code", b"\0" * 8
        yield "names", pack("H", 1) + b"tvmgen_f\0\0"
        yield "functions", pack(pointer, at["code"])
        yield "registry", pack(2 * pointer, at["names"], at["functions"])
        yield "record", pack(
            "QHHHHII" + 4 * pointer, 0x6A626F6174656D89, 1, 24 + 4 * size, size,
            1, 1, 1, at["registry"], at["model"], at["hashes"], at["table"])
        yield "model", b"default\0"
        yield "hashes", bytes(44)
        yield "name", b"w\0"
        yield "shape", pack("qq", 2, 1)
        yield "data", b"abcd"
        # Fields of 64 bits follow the strides.
        yield "entry", (pack(pointer, at["name"]).ljust(8, b"\0") + pack(
            pointer + "iiiBBH" + 2 * pointer, at["data"], 1, 0, 2, 0, 16, 1,
            at["shape"], 0)).ljust(40, b"\0") + pack("QQii", 0, 4, -1, 0)
        yield "table", pack("HHI" + pointer, 1, 72 if size == 8 else 64, 1,
                            at["entry"])

    places = dict.fromkeys(
        ["code", "names", "functions", "registry", "record", "model", "hashes",
         "name", "shape", "data", "entry", "table"], 0)
    for _ in range(2):
        result = b""
        for name, contents in parts(places):
            result += bytes(-len(result) % 8)
            places[name] = IMAGE_START + len(result)
            result += contents
    return result


def intel_hex(data):
    def line(kind, offset, piece):
        record = struct.pack(">BHB", len(piece), offset, kind) + piece
        return b":%s%02X\n" % (record.hex().upper().encode(),
                               -sum(record) % 256)

    return line(4, 0, b"\0\0") + b"".join(
        line(0, IMAGE_START + at, data[at:at + 32])
        for at in range(0, len(data), 32)) + line(1, 0, b"")


def uf2(data):
    pieces = [data[at:at + 256] for at in range(0, len(data), 256)]
    return b"".join(
        struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0, IMAGE_START + 256 * i,
                    len(piece), i, len(pieces), 0)
        + piece.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)
        for i, piece in enumerate(pieces))


def write_images(metaobj, folder, pairs):
    """The images, and pairs of each with the raw one of 32 bits."""
    first = image("<", "I")
    for name, contents in [
            ("raw", first), ("raw-big", image(">", "Q")),
            ("hex", intel_hex(first)), ("uf2", uf2(first))]:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(contents)
        # A seed that is refused would lead nowhere.
        subprocess.run([metaobj, "inspect", path], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(os.path.join(pairs, name), "wb") as file:
            file.write(first + contents + struct.pack("<I", len(first)))


#: How lld links a model without operators, by target.
LINKED = {
    "x86_64-windows-msvc": [
        "/machine:x64", "/nodefaultlib", "/subsystem:console", "/debug:symtab",
        "/entry:TVMSystemLibEntryPoint"],
    "i686-windows-msvc": [
        "/machine:x86", "/nodefaultlib", "/dll", "/noentry", "/safeseh:no",
        "/include:_TVMSystemLibEntryPoint", "/export:TVMSystemLibEntryPoint"],
    "x86_64-apple-macosx12": [
        "-arch", "x86_64", "-platform_version", "macos", "12", "12", "-dylib",
        "-u", "_TVMSystemLibEntryPoint", "-no_fixup_chains"],
    "arm64-apple-macosx12": [
        "-arch", "arm64", "-platform_version", "macos", "12", "12", "-dylib",
        "-u", "_TVMSystemLibEntryPoint", "-fixup_chains"],
    "wasm32-unknown-unknown": ["--no-entry", "--export=TVMSystemLibEntryPoint"],
}


def write_linked(metaobj, folder, params):
    """Linked files, if this metaobj can link."""
    for target, arguments in LINKED.items():
        path = os.path.join(folder, "linked-" + target)
        subprocess.run([metaobj, "emit", "--quiet", "--mtriple=" + target,
                        "--record", params, "-o", path + ".o"], check=True)
        result = subprocess.run([metaobj, "link", "--quiet", path + ".o", "-o",
                                 path, "--", *arguments], check=False,
                                stderr=subprocess.PIPE, text=True)
        os.remove(path + ".o")
        if result.returncode:
            print("no seed:", result.stderr, file=sys.stderr)
            continue
        subprocess.run([metaobj, "inspect", "--verify", path], check=True,
                       stdout=subprocess.DEVNULL)


def main():
    metaobj, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    params = os.path.join(folder, "..", "seed.params")
    with open(params, "wb") as file:
        file.write(tensor_files.tvm([Tensor(b"w", 0, 16, [2, 1], b"abcd")]))
    for target in TARGETS:
        path = os.path.join(folder, target)
        subprocess.run([metaobj, "emit", "--quiet", "--mtriple=" + target,
                        "--function=tvmgen_f", "--sid=w=0", params, "-o", path],
                       check=True)
    with open(os.path.join(folder, TARGETS[0]), "rb") as file:
        member = file.read()
    with open(os.path.join(folder, "archive"), "wb") as file:
        file.write(archive(member))
    with open(os.path.join(folder, "wasm32-unknown-unknown"), "rb") as file:
        module = described(file.read())
    path = os.path.join(folder, "described")
    with open(path, "wb") as file:
        file.write(module)
    subprocess.run([metaobj, "inspect", path], check=True,
                   stdout=subprocess.DEVNULL)
    pairs = os.path.join(folder, "..", "Report")
    os.makedirs(pairs, exist_ok=True)
    for target in TARGETS:
        with open(os.path.join(folder, target), "rb") as file:
            other = file.read()
        with open(os.path.join(pairs, target), "wb") as file:
            file.write(member + other + struct.pack("<I", len(member)))
    write_images(metaobj, folder, pairs)
    write_executors(metaobj, folder, params)
    write_linked(metaobj, folder, params)


if __name__ == "__main__":
    main()
