# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fuzz targets and tests name guarantees that SECURITY.md has, and all of them.

A source says which guarantees it tries to break in a comment:

    Tries to break (SECURITY.md): runtime_crt 3, 4; Input 1.

Names are those in the headings "## `runtime_crt`" and "## The readers
(`Input`)". Every fuzz target has such a line. Every guarantee of runtime_crt is
named by a fuzz target or a test.
"""

import pathlib
import re
import sys


def guarantees(text):
    """Numbers of each section's guarantees."""
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, body = section.split("\n", 1)
        name = re.search(r"`([\w-]+)`", heading)
        numbers = [int(number) for number in
                   re.findall(r"^(\d+)\. ", body, re.MULTILINE)]
        if name and numbers:
            assert numbers == list(range(1, len(numbers) + 1)), heading
            found[name[1]] = numbers
    return found


def named(source):
    """(section, number) pairs that a source names; None without the line."""
    # The marks of comments do not count.
    text = re.sub(r"\s+(//[/!]*|\*|#)?\s*", " ", source)
    lines = re.findall(r"Tries to break \(SECURITY\.md\): ([\w\d ,;-]+)\.", text)
    if not lines:
        return None
    pairs = []
    for part in ";".join(lines).split(";"):
        section, numbers = part.strip().split(" ", 1)
        pairs += [(section, int(number)) for number in numbers.split(",")]
    return pairs


def main():
    source = pathlib.Path(sys.argv[1])
    known = guarantees((source / "SECURITY.md").read_text())
    failures, covered = [], set()
    targets = sorted((source / "tests/fuzz").glob("*Fuzz.c*"))
    tests = sorted(path for path in (source / "tests/runtime_crt").rglob("*")
                   if path.suffix in (".c", ".cpp", ".sh", ".py"))
    assert targets and tests and known.get("runtime_crt")
    for path in targets + tests:
        pairs = named(path.read_text())
        where = path.relative_to(source)
        if pairs is None:
            if path in targets:
                failures.append("%s: names no guarantee" % where)
            continue
        for section, number in pairs:
            if number not in known.get(section, []):
                failures.append("%s: SECURITY.md has no %s %d" % (
                    where, section, number))
            covered.add((section, number))
        print("%s: %s" % (where, ", ".join("%s %d" % pair for pair in pairs)))
    for number in known["runtime_crt"]:
        if ("runtime_crt", number) not in covered:
            failures.append("runtime_crt %d: no fuzz target and no test tries "
                            "to break it" % number)
    for failure in failures:
        print("FAILED: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
