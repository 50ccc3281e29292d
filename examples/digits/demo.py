#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recognises handwritten digits on three machines.

For the host, a Cortex-M3 and a 32-bit RISC-V: compile the operators, let
metaobj emit metadata.o from the operator objects and the parameters, link,
run, and compare what the three programs print.
"""

import argparse
import collections
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # All output belongs below --build.

import machines  # noqa: E402
import object_sections  # noqa: E402
from machines import DemoError  # noqa: E402

HERE = machines.HERE
MODEL = HERE / "model"
SHADES = " .:-=+*#%@"
DARKEST = 16
SHOWN = 10
CELL = 9

Run = collections.namedtuple(
    "Run", "machine labels predictions right checksum metadata image")


def emit(metaobj, machine, operators, metadata):
    """The step that this project is about. The command is shown with short
    paths; the operator objects alone say what machine it is for."""
    print("$ metaobj emit %s/ops/*.o digits.params --graph=graph.json"
          " --inputs=image -o %s/metadata.o" % (machine.folder, machine.folder), flush=True)
    machines.run([metaobj, "emit", *operators, MODEL / "digits.params",
                  "--graph=%s" % (MODEL / "graph.json"), "--inputs=image",
                  "-o", metadata],
                 "metaobj emit for " + machine.title)


def parse_output(text, machine):
    """Labels, predictions and the two numbers of the last line."""
    rows = re.findall(r"^image \d+: label (\d+), predicted (\d+)$", text,
                      re.MULTILINE)
    summary = re.search(r"^(\d+) of (\d+) right, checksum ([0-9a-f]+)$", text,
                        re.MULTILINE)
    if not summary or len(rows) != int(summary[2]):
        raise DemoError("%s: unexpected output\n%s" % (machine.title, text))
    labels = [int(label) for label, _ in rows]
    predictions = [int(prediction) for _, prediction in rows]
    return labels, predictions, int(summary[1]), summary[3]


def build_and_run(metaobj, machine, build):
    """Sources to results on one machine."""
    folder = build / machine.folder
    metadata, image = folder / "metadata.o", folder / "digits.elf"
    operators = machine.compile(machines.sources_in(HERE / "operators"),
                                folder / "ops")
    emit(metaobj, machine, operators, metadata)
    program = machine.compile(machine.sources, folder / "program")
    runtime = machine.runtime(folder / "runtime")
    machine.link([*operators, metadata, *program, *runtime], image)
    results = parse_output(machine.run_image(image), machine)
    sizes = [object_sections.sizes(path, has_loader=not machine.emulator)
             for path in (metadata, image)]
    return Run(machine, *results, *sizes)


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
            (run.machine.title, run.predictions) for run in runs]:
        print_row(title, [str(digit).center(CELL)
                          for digit in digits[:SHOWN]])


def print_table(runs):
    """Accuracy and sizes of each machine."""
    sizes = "%8s%11s%10s"
    row = "%-10s%10s%12s  " + sizes + "  " + sizes
    names = ("code", "constants", "writable")
    print(" " * 34 + "metadata.o, bytes".rjust(29)
          + "whole program, bytes".rjust(31))
    print(row % ("", "right", "score sum", *names, *names))
    for run in runs:
        print(row % (run.machine.title,
                     "%d of %d" % (run.right, len(run.labels)), run.checksum,
                     *run.metadata, *run.image))


def check(runs):
    """Raises when the machines disagree or the metadata needs RAM."""
    for run in runs[1:]:
        if (run.predictions, run.checksum) != (runs[0].predictions,
                                               runs[0].checksum):
            raise DemoError("%s and %s do not agree" % (
                runs[0].machine.title, run.machine.title))
    for run in runs:
        if run.machine.emulator and run.metadata.writable != 0:
            raise DemoError("metadata.o for %s holds %d bytes of writable "
                            "data" % (run.machine.title,
                                      run.metadata.writable))


def demo(metaobj, build, llvm_bin):
    """The whole demo."""
    if not metaobj.is_file():
        raise DemoError("no metaobj at %s" % metaobj)
    runs = [build_and_run(metaobj, machine, build)
            for machine in machines.all_machines(llvm_bin)]
    print("\nThe first images, and what each machine sees in them:\n")
    print_pictures(runs)
    print()
    print_table(runs)
    check(runs)
    print("\nThe three machines agree on all %d images, score by score; the "
          "metadata takes no RAM on the boards." % len(runs[0].labels))


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
