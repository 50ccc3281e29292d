# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of metaobj-c/metaobj_plan.h."""

from __future__ import annotations

import ctypes
import os
from typing import Any, NoReturn, Optional, Sequence

from .errors import Code, PlanError

NO_LIMIT = 2**64 - 1
NO_PLAN_YET = 2**64 - 1
_NO_POSITION = ctypes.c_size_t(-1).value
_NO_MEMORY = 1


class CPlace(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_uint64), ("pool", ctypes.c_uint32)]


class CBuffer(ctypes.Structure):
    _fields_ = [
        ("lower", ctypes.c_uint64),
        ("upper", ctypes.c_uint64),
        ("size", ctypes.c_uint64),
        ("alignment", ctypes.c_uint64),
        ("pools", ctypes.c_uint64),
        ("fixed", ctypes.POINTER(CPlace)),
        ("traffic", ctypes.c_uint64),
        ("in_place_of", ctypes.c_uint64),
    ]


class CProgress(ctypes.Structure):
    _fields_ = [
        ("steps", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("lower_bound", ctypes.c_uint64),
        ("user", ctypes.c_void_p),
    ]


CProgressFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(CProgress))


class CProblem(ctypes.Structure):
    _fields_ = [
        ("buffers", ctypes.c_void_p),
        ("num_buffers", ctypes.c_size_t),
        ("pool_limits", ctypes.c_void_p),
        ("num_pools", ctypes.c_size_t),
        ("known", ctypes.c_void_p),
        ("num_known", ctypes.c_size_t),
        ("effort", ctypes.c_uint32),
        ("pool_costs", ctypes.c_void_p),
        ("progress", CProgressFunction),
        ("progress_user", ctypes.c_void_p),
    ]


class CSummary(ctypes.Structure):
    _fields_ = [
        ("lower_bound", ctypes.c_uint64),
        ("steps", ctypes.c_uint64),
        ("too_many_pairs", ctypes.c_uint64),
        ("cost", ctypes.c_uint64),
        ("is_optimal", ctypes.c_uint32),
        ("is_stopped", ctypes.c_uint32),
        ("method", ctypes.c_char * 64),
    ]


class CFault(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int),
        ("plan", ctypes.c_int),
        ("buffer", ctypes.c_size_t),
        ("other_buffer", ctypes.c_size_t),
        ("pool", ctypes.c_size_t),
        ("numbers", ctypes.c_uint64 * 4),
        ("text", ctypes.c_char * 256),
    ]


class CReason(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int),
        ("pool", ctypes.c_uint32),
        ("time", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("beside", ctypes.c_size_t * 3),
        ("num_beside", ctypes.c_size_t),
    ]


_Pointer = ctypes.c_void_p
_Text = ctypes.c_char_p
_Problem = ctypes.POINTER(CProblem)
_Fault = ctypes.POINTER(CFault)
_Reason = ctypes.POINTER(CReason)

_FUNCTIONS = {
    "metaobj_plan_memory": (
        ctypes.c_int,
        [_Problem, _Pointer, _Pointer, ctypes.POINTER(CSummary), _Fault],
    ),
    "metaobj_plan_check": (ctypes.c_int, [_Problem, _Pointer, _Pointer, _Fault]),
    "metaobj_plan_bounds": (ctypes.c_int, [_Problem, _Pointer, _Fault]),
    "metaobj_plan_explain": (ctypes.c_int, [_Problem, _Pointer, _Pointer, _Fault]),
    "metaobj_plan_reason_text": (
        ctypes.c_size_t,
        [_Reason, _Text, ctypes.POINTER(_Text), _Pointer, ctypes.c_size_t],
    ),
    "metaobj_plan_fault_text": (
        ctypes.c_size_t,
        [_Fault, _Text, _Text, _Text, _Pointer, ctypes.c_size_t],
    ),
}


def _find() -> str:
    """METAOBJ_PLAN_LIBRARY, the library of the wheel, or one of the system."""
    given = os.environ.get("METAOBJ_PLAN_LIBRARY")
    if given:
        return given
    own = os.path.join(os.path.dirname(__file__), "libmetaobj_plan.so.1")
    return own if os.path.exists(own) else "libmetaobj_plan.so.1"


def _load() -> ctypes.CDLL:
    path = _find()
    try:
        library = ctypes.CDLL(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments
    except (OSError, AttributeError) as problem:
        raise ImportError(
            f"{path}: {problem}; install the wheel of metaobj-plan, or name the "
            "library with METAOBJ_PLAN_LIBRARY"
        ) from None
    return library


library = _load()


def _name(names: Optional[Sequence[str]], position: int) -> Optional[bytes]:
    """For C, which takes positions where there is no name."""
    if names is None or position >= len(names):
        return None
    # C ends texts at a NUL.
    return names[position].replace("\0", "\\0").encode("utf-8", "backslashreplace")


def _position(value: int) -> Optional[int]:
    return None if value == _NO_POSITION else value


def _write(function: Any, *arguments: Any) -> str:
    """The text that a function of C writes."""
    capacity = function(*arguments, None, 0)
    text = ctypes.create_string_buffer(capacity)
    if not function(*arguments, text, capacity):
        raise MemoryError("there is not enough memory for a text")
    return text.value.decode()


def reason_text(
    reason: CReason, names: Optional[Sequence[str]], pools: Sequence[str]
) -> str:
    """A reason with the names of buffers and pools."""
    beside = (_Text * 3)(
        *(_name(names, position) for position in reason.beside[: reason.num_beside])
    )
    return _write(
        library.metaobj_plan_reason_text, reason, _name(pools, reason.pool), beside
    )


def raise_fault(
    fault: CFault, names: Optional[Sequence[str]], pools: Sequence[str]
) -> NoReturn:
    """Raises a fault with the names of buffers and pools."""
    if fault.code == _NO_MEMORY:
        raise MemoryError(fault.text.decode())
    texts = [_name(names, fault.buffer), _name(names, fault.other_buffer)]
    texts.append(_name(pools, fault.pool))
    raise PlanError(
        _write(library.metaobj_plan_fault_text, fault, *texts),
        Code(fault.code),
        _position(fault.buffer),
        _position(fault.other_buffer),
        _position(fault.pool),
        tuple(fault.numbers),
    )
