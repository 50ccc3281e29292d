#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A file as an object: metaobj embed beside what people use today.

Each program runs in turn with cp of the same file, A B A B. Prints a table,
and draws time and peak memory (--svg). --json keeps the figures; --from draws
those without measuring.
"""

import argparse
import os
import statistics
import tempfile

import chart
import inputs
import peers
from table import OURS, number
from timing import MIB, Command, Failure, Stopwatch
from work import size_text

SCALES = {
    "full": (1024, 4 * MIB, 64 * MIB, 1024 * MIB),
    "quick": (1024, 4 * MIB),
    "tiny": (1024, 4096),
}
PAIRS = 9
#: What the chart shows; the table has all.
DRAWN = (OURS, "GNU ld -r -b binary", "GNU objcopy", "gas .incbin",
         "clang 22 #embed", "xxd -i, gcc")


def compile_xxd(folder, params, program, output):
    """The text of xxd and the compiler that reads it: both are the work."""
    source = os.path.join(folder, "xxd.c")
    return ["sh", "-c", f'"{program}" -i "{params.path}" "{source}" && '
            f'gcc -c "{source}" -o "{output}"']


def all_peers():
    """Those of the parameters that take whole files, and xxd."""
    chosen = [peer for peer in peers.payload_peers(None)
              if "text" not in peer.name and not peer.name.startswith("LLVM ")]
    return chosen + [peers.Peer("xxd -i, gcc", "xxd", compile_xxd,
                                largest=4 * MIB)]


def write_file(folder, size):
    """A file of noise, as Params that have one tensor: all of it."""
    path = os.path.join(folder, "model.bin")
    with open(path, "wb") as file:
        inputs.write_bytes(file, size, inputs.random_block())
    return inputs.Params(path, [("model", 0, size)])


def measure_size(arguments, watch, folder, size):
    """Every program that makes an object of `size` bytes within a minute."""
    params = write_file(folder, size)
    copy = os.path.join(folder, "copy")
    output = os.path.join(folder, "model.o")
    commands = [(OURS, Command(
        (os.path.abspath(arguments.metaobj), "embed", params.path, "--quiet",
         "--mtriple=x86_64-unknown-linux-gnu", "-o", output), (output,)))]
    for peer in all_peers():
        if not peer.path():
            print(f"{size_text(size):>9}  {peer.name} is not installed")
        elif size > peer.largest:
            print(f"{size_text(size):>9}  {peer.name} takes over a minute")
        else:
            commands.append((peer.name, peer.command(folder, params)))
    for name, command in commands:
        try:
            found = watch.compare(command, Command(("cp", params.path, copy),
                                                   (copy,)),
                                  arguments.pairs, size, budget=60)
        except Failure as failure:
            print(f"{size_text(size):>9}  {name} failed: {failure}")
            continue
        ratio = statistics.median(found.ratios)
        print(f"{size_text(size):>9}  {name:22} {number(ratio):>6} x cp "
              f"(n {len(found.ratios)}, {number(min(found.ratios))} to "
              f"{number(max(found.ratios))}), "
              f"{number(found.peak / MIB):>6} MiB", flush=True)
        yield {"size": size, "name": name, "ratios": found.ratios,
               "seconds": [run.seconds for run in found.ours],
               "peak": found.peak}


def measure(arguments):
    """All points, as plain data."""
    with tempfile.TemporaryDirectory(prefix="metaobj-embed.",
                                     dir=arguments.folder) as folder:
        watch = Stopwatch(folder)
        return [point for size in SCALES[arguments.scale]
                for point in measure_size(arguments, watch, folder, size)]


def ratio(point):
    return statistics.median(point["ratios"])


def mebibytes(point):
    return point["peak"] / MIB


def panel(points, title, y_title, value_of, level):
    labels = {point["size"]: size_text(point["size"]) for point in points}
    curves = [chart.Curve(name, [(point["size"], value_of(point))
                                 for point in points if point["name"] == name])
              for name in DRAWN]
    return chart.Panel(title, "file", y_title, labels, level,
                       [curve for curve in curves if curve.points])


def draw(points):
    """The SVG file's text."""
    measured = {point["name"] for point in points}
    names = [name for name in DRAWN if name in measured]
    return chart.draw("A file as an object: time and memory", names, [
        panel(points, "Time", "time / cp", ratio, (1, "cp")),
        panel(points, "Peak memory", "peak memory, MiB", mebibytes, None)])


def table(points):
    """Markdown: time as a multiple of cp's, and peak memory."""
    sizes = list(dict.fromkeys(point["size"] for point in points))
    lines = ["| | " + " | ".join(map(size_text, sizes)) + " |",
             "|---" * (len(sizes) + 1) + "|"]
    for name in dict.fromkeys(point["name"] for point in points):
        here = {point["size"]: f"{number(ratio(point))} x cp, "
                f"{number(mebibytes(point))} MiB"
                for point in points if point["name"] == name}
        lines.append(f"| {name} | " +
                     " | ".join(here.get(size, "-") for size in sizes) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", required=True)
    parser.add_argument("--llvm-emitter", help="not used here")
    parser.add_argument("--scale", choices=sorted(SCALES), default="full")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--from", dest="source", metavar="FILE",
                        help="figures of an earlier --json")
    parser.add_argument("--svg", metavar="FILE", required=True)
    parser.add_argument("--folder", help="where files of some GiB may lie")
    arguments = parser.parse_args()
    print(table(chart.write(arguments, measure, draw)), end="")


if __name__ == "__main__":
    main()
