#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the memories of a GNU linker script as regions of a board.

    python3 from_linker_script.py memory.ld > board.yaml

Reads the command MEMORY: names, attributes, and expressions of numbers, of
symbols that the script gives a value before, of ORIGIN() and of LENGTH(). A
script for the C preprocessor has to go through it first. Many scripts say (rw)
of flash: a name such as FLASH or ROM decides. Memories without bytes are left
out. What a linker script does not know has to be added: readers, caches,
loading.
"""

import re
import sys

NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)([kKmM]?)", re.A)
TOKEN = re.compile(r"\s*(\d\w*|[A-Za-z_.$][\w.$]*|<<|>>"
                   r"|[-+*/()])", re.A)
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}
ASSIGNMENT = re.compile(r"((?:PROVIDE|HIDDEN|PROVIDE_HIDDEN)\s*\(\s*)?"
                        r"([A-Za-z_.$][\w.$]*)\s*([-+*/&|]|<<|>>)?=(?!=)"
                        r"([^;{}]*);")
CONDITION = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif|else)\b", re.M)
REGION = re.compile(
    r"\s*([\w.$]+)\s*(?:\(([^)]*)\))?\s*:\s*(?:ORIGIN|org|o)\s*=\s*(.+?)\s*,"
    r"\s*(?:LENGTH|len|l)\s*=\s*(.+?)\s*(?=$|\n|,?\s*[\w.$]+\s*(?:\([^)]*\))?"
    r"\s*:\s*(?:ORIGIN|org|o)\s*=)", re.S)


class ScriptError(Exception):
    """What the script has, and what was expected; its line, if known."""

    def __init__(self, text, line=0):
        super().__init__(text)
        self.line = line


class Expression:
    """Numbers, names, << >> + - * / and brackets."""

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
        result = self.shift()
        if self.tokens:
            raise ScriptError(f"cannot read the expression '{self.text}'")
        return result

    def take(self, *wanted):
        """The next token if it is one of these."""
        if self.tokens and self.tokens[0] in wanted:
            return self.tokens.pop(0)
        return None

    def shift(self):
        result = self.sum()
        while sign := self.take("<<", ">>"):
            other = self.sum()
            if not 0 <= other < 64:
                raise ScriptError(f"'{self.text}' shifts by {other} bits")
            result = result << other if sign == "<<" else result >> other
        return result

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
            result = self.shift()
            self.expect(")")
            return result
        if not self.tokens:
            raise ScriptError(f"the expression '{self.text}' ends early")
        token = self.tokens.pop(0)
        if number := NUMBER.fullmatch(token):
            digits, unit = number.groups()
            base = 8 if re.match("0[0-7]", digits) else 0
            return int(digits, base) * UNITS[unit.lower()]
        if not re.match(r"[A-Za-z_.$]", token):
            raise ScriptError(f"cannot read '{token}' in '{self.text}'")
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


def assign(text, symbols, regions):
    """Gives symbols the values that the text assigns."""
    for provided, name, operation, value in ASSIGNMENT.findall(text):
        if provided.startswith("PROVIDE") and name in symbols:
            continue
        value = value.strip().removesuffix(")" if provided else "").strip()
        # Only a memory that refers to it needs it.
        symbols.pop(name, None)
        try:
            if not operation:
                symbols[name] = Expression(value, symbols, regions).value()
        except ScriptError:
            pass


def memories(script):
    """(name, attributes, address, bytes) of each memory, in their order."""
    script = re.sub(r"/\*.*?\*/|//[^\n]*",
                    lambda comment: re.sub(r"[^\n]", " ", comment[0]), script,
                    flags=re.S)

    def at(position):
        return script.count("\n", 0, position) + 1

    if condition := CONDITION.search(script):
        raise ScriptError(f"'{condition[0].strip()}' is for the C preprocessor; "
                          "give its output", at(condition.end()))
    found, symbols, regions, end = [], {}, {}, 0
    for command in re.finditer(r"\bMEMORY\s*\{([^}]*)\}", script):
        assign(script[end:command.start()], symbols, regions)
        position, end = command.span(1)
        while rest := script[position:end].lstrip(" \t\r\n,"):
            position = end - len(rest)
            region = REGION.match(script, position, position + len(rest.rstrip()))
            if not region:
                raise ScriptError("cannot read the memory "
                                  f"'{rest.splitlines()[0].rstrip()}'; expected "
                                  "NAME (rx) : ORIGIN = ..., LENGTH = ..., and "
                                  "the text of a file in place of its INCLUDE",
                                  at(position))
            name, attributes, origin, length = region.groups()
            try:
                address, size = (Expression(text, symbols, regions).value()
                                 for text in (origin, length))
            except ScriptError as reason:
                raise ScriptError(str(reason), at(position)) from None
            regions[name] = (address, size)
            found.append((name, attributes, address, size))
            position = region.end()
        end = command.end()
    if not regions and not found:
        raise ScriptError("has no MEMORY { ... }")
    return found


def size_text(size):
    """In K if it is a multiple."""
    return f"{size >> 10}K" if size and size % 1024 == 0 else str(size)


def region_lines(found):
    """The regions in YAML. Without attributes, the name decides."""
    for name, attributes, address, size in found:
        access = ""
        if attributes:
            kept, _, refused = attributes.lower().partition("!")
            is_written = "w" in kept and "w" not in refused
            access = f", access: {'write' if is_written else 'read'}"
            if is_written and re.match("flash|rom", name, re.I):
                said = " ".join(attributes.split())
                access = f", access: read}}  # the script says ({said}"
        name = re.sub(r"\W", "_", name, flags=re.A)
        if not size or name == "IDT_LIST":
            yield (f"# left out: {name}, which " + ("is for Zephyr's build only"
                                                    if size else "has no bytes"))
            continue
        yield (f"- {{name: {name}, address: {address:#x}, "
               f"size: {size_text(size)}{access}"
               f"{')' if '(' in access else '}'}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            lines = list(region_lines(memories(file.read())))
    except ScriptError as reason:
        line = f":{reason.line}" if reason.line else ""
        sys.exit(f"{sys.argv[1]}{line}: {reason}")
    except (OSError, UnicodeError) as reason:
        sys.exit(f"{sys.argv[1]}: {reason}")
    print("regions:", *lines, sep="\n")


if __name__ == "__main__":
    main()
