# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans of real graphs and of other planners' benchmarks hold and are small.

The buffers and offsets that `metaobj plan --csv` prints are compared with the
input by a checker in Python, and their size with first fit by size, the lower
bound and the graph's own storage ids, which are computed here from the JSON.
A chain of 5000 buffers and a branching graph of 50000 tensors are planned, too,
and lists as graphs have them, which are drawn at random.
"""

import argparse
import collections
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from lib import buffer_lists

SKIPPED = 77
SIZES = {"int8": 1, "uint8": 1, "bool": 1, "int16": 2, "int32": 4,
         "float32": 4, "int64": 8}

Buffer = collections.namedtuple("Buffer", "name lower upper size")


def read_list(text):
    rows = list(csv.DictReader(text.splitlines()))
    buffers = [Buffer(row["id"], int(row["lower"]), int(row["upper"]),
                      int(row["size"])) for row in rows]
    return buffers, [int(row["offset"]) for row in rows if "offset" in row]


def lower_bound(buffers):
    events = sorted([(b.lower, 1, b.size) for b in buffers] +
                    [(b.upper, 0, -b.size) for b in buffers])
    live = most = 0
    for _, _, change in events:
        live += change
        most = max(most, live)
    return most


def height(buffers, offsets):
    return max(o + b.size for b, o in zip(buffers, offsets))


def check(buffers, offsets):
    """No two buffers that live at the same time overlap. All pairs."""
    assert len(buffers) == len(offsets)
    order = sorted(range(len(buffers)), key=lambda i: buffers[i].lower)
    live = []
    for i in order:
        live = [j for j in live if buffers[j].upper > buffers[i].lower]
        for j in live:
            assert (offsets[i] + buffers[i].size <= offsets[j] or
                    offsets[j] + buffers[j].size <= offsets[i]), (
                        buffers[i], offsets[i], buffers[j], offsets[j])
        live.append(i)


def first_fit_by_size(buffers):
    offsets = [None] * len(buffers)
    for i in sorted(range(len(buffers)), key=lambda i: -buffers[i].size):
        taken = sorted((offsets[j], offsets[j] + b.size)
                       for j, b in enumerate(buffers)
                       if offsets[j] is not None and
                       b.lower < buffers[i].upper and buffers[i].lower < b.upper)
        at = 0
        for start, end in taken:
            if at + buffers[i].size <= start:
                break
            at = max(at, end)
        offsets[i] = at
    return height(buffers, offsets)


def storage_id_size(graph):
    """Bytes of what operators write and the caller does not have, by id; each
    id starts at a multiple of 16."""
    rows, attrs = graph["node_row_ptr"], graph["attrs"]
    ids = attrs["storage_id"][1]

    def entry(pair):
        return rows[pair[0]] + pair[1]
    root = list(range(rows[-1]))
    outside = set()
    for n, node in enumerate(graph["nodes"]):
        if node["op"] == "null":
            outside.add(rows[n])
        elif node.get("attrs", {}).get("func_name") == "__nop":
            root[rows[n]] = root[entry(node["inputs"][0])]
    outside |= {root[entry(head)] for head in graph["heads"]}
    most = {}
    for e in range(rows[-1]):
        if root[e] in outside:
            continue
        size = SIZES[attrs["dltype"][1][e]]
        for extent in attrs["shape"][1][e]:
            size *= extent
        most[ids[root[e]]] = max(most.get(ids[root[e]], 0), size)
    end = 0
    for _, size in sorted(most.items()):
        end = (end + 15) // 16 * 16 + size
    return end


class Plans:
    def __init__(self, metaobj, scratch):
        self.metaobj, self.scratch = metaobj, scratch

    def run(self, path, *options):
        return subprocess.run([self.metaobj, "plan", str(path), *options],
                              check=True, capture_output=True, text=True).stdout

    def list_file(self, path, effort):
        """Size of the plan of a list of buffers, which is checked."""
        buffers, _ = read_list(path.read_text())
        planned, offsets = read_list(
            self.run(path, "--csv", "--plan-effort=%d" % effort))
        assert planned == buffers
        check(buffers, offsets)
        return buffers, height(buffers, offsets)

    def benchmarks(self, folder):
        for path in sorted(folder.glob("*.csv")):
            # Far less than the default effort, so that this test is quick.
            buffers, size = self.list_file(path, 3)
            bound = lower_bound(buffers)
            assert bound <= size <= first_fit_by_size(buffers), (path, size)
            assert size <= 1.15 * bound, (path, size, bound)
            if path.name.startswith(("deep_speech", "input")):
                assert size == bound, (path, size, bound)
            print("%s: %d, %.3f of the lower bound" %
                  (path.name, size, size / bound))

    def graph(self, path):
        plan = json.loads(self.run(path, "--json"))
        own = storage_id_size(json.loads(path.read_text()))
        assert plan["storage_id_size"] == own, (path, own)
        assert plan["lower_bound"] <= plan["size"] <= own, path
        buffers = [Buffer(b["name"], b["lower"], b["upper"], b["size"])
                   for b in plan["buffers"]]
        check(buffers, [b["offset"] for b in plan["buffers"]])
        # None of these needs more.
        assert plan["size"] == plan["lower_bound"], path

    def large(self):
        chain = ["%d,%d,%d,%d" % (i, i, i + 2, 64 * (1 + i * 7 % 11))
                 for i in range(5000)]
        path = self.scratch / "chain.csv"
        path.write_text("id,lower,upper,size\n" + "\n".join(chain) + "\n")
        buffers, size = self.list_file(path, 1)
        assert size == lower_bound(buffers)
        path = self.scratch / "branching.json"
        path.write_text(json.dumps(branching(50000)))
        plan = json.loads(self.run(path, "--json", "--plan-effort=1"))
        buffers = [Buffer(b["name"], b["lower"], b["upper"], b["size"])
                   for b in plan["buffers"]]
        assert len(buffers) > 45000
        check(buffers, [b["offset"] for b in plan["buffers"]])
        assert plan["size"] <= plan["storage_id_size"]


    def drawn(self):
        """Never behind the commonest rule, however many live together."""
        path = self.scratch / "drawn.csv"
        for kind in buffer_lists.KINDS:
            rows = buffer_lists.draw(kind, 4000)
            buffer_lists.write(path, rows)
            buffers, size = self.list_file(path, 0)
            fit = buffer_lists.first_fit_by_size(rows)
            assert size <= fit, (kind, size, fit)
            _, searched = self.list_file(path, 3)
            assert searched <= min(size, 1.02 * lower_bound(buffers)), kind


def branching(count):
    """A graph whose nodes read one or two of the last ones."""
    numbers = random.Random(1)
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    for n in range(1, count):
        # Mostly a neighbour, sometimes one from further back.
        reads = {max(0, n - 1 - int(numbers.expovariate(0.3)))
                 for _ in range(2)}
        nodes.append({"op": "tvm_op", "name": "n%d" % n,
                      "attrs": {"func_name": "f"},
                      "inputs": [[r, 0, 0] for r in sorted(reads)]})
    return {"nodes": nodes, "arg_nodes": [0], "heads": [[count - 1, 0, 0]],
            "node_row_ptr": list(range(count + 1)),
            "attrs": {"storage_id": ["list_int", list(range(count))],
                      "dltype": ["list_str", ["int8"] * count],
                      "shape": ["list_shape", [[numbers.randrange(1, 4096)]
                                               for _ in range(count)]]}}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj", type=pathlib.Path, required=True)
    for unused in ("--llvm-bin", "--source", "--build"):
        parser.add_argument(unused)
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("METAOBJ_TEST_DATA", "nowhere"))
    with tempfile.TemporaryDirectory() as scratch:
        plans = Plans(options.metaobj, pathlib.Path(scratch))
        plans.large()
        plans.drawn()
        if not (data / "minimalloc").is_dir():
            print("skipped: no files of others in %s" % data)
            sys.exit(SKIPPED)
        plans.benchmarks(data / "minimalloc")
        for name in ("mobilenet/graph.json", "conv1d/graph.json",
                     "magic_wand/graph.json", "nodes_fp32/graph.json",
                     "gvsoc/default.graph"):
            plans.graph(data / name)


if __name__ == "__main__":
    main()
