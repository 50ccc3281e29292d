#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls, code and memory of TVM's models, as a table in Markdown.

    PYTHONPATH=python METAOBJ_LIBRARY=build/dev/lib/libmetaobj.so.1 \\
        build/dev/live/environment/bin/python3 tests/live/tvm_sizes.py [model]...

Each model is built as relax.build does by itself, with the pipeline that TVM
has for processors, with that pipeline and settings for small code, and with
metaobj.tvm.pipeline and these settings.
"""

import os
import sys
import tempfile

import metaobj
import models
import tvm
from tvm import relax

TARGETS = {
    "Cortex-M4": {"mtriple": "thumbv7em-none-eabi", "mcpu": "cortex-m4"},
    "RV32IMAC": {"mtriple": "riscv32-unknown-elf", "mattr": ["+m", "+a", "+c"]},
}

#: Name: pipeline, whether operators check their arguments, settings.
WAYS = {
    "relax.build": (lambda _: relax.get_pipeline("default"), True, {}),
    "default": (relax.get_default_pipeline, True, {}),
    "default, small": (relax.get_default_pipeline, False, {"opt-level": 1}),
    "metaobj": (metaobj.tvm.pipeline, False, {"opt-level": 1}),
}


def built(module, target, way):
    passes, checks, settings = WAYS[way]
    return models.build(module, {"kind": "llvm", **target, **settings}, passes,
                        checks)


def counted(model, module, way):
    """Calls of operators, and bytes of storages: those of a run here, whose
    bytecode is that of all targets."""
    executable = built(module, {}, way)
    machine = relax.VirtualMachine(executable, tvm.cpu())
    calls, storages = [], []

    def look(_, name, before, __, *arguments):
        if not before:
            return
        if name == "vm.builtin.alloc_storage":
            storages.append(int(arguments[1][0]))
        elif not name.startswith("vm."):
            calls.append(name)

    machine.set_instrument(look)
    machine["main"](*map(tvm.runtime.tensor, models.seeded_inputs(model)))
    return len(calls), sum(storages)


def code(executable):
    """Bytes of the operators' code and constants in flash."""
    with tempfile.TemporaryDirectory() as folder:
        (report,) = metaobj.size(
            *metaobj.tvm.collect(executable, folder).objects)
    return report.flash


def planned(executable):
    """Bytes of the pool in which metaobj's executor has tensors and
    workspaces."""
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "model.o")
        metaobj.tvm.emit(executable, output)
        ((executor,),) = (one.executors for one in metaobj.inspect(output))
    return sum(pool["bytes"] for pool in executor.pools)


def main():
    names = sys.argv[1:] or models.MODELS
    print("| model | pipeline | calls | storages | largest workspace | planned |",
          *(f"{target} code |" for target in TARGETS))
    print("|---|---|" + "---:|" * (4 + len(TARGETS)))
    for name in names:
        model = models.MODELS[name]()
        module = models.imported(model)
        for way in WAYS:
            calls, storages = counted(model, module, way)
            executables = [built(module, target, way)
                           for target in TARGETS.values()]
            workspace = max(max(metaobj.tvm.workspaces(executable).values())
                            for executable in executables)
            print(f"| {name} | {way} | {calls} | {storages:,} |",
                  f"{workspace:,} | {planned(executables[0]):,} |",
                  *(f"{code(executable):,} |" for executable in executables),
                  flush=True)


if __name__ == "__main__":
    main()
