#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recognises handwritten digits on three machines.

For the host, a Cortex-M3 and a 32-bit RISC-V: compile the operators, let
metaobj emit an object from the operator objects and the parameters, link, run,
and compare what the programs print. There are three programs: one finds the
operators by name in metadata.o; one calls the executor in model.o; and one, to
compare with, is the graph executor of the C runtime with metadata.o.

A second act makes firmware with metaobj alone.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # All output belongs below --build.

import machines  # noqa: E402
import object_sections  # noqa: E402
import second_act  # noqa: E402
from machines import DemoError  # noqa: E402

HERE = machines.HERE
MODEL = HERE / "model"
SHADES = " .:-=+*#%@"
DARKEST = 16
SHOWN = 10
CELL = 9

# What stands in the tables for the programs.
REGISTRY, EXECUTOR, GRAPH = "by name", "executor", "graph executor"
ALONE = "without tools"
# The flash of a program that metaobj alone made, of that of clang and lld.
MOST_OF_COMPILED = 1.02
EXECUTOR_OPTIONS = ["--model=digits", "--executor=aot", "--workspace-io"]

Run = collections.namedtuple(
    "Run", "machine program labels predictions right checksum object image")


def emit(metaobj, machine, operators, output, options=()):
    """The step that this project is about. The command is shown with short
    paths; the operator objects alone say what machine it is for."""
    shown = ["metaobj emit %s/ops/*.o digits.params" % machine.folder,
             "--graph=graph.json --inputs=image", *options, "-o %s" % output]
    print("$ " + " ".join(shown).replace("%s/" % output.parent.parent, ""),
          flush=True)
    machines.run([metaobj, "emit", *operators, MODEL / "digits.params",
                  "--graph=%s" % (MODEL / "graph.json"), "--inputs=image",
                  *options, "-o", output],
                 "metaobj emit for " + machine.title)


def parse_output(text, what):
    """Labels, predictions and what the last line says."""
    rows = re.findall(r"^image \d+: label (\d+), predicted (\d+)$", text,
                      re.MULTILINE)
    summary = re.search(r"^(\d+) of (\d+) right(?:, checksum ([0-9a-f]+))?$",
                        text, re.MULTILINE)
    if not summary or len(rows) != int(summary[2]):
        raise DemoError("%s: unexpected output\n%s" % (what, text))
    labels = [int(label) for label, _ in rows]
    predictions = [int(prediction) for _, prediction in rows]
    return labels, predictions, int(summary[1]), summary[3]


def write_graph_source(path):
    """The graph as a C string without blanks, for the graph executor."""
    graph = json.loads((MODEL / "graph.json").read_text())
    text = json.dumps(graph, separators=(",", ":"))
    path.write_text("const char graph_json[] = %s;\n" % json.dumps(text))


def build_and_run(metaobj, machine, build):
    """Sources to results on one machine: a run of each program."""
    folder = build / machine.folder
    metadata, model = folder / "metadata.o", folder / "model.o"
    operators = machine.compile(machines.sources_in(HERE / "operators"),
                                folder / "ops")
    emit(metaobj, machine, operators, metadata)
    emit(metaobj, machine, operators, model, [
        *EXECUTOR_OPTIONS, "--header=%s" % (folder / "tvmgen_digits.h")])
    shared = machine.compile(machine.sources, folder / "program")
    runtime = machine.runtime(folder / "runtime")
    write_graph_source(folder / "graph_json.c")

    def finish(program, emitted, sources, more=()):
        objects = machine.compile(sources, folder / "program",
                                  ["-I", HERE, "-I", folder])
        image = folder / (sources[0].stem + ".elf")
        machine.link([*operators, emitted, *objects, *shared, *more, *runtime],
                     image)
        results = parse_output(machine.run_image(image),
                               "%s, %s" % (machine.title, program))
        sizes = [object_sections.sizes(path, has_loader=not machine.emulator)
                 for path in (emitted, image)]
        return Run(machine, program, *results, *sizes)

    return [finish(REGISTRY, metadata, [HERE / "main.c"]),
            finish(EXECUTOR, model, [HERE / "main_executor.c"]),
            finish(GRAPH, metadata,
                   [HERE / "main_graph.c", folder / "graph_json.c"],
                   machine.graph_memory(folder / "program"))]


def read_pictures():
    """The test images as lists of 64 grey levels."""
    lines = (MODEL / "test_images.inc").read_text().splitlines()
    return [[int(number) for number in re.findall(r"\d+", line)][1:]
            for line in lines if line.startswith("{")]


def shade(level):
    """A character as dark as a pixel."""
    return SHADES[level * (len(SHADES) - 1) // DARKEST]


def print_row(title, cells):
    """One line of the picture table."""
    print((title.ljust(10) + "".join(cells)).rstrip())


def print_pictures(runs):
    """The first images side by side, with what each machine saw in them."""
    pictures = read_pictures()[:SHOWN]
    for row in range(0, 64, 8):
        print_row("", ["".join(map(shade, picture[row:row + 8])).ljust(CELL)
                       for picture in pictures])
    print()
    for title, digits in [("label", runs[0].labels)] + [
            (run.machine.title, run.predictions) for run in runs
            if run.program == EXECUTOR]:
        print_row(title, [str(digit).center(CELL)
                          for digit in digits[:SHOWN]])


def print_table(runs):
    """Accuracy and sizes of each program."""
    sizes = "%7s%11s%10s"
    row = "%-10s%-15s%9s%11s  " + sizes + "  " + sizes
    names = ("code", "constants", "writable")
    print(" " * 47 + "emitted object, bytes".rjust(28)
          + "whole program, bytes".rjust(30))
    print(row % ("", "", "right", "score sum", *names, *names))
    for run in runs:
        print(row % (run.machine.title, run.program,
                     "%d of %d" % (run.right, len(run.labels)),
                     run.checksum or "-", *run.object[:3], *run.image[:3]))


def flash(run):
    """Bytes that a program takes where nothing is written."""
    return run.image.code + run.image.constants + run.image.initialised


def compare_with_graph_executor(executor, graph):
    """Prints what the executor saves; raises when it saves nothing."""
    pairs = [("flash", flash(executor), flash(graph))]
    # The heap of a hosted program is in no section.
    if executor.machine.emulator:
        pairs.append(("RAM", executor.image.writable, graph.image.writable))
    print("%-10s%s" % (executor.machine.title, "; ".join(
        "%s %d bytes instead of %d (%.0f %%)" % (
            kind, ours, theirs, 100 * ours / theirs)
        for kind, ours, theirs in pairs)))
    for kind, ours, theirs in pairs:
        if ours >= theirs:
            raise DemoError(
                "%s: the executor takes %d bytes of %s, the graph executor %d"
                % (executor.machine.title, ours, kind, theirs))


def check(runs):
    """Raises when programs disagree or the metadata needs RAM."""
    for run in runs[1:]:
        if run.predictions != runs[0].predictions or (
                run.program == REGISTRY and run.checksum != runs[0].checksum):
            raise DemoError("%s (%s) and %s (%s) do not agree" % (
                runs[0].machine.title, runs[0].program, run.machine.title,
                run.program))
    for run in runs:
        if (run.machine.emulator and run.program == REGISTRY
                and run.object.writable != 0):
            raise DemoError("metadata.o for %s holds %d bytes of writable "
                            "data" % (run.machine.title, run.object.writable))


def play_second_act(metaobj, build, llvm_bin, first):
    """Firmware that metaobj alone made says what the others said."""
    print("\nThe second act: no compiler, assembler or linker can be found, "
          "the objects are given.\n")
    compiled = {run.machine.title: flash(run) for run in first
                if run.program == REGISTRY}
    lines = []
    for machine, image, output in second_act.act(metaobj, build, llvm_bin,
                                                 emit):
        results = parse_output(output, "%s, %s" % (machine.title, ALONE))
        sizes = [object_sections.sizes(path, has_loader=False)
                 for path in (image.parent / "metadata.o", image)]
        run = Run(machine, ALONE, *results, *sizes)
        check([first[0], run])
        if run.checksum != first[0].checksum:
            raise DemoError("%s (%s): other scores" % (machine.title, ALONE))
        line = "%-10s%d of %d right, flash %d bytes" % (
            machine.title, run.right, len(run.labels), flash(run))
        if machine.title in compiled:
            line += ", with compiler and linker %d" % compiled[machine.title]
            if flash(run) > MOST_OF_COMPILED * compiled[machine.title]:
                raise DemoError("%s: that is too much\n%s" % (
                    machine.title, line))
        lines.append(line)
    print("\n" + "\n".join(lines))


def demo(metaobj, build, llvm_bin):
    """The whole demo."""
    if not metaobj.is_file():
        raise DemoError("no metaobj at %s" % metaobj)
    groups = [build_and_run(metaobj, machine, build)
              for machine in machines.all_machines(llvm_bin)]
    runs = [run for group in groups for run in group]
    print("\nThe first images, and what each machine sees in them:\n")
    print_pictures(runs)
    print()
    print_table(runs)
    check(runs)
    print("\nThe executor instead of the graph executor:\n")
    for _, executor, graph in groups:
        compare_with_graph_executor(executor, graph)
    play_second_act(metaobj, build, llvm_bin, runs)
    print("\nThe programs agree on all %d images, those that work by name "
          "score by score; the metadata takes no RAM on the boards."
          % len(runs[0].labels))


def main():
    """Reads the command line; 0 when all went well, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--metaobj", type=pathlib.Path, required=True,
                        metavar="PATH", help="the metaobj program")
    parser.add_argument("--build", type=pathlib.Path, required=True,
                        metavar="DIR", help="folder for everything it makes")
    parser.add_argument("--llvm-bin", metavar="DIR",
                        help="folder with clang and ld.lld")
    options = parser.parse_args()
    try:
        demo(options.metaobj.resolve(), options.build.resolve(),
             options.llvm_bin)
    except DemoError as error:
        sys.stdout.flush()
        print("demo: error: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
