# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what ExecuTorch makes of small models with its own plan of memory and
with that of metaobj_plan: one line of JSON for each.

Each program is run by ExecuTorch's runtime, several times, as models may have a
state. plan_executorch.py compares.
"""

import copy
import itertools
import json
import logging
import pathlib
import random
import re
import types
import warnings

import torch
from executorch.exir import EdgeProgramManager, memory_planning, to_edge
from executorch.exir.tensor import TensorSpec
from executorch.runtime import Runtime
from torch import nn

import metaobj_plan.executorch

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "plan-adapters.md"
RUNS = 3


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 16, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Conv2d(width, 2 * width, 3, padding=1, stride=2), nn.ReLU(),
                          nn.Conv2d(2 * width, 2 * width, 3, padding=1))
            for width in (16, 32))
        self.short = nn.ModuleList(nn.Conv2d(width, 2 * width, 1, stride=2)
                                   for width in (16, 32))

    def forward(self, x):
        x = torch.relu(self.stem(x))
        for block, short in zip(self.blocks, self.short):
            x = torch.relu(block(x) + short(x))
        return x.mean((2, 3))


class Attention(nn.Module):
    def __init__(self, width=32, heads=4):
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query, self.key, self.value, self.out = (
            nn.Linear(width, width) for _ in range(4))
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        y = self.before(x)

        def split(z):
            return z.reshape(1, y.shape[1], self.heads, -1).transpose(1, 2)
        query, key, value = split(self.query(y)), split(self.key(y)), split(self.value(y))
        weights = torch.softmax(query @ key.transpose(2, 3) / 8**0.5, dim=-1)
        x = x + self.out((weights @ value).transpose(1, 2).reshape(x.shape))
        return x + self.narrow(torch.nn.functional.gelu(self.wide(self.after(x))))


def separable(inputs, outputs, stride):
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, 3, padding=1, stride=stride, groups=inputs), nn.ReLU6(),
        nn.Conv2d(inputs, outputs, 1), nn.ReLU6())


class Counter(nn.Module):
    """Has a state, which is memory of the plan as well."""

    def __init__(self):
        super().__init__()
        self.register_buffer("sum", torch.zeros(4, 16))

    def forward(self, x):
        self.sum.add_(x)
        return torch.tanh(self.sum) * x + x


class Branch(nn.Module):
    """Has subgraphs, whose memory lies before that of the graph."""

    def forward(self, x):
        def twice(y):
            return (torch.relu(y) * 2 + y,)

        def less(y):
            return (torch.sigmoid(y) - y * y,)
        return torch.cond(x.sum() > 0, twice, less, (x + 1,))[0] * x


MODELS = {
    "mlp": (lambda: nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 96), nn.ReLU(),
                                  nn.Linear(96, 10), nn.Softmax(-1)), (1, 64)),
    "cnn": (lambda: nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(784, 32), nn.ReLU(), nn.Linear(32, 10)), (1, 1, 28, 28)),
    "residual": (Residual, (1, 3, 32, 32)),
    "attention": (Attention, (1, 24, 32)),
    "separable": (lambda: nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1, stride=2), nn.ReLU6(), separable(8, 16, 1),
        separable(16, 24, 2), separable(24, 32, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        nn.Linear(32, 10)), (1, 3, 48, 48)),
    "state": (Counter, (4, 16)),
    "branch": (Branch, (8, 32)),
}


def planned(edge):
    """What the document shows."""
    section = DOCUMENT.read_text().split("## ExecuTorch\n")[1]
    names = {"edge": edge}
    exec(re.search(r"```python\n(.*?)```", section, re.DOTALL)[1], names)
    return names["program"]


def program(model, inputs, convert):
    """Bytes of each planned memory, and of the .pte file."""
    edge = to_edge(torch.export.export(copy.deepcopy(model), inputs))
    # ExecuTorch's own check of plans runs only with this level.
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        result = convert(edge)
    finally:
        logging.getLogger().setLevel(logging.WARNING)
    (method,) = result.executorch_program.execution_plan
    # The first one is never used.
    return method.non_const_buffer_sizes[1:], result.buffer


def run(data, inputs):
    """The output for each input."""
    method = Runtime.get().load_program(data).load_method("forward")
    return [method.execute([each])[0].clone() for each in inputs]


def tell(name):
    make, shape = MODELS[name]
    torch.manual_seed(1)
    model = make().eval()
    inputs = [torch.randn(shape) for _ in range(RUNS)]
    found = {"model": name, "outputs": {}}
    with torch.no_grad():
        eager = copy.deepcopy(model)
        expected = [eager(each) for each in inputs]
    for kind, convert in (("greedy", EdgeProgramManager.to_executorch),
                          ("planned", planned)):
        found[kind], data = program(model, (inputs[0],), convert)
        outputs = run(data, inputs)
        found["outputs"][kind] = [each.numpy().tobytes().hex() for each in outputs]
        found[kind + "_close"] = all(
            torch.allclose(*pair, atol=1e-5) for pair in zip(outputs, expected))
    print(json.dumps(found), flush=True)


def tell_tensors():
    """Tensors in several memories and inside each other, behind those of subgraphs."""
    numbers = random.Random(1)
    tensors = []
    for index in range(80):
        tensor = TensorSpec(torch.uint8, torch.Size([1 + numbers.randrange(4000)]))
        first = numbers.randrange(40)
        tensor.lifetime = [first, first + numbers.randrange(9)]
        tensor.mem_id = (None, 1, 3)[index % 3]
        tensors.append(tensor)
    for base in tensors[:2]:
        for size, offset in ((128, 64), (16, 32)):
            inner = TensorSpec(torch.uint8, torch.Size([size]))
            inner.lifetime = list(base.lifetime)
            inner.mem_id = base.mem_id
            inner.storage_base, inner.storage_base_offset = base, offset
            tensors.append(inner)
            base = inner
    graph = types.SimpleNamespace(input_mem_buffer_sizes=[0, 100])
    found = {"model": "tensors"}
    for kind, algorithm in (("greedy", memory_planning.greedy),
                            ("planned", metaobj_plan.executorch.plan)):
        result = algorithm(32, tensors, graph, None, 64)
        found[kind] = result.bufsizes
    for tensor in tensors:
        place = result.spec_dict[tensor]
        assert place.mem_id == (tensor.mem_id or 1)
        assert place.mem_offset % 32 == 0
        assert place.mem_id != 1 or place.mem_offset >= 100
        end = place.mem_offset + tensor.allocated_memory + 64
        assert end <= result.bufsizes[place.mem_id]
        if tensor.storage_base:
            base = result.spec_dict[tensor.storage_base]
            assert place.mem_offset == base.mem_offset + tensor.storage_base_offset
        tensor.mem_id, tensor.mem_offset = place.mem_id, place.mem_offset
    check = memory_planning.Verifier
    for one, other in itertools.combinations(tensors[:80], 2):
        assert not (check.lifetime_overlap(one, other) and check.storage_overlap(one, other))
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.getLogger().addHandler(logging.NullHandler())
    for each in MODELS:
        tell(each)
    tell_tensors()
