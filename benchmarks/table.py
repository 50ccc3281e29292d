# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of figures, as text and as JSON; pages of generated text."""

import pathlib
from dataclasses import asdict, dataclass, field, fields

from timing import summary

COLUMNS = ("row", "work", "what", "against", "median", "n", "min", "max",
           "bar", "stretch", "reached")
OURS = "metaobj"


@dataclass
class Entry:
    """One figure. Without values, `note` says why."""
    row: int
    work: str
    what: str
    against: str
    values: list = field(default_factory=list)
    bar: float = None
    stretch: float = None
    #: Whether the work is that of the target: smaller inputs are not judged.
    judged: bool = True
    note: str = ""

    def reached(self):
        """Which goal the median reaches; empty when there is none."""
        if not self.values or self.bar is None:
            return ""
        if not self.judged:
            return "not judged"
        median = summary(self.values)[0]
        for goal, name in ((self.stretch, "stretch"), (self.bar, "bar")):
            if goal is not None and median <= goal:
                return name
        return "no"

    def cells(self):
        """The columns' texts."""
        if not self.values:
            return (str(self.row), self.work, self.what, self.against,
                    "-", "", "", "", "", "", self.note)
        median, least, most = map(number, summary(self.values))
        return (str(self.row), self.work, self.what, self.against, median,
                str(len(self.values)), least, most, limit(self.bar),
                limit(self.stretch), self.reached() or self.note)

    def record(self):
        """For JSON."""
        entry = asdict(self)
        entry["reached"] = self.reached()
        if self.values:
            entry["median"], entry["min"], entry["max"] = summary(self.values)
        return entry


    @classmethod
    def of_record(cls, record):
        """The entry of which record() was made."""
        return cls(**{part.name: record[part.name] for part in fields(cls)})


def number(value):
    """Three digits, and no more of a number than these."""
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def limit(value):
    return "" if value is None else f"<= {value:g}"


WIDTHS = (3, 44, 26, 20, 7, 3, 7, 7, 8, 8, 0)
RIGHT = ("row", "median", "n", "min", "max")


def text_line(cells):
    parts = [cell.rjust(width) if name in RIGHT else cell.ljust(width)
             for name, cell, width in zip(COLUMNS, cells, WIDTHS)]
    return "  ".join(parts).rstrip()


def replace_marked(path, name, text):
    """Puts text between `<!-- name -->` and `<!-- end of name -->`."""
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    with open(path, encoding="utf-8") as file:
        before, _, rest = file.read().partition(first)
    _, found, after = rest.partition(last)
    if not found:
        raise ValueError(f"{path} has no place for {name}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{before}{first}\n{text}\n{last}{after}")


def write_report(path, title, about, parts):
    """Writes a page of generated text: paragraphs, tables, headings."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join([f"# {title}", about, *(
        part.rstrip("\n") for part in parts)]) + "\n", encoding="utf-8")
    print(f"written to {path}")


class Table:
    """Prints each entry when it is known."""

    def __init__(self, output):
        self.entries = []
        self.output = output

    def start(self):
        print(text_line(COLUMNS), file=self.output, flush=True)

    def in_order(self):
        """By rows; what belongs to none of them comes last."""
        return sorted(self.entries, key=lambda entry: entry.row or 99)

    def add(self, entry):
        self.entries.append(entry)
        print(text_line(entry.cells()), file=self.output, flush=True)
