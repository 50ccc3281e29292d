# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj_plan.relax in TVM's virtual machine: plan_relax_cases.py [--table].

Each model is built by TVM's own pipeline and with the pass. Operators of the second
check their arguments. Outputs are equal bit by bit, and the machine allocates one
storage of the planned size.
"""

import sys
import unittest

import metaobj_plan
import metaobj_plan.relax
import models
import numpy
import tvm
from tvm import relax
from tvm.relax.backend.cpu_generic import pipeline as cpu
from tvm.relax.frontend import nn

TARGET = tvm.target.Target({"kind": "llvm"})


def build(module, passes, checks=True):
    return models.build(module, TARGET, passes, checks)


class Run:
    """A run of the machine: what it answers, and the bytes of its storages."""

    def __init__(self, executable, values):
        machine = relax.VirtualMachine(executable, tvm.cpu())
        self.storages = []

        def look(_, name, before, __, *arguments):
            if before and name == "vm.builtin.alloc_storage":
                self.storages.append(int(arguments[1][0]))

        machine.set_instrument(look)
        # Twice: the second run gets memory that the first one had.
        for _ in range(2):
            self.storages.clear()
            answer = machine["main"](*map(tvm.runtime.tensor, values))
            tensors = [answer] if hasattr(answer, "numpy") else answer
            self.outputs = [tensor.numpy() for tensor in tensors]


def compared(name):
    """Runs without and with the pass, and what read() tells of both."""
    model = models.MODELS[name]()
    module, values = models.imported(model), models.seeded_inputs(model)
    executables = [build(module, passes) for passes in (
        relax.get_default_pipeline, metaobj_plan.relax.pipeline)]
    return ([Run(one, values) for one in executables],
            [metaobj_plan.relax.read(one) for one in executables])


def outputs_equal(runs):
    one, other = ([(array.dtype, array.shape, array.tobytes()) for array in run.outputs]
                  for run in runs)
    return one == other and len(one) > 0


def at_one_time(tensors):
    """The most bytes of storages between their first and their last tensor: what TVM
    would take if all that it frees were used again."""
    spans = {}
    for storage, lower, upper in zip(tensors.storages, tensors.lower, tensors.upper):
        start, end = spans.get(storage, (lower, upper))
        spans[storage] = min(start, lower), max(end, upper)
    return max(sum(tensors.storage_sizes[storage]
                   for storage, (start, end) in spans.items() if start <= time < end)
               for time in tensors.lower)


def table():
    print("| model | tensors | TVM's storages | bytes | at one time | one storage | "
          "lower bound | outputs |")
    print("|---|---|---|---|---|---|---|---|")
    for name in models.MODELS:
        runs, (before, after) = compared(name)
        if before.keys:
            print(f"| {name} | {len(before.keys)} | {len(before.storage_sizes)} |",
                  f"{sum(before.storage_sizes):,} | {at_one_time(before):,} |",
                  f"{sum(after.storage_sizes):,} |",
                  f"{before.plan().lower_bound:,} |",
                  "equal |" if outputs_equal(runs) else "DIFFER |", flush=True)


class Passes(unittest.TestCase):
    #: Models whose storages TVM's own plan makes as small as can be.
    SMALL = {"mlp", "autoencoder", "residual", "integers"}

    def test_models(self):
        unchanged = set()
        for name in models.MODELS:
            with self.subTest(model=name):
                runs, (before, after) = compared(name)
                self.assertTrue(outputs_equal(runs))
                plan = before.plan()
                if before.storage_sizes == after.storage_sizes:
                    unchanged.add(name)
                    self.assertLessEqual(sum(before.storage_sizes), plan.total)
                    continue
                # Of the machine, of the bytecode, of the plan.
                self.assertEqual(after.storage_sizes, [plan.total])
                self.assertEqual(plan.total, plan.lower_bound)
                self.assertLess(plan.total, sum(before.storage_sizes))
                self.assertIn(plan.total, runs[1].storages)
                self.assertEqual(
                    sum(runs[0].storages) - sum(runs[1].storages),
                    sum(before.storage_sizes) - plan.total)
                # What the bytecode says holds, read by itself.
                self.assertEqual(sorted(after.sizes), sorted(before.sizes))
                metaobj_plan.check(after.lower, after.upper, after.sizes, after.offsets,
                                   64, sizes=[plan.total])
        self.assertEqual(unchanged, self.SMALL)

    def test_views_and_branches(self):
        """A tensor lives as long as what shows it; branches keep their storages."""
        from tvm.script import ir, tirx
        from tvm.script import relax as R

        @ir.ir_module
        class Module:
            @tirx.prim_func(s_tir=True, private=True)
            def inc(a: tirx.Buffer((256,), "float32"),
                    b: tirx.Buffer((256,), "float32")):
                for i in range(256):
                    with tirx.sblock("b"):
                        j = tirx.axis.remap("S", [i])
                        b[j] = a[j] + tirx.float32(1)

            @tirx.prim_func(s_tir=True, private=True)
            def total(a: tirx.Buffer((256,), "float32"),
                      b: tirx.Buffer((256,), "float32"),
                      c: tirx.Buffer((256,), "float32")):
                for i in range(256):
                    with tirx.sblock("c"):
                        j = tirx.axis.remap("S", [i])
                        c[j] = a[j] + b[j]

            @R.function
            def main(x: R.Tensor((256,), "float32"), c: R.Tensor((), "bool")):
                cls = Module
                out = R.Tensor((256,), "float32")
                first = R.call_tir(cls.inc, (x,), out)
                square = R.reshape(first, R.shape([16, 16]))
                second = R.call_tir(cls.inc, (x,), out)
                third = R.call_tir(cls.inc, (second,), out)
                again = R.reshape(square, R.shape([256]))
                if c:
                    fourth = R.call_tir(cls.inc, (third,), out)
                    result = R.call_tir(cls.total, (fourth, again), out)
                else:
                    fourth = R.call_tir(cls.total, (third, third), out)
                    result = R.call_tir(cls.total, (fourth, again), out)
                return R.call_tir(cls.total, (result, third), out)

        values = [numpy.arange(256, dtype="float32")]
        executables = [build(Module, passes) for passes in (
            relax.get_default_pipeline, metaobj_plan.relax.pipeline)]
        for flag in (True, False):
            given = [*values, numpy.array(flag)]
            self.assertTrue(outputs_equal([Run(one, given) for one in executables]))
        with self.assertRaisesRegex(ValueError, "'main' branches, expected calls alone"):
            metaobj_plan.relax.read(executables[0])

    def test_varying(self):
        """Extents that a run tells: TVM's own plan leaves them, and so does the
        pass."""
        class Relu(nn.Module):
            def main(self, x):
                return nn.op.relu(nn.op.exp(nn.op.exp(x)))

        module, _ = Relu().export_tvm(
            {"main": {"x": nn.spec.Tensor(("n", 4), "float32")}})
        values = [numpy.linspace(-1, 1, 12, dtype="float32").reshape(3, 4)]
        executables = [build(module, passes) for passes in (
            relax.get_default_pipeline, metaobj_plan.relax.pipeline)]
        self.assertTrue(outputs_equal([Run(one, values) for one in executables]))


class Refusals(unittest.TestCase):
    def module(self):
        return models.imported(models.MODELS["cnn"]())

    def refused(self, text, call, *arguments):
        with self.assertRaises(ValueError) as caught:
            call(*arguments)
        self.assertIn(text, str(caught.exception))

    def lowered(self, *last):
        return tvm.transform.Sequential([
            *cpu.library_dispatch_passes(TARGET), *cpu.legalize_passes(TARGET),
            *cpu.dataflow_lower_passes(TARGET), *last])(self.module())

    def test_place(self):
        later = self.lowered(*cpu.finalize_passes(TARGET)[:2])
        with TARGET:
            self.refused("found an output of 'main' in a storage, expected a module "
                         "between StaticPlanBlockMemory and LowerAllocTensor",
                         metaobj_plan.relax.pass_(), later)

    def test_target(self):
        module = self.lowered(relax.transform.StaticPlanBlockMemory())
        self.refused("found the target None, expected 'with target:' of kind 'llvm'",
                     metaobj_plan.relax.pass_(), module)
        with tvm.target.Target({"kind": "c"}):
            self.refused("of kind 'llvm'", metaobj_plan.relax.pass_(), module)

    def test_read(self):
        self.refused("found int, expected what tvm.relax.build returns",
                     metaobj_plan.relax.read, 5)
        self.refused("the executable has no function 'other'", metaobj_plan.relax.read,
                     build(self.module(), relax.get_default_pipeline), "other")

    def test_release(self):
        version = tvm.__version__
        try:
            tvm.__version__ = "0.99.1"
            self.refused("found TVM 0.99.1, expected a release that was tried: 0.27",
                         metaobj_plan.relax.pass_)
        finally:
            tvm.__version__ = version


if __name__ == "__main__":
    sys.exit(table() if sys.argv[1:] == ["--table"] else unittest.main())
