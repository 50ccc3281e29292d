#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How time and memory grow with the payload and with the number of tensors.

Measures metaobj emit and two peers against cp, prints a table, and draws
them (--svg). --json keeps the figures; --from draws those without measuring.
"""

import argparse
import statistics
import sys
import tempfile

import chart
import peers
import work
from table import OURS, Table, number
from timing import MIB, Failure

TENSOR = 4096

SCALES = {
    "full": ([size * MIB for size in (1, 4, 16, 64, 256, 1024, 4096)],
             [1, 10, 100, 1000, 10000, 100000]),
    "short": ([size * MIB for size in (1, 4, 16, 64, 256)],
              [1, 10, 100, 1000, 10000]),
    "quick": ([MIB, 4 * MIB, 16 * MIB], [1, 10, 100, 1000]),
    "tiny": ([4096, 65536], [1, 10]),
}
#: Of the peers only those that say something new.
PEERS = ("gas .incbin", "LLVM i8 array")
SIZE, COUNT = "payload", "tensors"
MEMORY = "peak memory, MiB"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", required=True)
    parser.add_argument("--llvm-emitter")
    parser.add_argument("--scale", choices=sorted(SCALES), default="full")
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="figures of an earlier --json")
    parser.add_argument("--svg", metavar="FILE", required=True)
    parser.add_argument("--folder", help="where files of some GiB may lie")
    return parser.parse_args()


def measure_point(doing, axis, value, sizes, pairs):
    """One place on an axis: metaobj, then the peers that can."""
    params = doing.params(sizes)
    size = sum(sizes)
    known = {peer.name: peer for peer in peers.payload_peers(doing.emitter)}
    commands = [(OURS, doing.emit_params(params), pairs)]
    commands += [(name, known[name].command(doing.folder, params), 3)
                 for name in PEERS if known[name].path() and
                 size <= known[name].largest]
    for name, command, wanted in commands:
        try:
            found = doing.watch.compare(command, doing.copy(params),
                                        wanted, size, budget=60)
        except Failure as failure:
            print(f"{axis:8} {value:>12,}  {name:14} failed: {failure}",
                  flush=True)
            continue
        point = {"axis": axis, "value": value, "name": name,
                 "ratios": found.ratios, "peak": found.peak}
        print(f"{axis:8} {value:>12,}  {name:14} "
              f"{number(statistics.median(found.ratios)):>6} x cp "
              f"(n {len(found.ratios)}, {number(min(found.ratios))} to "
              f"{number(max(found.ratios))}), "
              f"{number(found.peak / MIB):>6} MiB", flush=True)
        yield point


def measure(arguments):
    """All points, as plain data."""
    points = []
    sizes, counts = SCALES[arguments.scale]
    with tempfile.TemporaryDirectory(prefix="metaobj-growth.",
                                     dir=arguments.folder) as folder:
        doing = work.Work(arguments.metaobj, arguments.llvm_emitter, folder,
                          work.FULL, Table(sys.stdout))
        for size in sizes:
            points += measure_point(doing, SIZE, size, [size], arguments.pairs)
        for count in counts:
            points += measure_point(doing, COUNT, count, [TENSOR] * count,
                                    arguments.pairs)
    return points


def panel(points, axis, title, y_title, value_of, level):
    """One panel of the chart."""
    chosen = [point for point in points if point["axis"] == axis]
    text = work.size_text if axis == SIZE else "{:,}".format
    labels = {point["value"]: text(point["value"]) for point in chosen}
    curves = [chart.Curve(name, [(point["value"], value_of(point))
                                 for point in chosen if point["name"] == name])
              for name in (OURS, *PEERS)]
    x_title = "payload, one parameter" if axis == SIZE else \
        f"parameters of {TENSOR:,} bytes"
    return chart.Panel(title, x_title, y_title, labels, level,
                       [curve for curve in curves if curve.points])


def ratio(point):
    return statistics.median(point["ratios"])


def mebibytes(point):
    return point["peak"] / MIB


def draw(points):
    """The SVG file's text."""
    level = (1, "cp")
    return chart.draw(
        "metaobj emit: time and memory", (OURS, *PEERS), [
            panel(points, SIZE, "Time against payload", "time / cp", ratio,
                  level),
            panel(points, COUNT, "Time against number of parameters",
                  "time / cp", ratio, level),
            panel(points, SIZE, "Peak memory against payload", MEMORY,
                  mebibytes, None),
            panel(points, COUNT, "Peak memory against number of parameters",
                  MEMORY, mebibytes, None)])


def main():
    arguments = parse_arguments()
    chart.write(arguments, measure, draw)


if __name__ == "__main__":
    main()
