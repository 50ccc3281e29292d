#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the runtime one source.

    amalgamate.py <folder> [--layers backend memory runtime]

writes tvm_crt.c, include/ and crt_config.h into the folder: all of src/ but the
decoder of compressed parameters, which needs zstd, the part for tvm-ffi (ffi),
which has functions of backend for other operators, and the ports; or just the
layers that are named, which have to include those that they call. Where
crt_config.h is there already it is left alone. The same sources give the same
bytes.

What is local to a source stays so: names that other sources use too get the
source's name in front, and macros end with their source.
"""

import argparse
import pathlib
import re
import shutil
import sys
from collections import Counter

CRT = pathlib.Path(__file__).resolve().parents[1]
#: Folders of src/, the lowest first.
LAYERS = ("backend", "memory", "runtime", "graph", "aot", "device", "record",
          "rpc")
#: Needs no other layer, and defines functions of backend for other operators: on
#: request only.
ON_REQUEST = ("ffi",)

HEAD = """/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* One source of runtime_crt without its ports. It has these layers of src/:
 * {layers}.
 * Made from them by scripts/amalgamate.py; change them instead.
 *
 * Compile it with include/ and the folder of crt_config.h on the include path,
 * one section for each function, and link with --gc-sections. */
"""

SINGLE = """/* Tells sources that what they may leave to others is here. */
#define TVM_CRT_SINGLE_SOURCE 1
"""

INCLUDE = re.compile(r'^#include [<"]([^>"]+)[>"]\n', re.MULTILINE)
IGNORED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'',
                     re.DOTALL)
DIRECTIVE = re.compile(r"^#(?:[^\n]*\\\n)*[^\n]*\n", re.MULTILINE)


def without_comments(text):
    return IGNORED.sub(" ", text)


def declarations(text):
    """(text outside of all brackets, texts in braces) of each declaration of a
    file, with initialisers, bodies and parameters taken out."""
    text = DIRECTIVE.sub("", without_comments(text))
    head, inside, depth, start = "", [], 0, 0
    for at, char in enumerate(text):
        if char in "({[":
            if depth == 0:
                head += char
                start = at + 1
            depth += 1
        elif char in ")}]":
            depth -= 1
            if depth == 0:
                if char == "}":
                    inside.append(text[start:at])
                head += char
                # A function's body ends its definition, other braces do not.
                if char == "}" and re.search(r"\)\s*\{\}$", head):
                    yield head, inside
                    head, inside = "", []
        elif depth == 0:
            head += char
            if char == ";":
                yield head, inside
                head, inside = "", []


def local_names(text):
    """What a source declares for itself, at file scope."""
    names = set()
    for head, inside in declarations(text):
        head = " ".join(head.replace("__attribute__()", "").split())
        is_type = re.match(r"(typedef )?(enum|struct|union)\b", head)
        if not head.startswith(("static", "typedef")) and not is_type:
            continue
        tag = re.match(r"(?:typedef |static |const )*(?:enum|struct|union) (\w+)",
                       head)
        if tag and inside:
            names.add(tag[1])
        if re.search(r"\benum\b", head) and inside:
            names.update(re.findall(r"(?:^|,)\s*(\w+)", inside[0]))
        pointer = re.search(r"\(\*?(\w+)\)\(", head)
        name = re.search(r"(\w+) ?(?:\(|\[|=|;)", head.replace("{}", ""))
        if pointer:
            names.add(pointer[1])
        elif name and name[1] not in ("enum", "struct", "union"):
            names.add(name[1])
    return names


def macros(text):
    return sorted(set(re.findall(r"^#\s*define (\w+)", text, re.MULTILINE)))


def words(text):
    return set(re.findall(r"\w+", without_comments(text)))


def with_prefix(text, prefix, names):
    """Puts the prefix before names, where they are not members of something."""
    def replace(found):
        return prefix + found[2] if found[2] in names else found[0]
    # Comments and texts, members, and all other words.
    return re.sub(rf"({IGNORED.pattern}|(?:\.|->)\w+)|\b([A-Za-z_]\w*)",
                  replace, text, flags=re.DOTALL)


class Amalgamation:
    """All sources, and the private headers that they share."""

    def __init__(self, root, layers):
        self.root = root / "src"
        self.layers = [layer for layer in (*ON_REQUEST, *LAYERS)
                       if layer in layers]
        self.sources = [path for layer in self.layers
                        for path in sorted((self.root / layer).glob("*.c"))]
        self.texts = {path: path.read_text(encoding="utf-8")
                      for path in self.sources}
        self.public = []
        self.private = {}
        for text in self.texts.values():
            self._collect(text)
        self.uses = Counter(word for text in (*self.texts.values(),
                                              *self.private.values())
                            for word in words(text))

    def _collect(self, text):
        """Headers in the order in which they may stand, each once."""
        for name in INCLUDE.findall(text):
            private = self.root / name
            if not private.exists():
                if name not in self.public:
                    self.public.append(name)
            elif name not in self.private:
                header = private.read_text(encoding="utf-8")
                self._collect(header)
                self.private[name] = header

    def _section(self, path):
        text = self.texts[path]
        name = path.relative_to(self.root).as_posix()
        renamed = {local for local in local_names(text)
                   if self.uses[local] > 1}
        lines = [f"/* {name} */\n\n",
                 body(with_prefix(text, f"{path.stem}_", renamed))]
        ends = macros(text)
        lines += ["\n"] if ends else []
        lines += [f"#undef {local}\n" for local in ends]
        return "".join(lines)

    def text(self):
        public = sorted(self.public, key=lambda name: ("/" in name, name))
        parts = [HEAD.format(layers=", ".join(self.layers)), "".join(
            f'#include "{name}"\n' if name == "crt_config.h"
            else f"#include <{name}>\n" for name in public)]
        parts += [SINGLE]
        parts += [f"/* {name} */\n\n{body(text)}"
                  for name, text in self.private.items()]
        parts += [self._section(path) for path in self.sources]
        return "\n".join(parts)


def body(text):
    """A file without its licence and includes."""
    text = INCLUDE.sub("", text)
    text = text.partition("\n")[2] if text.startswith("/* SPDX") else text
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--layers", nargs="+", default=LAYERS,
                        choices=(*LAYERS, *ON_REQUEST))
    options = parser.parse_args()
    if {"ffi", "backend"} <= set(options.layers):
        parser.error("ffi and backend define the same functions; make a source "
                     "of each, or link their libraries, ffi first")
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tvm_crt.c").write_text(Amalgamation(CRT, options.layers).text(),
                                      encoding="utf-8")
    shutil.copytree(CRT / "include", folder / "include", dirs_exist_ok=True)
    if not (folder / "crt_config.h").exists():
        shutil.copy(CRT / "config" / "crt_config.h", folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
