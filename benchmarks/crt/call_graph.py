# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Worst stack of each function, from gcc's -fcallgraph-info=su, or where the
compiler is too old for it from -fstack-usage and the objects' relocations."""

import re
from dataclasses import dataclass, field

NODE = re.compile(r'^node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
STACK = re.compile(r"\\n(\d+) bytes \((\w+(?:,\w+)?)\)")
#: In a .su file: place, function, bytes, kind.
USAGE = re.compile(r"\S+:\d+:\d+:(\S+)\t(\d+)\t(\S+)")
#: In `objdump -dr`: a function, the target of a jump or call, a call through a
#: pointer. Functions of the same file are named by their section.
FUNCTION = re.compile(r"[0-9a-f]+ <(\S+)>:")
RELOCATION = re.compile(
    r"\s+[0-9a-f]+: R_AVR_(?:CALL|13_PCREL)\s+(?:\.text\.)?(\w[\w.]*)")
POINTER = re.compile(r".*\te?icall\b")
THROUGH_POINTER = "__indirect_call"


class GraphError(Exception):
    """Stack without a bound."""


@dataclass
class Function:
    """A function, with the stack that it takes itself."""
    name: str
    source: str
    own: int
    callees: set = field(default_factory=set)


@dataclass
class Worst:
    """The deepest stack from a function on, and what is not counted in it."""
    nbytes: int
    #: Functions that are not part of the runtime.
    outside: frozenset = frozenset()
    #: Functions of the runtime that call through a pointer.
    pointers: frozenset = frozenset()


class CallGraph:
    """All functions of a build, static ones too."""

    def __init__(self):
        self.functions = {}
        self.worst_of = {}

    def add(self, source, text):
        """The .ci file of a source."""
        for line in text.splitlines():
            found = NODE.match(line)
            if found:
                self._add_node(source, *found.groups())
                continue
            found = EDGE.match(line)
            if found:
                caller, callee = found.groups()
                self.functions[caller].callees.add(callee)

    def _add_node(self, source, title, label):
        stack = STACK.search(label)
        if stack:
            self._add_function(source, title, label.split("\\n")[0],
                               *stack.groups())

    def _add_function(self, source, title, name, nbytes, kind):
        # "dynamic,bounded": arguments are pushed; the number is the most.
        if kind not in ("static", "dynamic,bounded"):
            raise GraphError(f"{name}: stack of unknown size ({kind})")
        # Weak defaults are replaced; the first definition counts.
        self.functions.setdefault(title, Function(name, source, int(nbytes)))

    def add_usage(self, source, usage, exported, disassembly):
        """The .su file of a source, the functions that its object has for
        others, and the object as objdump -dr shows it."""
        own = {}
        for name, nbytes, kind in USAGE.findall(usage):
            # Static functions of two files may have one name.
            own[name] = name if name in exported else f"{source}:{name}"
            self._add_function(source, own[name], name, nbytes, kind)
        caller = None
        for line in disassembly.splitlines():
            found = FUNCTION.match(line)
            if found:
                caller = found[1]
                continue
            found = RELOCATION.match(line)
            if found and found[1] != caller:
                self.functions[own[caller]].callees.add(
                    own.get(found[1], found[1]))
            elif POINTER.match(line):
                self.functions[own[caller]].callees.add(THROUGH_POINTER)

    def worst(self, title, active=()):
        if title in active:
            raise GraphError("recursion: " + " -> ".join(
                [*active[active.index(title):], title]))
        if title not in self.worst_of:
            self.worst_of[title] = self._worst(title, (*active, title))
        return self.worst_of[title]

    def _worst(self, title, active):
        function = self.functions[title]
        deepest, outside, pointers = 0, set(), set()
        for callee in sorted(function.callees):
            if callee == THROUGH_POINTER:
                pointers.add(function.name)
            elif callee not in self.functions:
                outside.add(callee)
            else:
                below = self.worst(callee, active)
                deepest = max(deepest, below.nbytes)
                outside |= below.outside
                pointers |= below.pointers
        return Worst(function.own + deepest, frozenset(outside),
                     frozenset(pointers))
