# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spelling of pages, of comments in public headers and of Python docstrings.

usage: spelling.py <source tree>

aspell reads them, without what is code. words.txt lists what it does not know and
is right. Names are left out: words with a capital letter inside, such as DLTensor.
"""

import ast
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(sys.argv[1])
PAGES = ["*.md", "contrib/*/*.md", "docs/*.md", "docs/site/*.md", "examples/*/*.md",
         "python/**/*.md", "runtime_crt/**/*.md", "tests/*.md"]
HEADERS = ["include/*/*.h", "runtime_crt/include/tvm*/**/*.h"]
MODULES = ["python/metaobj/*.py", "python/plan/metaobj_plan/*.py"]


def unknown(text, mode):
    """Words that aspell does not know, in small letters."""
    # A word with a digit or an underscore is a name, and so is one that is called.
    text = re.sub(r"\w*[\d_]\w*|\w+\(|\\\w+ \w+", " ", text) if mode == "none" else text
    found = subprocess.run(
        ["aspell", "list", "--lang=en_GB", "--encoding=utf-8", "--ignore=3", "--mode=" + mode],
        input=text, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return {re.sub(r"['\u2019]s$", "", word).lower() for word in found
            if not re.search(".[A-Z]", word)}


def comments(path):
    """The comments of a header that Doxygen reads, without quoted code."""
    text = re.sub(r'".*?"|<.*?>', " ", path.read_text())
    lines = re.findall(r"///<?(.*)", text)
    lines += [line for block in re.findall(r"/\*\*(.*?)\*/", text, re.DOTALL)
              for line in re.sub(r"^ *\* ?", "", block, flags=re.MULTILINE).splitlines()]
    return without_code(lines)


def docstrings(path):
    lines = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            lines += (ast.get_docstring(node) or "").splitlines()
    return without_code(lines)


def without_code(lines):
    text = "\n".join(line for line in lines if not re.match(r" {4}", line.removeprefix(" ")))
    return re.sub(r"`[^`]*`", " ", text)


def paths(patterns):
    """Files of patterns, of which each has one."""
    for pattern in patterns:
        found = sorted(SOURCE.glob(pattern))
        assert found, pattern
        yield from found


def main():
    if not shutil.which("aspell"):
        print("SKIPPED: aspell is not installed")
        return 77
    assert unknown("The wrod `kode` is wrong,\n\n    as tihs is.\n", "markdown") == {"wrod"}
    known = {line for line in (SOURCE / "tests/docs/words.txt").read_text().splitlines()
             if not line.startswith("#")}
    failures = {}
    for patterns, mode, read in ((PAGES, "markdown", pathlib.Path.read_text),
                                 (HEADERS, "none", comments), (MODULES, "none", docstrings)):
        for path in paths(patterns):
            for word in unknown(read(path), mode) - known:
                failures.setdefault(word, []).append(str(path.relative_to(SOURCE)))
    for word, places in sorted(failures.items()):
        print("FAILED: unknown word '%s' in %s; correct it, or add it to tests/docs/words.txt"
              % (word, ", ".join(sorted(set(places)))))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
