# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The script of the action (action.yml): runs `metaobj check` and `metaobj size`,
writes a report into the summary of the run, and comments on a pull request.

All that it takes comes by environment variables. It ends with status 1 if a file
does not link, or if a limit of the budget is exceeded, and with 2 on wrong usage.
"""

from __future__ import annotations

import glob
import html
import os
import subprocess
import sys
from typing import Callable

#: The comment that a later run replaces starts with it.
MARK = "<!-- metaobj report -->"
#: Characters of a comment that GitHub takes are 65,536.
MOST_CHARACTERS = 60000
MOST_PRINTED = 20000


#: The value of an environment variable, or "".
Get = Callable[[str], str]


class UsageError(Exception):
    """Wrong usage, in words."""


def files_of(patterns: str) -> list[str]:
    """The files that patterns in lines match, in their order."""
    found = []
    for pattern in patterns.split("\n"):
        if pattern := pattern.strip():
            matched = sorted(glob.glob(pattern))
            if not matched:
                raise UsageError(f"check: no file matches '{pattern}'")
            found += matched
    return found


def run(*command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, text=True, encoding="utf-8", errors="replace", check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    except OSError as error:
        raise UsageError(f"cannot run '{command[0]}': {error.strerror}") from None


def block(text: str) -> str:
    """Text as it was printed. Names come from files: no mark of theirs counts."""
    if len(text) > MOST_PRINTED:
        text = f"{text[:MOST_PRINTED]}\n... {len(text) - MOST_PRINTED} characters more\n"
    return f"<pre>\n{html.escape(text)}</pre>\n"


def absolute(paths: list[str]) -> list[str]:
    """Paths that no command takes for an option."""
    return [f"./{path}" if path.startswith("-") else path for path in paths]


def report(get: Get) -> tuple[str, bool]:
    """The report in Markdown, and whether all is well."""
    program, parts, is_well = get("METAOBJ") or "metaobj", [MARK], True
    if image := get("IMAGE"):
        arguments = ["--markdown", f"--base={get('BASE')}"] if get("BASE") else []
        if get("BUDGET"):
            arguments.append(f"--budget={get('BUDGET')}")
        done = run(program, "size", *arguments, *absolute([image]))
        if done.returncode and not done.stdout:
            raise UsageError(done.stderr.rstrip())
        parts.append(done.stdout if get("BASE") else block(done.stdout))
        if done.stderr:
            parts.append(block(done.stderr))
        is_well &= done.returncode == 0
    if patterns := get("CHECK"):
        files = files_of(patterns)
        arguments = [f"--board={get('BOARD')}"] if get("BOARD") else []
        done = run(program, "check", *arguments, *absolute(files))
        state = "passed" if done.returncode == 0 else "failed"
        parts.append(f"### `metaobj check`: {state}, {len(files)} "
                     f"{'file' if len(files) == 1 else 'files'}\n")
        if done.stdout + done.stderr:
            parts.append(block(done.stdout + done.stderr))
        is_well &= done.returncode == 0
    if len(parts) == 1:
        raise UsageError("nothing to do: set 'check' or 'image'")
    return "\n".join(parts), is_well


def comment(get: Get, text: str) -> None:
    """Puts the report under the pull request, in place of an earlier one."""
    if len(text) > MOST_CHARACTERS:
        text = f"{MARK}\nThe report is too long for a comment: see the summary of the run.\n"
    comments = f"repos/{get('GITHUB_REPOSITORY')}/issues/{get('PULL_REQUEST')}/comments"
    found = run("gh", "api", "--paginate", comments, "--jq",
                f'.[] | select(.body | startswith("{MARK}")) | .url')
    if found.returncode:
        raise UsageError("cannot read the comments: " + found.stderr.rstrip())
    url, method = (found.stdout.split()[0], "PATCH") if found.stdout.split() else (comments, "POST")
    done = run("gh", "api", "--method", method, url, "--raw-field", "body=" + text)
    if done.returncode:
        raise UsageError("cannot write the comment: does the job have the permission "
                         "'pull-requests: write'? " + done.stderr.rstrip())


def main() -> int:
    def get(name: str) -> str:
        return os.environ.get(name, "").strip()

    try:
        text, is_well = report(get)
        print(text)
        if summary := get("GITHUB_STEP_SUMMARY"):
            with open(summary, "a", encoding="utf-8") as file:
                file.write(text)
        if get("PULL_REQUEST"):
            comment(get, text)
    except UsageError as error:
        print(f"::error::{error}".replace("\n", "%0A"))
        return 2
    if not is_well:
        print("::error::metaobj: see the report above")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
