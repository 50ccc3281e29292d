#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of calls and of a whole inference through the executor.

Counted by callgrind on the machine itself. One operator call: a chain of
operators that add to four numbers, none of them inlined. One inference: the
network of examples/digits.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
from forms import Graph

SKIPPED = 77
CRT = ROOT / "runtime_crt"
DIGITS = ROOT / "examples" / "digits"
#: Operators of the chain; each input element is its place.
CHAIN, ELEMENTS = 16, 4
INCLUDES = [f"-I{CRT}/include", f"-I{CRT}/config", f"-I{ROOT}/include"]
OPERATOR = """
__attribute__((noinline)) int32_t tvmgen_chain_add%d%s {
%s  for (int32_t i = 0; i < %d; ++i)
    out[i] = in[i] + %d;
  return 0;
}
"""
PLAIN_ARGUMENTS = "(const int32_t *restrict in, int32_t *restrict out)"
PACKED_ARGUMENTS = ("(void *args, int32_t *type_ids, int32_t num_args, "
                    "void *ret, int32_t *ret_code, void *resource)")
TAKE_APART = """  DLTensor *first = ((TVMValue *)args)[0].v_handle;
  DLTensor *second = ((TVMValue *)args)[1].v_handle;
  const int32_t *restrict in = first->data;
  int32_t *restrict out = second->data;
"""


def run(command, **how):
    done = subprocess.run([str(word) for word in command], text=True,
                          capture_output=True, **how)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: "
                         f"{done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


class Bench:
    """One folder and the tools."""

    def __init__(self, folder, metaobj, tools):
        self.folder, self.metaobj, self.tools = folder, metaobj, tools
        self.libraries = None

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def compile(self, sources, folder, flags):
        """The objects of sources; with -flto they are bitcode."""
        folder = self.folder / folder
        folder.mkdir(parents=True, exist_ok=True)
        objects = [folder / (source.stem + ".o") for source in sources]
        for source, target in zip(sources, objects):
            run([self.tools["clang"], "-std=gnu99", *flags, *INCLUDES,
                 f"-I{folder}", "-c", source, "-o", target])
        return objects

    def emit(self, operators, folder, lto, *options):
        output = self.folder / folder / ("model.bc" if lto else "model.obj")
        output.parent.mkdir(parents=True, exist_ok=True)
        run([self.metaobj, "emit", *operators, *options, "-o", output,
             *(["--emit=llvm-bc"] if lto else [])])
        return output

    def runtime(self):
        """The C runtime's libraries, the same for all programs."""
        if self.libraries is None:
            build = self.folder / "crt"
            run([self.tools["make"], "-s", "-C", CRT, f"BUILD={build}",
                 f"CC={self.tools['clang']}", "CFLAGS=-O2"])
            self.libraries = sorted(build.glob("lib*.a"))
        return self.libraries

    def count(self, name, source, objects, flags, case):
        """Instructions of one run."""
        data, expected = case
        text = "".join([source, "#define INPUT_BYTES %d\n" % len(data),
                        "#define INPUT %s\n" % ", ".join(map(str, data)),
                        "#define EXPECTED %s\n" % ", ".join(map(str, expected)),
                        '#include "%s"\n' % (HERE / "harness.c")])
        main = self.compile([self.write(f"{name}.c", text)], name.rpartition(
            "/")[0], flags)
        program = self.folder / name
        run([self.tools["clang"], *flags, *main, *objects,
             f"--ld-path={self.tools['ld.lld']}", "-Wl,--gc-sections",
             "-Wl,-z,now", *self.runtime(), "-o", program])
        output = run([self.tools["valgrind"], "--tool=callgrind",
                      "--callgrind-out-file=/dev/null",
                      "--toggle-collect=measured", program])
        return int(re.search(r"Collected : (\d+)", output)[1])


def chain_graph():
    """x, and each operator on the result of the one before."""
    tensors = CHAIN + 1
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    nodes += [{"op": "tvm_op", "name": f"add{i}", "inputs": [[i, 0, 0]],
               "attrs": {"func_name": f"tvmgen_chain_add{i}", "num_inputs": "1",
                         "num_outputs": "1", "flatten_data": "0"}}
              for i in range(CHAIN)]
    return json.dumps({
        "nodes": nodes, "arg_nodes": [0], "heads": [[CHAIN, 0, 0]],
        "node_row_ptr": list(range(tensors + 1)),
        "attrs": {"dltype": ["list_str", ["int32"] * tensors],
                  "shape": ["list_shape", [[ELEMENTS]] * tensors],
                  "storage_id": ["list_int", list(range(tensors))]}})


def one_call(bench, flags):
    """Instructions of one call of the chain: form -> number."""
    lto = "-flto" in flags
    folder = "chain" + "".join(flags)
    text = chain_graph()
    graph_file = bench.write(f"{folder}/graph.json", text)
    graph = Graph(text, "x")
    objects = {}
    for kind, arguments, start in (("plain", PLAIN_ARGUMENTS, ""),
                                   ("packed", PACKED_ARGUMENTS, TAKE_APART)):
        source = "#include <tvm/runtime/c_runtime_api.h>\n" + "".join(
            OPERATOR % (i, arguments, start, ELEMENTS, i)
            for i in range(CHAIN))
        objects[kind] = bench.compile(
            [bench.write(f"{folder}/{kind}.c", source)], folder, flags)
    case = (list(range(4 * ELEMENTS)),
            [int.from_bytes(bytes(range(4 * i, 4 * i + 4)), sys.byteorder)
             + sum(range(CHAIN)) for i in range(ELEMENTS)])
    counts = {
        "plain C calls": bench.count(f"{folder}/by-hand", graph.plain_calls(),
                                     objects["plain"], flags, case),
        "TVM's form, packed": bench.count(
            f"{folder}/form", graph.tvm_form(""), objects["packed"], flags,
            case)}
    for kind, api in (("plain", "unpacked"), ("packed", "packed")):
        sub = f"{folder}/{api}"
        model = bench.emit(
            objects[kind], sub, lto, f"--graph={graph_file}", "--inputs=x",
            "--model=chain", "--executor=aot", "--workspace-io",
            f"--operator-api={api}",
            f"--header={bench.folder / sub / 'tvmgen_chain.h'}")
        counts[f"executor, {api}"] = bench.count(
            f"{sub}/main", graph.executor("chain"), [*objects[kind], model],
            flags, case)
    return {form: count / CHAIN for form, count in counts.items()}


def inference(bench, flags):
    """Instructions of one inference of digits: form -> number."""
    lto = "-flto" in flags
    folder = "digits" + "".join(flags)
    text = (DIGITS / "model" / "graph.json").read_text()
    graph = Graph(text, "image")
    label, *pixels = map(int, re.findall(
        r"\d+", next(line for line in (DIGITS / "model" / "test_images.inc")
                     .read_text().splitlines() if line.startswith("{"))))
    operators = bench.compile(sorted((DIGITS / "operators").glob("*.c")),
                              folder, flags)
    options = [DIGITS / "model" / "digits.params", "--model=digits",
               f"--graph={DIGITS / 'model' / 'graph.json'}", "--inputs=image"]
    registry = bench.emit(operators, folder, lto, *options)
    model = bench.emit(
        operators, f"{folder}/executor", lto, *options, "--executor=aot",
        "--workspace-io",
        f"--header={bench.folder / folder / 'executor/tvmgen_digits.h'}")
    return {form: bench.count(f"{folder}/{name}", source, [
        *operators, emitted], flags, (pixels, [label]))
        for form, name, source, emitted in (
            ("loop by hand", "hand", graph.loop_by_hand("tvmgen_digits"),
             registry),
            ("TVM's form", "form", graph.tvm_form("tvmgen_digits"), registry),
            ("graph executor", "graph", graph.graph_executor(), registry),
            ("executor", "executor/main", graph.executor("digits"), model))}


def table(work, first, columns):
    """Markdown: a column pair for each way to compile."""
    names = list(columns)
    lines = ["| %s | %s |" % (work, " | ".join(
        f"{name} | more than {first}" for name in names)),
        "|---" + "|---:" * (2 * len(names)) + "|"]
    for form in columns[names[0]]:
        cells = []
        for name in names:
            value = columns[name][form]
            more = value - columns[name][first]
            cells += [f"{value:.1f}", f"{more:+.1f}"] if value < 1000 else [
                f"{value:.0f}", f"{more:+.0f}"]
        lines.append("| %s | %s |" % (form, " | ".join(cells)))
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", type=pathlib.Path, required=True)
    parser.add_argument("--llvm-bin", required=True, metavar="DIR",
                        help="clang and ld.lld of the LLVM of metaobj")
    parser.add_argument("--check", action="store_true",
                        help="fail when calls cost more than they may")
    arguments = parser.parse_args()
    # Bitcode is of one version of LLVM: a compiler from elsewhere will not do.
    places = {"clang": arguments.llvm_bin, "ld.lld": arguments.llvm_bin}
    tools = {}
    for tool in ("clang", "ld.lld", "make", "valgrind"):
        tools[tool] = shutil.which(tool, path=places.get(tool))
        if not tools[tool]:
            print(f"SKIPPED: {tool} is not installed")
            return SKIPPED
    if platform.system() != "Linux":
        print("SKIPPED: callgrind needs Linux")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), arguments.metaobj.resolve(), tools)
        bench.runtime()
        work = {"-O0": (one_call, ["-O0"]),
                "-O2 -flto": (one_call, ["-O2", "-flto"]),
                "-Os": (inference, ["-Os"]),
                "-Os -flto": (inference, ["-Os", "-flto"])}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            done = dict(zip(work, pool.map(
                lambda each: each[0](bench, each[1]), work.values())))
    calls = {name: done[name] for name in ("-O0", "-O2 -flto")}
    whole = {name: done[name] for name in ("-Os", "-Os -flto")}
    print(table("one call", "plain C calls", calls))
    print(table("one inference", "loop by hand", whole))
    return check(calls, whole) if arguments.check else 0


def check(calls, whole):
    """What must hold; 1 when it does not."""
    failed = []
    linked = calls["-O2 -flto"]
    # Entering the chain costs a part of an instruction for each operator.
    if linked["executor, packed"] >= linked["plain C calls"] + 1:
        failed.append("with link-time optimisation a packed call costs %g "
                      "instructions, a plain call %g" % (
                          linked["executor, packed"], linked["plain C calls"]))
    for how, counts in whole.items():
        for form in ("graph executor", "TVM's form"):
            if counts["executor"] >= counts[form]:
                failed.append("%s: %d instructions with the executor, %d with "
                              "%s" % (how, counts["executor"], counts[form],
                                      form))
    for text in failed:
        print("FAILED: " + text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
