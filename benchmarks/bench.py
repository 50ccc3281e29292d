#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole processes side by side: metaobj emit against cp and its peers.

Each figure is a ratio of two programs that run in turn, A B A B, so that it
holds when the machine's speed drifts. Nothing here passes or fails;
docs/benchmarks.md says how the figures are measured.
"""

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from dataclasses import replace

import peers
import rows
import work
from table import Entry, Table

def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", required=True, help="the tool to measure")
    parser.add_argument("--llvm-emitter", help="the peer built beside it")
    parser.add_argument("--quick", dest="scale", action="store_const",
                        const="quick", default="full",
                        help="small sizes and few pairs: about a minute")
    parser.add_argument("--scale", choices=sorted(work.SCALES),
                        help="the same with a name; tiny is for tests")
    parser.add_argument("--rows", default="", help="such as 1,6; default all")
    parser.add_argument("--only", choices=("metaobj", "peers"),
                        help="measure these only")
    parser.add_argument("--with", dest="earlier", metavar="FILE",
                        help="an earlier --json: its figures stand for what "
                        "is not measured now")
    parser.add_argument("--before", metavar="FILE",
                        help="a metaobj whose start-up the tool is compared "
                        "with: of an earlier commit, or without link")
    parser.add_argument("--peer-seconds", type=float,
                        help="time for each peer, after three pairs")
    parser.add_argument("--json", metavar="FILE", help="all values too")
    parser.add_argument("--folder", help="where files of some GiB may lie; "
                        "default the folder for temporary files")
    arguments = parser.parse_args()
    try:
        arguments.rows = [int(row) for row in
                          arguments.rows.split(",") if row] or list(rows.ROWS)
    except ValueError:
        parser.error(f"--rows={arguments.rows}: numbers with commas, please")
    unknown = [row for row in arguments.rows if row not in rows.ROWS]
    if unknown:
        parser.error(f"no row {unknown[0]}; there are "
                     + ", ".join(map(str, rows.ROWS)))
    return arguments


def memory_gib():
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return round(pages / 2**30)


def machine(folder):
    """What the figures hold for."""
    return {
        "processors": os.cpu_count(), "memory_gib": memory_gib(),
        "load": round(os.getloadavg()[0]),
        "kernel": platform.release(), "file_system": file_system(folder),
        "cp": peers.version("cp"),
        "clang": peers.version(shutil.which("clang-19") or "clang")
                 if shutil.which("clang-19") or shutil.which("clang") else "",
        "gcc": peers.version("gcc") if shutil.which("gcc") else "",
    }


def file_system(folder):
    """Type of the file system that the folder is on."""
    best = ("", "unknown")
    folder = os.path.realpath(folder)
    with open("/proc/mounts", encoding="utf-8") as file:
        for line in file:
            _, place, kind = line.split()[:3]
            if (folder + "/").startswith(place.rstrip("/") + "/"):
                best = max(best, (place, kind), key=lambda found: len(found[0]))
    return best[1]


def describe(found):
    return (f"{found['processors']} processors, {found['memory_gib']} GiB, "
            f"{found['file_system']}, Linux {found['kernel']}, "
            f"load {found['load']}")


def add_earlier(table, path):
    """Adds the entries of an earlier run that this one does not have."""
    with open(path, encoding="utf-8") as file:
        entries = [Entry.of_record(record)
                   for record in json.load(file)["entries"]]
    known = {(entry.row, entry.work, entry.what) for entry in table.entries}
    for entry in entries:
        if (entry.row, entry.work, entry.what) not in known:
            table.add(entry)


def main():
    arguments = parse_arguments()
    table = Table(sys.stdout)
    with tempfile.TemporaryDirectory(prefix="metaobj-bench.",
                                     dir=arguments.folder) as folder:
        found = machine(folder)
        scale = work.SCALES[arguments.scale]
        if arguments.peer_seconds is not None:
            scale = replace(scale, peer_budget=arguments.peer_seconds)
        print(f"whole processes in turn, page cache warm, outputs fresh unless "
              f"said; {describe(found)}; scale {scale.name}", flush=True)
        table.start()
        doing = work.Work(arguments.metaobj, arguments.llvm_emitter, folder,
                          scale, table, arguments.only,
                          arguments.before)
        for row in arguments.rows:
            rows.ROWS[row](doing)
    if arguments.earlier:
        add_earlier(table, arguments.earlier)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"schema": 1, "scale": scale.name, "machine": found,
                       "entries": [entry.record() for entry in table.in_order()]},
                      file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
