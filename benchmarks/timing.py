# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole processes, run in turn: seconds, peak memory, ratios of pairs."""

import os
import shutil
import statistics
import subprocess
import time
from collections import namedtuple
from dataclasses import dataclass, field

MIB = 1 << 20
#: Below this, fresh memory is a small part of the time.
TOUCH_FROM = 256 * MIB

#: One process: what it took. `peak` is in bytes.
Run = namedtuple("Run", "seconds peak")


class Failure(Exception):
    """A program did not do its work; the text is its last word."""


@dataclass(frozen=True)
class Command:
    """A process to measure and the files that it writes."""
    arguments: tuple
    outputs: tuple = ()

    def remove_outputs(self):
        for path in self.outputs:
            if os.path.exists(path):
                os.remove(path)


@dataclass
class Comparison:
    """Runs of two commands, pair by pair."""
    ours: list = field(default_factory=list)
    theirs: list = field(default_factory=list)

    @property
    def ratios(self):
        return [mine.seconds / other.seconds
                for mine, other in zip(self.ours, self.theirs)]

    @property
    def peak(self):
        return max(run.peak for run in self.ours)


class Stopwatch:
    """Measures processes by a small C program, which it compiles."""

    def __init__(self, folder):
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            raise Failure("no C compiler: cc is needed to measure")
        self.program = os.path.join(folder, "measure")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                              "measure.c")
        subprocess.run([compiler, "-O2", "-o", self.program, source],
                       check=True)

    def run(self, command, touch=0):
        """One run; `touch` bytes of memory are touched and freed before."""
        result = subprocess.run(
            [self.program, str(touch), *command.arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8",
            errors="backslashreplace", check=False)
        if result.returncode:
            raise Failure(last_line(result.stderr) or "cannot be measured")
        nanoseconds, peak, status = map(int, result.stdout.split())
        if status:
            code = os.waitstatus_to_exitcode(status)
            reason = f"signal {-code}" if code < 0 else f"status {code}"
            raise Failure(last_line(result.stderr) or reason)
        for path in command.outputs:
            if not os.path.exists(path):
                raise Failure(f"wrote no {os.path.basename(path)}")
        return Run(nanoseconds / 1e9, peak * 1024)

    def compare(self, ours, theirs, pairs, size=0, fresh=True, budget=None):
        """Runs both in turn, A B A B, after a warm-up of each.

        `size` bytes are read or written by each; memory is touched when that
        is much. With `fresh` neither output is there when a run starts.
        When `budget` seconds are over, three pairs are enough.
        """
        touch = size if size >= TOUCH_FROM else 0
        start = time.monotonic()

        def one(command):
            if fresh:
                ours.remove_outputs()
                theirs.remove_outputs()
            return self.run(command, touch)

        comparison = Comparison()
        try:
            one(ours)
            one(theirs)
            for done in range(pairs):
                if budget and done >= 3 and time.monotonic() - start > budget:
                    break
                comparison.ours.append(one(ours))
                comparison.theirs.append(one(theirs))
        finally:
            ours.remove_outputs()
            theirs.remove_outputs()
        return comparison


def last_line(text):
    """The last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def summary(values):
    """Median, minimum and maximum."""
    return statistics.median(values), min(values), max(values)
