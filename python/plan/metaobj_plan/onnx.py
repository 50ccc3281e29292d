# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX models: tensors between nodes become buffers.

    model = metaobj_plan.onnx.read("model.onnx", shapes={"x": [1, 3, 96, 96]})
    plan = model.plan()
    model.write("offsets.json", plan)

Nodes run in the order of the file; time is their number. Parameters, and what is
computed from constants alone, are not in the plan. A node with graphs inside (If,
Loop, Scan) is one operator, which reads all that these graphs read from outside;
tensors inside are not in the plan.
"""

from __future__ import annotations

import importlib
import json
import math
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set

import metaobj_plan

from . import _onnx_shapes
from .lists import Buffers

#: Bits of an element, by names of onnx.TensorProto.DataType.
_BITS = {
    "INT2": 2, "UINT2": 2, "INT4": 4, "UINT4": 4, "FLOAT4E2M1": 4, "BOOL": 8,
    "INT8": 8, "UINT8": 8, "FLOAT8E4M3FN": 8, "FLOAT8E4M3FNUZ": 8, "FLOAT8E5M2": 8,
    "FLOAT8E5M2FNUZ": 8, "FLOAT8E8M0": 8, "INT16": 16, "UINT16": 16, "FLOAT16": 16,
    "BFLOAT16": 16, "INT32": 32, "UINT32": 32, "FLOAT": 32, "INT64": 64, "UINT64": 64,
    "DOUBLE": 64, "COMPLEX64": 64, "COMPLEX128": 128}
#: Operators whose output has the bytes of their first input.
_VIEWS = ("Reshape", "Squeeze", "Unsqueeze", "Flatten", "Identity")
_RANDOM = ("RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike",
           "Multinomial", "Bernoulli")


@dataclass
class Model(Buffers):
    """Buffers have the names of their first tensors."""

    tensors: Dict[str, int] = field(default_factory=dict)  #: Positions, also of views.
    inside: List[str] = field(default_factory=list)  #: Nodes with graphs inside.

    def offsets(self, plan: metaobj_plan.Plan) -> Dict[str, int]:
        """Bytes from the start of its pool for each tensor, also for views."""
        return {name: int(plan.offsets[i]) for name, i in self.tensors.items()}

    def write(self, path: str, plan: metaobj_plan.Plan) -> None:
        """JSON of names and offsets."""
        data = (json.dumps(self.offsets(plan), indent=2) + "\n").encode()
        with open(path, "wb") as file:
            file.write(data)


def _graphs(node: Any) -> List[Any]:
    return [graph for one in node.attribute for graph in
            [*one.graphs, *([one.g] if one.HasField("g") else [])]]


def _reads_inside(node: Any) -> Iterator[str]:
    for graph in _graphs(node):
        yield from (one.name for one in graph.output)
        for inner in graph.node:
            yield from inner.input
            yield from _reads_inside(inner)


class _Reader:
    def __init__(self, model: Any, name: str, views: bool, io: bool,
                 alignment: int) -> None:
        self.onnx: Any = importlib.import_module("onnx")
        self.graph, self.name = model.graph, name
        self.views, self.io, self.alignment = views, io, alignment
        self.values = {one.name: one for one in [
            *self.graph.value_info, *self.graph.output, *self.graph.input]}
        self.result = Model()
        self.constants: Set[str] = {one.name for one in self.graph.initializer}
        self.constants |= {one.values.name for one in self.graph.sparse_initializer}
        #: None: what a tensor shows is not in the plan.
        self.places: Dict[str, Optional[int]] = dict.fromkeys(self.constants)

    def size(self, tensor: str, like: str) -> int:
        value = self.values.get(tensor) or self.values.get(like)
        kind = value.type.WhichOneof("value") if value is not None else None
        if kind not in (None, "tensor_type"):
            raise ValueError(f"{self.name}: '{tensor}' is a {kind}, expected a tensor")
        extents = _onnx_shapes.extents_of(value)
        if value is None or extents is None:
            inputs = [one.name for one in self.graph.input if one.name in self.places
                      and one.name not in self.constants
                      and _onnx_shapes.extents_of(one) is None]
            hint = ("give numbers for its inputs, shapes={'%s': [...], ...}" % inputs[0]
                    if inputs else "its operator tells none: export another model")
            raise ValueError(f"{self.name}: the shape of '{tensor}' is not known: "
                             f"{hint}")
        number = value.type.tensor_type.elem_type
        types = {one: key for key, one in self.onnx.TensorProto.DataType.items()}
        bits = _BITS.get(types.get(number, ""))
        if bits is None:
            raise ValueError(f"{self.name}: '{tensor}' has elements of type "
                             f"{types.get(number, number)}, whose size is unknown")
        return (math.prod(extents) * bits + 7) // 8

    def add(self, tensor: str, time: int, like: str = "") -> int:
        found = self.result
        row = (tensor, time, time + 1, self.size(tensor, like), self.alignment)
        for values, value in zip(vars(found).values(), row):
            values.append(value)
        return len(found.names) - 1

    def node(self, time: int, node: Any) -> None:
        label = f"{self.name}: node {time} ({node.op_type} '{node.name}')"
        for tensor in node.input:
            if tensor and tensor not in self.places:
                raise ValueError(f"{label} reads '{tensor}', which nothing before it "
                                 "writes")
        for tensor in [*node.input, *_reads_inside(node)]:
            place = self.places.get(tensor)
            if place is not None:
                self.result.upper[place] = time + 1
        if _graphs(node):
            self.result.inside.append(node.name or node.output[0])
        is_constant = node.op_type not in _RANDOM and not _graphs(node) and all(
            one in self.constants for one in node.input if one)
        is_view = self.views and node.op_type in _VIEWS and not node.domain
        for tensor in filter(None, node.output):
            if tensor in self.places:
                raise ValueError(f"{label} writes '{tensor}' again")
            if is_constant:
                self.constants.add(tensor)
                self.places[tensor] = None
            elif is_view and node.input:
                self.places[tensor] = self.places[node.input[0]]
            else:  # Nobody infers the second output of Dropout, which is a mask.
                like = node.input[0] if node.op_type == "Dropout" else ""
                self.places[tensor] = self.add(tensor, time, like)

    def read(self) -> Model:
        for one in self.graph.input:
            if one.name not in self.constants:
                self.places[one.name] = self.add(one.name, 0) if self.io else None
        for time, node in enumerate(self.graph.node):
            self.node(time, node)
        found, gone = self.result, set()
        for one in self.graph.output:
            if one.name not in self.places:
                raise ValueError(f"{self.name}: no node writes its output '{one.name}'")
            place = self.places[one.name]
            gone.add(None if self.io else place)
            if place is not None:
                found.upper[place] = len(self.graph.node)
        keep = [i for i in range(len(found.names)) if i not in gone]
        numbers = {old: new for new, old in enumerate(keep)}
        for key, values in list(vars(found).items())[:5]:
            setattr(found, key, [values[i] for i in keep])
        found.tensors = {key: numbers[place] for key, place in self.places.items()
                         if place in numbers}
        return found


def read(model: Any, shapes: Optional[Mapping[str, Sequence[int]]] = None, *,
         views: bool = True, io: bool = False, alignment: int = 16) -> Model:
    """Buffers of a model, a path or an onnx.ModelProto.

    shapes: extents of inputs, where the model has names.
    views: Reshape, Squeeze, Unsqueeze, Flatten and Identity do not copy.
    io: inputs and outputs of the model lie in the plan, too; otherwise the caller has
        them, with all that shows them.
    """
    name = os.fspath(model) if isinstance(model, (str, os.PathLike)) else "the model"
    found = _onnx_shapes.load(model, name)
    _onnx_shapes.set_shapes(found.graph, shapes or {}, name)
    try:
        found = _onnx_shapes.infer(found)
    except Exception as problem:  # ONNX has many kinds, none for all.
        raise ValueError(f"{name}: its shapes cannot be inferred: {problem}") from None
    return _Reader(found, name, views, io, alignment).read()
