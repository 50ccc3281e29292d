#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines and branches of runtime_crt that its tests reach, by gcov.

Builds the sources for coverage in two configurations, with all GoogleTest files
of this folder and the plain C programs, runs them, and adds up. Fails below the
goals. Nothing is optimised, so that each branch is one of the source. The tests
themselves are not measured: where the build has compiled them already, in the
same configuration, --objects names a file that lists them.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict

SKIPPED = 77
TESTS = pathlib.Path(__file__).resolve().parent
ROOT = TESTS.parents[1]
CRT = ROOT / "runtime_crt"
sys.path.insert(0, str(ROOT / "benchmarks"))

from table import write_report

LINES_GOAL, BRANCHES_GOAL = 95.0, 90.0

#: Values of crt_config.h and the registry that goes with them.
CONFIGURATIONS = (
    ((), "metadata.c"),
    (("TVM_CRT_FUNC_REGISTRY_COUNT_BYTES=1", "TVM_CRT_ENABLE_ERROR_HOOK=1",
      "TVM_CRT_ENABLE_MEMCPY=0", "TVM_CRT_ENABLE_REGISTRY_INDEX=1",
      "TVM_CRT_MAX_REGISTERED_MODULES=3", "TVM_CRT_RECORD_LEVELS=4",
      "TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK"), "metadata_u8.c"),
)
#: Plain C programs besides, and the generated sources each is linked with.
PROGRAMS = (
    ("tutorial.c", ("operators.c", "metadata.c")),
    ("before_initialize.c", ("operators.c", "metadata.c")),
    ("aot_packed.c", ("aot_v0_9/lib0.c", "aot_v0_9/lib1.c", "aot_v0_9/lib2.c")),
    ("aot_packed.c",
     ("aot_v0_12/lib0.c", "aot_v0_12/lib1.c", "aot_v0_12/lib2.c")),
)
INCLUDES = [f"-I{folder}" for folder in (
    CRT / "include", CRT / "src", CRT / "config", ROOT / "include")]


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}"
                 f"{result.stderr}")
    return result.stdout


def sources():
    return sorted(path for path in (CRT / "src").rglob("*.c")
                  if path.parent.name not in ("params", "ffi"))


class Build:
    """The programs of one configuration."""

    def __init__(self, folder, definitions, metadata, compiled, pool):
        self.folder = folder
        self.pool = pool
        self.definitions = [f"-D{text}" for text in definitions]
        os.makedirs(folder)
        self.runtime = self._objects(
            "crt", sources(), ["gcc", "-std=c99", "--coverage"])
        cache = [shutil.which("ccache")] if shutil.which("ccache") else []
        tests = self._objects(
            "tests", [path for path in sorted(TESTS.glob("*.cpp"))
                      if path.name not in compiled["sources"]],
            [*cache, "g++", "-std=c++20"])
        generated = self._generated(("operators.c", metadata), "generated")
        self.tests = pool.submit(
            self._run, "tests", [*compiled["objects"], *tests, *generated],
            ["-lgtest_main", "-lgtest", "-lpthread"])

    def _objects(self, name, files, compiler, extra=()):
        """Compiles files; returns the objects."""
        made, jobs = [], []
        for path in files:
            # Names of the place, for gcov: src-runtime-streams.o
            path = pathlib.Path(path)
            stem = "-".join(path.relative_to(ROOT).with_suffix("").parts[-3:])
            made.append(os.path.join(self.folder, f"{name}-{stem}.o"))
            command = [*compiler, "-O0", *self.definitions, *INCLUDES, *extra,
                       "-c", str(path), "-o", made[-1]]
            jobs.append(self.pool.submit(run, command, cwd=self.folder))
        for job in jobs:
            job.result()
        return made

    def _generated(self, names, label):
        paths = [TESTS / "generated" / name for name in names]
        folders = sorted({f"-I{path.parent}" for path in paths})
        return self._objects(label, paths, ["gcc", "-std=c99"], folders)

    def _run(self, name, objects, libraries):
        program = os.path.join(self.folder, name)
        # From an archive, as programs link it: some functions are weak ones
        # unless a member is asked for.
        archive = os.path.join(self.folder, f"{name}.a")
        run(["ar", "rcs", archive, *self.runtime])
        run(["g++", "--coverage", *objects, archive, *libraries, "-o", program])
        run([program], cwd=self.folder)

    def run_program(self, source, generated, label):
        # The port stands in for the fake platform of the GoogleTest files.
        objects = self._objects(label, [TESTS / source,
                                        CRT / "ports/posix/posix.c"],
                                ["gcc", "-std=gnu99"],
                                sorted({f"-I{(TESTS / 'generated' / name).parent}"
                                        for name in generated}))
        self._run(label, [*objects, *self._generated(generated, label)], [])

    def reached(self):
        """{file: {line: (count, [counts of branches])}}"""
        found = {}
        for path in self.runtime:
            text = run(["gcov", "-b", "--json-format", "--stdout", path],
                       cwd=self.folder)
            for part in json.loads(text.splitlines()[0])["files"]:
                name = os.path.relpath(part["file"], CRT)
                if not name.startswith("src/"):
                    continue
                lines = found.setdefault(name, {})
                for line in part["lines"]:
                    branches = [branch["count"] for branch in line["branches"]]
                    count, known = lines.get(line["line_number"], (0, []))
                    lines[line["line_number"]] = (
                        count + line["count"], added(known, branches))
        return found


class FfiBuild(Build):
    """The part for tvm-ffi, which has functions of other sources."""

    def __init__(self, folder, pool):
        self.folder = folder
        self.pool = pool
        self.definitions = ["-DTVM_FFI_ERROR_TEXT_BYTES=64"]
        os.makedirs(folder)
        self.runtime = self._objects(
            "crt", sorted((CRT / "src" / "ffi").glob("*.c")),
            ["gcc", "-std=c99", "--coverage"])
        tests = self._objects("tests", [TESTS / "ffi" / "ffi_test.cpp"],
                              ["g++", "-std=c++20"])
        self.tests = pool.submit(
            self._run, "tests", tests, ["-lgtest_main", "-lgtest", "-lpthread"])


def added(left, right):
    """Counts of branches of a line, added up one by one."""
    longer, shorter = sorted((left, right), key=len, reverse=True)
    shorter = shorter + [0] * (len(longer) - len(shorter))
    return [a + b for a, b in zip(longer, shorter)]


def compiled_tests(path):
    """What CMake built for each configuration: the names of the sources, and
    the objects, which hold several sources each."""
    if not path:
        return [{"sources": (), "objects": ()} for _ in CONFIGURATIONS]
    lists = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    for (definitions, _), listed in zip(CONFIGURATIONS, lists, strict=True):
        if sorted(definitions) != sorted(listed["definitions"]):
            sys.exit(f"{path}: tests with {listed['definitions']}, but "
                     f"{definitions} is measured")
    return [{"sources": {os.path.basename(name) for name in listed["sources"]},
             "objects": listed["objects"]} for listed in lists]


def measure(objects=None):
    total = defaultdict(dict)
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        builds = [Build(os.path.join(folder, str(number)), *configuration,
                        compiled, pool)
                  for number, (configuration, compiled)
                  in enumerate(zip(CONFIGURATIONS, compiled_tests(objects)))]
        builds.append(FfiBuild(os.path.join(folder, "ffi"), pool))
        for build in builds:
            build.tests.result()
        for number, (source, generated) in enumerate(PROGRAMS):
            builds[0].run_program(source, generated, f"program{number}")
        for build in builds:
            for name, lines in build.reached().items():
                for line, (count, branches) in lines.items():
                    old_count, old = total[name].get(line, (0, []))
                    total[name][line] = (old_count + count,
                                         added(old, branches))
    return total


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def counts(lines):
    """Lines and branches: reached, and all."""
    branches = [count for _, counts_ in lines.values() for count in counts_]
    return (sum(count > 0 for count, _ in lines.values()), len(lines),
            sum(count > 0 for count in branches), len(branches))


def table(total):
    rows = ["| source | lines | reached | branches | reached |",
            "|---|---:|---:|---:|---:|"]
    sums = [0, 0, 0, 0]
    for name in sorted(total):
        one = counts(total[name])
        sums = [a + b for a, b in zip(sums, one)]
        rows.append(row(f"`{name.removeprefix('src/')}`", one))
    rows.append(row("all", sums))
    return "\n".join(rows) + "\n", sums


def row(name, figures):
    lines, all_lines, branches, all_branches = figures
    return (f"| {name} | {all_lines} | {percent(lines, all_lines):.1f} % "
            f"| {all_branches} | {percent(branches, all_branches):.1f} % |")


def left(total):
    """What is not reached, in the words of the sources."""
    found = []
    for name in sorted(total):
        text = (CRT / name).read_text(encoding="utf-8").splitlines()
        lines, branches = [], []
        for number, (count, ways) in sorted(total[name].items()):
            shown = f"`{text[number - 1].strip()}`"
            if count == 0:
                lines.append(shown)
            elif 0 in ways:
                branches.append(shown)
        if lines or branches:
            found.append(f"`{name.removeprefix('src/')}`\n")
            found += [f"- never: {shown}" for shown in lines]
            found += [f"- not in all ways: {shown}" for shown in branches]
            found.append("")
    return "\n".join(found) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report", metavar="FILE",
                        help="write the table and what is not reached, as "
                             "Markdown")
    parser.add_argument("--objects", metavar="FILE",
                        help="tests that are compiled already")
    arguments = parser.parse_args()
    for tool in ("gcc", "g++", "gcov"):
        if not shutil.which(tool):
            print(f"SKIPPED: {tool} is not installed")
            return SKIPPED
    total = measure(arguments.objects)
    text, (lines, all_lines, branches, all_branches) = table(total)
    print(text)
    if arguments.report:
        write_report(
            arguments.report, "What the tests of runtime_crt reach",
            "Lines and branches of `runtime_crt/src`, by gcov at `-O0`. The "
            "runs on emulated boards,\non big-endian machines and of the fuzz "
            "targets do not count, nor do the ports and the decoder\nof "
            "compressed parameters.",
            [text, "## What is left", left(total)])
    status = 0
    for what, reached, goal in (
            ("lines", percent(lines, all_lines), LINES_GOAL),
            ("branches", percent(branches, all_branches), BRANCHES_GOAL)):
        if reached < goal:
            print(f"FAILED: {reached:.1f} % of the {what} are reached, "
                  f"the goal is {goal:g} %")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
