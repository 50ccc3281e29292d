# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of the trained model, written and read: parameters, graph, test
images, and the header that tells the C program what the graph says."""

import hashlib
import json
import re
import struct

import numpy as np

LIST_MAGIC = 0xF7E58D4F05049CB7
ARRAY_MAGIC = 0xDD5E40F096B4A13F
CPU = 1
# DLPack type codes of the two kinds of number that the model uses.
TYPE_CODES = {"i": 0, "u": 1}

LICENSE_LINE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
CONV_OPERATOR = ("nn_conv2d_add_fixed_point_multiply_per_axis_clip_cast")


# The graph, once for all files: node name, operator (None for what is given
# from outside), inputs, shape, element type.
def _conv_params(layer, inputs, outputs):
    return [
        (layer + "_weight", None, [], [outputs, inputs, 3, 3], "int8"),
        (layer + "_bias", None, [], [1, outputs, 1, 1], "int32"),
        (layer + "_multiplier", None, [], [outputs], "int32"),
        (layer + "_shift", None, [], [outputs], "int32"),
    ]


def _conv_inputs(data, layer):
    return [data] + [layer + part for part in ("_weight", "_bias",
                                               "_multiplier", "_shift")]


def nodes(channels):
    """The network as a list in execution order; `channels` are the numbers of
    feature maps after the first and the second convolution."""
    first, second = channels
    features = second * 4 * 4
    return [
        ("image", None, [], [1, 1, 8, 8], "uint8"),
        ("image_zero_point", None, [], [], "int16"),
        ("centred", "cast_subtract_cast", ["image", "image_zero_point"],
         [1, 1, 8, 8], "int8"),
        *_conv_params("conv1", 1, first),
        ("conv1", CONV_OPERATOR, _conv_inputs("centred", "conv1"),
         [1, first, 8, 8], "int8"),
        *_conv_params("conv2", first, second),
        ("conv2", CONV_OPERATOR + "_1", _conv_inputs("conv1", "conv2"),
         [1, second, 8, 8], "int8"),
        ("pooled", "nn_max_pool2d", ["conv2"], [1, second, 4, 4], "int8"),
        ("flat", "nn_batch_flatten", ["pooled"], [1, features], "int8"),
        ("dense_weight", None, [], [10, features], "int8"),
        ("dense_bias", None, [], [10], "int32"),
        ("logits", "nn_dense_add", ["flat", "dense_weight", "dense_bias"],
         [1, 10], "int32"),
        ("digit", "argmax", ["logits"], [1], "int32"),
    ]


def _bytes_of(shape, dtype):
    return int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize


def storage_ids(graph):
    """A storage id per node. Inputs and parameters keep theirs for good; a
    result takes the smallest storage that is large enough and no longer read,
    or a new one."""
    last_use = {name: index for index, node in enumerate(graph)
                for name in node[2]}
    sizes, ids, free = [], {}, []
    for index, (name, operator, inputs, shape, dtype) in enumerate(graph):
        size = _bytes_of(shape, dtype)
        fitting = [sid for sid in free if sizes[sid] >= size]
        if operator and fitting:
            ids[name] = min(fitting, key=lambda sid: (sizes[sid], sid))
            free.remove(ids[name])
        else:
            ids[name] = len(sizes)
            sizes.append(size)
        free += [ids[source] for source in inputs
                 if last_use[source] == index and _is_result(graph, source)]
    return ids


def _is_result(graph, name):
    return any(node[0] == name and node[1] for node in graph)


def function_name(operator):
    """The name of an operator's function in the object files."""
    return "tvmgen_digits_fused_" + operator


def _graph_node(node, position):
    name, operator, inputs, _, _ = node
    if not operator:
        return {"op": "null", "name": name, "inputs": []}
    function = function_name(operator)
    return {
        "op": "tvm_op",
        "name": function,
        "attrs": {"num_outputs": "1", "num_inputs": str(len(inputs)),
                  "flatten_data": "0", "func_name": function},
        "inputs": [[position[source], 0, 0] for source in inputs],
    }


def graph_json(graph):
    """The text of graph.json, as graph executors of TVM read it."""
    position = {node[0]: index for index, node in enumerate(graph)}
    ids = storage_ids(graph)
    document = {
        "nodes": [_graph_node(node, position) for node in graph],
        "arg_nodes": [index for index, node in enumerate(graph)
                      if not node[1]],
        "heads": [[len(graph) - 1, 0, 0]],
        "attrs": {
            "dltype": ["list_str", [node[4] for node in graph]],
            "device_index": ["list_int", [CPU] * len(graph)],
            "storage_id": ["list_int", [ids[node[0]] for node in graph]],
            "shape": ["list_shape", [node[3] for node in graph]],
        },
        "node_row_ptr": list(range(len(graph) + 1)),
    }
    return _pretty(document)


def _pretty(document):
    """JSON with one line for each node and each attribute."""
    lines = []
    for key, value in document.items():
        if key == "nodes":
            rows = ",\n".join("    " + json.dumps(node) for node in value)
            text = "[\n%s\n  ]" % rows
        elif key == "attrs":
            rows = ",\n".join("    %s: %s" % (json.dumps(name),
                                              json.dumps(column))
                              for name, column in value.items())
            text = "{\n%s\n  }" % rows
        else:
            text = json.dumps(value)
        lines.append("  %s: %s" % (json.dumps(key), text))
    return "{\n%s\n}\n" % ",\n".join(lines)


def parameter_nodes(graph):
    """The nodes whose values come from the parameters file."""
    return [node for node in graph if not node[1] and node[0] != "image"]


def params_bytes(graph, values):
    """The bytes of a TVM parameters file, little endian without padding."""
    names = [node[0] for node in parameter_nodes(graph)]
    chunks = [struct.pack("<QQQ", LIST_MAGIC, 0, len(names))]
    for name in names:
        chunks.append(struct.pack("<Q", len(name)) + name.encode("ascii"))
    chunks.append(struct.pack("<Q", len(names)))
    chunks += [_array_bytes(values[name]) for name in names]
    return b"".join(chunks)


def _array_bytes(array):
    data = np.ascontiguousarray(array)
    data = data.astype(data.dtype.newbyteorder("<")).tobytes()
    header = struct.pack("<QQiiiBBH", ARRAY_MAGIC, 0, CPU, 0, array.ndim,
                         TYPE_CODES[array.dtype.kind],
                         8 * array.dtype.itemsize, 1)
    shape = struct.pack("<%dq" % array.ndim, *array.shape)
    return header + shape + struct.pack("<q", len(data)) + data


class _Cursor:
    """Reads packed fields one after the other."""

    def __init__(self, data):
        self.data = data
        self.offset = 0

    def unpack(self, layout):
        fields = struct.unpack_from(layout, self.data, self.offset)
        self.offset += struct.calcsize(layout)
        return fields

    def take(self, size):
        chunk = self.data[self.offset:self.offset + size]
        if len(chunk) != size:
            raise ValueError("parameters file ends inside an array")
        self.offset += size
        return chunk


def read_params(data):
    """The arrays of a parameters file by name."""
    cursor = _Cursor(data)
    magic, _, count = cursor.unpack("<QQQ")
    if magic != LIST_MAGIC:
        raise ValueError("not a parameters file")
    names = [cursor.take(cursor.unpack("<Q")[0]).decode("ascii")
             for _ in range(count)]
    if cursor.unpack("<Q")[0] != count:
        raise ValueError("names and arrays differ in number")
    values = {name: _read_array(cursor) for name in names}
    if cursor.offset != len(data):
        raise ValueError("bytes after the last array")
    return values


def _read_array(cursor):
    magic, _, _, _, ndim, code, bits, _ = cursor.unpack("<QQiiiBBH")
    if magic != ARRAY_MAGIC:
        raise ValueError("array header expected")
    shape = cursor.unpack("<%dq" % ndim)
    data = cursor.take(cursor.unpack("<q")[0])
    kind = {number: letter for letter, number in TYPE_CODES.items()}[code]
    return np.frombuffer(data, "<%s%d" % (kind, bits // 8)).reshape(shape)


def images_text(images, labels):
    """The test images as lines that C takes as an initialiser."""
    lines = ["// " + LICENSE_LINE, "// Written by train.py: label, then 8x8 "
             "pixels from 0 (paper) to 16 (ink)."]
    for image, label in zip(images, labels):
        pixels = ", ".join(str(value) for value in image.reshape(-1))
        lines.append("{%d, {%s}}," % (label, pixels))
    return "\n".join(lines) + "\n"


def read_images(text):
    """The images, [count, 1, 8, 8], and labels of the test images file."""
    rows = [[int(number) for number in re.findall(r"\d+", line)]
            for line in text.splitlines() if line.startswith("{")]
    table = np.array(rows, np.uint8)
    return table[:, 1:].reshape(-1, 1, 8, 8), table[:, 0]


def header_text(graph, params, image_count, checksum):
    """The header that main.c takes sizes and storage ids from; `params` are
    the bytes of the parameters file."""
    ids = storage_ids(graph)
    shapes = {node[0]: node[3] for node in graph}
    lines = ["// " + LICENSE_LINE,
             "// Written by train.py: what main.c needs to know of the model.",
             "// The sha256 of its digits.params is",
             "// " + hashlib.sha256(params).hexdigest(),
             "#ifndef DIGITS_MODEL_H", "#define DIGITS_MODEL_H", "",
             "#define DIGITS_IMAGE_COUNT %d" % image_count,
             "#define DIGITS_CONV1_CHANNELS %d" % shapes["conv1"][1],
             "#define DIGITS_CONV2_CHANNELS %d" % shapes["conv2"][1],
             "#define DIGITS_FEATURES %d" % shapes["flat"][1], "",
             "// FNV-1a over the scores of all test images, from the integer "
             "reference.",
             "#define DIGITS_CHECKSUM 0x%08xu" % checksum, "",
             "// Storage ids of graph.json, the keys of _lookup_linked_param."]
    lines += ["#define DIGITS_SID_%s %d" % (node[0].upper(), ids[node[0]])
              for node in parameter_nodes(graph)]
    return "\n".join(lines + ["", "#endif // DIGITS_MODEL_H"]) + "\n"
