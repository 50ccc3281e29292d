#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what the minicompiler makes on three machines, and in its own process.

All programs must predict what the operators in C predict (examples/digits), the
metadata must have the bytes that the tool writes for the same objects, and the
one object must have the same contents as the two. --time compares the time
from graph to object with that through C and clang.
"""

import argparse
import os
import pathlib
import platform
import sys

sys.dont_write_bytecode = True  # All output belongs below --build.

HERE = pathlib.Path(__file__).resolve().parent
DIGITS = HERE.parent / "digits"
sys.path.insert(0, str(DIGITS))

import demo  # noqa: E402
import machines  # noqa: E402
from machines import DemoError, run  # noqa: E402

GRAPH = DIGITS / "model" / "graph.json"
PARAMS = DIGITS / "model" / "digits.params"
#: The table of EmitConfig's default, which compilers get that do not choose one.
EMIT_OPTIONS = ["--graph=%s" % GRAPH, "--inputs=image", "--model=digits",
                "--abi=tvm-crt-u16"]
TARGETS = {
    "host": [platform.machine() + "-linux-gnu"],
    "mps2-an385": ["thumbv7m-none-eabi", "cortex-m3"],
    "riscv32-virt": ["riscv32-unknown-elf", "", "+m,+a,+c", "ilp32"],
}
TIMED_RUNS = 9


def compare_with_tool(metaobj, folder):
    """The tool writes the same bytes for the same operators."""
    operators, metadata, tool = (folder / name for name in (
        "operators.o", "executor.o", "tool.o"))
    run([metaobj, "emit", operators, PARAMS, *EMIT_OPTIONS, "--executor=aot",
         "-o", tool], "metaobj emit")
    if metadata.read_bytes() != tool.read_bytes():
        raise DemoError("%s and %s differ" % (metadata, tool))
    run([metaobj, "diff", metadata, folder / "model.o"], "metaobj diff")


def predictions(machine, objects, program, folder):
    """What a program of these objects sees in the images. A board's output and
    the operators in C need the runtime."""
    runtime = machine.runtime(folder / "runtime")
    sources = machine.compile([HERE / "main.c"], folder / "program",
                              ["-I", DIGITS, "-I", folder])
    shared = machine.compile(machine.sources, folder / "program")
    image = folder / (program + ".elf")
    machine.link([*objects, *sources, *shared, *runtime], image)
    return demo.parse_output(machine.run_image(image), program)[1]


def check_machine(options, machine, expected):
    """Both ways to a program on one machine."""
    folder = options.build / machine.folder
    folder.mkdir(parents=True, exist_ok=True)
    for command in ("object", "objects"):
        run([options.minicompiler, command, GRAPH, PARAMS, folder,
             *TARGETS[machine.folder]], "minicompiler " + command)
    compare_with_tool(options.metaobj, folder)
    for program, names in (("one", ["model.o"]),
                           ("two", ["operators.o", "executor.o"])):
        found = predictions(machine, [folder / name for name in names],
                            program, folder)
        if found != expected:
            raise DemoError("%s: other predictions" % machine.title)
    print("%s: as the operators in C; metadata as the tool's" % machine.title)


def expected_predictions(options, machine):
    """Those of the operators in C, on the host."""
    folder = options.build / "c"
    operators = machine.compile(machines.sources_in(DIGITS / "operators"),
                                folder / "ops")
    run([options.metaobj, "emit", *operators, PARAMS, *EMIT_OPTIONS,
         "--executor=aot", "--header=%s" % (folder / "tvmgen_digits.h"),
         "-o", folder / "model.o"], "metaobj emit")
    return predictions(machine, [*operators, folder / "model.o"], "c", folder)


def cpu_seconds():
    """Of all processes that have been started, and ended."""
    times = os.times()
    return times.children_user + times.children_system


def best_seconds(commands):
    """The least time of a processor that all commands took in several runs."""
    found = []
    for _ in range(TIMED_RUNS):
        start = cpu_seconds()
        for command in commands:
            run(command, "a timed command")
        found.append(cpu_seconds() - start)
    return min(found)


def print_times(options, machine):
    """From graph and parameters to objects, with and without C."""
    folder = options.build / "time"
    folder.mkdir(parents=True, exist_ok=True)
    direct = best_seconds([[options.minicompiler, "object", GRAPH, PARAMS,
                            folder, *TARGETS["mps2-an385"]]])
    names = folder / "names.txt"
    sources = machines.sources_in(DIGITS / "operators")
    names.write_text("".join(
        word.split("(")[0] + "\n" for source in sources
        for word in source.read_text().split()
        if word.startswith("tvmgen_") and "(" in word))
    emitted = folder / "metadata.c"
    through = [[options.metaobj, "emit", "--emit=c", PARAMS, "--model=digits",
                "--functions=%s" % names, "-o", emitted]]
    through += [[machine.clang, *machine.target, *machine.flags, "-c", source,
                 "-o", folder / (source.stem + ".o")]
                for source in [*sources, emitted]]
    c = best_seconds(through)
    print("minicompiler object: %.0f ms; the operators' C, metaobj --emit=c "
          "and clang -Os: %.0f ms" % (1000 * direct, 1000 * c))


def main():
    """Reads the command line; 0 when all went well, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("metaobj", "minicompiler", "build"):
        parser.add_argument("--" + name, type=pathlib.Path, required=True)
    parser.add_argument("--llvm-bin")
    parser.add_argument("--time", action="store_true")
    options = parser.parse_args()
    options.build = pathlib.Path(os.path.abspath(options.build))
    try:
        all_machines = machines.all_machines(options.llvm_bin)
        if options.time:
            print_times(options, all_machines[1])
            return 0
        expected = expected_predictions(options, all_machines[0])
        for machine in all_machines:
            check_machine(options, machine, expected)
        _, in_process, right, _ = demo.parse_output(
            run([options.minicompiler, "run", GRAPH, PARAMS],
                "minicompiler run"), "minicompiler run")
        if in_process != expected:
            raise DemoError("minicompiler run: other predictions")
        print("in the compiler's process: the same; %d of %d right" % (
            right, len(expected)))
    except DemoError as error:
        print("check: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
