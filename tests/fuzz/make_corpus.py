# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the seeds of the fuzz targets: make_corpus.py [FOLDER].

One folder for each target, beside this script unless told otherwise. The files
are small whole ones of each kind; what the fuzzer found later is added by hand,
named after the fault.
"""

import glob
import gzip
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lit", "Inputs"))
import tensor_files  # noqa: E402
from tensor_files import (  # noqa: E402
    Tensor, flat_bytes, flat_number, flat_tables, proto)

TENSORS = [Tensor(b"w", 0, 16, [2, 1], b"abcd"),
           Tensor(b"b", 2, 32, [], b"1234")]

#: A matrix whose first index runs fastest.
FORTRAN = tensor_files.npy(Tensor(b"w", 0, 16, [2, 3], b"aabbccddeeff"),
                           ">").replace(b"'fortran_order': False,",
                                        b"'fortran_order': True, ")

MANIFEST = b"""# raw
metaobj-params: 1
params:
  - name: w
    file: raw.bin
    offset: 0x4
    size: 4
    dtype: int16
    shape: [2, 1]
    byte-order: big
    align: 64
    section: .rodata
  - {name: "b", file: 'raw.bin', dtype: float32, shape: []}
"""


#: No bytes, so that a group without files has them.
WEIGHTS = b"""{"weightsManifest": [{"paths": ["1.bin"], "weights": [
{"name": "w", "dtype": "int32", "shape": [0, 4]},
{"name": "b", "dtype": "float32", "shape": [0], "quantization":
 {"dtype": "uint8", "scale": 0.1, "min": -1.5, "original_dtype": "float32"}}
]}]}
"""


def tar(kind, *names, contents=b"12345"):
    """A folder and members of a few bytes."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=kind) as file:
        folder = tarfile.TarInfo("parameters")
        folder.type = tarfile.DIRTYPE
        file.addfile(folder)
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(contents)
            file.addfile(member, io.BytesIO(contents))
        end = file.offset
    # Two blocks end an archive; Python fills it up to twenty.
    return archive.getvalue()[:end + 1024]


def names(*texts):
    """Names of a registry with a two-byte count."""
    return (struct.pack("<H", len(texts)) +
            b"".join(text + b"\0" for text in texts) + b"\0")


def change(flags, name):
    """Adds or replaces a function of a mutable registry."""
    return bytes([flags]) + name.ljust(7, b"\0")


def rpc():
    """Seeds of Rpc: bytes as they are, and requests."""
    handle, cpu = b"\xee" * 8, struct.pack("<II", 1, 0)
    int32 = struct.pack("<BBH", 0, 32, 1)
    tensor = (handle + cpu + struct.pack("<I", 1) + int32 +
              struct.pack("<QQ", 2, 0))
    text = struct.pack("<Q", 1) + b"f"

    def part(kind, body):
        return bytes([kind, len(body)]) + body

    def request(code, body):
        return part(1, struct.pack("<I", code) + body)

    def sequence(*values):
        return (struct.pack("<I", len(values)) +
                b"".join(struct.pack("<I", code) for code, _ in values) +
                b"".join(value for _, value in values))

    return {
        "bytes": part(0, bytes.fromhex("feff fd03000000 000002 6677"
                                       "fffd04000000 12000001 e42f")),
        "copies": (request(7, tensor + struct.pack("<Q", 8) + b"abcdefgh") +
                   request(6, tensor + struct.pack("<Q", 8)) +
                   request(16, sequence((7, tensor), (7, tensor),
                                        (3, bytes(8)))) +
                   request(14, sequence((6, cpu), (3, handle)))),
        "calls": (request(9, sequence((11, text))) +
                  request(3, b"\xdd" * 8 +
                           sequence((11, text), (12, text))) +
                  request(10, sequence((3, handle), (0, struct.pack("<Q", 10)))
                          )),
        "tensors": request(3, b"\xdd" * 8 +
                           sequence((7, tensor), (7, tensor), (0, bytes(8)))),
    }


def operation(what, handle):
    """An operation on a handle."""
    return bytes([what]) + struct.pack("<Q", handle)


def registries():
    """Seeds of FuncRegistry: names with a wanted one, and changes."""
    three = names(b"foo", b"tvmgen_default_fused_add", b"z")
    return {
        "found": b"\x18tvmgen_default_fused_add" + three,
        "missing": b"\x03foo" + names(b"fo", b"fool"),
        "empty": b"\x03foo" + names(),
        "changes": b"\xff\x60\x01" + change(0, b"f") + change(2, b"g") +
                   change(0, b"f") + change(3, b"f") + change(0, b"longer"),
    }


def index(numbers, wanted, shifts, slots, offsets, *texts):
    """An index of names: logarithm of half the slots, probes, functions, seed.
    Without slots the target makes the right ones."""
    slots_size = 2 << numbers[0]
    tables = struct.pack(f"<{slots_size // 2}H", *shifts)
    tables += struct.pack(f"<{slots_size}H", *(slots or [0] * slots_size))
    tables += struct.pack(f"<{numbers[2]}I", *(offsets or [0] * numbers[2]))
    return (bytes(numbers) + bytes([2 * len(wanted) + (not slots)]) + wanted +
            tables + b"".join(text + b"\0" for text in texts))


def registry_indexes():
    """Seeds of RegistryIndex: that of three functions as metaobj emits it,
    right ones of full and half-empty tables, and slots and offsets that lead
    outside."""
    three = [b"a", b"bc", b"def"]
    fused = [b"tvmgen_default_fused_add_%d" % number for number in range(16)]
    return {
        "emitted": index((1, 1, 3, 2), b"def", [0, 1], [1, 3, 0, 2],
                         [2, 4, 7], *three),
        "full": index((3, 16, 16, 9), b"tvmgen_default_fused_add_15",
                      range(8), None, None, *fused),
        "right": index((4, 32, 3, 7), b"b", range(100, 116), None, None,
                       *three),
        "slots": index((1, 4, 3, 2), b"def", [0xffff, 0x8000],
                       [0xffff, 4, 3, 3], [2, 4, 7], *three),
        "offsets": index((1, 4, 3, 2), b"def", [0, 1], [1, 3, 2, 3],
                         [0xffffffff, 11, 12], *three),
    }


def handles():
    """Seeds of Handles: each operation, in an order that makes sense."""
    create, free, find, evaluate, call = 1, 2, 3, 4, 5
    return {
        "life": operation(create + 8, 0) + operation(find, 0x8000) +
                operation(call, 0x80008000) + operation(free, 0x8000) +
                operation(call, 0x80008000) + operation(0, 0),
        "system": operation(call, 0x80028000) + operation(find + 24, 0x8000) +
                  operation(evaluate + 24, 0x8000) +
                  operation(create + 16, 0) + operation(call, 0x80018001),
    }


def allocation(what, nbytes=0, offset=0):
    """An operation of Allocators; odd ones free."""
    return struct.pack("<BBh", what, nbytes, offset)


def allocators():
    """Seeds of Allocators: blocks come and go, and wrong releases."""
    operations = (allocation(0, 20) + allocation(0, 40) + allocation(0, 1) +
                  allocation(3, 1) + allocation(1, 0, 16) +
                  allocation(1, 0, 0) + allocation(1, 0, -16) +
                  allocation(0, 60) + allocation(3, 0) + allocation(3, 0))
    return {"pages": b"\0\x80\0\1" + operations,
            "stack": b"\1\x80\1\0" + operations,
            "checked": b"\1\x80\1\1" + operations}


#: Inputs, a linked parameter, two outputs of an operator, a view.
GRAPH = b"""{"nodes": [{"op": "null", "name": "x", "inputs": []},
 {"op": "null", "name": "p", "inputs": []},
 {"op": "tvm_op", "name": "s", "attrs": {"num_outputs": "2",
  "num_inputs": "2", "flatten_data": "0", "func_name": "f"},
  "inputs": [[0, 0, 0], [1, 0, 0]]},
 {"op": "tvm_op", "name": "v", "attrs": {"num_outputs": "1",
  "flatten_data": "0", "func_name": "__nop"}, "inputs": [[2, 0, 0]]},
 {"op": "tvm_op", "name": "y", "attrs": {"num_outputs": "1",
  "flatten_data": "0", "func_name": "f"}, "inputs": [[3, 0, 0], [2, 1, 0]]}],
"arg_nodes": [0, 1], "heads": [[4, 0, 0]], "attrs": {
"dltype": ["list_str", ["float32", "int8", "bool", "float16x2", "bool",
 "float32"]],
"storage_id": ["list_int", [0, 1, 2, 3, 2, 0]],
"shape": ["list_shape", [[2, 3], [], [2], [1], [1, 2], [4]]]},
"node_row_ptr": [0, 1, 2, 4, 5, 6]}
"""


METADATA = b"""{"version": 7, "modules": {"m": {"style": "full-model",
"executors": ["aot"], "target": ["c"], "memory": {"functions": {"main": [
{"device": 1, "workspace_size_bytes": 64, "constants_size_bytes": 0,
 "io_size_bytes": 8, "inputs": {"x": {"dtype": "int8", "size": 4}},
 "outputs": {"y": {"dtype": "bool", "size": 4}}}],
"operator_functions": [{"function_name": "f", "workspace": [
{"device": 1, "workspace_size_bytes": 16}]}]},
"sids": [{"storage_id": 0, "size_bytes": 4, "input_binding": "x"}]}}}}
"""

OLD_METADATA = b"""{"version": 1, "model_name": "m", "runtimes": ["graph"],
"target": {"1": "c"}, "memory": [{"storage_id": 1, "size_bytes": 4}]}
"""

SOURCE = b"""/* c */ #include "x.h"
static const char s[] = "\\"{";
__attribute__((section(".a"), )) static int p[2] = {1, '\\''};
extern "C" { const TVMModule* TVMSystemLibEntryPoint(void) { return &l; } }
int tvmgen_m_run(void) { return f(); } // end
"""


def executors():
    """Graphs behind the settings of ExecutorFuzz.cpp."""
    nodes = [("x", None, []), ("w", None, []), ("a", "f", [0, 1]),
             ("b", "__nop", [2]), ("c", "g", [3]), ("d", "f", [3, 4])]
    chain = json.dumps({
        "nodes": [{"op": "tvm_op" if function else "null", "name": name,
                   "inputs": [[each, 0, 0] for each in inputs],
                   **({"attrs": {"func_name": function, "flatten_data": "0",
                                 "num_inputs": str(len(inputs)),
                                 "num_outputs": "1"}} if function else {})}
                  for name, function, inputs in nodes],
        "arg_nodes": [0, 1], "heads": [[5, 0, 0], [3, 0, 0], [1, 0, 0]],
        "node_row_ptr": list(range(7)),
        "attrs": {"dltype": ["list_str", ["int8"] * 6],
                  "storage_id": ["list_int", [0, 1, 2, 2, 3, 4]],
                  "shape": ["list_shape", [[4]] * 3 + [[2, 2]] + [[4]] * 2]}})
    graphs = {"graph": GRAPH, "chain": chain.encode()}
    return {f"{name}-{bits}": struct.pack("<I", bits) + graph
            for name, graph in graphs.items()
            for bits in (0, 1, 6, 1 << 20, 123456789, 0xffffffff)}


def relax():
    """An executable, the modules around a library with it, and executables with
    instructions as TVM wrote them."""
    def text(value):
        return struct.pack("<Q", len(value)) + value

    def function(kind, name, *params):
        return (struct.pack("<i", kind) + text(name) +
                struct.pack("<5q", 0, 0, len(params), 0, len(params)) +
                b"".join(map(text, params)))

    # The arrays of a params file with one name of one letter.
    array = tensor_files.tvm(TENSORS[:1])[16 + 8 + 9 + 8:]
    executable = (struct.pack("<Q", 0xD225DE2F4214151E) + text(b"0.14") +
                  struct.pack("<Q", 2) + function(1, b"main", b"x", b"w") +
                  function(0, b"add") + struct.pack("<2Q", 1, 0) +
                  text(b"global") + struct.pack("<Qi", 3, 70) + array +
                  struct.pack("<i3Q", 69, 2, 3, 4) + struct.pack("<i", 65) +
                  text(b"a text") + struct.pack("<4Q", 1, 0, 1, 2))
    modules = (struct.pack("<6Q", 3, 0, 1, 1, 1, 1) +
               text(b"relax.VMExecutable") + text(executable) + text(b"_lib"))
    recorded = {}
    for path in glob.glob(os.path.join(HERE, "..", "e2e", "tvm_models", "*",
                                       "vm.bin")):
        with open(path, "rb") as file:
            recorded[os.path.basename(os.path.dirname(path))] = file.read()
    return {"executable": executable, "modules": text(modules), **recorded}


def large_tflite():
    """A model whose data lies behind the tables, with a tensor of 4 bits."""
    def model(offset):
        return tensor_files.flatbuffer(b"TFL3", {
            2: flat_tables([{0: flat_tables([{
                0: tensor_files.int32s([2, 3]), 1: flat_number(17, 1),
                2: flat_number(0, 4)}])}]),
            4: flat_tables([{1: flat_number(offset, 8),
                             2: flat_number(3, 8)}])})
    return model(len(model(0))) + b"abc"


def program():
    """A program with first values, named data, a delegate, and a constant in
    the tables whose dimensions are in another order."""
    tensor = {0: flat_number(0, 1), 2: tensor_files.int32s([2, 3]),
              3: flat_bytes(b"\1\0"), 5: flat_number(1, 4)}
    state = {**tensor, 6: {0: flat_number(1, 4)},
             9: {0: flat_number(0, 8), 1: flat_bytes(b"state")}}
    values = [{0: flat_number(5, 1), 1: each} for each in (tensor, state)]
    places = {0: flat_number(0, 4), 1: flat_bytes(bytes(16), 2)}
    root = {1: flat_tables([{2: flat_tables(values),
                             7: flat_tables([{}])}]),
            2: flat_tables([{}, {0: flat_bytes(b"123456")}]),
            4: flat_tables([{0: flat_number(0, 8), 1: flat_number(6, 8)}]),
            6: flat_tables([places]),
            7: flat_tables([{0: flat_bytes(b"blob"), 1: flat_number(0, 4)}])}
    tables = tensor_files.flatbuffer(b"ET12", root, bytes(24))
    header = b"eh00" + struct.pack("<IQQ", 24, len(tables), len(tables))
    return tables[:8] + header + tables[32:] + b"abcdef"


def onnx_fields():
    """A model with elements in fields of numbers, in another file, in a node."""
    def tensor(kind, *fields):
        return proto(5, proto(1, 1) + proto(2, kind) + b"".join(fields))

    constant = proto(1, proto(2, b"c") + proto(4, b"Constant") + proto(
        5, proto(1, b"value") + tensor(3, proto(9, b"a"))))
    entry = proto(13, proto(1, b"location") + proto(2, b"w.bin"))
    return proto(1, 8) + proto(7, b"".join([
        constant, tensor(1, proto(4, b"abcd"), proto(8, b"f")),
        tensor(3, proto(5, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"),
               proto(8, b"i")),
        tensor(22, proto(5, b"\x0f"), proto(8, b"n")),
        tensor(13, proto(11, b"\xac\2"), proto(8, b"u")), proto(15, b""),
        tensor(3, proto(8, b"e"), entry, proto(14, 1))]))


def archives():
    """Two parameter archives in a file: an erased entry, a pattern, and an
    entry whose bytes are in another file."""
    def archive(following, entries, names):
        begin = 96 + len(entries)
        return (b"IRPA" + struct.pack("<HHQQQQ6Q", 0, 0, 88, following, 0, 2,
                                      96, len(entries), begin, len(names),
                                      begin + len(names), 0) +
                bytes(8) + entries + names)

    def entry(kind, fields, name):
        head = struct.pack("<QIQ5Q", 60 + len(fields), kind, 0, *name, 0, 0, 0)
        return (head + fields).ljust((75 + len(fields)) // 16 * 16, b"\0")

    pattern = struct.pack("<Q16sB", 4, b"ab", 2)
    other = struct.pack("<4Q", 0, 1, 0, 0)
    second = archive(0, entry(3, other, (0, 1)) + entry(0, b"", (0, 0)), b"e")
    first = archive(0, entry(0, b"", (0, 0)) + entry(1, pattern, (0, 1)),
                    b"s".ljust(16))
    return first[:16] + struct.pack("<Q", len(first)) + first[24:] + second


def seeds():
    """Bytes of each seed by target and name."""
    tvm = tensor_files.tvm(TENSORS)
    zstd = shutil.which("zstd") or sys.exit("zstd is not installed")
    return {
        "TvmParams": {"two": tvm, "none": tensor_files.tvm([])},
        "Safetensors": {"two": tensor_files.safetensors(TENSORS)},
        "NumpyArray": {"matrix": tensor_files.npy(TENSORS[0]),
                       "big": tensor_files.npy(TENSORS[1], ">"),
                       "fortran": FORTRAN},
        "NumpyArchive": {
            "stored": tensor_files.npz(TENSORS),
            "deflated": tensor_files.npz(TENSORS, zipfile.ZIP_DEFLATED)},
        "Gzip": {"one": gzip.compress(tvm, mtime=0),
                 "two": gzip.compress(tvm[:20], mtime=0) +
                        gzip.compress(tvm[20:], mtime=0) + bytes(20)},
        "Gguf": {"little": tensor_files.gguf(TENSORS, alignment=8),
                 "big": tensor_files.gguf(TENSORS, ">")},
        "TfLite": {"two": tensor_files.tflite(TENSORS), "large": large_tflite()},
        "ExecuTorchProgram": {"two": tensor_files.pte(TENSORS),
                              "features": program()},
        "ExecuTorchData": {"two": tensor_files.ptd(TENSORS)},
        "Onnx": {"two": tensor_files.onnx(TENSORS), "fields": onnx_fields()},
        "Irpa": {"two": tensor_files.irpa(TENSORS), "other": archives()},
        "SafetensorsIndex": {
            "two": b'{"metadata": {"total_size": 8}, "weight_map": '
                   b'{"w": "1.safetensors", "b": "2.safetensors"}}',
            "none": b'{"weight_map": {}}'},
        "TensorFlowJs": {"model": WEIGHTS, "list": WEIGHTS[20:-2],
                         "none": WEIGHTS.replace(b'"1.bin"', b"")},
        "ParamsManifest": {"two": MANIFEST},
        "Allocators": allocators(),
        "Executor": executors(),
        "FuncRegistry": registries(),
        "GraphJson": {
            "whole": GRAPH, "linked": GRAPH.replace(b"[0, 1, 2, 3, 2, 0]",
                                                    b"[0, 5, 2, 3, 2, 0]"),
            "linked-written": GRAPH.replace(b"[0, 1, 2, 3, 2, 0]",
                                            b"[0, 5, 2, 5, 2, 0]"),
            "skipped": b'{"metadata": [{"a": [-1.5e+3, "b", true], "c": null}], '
                       + GRAPH[1:]},
        "GraphParams": {"two": tvm, "one": tensor_files.tvm(TENSORS[1:]),
                        "none": tensor_files.tvm([])},
        "Handles": handles(),
        "Plan": {"graph": GRAPH,
                 "list": b"id,lower,upper,size,alignment\nb1,0,3,4,1\n"
                         b'"b,2",3,9,4,8\nb3,0,9,4,2\n'},
        "LibraryMetadata": {"new": METADATA, "old": OLD_METADATA,
                            "source": SOURCE},
        "RegistryIndex": registry_indexes(),
        "Rpc": rpc(),
        "VmExecutable": relax(),
        "TarArchive": {
            "ustar": tar(tarfile.USTAR_FORMAT, "parameters/w", "b"),
            "gnu": tar(tarfile.GNU_FORMAT, "long/" * 30 + "b"),
            "pax": tar(tarfile.PAX_FORMAT, "long/" * 60 + "b"),
            "library": tar(tarfile.USTAR_FORMAT, "./codegen/host/src/lib0.c",
                           "./metadata.json", contents=OLD_METADATA),
            "outside": tar(tarfile.USTAR_FORMAT, "./metadata.json",
                           "../x", contents=OLD_METADATA)},
        "Zstd": {
            "sized": subprocess.run([zstd, "-qc", "--stream-size",
                                     str(len(tvm))], input=tvm,
                                    stdout=subprocess.PIPE, check=True).stdout,
            "piped": subprocess.run([zstd, "-qc"], input=tvm,
                                    stdout=subprocess.PIPE, check=True).stdout},
    }


def main():
    root = sys.argv[1] if len(sys.argv) == 2 else os.path.join(HERE, "corpus")
    for target, files in seeds().items():
        os.makedirs(os.path.join(root, target), exist_ok=True)
        for name, contents in files.items():
            with open(os.path.join(root, target, name), "wb") as file:
                file.write(contents)


if __name__ == "__main__":
    main()
