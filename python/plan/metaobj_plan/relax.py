# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TVM's Relax: its storages become one, in which each tensor has an offset.

    executable = tvm.relax.build(
        module, target, relax_pipeline=metaobj_plan.relax.pipeline(target))

read() tells the tensors of any executable: read(executable).plan().total.
"""

from __future__ import annotations

import importlib
import math
from typing import Any, Dict

from ._relax_executable import follow
from ._relax_tensors import Lives, Tensors

__all__ = ["Tensors", "pass_", "pipeline", "read"]

#: Releases of TVM.
TRIED = ("0.27",)


def read(executable: Any, function: str = "main") -> Tensors:
    """The tensors of a function of what relax.build returns. All extents must be
    known, and the function must not branch."""
    lives = Lives()
    return lives.inner(follow(executable, function, lives))


def _tvm(part: str = "") -> Any:
    package: Any = importlib.import_module("tvm")
    if ".".join(package.__version__.split(".")[:2]) not in TRIED:
        raise ValueError(f"found TVM {package.__version__}, expected a release that "
                         f"was tried: {', '.join(TRIED)}")
    return importlib.import_module(f"tvm.{part}") if part else package


def _is_fixed(shape: Any) -> bool:
    return all(type(extent).__name__ == "IntImm"
               for extent in getattr(shape, "values", [None]))


def _follow(function: Any) -> Lives:
    """A function of Relax behind StaticPlanBlockMemory."""
    relax, lives = _tvm("relax"), Lives()
    for binding in (one for block in function.body.blocks for one in block.bindings):
        key, value = binding.var, binding.value
        name = str(getattr(getattr(value, "op", None), "name", ""))
        if name == "relax.memory.alloc_storage" and _is_fixed(value.args[0]) and (
                int(value.args[1].value) == 0 and value.args[2].value == "global"):
            lives.alloc_storage(key, int(value.args[0].values[0]))
        elif name == "relax.memory.alloc_tensor" and value.args[0] in lives.storages:
            storage, offset, shape, dtype = value.args[:4]
            kind, size = _tvm().DataType(dtype.value), 2**63
            if _is_fixed(shape):
                size = -(-kind.bits * kind.lanes // 8)
                size *= math.prod(int(extent) for extent in shape.values)
            lives.alloc_tensor(key, lives.storages[storage], int(offset.value), size)
        else:
            is_void = isinstance(key.ty, relax.TupleType) and not key.ty.fields
            lives.call(relax.analysis.free_vars(value), None if is_void else key)
    return lives


def _settle() -> Any:
    """A function that adds a tensor's byte offset to its pointer: TVM's operators
    expect an offset of 0."""
    tirx, op = _tvm("tirx"), _tvm("tirx.op")
    tensor, data, byte_offset = tirx.Var("tensor", "handle"), 1, 8
    moved = op.handle_add_byte_offset(
        op.tvm_struct_get(tensor, 0, data, "handle"),
        tirx.Cast("int64", op.tvm_struct_get(tensor, 0, byte_offset, "uint64")))
    zero = tirx.IntImm("uint64", 0)
    return tirx.PrimFunc([tensor], tirx.SeqStmt([
        tirx.Evaluate(op.tvm_struct_set(tensor, 0, data, moved)),
        tirx.Evaluate(op.tvm_struct_set(tensor, 0, byte_offset, zero))]))


def _moved(function: Any, places: Dict[Any, int], total: int, settle: Any) -> Any:
    """The function with tensors at offsets in one storage."""
    relax, memory = _tvm("relax"), _tvm("relax.op.memory")
    arena, size = relax.Var("arena", relax.AnyType()), relax.ShapeExpr([total])
    storage = memory.alloc_storage(size, 0, "global", "uint8")
    bindings, gone = [relax.VarBinding(arena, storage)], set()
    for binding in (one for block in function.body.blocks for one in block.bindings):
        if binding.var in places:
            gone.add(binding.value.args[0])
            binding = relax.VarBinding(binding.var, memory.alloc_tensor(
                arena, places[binding.var], *binding.value.args[2:]))
            nothing = relax.Var("_", relax.TupleType([]))
            call = relax.VarBinding(nothing, relax.Call(settle, [binding.var]))
            bindings += [binding, call]
        else:
            bindings.append(binding)
    block = relax.BindingBlock([one for one in bindings if one.var not in gone])
    return relax.Function(
        function.params, relax.SeqExpr([block], function.body.body), function.ret_ty,
        function.is_pure, function.attrs)


def pass_(effort: int = 5) -> Any:
    """A pass that stands between StaticPlanBlockMemory and LowerAllocTensor. It
    leaves a function as it is where that does not take more memory."""
    tvm, relax = _tvm(), _tvm("relax")

    def run(module: Any, _: Any) -> Any:
        target = tvm.target.Target.current(allow_none=True)
        if target is None or str(target.kind) != "llvm":
            raise ValueError(f"found the target {target}, expected 'with target:' "
                             "of kind 'llvm': offsets are added by a processor")
        builder, settle = relax.BlockBuilder(module), None
        for name, function in module.functions_items():
            if not isinstance(function, relax.Function):
                continue
            lives = _follow(function)
            returned = relax.analysis.free_vars(function.body.body)
            if lives.views(returned):
                raise ValueError(
                    f"found an output of '{name.name_hint}' in a storage, expected a "
                    "module between StaticPlanBlockMemory and LowerAllocTensor")
            tensors = lives.inner(returned)
            plan = tensors.plan(effort)
            if plan.total < sum(tensors.storage_sizes):
                settle = settle or builder.add_func(_settle(), "metaobj_plan_settle")
                places = dict(zip(tensors.keys, plan.offsets))
                builder.update_func(
                    name, _moved(function, places, plan.total, settle))
        return builder.get()

    return tvm.transform.module_pass(run, opt_level=0, name="metaobj_plan")


def pipeline(target: Any, effort: int = 5) -> Any:
    """For `relax_pipeline=`: TVM's passes for processors, and pass_()."""
    cpu, transform = _tvm("relax.backend.cpu_generic.pipeline"), _tvm().transform

    def run(module: Any, _: Any) -> Any:
        last = cpu.finalize_passes(target)
        names = [str(one.info.name) for one in last]
        last.insert(names.index("StaticPlanBlockMemory") + 1, pass_(effort))
        with target:
            return transform.Sequential(
                cpu.library_dispatch_passes(target) + cpu.legalize_passes(target)
                + cpu.dataflow_lower_passes(target) + last)(module)

    return transform.module_pass(run, opt_level=0)
