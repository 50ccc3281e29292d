#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles small models by TVM, as its users do; prints nothing.

Writes <folder>/<model>-<target>/lib0.o, devc.o and model.tar, and beside them
input.bin and output.bin: what TVM's own virtual machine answers on the host.
"""
import pathlib
import sys
import tarfile

import numpy
import tvm
from tvm import relax
from tvm.relax.frontend import nn
from tvm.script import ir, tirx

TARGETS = {
    "host": {"kind": "llvm", "mtriple": "x86_64-linux-gnu"},
    "m4": {"kind": "llvm", "mtriple": "thumbv7em-none-eabi",
           "mcpu": "cortex-m4"},
}


class Mlp(nn.Module):
    def __init__(self, inputs, hidden, outputs):
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, outputs)

    def main(self, x):
        return self.second(nn.op.relu(self.first(x)))


class Cnn(nn.Module):
    """Its first convolution pads: TVM takes a workspace for that."""

    def __init__(self):
        self.first = nn.Conv2D(3, 8, 3, padding=1)
        self.second = nn.Conv2D(8, 4, 3)

    def main(self, x):
        return self.second(nn.op.relu(self.first(x)))


# Name: module, shape of the input, seed of the parameters. Both MLPs have the
# same layers: today's TVM gives their operators the same names.
MODELS = {
    "mlp": (lambda: Mlp(16, 32, 4), (1, 16), 1),
    "mlp2": (lambda: Mlp(16, 32, 4), (1, 16), 2),
    "cnn": (Cnn, (1, 3, 16, 16), 3),
}


def module_of(name):
    make, shape, seed = MODELS[name]
    random = numpy.random.default_rng(seed)
    module, parameters = make().export_tvm(
        {"main": {"x": nn.spec.Tensor(shape, "float32")}})
    values = {key: random.standard_normal(
        [int(extent) for extent in value.shape]).astype("float32")
        for key, value in parameters}
    return relax.transform.BindParams("main", values)(module)


def compile_model(folder, name, target_name, prefix=None):
    module = module_of(name)
    folder = folder / f"{name}{'-prefix' if prefix else ''}-{target_name}"
    folder.mkdir(parents=True, exist_ok=True)
    if prefix:
        module = module.with_attr("system_lib_prefix", prefix)
    target = tvm.target.Target(TARGETS[target_name])
    built = relax.build(module, target=target)
    tar = folder / "model.tar"
    built.export_library(str(tar))
    with tarfile.open(tar) as archive:
        archive.extractall(folder)

    if target_name == "host" and not prefix:
        shape = MODELS[name][1]
        values = numpy.linspace(-1, 1, num=int(numpy.prod(shape)),
                                dtype="float32").reshape(shape)
        machine = relax.VirtualMachine(built, tvm.cpu())
        result = machine["main"](tvm.runtime.tensor(values))
        values.tofile(folder / "input.bin")
        result.numpy().tofile(folder / "output.bin")


@ir.ir_module
class Library:
    """One function, without Relax: its name does not get the prefix."""
    ir.module_attrs({"system_lib_prefix": "lib_"})

    @tirx.prim_func(s_tir=True)
    def add_one(source: tirx.Buffer((4,), "float32"),
                to: tirx.Buffer((4,), "float32")):
        for i in range(4):
            with tirx.sblock("add"):
                at = tirx.axis.spatial(4, i)
                to[at] = source[at] + tirx.float32(1)


def compile_library(folder):
    folder = folder / "library-host"
    folder.mkdir(parents=True, exist_ok=True)
    built = tvm.tirx.build(Library, target=tvm.target.Target(TARGETS["host"]))
    built.export_library(str(folder / "model.tar"))
    with tarfile.open(folder / "model.tar") as archive:
        archive.extractall(folder)


def main():
    folder = pathlib.Path(sys.argv[1])
    compile_library(folder)
    for target in TARGETS:
        for name in MODELS:
            compile_model(folder, name, target)
            compile_model(folder, name, target, name + "_")


if __name__ == "__main__":
    main()
