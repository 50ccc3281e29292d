# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model that is emitted, and files that are embedded."""

from __future__ import annotations

import ctypes
import errno
import io
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Tuple, Union, cast

from ._library import (
    DiagnosticFunction,
    Job,
    Path,
    ProgressFunction,
    Source,
    Writable,
    check,
    encode,
    encode_name,
    library,
    paths_of,
)
from ._options import EmbedOptions, EmitOptions
from ._tensors import DtypeLike, add_param
from .errors import UsageError
from .progress import ProgressBar

if TYPE_CHECKING:
    from typing_extensions import Unpack


def _is_path(output: Union[Path, Writable]) -> bool:
    """Whether output is a path; else it is open for writing."""
    if isinstance(output, (str, bytes, os.PathLike)):
        if os.fspath(output) in ("-", b"-"):
            raise UsageError(
                "standard output is for the command line", hint="use an io.BytesIO"
            )
        return True
    if not hasattr(output, "write"):
        raise UsageError(
            f"{type(output).__name__} is neither a path nor an open file",
            hint="give str, bytes, a pathlib.Path, an open file or an io.BytesIO",
        )
    if isinstance(output, io.TextIOBase):
        raise UsageError(
            f"{type(output).__name__} takes no bytes",
            hint="open the file in binary mode",
        )
    return False


def _named(output: Writable) -> Mapping[str, object]:
    """The option that names output in messages and depfiles."""
    name = getattr(output, "name", None)
    # That of a descriptor is a number.
    return {"output": name} if isinstance(name, (str, bytes)) else {}


def _write(output: Writable, data: bytes) -> None:
    if not isinstance(output, io.RawIOBase):
        output.write(data)
        return
    # Without a buffer, a system call may take a part.
    rest = memoryview(data)
    while rest:
        count = output.write(rest)
        if count is None:
            raise BlockingIOError(
                errno.EAGAIN, "the output takes no bytes now", len(data) - len(rest)
            )
        rest = rest[count:]


@dataclass(frozen=True)
class EmitResult:
    """What an emission has done."""

    written: Tuple[str, ...]  #: All files that were written.
    read: Tuple[str, ...]  #: All files that were read.
    summary: Optional[str]  #: "12 parameters, 4096 bytes in 2 sections".


def _result(json: Mapping[str, Any]) -> EmitResult:
    return EmitResult(
        paths_of(json, "written"), paths_of(json, "read"), json["summary"]
    )


class Model:
    """Operator objects, functions and parameters.

    A model can be emitted several times, with other options each time. It holds
    the arrays that were added; they are copied only while a file is written.
    """

    def __init__(self, name: Optional[str] = None) -> None:
        """name is the option `model`; None: what the files say, or
        "default"."""
        self.name = name
        self._job = Job("emit")
        self._held: List[Any] = []
        self._module = ctypes.c_void_p()
        check(
            library.metaobj_job_add_module(
                self._job.handle, encode(name or "model"), ctypes.byref(self._module)
            )
        )

    def __repr__(self) -> str:
        return f"<model {self.name or 'without a name'}>"

    def add_file(self, source: Source) -> None:
        """Adds an object, an archive, parameters, a graph, Model Library
        Format: whatever `metaobj emit` takes. It is a path, an open file, or its
        contents, which stand behind all files."""
        self._job.add_source(source)

    def add_bytes(self, name: str, data: bytes) -> None:
        """Adds a file that is in memory; name is for messages."""
        self._job.add_bytes(name, bytes(memoryview(data)))

    def add_function(self, name: str, symbol: Optional[str] = None) -> None:
        """Lists a function, in this order, whose symbol is symbol or
        name. Without any, the objects tell the functions."""
        check(
            library.metaobj_module_add_function(
                self._module,
                encode_name("function", name),
                encode_name("symbol", symbol) if symbol else None,
            )
        )

    def add_param(
        self, name: str, array: Any, dtype: Optional[DtypeLike] = None
    ) -> None:
        """Adds a parameter: an array of NumPy, torch or any library with
        `__dlpack__`, or an object with a buffer (bytes, mmap). Its memory is the
        CPU's, and compact.

        dtype says what the elements of a buffer are if its own type does
        not: "bfloat16" for an array of 16-bit numbers. It is a name, or a type of
        NumPy or ml_dtypes.
        """
        self._held += add_param(self._module, name, array, dtype)

    def add_params(self, arrays: Mapping[str, Any]) -> None:
        """Adds parameters by their names, such as those of numpy.load()."""
        for name, array in arrays.items():
            self.add_param(name, array)

    def emit(
        self,
        output: Union[Path, Writable],
        *,
        on_diagnostic: Optional[DiagnosticFunction] = None,
        progress: Union[bool, ProgressBar, ProgressFunction] = False,
        **options: Unpack[EmitOptions],
    ) -> EmitResult:
        """Writes the object output, and what else options ask for:
        `header="net.h"`, `prefix="net"`, `mtriple="thumbv7m-none-eabi"`, all
        options of `metaobj emit` with underscores.

        Warnings are Python's, unless on_diagnostic takes them and the notes.
        progress is True for a line in a terminal or an output in a notebook
        after a second, a ProgressBar, or a function of (done, total), which may
        return False to stop.

        output may also be open for writing in binary mode, such as a file or
        an io.BytesIO: the object is made in memory and written last, behind
        what is there. It stays open.

        Errors are MetaobjError; then no file has changed. An exception of
        on_diagnostic comes when the work is done, and so does one of output's
        write(). A model is emitted by one thread at a time.
        """
        if _is_path(output):
            result, _ = self._run(
                {**options, "output": output}, on_diagnostic, progress, False
            )
            return result
        result, data = self._run(
            {**options, **_named(cast(Writable, output))}, on_diagnostic, progress, True
        )
        assert data is not None
        _write(cast(Writable, output), data)
        return result

    def emit_bytes(
        self,
        *,
        on_diagnostic: Optional[DiagnosticFunction] = None,
        **options: Unpack[EmitOptions],
    ) -> bytes:
        """The object as bytes. options are as for emit()."""
        _, output = self._run(options, on_diagnostic, False, True)
        assert output is not None
        return output

    def _run(
        self,
        options: Mapping[str, object],
        on_diagnostic: Optional[DiagnosticFunction],
        progress: Union[bool, ProgressBar, ProgressFunction],
        to_memory: bool,
    ) -> Tuple[EmitResult, Optional[bytes]]:
        if self.name is not None:
            options = {"model": self.name, **options}
        if not isinstance(progress, bool) and not callable(progress):
            raise UsageError("progress is neither True nor False nor a function")
        if progress is True:
            progress = ProgressBar()
        if not self._job.lock.acquire(blocking=False):
            raise UsageError(
                "the model is being emitted",
                hint="make another model for what a callback or a thread does",
            )
        is_done = False
        try:
            self._job.set_options(options)
            done, output = self._job.run(on_diagnostic, progress or None, to_memory)
            is_done = True
        finally:
            self._job.lock.release()
            if isinstance(progress, ProgressBar):
                progress.close(is_done)
        return _result(done), output


def embed(
    output: Union[Path, Writable],
    *files: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[EmbedOptions],
) -> EmitResult:
    """Makes the object output of any files, under symbols that a program
    declares: `mtriple="thumbv7em-none-eabi"` or `target_from="main.o"`,
    `header="model.h"`, all options of `metaobj embed` with underscores.

    A file is a path, a folder, an open file, or its contents (bytes, which need
    `symbol=`). output is as for Model.emit().
    """
    job = Job("embed")
    for source in files:
        job.add_source(source)
    if _is_path(output):
        job.set_options({**options, "output": output})
        done, _ = job.run(on_diagnostic)
        return _result(done)
    job.set_options({**options, **_named(cast(Writable, output))})
    done, data = job.run(on_diagnostic, to_memory=True)
    assert data is not None
    _write(cast(Writable, output), data)
    return _result(done)
