# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/targets.md, written from what a run of the matrix of targets gave."""

import re
import textwrap

from lib.target_run import COMPILERS, LINKERS

HEAD = """\
# Targets

This page shows the test results for each target. A test run with {llvm} computes the page and fails if it differs
(`tests/e2e/target_matrix.py --write-docs` writes it again). `metaobj targets` lists the targets of your LLVM.

| column | meaning |
|---|---|
| emitted | metaobj writes objects for the target. |
| object, pointer, order | Object format, bits of a pointer, byte order. |
| inferred | metaobj can take the target from operator objects; otherwise it needs LLVM's flags. |
| clang, GCC | Sizes, bytes, relocations and offsets of fields equal this compiler's output for the tables in C. |
| lld, GNU ld | Operators and metadata link without a warning: statically, and on hosted systems as a shared library. |
| QEMU | A program that calls every function and reads every parameter runs under QEMU. |

The tests use compilers and linkers static and position independent, and compilers with every runtime ABI. `-` means
that LLVM and Debian have no such compiler, linker or machine for the target. Numbers refer to the notes at the end.

"""

OTHERS_HEAD = """
## Other object formats, and targets without objects

These are results of `tools/self_test_all.py`: it writes the object, reads it back, compares it to LLVM's data layout,
and links it by lld with operators from LLVM.

"""

OPTIONS_HEAD = """
## How to select each target

Give these options, or operator objects if metaobj infers the target.

"""

COLUMNS = ("target", "emitted", "object", "pointer", "order", "inferred",
           "clang", "GCC", "lld", "GNU ld", "QEMU")

OTHER_COLUMNS = ("target", "emitted", "object", "pointer", "order",
                 "read back", "layout", "lld")

#: Targets of the self-test that have ELF files of their own kind.
GPUS = ("amdgcn", "r600")

WIDTH = 120


class Notes:
    """Reasons in the order in which the tables need them."""

    def __init__(self, meant):
        self.meant = meant
        self.reasons = []

    def cell(self, text, differences):
        """`text` with the numbers of what is meant to be as it is."""
        found = [next((m.reason for m in self.meant if m.covers(difference)),
                      None) for difference in differences]
        return self.noted(text, found)

    def noted(self, text, reasons):
        """`text` with the numbers of `reasons`, without those that are None."""
        numbers = set()
        for reason in filter(None, reasons):
            if reason not in self.reasons:
                self.reasons.append(reason)
            numbers.add(self.reasons.index(reason) + 1)
        shown = ", ".join(map(str, sorted(numbers)))
        return f"{text} ({shown})" if shown else text


def _compared(run, compiler, notes):
    """How the layouts of `compiler` and metaobj compare."""
    if run.compared[compiler] is None:
        return "-"
    found = [d for d in run.differences if d.subject.endswith(compiler)]
    return notes.cell("yes" if run.compared[compiler] else "no", found)


def _linked(run, linker, notes):
    """What `linker` makes of the objects."""
    modes = run.linked[linker]
    if not modes:
        return "-"
    good = [mode for mode in modes if modes[mode]]
    text = "yes" if len(good) == len(modes) else " ".join(good) or "no"
    found = [d for d in run.differences
             if d.symbol == linker and d.subject == "linked"]
    return notes.cell(text, found)


def _elf_row(run, machines, notes):
    """The line of a target of the matrix."""
    name = run.target.name
    elf = run.object
    refused = [d for d in run.differences if d.symbol == "flags"]
    if not elf:
        return [name, notes.cell("no", refused)] + ["-"] * (len(COLUMNS) - 2)
    return [
        name, notes.cell("yes", refused), "ELF", str(elf.pointer_size * 8),
        "little" if elf.is_little else "big",
        "yes" if run.is_inferred else "no",
        *(_compared(run, compiler, notes) for compiler in COMPILERS),
        *(_linked(run, linker, notes) for linker in LINKERS),
        "yes" if name in machines else "-"]


def _other_row(row, notes):
    """The line of a target of the self-test."""
    def said(key):
        return {True: "yes", False: "no", None: "-"}[row[key]]

    # The command and the option are not needed here.
    reason = re.sub(r".*--mtriple=\S+: ", "", row["reason"] or "")
    return [
        row["triple"], notes.noted(said("emitted"), [reason]),
        row["format"] if row["emitted"] else "-", str(row["pointerBits"] or "-"),
        "big" if row["bigEndian"] else "little", said("inspected"),
        said("layout"), notes.noted(said("linked"),
                                    [row["notDone"].get("linked")])]


def table(rows):
    """Markdown of rows of cells."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines) + "\n"


def _filled(mark, text):
    """An entry of a list, in lines that are not too long."""
    return textwrap.fill(
        mark + text, WIDTH, subsequent_indent=" " * (mark.index(" ") + 1),
        break_long_words=False, break_on_hyphens=False) + "\n"


def page(runs, self_test, meant, machines, llvm):
    """The whole page. `self_test` is what tools/self_test_all.py tells,
    `machines` has the names of what runs under QEMU, `llvm` is the version of
    LLVM in words."""
    notes = Notes(meant)
    rows = [_elf_row(run, machines, notes) for run in runs]
    others = [_other_row(row, notes) for row in self_test["targets"]
              if row["format"] != "ELF" or row["target"] in GPUS]
    parts = [HEAD.format(llvm=llvm), table([list(COLUMNS), *rows]),
             OTHERS_HEAD, table([list(OTHER_COLUMNS), *others]),
             OPTIONS_HEAD]
    parts += [_filled(f"- {run.target.name}: ",
                      f"`{' '.join(run.target.metaobj)}`") for run in runs]
    parts.append("\n## Notes\n\n")
    for number, reason in enumerate(notes.reasons, 1):
        parts.append(_filled(f"{number}. ", f"{reason}."))
    return "".join(parts)
