# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runtime calls: nothing in a circle, and nothing but the platform.

Tries to break (SECURITY.md): runtime_crt 1.

    calls.py <source tree> <compiler>

gcc writes the call graph of each source; indirect calls are in it as calls of
nobody knows whom. What a program has to supply is what the objects leave
undefined: functions of the platform, the entry point of the generated code, and
the memory functions that compilers call on their own. The sources of backend and
runtime need one another in one direction only.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SUPPLIED = re.compile(
    r"TVMPlatform\w+|TVMLogf|TVMSystemLibEntryPoint|mem(cpy|move|set|cmp)|"
    r"ZSTD_\w+|_GLOBAL_OFFSET_TABLE_")


def circles(needs):
    """Sources that need each other: what is left when again and again those are
    taken away that need none of the others."""
    left = dict(needs)
    while True:
        free = [source for source in left
                if not (left[source] & set(left)) - {source}]
        if not free:
            break
        for source in free:
            del left[source]
    return [f"{source} is in a circle, or above one: it needs "
            + ", ".join(sorted(left[source] & set(left)))
            for source in sorted(left)]


def main():
    source, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
    sys.path.insert(0, str(source / "benchmarks" / "crt"))
    from call_graph import CallGraph, GraphError
    version = subprocess.run([compiler, "--version"], capture_output=True,
                             text=True, check=True).stdout
    if "Free Software Foundation" not in version or not shutil.which("nm"):
        print("SKIPPED: no gcc or no nm")
        return 77
    crt = source / "runtime_crt"
    graph, defined, undefined = CallGraph(), set(), set()
    needs, definers = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((crt / "src").rglob("*.c")):
            stem = pathlib.Path(folder) / path.stem
            subprocess.run(
                [compiler, "-std=c99", "-ffreestanding", "-Os",
                 "-fcallgraph-info=su", "-I", crt / "include", "-I",
                 crt / "src", "-I", crt / "config", "-c", path, "-o",
                 stem.with_suffix(".o")], check=True)
            graph.add(path.name, stem.with_suffix(".ci").read_text())
            symbols = subprocess.run(
                ["nm", "-P", stem.with_suffix(".o")], capture_output=True,
                text=True, check=True).stdout
            for line in symbols.splitlines():
                name, kind = line.split()[:2]
                (undefined if kind in "Uw" else defined).add(name)
                if kind in "Uw":
                    needs.setdefault(path, set()).add(name)
                elif kind.isupper() and kind not in "WV":
                    definers[name] = path
    failures = []
    for title in graph.functions:
        try:
            graph.worst(title)
        except GraphError as error:
            failures.append(str(error))
    failures += ["not supplied by anybody: " + name
                 for name in sorted(undefined - defined)
                 if not SUPPLIED.fullmatch(name)]
    failures += circles({
        path.name: {definers[name].name for name in names
                    if name in definers and definers[name] != path}
        for path, names in needs.items()
        if path.parent.name in ("backend", "memory", "runtime")})
    for failure in dict.fromkeys(failures):
        print("FAILED: " + failure)
    print("%d functions" % len(graph.functions))
    return 1 if failures or len(graph.functions) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
