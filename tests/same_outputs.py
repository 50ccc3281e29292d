#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Do two programs metaobj write the same bytes and the same words?

For a change that must not change any output: both programs do the same work,
for all targets, ABIs, kinds of output and many options, and for inputs that are
refused. Status, standard output, standard error and every file written are
compared. Ends with the number of runs, and status 1 if one differs.
"""

import argparse
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SOURCE, "tests", "e2e"))

from lib import toolchain
from lib.target_list import TARGETS

FUNCTIONS = ["tvmgen_default_fused_add", "tvmgen_default_fused_dense"]

#: Inputs are in a folder beside that of the outputs.
PARAMS = "in/params.bin"

ABIS = ["tvm-crt-u16", "tvm-crt-u8", "tvm-crt-universal"]

KINDS = ["obj", "llvm-ir", "llvm-bc"]

#: Machines of the other object formats; the ELF ones are TARGETS.
OTHER_TRIPLES = [
    "x86_64-pc-windows-msvc", "x86_64-w64-windows-gnu",
    "i686-pc-windows-msvc", "i686-w64-windows-gnu",
    "aarch64-pc-windows-msvc", "x86_64-apple-macosx10.15.0",
    "arm64-apple-macosx11.0.0", "arm64-apple-ios13.0.0",
    "arm64_32-apple-watchos7.0.0", "wasm32-unknown-unknown",
    "wasm64-unknown-unknown", "wasm32-unknown-emscripten"]

#: What is added to the sample model; with every target.
MODELS = [
    ["--sid=bias=1", "--sid=weight=0", "--sid=table=2"],
    ["--sid=bias=1", "--registry-index", "--place=*:visibility=global", "--prefix=m",
     "--entry=m_entry", "--section-symbols"],
    ["--param-sections", "--register=m", "--place=*:align=128"],
    ["--dedup=link", "--compress=zstd", "--record"],
    ["--external-params", "--place=b*:section=.mine"],
    ["--abi=functions"],
    ["-g"],
]
FFI_MODELS = [["--abi=tvm-ffi"], ["--abi=tvm-ffi", "--register=ctor"],
              ["--abi=tvm-ffi", "--prefix=m", "--ffi-root=k=in/params.bin"]]

#: Beside the object; with one target of each kind.
EXTRA_OUTPUTS = ["--header=out/model.h", "--map=out/map.json",
                 "--depfile=out/model.d", "--emit-rust=out/model.rs",
                 "--summary"]

#: One target of each width, byte order and object format.
CHOSEN = [["--mtriple=" + triple] for triple in (
    "x86_64-unknown-linux-gnu", "i386-unknown-linux-gnu", "thumbv7m-none-eabi",
    "riscv32-unknown-elf", "s390x-unknown-linux-gnu", "avr-unknown-unknown",
    "x86_64-pc-windows-msvc", "arm64-apple-macosx11.0.0",
    "wasm32-unknown-unknown")]


def sample_cases():
    """The sample model for every target."""
    functions = [f"--function={name}" for name in FUNCTIONS]
    targets = [[*target.metaobj, *mode.metaobj, f"--relocation-model={model}"]
               for target in TARGETS.values()
               for model, mode in (("static", target.static),
                                   ("pic", target.pic)) if mode]
    targets += [[f"--mtriple={triple}"] for triple in OTHER_TRIPLES]
    for target, (kind, model) in itertools.product(
            targets, itertools.product(KINDS, [*MODELS, *FFI_MODELS])):
        yield ["emit", *target, *functions, PARAMS, *model,
               f"--emit={kind}", "-o", "out/output"]
    for target, abi, model in itertools.product(targets, ABIS, MODELS[:2]):
        yield ["emit", *target, *functions, PARAMS, *model,
               f"--abi={abi}", "-o", "out/output"]
    for target, model in itertools.product(CHOSEN, [*MODELS, *FFI_MODELS]):
        yield ["emit", *target, *functions, PARAMS, *model,
               *EXTRA_OUTPUTS, "-o", "out/output"]
        yield ["emit", *target, *functions, PARAMS, *model,
               "--emit=c", *EXTRA_OUTPUTS, "-o", "out/output.c"]
        yield ["emit", *target, *functions, PARAMS, *model,
               "--shards=2", *EXTRA_OUTPUTS, "-o", "out/output"]


def graph_cases():
    """The model of the demo: its graph, executor, plans and archives."""
    graph = "in/model/graph.json"
    params = "in/model/digits.params"
    executors = [
        ["--executor=aot"], ["--executor=aot", "--operator-api=unpacked"],
        ["--executor=aot", "--interface=packed", "--packed-wrappers=all"],
        ["--executor=aot", "--workspace-io", "--pool=fast:65536"],
        ["--executor=aot", "--pool=ram,caller", "--platform-hooks",
         "--constant-pool=weights"]]
    for target, executor, kind in itertools.product(
            CHOSEN, executors, [*KINDS, "c"]):
        yield ["emit", *target, f"--graph={graph}", f"--params={params}",
               *executor, f"--emit={kind}", *EXTRA_OUTPUTS[:3], "-o",
               "out/output"]
    for target in CHOSEN:
        for kind in ("params-image", "mlf", "mlf-c"):
            yield ["emit", *target, f"--graph={graph}", f"--params={params}",
                   f"--emit={kind}", "-o", "out/output"]
    for effort in ("0", "5"):
        for text in ("--json", "--csv", "--svg"):
            yield ["plan", graph, f"--effort={effort}", text]
        yield ["plan", graph, f"--effort={effort}"]


def object_cases(objects):
    """Objects of compilers, with the target taken from them; and what reads
    objects."""
    for path in objects:
        for model in MODELS:
            yield ["emit", path, PARAMS, *model, *EXTRA_OUTPUTS, "-o",
                   "out/output"]
        yield ["inspect", path]
        yield ["inspect", "--json", path]
        yield ["check", path]
        yield ["size", path]
        yield ["size", "--json", path]
    for left, right in itertools.pairwise(objects):
        yield ["emit", left, right, PARAMS, "-o", "out/output"]
        yield ["check", left, right]
        yield ["diff", left, right]


def written_cases(written):
    """What was emitted, read again."""
    for path in written:
        yield ["inspect", path]
        yield ["inspect", "--json", path]
        yield ["check", path]
        yield ["size", path]
        yield ["size", "--json", path]
        yield ["inspect", "--verify", path]
    for left, right in itertools.pairwise(written):
        yield ["diff", left, right]
        yield ["diff", "--json", left, right]


def damaged_cases(paths):
    """Files that are cut, and with bytes that are changed."""
    for path in paths:
        with open(path, "rb") as file:
            data = bytearray(file.read())
        for number in range(40):
            place = number * len(data) // 40
            damaged = bytearray(data)
            damaged[place] ^= 1 << number % 8
            for name, contents in ((f"{path}.{number}.flip", damaged),
                                   (f"{path}.{number}.cut", data[:place])):
                with open(name, "wb") as file:
                    file.write(contents)
                yield ["inspect", "--json", name]
                yield ["check", name]
                yield ["emit", name, PARAMS, "-o", "out/output"]
                yield ["emit", "--mtriple=x86_64-linux-gnu", "--params", name,
                       "-o", "out/output"]


def other_cases():
    """Words: help, versions, wrong usage."""
    commands = ["emit", "inspect", "check", "diff", "size", "plan", "link",
                "targets", "self-test", "device"]
    yield ["--help"]
    yield ["--version"]
    for command in commands:
        yield [command, "--help"]
        yield [command]
        yield [command, "no such file"]
        yield [command, "--no-such-option"]
    yield ["targets", "--json"]


class Comparison:
    """Two programs in a folder each, with the same inputs."""

    def __init__(self, programs, every, folder):
        self.programs = programs
        self.every = every
        self.folder = folder
        self.count = 0
        self.different = []

    def outcome(self, program, number, case):
        """What a run wrote, by name."""
        place = os.path.join(self.folder, f"{number}.{program}")
        os.makedirs(os.path.join(place, "out"))
        os.symlink(os.path.join(self.folder, "in"), os.path.join(place, "in"))
        result = subprocess.run(
            [self.programs[program], *case], cwd=place, check=False,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        found = {"status": result.returncode, "stdout": result.stdout,
                 "stderr": result.stderr}
        for name in sorted(os.listdir(os.path.join(place, "out"))):
            with open(os.path.join(place, "out", name), "rb") as file:
                found[name] = file.read()
        shutil.rmtree(place)
        return found

    def compare(self, numbered):
        number, case = numbered
        first = self.outcome(0, number, case)
        second = self.outcome(1, number, case)
        names = [name for name in sorted({*first, *second})
                 if first.get(name) != second.get(name)]
        return case, names, first

    def run(self, cases):
        """Compares all cases; gives what the first program did in each."""
        cases = itertools.islice(cases, 0, None, self.every)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for case, names, first in pool.map(
                    self.compare, enumerate(cases, self.count)):
                self.count += 1
                if names:
                    self.different.append(case)
                    print(f"{', '.join(names)} differ: metaobj "
                          f"{' '.join(case)}", flush=True)
                yield case, first


def write_inputs(folder):
    """Fills `folder`; returns the objects of compilers in it."""
    with open(os.path.join(folder, "params.bin"), "wb") as file:
        file.write(toolchain.params_file(toolchain.SAMPLE_PARAMETERS))
    os.symlink(os.path.join(SOURCE, "examples", "digits", "model"),
               os.path.join(folder, "model"))
    source = os.path.join(folder, "operators.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(toolchain.operator_source(FUNCTIONS))
    objects = []
    flags = [(target.name, target.clang) for target in TARGETS.values()
             if target.clang]
    flags += [(triple, [f"--target={triple}"]) for triple in OTHER_TRIPLES]
    clang = shutil.which("clang-19") or shutil.which("clang")
    for name, options in flags:
        output = os.path.join(folder, f"{name}.o")
        made = subprocess.run(
            [clang, *options, *toolchain.CLANG_FLAGS, "-c", source, "-o",
             output], check=False, capture_output=True)
        if made.returncode == 0:
            objects.append(f"in/{name}.o")
    return objects


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", help="a metaobj, such as of another commit")
    parser.add_argument("after", help="the one to compare with it")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="one in N of the runs, to be quicker")
    arguments = parser.parse_args()
    programs = [os.path.abspath(arguments.before),
                os.path.abspath(arguments.after)]
    with tempfile.TemporaryDirectory(prefix="metaobj-same.") as folder:
        inputs = os.path.join(folder, "in")
        os.mkdir(inputs)
        objects = write_inputs(inputs)
        comparison = Comparison(programs, arguments.every, folder)
        # Some outputs are read again.
        written = []
        for number, (case, found) in enumerate(comparison.run(itertools.chain(
                sample_cases(), graph_cases(), object_cases(objects)))):
            if "output" in found and (number % 11 == 0 or "--graph" in case):
                name = f"in/{number}.written"
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(found["output"])
                written.append(name)
        os.chdir(folder)
        damaged = [objects[0], objects[-1], *written[::40], PARAMS]
        for _ in comparison.run(itertools.chain(
                written_cases(written), damaged_cases(damaged),
                other_cases())):
            pass
    count = len(comparison.different)
    print(f"{comparison.count} runs, {count} differ")
    sys.exit(bool(count))


if __name__ == "__main__":
    main()
