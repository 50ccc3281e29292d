#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the memories of a GNU linker script as regions of a board.

    python3 from_linker_script.py memory.ld > board.yaml

Reads the command MEMORY: names, attributes, and expressions of numbers, of
symbols that the script gives a value before, of ORIGIN() and of LENGTH(). What
a linker script does not know has to be added: readers, caches, loading.
"""

import re
import sys

TOKEN = re.compile(r"\s*(0[xX][0-9a-fA-F]+|\d+[kKmM]?|[A-Za-z_.$][\w.$]*|[-+*/()])")
UNITS = {"k": 1 << 10, "m": 1 << 20}
ASSIGNMENT = re.compile(r"(?:PROVIDE(?:_HIDDEN)?\s*\(\s*)?([A-Za-z_.$][\w.$]*)"
                        r"\s*=\s*([^;={}?]+?)\s*\)?\s*;")
REGION = re.compile(
    r"\s*([\w.$]+)\s*(?:\(([^)]*)\))?\s*:\s*(?:ORIGIN|org|o)\s*=\s*(.+?)\s*,"
    r"\s*(?:LENGTH|len|l)\s*=\s*(.+?)\s*(?=$|\n|,?\s*[\w.$]+\s*(?:\([^)]*\))?"
    r"\s*:\s*(?:ORIGIN|org|o)\s*=)", re.S)


class ScriptError(Exception):
    """What the script has, and what was expected."""


class Expression:
    """Numbers, names, + - * / and brackets."""

    def __init__(self, text, symbols, regions):
        self.text, self.symbols, self.regions = text, symbols, regions
        self.tokens, position = [], 0
        while text[position:].strip():
            token = TOKEN.match(text, position)
            if not token:
                raise ScriptError(f"cannot read the expression '{text}'")
            self.tokens.append(token[1])
            position = token.end()

    def value(self):
        """Of the whole text."""
        result = self.sum()
        if self.tokens:
            raise ScriptError(f"cannot read the expression '{self.text}'")
        return result

    def take(self, *wanted):
        """The next token if it is one of these."""
        if self.tokens and self.tokens[0] in wanted:
            return self.tokens.pop(0)
        return None

    def sum(self):
        result = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            result = result + other if sign == "+" else result - other
        return result

    def product(self):
        result = self.atom()
        while sign := self.take("*", "/"):
            other = self.atom()
            if sign == "/" and other == 0:
                raise ScriptError(f"'{self.text}' divides by 0")
            result = result * other if sign == "*" else result // other
        return result

    def atom(self):
        if self.take("("):
            result = self.sum()
            self.expect(")")
            return result
        if not self.tokens:
            raise ScriptError(f"the expression '{self.text}' ends early")
        token = self.tokens.pop(0)
        if token[0].isdigit():
            unit = UNITS.get(token[-1].lower())
            return int(token[:-1]) * unit if unit else int(token, 0)
        if token in ("ORIGIN", "LENGTH", "org", "len"):
            self.expect("(")
            name = self.tokens.pop(0) if self.tokens else ""
            self.expect(")")
            if name not in self.regions:
                raise ScriptError(f"'{self.text}': no memory '{name}' before it")
            return self.regions[name][token in ("LENGTH", "len")]
        if token not in self.symbols:
            raise ScriptError(f"'{self.text}': no value of '{token}' before it")
        return self.symbols[token]

    def expect(self, token):
        if not self.take(token):
            raise ScriptError(f"'{self.text}': expected '{token}'")


def memories(script):
    """(name, attributes, address, bytes) of each memory, in their order."""
    script = re.sub(r"/\*.*?\*/|//[^\n]*", " ", script, flags=re.S)
    found, symbols, regions = [], {}, {}
    parts = re.split(r"\bMEMORY\s*\{([^}]*)\}", script)
    if len(parts) == 1:
        raise ScriptError("has no MEMORY { ... }")
    for index, part in enumerate(parts):
        if index % 2 == 0:
            for name, text in ASSIGNMENT.findall(part):
                try:
                    symbols[name] = Expression(text, symbols, regions).value()
                except ScriptError:
                    pass  # Only a memory that refers to it needs it.
            continue
        position = 0
        while part[position:].strip(" \t\r\n,"):
            region = REGION.match(part.rstrip(), position)
            if not region:
                line = part[position:].strip().splitlines()[0]
                raise ScriptError(f"cannot read the memory '{line}'")
            name, attributes, origin, length = region.groups()
            address, size = (Expression(text, symbols, regions).value()
                             for text in (origin, length))
            regions[name] = (address, size)
            found.append((name, attributes, address, size))
            position = region.end()
            while position < len(part) and part[position] in " \t\r\n,":
                position += 1
    return found


def size_text(size):
    """In K if it is a multiple."""
    return f"{size >> 10}K" if size and size % 1024 == 0 else str(size)


def region_lines(found):
    """The regions in YAML. Without attributes, the name decides."""
    for name, attributes, address, size in found:
        access = ""
        if attributes is not None:
            kept, _, refused = attributes.lower().partition("!")
            is_written = "w" in kept and "w" not in refused
            access = f", access: {'write' if is_written else 'read'}"
        yield (f"- {{name: {name}, address: {address:#x}, "
               f"size: {size_text(size)}{access}}}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            lines = list(region_lines(memories(file.read())))
    except (OSError, UnicodeError, ScriptError) as reason:
        sys.exit(f"{sys.argv[1]}: {reason}")
    print("regions:", *lines, sep="\n")


if __name__ == "__main__":
    main()
