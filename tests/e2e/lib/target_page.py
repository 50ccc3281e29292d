# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/targets.md, written from what a run of the matrix of targets gave."""

import re
import textwrap

from lib.target_run import COMPILERS, LINKERS

HEAD = """\
# Targets

A test run with {llvm} computes this page (`tests/e2e/target_matrix.py --write-docs`). `metaobj targets` lists the
targets of your LLVM.

- object: object format, bits of a pointer, byte order
- clang, GCC: metaobj's tables equal those that this compiler makes of their declarations in C
- lld, GNU ld: operators and metadata link without a warning, on hosted systems also as a shared library
- QEMU: a program that calls every function and reads every parameter runs

`-` means that LLVM and Debian have no such compiler, linker or machine. Numbers refer to the notes. metaobj can take
each target that has an object from operator objects{exceptions}.

"""

OTHERS_HEAD = """
## Other object formats, and targets without objects

`tools/self_test_all.py` reads each object back, compares it with LLVM's data layout, and links it by lld.

"""

OPTIONS_HEAD = """
## How to select each target

Give operator objects, or these options:

"""

COLUMNS = ("target", "object", "clang", "GCC", "lld", "GNU ld", "QEMU")

OTHER_COLUMNS = ("target", "object", "read back", "layout", "lld")

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


def object_cell(kind, bits, is_little):
    """How the object is: "ELF32-LE"."""
    return f"{kind}{bits}-{'LE' if is_little else 'BE'}"


def _elf_row(run, machines, notes):
    """The line of a target of the matrix."""
    name = run.target.name
    elf = run.object
    refused = [d for d in run.differences if d.symbol == "flags"]
    if not elf:
        return [name, notes.cell("no", refused)] + ["-"] * (len(COLUMNS) - 2)
    return [
        name, notes.cell(object_cell("ELF", elf.pointer_size * 8,
                                     elf.is_little), refused),
        *(_compared(run, compiler, notes) for compiler in COMPILERS),
        *(_linked(run, linker, notes) for linker in LINKERS),
        "yes" if name in machines else "-"]


def _other_row(row, notes):
    """The line of a target of the self-test."""
    def said(key):
        return {True: "yes", False: "no", None: "-"}[row[key]]

    # The command and the option are not needed here.
    reason = re.sub(r".*--mtriple=\S+: ", "", row["reason"] or "")
    shown = object_cell(row["format"], row["pointerBits"],
                        not row["bigEndian"]) if row["emitted"] else "no"
    return [
        row["triple"], notes.noted(shown, [reason]), said("inspected"),
        said("layout"), notes.noted(said("linked"),
                                    [row["notDone"].get("linked")])]


def grouped(rows):
    """One row for all targets with equal cells, in the order of the first, or
    several where a line would be too long."""
    names = {}
    for name, *cells in rows:
        names.setdefault(tuple(cells), []).append(name)
    return [[line.rstrip(","), *cells] for cells, targets in names.items()
            for line in textwrap.wrap(
                ", ".join(targets),
                WIDTH - len(" | ".join(cells)) - len("|  |  |"),
                break_long_words=False, break_on_hyphens=False)]


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
    guessed = [run.target.name for run in runs
               if run.object and not run.is_inferred]
    return text_of(rows, others, notes.reasons, llvm, guessed,
                   {run.target.name: run.target.metaobj for run in runs})


def text_of(rows, others, reasons, llvm, guessed, options):
    """The page of what the runs have given."""
    exceptions = f" (not {', '.join(guessed)})" if guessed else ""
    width = max(map(len, options))
    parts = [HEAD.format(llvm=llvm, exceptions=exceptions),
             table([list(COLUMNS), *grouped(rows)]),
             OTHERS_HEAD, table([list(OTHER_COLUMNS), *grouped(others)]),
             OPTIONS_HEAD, "```text\n"]
    parts += [f"{name:{width}} {' '.join(words)}\n"
              for name, words in options.items()]
    parts.append("```\n\n## Notes\n\n")
    for number, reason in enumerate(reasons, 1):
        parts.append(_filled(f"{number}. ", f"{reason}."))
    return "".join(parts)
