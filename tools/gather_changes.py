# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves the fragments of changes/ into CHANGELOG.md, below a heading for the
version in CMakeLists.txt. CONTRIBUTING.md says what a fragment is."""

from __future__ import annotations

import pathlib
import re
import sys

WIDTH = 120


class ChangesError(Exception):
    """What is wrong with fragments or versions, in words."""


def fragments(source: pathlib.Path) -> dict[pathlib.Path, str]:
    """The text of each fragment; all have the form of entries."""
    found = {}
    for path in sorted((source / "changes").glob("*")):
        where, text = "changes/" + path.name, path.read_text(encoding="utf-8").strip("\n")
        lines = text.split("\n")
        if path.suffix != ".md":
            raise ChangesError(f"{where}: a fragment is called <topic>.md")
        if not lines[0].startswith("- "):
            raise ChangesError(f"{where}: the first line starts with '{lines[0][:2]}': an entry "
                               "starts with '- '")
        for number, line in enumerate(lines, 1):
            if len(line) > WIDTH or not re.match(r"- \S|  \S", line):
                raise ChangesError(f"{where}:{number}: a line starts with '- ' or two spaces, and "
                                   f"has at most {WIDTH} columns")
        found[path] = text
    return found


def gather(source: pathlib.Path) -> str:
    """Moves them; returns what it did."""
    found = fragments(source)
    if not found:
        raise ChangesError("no fragments in changes/: there is nothing to release")
    project = re.search(r"project\(metaobj VERSION ([0-9.]+)",
                        (source / "CMakeLists.txt").read_text(encoding="utf-8"))
    log = source / "CHANGELOG.md"
    text = log.read_text(encoding="utf-8")
    if not project or not re.search(r"^## ", text, re.MULTILINE):
        raise ChangesError("CMakeLists.txt has no version, or CHANGELOG.md has no heading '## '")
    if re.search(rf"^## {re.escape(project[1])}\b", text, re.MULTILINE):
        raise ChangesError(f"CHANGELOG.md has {project[1]} already: set the new version in "
                           "CMakeLists.txt")
    before, _, after = text.partition("\n## ")
    log.write_text(f"{before}\n## {project[1]}\n\n" + "\n".join(found.values()) +
                   f"\n\n## {after}", encoding="utf-8")
    for path in found:
        path.unlink()
    return f"CHANGELOG.md: {project[1]} with {len(found)} fragments"


def main() -> int:
    try:
        print(gather(pathlib.Path(__file__).parents[1]))
    except ChangesError as error:
        print(f"gather_changes: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
