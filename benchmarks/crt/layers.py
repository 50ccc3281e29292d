# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layers of runtime_crt: which sources each holds, and its goals."""

import pathlib
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
CRT = ROOT / "runtime_crt"


@dataclass(frozen=True)
class Layer:
    """A part of the runtime that a program pays for as a whole."""
    name: str
    #: Sources under src/, without .c; a folder stands for all others in it.
    sources: tuple
    #: Bytes of code and constants on a Cortex-M0, or None.
    goal: int = None
    #: The same of TVM v0.18, in KiB, where it is known.
    tvm: str = ""
    #: Whether the goal leaves out constants.
    goal_is_code: bool = False
    #: Public functions that the goal leaves out.
    extra: tuple = ()


LAYERS = (
    Layer("backend, stack allocator", ("backend",), 640, "", True,
          ("StackMemoryManager_Allocate_Body", "StackMemoryManager_Free_Body",
           "TVMStackMemoryManager_GetUsage")),
    Layer("error texts with arguments",
          ("backend/error_format", "backend/message_format")),
    Layer("detail of errors", ("backend/error_detail",)),
    Layer("page allocator", ("memory/page_allocator",), 1152, "1.7 KiB"),
    Layer("static arena", ("memory",)),
    Layer("registry, modules, life cycle, calls",
          ("runtime", "backend/failure"), 2560, "3.5 KiB",
          extra=("TVMFuncRegistry_ValidateNames",)),
    Layer("the runtime's own global functions",
          ("runtime/builtin_functions", "runtime/byte_array",
           "backend/platform_defaults")),
    Layer("element types as texts", ("runtime/data_type",)),
    Layer("time evaluator", ("runtime/time_evaluator",)),
    Layer("graph executor, JSON, arrays, packed calls",
          ("graph", "runtime/array_reader", "runtime/ndarray",
           "runtime/packed_func", "runtime/params_file",
           "runtime/tensor_size"), 7168, "12.2 KiB"),
    Layer("what both executors' modules share", ("runtime/module_functions",)),
    Layer("graph executor as a module, inputs by copy",
          ("graph/graph_executor_module", "graph/graph_inputs")),
    Layer("device memory and arrays by TVM's C API",
          ("runtime/device_memory", "runtime/streams")),
    Layer("AOT executor", ("aot",)),
    Layer("devices", ("device",)),
    Layer("verification of a model in flash", ("record",), 2048, "", True,
          ("TVMRecord_Signature",)),
    Layer("RPC server",
          ("rpc/rpc_answer", "rpc/rpc_log", "rpc/rpc_memory",
           "rpc/rpc_request", "rpc/rpc_server", "rpc/rpc_state"), 3072),
    Layer("list of functions by RPC", ("rpc/rpc_functions",), 256),
    Layer("packets and sessions of RPC", ("rpc",),
          extra=("TVMRpcSession_Start",)),
)


def layer_of(source):
    """The layer of a source such as runtime/streams."""
    for layer in LAYERS:
        if source in layer.sources:
            return layer
    folder = source.split("/")[0]
    for layer in LAYERS:
        if folder in layer.sources:
            return layer
    raise ValueError(f"src/{source}.c belongs to no layer of {__file__}")
