# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What it takes to compile a program that only includes a public header.

For each header the processor's time of the compiler (-fsyntax-only, the median
of five runs in turn) and the lines that it reads, next to <vector> alone. With
a second folder, an older version's, the times before.

usage: header_time.py [--llvm <include folder>] include [<older include folder>]
"""

import argparse
import pathlib
import resource
import statistics
import subprocess

RUNS = 5


def cpu_seconds(command, text):
    """Time of the processor for a command, which reads a text."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=text, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Source:
    """A program of one line."""

    def __init__(self, include, flags):
        self.text = "#include <%s>\n" % include
        self.command = ["c++", "-std=c++20", "-fno-exceptions", *flags, "-x", "c++", "-"]
        self.times = []

    def measure(self):
        self.times.append(cpu_seconds([*self.command, "-fsyntax-only"], self.text))

    def milliseconds(self):
        return 1000 * statistics.median(self.times)

    def lines(self):
        return subprocess.run([*self.command, "-E", "-P"], input=self.text, text=True, check=True,
                              stdout=subprocess.PIPE).stdout.count("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm", default="/usr/lib/llvm-19/include", type=pathlib.Path)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    versions = []  # A dictionary of sources for each folder.
    for folder in options.folders:
        flags = ["-I", str(folder), "-isystem", str(options.llvm)]
        names = ["metaobj/" + header.name for header in sorted((folder / "metaobj").glob("*.h"))]
        if not names:
            parser.error(f"{folder} has no folder metaobj with headers")
        versions.append({name: Source(name, flags) for name in ["vector", *names]})
    for _ in range(RUNS):
        for sources in versions:
            for source in sources.values():
                source.measure()

    names = dict.fromkeys(name for sources in versions for name in sources)
    print("| header | ms | lines |" + " ms before | lines before |" * (len(versions) - 1))
    print("|---|" + "---|---|" * len(versions))
    for name in names:
        cells = []
        for sources in versions:
            source = sources.get(name)
            cells += ["%.0f" % source.milliseconds(), str(source.lines())] if source else ["", ""]
        print("| `%s` | %s |" % (name, " | ".join(cells)))


main()
