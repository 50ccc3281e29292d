# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of metaobj against those of others, as Markdown.

    plans.py --metaobj PATH [--data FOLDER] [--most BUFFERS]
             [--executorch PYTHON] [--minimalloc PATH]

Graphs: bytes of the graph's own storage ids, of the three algorithms of TVM's
Unified Static Memory Planner, and of metaobj. Lists of buffers, MiniMalloc's and
drawn ones of up to a million: each plan's bytes as multiples of the lower bound,
and metaobj's seconds and memory. Then time by number of buffers.

TVM's algorithms are written again here after src/tir/usmp/algo of v0.14; the
hill climb has random numbers of its own and is the best of three runs.
ExecuTorch's greedy() is its own, of the Python that --executorch names.
MiniMalloc gets a capacity: that of its own lists, and else the bytes of
metaobj's plan; it shows the seconds until it has a plan.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "e2e"))
import plans  # noqa: E402
from lib import buffer_lists  # noqa: E402
from plans import Buffer  # noqa: E402

MINIMALLOC_SECONDS = 60
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


def executorch_greedy(python, buffers):
    """Without padding: as if it aligned to bytes. None: it has no plan."""
    text = """if True:
        import json, sys, types, torch
        from executorch.exir import memory_planning
        from executorch.exir.tensor import TensorSpec
        specs = []
        for lower, upper, size in json.load(sys.stdin):
            spec = TensorSpec(torch.uint8, torch.Size([size]))
            spec.lifetime = [lower, upper - 1]
            specs.append(spec)
        graph = types.SimpleNamespace(input_mem_buffer_sizes=None)
        print(memory_planning.greedy(1, specs, graph, None).bufsizes[1])"""
    result = subprocess.run(
        [python, "-c", text], input=json.dumps([b[1:] for b in buffers]),
        check=False, capture_output=True, text=True)
    # One of its assertions may end it.
    return int(result.stdout) if result.returncode == 0 else None


def minimalloc_seconds(program, path, capacity):
    """Until it has a plan; None: it has none."""
    started = time.monotonic()
    result = subprocess.run(
        [program, "--input=%s" % path, "--output=%s.plan" % path,
         "--capacity=%d" % capacity, "--timeout=%ds" % MINIMALLOC_SECONDS],
        capture_output=True, text=True)
    seconds = time.monotonic() - started
    return seconds if result.returncode == 0 and seconds < MINIMALLOC_SECONDS else None


def measured(metaobj, path, effort):
    """Bytes, the lower bound, seconds, and MiB of memory at most."""
    started = time.monotonic()
    child = subprocess.Popen([metaobj, "plan", "--json", str(path),
                              "--plan-effort=%d" % effort], stdout=subprocess.PIPE)
    text = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.monotonic() - started
    assert status == 0, path
    found = json.loads(text)
    return found["size"], found["lower_bound"], seconds, used.ru_maxrss >> 10


def lists(options, scratch):
    """Paths of lists and, of MiniMalloc's, their capacities."""
    if options.data:
        for path in sorted((options.data / "minimalloc").glob("*.csv")):
            yield path.name.split(".")[0], path, int(path.name.split(".")[1])
    for count in (1000, 4000, 18000, 60000, 1000000):
        for kind in buffer_lists.KINDS if count <= options.most else ():
            path = scratch / "list.csv"
            buffer_lists.write(path, buffer_lists.draw(kind, count))
            yield kind, path, None


def compare(options, scratch):
    print("| list | buffers | TVM by size | TVM by conflicts | TVM hill climb "
          "| ExecuTorch greedy | best fit by size | first fit by size "
          "| rules alone | s | effort 5 | s | MiB | MiniMalloc, s |")
    print("|---" * 14 + "|")
    for name, path, capacity in lists(options, scratch):
        buffers, _ = plans.read_list(path.read_text())
        rows = [b[1:] for b in buffers]
        ruled, bound, rule_seconds, _ = measured(options.metaobj, path, 0)
        size, _, seconds, memory = measured(options.metaobj, path, 5)
        others = [None] * 6
        if len(buffers) <= 1000:
            others[:3] = algorithms_of_tvm(buffers, 1)
        if options.executorch and len(buffers) <= 4000:
            others[3] = executorch_greedy(options.executorch, buffers)
        if len(buffers) <= 60000:
            others[4:] = (buffer_lists.best_fit_by_size(rows),
                          buffer_lists.first_fit_by_size(rows))
        cells = ["%.4f" % (each / bound) if each else "" for each in others]
        cells += ["%.4f" % (ruled / bound), "%.1f" % rule_seconds,
                  "%.4f" % (size / bound), "%.1f" % seconds, str(memory)]
        exact = None
        if options.minimalloc and len(buffers) <= 60000:
            exact = minimalloc_seconds(options.minimalloc, path, capacity or size)
        cells.append("%.1f" % exact if exact is not None else "")
        print("| %s | %d | %s |" % (name, len(buffers), " | ".join(cells)), flush=True)


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
    parser.add_argument("--most", type=int, default=1000000,
                        help="buffers of the largest list that is drawn")
    parser.add_argument("--executorch", help="a Python that has executorch")
    parser.add_argument("--minimalloc", help="MiniMalloc's program")
    options = parser.parse_args()
    if options.data:
        graphs(options.metaobj, options.data)
        print()
    with tempfile.TemporaryDirectory() as scratch:
        compare(options, pathlib.Path(scratch))
    print()
    growth(options.metaobj)


if __name__ == "__main__":
    main()
