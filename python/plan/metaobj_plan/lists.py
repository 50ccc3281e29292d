# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists of buffers as CSV and JSON, and their plans.

    python3 -m metaobj_plan.lists buffers.csv -o plan.csv [--pool=name:limit]...

docs/plan-adapters.md tells the columns and keys.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

import metaobj_plan

Pools = List[Tuple[str, Optional[int]]]
_Rows = Iterator[Tuple[str, Any, Dict[str, Any]]]  # Places, names, other columns.
_NUMBERS = ("lower", "upper", "size", "alignment")
_UNREAD = ("pools", "fixed", "traffic", "in_place", "readers")


@dataclass
class Buffers:
    """A list of buffers."""

    names: List[str] = field(default_factory=list)
    lower: List[int] = field(default_factory=list)
    upper: List[int] = field(default_factory=list)
    size: List[int] = field(default_factory=list)
    alignment: List[int] = field(default_factory=list)
    pools: Pools = field(default_factory=lambda: [("workspace", None)])

    def plan(self, effort: int = 5) -> metaobj_plan.Plan:
        return metaobj_plan.plan(
            self.lower, self.upper, self.size, alignment=self.alignment,
            names=self.names, pools=self.pools, effort=effort)


def _number(value: Any, what: str) -> int:
    if isinstance(value, str) and re.fullmatch("[0-9]{1,20}", value):
        value = int(value)
    if type(value) is not int or not 0 <= value < 2**64:
        raise ValueError(f"{what} is {value!r:.60}, not a whole number of 64 bits")
    return int(value)


def _rows_of_csv(text: str) -> _Rows:
    lines = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
    columns: List[str] = []
    try:
        for row in lines:
            place, cells = f"{lines.line_num}", [cell.strip() for cell in row]
            if not columns:
                columns = cells
                for name in ("id", *_NUMBERS):
                    count = columns.count(name)
                    if count > 1 or (not count and name != "alignment"):
                        raise ValueError(f"{place}: has {count} columns '{name}', "
                                         "expected id, lower, upper and size")
            elif any(cells):
                if len(cells) != len(columns):
                    raise ValueError(f"{place}: has {len(cells)} fields, but the first "
                                     f"line {len(columns)}")
                numbers = dict(zip(columns, cells))
                yield place, numbers["id"], numbers
    except csv.Error as problem:
        raise ValueError(f"{lines.line_num}: is not CSV: {problem}") from None
    if not columns:
        raise ValueError("1: is empty, expected id, lower, upper and size")


def _objects(content: Any, what: str, *keys: str) -> Iterator[Tuple[str, Any]]:
    if not isinstance(content, list):
        raise ValueError(f" {what} is {content!r:.60}, expected a list of objects")
    for position, entry in enumerate(content):
        for key in keys:
            if not isinstance(entry, dict) or key not in entry:
                raise ValueError(f" {what}[{position}] is {entry!r:.60}, expected an "
                                 f"object with {', '.join(keys)}")
        yield f" {what}[{position}]", entry


def _load(text: str) -> Tuple[_Rows, Optional[Pools]]:
    if text.lstrip()[:1] not in ("[", "{"):
        return _rows_of_csv(text), None
    try:
        content, pools = json.loads(text), None
    except json.JSONDecodeError as problem:
        raise ValueError(f"{problem.lineno}: is not JSON: {problem.msg}") from None
    except RecursionError:
        raise ValueError(" is nested too deeply") from None
    if isinstance(content, dict):
        if "pools" in content:
            pools = [(str(entry["name"]), None if entry.get("limit") is None else
                      _number(entry["limit"], f"{place}: limit"))
                     for place, entry in _objects(content["pools"], "pools", "name")]
        content = content.get("buffers")
    entries = _objects(content, "buffers", "name", *_NUMBERS[:3])
    return ((place, entry["name"], entry) for place, entry in entries), pools


def read(path: str) -> Buffers:
    """The buffers of a file. A ValueError names the file, the line (in CSV) or the
    position (in JSON), and what is wrong there."""
    with open(path, "rb") as file:
        data = file.read()
    found, seen = Buffers(), set()
    try:
        rows, pools = _load(data.decode("utf-8-sig"))
        found.pools = pools or found.pools
        for place, name, fields in rows:
            row = [_number(fields.get(key, 1), f"{place}: {key}") for key in _NUMBERS]
            lower, upper, _, alignment = row
            if unread := [key for key in _UNREAD if fields.get(key)]:
                raise ValueError(f"{place}: has '{unread[0]}', which `metaobj plan` and "
                                 "metaobj_plan.plan() take, but not this module")
            if not isinstance(name, str) or name in seen:
                raise ValueError(f"{place}: the name is {name!r:.60}, expected a text "
                                 "that no other buffer has")
            if lower >= upper:
                raise ValueError(f"{place}: lower is {lower}, upper {upper}: the "
                                 "buffer never lives")
            if not alignment or alignment & (alignment - 1):
                raise ValueError(f"{place}: alignment is {alignment}, which is not a "
                                 "power of two")
            seen.add(name)
            for values, value in zip(vars(found).values(), (name, *row)):
                values.append(value)
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path}: is not UTF-8: {problem}") from None
    except ValueError as problem:
        raise ValueError(f"{path}:{problem}") from None
    return found


def to_csv(buffers: Buffers, plan: metaobj_plan.Plan) -> str:
    """What `metaobj plan --csv` prints, and alignments other than 1."""
    pools = [name for name, _ in buffers.pools]
    columns = dict(zip(("id", *_NUMBERS), vars(buffers).values()))
    if set(buffers.alignment) <= {1}:
        del columns["alignment"]
    columns["offset"] = plan.offsets
    if len(pools) > 1:
        columns["pool"] = [pools[pool] for pool in plan.pools]
    file, rows = io.StringIO(), zip(*columns.values())
    csv.writer(file, lineterminator="\n").writerows([columns, *rows])
    return file.getvalue()


def to_json(buffers: Buffers, plan: metaobj_plan.Plan, file: str = "") -> str:
    """What `metaobj plan --json` prints."""
    columns = list(vars(buffers).values())[:-1]
    pools = [buffers.pools[pool][0] for pool in plan.pools]
    reasons = metaobj_plan.explain(
        buffers.lower, buffers.upper, buffers.size, plan, buffers.alignment,
        buffers.names, buffers.pools)
    keys = ("name", *_NUMBERS, "pool", "offset", "reason")
    return json.dumps({
        "schema": 1, "file": file, "size": plan.total, "lower_bound": plan.lower_bound,
        "cost": plan.cost, "optimal": plan.is_optimal, "storage_id_size": None,
        "method": plan.method, "steps": plan.steps,
        "too_many_pairs": plan.too_many_pairs,
        "pools": [dict(name=name, size=size, limit=limit, lower_bound=bound)
                  for (name, limit), size, bound in
                  zip(buffers.pools, plan.sizes, plan.lower_bounds)],
        "buffers": [dict(zip(keys, row))
                    for row in zip(*columns, pools, map(int, plan.offsets),
                                   (reason.text or None for reason in reasons))],
    }, indent=2) + "\n"


def _pool(text: str) -> Tuple[str, Optional[int]]:
    found = re.fullmatch("([^:=]+)(?::(0|[1-9][0-9]*)([KM]?))?", text, re.ASCII)
    if not found:
        raise argparse.ArgumentTypeError(
            f"expected name or name:limit, in bytes, K or M, found '{text}'")
    name, limit, unit = found.groups()
    shift = {"": 0, "K": 10, "M": 20}[unit or ""]
    return name, None if limit is None else int(limit) << shift


def main() -> None:
    parser = argparse.ArgumentParser(prog="metaobj_plan.lists")
    parser.add_argument("file")
    parser.add_argument("-o", dest="output", help="JSON if it ends with .json, or CSV")
    parser.add_argument("--pool", action="append", type=_pool, help="name[:limit]")
    parser.add_argument("--effort", type=int, default=5, help="0 to 9")
    options = parser.parse_args()
    try:
        buffers = read(options.file)
        buffers.pools = options.pool or buffers.pools
        if len(dict(buffers.pools)) < len(buffers.pools):
            raise ValueError("found two pools of one name, expected another for each")
        plan = buffers.plan(options.effort)
        data = (to_json(buffers, plan, options.file)
                if (options.output or "").endswith(".json")
                else to_csv(buffers, plan)).encode()
        with open(options.output or sys.stdout.fileno(), "wb") as file:
            file.write(data)
    except (OSError, ValueError) as problem:
        sys.exit(f"{parser.prog}: error: {problem}")


if __name__ == "__main__":
    main()
