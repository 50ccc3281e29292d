# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The interface of a shared library for C, compared with a stored description.

A line stands for each exported function with its version and type, and for each
field, constant and type of the header. clang reads the header as compilers of
users do, and tells the layout on this kind of machine (x86-64, as on AArch64);
nm tells what the library exports. Programs that are built already keep working
while lines are only added.

A change of the interface fails the test until the description is accepted, so
that it is seen in the same commit:

    interface.py ... --accept
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77
#: What the public headers declare; all other names are of the C library, or only
#: guard and check the headers.
OURS = re.compile(r"(?!metaobj_assert_|metaobj_int64_alignment|METAOBJ_C_\w+_H ?$)"
                  r"(_?metaobj_|METAOBJ_)")


def run(*command):
    done = subprocess.run([str(each) for each in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise SystemExit("FAILED: %s\n%s" % (" ".join(map(str, command)), done.stderr))
    return done.stdout


def exports(library):
    """The version of each exported function: {"metaobj_free": "METAOBJ_1.0"}."""
    found = {}
    for line in run("nm", "-D", "--defined-only", library).splitlines():
        _, kind, symbol = line.split()
        name, _, version = symbol.partition("@@")
        if kind != "A": # The name of a version.
            found[name] = version
    return found


def types(clang, header):
    """Lines for the header's functions, types and constants of enumerations."""
    declarations = json.loads(run(
        clang, "-std=c11", "-x", "c", "-fsyntax-only", "-Xclang", "-ast-dump=json", header))["inner"]
    for each in declarations:
        name = each.get("name", "")
        if each["kind"] == "EnumDecl":
            value = -1
            for constant in each["inner"]:
                if constant["kind"] != "EnumConstantDecl":
                    continue
                given = constant.get("inner", [{}])[0].get("value")
                value = value + 1 if given is None else int(given)
                if OURS.match(constant["name"]):
                    yield "constant %s: %s = %d" % (
                        name or "without-type", constant["name"], value)
        elif not OURS.match(name):
            continue
        elif each["kind"] == "FunctionDecl":
            if each.get("storageClass") != "static":
                yield "function %s: %s" % (name, each["type"]["qualType"])
        elif each["kind"] == "TypedefDecl":
            yield "type %s: %s" % (name, each["type"]["qualType"])


def layouts(clang, header):
    """Lines for the sizes of structures and the places of their fields."""
    text = run(clang, "-std=c11", "-x", "c", "-fsyntax-only", "-Xclang",
               "-fdump-record-layouts-complete", header)
    for block in text.split("*** Dumping AST Record Layout\n")[1:]:
        name, = re.findall(r"^ *0 \| (?:struct|union) (.*)$", block, re.MULTILINE)[:1] or [""]
        if not OURS.match(name):
            continue
        size, align = re.findall(r"\[sizeof=(\d+), align=(\d+)\]", block)[0]
        yield "layout %s: %s bytes, aligned to %s" % (name, size, align)
        # Those of structures inside have lines of their own.
        for offset, field in re.findall(r"^ *([\d:-]+) \|   (\S.*)$", block, re.MULTILINE):
            yield "layout %s: %s: %s" % (name, offset, field)


def macros(clang, header):
    """Lines for the macros with a value."""
    for line in run(clang, "-std=c11", "-x", "c", "-E", "-dM", header).splitlines():
        text = line.removeprefix("#define ")
        if OURS.match(text):
            yield "macro " + text


def describe(clang, header, library):
    """All lines of the interface; header and library have the same functions."""
    lines = [*types(clang, header), *layouts(clang, header), *macros(clang, header)]
    declared = {line.split()[1].rstrip(":") for line in lines if line.startswith("function ")}
    exported = exports(library)
    for name in sorted(declared ^ set(exported)):
        raise SystemExit("FAILED: %s is only %s" % (
            name, "declared: add it to symbols.map" if name in declared else
            "exported: declare it in " + header.name))
    lines += ["export %s: %s" % each for each in exported.items()]
    # Fields and constants stay in their order.
    return sorted(lines, key=lambda line: line.split()[:2])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--header", required=True, type=pathlib.Path)
    parser.add_argument("--library", required=True, type=pathlib.Path)
    parser.add_argument("--stored", required=True, type=pathlib.Path)
    parser.add_argument("--accept", action="store_true",
                        help="write the description instead of comparing it")
    options = parser.parse_args()
    if not shutil.which(options.clang):
        print("SKIPPED: no clang: " + options.clang)
        return SKIPPED

    lines = describe(options.clang, options.header, options.library)
    if options.accept:
        options.stored.write_text("".join(line + "\n" for line in lines))
        return 0
    stored = options.stored.read_text().splitlines()
    removed = [line for line in stored if line not in lines]
    added = [line for line in lines if line not in stored]
    for kind, changed in ("removed", removed), ("added", added):
        for line in changed:
            print("%s: %s" % (kind, line))
    if removed:
        print("FAILED: programs that use %s may not work with this one: keep what was there, or "
              "raise its SOVERSION" % options.library.name)
    if removed or added:
        print("FAILED: the interface is not that of %s; if it is meant to change, run this "
              "command again with --accept:\n%s %s" % (
                  options.stored, sys.executable, " ".join(sys.argv)))
        return 1
    print("%s: %d lines, as stored" % (options.library.name, len(lines)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
