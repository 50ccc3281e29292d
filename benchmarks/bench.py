#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole processes side by side: metaobj emit against C compilers.

Each figure is a ratio of two programs that run in turn, A B A B, so that it
holds when the machine's speed drifts. Nothing here passes or fails.
"""

import argparse
import os
import random
import shutil
import statistics
import struct
import subprocess
import tempfile
import time


def write_params(path, tensors):
    """Writes a TVM params file of uint8 tensors: [(name, bytes)]."""
    with open(path, "wb") as file:
        file.write(struct.pack("<QQQ", 0xF7E58D4F05049CB7, 0, len(tensors)))
        for name, _ in tensors:
            file.write(struct.pack("<Q", len(name)) + name.encode())
        file.write(struct.pack("<Q", len(tensors)))
        for _, data in tensors:
            file.write(struct.pack("<QQiiiBBHqq", 0xDD5E40F096B4A13F, 0, 1, 0,
                                   1, 1, 8, 1, len(data), len(data)))
            file.write(data)


def write_c(path, names, tensors):
    """Writes the same as C: what one compiles who has no metaobj."""
    packed = ("(void *, int32_t *, int32_t, void *, int32_t *, void *)")
    with open(path, "w", encoding="ascii") as file:
        file.write("#include <stdint.h>\n")
        for name in names:
            file.write(f"int32_t {name}{packed};\n")
        for name, data in tensors:
            file.write('__attribute__((section(".rodata.tvm"), aligned(64)))\n'
                       f"static const uint8_t __tvm_param__{name}[] = {{")
            file.write(",".join(map(str, data)))
            file.write("};\n")
        file.write("const void *const params[] = {" +
                   ", ".join(f"__tvm_param__{name}" for name, _ in tensors) +
                   "};\n")
        count = struct.pack("<H", len(names))
        file.write(f"typedef int32_t (*function){packed};\n"
                   "static const char names[] = "
                   f'"\\{count[0]:03o}\\{count[1]:03o}"')
        for name in names:
            file.write(f'\n  "{name}\\0"')
        file.write(";\nstatic const function funcs[] = {" + ", ".join(names) +
                   "};\nstruct registry { const char *n; const function *f; };"
                   "\nstatic const struct registry r = {names, funcs};\n"
                   "struct module { const struct registry *r; };\n"
                   "static const struct module m = {&r};\n"
                   "const struct module *TVMSystemLibEntryPoint(void) "
                   "{ return &m; }\n")


def run(command, folder):
    """Wall-clock seconds of one run of the whole process."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def compare(ours, peer, folder, pairs):
    """Ratios ours / peer, pair by pair, after one warm-up of each."""
    run(ours, folder)
    run(peer, folder)
    ratios = []
    for _ in range(pairs):
        mine = run(ours, folder)
        ratios.append(mine / run(peer, folder))
    return ratios


def make_inputs(folder, functions, tensors):
    """Writes names, params and C into the folder."""
    random.seed(1)
    names = [f"tvmgen_default_fused_nn_conv2d_add_nn_relu_{i}"
             for i in range(functions)]
    data = [(f"p{i}", random.randbytes(10000)) for i in range(tensors)]
    with open(os.path.join(folder, "names.txt"), "w", encoding="ascii") as file:
        file.write("\n".join(names) + "\n")
    if data:
        write_params(os.path.join(folder, "params.bin"), data)
    write_c(os.path.join(folder, "metadata.c"), names, data)


def measure(metaobj, title, bar, functions, tensors, pairs):
    """Prints a row for each peer that this machine has."""
    with tempfile.TemporaryDirectory() as folder:
        make_inputs(folder, functions, tensors)
        ours = [metaobj, "emit", "--mtriple=x86_64-unknown-linux-gnu",
                "--functions=names.txt", "-o", "metadata.o"]
        if tensors:
            ours.append("params.bin")
        for peer in ("clang-19", "gcc"):
            if not shutil.which(peer):
                print(f"{title:34} {peer:10} not installed")
                continue
            ratios = compare(ours, [peer, "-c", "-O2", "metadata.c", "-o",
                                    "peer.o"], folder, pairs)
            goal = f"<= {bar}" if peer == "clang-19" else ""
            print(f"{title:34} {peer:10} {statistics.median(ratios):6.3f} "
                  f"{min(ratios):6.3f} {max(ratios):6.3f} {len(ratios):4} "
                  f"{goal}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metaobj", required=True)
    parser.add_argument("--pairs", type=int, default=15)
    arguments = parser.parse_args()
    metaobj = os.path.abspath(arguments.metaobj)
    print("time of the whole process, metaobj / peer; outputs overwritten, "
          "page cache warm")
    print(f"{'work':34} {'peer':10} {'median':>6} {'min':>6} {'max':>6} "
          f"{'n':>4} bar")
    measure(metaobj, "30 functions, 100 KB of parameters", 0.25, 30, 10,
            arguments.pairs)
    measure(metaobj, "10,000 function names", 0.15, 10000, 0, arguments.pairs)


if __name__ == "__main__":
    main()
