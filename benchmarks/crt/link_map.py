# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links a client of the runtime, and reads from GNU ld's map what it took."""

import os
import pathlib
import re
from dataclasses import dataclass

from build import BuildError, objects, run

#: ` .text.f  0x00008000  0x24 file`; the name may have a line of its own.
SECTION = re.compile(r"^ (\.[^\s]+|COMMON)\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (.+)$")
#: What a section that is merged with others had before.
MERGED = re.compile(r"^\s+0x([0-9a-f]+) \(size before relaxing\)$")


@dataclass
class Sizes:
    """Bytes of code, of constants, and of RAM that is not on the stack."""
    code: int = 0
    constants: int = 0
    ram: int = 0

    def __add__(self, other):
        return Sizes(self.code + other.code, self.constants + other.constants,
                     self.ram + other.ram)

    @property
    def flash(self):
        return self.code + self.constants


def sizes_of(section, nbytes):
    if section.startswith(".text"):
        return Sizes(code=nbytes)
    if section.startswith((".rodata", ".srodata", ".data.rel.ro")):
        return Sizes(constants=nbytes)
    if section.startswith((".data", ".sdata")):
        return Sizes(constants=nbytes, ram=nbytes)
    if section.startswith((".bss", ".sbss", "COMMON")):
        return Sizes(ram=nbytes)
    return Sizes()


def parse(text):
    """(section, bytes, file) of all that is in the program. Strings count in
    full in each file, as if none were shared."""
    lines = text[text.index("Linker script and memory map"):].splitlines()
    parts = []
    for number, line in enumerate(lines):
        if re.fullmatch(r" \.\S+", line) and number + 1 < len(lines):
            line += lines[number + 1]
        found = SECTION.match(line)
        if found:
            parts.append((found[1], int(found[2], 16), found[3]))
            continue
        found = MERGED.match(line)
        if found and parts:
            parts[-1] = (parts[-1][0], int(found[1], 16), parts[-1][2])
    return parts


def link(target, folder, roots):
    """Links what the roots need from the libraries, with nothing of the
    platform. Returns the parts as parse() does, files being sources without .c,
    or empty for the compiler's support library."""
    libraries = sorted(str(path) for path in
                       pathlib.Path(folder).parent.glob("lib*.a"))
    # It has functions of the backend for other operators, and is measured alone.
    if len(libraries) > 1:
        libraries = [path for path in libraries
                     if not path.endswith("/libffi.a")]
    # The server's library has a log of its own, which keeps out that of the
    # backend where it comes first: as in a program without the server, it does
    # not.
    server = [path for path in libraries if path.endswith("/librpc.a")]
    group = ["-Wl,--start-group",
             *[path for path in libraries if path not in server],
             "-Wl,--end-group"]
    # Sources have different names, whatever their folder.
    known = {os.path.basename(path): source for source, path in objects(folder)}
    in_library = re.compile("(?:%s)\\((.*)\\)" % "|".join(
        map(re.escape, libraries)))

    def source_of(file):
        found = in_library.fullmatch(file)
        return known[found[1]] if found else ""

    path = os.path.join(folder, "program")
    run([f"{target.prefix}gcc", *target.flags, *target.link, "-nostdlib",
         f"-Wl,--gc-sections,-Map={path}.map,-e,{roots[0]}",
         "-Wl,--unresolved-symbols=ignore-all,--no-warn-mismatch",
         *[f"-Wl,-u,{root}" for root in roots], *group, *server,
         *(group if server else []), "-lgcc",
         "-o", f"{path}.elf"])
    with open(f"{path}.map", encoding="utf-8") as file:
        parts = parse(file.read())
    if not parts:
        raise BuildError("the linker's map has an unknown form")
    return [(section, nbytes, source_of(file))
            for section, nbytes, file in parts]
