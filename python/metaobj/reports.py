# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What files hold: inspect, check, diff, size, plan; and link.

The classes have the keys of the JSON that docs/inspect-json.md, docs/report.md
and docs/c-api.md describe. `raw` is the JSON itself, also with keys that are
younger than this package.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    cast,
)

from ._library import DiagnosticFunction, Job, Path, Source, path_of
from ._options import (
    CheckOptions,
    InspectOptions,
    LinkOptions,
    PlanOptions,
    SizeOptions,
)
from ._tables import Named, as_html, as_text
from .errors import MetaobjError

if TYPE_CHECKING:
    from typing_extensions import Unpack

_T = TypeVar("_T")


def _make(kind: Type[_T], json: Mapping[str, Any], **parts: Any) -> _T:
    """An object of kind with the keys that it knows."""
    known = {each.name for each in fields(cast(Any, kind))}
    values = {key: value for key, value in json.items() if key in known}
    values.update(parts)
    for key, value in values.items():
        if isinstance(value, list):
            values[key] = tuple(value)
    return kind(**values)


@dataclass(frozen=True)
class Function:
    """A function of a registry."""

    index: int
    name: str
    symbol: Optional[str] = None
    address: Optional[int] = None


@dataclass(frozen=True)
class Registry:
    """A function registry."""

    abi: str
    count: int
    functions: Named[Function]
    entry: Optional[str] = None
    index: Optional[str] = None
    address: Optional[int] = None


@dataclass(frozen=True)
class Param:
    """A parameter."""

    name: str
    bytes: int
    stored_bytes: int
    model: Optional[str] = None
    symbol: Optional[str] = None
    address: Optional[int] = None
    sid: Optional[int] = None
    dtype: Optional[str] = None
    shape: Optional[Tuple[int, ...]] = None
    codec: Optional[str] = None
    align: Optional[int] = None
    section: Optional[str] = None
    hash: Optional[str] = None


@dataclass(frozen=True)
class Executor:
    """An ahead-of-time executor; functions, pools and metadata are JSON."""

    prefix: str
    functions: Tuple[Mapping[str, Any], ...] = ()
    pools: Tuple[Mapping[str, Any], ...] = ()
    metadata: Optional[Mapping[str, Any]] = None


@dataclass(frozen=True)
class Record:
    """The record of a model."""

    model: str
    abi: str
    functions: int
    params: int
    identity: str
    verified: bool
    address: Optional[int] = None
    signature: Optional[str] = None
    signature_verified: Optional[bool] = None
    damage: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """An entry of a table that is no registry."""

    name: Optional[str]
    symbol: Optional[str] = None
    address: Optional[int] = None


@dataclass(frozen=True)
class Table:
    """A table for another runtime than TVM's C runtime."""

    kind: str  #: "tvm-ffi", "iree" or "functions".
    rows: Named[Row]
    accessor: Optional[str] = None
    address: Optional[int] = None


@dataclass(frozen=True)
class Operator:
    """An operator that an object describes; arguments are JSON."""

    name: str
    symbol: str
    call: str  #: "packed", "unpacked" or "ffi".
    arguments: Optional[Tuple[Mapping[str, Any], ...]] = None
    workspace: Optional[int] = None
    device: Optional[str] = None
    constants: Optional[str] = None


@dataclass(frozen=True)
class RegisteredModel:
    """A model that programs find by its name."""

    name: str
    address: Optional[int] = None


@dataclass(frozen=True)
class ParamsImage:
    """What a params image tells of itself."""

    generation: int
    bytes: int
    align: int
    id: str
    base: Optional[int] = None  #: None: it may lie anywhere.
    damage: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Inspection:
    """What a file, or a member of an archive, holds.

    print() shows it as a table, and so do notebooks. Functions, rows, parameters,
    operators and registered models are also found by name: params["conv1"].
    """

    file: str
    format: str
    triple: str
    stripped: bool
    registries: Tuple[Registry, ...] = field(repr=False)
    params: Named[Param] = field(repr=False)
    executors: Tuple[Executor, ...] = field(repr=False)
    records: Tuple[Record, ...] = field(repr=False)
    raw: Mapping[str, Any] = field(repr=False, compare=False)
    tables: Tuple[Table, ...] = field(default=(), repr=False)
    operators: Named[Operator] = field(default=Named(), repr=False)
    registered: Named[RegisteredModel] = field(default=Named(), repr=False)
    params_image: Optional[ParamsImage] = field(default=None, repr=False)

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


@dataclass(frozen=True)
class DiffReport:
    """How two files differ. The parts are JSON."""

    equal: bool
    a: Mapping[str, Any]
    b: Mapping[str, Any]
    registries: Tuple[Mapping[str, Any], ...]
    params: Tuple[Mapping[str, Any], ...]
    raw: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class SizeReport:
    """Where the bytes of a file went."""

    file: str
    format: str
    file_bytes: int
    flash: int
    ram: int
    uses: Mapping[str, int]
    raw: Mapping[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class CheckReport:
    """Whether objects link. The findings are JSON, with a severity."""

    links: bool
    errors: Tuple[MetaobjError, ...]
    findings: Tuple[Mapping[str, Any], ...]
    raw: Mapping[str, Any] = field(repr=False, compare=False)


def _run(
    command: str,
    files: Tuple[Source, ...],
    options: Mapping[str, object],
    on_diagnostic: Optional[DiagnosticFunction],
) -> Any:
    job = Job(command)
    for each in files:
        job.add_source(each)
    job.set_options(options)
    result, _ = job.run(on_diagnostic)
    return result


def _as_list(json: Any) -> List[Mapping[str, Any]]:
    return json if isinstance(json, list) else [json]


def _as_object(json: Any) -> Dict[str, Any]:
    return dict(json)


def _inspection(json: Mapping[str, Any]) -> Inspection:
    return _make(
        Inspection,
        json,
        raw=json,
        file=path_of(json, "file"),
        registries=tuple(
            _make(
                Registry,
                each,
                functions=Named(_make(Function, one) for one in each["functions"]),
            )
            for each in json["registries"]
        ),
        params=Named(_make(Param, each) for each in json["params"]),
        executors=tuple(_make(Executor, each) for each in json["executors"]),
        records=tuple(_make(Record, each) for each in json["records"]),
        tables=tuple(
            _make(Table, each, rows=Named(_make(Row, one) for one in each["rows"]))
            for each in json.get("tables", ())
        ),
        operators=Named(_make(Operator, each) for each in json.get("operators", ())),
        registered=Named(
            _make(RegisteredModel, each) for each in json.get("registered", ())
        ),
        params_image=_make(ParamsImage, json["params_image"])
        if "params_image" in json
        else None,
    )


def inspect(
    *files: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[InspectOptions],
) -> List[Inspection]:
    """The contents of objects, archives, linked files and images, one for each
    file or member of an archive. A file is a path, an open file, or its contents
    (a memoryview, what emit_bytes() returns).

    Options: `verify=True`, `public_key=`, `base=`, `together=True`.
    """
    json = _run("inspect", files, options, on_diagnostic)
    return [_inspection(each) for each in _as_list(json)]


def diff(
    a: Source, b: Source, on_diagnostic: Optional[DiagnosticFunction] = None
) -> DiffReport:
    """How the registries and parameters of two files differ, by value."""
    json = _run("diff", (a, b), {}, on_diagnostic)
    return _make(DiffReport, json, raw=json)


def size(
    *files: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[SizeOptions],
) -> List[SizeReport]:
    """Where each byte of the files went, one for each file or member.

    Options: `budget=`, `html=`. A file over its budget is a MetaobjError.
    """
    json = _run("size", files, options, on_diagnostic)
    return [
        _make(SizeReport, each, raw=each, file=path_of(each, "file"))
        for each in _as_list(json)
    ]


def check(
    *files: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[CheckOptions],
) -> CheckReport:
    """Whether linkers will link these objects and archives; or, with a board,
    whether these linked programs fit it (`links` says so).

    Options: `pie=True`, `shared=True`, `relocatable=True`, `board="board.yaml"`.
    Without `on_diagnostic`, the findings are only in the result.
    """
    json = _run("check", files, options, on_diagnostic or (lambda _: None))
    errors = tuple(MetaobjError(**each) for each in json["errors"])
    return _make(CheckReport, json, errors=errors, raw=json)


def plan(
    *files: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[PlanOptions],
) -> Dict[str, Any]:
    """Places for the tensors of a graph, as JSON (docs/plan.md).

    Options: those of `metaobj plan`, such as `pool=["sram:64K", "dram"]`.
    """
    return _as_object(_run("plan", files, options, on_diagnostic))


def link(
    output: Path,
    *files: Source,
    on_diagnostic: Optional[DiagnosticFunction] = None,
    **options: Unpack[LinkOptions],
) -> Dict[str, Any]:
    """Links files to output, as JSON of docs/c-api.md. A file is a path, an open
    file, or its contents; they are linked in their order.

    Options: those of `metaobj link`, such as `relocatable=True`, `board="mps2-an385"`,
    `with_runtime=["graph", "startup"]`, and `linker_argument=` for what stands
    behind "--" on the command line.
    """
    json = _run("link", files, {**options, "output": output}, on_diagnostic)
    return _as_object(json)
