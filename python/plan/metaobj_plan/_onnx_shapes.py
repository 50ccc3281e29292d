# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of all tensors of an ONNX model."""

from __future__ import annotations

import importlib
import math
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence

#: Operators that compute shapes, and those of them that make much of little.
_FOLDED = frozenset("""
    Add And Cast Ceil Concat ConstantOfShape Div Equal Expand Flatten Floor Gather
    Greater Identity Less Max Min Mod Mul Neg Not Or Range ReduceProd Reshape ScatterND
    Slice Sqrt Squeeze Sub Transpose Unsqueeze Where""".split())
_GROWING = ("ConstantOfShape", "Expand", "Range")
_MOST = 1024  #: Elements of what is computed here.


def load(model: Any, name: str) -> Any:
    """A copy, or the model of a file; weights in other files are not read."""
    onnx: Any = importlib.import_module("onnx")
    message: Any = importlib.import_module("google.protobuf.message")
    found = onnx.ModelProto()
    if not isinstance(model, (str, os.PathLike)):
        found.CopyFrom(model)
        return found
    with open(model, "rb") as file:
        data = file.read()
    try:
        found.ParseFromString(data)
    except message.DecodeError as problem:
        raise ValueError(f"{name}: is not a model of ONNX: {problem}") from None
    return found


def set_shapes(graph: Any, shapes: Mapping[str, Sequence[int]], name: str) -> None:
    """Gives inputs numbers as extents, and forgets all shapes that follow from
    others: inference would keep them."""
    inputs = {one.name: one.type.tensor_type.shape for one in graph.input}
    for key, extents in shapes.items():
        if key not in inputs:
            raise ValueError(f"{name}: has no input '{key}', but "
                             f"{', '.join(map(repr, inputs))}")
        del inputs[key].dim[:]
        for extent in extents:
            inputs[key].dim.add().dim_value = extent
    for one in [*graph.value_info, *graph.output]:
        if shapes or extents_of(one) is None:
            one.type.tensor_type.ClearField("shape")


def extents_of(value: Any) -> Optional[List[int]]:
    """The shape of a tensor, if it is known."""
    kind = None if value is None else value.type.tensor_type
    if kind is None or not kind.HasField("shape"):
        return None
    extents = [dim.dim_value if dim.HasField("dim_value") else -1
               for dim in kind.shape.dim]
    return extents if min(extents, default=0) >= 0 else None


def _value_of(node: Any, values: Mapping[str, Any], known: Mapping[str, Any],
              opsets: Any) -> Any:
    """What a node computes, if shapes and constants tell it."""
    onnx: Any = importlib.import_module("onnx")
    numpy: Any = importlib.import_module("numpy")
    attributes = {one.name: onnx.helper.get_attribute_value(one)
                  for one in node.attribute}
    if node.op_type == "Constant":
        value = attributes.get("value")
        return None if value is None else onnx.numpy_helper.to_array(value)
    if node.op_type == "Shape":
        extents = extents_of(values.get(node.input[0]))
        span = slice(attributes.get("start", 0), attributes.get("end"))
        return None if extents is None else numpy.array(extents[span], "int64")
    inputs = {one for one in node.input if one}
    if node.op_type not in _FOLDED or not inputs <= known.keys():
        return None
    if node.op_type in _GROWING:
        extents = extents_of(values.get(node.output[0]))
        if extents is None or math.prod(extents) > _MOST:
            return None
    outputs = [onnx.helper.make_empty_tensor_value_info(one) for one in node.output]
    graph = onnx.helper.make_graph([node], "node", [], outputs, [
        onnx.numpy_helper.from_array(known[one], one) for one in inputs])
    model = onnx.helper.make_model(graph, opset_imports=opsets)
    reference: Any = importlib.import_module("onnx.reference")
    return reference.ReferenceEvaluator(model).run(None, {})[0]


def infer(model: Any) -> Any:
    """The model with all shapes that are known before it runs. Nodes that compute
    only shapes become parameters."""
    onnx: Any = importlib.import_module("onnx")
    arrays: Any = onnx.numpy_helper
    while True:
        model = onnx.shape_inference.infer_shapes(model, data_prop=True)
        graph = model.graph
        values = {one.name: one for one in [*graph.value_info, *graph.input]}
        known: Dict[str, Any] = {
            one.name: arrays.to_array(one) for one in graph.initializer
            if math.prod(one.dims) <= _MOST and not one.external_data}
        nodes = list(graph.node)
        del graph.node[:]
        for node in nodes:
            found = _value_of(node, values, known, model.opset_import)
            if found is None:
                graph.node.append(node)
                continue
            graph.initializer.append(arrays.from_array(found, node.output[0]))
            if found.size <= _MOST:
                known[node.output[0]] = found
        if len(nodes) == len(graph.node):
            return model
