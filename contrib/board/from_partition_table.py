#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the partitions of ESP-IDF's table (CSV) as regions of a board.

    python3 from_partition_table.py partitions.csv [--base=0x0]
        [--table-offset=0x8000] > board.yaml

A partition without an offset follows the one before, aligned to 64 KiB if it
is for an app, else to 4 KiB, as ESP-IDF's own tool places it. A negative size
says where it ends. --base is the address at which a program has the start of
flash. The rows of the boot loader and of the table itself, whose places are in
the project's configuration (N/A), are left out.
"""

import argparse
import csv
import re
import sys

TABLE_BYTES = 0x1000
ALIGNMENT = {"app": 0x10000, "0": 0x10000, "0x0": 0x10000, "0x00": 0x10000}


class TableError(Exception):
    """The line, what it has, and what was expected."""


def number(text):
    """Decimal, hexadecimal, with K or M."""
    match = re.fullmatch(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)([kKmM]?)", text)
    if not match:
        raise ValueError(f"expected a number, such as 0x4000 or 1M, found "
                         f"'{text}'")
    shift = {"": 0, "k": 10, "m": 20}[match[2].lower()]
    return int(match[1], 0) << shift


def partitions(lines, table_offset):
    """(name, offset, bytes) of each partition; no bytes if it is left out."""
    end = table_offset + TABLE_BYTES
    reader = csv.reader(lines, skipinitialspace=True)
    for row in reader:
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        try:
            name, start, size = partition(cells, end)
        except ValueError as reason:
            raise TableError(f"{reader.line_num}: {reason}") from None
        yield name, start, size
        end = start + size if size else end


def partition(cells, end):
    """(name, offset, bytes) of one behind others that end there."""
    if len(cells) < 5 or not cells[0]:
        raise ValueError(f"'{cells[0]}' has {len(cells)} columns; expected name, "
                         "type, subtype, offset, size")
    name, kind, _, offset, size = cells[:5]
    if kind.lower() in ("bootloader", "partition_table") and "N/A" in (
            offset.upper(), size.upper()):
        return name, 0, 0
    align = ALIGNMENT.get(kind.lower(), 0x1000)
    start = number(offset) if offset else -(-end // align) * align
    if start < end:
        raise ValueError(f"'{name}' starts at {start:#x}, before the end of what "
                         f"is in front of it: {end:#x}")
    if start % align:
        raise ValueError(f"'{name}' starts at {start:#x}, and must be aligned to "
                         f"{align:#x}")
    size = number(size[1:]) - start if size.startswith("-") else number(size)
    if size <= 0:
        raise ValueError(f"'{name}' starts at {start:#x}, and has no bytes there")
    return name, start, size


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("table")
    parser.add_argument("--base", type=number, default=0)
    parser.add_argument("--table-offset", type=number, default=0x8000)
    options = parser.parse_args()
    try:
        with open(options.table, encoding="utf-8-sig", newline="") as file:
            found = list(partitions(file, options.table_offset))
    except TableError as reason:
        sys.exit(f"{options.table}:{reason}")
    except (OSError, ValueError, csv.Error) as reason:
        sys.exit(f"{options.table}: {reason}")
    if not any(size for _, _, size in found):
        sys.exit(f"{options.table}: has no partition")
    print("regions:")
    for name, start, size in found:
        # Names of regions have letters, digits and '_'.
        region = re.sub(r"\W", "_", name, flags=re.ASCII)
        if not size:
            print(f"# left out: {region}, whose place is in the configuration")
            continue
        print(f"- {{name: {region}, address: {options.base + start:#x}, "
              f"size: {size}, access: read}}")


if __name__ == "__main__":
    main()
