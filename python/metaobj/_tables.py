# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An inspection as text and as HTML, and tuples with names."""

from __future__ import annotations

import difflib
import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterator, List, Tuple, TypeVar, Union, overload

if TYPE_CHECKING:
    from typing import SupportsIndex

    from .reports import Inspection, Record

_T = TypeVar("_T")


class Named(Tuple[_T, ...]):
    """A tuple whose elements are also found by their names: params["conv1"]."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex) -> _T: ...

    @overload
    def __getitem__(self, key: slice) -> Tuple[_T, ...]: ...

    @overload
    def __getitem__(self, key: str) -> _T: ...

    def __getitem__(
        self, key: Union[SupportsIndex, slice, str]
    ) -> Union[_T, Tuple[_T, ...]]:
        if not isinstance(key, str):
            return super().__getitem__(key)
        found = [each for each in self if getattr(each, "name") == key]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f"{len(found)} are called '{key}': take them by their index")
        names = [str(getattr(each, "name")) for each in self]
        nearest = difflib.get_close_matches(key, names, 1)
        hint = f": did you mean '{nearest[0]}'" if nearest else ""
        raise KeyError(f"none is called '{key}'{hint}")

    def __contains__(self, key: object) -> bool:
        if isinstance(key, str):
            return any(getattr(each, "name") == key for each in self)
        return super().__contains__(key)


@dataclass(frozen=True)
class _Section:
    """A title, and perhaps a table."""

    title: str
    heads: Tuple[str, ...] = ()
    rows: List[List[str]] = field(default_factory=list)

    def shown(self) -> List[List[str]]:
        """The heads and rows, without columns that are empty."""
        columns = [
            (head, *cells)
            for head, *cells in zip(self.heads, *self.rows)
            if any(cells)
        ]
        return [list(row) for row in zip(*columns)]


def _plain(text: object) -> str:
    """Names of files can have control characters, and bytes that are no text."""
    plain = str(text)
    return plain if plain.isprintable() else ascii(plain)[1:-1]


def _cell(key: str, value: Any) -> str:
    if value is None:
        return ""
    if key == "address":
        return hex(value)
    if key == "blake3":
        return str(value).rpartition(":")[2][:16]
    return _plain(list(value) if isinstance(value, tuple) else value)


def _other_symbol(each: Any) -> Any:
    return None if each.symbol == each.name else each.symbol


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _at(address: Any) -> str:
    return "" if address is None else f" at {address:#x}"


def _named(title: str, items: Any) -> _Section:
    """Functions and rows."""
    heads = ("index", "name", "symbol, if other", "address")
    rows = [
        (getattr(each, "index", None), each.name, _other_symbol(each), each.address)
        for each in items
    ]
    return _Section(title, heads, [list(map(_cell, heads, row)) for row in rows])


def _params(params: Any) -> _Section:
    heads = (
        ("model",) if len({each.model for each in params}) > 1 else ()
    ) + ("name", "sid", "dtype", "shape", "bytes", "align", "section")
    rows = [
        [_cell(head, getattr(each, head)) for head in heads]
        + [f"{each.codec}: {each.stored_bytes}" if each.codec else ""]
        + [_cell("blake3", each.hash), _cell("address", each.address)]
        for each in params
    ]
    title = _count(len(params), "parameter")
    return _Section(title, (*heads, "stored", "blake3", "address"), rows)


def _verdict(record: Record) -> str:
    """Nobody may take a signature that was not compared for a good one."""
    hashes = "hashes verified" if record.verified else "hashes not verified"
    if record.damage:
        hashes = "damaged: " + ", ".join(map(_plain, record.damage))
    if record.signature is None:
        return hashes
    is_good = record.verified and record.signature_verified
    signature = "verified with the public key" if is_good else "not verified"
    return f"{hashes}, signature {signature}"


def _sections(what: Inspection) -> Iterator[_Section]:
    yield _Section(f"{_plain(what.file)}: {what.format}, {what.triple}")
    if what.stripped:
        yield _Section("stripped: only what dynamic symbols and records tell is shown")
    for each in what.raw.get("concluded", ()):
        yield _Section(_plain(each["text"]))
    if what.params_image:
        image = what.params_image
        yield _Section(
            f"params image, generation {image.generation}: "
            f"{_count(image.bytes, 'byte')}, id {_cell('blake3', image.id)}, "
            + ("damaged" if image.damage else "whole")
        )
    for registry in what.registries:
        yield _named(
            f"{_plain(registry.entry or 'registry')}{_at(registry.address)}: "
            f"{registry.abi}, {_count(registry.count, 'function')}",
            registry.functions,
        )
    for table in what.tables:
        yield _named(
            f"{_plain(table.accessor or 'table')}{_at(table.address)}: {table.kind}, "
            + ("1 entry" if len(table.rows) == 1 else f"{len(table.rows)} entries"),
            table.rows,
        )
    if what.params:
        yield _params(what.params)
    for executor in what.executors:
        entries = [
            [_cell(key, one[key]) for key in ("symbol", "address")]
            for one in executor.functions
        ]
        title = f"executor {_plain(executor.prefix)}"
        yield _Section(title, ("function", "address"), entries)
    if what.operators:
        heads = ("name", "call", "workspace", "device", "constants")
        yield _Section(
            f"describes {_count(len(what.operators), 'operator')}",
            heads,
            [[_cell(key, getattr(one, key)) for key in heads] for one in what.operators],
        )
    for record in what.records:
        yield _Section(
            f"record of {_plain(record.model)}{_at(record.address)}: "
            f"{_cell('blake3', record.identity)}, {_verdict(record)}"
        )
    for model in what.registered:
        yield _Section(f"registered as {_plain(model.name)}{_at(model.address)}")


def as_text(what: Inspection) -> str:
    """Like the text of `metaobj inspect`."""
    blocks = []
    for section in _sections(what):
        rows = section.shown()
        widths = [max(map(len, column)) for column in zip(*rows)]
        lines = [
            "  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows
        ]
        blocks.append("\n".join([section.title, *lines]))
    return "\n\n".join(blocks)


def as_html(what: Inspection) -> str:
    """The same as tables of HTML."""
    lines = []
    for section in _sections(what):
        lines.append(f"<p>{html.escape(section.title)}</p>")
        rows = section.shown()
        for row in rows:
            tag = "th" if row is rows[0] else "td"
            cells = "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)
            lines.append(f"<tr>{cells}</tr>")
        if rows:
            lines[-len(rows)] = "<table>" + lines[-len(rows)]
            lines[-1] += "</table>"
    return "\n".join(lines)
