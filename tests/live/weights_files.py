# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Frameworks write files of weights, and read them: weights_files.py FOLDER.

Beside each file, <file>.expected has a line of JSON for each tensor that the
framework's own reader finds: name, type, shape, bytes in hexadecimal. ExecuTorch
writes its tables by its flatc and its schema, and reads them by the same; the
package needs PyTorch for all else.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import sysconfig

import flatbuffers
import iree.runtime
import numpy
import onnx
import onnx.numpy_helper
import safetensors.numpy
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter

PACKAGES = pathlib.Path(sysconfig.get_paths()["purelib"])
NUMBERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
           "uint64", "float16", "float32", "float64", "bool"]


def arrays(types):
    """Two of each type, and a scalar."""
    source = numpy.random.default_rng(1)
    result = {}
    for name in types:
        for shape in (3, 5), (2, 1, 2):
            bits = source.integers(0, 256, shape)
            result[f"{name}/{len(shape)}"] = bits.astype(name)
    result["scalar"] = numpy.array(2.5, "float32")
    return result


def expect(path, tensors):
    """Writes what a reader found: names and arrays."""
    with open(f"{path}.expected", "w", encoding="utf-8") as file:
        for name, array in tensors:
            file.write(json.dumps([name, str(array.dtype), list(array.shape),
                                   array.tobytes().hex()]) + "\n")


def tflite_model(tensors, offsets=None):
    """A model of constants; with offsets their data is not in the tables."""
    types = {"int4": schema.TensorType.INT4}
    for name in NUMBERS + ["complex64", "complex128"]:
        types[name] = getattr(schema.TensorType, name.upper())
    model, graph = schema.ModelT(), schema.SubGraphT()
    model.version, model.operatorCodes = 3, []
    model.buffers, model.subgraphs = [schema.BufferT()], [graph]
    graph.tensors, graph.inputs, graph.outputs = [], [], []
    graph.operators = []
    for index, (name, array) in enumerate(tensors.items()):
        tensor, buffer = schema.TensorT(), schema.BufferT()
        tensor.name, tensor.shape = name, list(array.shape)
        tensor.hasRank = True
        tensor.type, tensor.buffer = types[str(array.dtype)], index + 1
        if offsets is None:
            buffer.data = numpy.frombuffer(array.tobytes(), numpy.uint8)
        else:
            buffer.offset, buffer.size = offsets[index], array.nbytes
        graph.tensors.append(tensor)
        model.buffers.append(buffer)
    builder = flatbuffers.Builder()
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def tflite(folder):
    tensors = arrays(NUMBERS + ["complex64", "complex128"])
    (folder / "inside.tflite").write_bytes(tflite_model(tensors))
    # Large enough for any table: offsets of 1 take as many bytes.
    begin = len(tflite_model(tensors, [2] * len(tensors))) // 16 * 16 + 16
    offsets, data = [], b""
    for array in tensors.values():
        offsets.append(begin + len(data))
        data += array.tobytes().ljust(-(-array.nbytes // 16) * 16, b"\0")
    tables = tflite_model(tensors, offsets)
    assert len(tables) <= begin
    (folder / "behind.tflite").write_bytes(tables.ljust(begin, b"\0") + data)
    for name in "inside.tflite", "behind.tflite":
        reader = Interpreter(model_path=str(folder / name))
        reader.allocate_tensors()
        expect(folder / name,
               [(each["name"], reader.get_tensor(each["index"]))
                for each in reader.get_tensor_details()])


def onnx_model(tensors, raw):
    """Initializers as raw data, or in fields of numbers."""
    def make(name, array):
        if raw:
            return onnx.numpy_helper.from_array(array, name)
        kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        return onnx.helper.make_tensor(name, kind, array.shape,
                                       array.reshape(-1).tolist())

    graph = onnx.helper.make_graph(
        [], "graph", [], [],
        [make(name, array) for name, array in tensors.items()])
    return onnx.helper.make_model(graph)


def onnx_models(folder):
    tensors = arrays(NUMBERS)
    onnx.save(onnx_model(tensors, True), folder / "raw.onnx")
    onnx.save(onnx_model(tensors, False), folder / "fields.onnx")
    onnx.save(onnx_model(tensors, True), folder / "beside.onnx",
              save_as_external_data=True, location="beside.bin",
              size_threshold=0)
    for name in "raw.onnx", "fields.onnx", "beside.onnx":
        expect(folder / name,
               [(each.name, onnx.numpy_helper.to_array(each)) for each in
                onnx.load(folder / name).graph.initializer])


def irpa(folder):
    tensors = arrays(NUMBERS)
    index = iree.runtime.ParameterIndex()
    for name, array in tensors.items():
        iree.runtime.parameter_index_add_numpy_ndarray(index, name, array)
    index.create_archive_file(str(folder / "typed.irpa"))
    found = iree.runtime.ParameterIndex()
    found.load(str(folder / "typed.irpa"))
    expect(folder / "typed.irpa",
           [(name, iree.runtime.parameter_index_entry_as_numpy_ndarray(entry))
            for name, entry in found.items()])
    # Without metadata, and a pattern.
    iree.runtime.save_archive_file(
        {"bytes": tensors["int16/2"], "ones": iree.runtime.SplatValue(
            numpy.array([1.0], "float32"), [4, 3])}, folder / "plain.irpa")
    found = iree.runtime.ParameterIndex()
    found.load(str(folder / "plain.irpa"))
    entries = dict(found.items())
    flat = iree.runtime.parameter_index_entry_as_numpy_flat_ndarray
    expect(folder / "plain.irpa", [
        ("bytes", flat(entries["bytes"]).view("uint8").reshape(-1)),
        ("ones", numpy.tile(numpy.frombuffer(
            bytes(flat(entries["ones"])), "uint8"), 12))])


def index_of_safetensors(folder):
    tensors = arrays(NUMBERS)
    places = {}
    for number, shard in enumerate((list(tensors)[::2], list(tensors)[1::2])):
        name = f"model-{number + 1:05}-of-00002.safetensors"
        safetensors.numpy.save_file(
            {each: tensors[each] for each in shard}, folder / name)
        places.update(dict.fromkeys(shard, name))
    path = folder / "model.safetensors.index.json"
    path.write_text(json.dumps({"metadata": {"total_size": 1},
                                "weight_map": places}))
    found = []
    for name in sorted(set(places.values())):
        found += safetensors.numpy.load_file(folder / name).items()
    expect(path, found)


#: Numbers of types in scalar_type.fbs.
SCALARS = {"uint8": "BYTE", "int8": "CHAR", "int16": "SHORT", "int32": "INT",
           "int64": "LONG", "float16": "HALF", "float32": "FLOAT",
           "float64": "DOUBLE", "bool": "BOOL", "uint16": "UINT16",
           "uint32": "UINT32", "uint64": "UINT64"}


def flatc(*arguments):
    """Also the mode of the file, which pip leaves out."""
    tool = PACKAGES / "executorch" / "data" / "bin" / "flatc"
    os.chmod(tool, 0o755)
    subprocess.run([tool, *arguments], check=True)


def tables(folder, name, schema_path, content):
    """The tables that flatc makes of JSON."""
    (folder / f"{name}.json").write_text(json.dumps(content))
    flatc("--binary", "-o", folder, schema_path, folder / f"{name}.json")
    (path,) = [each for each in folder.glob(f"{name}.*")
               if each.suffix in (".pte", ".ptd")]
    os.remove(folder / f"{name}.json")
    return path, path.read_bytes()


def tables_again(folder, path, schema_path):
    """JSON that flatc makes of a file."""
    flatc("--json", "--strict-json", "--defaults-json", "--raw-binary", "-o",
          folder, schema_path, "--", path)
    text = (folder / path.name).with_suffix(".json")
    content = json.loads(text.read_text())
    os.remove(text)
    return content


def segments(tensors):
    """Descriptions and bytes of segments, each at a multiple of 16."""
    data, described = b"", []
    for array in tensors.values():
        described.append({"offset": len(data), "size": array.nbytes})
        data += array.tobytes().ljust(-(-array.nbytes // 16) * 16, b"\0")
    return described, data


def read_segment(raw, base, segment, kind, sizes):
    names = {scalar: name for name, scalar in SCALARS.items()}
    begin = base + segment["offset"]
    return numpy.frombuffer(raw[begin:begin + segment["size"]],
                            names[kind]).reshape(sizes)


def executorch_data(folder):
    path = PACKAGES / "executorch/extension/flat_tensor/serialize"
    schema_path = path / "flat_tensor.fbs"
    tensors = arrays(SCALARS)
    described, data = segments(tensors)
    path, start = tables(folder, "weights", schema_path, {
        "version": 0, "segments": described, "named_data": [
            {"key": name, "segment_index": index, "tensor_layout": {
                "scalar_type": SCALARS[str(array.dtype)],
                "sizes": list(array.shape),
                "dim_order": list(range(array.ndim))}}
            for index, (name, array) in enumerate(tensors.items())]})
    base = (48 + len(start) + 127) // 128 * 128
    header = b"FH01" + struct.pack("<I4Q", 40, 48, len(start), base, len(data))
    (root,) = struct.unpack_from("<I", start)
    file = (struct.pack("<I", root + 48) + start[4:8] + header.ljust(48, b"\0") +
            start[8:]).ljust(base, b"\0") + data
    path.write_bytes(file)
    found = tables_again(folder, path, schema_path)
    expect(path, [
        (each["key"], read_segment(file, base,
                                   found["segments"][each["segment_index"]],
                                   each["tensor_layout"]["scalar_type"],
                                   each["tensor_layout"]["sizes"]))
        for each in found["named_data"]])


def executorch_program(folder):
    schema_path = PACKAGES / "executorch/exir/_serialize/program.fbs"
    tensors = arrays(SCALARS)
    described, data = segments(tensors)
    values = [{"val_type": "Int", "val": {"int_val": 3}}]
    values += [{"val_type": "Tensor", "val": {
        "scalar_type": SCALARS[str(array.dtype)], "sizes": list(array.shape),
        "dim_order": list(range(array.ndim)), "data_buffer_idx": index + 1}}
        for index, array in enumerate(tensors.values())]
    path, start = tables(folder, "program", schema_path, {
        "version": 0, "execution_plan": [{"name": "forward", "values": values}],
        "segments": [{"offset": 0, "size": len(data)}],
        "constant_segment": {"segment_index": 0, "offsets": [0] + [
            each["offset"] for each in described]}})
    base = (32 + len(start) + 127) // 128 * 128
    header = b"eh00" + struct.pack("<I3Q", 32, 32 + len(start), base, len(data))
    (root,) = struct.unpack_from("<I", start)
    file = (struct.pack("<I", root + 32) + start[4:8] + header +
            start[8:]).ljust(base, b"\0") + data
    path.write_bytes(file)
    found = tables_again(folder, path, schema_path)
    places = found["constant_segment"]["offsets"]
    expect(path, [
        (f"constant_{each['val']['data_buffer_idx']}", read_segment(
            file, base, {"offset": places[each["val"]["data_buffer_idx"]],
                         "size": array.nbytes},
            each["val"]["scalar_type"], each["val"]["sizes"]))
        for each, array in zip(found["execution_plan"][0]["values"][1:],
                               tensors.values(), strict=True)])


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True)
    tflite(folder)
    onnx_models(folder)
    irpa(folder)
    index_of_safetensors(folder)
    executorch_data(folder)
    executorch_program(folder)


if __name__ == "__main__":
    main()
