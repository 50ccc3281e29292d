# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators on a chip, or in a process of this machine.

    import metaobj, numpy

    with metaobj.device.connect("host", objects=["operators.o"]) as device:
        x = numpy.ones(4, "float32")
        result = device["tvmgen_net_relu"](x, out=metaobj.device.empty(4, "float32"))
        print(result.outputs[0], result.cycles, result.counter)
"""

from __future__ import annotations

import ctypes
import importlib
import json
import numbers
import sys
import threading
from dataclasses import dataclass, field
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    Union,
)

from ._library import (
    CTensor,
    Job,
    Path,
    Source,
    Watch,
    as_list,
    check,
    encode,
    library,
    take_buffer,
)
from ._options import (
    DeviceCompareOptions,
    DeviceOptions,
    DeviceRunOptions,
    DeviceTimeOptions,
)
from ._tensors import DtypeLike, borrow, is_array, name_of, name_of_code, numpy_dtype
from .errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Call",
    "Constant",
    "Device",
    "DeviceCompareOptions",
    "DeviceOperator",
    "DeviceOptions",
    "DeviceReport",
    "DeviceRunOptions",
    "DeviceTimeOptions",
    "Empty",
    "Function",
    "Handle",
    "Memory",
    "connect",
    "constant",
    "empty",
]

_INPUT, _OUTPUT, _CONSTANT = 0, 1, 2

#: Characters of the buffer protocol, for those who have no NumPy.
_CHARACTERS = {
    "bool": "?",
    **{f"int{8 << i}": "bhiq"[i] for i in range(4)},
    **{f"uint{8 << i}": "BHIQ"[i] for i in range(4)},
    "float32": "f",
    "float64": "d",
}


def _numpy_type(name: str) -> Any:
    found = numpy_dtype(name)
    if found is None:
        raise UsageError(
            f"NumPy has no type for {name}",
            hint="install ml_dtypes for bfloat16 and float8",
        )
    return found


@dataclass(frozen=True)
class Empty:
    """An output that is made for the call: an array of NumPy, or a memoryview
    without NumPy."""

    shape: Tuple[int, ...]
    dtype: str

    def _make(self) -> Any:
        try:
            numpy: Any = importlib.import_module("numpy")
        except ImportError:
            pass
        else:
            return numpy.zeros(self.shape, _numpy_type(self.dtype))
        if self.dtype not in _CHARACTERS:
            raise UsageError(
                f"'{self.dtype}' needs NumPy",
                hint="known without it are: " + ", ".join(sorted(_CHARACTERS)),
            )
        count = 1
        for extent in self.shape:
            count *= extent
        character = _CHARACTERS[self.dtype]
        size = memoryview(bytes(8)).cast(character).itemsize
        plain = memoryview(bytearray(size * count))
        return plain.cast(character, self.shape)


def empty(shape: Union[int, Sequence[int]], dtype: DtypeLike = "float32") -> Empty:
    """An output of this shape and type, for `out=`. The type is a name, or a type
    of NumPy or ml_dtypes."""
    extents = (shape,) if isinstance(shape, int) else tuple(shape)
    return Empty(extents, name_of(dtype))


@dataclass(frozen=True)
class Constant:
    """An array that stays on the device for other calls."""

    array: Any


def constant(array: Any) -> Constant:
    """The array as a parameter: it stays on the device, if that has room, and is
    sent again only when it was changed. The device holds it until it is closed."""
    return Constant(array)


@dataclass(frozen=True)
class Handle:
    """An address on the device, of a type code of TVM (3: any pointer)."""

    address: int
    code: int = 3


@dataclass(frozen=True)
class Call:
    """What a function has done."""

    value: Any  #: What it returned; None: nothing.
    outputs: Tuple[Any, ...]  #: The arrays of `out=`, filled.
    cycles: Optional[int]  #: None: nothing has counted them.
    counter: str  #: "DWT", "SysTick", "mcycle", "TSC"; empty: none.


@dataclass(frozen=True)
class DeviceOperator:
    """An operator of a graph, after all runs."""

    function: str
    node: str
    calls: int
    cycles: Optional[int]  #: Of a call, on average.
    largest_cycles: int
    counter: Optional[str]
    workspace: Optional[int]  #: Most bytes at a time; only of tvm-ffi.
    difference: Optional[Mapping[str, Any]]  #: From the host's; docs/device.md.
    raw: Mapping[str, Any] = field(repr=False)


def _numpy_of(output: Mapping[str, Any]) -> Any:
    numpy: Any = importlib.import_module("numpy")
    dtype = _numpy_type(output["dtype"])
    number: Any = int if dtype.kind in "iub" else float
    if dtype.kind == "c":
        number = complex
    elements = [number(each) for each in output["elements"]]
    return numpy.array(elements, dtype).reshape(output["shape"])


@dataclass(frozen=True)
class DeviceReport:
    """What a graph has done on a device."""

    device: str
    operators: Tuple[DeviceOperator, ...]
    equal: Optional[bool]  #: To the host; None: nothing was compared.
    raw: Mapping[str, Any] = field(repr=False)  #: docs/device.md.

    @property
    def runs(self) -> List[List[Any]]:
        """The outputs of each run, as arrays of NumPy."""
        return [[_numpy_of(each) for each in run] for run in self.raw.get("runs", [])]

    @property
    def outputs(self) -> List[Any]:
        """The outputs of the last run, as arrays of NumPy."""
        runs = self.raw.get("runs", [])
        return [_numpy_of(each) for each in runs[-1]] if runs else []


def _report(raw: Mapping[str, Any]) -> DeviceReport:
    return DeviceReport(
        device=raw["device"],
        operators=tuple(
            DeviceOperator(
                function=each["function"],
                node=each["node"],
                calls=each["calls"],
                cycles=each["cycles"],
                largest_cycles=each["largest_cycles"],
                counter=each["counter"],
                workspace=each.get("workspace"),
                difference=each.get("difference"),
                raw=each,
            )
            for each in raw["operators"]
        ),
        equal=raw.get("equal"),
        raw=raw,
    )


class _Released:
    """Frees a handle of C at the end of a block."""

    def __init__(self, free: Any) -> None:
        self.handle = ctypes.c_void_p()
        self._free = free

    def __enter__(self) -> ctypes.c_void_p:
        return self.handle

    def __exit__(self, *_: object) -> None:
        if self.handle:
            self._free(self.handle)


def _tensor_value(tensor: CTensor) -> Any:
    """A tensor that was returned: an array of NumPy, or else bytes."""
    name = name_of_code(tensor.dtype.code, tensor.dtype.bits)
    shape = [tensor.shape[i] for i in range(tensor.ndim)]
    count = 1
    for extent in shape:
        count *= extent
    size = max(tensor.dtype.bits // 8, 1) * tensor.dtype.lanes
    data = ctypes.string_at(tensor.data, count * size) if count else b""
    try:
        numpy: Any = importlib.import_module("numpy")
        return numpy.frombuffer(data, _numpy_type(name)).reshape(shape).copy()
    except (ImportError, UsageError, ValueError):
        return data


def _value(result: ctypes.c_void_p) -> Any:
    kind = library.metaobj_result_kind(result)
    number = library.metaobj_result_int(result)
    tensor = library.metaobj_result_tensor(result)
    if kind == 1:
        return bool(number)
    if kind == 2:
        return number
    if kind == 3:
        return library.metaobj_result_double(result)
    if kind in (4, 5):
        size = ctypes.c_size_t()
        place = library.metaobj_result_bytes(result, ctypes.byref(size))
        data = ctypes.string_at(place, size.value)
        return data.decode("utf-8", "surrogateescape") if kind == 4 else data
    if kind == 6:
        dtype = tensor.contents.dtype
        lanes = f"x{dtype.lanes}" if dtype.lanes != 1 else ""
        return name_of_code(dtype.code, dtype.bits) + lanes
    if kind == 7:
        device = tensor.contents.device
        return (device.device_type, device.device_id)
    if kind == 8:
        return Handle(number & (1 << 64) - 1)
    if kind == 9:
        return _tensor_value(tensor.contents)
    return None


class Memory:
    """The memory of a device."""

    def __init__(self, device: "Device") -> None:
        self._device = device

    def read(self, address: int, size: int) -> bytes:
        """size bytes at address."""
        _check_range(address, size)
        into = ctypes.create_string_buffer(size)
        self._device._work(library.metaobj_chip_read, address, into, size)
        return into.raw

    def write(self, address: int, data: Any) -> None:
        """Writes bytes, or anything with a buffer, to address."""
        plain = bytes(memoryview(data))
        _check_range(address, len(plain))
        self._device._work(library.metaobj_chip_write, address, plain, len(plain))

    @property
    def areas(self) -> List[Dict[str, Any]]:
        """Memory that the device tells of: "kind" (ram, rom, flash), "address",
        "bytes", "block_bytes"."""
        return list(self._device._describe()["areas"])

    @property
    def use(self) -> Dict[str, int]:
        """Bytes of the "program", of the "heap" for tensors and arguments, and
        the most that was "used" of it."""
        return dict(self._device._describe()["memory"])


def _check_range(address: int, size: int) -> None:
    if not 0 <= address < 1 << 64 or not 0 <= size <= sys.maxsize:
        raise UsageError("address and size are not those of bytes in memory")


class Function:
    """A function of a device."""

    def __init__(self, device: "Device", name: str) -> None:
        self._device = device
        self.name = name

    def __call__(self, *arguments: Any, out: Any = ()) -> Call:
        """As Device.call()."""
        return self._device.call(self.name, *arguments, out=out)

    def __repr__(self) -> str:
        return f"<function {self.name} of {self._device.name}>"


class Device:
    """A device with operators, which connect() makes.

    One thread uses it at a time. It ends with close(), or with a `with` block.
    Errors of its functions are MetaobjError, with a table of registers in
    details; the device goes on after them. Ctrl-C stops a function.
    """

    def __init__(self, name: str, job: Job) -> None:
        self.name = name
        self.memory = Memory(self)
        self._lock = threading.Lock()
        self._held: Dict[int, Any] = {}
        self._handle = ctypes.c_void_p()
        self._watch = Watch()
        job.open_chip(self._handle)
        library.metaobj_chip_on_progress(self._handle, self._watch.function, None)

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle:
            library.metaobj_chip_free(handle)

    def __enter__(self) -> "Device":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        problem: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<device {self.name}>"

    def close(self) -> None:
        """Ends the connection. Everything after it is a UsageError."""
        library.metaobj_chip_close(self._handle)
        self._held.clear()

    def _work(self, function: Any, *arguments: Any) -> None:
        """Calls a function of C for the device; Ctrl-C ends it."""
        if not self._lock.acquire(blocking=False):
            raise UsageError("the device is at work", self.name, "wait for it")
        try:
            with self._watch:
                problem = function(self._handle, *arguments)
            self._watch.finish(problem)
        finally:
            self._lock.release()

    def _json(self, function: Any) -> Any:
        buffer = ctypes.c_void_p()
        self._work(function, ctypes.byref(buffer))
        return json.loads(take_buffer(buffer))

    def _describe(self) -> Any:
        return self._json(library.metaobj_chip_describe)

    def functions(self) -> List[str]:
        """The names of what can be called."""
        return [str(each) for each in self._describe()["functions"]]

    def registers(self) -> Dict[str, int]:
        """All registers by their names."""
        found = self._json(library.metaobj_chip_registers)
        return {str(name): int(value) for name, value in found.items()}

    def reset(self) -> None:
        """Connects again, resets the device and loads the operators again. After
        an error the device is closed."""
        self._work(library.metaobj_chip_reset)
        self._held.clear()

    def __getitem__(self, name: str) -> Function:
        known = self.functions()
        if known and name not in known:
            raise UsageError(
                f"has no function '{name}'", self.name, "known are: " + ", ".join(known[:20])
            )
        return Function(self, name)

    def call(self, name: str, *arguments: Any, out: Any = ()) -> Call:
        """Calls a function: device.call("f", x, y, out=z).

        Arguments are arrays (NumPy, torch and others with `__dlpack__`, or with a
        buffer), numbers, truth values, text, bytes, None and Handle. A
        constant() stays on the device. Arrays are compact and have the byte order
        of this machine; others are refused.

        out is an output, or a list of them, behind the arguments: arrays, which
        are filled, or empty(shape, dtype), which are made. An output at another
        place is an Empty among the arguments.
        """
        outs = list(out) if isinstance(out, (list, tuple)) else [out]
        made: List[Any] = []
        with _Released(library.metaobj_call_free) as call:
            check(
                library.metaobj_call_create(
                    self._handle, encode(name), ctypes.byref(call)
                )
            )
            kept: List[Any] = []
            for i, value in enumerate([*arguments, *outs]):
                is_output = i >= len(arguments) or isinstance(value, Empty)
                if isinstance(value, Empty):
                    value = value._make()
                if is_output:
                    made.append(value)
                kept.append(self._add(call, i, value, is_output))
            with _Released(library.metaobj_result_free) as result:
                place = ctypes.byref(result)
                self._work(lambda _: library.metaobj_call_run(call, place))
                cycles = ctypes.c_uint64()
                has_cycles = library.metaobj_result_cycles(result, ctypes.byref(cycles))
                counter = library.metaobj_result_counter(result)
                return Call(
                    value=_value(result),
                    outputs=tuple(made),
                    cycles=cycles.value if has_cycles else None,
                    counter=(counter or b"").decode(),
                )

    def _add(self, call: ctypes.c_void_p, index: int, value: Any, is_output: bool) -> Any:
        """Adds an argument; returns what must live as long as the call."""
        use = _OUTPUT if is_output else _INPUT
        if isinstance(value, Constant):
            use, value = _CONSTANT, value.array
        elif not is_output and self._add_value(call, index, value):
            return None
        what = f"argument '{index}'"
        tensor, held = borrow(what, value, is_output)
        check(
            library.metaobj_call_add_tensor(
                call, str(index).encode(), ctypes.byref(tensor), use
            )
        )
        if use == _CONSTANT:
            # The library knows it by its address.
            self._held[int(tensor.data or 0) + int(tensor.byte_offset)] = (value, held)
        return value, held

    @staticmethod
    def _add_value(call: ctypes.c_void_p, index: int, value: Any) -> bool:
        """False: it is an array."""
        kind = type(value).__name__
        if value is None:
            check(library.metaobj_call_add_null(call))
        elif isinstance(value, bool) or kind in ("bool_", "bool"):
            check(library.metaobj_call_add_bool(call, int(bool(value))))
        elif isinstance(value, numbers.Integral):
            number = int(value)
            if not -(1 << 63) <= number < 1 << 63:
                raise UsageError(f"{number} does not fit in 64 bits", f"argument '{index}'")
            check(library.metaobj_call_add_int(call, number))
        elif isinstance(value, numbers.Real):
            check(library.metaobj_call_add_double(call, float(value)))
        elif isinstance(value, str):
            check(library.metaobj_call_add_string(call, encode(value)))
        elif isinstance(value, (bytes, bytearray)):
            plain = bytes(value)
            check(library.metaobj_call_add_bytes(call, plain, len(plain)))
        elif isinstance(value, Handle):
            check(library.metaobj_call_add_handle(call, value.address, value.code))
        elif is_array(value):
            return False
        else:
            raise UsageError(
                f"{kind} is not an argument",
                f"argument '{index}'",
                "give an array, a number, text, bytes or None",
            )
        return True

    def run(
        self,
        *files: Source,
        inputs: Optional[Mapping[str, Any]] = None,
        **options: Unpack[DeviceRunOptions],
    ) -> DeviceReport:
        """Runs a graph operator by operator. files are the graph and parameters;
        the operators are there. inputs are arrays by name, for one run or for n."""
        return self._run("run", files, inputs, options)

    def compare(
        self,
        *files: Source,
        host_objects: Union[Path, Sequence[Path]],
        inputs: Optional[Mapping[str, Any]] = None,
        **options: Unpack[DeviceCompareOptions],
    ) -> DeviceReport:
        """The same, and compares each operator with host_objects, compiled for
        this machine. Option: `tolerance=`."""
        more: Mapping[str, object] = {**options, "host_object": host_objects}
        return self._run("compare", files, inputs, more)

    def time(
        self,
        *files: Source,
        inputs: Optional[Mapping[str, Any]] = None,
        **options: Unpack[DeviceTimeOptions],
    ) -> DeviceReport:
        """The same as run(), each operator several times. Inputs that are not
        given are zeros. Option: `repeat=`."""
        return self._run("time", files, inputs, options)

    def _run(
        self,
        action: str,
        files: Iterable[Source],
        inputs: Optional[Mapping[str, Any]],
        options: Mapping[str, object],
    ) -> DeviceReport:
        job = Job("device")
        for each in files:
            job.add_source(each)
        job.set_options({**options, "action": action})
        _add_inputs(job, inputs)
        buffer = ctypes.c_void_p()
        self._work(
            lambda chip: library.metaobj_job_run_on_chip(
                job.handle, chip, ctypes.byref(buffer)
            )
        )
        return _report(json.loads(take_buffer(buffer)))


def _add_inputs(job: Job, inputs: Optional[Mapping[str, Any]]) -> None:
    for name, array in (inputs or {}).items():
        tensor, held = borrow(f"input '{name}'", array)
        check(
            library.metaobj_job_add_input(
                job.handle, encode(name), ctypes.byref(tensor)
            )
        )
        del held


def connect(
    via: str,
    *,
    objects: Union[Source, Sequence[Source]] = (),
    functions: Union[str, Sequence[str]] = (),
    board: Optional[str] = None,
    memory: Union[None, Path, Sequence[Path]] = None,
    **options: Unpack[DeviceOptions],
) -> Device:
    """Connects with a device, links and loads operators.

    via is "host", "gdb:localhost:1234" or another way of docs/device.md. objects
    are operators: objects and archives. functions are those to call, if the
    objects do not tell. board or memory tell where the device has memory. Others
    are options of `metaobj device`: stack, workspace, use_flash, core, reset, limit,
    reply_limit.
    """
    job = Job("device")
    for each in as_list("objects=", objects):
        job.add_source(each)
    job.set_options(
        {
            **options,
            "via": via,
            "board": board,
            "memory": memory,
            "function": functions,
        }
    )
    return Device(via, job)
