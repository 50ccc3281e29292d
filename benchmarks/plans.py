# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of metaobj against those of others, as Markdown.

    plans.py --metaobj PATH [--data FOLDER] [--efforts 5,9]

Graphs: bytes of the graph's own storage ids, of the three algorithms of TVM's
Unified Static Memory Planner, and of metaobj. Lists of buffers: first fit by
size, TVM's hill climb, and metaobj with each effort, as multiples of the lower
bound, with seconds. Then time by number of buffers.

TVM's algorithms are written again here after src/tir/usmp/algo of v0.14; the
hill climb has random numbers of its own and is the best of three runs.
"""

import argparse
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "e2e"))
import plans  # noqa: E402
from lib import buffer_lists  # noqa: E402
from plans import Buffer  # noqa: E402

GRAPHS = {"mobilenet": "mobilenet/graph.json", "gvsoc": "gvsoc/default.graph",
          "conv1d": "conv1d/graph.json", "magic_wand": "magic_wand/graph.json",
          "nodes_fp32": "nodes_fp32/graph.json"}


def conflicts(buffers):
    found = [[] for _ in buffers]
    for i, a in enumerate(buffers):
        for j in range(i):
            b = buffers[j]
            if a.lower < b.upper and b.lower < a.upper:
                found[i].append(j)
                found[j].append(i)
    return found


def up(number, alignment):
    return (number + alignment - 1) // alignment * alignment


def greedy(buffers, others, key, alignment):
    """TVM never fills a gap: each lies above all of its conflicts."""
    offsets = {}
    for i in sorted(range(len(buffers)), key=key, reverse=True):
        offsets[i] = max([up(offsets[j] + buffers[j].size, alignment)
                          for j in others[i] if j in offsets], default=0)
    return max(o + buffers[i].size for i, o in offsets.items())


def first_fit(buffers, others, order, alignment):
    offsets = {}
    for i in order:
        at = 0
        for start, end in sorted((offsets[j], offsets[j] + buffers[j].size)
                                 for j in others[i] if j in offsets):
            if at + buffers[i].size <= start:
                break
            at = max(at, up(end, alignment))
        offsets[i] = at
    return offsets


def hill_climb(buffers, others, alignment, seed):
    """The best plan seen; TVM itself returns the last one it accepted."""
    numbers = random.Random(seed)
    order = sorted(range(len(buffers)), reverse=True, key=lambda i: (
        buffers[i].size, len(others[i]), buffers[i].name))
    offsets = first_fit(buffers, others, order, alignment)
    size = plans.height(buffers, [offsets[i] for i in range(len(buffers))])
    for _ in range(500):
        near = {j for i in order if offsets[i] + buffers[i].size == size
                for j in (i, *others[i])}
        near |= {k for j in near for k in others[j]}
        swapped = list(order)
        a, b = (swapped.index(numbers.choice(sorted(near))) for _ in range(2))
        swapped[a], swapped[b] = swapped[b], swapped[a]
        tried = first_fit(buffers, others, swapped, alignment)
        new = plans.height(buffers, [tried[i] for i in range(len(buffers))])
        if new <= size:
            order, offsets, size = swapped, tried, new
    return size


def algorithms_of_tvm(buffers, alignment):
    others = conflicts(buffers)
    return (
        greedy(buffers, others, lambda i: (buffers[i].size, len(others[i]),
                                           buffers[i].name), alignment),
        greedy(buffers, others, lambda i: (len(others[i]), buffers[i].size,
                                           buffers[i].name), alignment),
        min(hill_climb(buffers, others, alignment, seed) for seed in range(3)))


def plan(metaobj, path, *options):
    started = time.monotonic()
    text = subprocess.run([metaobj, "plan", "--json", str(path), *options],
                          check=True, capture_output=True, text=True).stdout
    return json.loads(text), time.monotonic() - started


def graphs(metaobj, data):
    print("| graph | buffers | storage ids | TVM by size | TVM by conflicts | "
          "TVM hill climb | metaobj | lower bound |")
    print("|---|---|---|---|---|---|---|---|")
    for name, path in GRAPHS.items():
        found, _ = plan(metaobj, data / path)
        buffers = [Buffer(b["name"], b["lower"], b["upper"], b["size"])
                   for b in found["buffers"]]
        print("| %s | %d | %d | %d | %d | %d | %d | %d |" % (
            name, len(buffers), found["storage_id_size"],
            *algorithms_of_tvm(buffers, 16), found["size"],
            found["lower_bound"]))


def lists(metaobj, data, efforts):
    columns = "".join(" effort %d | s |" % effort for effort in efforts)
    print("| list | buffers | TVM by size | TVM by conflicts | TVM hill climb "
          "| first fit by size |" + columns)
    print("|---|---|---|---|---|---|" + "---|---|" * len(efforts))
    for path in sorted((data / "minimalloc").glob("*.csv")):
        buffers, _ = plans.read_list(path.read_text())
        bound = plans.lower_bound(buffers)
        cells = ["%.3f" % (size / bound) for size in
                 (*algorithms_of_tvm(buffers, 1),
                  plans.first_fit_by_size(buffers))]
        for effort in efforts:
            found, seconds = plan(metaobj, path, "--plan-effort=%d" % effort)
            cells += ["%.3f" % (found["size"] / bound), "%.1f" % seconds]
        print("| %s | %d | %s |" % (path.name.split(".")[0], len(buffers),
                                    " | ".join(cells)), flush=True)


def drawn(metaobj):
    print("| list | buffers | first fit by size | rules alone | s | effort 5 | s | MiB |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "list.csv"
        for count in (4000, 18000, 60000, 1000000):
            for kind in buffer_lists.KINDS:
                rows = buffer_lists.draw(kind, count)
                buffer_lists.write(path, rows)
                fit = (buffer_lists.first_fit_by_size(rows) if count < 100000
                       else None)
                cells = []
                for effort in (0, 5):
                    found, seconds = plan(metaobj, path,
                                          "--plan-effort=%d" % effort)
                    bound = found["lower_bound"]
                    cells += ["%.4f" % (found["size"] / bound), "%.1f" % seconds]
                print("| %s | %d | %s | %s | %d |" % (
                    kind, len(rows), "%.4f" % (fit / bound) if fit else "",
                    " | ".join(cells), peak_memory()), flush=True)


def peak_memory():
    """MiB of the largest program so far."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10


def growth(metaobj):
    print("| tensors | chain, s | branching, s | branching, of the lower bound |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "graph"
        for count in (1250, 2500, 5000, 12500, 25000, 50000):
            path.write_text("id,lower,upper,size\n" + "".join(
                "%d,%d,%d,%d\n" % (i, i, i + 2, 64 * (1 + i * 7 % 11))
                for i in range(count)))
            _, chain = plan(metaobj, path, "--plan-effort=0")
            path.write_text(json.dumps(plans.branching(count)))
            found, branching = plan(metaobj, path, "--plan-effort=0")
            print("| %d | %.2f | %.2f | %.3f |" % (
                count, chain, branching, found["size"] / found["lower_bound"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", required=True)
    parser.add_argument("--data", type=pathlib.Path, default=None,
                        help="folder with the graphs and minimalloc's lists")
    parser.add_argument("--efforts", default="5",
                        type=lambda text: [int(n) for n in text.split(",")])
    options = parser.parse_args()
    if options.data:
        graphs(options.metaobj, options.data)
        print()
        lists(options.metaobj, options.data, options.efforts)
        print()
    drawn(options.metaobj)
    print()
    growth(options.metaobj)


if __name__ == "__main__":
    main()
