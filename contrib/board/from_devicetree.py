#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the memories of Zephyr's devicetree as regions of a board.

    python3 from_devicetree.py build/zephyr/zephyr.dts [--without-partitions]
        > board.yaml

Reads the text that Zephyr's build writes: one tree, without includes, macros
and overlays. Memories are what `compatible`, `device_type` or `chosen` says.
Partitions are cut out of their memory, and chosen memories out of a larger one.
A link uses the first region of each kind, so the chosen ones come first. What
has no address for programs, such as a flash chip behind SPI, is left out and
named in a comment.
"""

import argparse
import re
import sys

EXPECTED = "expected the text that Zephyr's build writes: build/zephyr/zephyr.dts"
TOKEN = re.compile(
    r"(?P<space>(?:\s|/\*.*?\*/|//[^\n]*)+)|(?P<text>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<directive>/[a-z][a-z0-9-]*/)|(?P<link>&\w+|&\{[^}]*\})"
    r"|(?P<bytes>\[[0-9a-fA-F\s]*\])|(?P<label>[A-Za-z_]\w*:)"
    r"|(?P<name>[\w,.+*#?@-]+)|(?P<mark>[/{};=<>,])", re.S)
FLASH = "soc-nv-flash"
MEMORIES = {FLASH, "mmio-sram", "zephyr,memory-region", "arm,dtcm", "arm,itcm",
            "nxp,imx-dtcm", "nxp,imx-itcm"}
TABLES = {"fixed-partitions", "fixed-subpartitions"}
MAPPED = "zephyr,mapped-partition"
#: A link takes the first region of each kind.
CHOSEN = ["zephyr,code-partition", "zephyr,flash", "zephyr,sram", "zephyr,dtcm",
          "zephyr,itcm", "zephyr,ccm", "zephyr,ocm"]
#: Bit of zephyr,memory-attr on Arm: the MPU lets nobody write.
ATTRIBUTE_FLASH = 1 << 22


class TreeError(Exception):
    """The line, what it has, and what was expected."""

    def __init__(self, line, text):
        super().__init__(f"{line}: {text}")


def number(cells):
    """The first cell is the highest."""
    result = 0
    for cell in cells:
        result = result << 32 | cell
    return result


class Node:
    """Values of properties are numbers, texts, and tuples of what else is."""

    def __init__(self, name, labels, line, parent):
        self.name, self.labels, self.line = name, labels, line
        self.parent, self.children, self.properties = parent, {}, {}

    def texts(self, name):
        return {text for text in self.properties.get(name, [])
                if isinstance(text, str)}

    def rows(self, name, *widths):
        """The numbers of a property, cut into rows of numbers so wide."""
        values = self.properties.get(name, [])
        step = sum(widths)
        if not all(isinstance(value, int) and value < 1 << 32
                   for value in values) or step and len(values) % step:
            raise TreeError(self.line, f"'{self.name}': expected rows of {step} "
                            f"numbers of 32 bits in '{name}'")
        for start in range(0, len(values) if step else 0, step):
            row = values[start:start + step]
            yield [number([row.pop(0) for _ in range(width)])
                   for width in widths]

    def width(self, name, default):
        """Of addresses or sizes of the nodes in it."""
        values = [row[0] for row in self.rows(name, 1)] or [default]
        if len(values) != 1 or values[0] > 2:
            raise TreeError(self.line, f"'{self.name}': expected 0, 1 or 2 in "
                            f"'{name}', found {values}")
        return values[0]

    def reg(self):
        """[(address, size)], as the node around it counts addresses."""
        address = self.parent.width("#address-cells", 2) if self.parent else 0
        size = self.parent.width("#size-cells", 1) if self.parent else 0
        return list(self.rows("reg", address, size)) if size else []

    def around(self):
        """The node, and those that it lies in."""
        node = self
        while node:
            yield node
            node = node.parent

    def is_disabled(self):
        return any(not node.texts("status") <= {"okay", "ok"}
                   for node in self.around())

    def is_partition(self):
        return bool(MAPPED in self.texts("compatible") or
                    self.parent and self.parent.texts("compatible") & TABLES)


def tokens(text):
    """(kind, text, line) of each, and an end."""
    position, line = 0, 1
    while position < len(text):
        token = TOKEN.match(text, position)
        if not token:
            raise TreeError(line, f"cannot read "
                            f"'{text[position:position + 20]}'; {EXPECTED}")
        if token.lastgroup != "space":
            yield token.lastgroup, token[0], line
        line += token[0].count("\n")
        position = token.end()
    yield "end", "the end of the file", line


def value_of(token, in_cells):
    kind, text, line = token
    if kind == "text":
        return text[1:-1]
    if kind in ("link", "bytes"):
        return (text,)
    if in_cells and re.fullmatch(r"0[xX][0-9a-fA-F]+|0|[1-9]\d*", text, re.A):
        return int(text, 0)
    raise TreeError(line, f"cannot read the value '{text}'; {EXPECTED}")


def parse(text):
    """The tree's root."""
    root, node, labels, source = None, None, [], tokens(text)
    for kind, word, line in source:
        if kind == "label":
            labels.append(word[:-1])
        elif word in ("/dts-v1/", "/memreserve/") and not node:
            while word != ";" and kind != "end":
                kind, word, _ = next(source)
        elif word == "}" and node and next(source)[1] == ";":
            node = node.parent
        elif kind == "end" and root and not node:
            return root
        elif kind == "name" and node or word == "/" and not root:
            mark = next(source)
            if node and word in (node.children if mark[1] == "{" else
                                 node.properties):
                raise TreeError(line, f"has '{word}' twice in '{node.name}'")
            if mark[1] == "{":
                node = Node(word, labels, line, node)
                root = root or node
                if node.parent:
                    node.parent.children[word] = node
            elif mark[1] in ("=", ";") and node:
                values, in_cells = [], False
                while mark[1] != ";":
                    mark = next(source)
                    if mark[1] in ("<", ">"):
                        in_cells = mark[1] == "<"
                    elif mark[0] != "label" and mark[1] not in (",", ";"):
                        values.append(value_of(mark, in_cells))
                node.properties[word] = values
            else:
                raise TreeError(mark[2], f"found '{mark[1]}' behind '{word}'; "
                                f"{EXPECTED}")
            labels = []
        else:
            raise TreeError(line, f"found '{word}'; {EXPECTED}")


def absolute(node, address):
    """The address for programs: what lies in the root has one."""
    while node.parent.parent:
        outer = node.parent
        kinds = outer.texts("compatible")
        if outer.properties.get("ranges"):
            for child, start, size in outer.rows(
                    "ranges", outer.width("#address-cells", 2),
                    outer.parent.width("#address-cells", 2),
                    outer.width("#size-cells", 1)):
                if child <= address < child + size:
                    address += start - child
                    break
            else:
                raise TreeError(node.line, f"'{node.name}': {address:#x} is in "
                                f"no part of 'ranges' of '{outer.name}'")
        elif "ranges" not in outer.properties and kinds & TABLES:
            # Offsets count from the flash, or from the partition around.
            outer = outer.parent if "fixed-partitions" in kinds else outer
            if not outer.reg():
                raise TreeError(outer.line, f"'{outer.name}' has partitions, and "
                                "no address")
            address += outer.reg()[0][0]
        elif "ranges" not in outer.properties:
            break
        node = outer
    return address


def chosen_nodes(root, nodes):
    """{name: node}, in the order of use."""
    labels = {label: node for node in nodes for label in node.labels}
    chosen, found = root.children.get("chosen"), {}
    for name in CHOSEN if chosen else []:
        for value in chosen.properties.get(name, []):
            text = str(value[0] if isinstance(value, tuple) else value)
            node = labels.get(text.lstrip("&"))
            if "/" in text:
                node = root
                for part in re.findall(r"[^/&{}]+", text):
                    node = node and node.children.get(part)
            if not node or node.is_disabled():
                raise TreeError(chosen.line, f"'{name}' is '{text}', which is "
                                "missing or disabled")
            found[name] = node
    return found


def memories(root, without_partitions):
    """[(start, end, node, its memory, is it read only)], the chosen nodes, which
    come first, and [(node, why it is left out)]."""
    nodes, waiting = [], [root]
    while waiting:
        nodes.append(waiting.pop())
        waiting += reversed(nodes[-1].children.values())
    chosen = chosen_nodes(root, nodes)
    is_arm = any("cpu" in node.texts("device_type") and text.startswith("arm,")
                 for node in nodes for text in node.texts("compatible"))
    found, left_out = [], []
    for node in [*dict.fromkeys(chosen.values()), *nodes]:
        memory = node
        while memory.parent and (memory.is_partition() or
                                 not memory.texts("compatible") - TABLES):
            memory = memory.parent
        memory = memory if node.is_partition() else node
        kinds = memory.texts("compatible")
        is_memory = (memory in chosen.values() or kinds & MEMORIES or
                     "memory" in memory.texts("device_type"))
        if node.is_disabled() or not (is_memory or node.is_partition()) or (
                without_partitions and node.is_partition()):
            continue
        if not is_memory or not memory.reg() or not node.reg():
            left_out.append((node, "it has no address for programs"))
        elif FLASH in kinds and any(text.startswith("espressif,") for text in
                                    memory.parent.texts("compatible")):
            left_out.append((node, "programs see it where software maps it"))
        else:
            is_read = (FLASH in kinds or memory is chosen.get("zephyr,flash") or
                       "FLASH" in node.texts("zephyr,memory-region-mpu") or
                       is_arm and any(row[0] & ATTRIBUTE_FLASH for row in
                                      node.rows("zephyr,memory-attr", 1)))
            for address, size in node.reg():
                start = absolute(node, address)
                if size:
                    found.append((start, start + size, node, memory, is_read))
    return (list(dict.fromkeys(found)), chosen.values(),
            list(dict.fromkeys(left_out)))


def regions(found, chosen):
    """Lines of YAML."""
    partitions, names = {}, {}
    for start, end, node, memory, _ in found:
        if node.is_partition():
            outer = next(outer for outer in node.parent.around() if
                         outer is memory or outer.is_partition() and outer.reg())
            partitions.setdefault(outer, []).append((start, end))
    for start, end, node, _, is_read in found:
        name = re.sub(r"\W", "_", [*node.texts("zephyr,memory-region"),
                                   *node.labels, node.name][0], flags=re.A)
        # Those of a memory with several parts lie in the first.
        within = partitions.pop(node, [])
        within += [(first, last) for first, last, other, memory, _ in found
                   if other is memory and other in chosen and other is not node
                   and not node.is_partition() and start <= first and last <= end
                   and (node not in chosen or (first, last) != (start, end))]
        pieces, position = [], start
        for first, last in [*sorted(within), (end, end)]:
            if first < position or last > end:
                raise TreeError(node.line, f"'{node.name}' has partitions that "
                                "overlap, or end behind it")
            pieces += [(position, first)] if position < first else []
            position = last
        for first, last in pieces:
            count = names[name] = names.get(name, 0) + 1
            yield (f"- {{name: {name}{f'_{count}' if count > 1 else ''}, address: "
                   f"{first:#x}, size: {last - first}, access: "
                   f"{'read' if is_read else 'write'}}}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tree")
    parser.add_argument("--without-partitions", action="store_true")
    options = parser.parse_args()
    try:
        with open(options.tree, encoding="utf-8") as file:
            found, chosen, left_out = memories(parse(file.read()),
                                               options.without_partitions)
        lines = list(regions(found, chosen))
    except TreeError as reason:
        sys.exit(f"{options.tree}:{reason}")
    except (OSError, UnicodeError) as reason:
        sys.exit(f"{options.tree}: {reason}")
    comments = [f"# left out: {node.name!a} (line {node.line}): {reason}"
                for node, reason in left_out]
    if not lines:
        sys.exit("\n".join([f"{options.tree}: has no memory", *comments]))
    print("regions:", *lines, *comments, sep="\n")


if __name__ == "__main__":
    main()
