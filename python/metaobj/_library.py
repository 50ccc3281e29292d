# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of metaobj-c/metaobj.h."""

from __future__ import annotations

import ctypes
import functools
import json
import logging
import operator
import os
import reprlib
import sys
import threading
import warnings
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    NoReturn,
    Optional,
    Protocol,
    Sequence,
    Tuple,
    Union,
    cast,
)

from .errors import Diagnostic, MetaobjError, MetaobjWarning, UsageError

#: Major and minor version of the interface that this package was written for.
_API = (1, 3)


class Readable(Protocol):
    """A file that is open in binary mode, or what has read() as it has."""

    def read(self) -> bytes:
        """All bytes from here on."""


class Writable(Protocol):
    """A file that is open for writing in binary mode, or what has write() as it
    has."""

    def write(self, data: bytes, /) -> object:
        """Takes all of data. One of io.RawIOBase says how many bytes it took."""


Path = Union[str, bytes, os.PathLike[str]]
#: A path, or the contents of a file. `bytes` with a NUL in them, which no path
#: has, are contents, too.
Source = Union[Path, bytearray, memoryview, Readable]
DiagnosticFunction = Callable[[Diagnostic], None]
ProgressFunction = Callable[[int, int], Optional[bool]]

_logger = logging.getLogger("metaobj")


class _CDiagnostic(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("severity", ctypes.c_int32),
        ("input", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
        ("hint", ctypes.c_char_p),
        ("details", ctypes.c_char_p),
    ]


class CDevice(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class CDtype(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
    ]


class CTensor(ctypes.Structure):
    """metaobj_tensor_t, which is DLTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", CDevice),
        ("ndim", ctypes.c_int32),
        ("dtype", CDtype),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_DiagnosticFn = ctypes.CFUNCTYPE(None, ctypes.POINTER(_CDiagnostic), ctypes.c_void_p)
_ProgressFn = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p
)

_Pointer = ctypes.c_void_p
_Out = ctypes.POINTER(ctypes.c_void_p)
_Text = ctypes.c_char_p

#: Result and arguments of the functions that are used here.
_FUNCTIONS = {
    "metaobj_api_version": (ctypes.c_uint32, []),
    "metaobj_version": (_Text, []),
    "metaobj_llvm_version": (_Text, []),
    "metaobj_error_kind": (ctypes.c_int, [_Pointer]),
    "metaobj_error_message": (_Text, [_Pointer]),
    "metaobj_error_input": (_Text, [_Pointer]),
    "metaobj_error_hint": (_Text, [_Pointer]),
    "metaobj_error_details": (_Text, [_Pointer]),
    "metaobj_error_next": (_Pointer, [_Pointer]),
    "metaobj_error_free": (None, [_Pointer]),
    "metaobj_buffer_data": (_Pointer, [_Pointer]),
    "metaobj_buffer_size": (ctypes.c_size_t, [_Pointer]),
    "metaobj_buffer_free": (None, [_Pointer]),
    "metaobj_job_create": (_Pointer, [_Text, _Out]),
    "metaobj_job_free": (None, [_Pointer]),
    "metaobj_settings": (_Pointer, [_Out]),
    "metaobj_job_spell_settings": (_Pointer, [_Pointer, ctypes.c_int]),
    "metaobj_job_set": (_Pointer, [_Pointer, _Text, _Text]),
    "metaobj_job_clear_options": (None, [_Pointer]),
    "metaobj_job_add_file": (_Pointer, [_Pointer, _Text]),
    "metaobj_job_add_bytes": (_Pointer, [_Pointer, _Text, _Pointer, ctypes.c_size_t]),
    "metaobj_job_on_diagnostic": (None, [_Pointer, _DiagnosticFn, _Pointer]),
    "metaobj_job_on_progress": (None, [_Pointer, _ProgressFn, _Pointer]),
    "metaobj_job_run": (_Pointer, [_Pointer, _Out]),
    "metaobj_job_run_to_memory": (_Pointer, [_Pointer, _Out, _Out]),
    "metaobj_job_add_module": (_Pointer, [_Pointer, _Text, _Out]),
    "metaobj_module_add_function": (_Pointer, [_Pointer, _Text, _Text]),
    "metaobj_module_add_tensor": (
        _Pointer,
        [_Pointer, _Text, ctypes.POINTER(CTensor)],
    ),
    "metaobj_module_add_managed_tensor": (_Pointer, [_Pointer, _Text, _Pointer]),
    "metaobj_module_add_versioned_tensor": (_Pointer, [_Pointer, _Text, _Pointer]),
    "metaobj_job_add_input": (_Pointer, [_Pointer, _Text, ctypes.POINTER(CTensor)]),
    "metaobj_job_open_chip": (_Pointer, [_Pointer, _Out]),
    "metaobj_job_run_on_chip": (_Pointer, [_Pointer, _Pointer, _Out]),
    "metaobj_chip_close": (None, [_Pointer]),
    "metaobj_chip_free": (None, [_Pointer]),
    "metaobj_chip_on_progress": (None, [_Pointer, _ProgressFn, _Pointer]),
    "metaobj_chip_describe": (_Pointer, [_Pointer, _Out]),
    "metaobj_chip_registers": (_Pointer, [_Pointer, _Out]),
    "metaobj_chip_read": (
        _Pointer,
        [_Pointer, ctypes.c_uint64, _Pointer, ctypes.c_size_t],
    ),
    "metaobj_chip_write": (
        _Pointer,
        [_Pointer, ctypes.c_uint64, _Pointer, ctypes.c_size_t],
    ),
    "metaobj_chip_reset": (_Pointer, [_Pointer]),
    "metaobj_call_create": (_Pointer, [_Pointer, _Text, _Out]),
    "metaobj_call_free": (None, [_Pointer]),
    "metaobj_call_add_tensor": (
        _Pointer,
        [_Pointer, _Text, ctypes.POINTER(CTensor), ctypes.c_int],
    ),
    "metaobj_call_add_int": (_Pointer, [_Pointer, ctypes.c_int64]),
    "metaobj_call_add_bool": (_Pointer, [_Pointer, ctypes.c_int]),
    "metaobj_call_add_double": (_Pointer, [_Pointer, ctypes.c_double]),
    "metaobj_call_add_string": (_Pointer, [_Pointer, _Text]),
    "metaobj_call_add_bytes": (_Pointer, [_Pointer, _Pointer, ctypes.c_size_t]),
    "metaobj_call_add_handle": (
        _Pointer,
        [_Pointer, ctypes.c_uint64, ctypes.c_int32],
    ),
    "metaobj_call_add_null": (_Pointer, [_Pointer]),
    "metaobj_call_run": (_Pointer, [_Pointer, _Out]),
    "metaobj_result_free": (None, [_Pointer]),
    "metaobj_result_cycles": (
        ctypes.c_int,
        [_Pointer, ctypes.POINTER(ctypes.c_uint64)],
    ),
    "metaobj_result_counter": (_Text, [_Pointer]),
    "metaobj_result_kind": (ctypes.c_int, [_Pointer]),
    "metaobj_result_int": (ctypes.c_int64, [_Pointer]),
    "metaobj_result_double": (ctypes.c_double, [_Pointer]),
    "metaobj_result_bytes": (
        _Pointer,
        [_Pointer, ctypes.POINTER(ctypes.c_size_t)],
    ),
    "metaobj_result_tensor": (ctypes.POINTER(CTensor), [_Pointer]),
    "metaobj_run_command_line": (None, [ctypes.c_int, ctypes.POINTER(_Text)]),
}


def _find() -> str:
    """METAOBJ_LIBRARY, the library of the wheel, or one of the system."""
    given = os.environ.get("METAOBJ_LIBRARY")
    if given:
        return given
    own = os.path.join(os.path.dirname(__file__), "libmetaobj.so.1")
    return own if os.path.exists(own) else "libmetaobj.so.1"


def _load() -> ctypes.CDLL:
    path = _find()
    try:
        library = ctypes.CDLL(path)
    except OSError as problem:
        raise ImportError(
            f"{path}: {problem}; install the wheel of metaobj, or name the library "
            "with METAOBJ_LIBRARY"
        ) from None
    library.metaobj_api_version.restype = ctypes.c_uint32
    found = divmod(library.metaobj_api_version(), 1 << 16)
    if found[0] != _API[0] or found[1] < _API[1]:
        raise ImportError(
            f"{path} has version {found[0]}.{found[1]} of metaobj's interface, and "
            f"this package needs {_API[0]}.{_API[1]}"
        )
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


library = _load()


def version() -> str:
    """The release of metaobj: "0.1.0"."""
    return _decode(library.metaobj_version())


def llvm_version() -> str:
    """The release of the LLVM inside: "19.1.7"."""
    return _decode(library.metaobj_llvm_version())


def api_version() -> "tuple[int, int]":
    """Major and minor version of the interface of the library."""
    return divmod(int(library.metaobj_api_version()), 1 << 16)


def encode(text: Path) -> bytes:
    """For the library: paths have the bytes that the system knows them by."""
    encoded = os.fsencode(text)
    if b"\0" in encoded:
        raise UsageError(f"{reprlib.repr(encoded)} has a NUL in it")
    return encoded


def encode_name(what: str, name: str) -> bytes:
    """For the library: the name of a function or a parameter is text, by which
    it is found again."""
    try:
        return encode(name.encode("utf-8"))
    except UnicodeEncodeError:
        raise UsageError(
            f"the name {ascii(name)} of a {what} is not a Unicode text",
            hint="surrogates stand for bytes of paths; give it another name",
        ) from None


def _decode(text: Optional[bytes]) -> str:
    return (text or b"").decode("utf-8", "surrogateescape")


def path_of(json: Mapping[str, Any], key: str) -> str:
    """A path of a result, as Python spells bytes that are not UTF-8."""
    found = json.get(key + "_hex")
    return str(json[key]) if found is None else os.fsdecode(bytes.fromhex(found))


def paths_of(json: Mapping[str, Any], key: str) -> Tuple[str, ...]:
    """The same for a list of paths."""
    found = json.get(key + "_hex")
    if found is None:
        return tuple(json[key])
    return tuple(os.fsdecode(bytes.fromhex(each)) for each in found)


def check(handle: Optional[int]) -> None:
    """Raises the error that a function has returned."""
    if not handle:
        return
    found: List[MetaobjError] = []
    each: Optional[int] = handle
    while each:
        kind = UsageError if library.metaobj_error_kind(each) == 2 else MetaobjError
        found.append(
            kind(
                _decode(library.metaobj_error_message(each)),
                _decode(library.metaobj_error_input(each)),
                _decode(library.metaobj_error_hint(each)),
                _decode(library.metaobj_error_details(each)),
            )
        )
        each = library.metaobj_error_next(each)
    library.metaobj_error_free(handle)
    found[0].others = tuple(found[1:])
    raise found[0]


def take_buffer(handle: ctypes.c_void_p) -> bytes:
    """The bytes of a buffer, which is freed."""
    try:
        return ctypes.string_at(
            library.metaobj_buffer_data(handle), library.metaobj_buffer_size(handle)
        )
    finally:
        library.metaobj_buffer_free(handle)


def _text(key: str, value: Any) -> bytes:
    if isinstance(value, (str, bytes, os.PathLike)):
        return encode(value)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise UsageError(
            f"{key}= has a value of type {type(value).__name__}",
            hint="give text, a whole number, a path, or a list of them",
        )
    return str(operator.index(value)).encode()


def as_list(what: str, value: Any) -> List[Any]:
    """A value, or those of a list or another sequence."""
    if isinstance(value, (set, frozenset)):
        raise UsageError(
            f"{what} has a {type(value).__name__}, which has no order",
            hint="give a list: the last match may win",
        )
    if hasattr(value, "__next__") and not hasattr(value, "read"):
        raise UsageError(
            f"{what} has a {type(value).__name__}, which can be read only once",
            hint="give a list",
        )
    is_one = isinstance(value, (str, bytes, bytearray, memoryview))
    if isinstance(value, Sequence) and not is_one:
        return list(value)
    return [value]


def _texts(key: str, value: Any) -> List[Optional[bytes]]:
    """The values of an option; None stands for a flag."""
    if value is True or value is None:
        return [None]
    if value is False:
        return [b"false"]
    return [_text(key, each) for each in as_list(f"{key}=", value)]


def settings() -> Dict[str, Any]:
    """All commands with their options, as the JSON that `metaobj --settings`
    prints: names, types and known values, help."""
    buffer = ctypes.c_void_p()
    check(library.metaobj_settings(ctypes.byref(buffer)))
    return cast(Dict[str, Any], json.loads(take_buffer(buffer)))


@functools.lru_cache(maxsize=None)
def _flags(command: str) -> Mapping[str, bool]:
    """The options of a command by name and letter: have they no value?"""
    found = {}
    for each in settings()["commands"]:
        for setting in each["settings"] if each["name"] == command else ():
            if not setting.get("of_programs"):
                for name in (setting["name"], setting.get("letter")):
                    found[name] = setting["type"] == "bool"
    return found


class _Unraisable:
    """sys.unraisablehook while the library works, for any number of threads:
    the first of them sets it, and the last one puts it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._takers: List[Callable[[Any], bool]] = []
        self._hook = self._look
        self._before = sys.unraisablehook

    def _look(self, what: Any) -> None:
        if not any(take(what) for take in tuple(self._takers)):
            self._before(what)

    def add(self, take: Callable[[Any], bool]) -> None:
        """take says whether an exception is its own."""
        with self._lock:
            self._takers.append(take)
            if len(self._takers) == 1:
                self._before, sys.unraisablehook = sys.unraisablehook, self._hook

    def remove(self, take: Callable[[Any], bool]) -> None:
        with self._lock:
            self._takers.remove(take)
            # Not if the program has set another one meanwhile.
            if not self._takers and sys.unraisablehook is self._hook:
                sys.unraisablehook = self._before


_unraisable = _Unraisable()


class Watch:
    """A callback by which Python looks at Ctrl-C while the library works."""

    def __init__(self) -> None:
        self._raised: List[BaseException] = []
        # Not a method: the library's callback must not hold the watch.
        raised = self._raised

        def look(_done: int, _total: int, _user: Any) -> int:
            return 1 if raised else 0

        self._look = look
        self.function = _ProgressFn(look)

    def _take(self, what: Any) -> bool:
        # Ctrl-C arrives in the callback, from which C gets no exception.
        if what.object is not self._look:
            return False
        self._raised.append(what.exc_value or KeyboardInterrupt())
        return True

    def __enter__(self) -> None:
        self._raised.clear()
        self._taker = self._take
        _unraisable.add(self._taker)

    def __exit__(self, *_: object) -> None:
        _unraisable.remove(self._taker)

    def finish(self, problem: Optional[int]) -> None:
        """Raises what has come meanwhile, or the error problem."""
        if self._raised:
            library.metaobj_error_free(problem)
            raise self._raised.pop()
        check(problem)


class Job:
    """A metaobj_job."""

    def __init__(self, command: str) -> None:
        self._command = command
        self.handle = ctypes.c_void_p()
        #: One thread at a time.
        self.lock = threading.Lock()
        check(
            library.metaobj_job_create(command.encode(), ctypes.byref(self.handle))
        )
        # Messages say prefix=, not --prefix.
        check(library.metaobj_job_spell_settings(self.handle, 1))

    def __del__(self) -> None:
        handle = getattr(self, "handle", None)
        if handle:
            library.metaobj_job_free(handle)

    def add_file(self, path: Path) -> None:
        check(library.metaobj_job_add_file(self.handle, encode(path)))

    def add_bytes(self, name: Path, data: bytes) -> None:
        check(
            library.metaobj_job_add_bytes(self.handle, encode(name), data, len(data))
        )

    def add_source(self, source: Source) -> None:
        """Adds a file by its path, or its contents."""
        if isinstance(source, bytes) and b"\0" in source:
            self.add_bytes("<bytes>", source)
        elif isinstance(source, (bytearray, memoryview)):
            self.add_bytes(f"<{type(source).__name__}>", bytes(source))
        elif isinstance(source, (str, bytes, os.PathLike)):
            self.add_file(source)
        elif hasattr(source, "read"):
            data = source.read()
            if not isinstance(data, bytes):
                raise UsageError(
                    f"{type(source).__name__} gives no bytes",
                    hint="open the file in binary mode",
                )
            # That of a descriptor is a number.
            name = getattr(source, "name", None)
            if not isinstance(name, (str, bytes)):
                name = f"<{type(source).__name__}>"
            self.add_bytes(name, data)
        else:
            raise UsageError(
                f"{type(source).__name__} is neither a path nor the contents of a file",
                hint="give str, bytes, a pathlib.Path, a memoryview or an open file",
            )

    def set_options(self, options: Mapping[str, object]) -> None:
        """Replaces all options. None leaves an option out, and so does False if
        the option has a value. The library refuses unknown names."""
        library.metaobj_job_clear_options(self.handle)
        flags = _flags(self._command)
        for name, value in options.items():
            key = name.rstrip("_").replace("_", "-")
            if value is None and key in flags:
                continue
            if value is False and not flags.get(key, True):
                continue
            for text in _texts(name, value):
                check(library.metaobj_job_set(self.handle, key.encode(), text))

    def open_chip(self, chip: ctypes.c_void_p) -> None:
        """Stores the device of a job of "device" in chip."""
        watch = Watch()
        library.metaobj_job_on_progress(self.handle, watch.function, None)
        try:
            with watch:
                problem = library.metaobj_job_open_chip(self.handle, ctypes.byref(chip))
            watch.finish(problem)
        finally:
            library.metaobj_job_on_progress(self.handle, _ProgressFn(0), None)

    def run(
        self,
        on_diagnostic: Optional[DiagnosticFunction] = None,
        on_progress: Optional[ProgressFunction] = None,
        to_memory: bool = False,
    ) -> "tuple[Any, Optional[bytes]]":
        """The JSON of the result, and the output if it goes to memory."""
        raised: List[BaseException] = []

        def take_unraisable(what: Any) -> bool:
            # Ctrl-C may arrive before the first line of a callback.
            if what.object not in (diagnostic, progress):
                return False
            raised.append(what.exc_value or KeyboardInterrupt())
            return True

        def diagnostic(what: Any, _user: Any) -> None:
            try:
                tell = on_diagnostic or _tell
                tell(_to_diagnostic(what.contents))
            except BaseException as problem:  # C must not see it.
                raised.append(problem)

        def progress(done: int, total: int, _user: Any) -> int:
            if raised:
                return 1
            try:
                if on_progress is None:
                    return 0
                go_on = on_progress(done, total)
                return 1 if go_on is not None and not go_on else 0
            except BaseException as problem:
                raised.append(problem)
                return 1

        keep_diagnostic = _DiagnosticFn(diagnostic)
        # Always: Python looks at Ctrl-C when it is called.
        keep_progress = _ProgressFn(progress)
        _unraisable.add(take_unraisable)
        library.metaobj_job_on_diagnostic(self.handle, keep_diagnostic, None)
        library.metaobj_job_on_progress(self.handle, keep_progress, None)
        output, result = ctypes.c_void_p(), ctypes.c_void_p()
        try:
            if to_memory:
                problem = library.metaobj_job_run_to_memory(
                    self.handle, ctypes.byref(output), ctypes.byref(result)
                )
            else:
                problem = library.metaobj_job_run(self.handle, ctypes.byref(result))
        finally:
            _unraisable.remove(take_unraisable)
        library.metaobj_job_on_diagnostic(self.handle, _DiagnosticFn(0), None)
        library.metaobj_job_on_progress(self.handle, _ProgressFn(0), None)
        if raised:
            library.metaobj_error_free(problem)
            library.metaobj_buffer_free(output)
            library.metaobj_buffer_free(result)
            raise raised[0]
        check(problem)
        done = json.loads(take_buffer(result))
        return done, take_buffer(output) if to_memory else None


def _to_diagnostic(what: _CDiagnostic) -> Diagnostic:
    return Diagnostic(
        "note" if what.severity == 1 else "warning",
        _decode(what.input),
        _decode(what.message),
        _decode(what.hint),
        _decode(what.details),
    )


def _tell(what: Diagnostic) -> None:
    """Warnings are Python's, notes go to the logger "metaobj"."""
    if what.severity == "note":
        _logger.info("%s", what)
    else:
        # Six frames up is who called emit, or another function of the package.
        warnings.warn(MetaobjWarning(what), stacklevel=6)


def run_command_line(arguments: Iterable[str]) -> NoReturn:
    """Runs the program with arguments; the process ends with its status."""
    sys.stdout.flush()
    sys.stderr.flush()
    words = [b"metaobj", *map(os.fsencode, arguments)]
    array = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    library.metaobj_run_command_line(len(words), array)
    raise AssertionError("the library has returned")
