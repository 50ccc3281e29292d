# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Worst stack of each function, from gcc's -fcallgraph-info=su."""

import re
from dataclasses import dataclass, field

NODE = re.compile(r'^node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'^edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
STACK = re.compile(r"\\n(\d+) bytes \((\w+(?:,\w+)?)\)")
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
        if not stack:
            return
        name = label.split("\\n")[0]
        # "dynamic,bounded": arguments are pushed; the number is the most.
        if stack[2] not in ("static", "dynamic,bounded"):
            raise GraphError(f"{name}: stack of unknown size ({stack[2]})")
        # Weak defaults are replaced; the first definition counts.
        self.functions.setdefault(
            title, Function(name, source, int(stack[1])))

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
