# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The elements of a parameter, taken out of a file."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Tuple

from ._library import DiagnosticFunction, Job, Source, path_of
from ._options import ExtractOptions
from ._tensors import numpy_dtype
from .errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class ExtractedParam:
    """A parameter with its elements."""

    file: str
    name: str
    dtype: Optional[str]  #: "float32", "bfloat16"; None: nothing tells it.
    shape: Optional[Tuple[int, ...]]  #: None: nothing tells it.
    byte_order: str  #: "little" or "big", of elements of several bytes.
    data: bytes = field(repr=False)  #: The elements, decoded.

    def numpy(self, dtype: Any = None) -> Any:
        """An array of NumPy, of this type, shape and byte order. It shares the
        memory of data and is read-only.

        For bfloat16 and float8 it takes the types of ml_dtypes if that is
        installed. dtype is another type for the elements: "uint16". It is taken
        as it is, also its byte order.
        """
        numpy: Any = importlib.import_module("numpy")
        if dtype is None:
            dtype = numpy_dtype(self.dtype)
            if dtype is None:
                raise UsageError(
                    f"NumPy has no type for {self.dtype or 'it'}",
                    f"parameter '{self.name}'",
                    "install ml_dtypes for bfloat16 and float8; give another type of "
                    "the same size by dtype=, or take data",
                )
            dtype = dtype.newbyteorder("<" if self.byte_order == "little" else ">")
        array = numpy.frombuffer(self.data, dtype)
        return array if self.shape is None else array.reshape(self.shape)


def extract(
    path: Source,
    name: str,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[ExtractOptions],
) -> ExtractedParam:
    """The parameter name of an object, archive, linked file or image, by its
    path or contents. Compressed ones are decoded, in memory.

    Option: `base=`, the address of an image.
    """
    job = Job("inspect")
    job.add_source(path)
    return _extract(job, name, on_diagnostic, options)


def load(
    path: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[ExtractOptions],
) -> Dict[str, Any]:
    """All parameters of a file as arrays of NumPy, by name. See extract() and
    ExtractedParam.numpy()."""
    job = Job("inspect")
    job.add_source(path)
    job.set_options(options)
    found, _ = job.run(on_diagnostic)
    members = found if isinstance(found, list) else [found]
    names = [each["name"] for member in members for each in member["params"]]
    return {
        name: _extract(job, name, on_diagnostic, options).numpy() for name in names
    }


def _extract(
    job: Job,
    name: str,
    on_diagnostic: Optional[DiagnosticFunction],
    options: Mapping[str, object],
) -> ExtractedParam:
    job.set_options({**options, "extract": name})
    json, data = job.run(on_diagnostic, to_memory=True)
    assert data is not None
    shape = json["shape"]
    return ExtractedParam(
        file=path_of(json, "file"),
        name=json["name"],
        dtype=json["dtype"],
        shape=None if shape is None else tuple(shape),
        byte_order=json["byte_order"],
        data=data,
    )
