#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the memories of a device in a CMSIS-Pack as regions of a board.

    python3 from_pack.py Keil.STM32F4xx_DFP.pdsc --device=STM32F405RG
        [--processor=CM7] > board.yaml

A device has the memories of its family and sub-family, too; a variant those of
its device. A link uses the first region of each kind, so those with `startup`
and then those with `default` come first. Peripherals, aliases of a memory and
memories without bytes are left out and named in a comment. A file with a
DOCTYPE is refused: packs have none, and entities need one.
"""

import argparse
import re
import sys
from xml.parsers import expat

#: Elements with memories, and the attribute with their name.
SCOPES = {"family": "Dfamily", "subFamily": "DsubFamily", "device": "Dname",
          "variant": "Dvariant"}


class PackError(Exception):
    """The line, what it has, and what was expected."""

    def __init__(self, line, text):
        super().__init__(f"{line}: {text}")


class Scope:
    """An element with memories."""

    def __init__(self, kind, name, line, outer):
        self.kind, self.name, self.line, self.outer = kind, name, line, outer
        self.memories = []  # (attributes, line)

    def all_memories(self):
        """{key: (attributes, line)}; what is inside replaces what is outside."""
        scopes, found = [self], {}
        while scopes[-1].outer:
            scopes.append(scopes[-1].outer)
        for scope in reversed(scopes):
            own = {}
            for attributes, line in scope.memories:
                name = attributes.get("name", attributes.get("id"))
                key = name, attributes.get("Pname")
                if own.setdefault(key, attributes) != attributes:
                    raise PackError(line, f"the memory '{name}' is there twice "
                                    f"in '{scope.name}'")
                found[key] = (attributes, line)
        return found


def read(file):
    """The devices and variants."""
    parser, devices, around = expat.ParserCreate(), [], []

    def start(tag, attributes):
        line = parser.CurrentLineNumber
        outer = around[-1] if around else None
        if not around and tag != "package":
            raise PackError(line, f"expected <package>, found <{tag}>")
        scope = None
        if tag in SCOPES:
            scope = Scope(tag, attributes.get(SCOPES[tag]), line, outer)
            if tag in ("device", "variant") and scope.name:
                devices.append(scope)
        elif tag == "memory" and outer:
            outer.memories.append((attributes, line))
        around.append(scope)

    def refuse(*_):
        raise PackError(parser.CurrentLineNumber, "has a DOCTYPE, which packs "
                        "do not have; it is not read, as it may define entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: around.pop()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.ParseFile(file)
    except expat.ExpatError as reason:
        raise PackError(reason.lineno, "cannot be read as XML: " +
                        expat.ErrorString(reason.code)) from None
    return devices


def find(devices, name):
    """The one device that has the name."""
    names = list(dict.fromkeys(device.name for device in devices))
    same = [device for device in devices if device.name == name]
    if not name and len(names) == 1:
        same = devices
    if not same:
        near = [other for other in names if name and name.lower() in
                other.lower()] or names
        told = (f"has no device '{name}'" if name else
                "has several devices; name one by --device")
        raise PackError(1, f"{told}\n" + "\n".join(near))
    maps = [[attributes for attributes, _ in device.all_memories().values()]
            for device in same]
    if any(other != maps[0] for other in maps):
        lines = ", ".join(str(device.line) for device in same)
        raise PackError(same[0].line, f"'{same[0].name}' is there {len(same)} "
                        f"times with other memories (lines {lines})")
    return same[0]


def number(attributes, name, line):
    text = attributes.get(name, "")
    if not re.fullmatch(r"0[xX][0-9a-fA-F]+|0|[1-9][0-9]*", text):
        raise PackError(line, f"expected a number in '{name}' of the memory, "
                        f"such as 0x8000, found '{text}'")
    return int(text, 0)


def is_set(attributes, name):
    return attributes.get(name, "0").lower() in ("1", "true")


def region(attributes, line):
    """A line of YAML."""
    legacy = attributes.get("id", "")
    name = attributes.get("name") or legacy
    access = attributes.get("access")
    if access is None and re.fullmatch(r"I(ROM|RAM)\d+", legacy):
        access = "rx" if legacy.startswith("IROM") else "rwx"
    if not name or not access or not re.fullmatch("[rwxpsnc]+", access):
        raise PackError(line, f"the memory '{name}' has access '{access or ''}'"
                        "; expected letters of rwxpsnc, or an id such as IROM1")
    address = number(attributes, "start", line)
    size = number(attributes, "size", line)
    for reason, is_left_out in [
            ("has no bytes", not size), ("is for peripherals", "p" in access),
            (f"is an alias of {attributes.get('alias')!a}",
             attributes.get("alias"))]:
        if is_left_out:
            return f"# left out: {name!a} (line {line}) {reason}"
    is_kept = "w" in access and is_set(attributes, "uninit")
    name = re.sub(r"\W", "_", name, flags=re.ASCII)
    return (f"- {{name: {name}, address: {address:#x}, size: {size}, access: "
            f"{'write' if 'w' in access else 'read'}"
            f"{', load: nobody' if is_kept else ''}}}")


def regions(device, processor):
    """Lines of YAML."""
    memories = device.all_memories().values()
    processors = {attributes["Pname"]: None for attributes, _ in memories
                  if "Pname" in attributes}
    if processors and processor not in processors:
        raise PackError(device.line, f"'{device.name}' has memories for each "
                        "processor; name one by --processor\n" +
                        "\n".join(processors))
    if processor and not processors:
        raise PackError(device.line, f"'{device.name}' has no memories for one "
                        "processor only; leave out --processor")
    kept = [(attributes, line) for attributes, line in memories
            if attributes.get("Pname", processor) == processor]
    if not kept:
        raise PackError(device.line, f"'{device.name}' has no memories")
    kept.sort(key=lambda memory: (not is_set(memory[0], "startup"),
                                  not is_set(memory[0], "default")))
    return [region(attributes, line) for attributes, line in kept]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pack")
    parser.add_argument("--device")
    parser.add_argument("--processor")
    options = parser.parse_args()
    try:
        with open(options.pack, "rb") as file:
            devices = read(file)
        if not devices:
            sys.exit(f"{options.pack}: has no devices")
        lines = regions(find(devices, options.device), options.processor)
    except PackError as reason:
        sys.exit(f"{options.pack}:{reason}")
    except (OSError, ValueError, LookupError) as reason:
        sys.exit(f"{options.pack}: {reason}")
    print("regions:", *lines, sep="\n")


if __name__ == "__main__":
    main()
