# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The map says what the object has, and every byte is at its place.

Parameters of many sizes, types and alignments, some of them equal, are placed
by a file of rules. For little and big endian, 32 and 64 bits, packed and in
file order, with and without sharing, and with a section each: sections, places,
sizes, alignment, bindings and bytes of the symbols, read by an ELF reader of
our own, are those of the map; nothing overlaps; what the totals say adds up.
"""

import itertools
import json
import random

from lib import elf_file, toolchain
from lib.toolchain import Parameter

RULES = """
- align: 8
- name: "a*"
  align: 128
- {max-bytes: 16, align: 4}
- {dtype: "int16", section: .rodata.halves, visibility: hidden}
- {name: "*7", order: -1, visibility: global}
- {name: "*3", order: 5}
"""

TRIPLES = {"x86_64-unknown-linux-gnu": False, "armv7a-none-eabi": False,
           "powerpc64-unknown-linux-gnu": True, "powerpc-unknown-linux-gnu": True}

BINDINGS = {"local": 0, "hidden": 1, "global": 1}


def parameters():
    """Parameters of which about a third is equal to another one."""
    source = random.Random(20261120)
    contents = [bytes(source.randrange(256) for _ in range(2 * size))
                for size in (1, 2, 5, 8, 8, 31, 64, 100, 500, 1500)]
    found = []
    for index in range(60):
        data = source.choice(contents)
        bits = source.choice((8, 16))
        found.append(Parameter(source.choice("abc") + str(index), 0, bits,
                               (len(data) * 8 // bits,), data))
    return found


def swapped(parameter, is_big):
    """Bytes of `parameter` as the target has them."""
    data = bytearray(parameter.data)
    if is_big and parameter.bits == 16:
        data[0::2], data[1::2] = parameter.data[1::2], parameter.data[0::2]
    return bytes(data)


class Map(toolchain.ToolTest):
    """One object and its map for each way to place."""

    def setUp(self):
        super().setUp()
        self.parameters = parameters()
        self.write("net.params", toolchain.params_file(self.parameters))
        self.write("rules.yaml", RULES)

    def check_param(self, elf, section, param, is_big):
        """A parameter of the map against the object."""
        symbol = elf.symbol(param["symbol"])
        self.assertEqual(symbol.value, param["offset"])
        self.assertEqual(symbol.size, param["bytes"])
        self.assertEqual(symbol.bind, BINDINGS[param["visibility"]])
        self.assertEqual(symbol.value % param["align"], 0)
        self.assertEqual(elf.section_of(symbol).name, section["name"])
        given, = (each for each in self.parameters
                  if each.name == param["name"])
        self.assertEqual(elf.bytes_of(symbol), swapped(given, is_big))
        self.assertEqual(param["dtype"], f"int{given.bits}")
        self.assertEqual(tuple(param["shape"]), given.shape)
        with open(param["source"]["file"], "rb") as file:
            file.seek(param["source"]["offset"])
            self.assertEqual(file.read(param["bytes"]), given.data)

    def check_section(self, elf, section, is_big):
        """A section of the map against the object; its padding."""
        found = elf.section(section["name"])
        self.assertEqual((found.size, found.align),
                         (section["bytes"], section["align"]))
        end = padding = 0
        stored = None
        for param in section["params"]:
            self.check_param(elf, section, param, is_big)
            if param["shares"]:
                self.assertEqual(param["shares"], stored["name"])
                self.assertEqual(param["offset"], stored["offset"])
                self.assertEqual(param["padding"], 0)
                continue
            stored = param
            self.assertEqual(param["offset"], end + param["padding"])
            end = param["offset"] + param["bytes"]
            padding += param["padding"]
        self.assertEqual(end, section["bytes"])
        return padding

    def check(self, triple, is_big, options):
        """Emits and compares; the map."""
        self.emit(f"--mtriple={triple}", self.path("net.params"), "-o",
                  self.path("t.o"), f"--placement={self.path('rules.yaml')}",
                  f"--map={self.path('t.json')}", *options)
        with open(self.path("t.json"), encoding="utf-8") as file:
            found = json.load(file)
        elf = elf_file.ElfFile.read(self.path("t.o"))
        padding = sum(self.check_section(elf, section, is_big)
                      for section in found["sections"])
        totals = found["totals"]
        params = [param for section in found["sections"]
                  for param in section["params"]]
        self.assertEqual(sorted(param["name"] for param in params),
                         sorted(each.name for each in self.parameters))
        stored = [param["bytes"] for param in params if not param["shares"]]
        self.assertEqual(totals, {
            "params": len(params),
            "param_bytes": sum(len(each.data) for each in self.parameters),
            "sections": len(found["sections"]),
            "section_bytes": sum(stored) + padding,
            "padding": padding,
            "saved_by_dedup": sum(param["bytes"] for param in params)
            - sum(stored),
            "saved_by_packing": totals["saved_by_packing"],
            "saved_by_compression": 0, "foldable": 0})
        return found

    def test_object_has_what_the_map_says(self):
        ways = itertools.product(
            TRIPLES.items(), ((), ("--param-sections",)),
            ((), ("--dedup=off",)))
        for (triple, is_big), order, dedup in ways:
            with self.subTest(triple=triple, order=order, dedup=dedup):
                found = self.check(triple, is_big, (*order, *dedup))
                self.assertEqual(found["totals"]["saved_by_dedup"] == 0,
                                 bool(dedup))

    def test_packing_saves_what_it_says(self):
        packed = self.check("x86_64-unknown-linux-gnu", False, ())
        in_order = (f"--place={each.name}:order={place}"
                    for place, each in enumerate(self.parameters))
        plain = self.check("x86_64-unknown-linux-gnu", False, in_order)
        saved = packed["totals"]["saved_by_packing"]
        self.assertGreater(saved, 0)
        self.assertEqual(packed["totals"]["section_bytes"] + saved,
                         plain["totals"]["section_bytes"])

    def test_order_of_rules(self):
        found = self.check("x86_64-unknown-linux-gnu", False,
                           ("--dedup=off",))
        for section in found["sections"]:
            order = [-1 if name.endswith("7") else 5 if name.endswith("3")
                     else 0 for name in
                     (param["name"] for param in section["params"])]
            self.assertEqual(order, sorted(order))

    def test_same_map_every_time(self):
        texts = set()
        for _ in range(2):
            self.check("x86_64-unknown-linux-gnu", False, ())
            with open(self.path("t.json"), encoding="utf-8") as file:
                texts.add(file.read())
        self.assertEqual(len(texts), 1)


if __name__ == "__main__":
    toolchain.main()
