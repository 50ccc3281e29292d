# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays become tensors of C, without copies.

DLPack's capsules, old and versioned, and the buffer protocol are taken. See
https://dmlc.github.io/dlpack/latest/python_spec.html for the former.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from typing import Any, List, Optional, Protocol, Sequence, Tuple, Type, Union

from ._library import CTensor, check, encode_name, library
from .errors import MetaobjError, UsageError

_CPU = 1

#: DLPack's codes: what the bits of a type mean.
_INT, _UINT, _FLOAT, _BFLOAT, _COMPLEX, _BOOL = 0, 1, 2, 4, 5, 6

#: The struct module's characters, as the buffer protocol has them. The sizes of
#: `l` and others differ; the item size tells them.
_FORMATS = {
    **dict.fromkeys("bhilqn", _INT),
    **dict.fromkeys("BHILQNc", _UINT),
    **dict.fromkeys("efd", _FLOAT),
    "Zf": _COMPLEX,
    "Zd": _COMPLEX,
}

#: Names for `dtype=`: code and bits.
_DTYPES = {
    "bool": (_UINT, 1),
    "bfloat16": (_BFLOAT, 16),
    "complex64": (_COMPLEX, 64),
    "complex128": (_COMPLEX, 128),
    **{f"int{bits}": (_INT, bits) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (_UINT, bits) for bits in (8, 16, 32, 64)},
    **{f"float{bits}": (_FLOAT, bits) for bits in (16, 32, 64)},
    "float8_e3m4": (7, 8),
    "float8_e4m3": (8, 8),
    "float8_e4m3b11fnuz": (9, 8),
    "float8_e4m3fn": (10, 8),
    "float8_e4m3fnuz": (11, 8),
    "float8_e5m2": (12, 8),
    "float8_e5m2fnuz": (13, 8),
    "float8_e8m0fnu": (14, 8),
}



class Dtype(Protocol):
    """A type of NumPy's."""

    @property
    def name(self) -> str:
        """Such as "float32"."""


#: "float32", numpy.float32, numpy.dtype("float32"), ml_dtypes.bfloat16.
DtypeLike = Union[str, Type[Any], Dtype]


def name_of(dtype: Any) -> str:
    """The name by which DLPack knows it."""
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None)
    return str(name or dtype).rstrip("_")  # numpy.bool_


def name_of_code(code: int, bits: int) -> str:
    """The name of DLPack's code, such as "bfloat16"."""
    if code == _BOOL or (code, bits) == _DTYPES["bool"]:
        return "bool"
    if code == 3:
        return f"handle{bits}"
    known = (name for name, pair in _DTYPES.items() if pair == (code, bits))
    return next(known, f"type{code}:{bits}")


def numpy_dtype(name: Optional[str]) -> Any:
    """NumPy's type, or that of ml_dtypes, which has bfloat16 and float8. None:
    neither has it."""
    if name not in _DTYPES:
        return None
    numpy: Any = importlib.import_module("numpy")
    try:
        return numpy.dtype(name)
    except TypeError:
        pass
    try:
        others: Any = importlib.import_module("ml_dtypes")
    except ImportError:
        return None
    found = getattr(others, name, None)
    return None if found is None else numpy.dtype(found)


_api = ctypes.pythonapi
_api.PyCapsule_IsValid.restype = ctypes.c_int
_api.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_api.PyCapsule_SetName.restype = ctypes.c_int
_api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]

#: A capsule refers to its name, which must stay.
_USED = b"used_dltensor"
_USED_VERSIONED = b"used_dltensor_versioned"

_PyBUF_FULL_RO = 0x011C
_PyBUF_WRITABLE = 0x0001


class _PyBuffer(ctypes.Structure):
    """Py_buffer, the same in all versions from 3.3 on."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.py_object),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]


_api.PyObject_GetBuffer.argtypes = [
    ctypes.py_object,
    ctypes.POINTER(_PyBuffer),
    ctypes.c_int,
]
_api.PyBuffer_Release.argtypes = [ctypes.POINTER(_PyBuffer)]
_api.PyBuffer_Release.restype = None


class BufferView:
    """An array through the buffer protocol; holds it until it is deleted."""

    def __init__(self, array: Any, flags: int = _PyBUF_FULL_RO) -> None:
        self.view = _PyBuffer()
        self._is_held = False
        _api.PyObject_GetBuffer(array, ctypes.byref(self.view), flags)
        self._is_held = True

    def __del__(self) -> None:
        if self._is_held:
            _api.PyBuffer_Release(ctypes.byref(self.view))


def _has_buffer(array: Any) -> bool:
    try:
        memoryview(array)
    except (TypeError, BufferError, ValueError):
        return False
    return True


def _refuse(what: str, message: str, hint: str = "") -> MetaobjError:
    return MetaobjError(message, what, hint)


def _dtype_of_format(what: str, view: _PyBuffer) -> Tuple[int, int]:
    text = (view.format or b"B").decode()
    order = text[0] if text[:1] in "@=<>!" else "@"
    kind = text.lstrip("@=<>!")
    is_big = order in ">!" or (order in "@=" and sys.byteorder == "big")
    if view.itemsize > 1 and is_big != (sys.byteorder == "big"):
        raise _refuse(
            what,
            f"its elements ('{text}') have the other byte order",
            "convert it first: array.astype(array.dtype.newbyteorder('='))",
        )
    if kind == "?":
        return _UINT, 1
    if kind not in _FORMATS:
        raise _refuse(
            what,
            f"its elements ('{text}') are of no type that DLPack has",
            "give its bytes, and their type by dtype=",
        )
    return _FORMATS[kind], 8 * view.itemsize


def _parse_dtype(what: str, dtype: Any, view: _PyBuffer) -> Tuple[int, int]:
    """Of the caller's name, or NumPy's type, for elements or plain bytes."""
    dtype = name_of(dtype)
    if dtype not in _DTYPES:
        raise UsageError(
            f"unknown dtype '{dtype}'",
            what,
            "known are: " + ", ".join(sorted(_DTYPES)),
        )
    code, bits = _DTYPES[dtype]
    size = max(bits // 8, 1)
    are_bytes = view.itemsize == 1 and view.ndim == 1 and view.len % size == 0
    are_bytes = are_bytes and not (view.strides and view.strides[0] != 1)
    if not are_bytes:
        _dtype_of_format(what, view)  # Refuses the other byte order.
    if size != view.itemsize and not are_bytes:
        raise UsageError(
            f"elements of {view.itemsize} bytes cannot be {dtype}",
            what,
        )
    return code, bits


def _extents(values: Sequence[int]) -> "ctypes.Array[ctypes.c_int64]":
    return (ctypes.c_int64 * len(values))(*values)


def _buffer_tensor(
    what: str, array: Any, dtype: Optional[DtypeLike], flags: int = _PyBUF_FULL_RO
) -> Tuple[CTensor, BufferView]:
    """The tensor of an array with a buffer, and what must live as long."""
    held = BufferView(array, flags)
    view = held.view
    if view.suboffsets:
        raise _refuse(what, "its rows are at addresses of their own", "copy it first")
    tensor = CTensor()
    tensor.data = view.buf
    tensor.device.device_type = _CPU
    tensor.ndim = view.ndim
    code, bits = (
        _parse_dtype(what, dtype, view)
        if dtype is not None
        else _dtype_of_format(what, view)
    )
    tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes = code, bits, 1
    shape = [view.shape[i] for i in range(view.ndim)] if view.shape else []
    size = max(bits // 8, 1)
    if dtype is not None and size != view.itemsize:  # Plain bytes.
        shape = [view.len // size]
    tensor.shape = _extents(shape)
    if view.strides and view.ndim and size == view.itemsize:
        strides = [view.strides[i] for i in range(view.ndim)]
        if any(stride % view.itemsize for stride in strides):
            raise _refuse(
                what, "its strides are not whole elements", "copy it first"
            )
        tensor.strides = _extents([stride // view.itemsize for stride in strides])
    return tensor, held


def _capsule(what: str, array: Any) -> Any:
    """The newer form if the array's library has it."""
    try:
        try:
            return array.__dlpack__(max_version=(1, 0))
        except TypeError:
            return array.__dlpack__()
    except (BufferError, RuntimeError, TypeError, ValueError) as problem:
        lines = str(problem).strip().splitlines() or [type(problem).__name__]
        text = lines[0].rstrip(".!")
        raise _refuse(
            what,
            f"{type(array).__name__} does not give its memory: {text}",
            "detach() it if it has gradients; copy it if it is read-only"
            if getattr(array, "requires_grad", False)
            else "copy it into another array first",
        ) from problem


def _plain_numbers(what: str, array: Any, dtype: Any) -> Tuple[Any, Any]:
    """An array of NumPy with a type of another package (ml_dtypes), of which
    neither buffers nor capsules tell: its numbers as integers, and its type."""
    name = getattr(getattr(array, "dtype", None), "name", None)
    if type(array).__module__.split(".")[0] != "numpy" or _has_buffer(array):
        return array, dtype
    if name not in _DTYPES:
        raise _refuse(
            what,
            f"its elements ({name}) are of no type that is stored",
            "convert them with astype(), or give their bytes and a dtype",
        )
    if not array.dtype.isnative:
        raise _refuse(
            what,
            f"its elements ({name}) have the other byte order",
            "convert it first: array.astype(array.dtype.newbyteorder('='))",
        )
    numbers = array.view(f"uint{8 * array.dtype.itemsize}")
    return numbers, name if dtype is None else dtype


def _add_capsule(module: Any, name: str, capsule: Any) -> None:
    for kind, used, add in (
        (
            b"dltensor_versioned",
            _USED_VERSIONED,
            library.metaobj_module_add_versioned_tensor,
        ),
        (b"dltensor", _USED, library.metaobj_module_add_managed_tensor),
    ):
        if not _api.PyCapsule_IsValid(capsule, kind):
            continue
        pointer = _api.PyCapsule_GetPointer(capsule, kind)
        # From here on the library calls the deleter.
        _api.PyCapsule_SetName(capsule, used)
        check(add(module, encode_name("parameter", name), pointer))
        return
    what = f"parameter '{name}'"
    raise _refuse(what, "__dlpack__ has returned no capsule of a tensor")


def _device_tensor(array: Any) -> Optional[CTensor]:
    """For memory of another device than the CPU: the library refuses it, and
    knows the device's name. Asking for the memory itself may copy it."""
    if not hasattr(array, "__dlpack_device__"):
        return None
    kind, number = map(int, array.__dlpack_device__())
    if kind == _CPU:
        return None
    tensor = CTensor()
    tensor.device.device_type, tensor.device.device_id = kind, number
    return tensor


def add_param(
    module: Any, name: str, array: Any, dtype: Optional[DtypeLike]
) -> List[Any]:
    """Adds array to the module. Returns what must live as long as it."""
    what = f"parameter '{name}'"
    tensor = _device_tensor(array)
    held: List[Any] = []
    encoded = encode_name("parameter", name)
    if tensor is None:
        array, dtype = _plain_numbers(what, array, dtype)
    # NumPy's own capsules cannot be read-only, its buffers can.
    if tensor is None and _has_buffer(array):
        tensor, view = _buffer_tensor(what, array, dtype)
        held = [view]
    if tensor is not None:
        check(
            library.metaobj_module_add_tensor(
                module, encoded, ctypes.byref(tensor)
            )
        )
        return held
    if dtype is not None:
        raise UsageError(
            "dtype= is for arrays that give their bytes by the buffer protocol", what
        )
    _check_protocol(what, array)
    _add_capsule(module, name, _capsule(what, array))
    return []


def _check_protocol(what: str, array: Any) -> None:
    if not hasattr(array, "__dlpack__"):
        raise UsageError(
            f"{type(array).__name__} has neither __dlpack__ nor a buffer",
            what,
            "give an array of NumPy, torch or another library, or bytes",
        )


class _Versioned(ctypes.Structure):
    """metaobj_versioned_tensor."""

    _fields_ = [
        ("major_version", ctypes.c_uint32),
        ("minor_version", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", CTensor),
    ]


def borrow(what: str, array: Any, is_output: bool = False) -> Tuple[CTensor, Any]:
    """The tensor of an array, and what must live as long as it is used."""
    tensor = _device_tensor(array)
    if tensor is not None:
        return tensor, None
    hint = "give an array that can be written"
    array, dtype = _plain_numbers(what, array, None)
    if _has_buffer(array):
        flags = _PyBUF_FULL_RO | (_PyBUF_WRITABLE if is_output else 0)
        try:
            return _buffer_tensor(what, array, dtype, flags)
        except (BufferError, ValueError) as problem:
            raise _refuse(what, "an output is read-only", hint) from problem
    _check_protocol(what, array)
    capsule = _capsule(what, array)
    # The capsule keeps its tensor until it is deleted.
    if _api.PyCapsule_IsValid(capsule, b"dltensor_versioned"):
        pointer = _api.PyCapsule_GetPointer(capsule, b"dltensor_versioned")
        found = _Versioned.from_address(pointer)
        if found.major_version != 1:
            raise _refuse(
                what,
                f"its tensor has version {found.major_version}."
                f"{found.minor_version} of DLPack, wanted 1",
                "ask its maker for version 1",
            )
        if is_output and found.flags & 1:
            raise _refuse(what, "an output is read-only", hint)
        return found.tensor, capsule
    if not _api.PyCapsule_IsValid(capsule, b"dltensor"):
        raise _refuse(what, "__dlpack__ has returned no capsule of a tensor")
    pointer = _api.PyCapsule_GetPointer(capsule, b"dltensor")
    return CTensor.from_address(pointer), capsule


def is_array(value: Any) -> bool:
    """Whether it is more than a number or a text: has it elements?"""
    return hasattr(value, "__dlpack__") or _has_buffer(value)
