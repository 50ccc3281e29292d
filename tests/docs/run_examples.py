# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what README.md and docs/*.md show, cut out of the documents.

The blocks of a document run from top to bottom in a folder of its own, which
has links to the folders of the source tree and the tools on its PATH.

    ```console   Each line that starts with "$ " is a command (a backslash at
                 its end continues it); the lines below it are its output. A
                 line "..." stands for any number of lines. A command fails the
                 test when its status is not 0, unless `echo $?` comes next.
    ```sh        A script. It has to end with status 0; its output is not
                 compared.

A comment on the line before a block says more of it:

    <!-- file: NAME -->        The block is written to NAME.
    <!-- excerpt of: PATH -->  The block stands word for word in PATH, a file
                               of the source tree.
    <!-- not run: REASON -->   The block is left alone.
    <!-- from: LLVM VERSION --> The block is left out with older versions of
                               LLVM, which lack what it shows.

Besides, all documents are checked for lines that are too long and links that
lead nowhere, docs/README.md for pages that it leaves out, docs/command-line.md
for commands of the tool, and docs/clients.md for tests that there are not.
"""

import argparse
import os
import pathlib
import json
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WIDTH = 120
# Written with longer lines.
WIDE = ["options.md"]
LINKED_FOLDERS = ["examples", "include", "python", "runtime_crt", "tests"]
# Documents about a shared library, which not all builds have.
OF_LIBRARY = {"c-api.md": "libmetaobj.so.1", "python.md": "libmetaobj.so.1",
              "plan.md": "libmetaobj_plan.so.1"}
#: Folders and files that cmake/Install.cmake installs with the pages.
INSTALLED = ["docs", "examples", "contrib", "include", "runtime_crt", "LICENSE",
             "README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md",
             "CODE_OF_CONDUCT.md", "tests/docs/compiler_example.cpp"]
NEEDED_TOOLS = ["arm-none-eabi-gcc", "clang", "ld.lld", "llvm-ar", "llvm-nm", "llvm-readelf", "make",
                "ninja", "parallel", "qemu-system-arm"]
COMMAND_SECONDS = 120


class Block:
    """A fenced block of a document."""

    def __init__(self, document, line, language, comment):
        self.document, self.line = document, line
        self.language, self.comment = language, comment
        self.lines = []

    def directive(self, name):
        """What the comment says after `name: `, or None."""
        found = re.fullmatch(r"<!-- %s: (.+?) -->" % name, self.comment)
        return found and found[1]

    def where(self):
        return "%s:%d" % (self.document.name, self.line)

    def text(self):
        return "".join(line + "\n" for line in self.lines)


class Failure(Exception):
    """What does not hold, in words."""


def blocks_of(document):
    """The fenced blocks of a Markdown file."""
    blocks, current, before = [], None, ""
    for number, line in enumerate(document.read_text().splitlines(), 1):
        fence = re.match(r"```(\w*)$", line)
        if current:
            if line == "```":
                blocks.append(current)
                current = None
            else:
                current.lines.append(line)
        elif fence:
            current = Block(document, number, fence[1], before)
        before = line
    if current:
        raise Failure("%s: the block has no end" % current.where())
    return blocks


def commands_of(block):
    """(command, lines of output) for each command of a console block."""
    commands, lines = [], iter(block.lines)
    for line in lines:
        if not line.startswith("$ "):
            if not commands:
                raise Failure("%s: output before a command" % block.where())
            commands[-1][1].append(line)
            continue
        command = line[2:]
        while command.endswith("\\"):
            command += "\n" + next(lines)
        commands.append((command, []))
    return commands


def pattern_of(expected):
    """A regular expression for output with "..." lines."""
    parts = [r"(.*\n)*" if line == "..." else re.escape(line + "\n")
             for line in expected]
    return "".join(parts)


class Runner:
    """Runs the blocks of one document, and those that are not run for the
    reason `also`."""

    def __init__(self, source, folder, environment, also=None):
        self.source, self.folder = source, folder
        self.environment, self.also = environment, also
        version = self.shell("metaobj --version")[1]
        self.llvm = int(re.search(r"LLVM (?:version )?(\d+)\.", version)[1])

    def shell(self, script):
        """Status and output of a script."""
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=COMMAND_SECONDS)
        return done.returncode, done.stdout.decode(errors="replace")

    def run_console(self, block):
        commands = commands_of(block)
        status = 0
        for index, (command, expected) in enumerate(commands):
            if command == "echo $?":
                output, status = "%d\n" % status, 0
            else:
                status, output = self.shell(command)
            is_asked = (index + 1 < len(commands)
                        and commands[index + 1][0] == "echo $?")
            if status and not is_asked:
                raise Failure("%s: status %d of: %s\n%s" % (
                    block.where(), status, command, output))
            if not re.fullmatch(pattern_of(expected), output):
                raise Failure(
                    "%s: other output of: %s\n--- document\n%s\n--- now\n%s" % (
                        block.where(), command, "\n".join(expected), output))

    def run_script(self, block):
        status, output = self.shell("set -euo pipefail\n" + block.text())
        if status:
            raise Failure("%s: status %d\n%s" % (block.where(), status, output))

    def run(self, block):
        """Returns True when there was something to run or compare."""
        if (reason := block.directive("not run")) and reason != self.also:
            return False
        if needed := block.directive("from"):
            if self.llvm < int(needed.removeprefix("LLVM ")):
                print("%s: left out: shown from %s on" % (
                    block.where(), needed))
                return False
        if name := block.directive("file"):
            (self.folder / name).write_text(block.text())
        elif path := block.directive("excerpt of"):
            if block.text() not in (self.source / path).read_text():
                raise Failure("%s: does not stand like this in %s" % (
                    block.where(), path))
        elif block.language == "console":
            self.run_console(block)
        elif block.language == "sh":
            self.run_script(block)
        else:
            return False
        return True


def check_text(document, source, failures):
    """Line lengths, and links to files that are installed with the pages."""
    in_block = False
    for number, line in enumerate(document.read_text().splitlines(), 1):
        where = "%s:%d" % (document.name, number)
        if len(line) > WIDTH and document.name not in WIDE:
            failures.append("%s: %d columns; at most %d" % (
                where, len(line), WIDTH))
        in_block ^= line.startswith("```")
        if in_block:
            continue
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", line):
            if "://" in target:
                continue
            path = document.parent / target
            if not path.exists():
                failures.append("%s: no file %s" % (where, target))
                continue
            place = path.resolve().relative_to(source.resolve())
            if place.parts[0] not in INSTALLED and \
                    place.as_posix() not in INSTALLED:
                failures.append("%s: %s is not installed" % (where, target))


def check_pages(document, failures):
    """The list of pages has all of its folder."""
    text = document.read_text()
    for page in sorted(document.parent.glob("*.md")):
        if page.name != document.name and "](%s)" % page.name not in text:
            failures.append("%s: leaves out %s" % (document.name, page.name))


def check_commands(document, environment, failures):
    """Every command has its place in the document; options.md has the options."""
    text = document.read_text()
    table = json.loads(subprocess.run(
        ["metaobj", "--settings"], env=environment, capture_output=True,
        text=True, check=True).stdout)
    for each in table["commands"]:
        if "## metaobj %s\n" % each["name"] not in text:
            failures.append("%s: no section for %s" % (
                document.name, each["name"]))


def check_tests(document, source, failures):
    """The tests behind "Tests:" are there; ".Name" is of the suite before it."""
    folder = source / "tests" / "runtime_crt"
    there = {"%s.%s" % test for path in folder.glob("*_test.cpp")
             for test in re.findall(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)",
                                    path.read_text(), re.MULTILINE)}
    count, suite = 0, ""
    for names in re.findall(r"Tests:(.*?)\.\n", document.read_text(), re.DOTALL):
        for first, name in re.findall(r"`(\w*)\.(\w+)`", names):
            suite = first or suite
            count += 1
            if "%s.%s" % (suite, name) not in there:
                failures.append("%s: no test is called %s.%s" % (
                    document.name, suite, name))
    print("%s: %d tests are named" % (document.name, count))
    if count == 0:
        failures.append("%s: no tests are named" % document.name)


def environment_for(programs, libraries, llvm_bin, folder):
    """The PATH: the programs given, then LLVM's, then the system's. What finds
    the shared libraries, for C and for Python."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    for name, path in programs.items():
        (bin_folder / name).symlink_to(path)
    path = os.pathsep.join([str(bin_folder), llvm_bin, os.environ["PATH"]])
    of_libraries = {"PYTHONPATH": os.pathsep.join(["python", "python/plan"]),
                    "PYTHONDONTWRITEBYTECODE": "1"}
    if library := libraries.get("libmetaobj.so.1"):
        of_libraries |= {"METAOBJ_LIBRARY": str(library),
                         "LD_LIBRARY_PATH": str(library.parent)}
    if library := libraries.get("libmetaobj_plan.so.1"):
        of_libraries["METAOBJ_PLAN_LIBRARY"] = str(library)
    return {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", **of_libraries}


def run_document(document, source, folder, environment, also=None):
    """Failures of one document, and how many blocks were run."""
    folder.mkdir()
    for name in LINKED_FOLDERS:
        (folder / name).symlink_to(source / name)
    runner = Runner(source, folder, environment, also)
    count = 0
    try:
        for block in blocks_of(document):
            count += runner.run(block)
    except Failure as failure:
        # What follows may need what has failed.
        return [str(failure)], count
    return [], count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj", required=True, type=pathlib.Path)
    parser.add_argument("--example", dest="examples", action="append", default=[], type=pathlib.Path,
                        help="a program that documents call by its name")
    parser.add_argument("--shared-library", dest="libraries", action="append", default=[],
                        type=pathlib.Path,
                        help="libmetaobj.so.1 or libmetaobj_plan.so.1, if the build has it")
    parser.add_argument("--llvm-bin", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("documents", nargs="*", type=pathlib.Path,
                        help="default: all")
    options = parser.parse_args()
    source = options.source.resolve()
    documents = options.documents or [
        *(source / name for name in ("README.md", "CHANGELOG.md",
                                     "SECURITY.md", "CONTRIBUTING.md",
                                     "CODE_OF_CONDUCT.md")),
        *sorted((source / "docs").glob("*.md"))]

    libraries = {path.name: path.resolve() for path in options.libraries}
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        environment = environment_for(
            {"metaobj": options.metaobj.resolve(),
             "python3": pathlib.Path(sys.executable),
             **{example.name: example.resolve() for example in options.examples}},
            libraries, options.llvm_bin, scratch)
        missing = [tool for tool in NEEDED_TOOLS
                   if not shutil.which(tool, path=environment["PATH"])]
        if missing:
            print("SKIPPED: not found: %s" % ", ".join(missing))
            return SKIPPED
        for document in documents:
            check_text(document, source, failures)
            library = OF_LIBRARY.get(document.name)
            if library and library not in libraries:
                print("SKIPPED: %s: this build has no %s" % (document.name, library))
                continue
            found, count = run_document(
                document, source,
                scratch / ("%s-%s" % (document.resolve().parent.name, document.stem)),
                environment)
            failures += found
            print("%s: %d blocks run or compared" % (document.name, count))
            if document.resolve() == source / "docs" / "README.md":
                check_pages(document, failures)
            if document.name == "command-line.md":
                check_commands(document, environment, failures)
            if document.name == "clients.md":
                check_tests(document, source, failures)
    for failure in failures:
        print("FAILED: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
