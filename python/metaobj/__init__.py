# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Metadata of compiled models as objects.

A model is functions of operator objects and parameters:

    import metaobj, numpy

    model = metaobj.Model("net")
    model.add_file("operators.o")
    model.add_param("weights", numpy.zeros((4, 3), dtype="float32"))
    model.emit("metadata.o", header="net.h")

    print(metaobj.inspect("metadata.o")[0])

Options are those of the command line, with underscores: `mtriple=`,
`param_sections=True`, `place=["w*:section=.fast"]`. EmitOptions and its like have their
types, and settings() has all that is known of them. `python3 -m metaobj` is the command
line itself.
"""

from . import device, tvm
from ._library import api_version, llvm_version, settings, version
from ._options import (
    CheckOptions,
    EmbedOptions,
    EmitOptions,
    ExtractOptions,
    InspectOptions,
    LinkOptions,
    PlanOptions,
    SizeOptions,
)
from .errors import Diagnostic, MetaobjError, MetaobjWarning, UsageError
from .model import EmitResult, Model, embed
from .params import ExtractedParam, extract, load
from .progress import ProgressBar
from .reports import (
    CheckReport,
    DiffReport,
    Executor,
    Function,
    Inspection,
    Operator,
    Param,
    ParamsImage,
    Record,
    RegisteredModel,
    Registry,
    Row,
    SizeReport,
    Table,
    check,
    diff,
    inspect,
    link,
    plan,
    size,
)

__version__ = version()

__all__ = [
    "CheckOptions",
    "CheckReport",
    "Diagnostic",
    "DiffReport",
    "EmbedOptions",
    "EmitOptions",
    "EmitResult",
    "Executor",
    "ExtractOptions",
    "ExtractedParam",
    "Function",
    "InspectOptions",
    "Inspection",
    "LinkOptions",
    "MetaobjError",
    "MetaobjWarning",
    "Model",
    "Operator",
    "Param",
    "ParamsImage",
    "PlanOptions",
    "ProgressBar",
    "Record",
    "RegisteredModel",
    "Registry",
    "Row",
    "SizeOptions",
    "SizeReport",
    "Table",
    "UsageError",
    "api_version",
    "check",
    "device",
    "diff",
    "embed",
    "extract",
    "inspect",
    "link",
    "llvm_version",
    "load",
    "plan",
    "settings",
    "size",
    "tvm",
    "version",
]
