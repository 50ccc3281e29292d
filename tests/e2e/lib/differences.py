# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differences that are meant, as tests/golden/target_differences.txt has them.

What an older LLVM cannot do stands in a file of its own beside it, with the
words of the tool that says so. Other tests ask here too whether a failure is
one of these: what is left out for it is said aloud, and it is tried every time.
"""

import contextlib
import functools
import os
import re
from collections import namedtuple

from lib import toolchain

GOLDEN = os.path.join("tests", "golden", "target_differences")

#: Tests that may stand in place of the mode; the lines are for them alone.
CHECK = "check.py"
COMPILER_DEFAULTS = "compiler_defaults.py"
LINK_TOOL = "link_tool.py"
OPERATORS = "operators.py"
RAW_IMAGES = "raw_images.py"
SELF_TEST = "self_test.py"

#: Lines on the version of LLVM that were needed.
_NEEDED = set()

#: Something that is not as one would expect. `mode` is "static" or "pic",
#: `symbol` what is looked at, `found` what metaobj's object has or what a
#: program said, `wanted` what the compiler's object has.
Difference = namedtuple("Difference",
                        "target mode symbol subject found wanted")


def _is_like(text, pattern):
    """Is `text` what `pattern` says, in which * stands for anything?"""
    parts = map(re.escape, pattern.split("*"))
    return re.fullmatch(".*".join(parts), text, re.DOTALL) is not None


class Meant(namedtuple(
        "Meant", "place target mode symbol subject found wanted reason")):
    """A line of a golden file: where it stands, the fields of a difference as
    patterns, and why."""

    def covers(self, difference):
        """Does this line speak of `difference`?"""
        return all(
            any(_is_like(getattr(difference, field), pattern)
                for pattern in self._patterns(field))
            for field in difference._fields)

    def is_for_one_test(self):
        """Does the name of a test stand in place of the mode?"""
        return self.mode.endswith(".py")

    def _patterns(self, field):
        text = getattr(self, field)
        return text.split(", ") if field in ("target", "symbol") else [text]


def _read_golden(path):
    """The differences that are meant, of the file at `path`."""
    meant = []
    with open(toolchain.source_path(path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.split(" | ")]
            if len(fields) != 7 or not fields[-1]:
                raise ValueError(f"{path}:{number}: seven fields are wanted")
            meant.append(Meant(f"{path}:{number}", *fields))
    return meant


@functools.cache
def _limits():
    """The lines on nothing but the version of LLVM at hand."""
    major = toolchain.llvm_version().split(".")[0].replace("LLVM ", "llvm-")
    path = f"{GOLDEN}.{major}.txt"
    return (_read_golden(path) if os.path.exists(toolchain.source_path(path))
            else [])


def all_meant():
    """The differences that are meant with the LLVM at hand."""
    return _read_golden(f"{GOLDEN}.txt") + _limits()


def limits_of(test):
    """The lines for nothing but `test`, with the LLVM at hand."""
    return [line for line in _limits() if line.mode == test]


def limit_of(difference):
    """The line that says that the LLVM at hand cannot do better, or None."""
    limit = next((line for line in _limits() if line.covers(difference)), None)
    if limit is not None:
        _NEEDED.add(limit)
    return limit


def unneeded_limits(test):
    """Places of the lines for nothing but `test` that it did not need."""
    return [line.place for line in limits_of(test) if line not in _NEEDED]


def _words(limit):
    """What is limited: the longest part of what the tool says."""
    return max(limit.found.split("*"), key=len)


def leaves_out(difference):
    """Is `difference` a limit of the LLVM at hand? Then it is said aloud."""
    limit = limit_of(difference)
    if limit is None:
        return False
    toolchain.leave_out(
        f"{difference.target}: {limit.reason}: {_words(limit)}")
    return True


class LeftOut(Exception):
    """The LLVM at hand cannot do it; says what and why."""


@contextlib.contextmanager
def limited(target, mode, symbol, subject, wanted):
    """A failure in here that is a limit of the LLVM at hand becomes LeftOut."""
    try:
        yield
    except AssertionError as failure:
        limit = limit_of(Difference(target, mode, symbol, subject,
                                    str(failure).strip(), wanted))
        if limit is None:
            raise
        raise LeftOut(
            f"{target}: {limit.reason}: {_words(limit)}") from failure
