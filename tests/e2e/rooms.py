# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No room uses a room above it, by include lines or by symbols, and few files
know rooms that a build may leave out. Sources have one dialect of namespaces.

docs/design.md lists the rooms of src from the lowest to the highest, and the
public headers of each. The objects of the library tell who calls whom. Inside a
room, and in runtime_crt, no file depends on itself by way of others: neither by
include lines, nor by calls of functions that a header declares and another file
defines. The test then adds wrong arrows to a copy and expects to find each of
them.
"""

import argparse
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile

from lib.functions import Functions

TOOLS = "tools"


class Picture:
    """Rooms from the lowest to the highest, and the room of each header."""

    def __init__(self, text):
        section = re.search(r"^## Rooms$(.*?)^## ", text, re.M | re.S)
        assert section, "docs/design.md has no section \"Rooms\""
        blocks = re.findall(r"^```text\n(.*?)^```$", section[1], re.M | re.S)
        assert len(blocks) == 2, "two lists are in the section: rooms, headers"
        self.rooms = [line.split()[0] for line in blocks[0].splitlines()]
        self.room_of = {}
        for line in blocks[1].splitlines():
            room, *headers = line.split()
            assert room in self.rooms, "headers of an unknown room: " + room
            for header in headers:
                assert header not in self.room_of, header
                self.room_of[header] = room

    def level(self, room):
        """Rooms use those of a lower level. Tools are above all."""
        return len(self.rooms) if room == TOOLS else self.rooms.index(room)


class Tree:
    """The sources under some folders. Include lines start at those of
    `searched`."""

    #: What include lines for our files look like.
    INCLUDE = r'^\s*#\s*include\s+"([^"]+)"'

    def __init__(self, root, folders, searched):
        self.root, self.searched = root, searched
        self.files = sorted(
            path.relative_to(root).as_posix()
            for folder in folders for path in (root / folder).rglob("*")
            if path.suffix in (".h", ".c", ".cpp", ".def"))
        assert len(self.files) > 100, "few sources in %s" % root
        self.known = set(self.files)

    def text(self, file):
        return (self.root / file).read_text()

    def resolve(self, file, include):
        """The file that an include line of `file` means; None for others'."""
        for folder in (file.rsplit("/", 1)[0], *self.searched):
            path = posixpath.normpath(folder + "/" + include)
            if path in self.known:
                return path
        self.check_other(file, include)
        return None

    def includes(self):
        """(file, included file, why) for each include line between our files."""
        for file in self.files:
            for include in re.findall(self.INCLUDE, self.text(file), re.M):
                target = self.resolve(file, include)
                if target:
                    yield file, target, "includes"

    def uses(self):
        """(file, file, why) for each file of a room that uses functions of
        another one."""
        included = {}
        for file, target, _ in self.includes():
            included.setdefault(file, set()).add(target)
        return Functions({file: self.text(file) for file in self.files},
                         included).arrows(self.room)


class Rooms(Tree):
    """The library and the tools."""

    def __init__(self, root, picture):
        folders = ("src", "include", "tools")
        super().__init__(root, folders, folders)
        self.picture = picture

    def room(self, file):
        """None for headers that C programs use, which need nothing."""
        parts = file.split("/")
        if parts[0] == "src":
            return parts[1]
        if parts[0] == "tools":
            return TOOLS
        return self.picture.room_of[parts[2]] if parts[1] == "metaobj" else None

    def unlisted(self):
        """Complaints about what the picture lacks or has too much of."""
        rooms = {file.split("/")[1] for file in self.files
                 if file.startswith("src/")}
        headers = {file.split("/")[2] for file in self.files
                   if file.startswith("include/metaobj/")}
        for what, found, listed in (
                ("room", rooms, set(self.picture.rooms)),
                ("public header", headers, set(self.picture.room_of))):
            for name in sorted(found - listed):
                yield "docs/design.md does not list the %s %s" % (what, name)
            for name in sorted(listed - found):
                yield "docs/design.md lists the %s %s, which is no more" % (
                    what, name)

    @staticmethod
    def check_other(file, include):
        others = r"(llvm|llvm-c|lld|clang)/|.*\.inc$"
        assert re.match(others, include), "%s includes %s" % (file, include)


class Runtime(Tree):
    """runtime_crt, which is one room."""

    INCLUDE = r'^\s*#\s*include\s+["<]([^">]+)[">]'

    def __init__(self, root):
        folders = ("runtime_crt/src", "runtime_crt/include")
        super().__init__(root, folders, folders)

    @staticmethod
    def room(_):
        return "runtime_crt"

    @staticmethod
    def check_other(file, include):
        """What a program brings along, and the C library."""


def read_symbols(nm, files, source_of):
    """(defined, needed) names of each source of objects and archives.
    `source_of` takes an object's name. Weak symbols (inline functions,
    templates) belong to nobody."""
    found = {}
    lines = subprocess.run(
        [nm, "--format=posix", "--print-file-name", *files], check=True,
        text=True, capture_output=True).stdout.splitlines()
    for line in lines:
        path, name, kind = line.split()[:3]
        source = source_of(re.search(r"([^/:[]+\.o)\]?:?$", path)[1])
        defined, needed = found.setdefault(source, (set(), set()))
        if kind in "TDRBS":
            defined.add(name)
        elif kind == "U":
            needed.add(name)
    return found


def calls(names):
    """(source, source, why) for each symbol that one object has of another."""
    owner = {name: source for source, (defined, _) in names.items()
             for name in defined}
    for source, (_, needed) in names.items():
        for name in sorted(needed):
            if owner.get(name, source) != source:
                yield source, owner[name], "needs %s of" % name


#: What front ends need and compilers never call: the tables of settings, what
#: single commands do, and differences of LLVM versions.
FOR_TOOLS = (r"Settings?(Table)?\.h$|/JobFile\.h$|^src/Base/Json\.h$|"
             r"/(Report|SizeBoard|SizePage|Check|PlanJob)\.h$|/LlvmVersion\.h$")

#: Rooms that a build may leave out, and the only files that know each.
OPTIONAL = {
    "Link": ("src/Device/LinkProgram.cpp", "tools/metaobj/Link.cpp",
             "tools/metaobj/LinkCommand.cpp", "tools/libmetaobj/Commands.cpp"),
    "Device": ("tools/metaobj/Device.cpp", "tools/metaobj/DeviceCommand.cpp",
               "tools/libmetaobj/Chip.h", "tools/libmetaobj/Chip.cpp"),
}


def upward(tree, arrows):
    """Complaints about arrows to a higher room, or to one that may be left
    out."""
    for file, target, why in arrows:
        room, other = tree.room(file), tree.room(target)
        if other is None or room == other:
            continue
        if why == "includes" and file not in OPTIONAL.get(other, (file,)):
            yield "left out: %s %s %s" % (file, why, target)
        if room is None or tree.picture.level(other) > tree.picture.level(room):
            yield "upwards: %s %s %s" % (file, why, target)
        elif room == TOOLS and not target.startswith("include/") and \
                not re.search(FOR_TOOLS, target):
            yield "private: %s %s %s" % (file, why, target)
        elif file.startswith("include/") and target.startswith("src/"):
            yield "private: %s %s %s" % (file, why, target)


def circles(tree, arrows):
    """Complaints about files of one room that depend on themselves: the arrows
    in each set of them."""
    graph = {}
    for file, target, why in arrows:
        if tree.room(file) == tree.room(target):
            graph.setdefault(file, {})[target] = why
            graph.setdefault(target, {})
    # What is needed by nothing that is left, or needs nothing, is in no circle.
    while True:
        ends = {node for node, targets in graph.items() if not targets}
        ends |= graph.keys() - set().union(*graph.values(), set())
        if not ends:
            break
        graph = {node: {target: why for target, why in targets.items()
                        if target not in ends}
                 for node, targets in graph.items() if node not in ends}
    reached = {node: Functions.all_of(node, graph) for node in graph}
    found = {frozenset(each for each in reached[node] if node in reached[each])
             for node in graph if node in reached[node]}
    for files in sorted(found, key=sorted):
        for file in sorted(files):
            for target in sorted(graph[file]):
                if target in files:
                    yield "circle: %s %s %s" % (file, graph[file][target],
                                                target)


def reopened(tree):
    """Complaints about sources of the library that are not written as LLVM's:
    with using directives, and qualified names where they are defined."""
    for file in tree.files:
        if file.startswith("src/") and file.endswith(".cpp") and \
                re.search(r"^namespace metaobj\b", tree.text(file), re.M):
            yield "dialect: %s opens namespace metaobj" % file


def complaints(root, names):
    picture = Picture((root / "docs/design.md").read_text())
    tree, runtime = Rooms(root, picture), Runtime(root)
    found = list(tree.unlisted())
    if found:
        return found
    arrows = [*tree.includes(), *calls(names)]
    return [*upward(tree, arrows), *reopened(tree),
            *circles(tree, [*arrows, *tree.uses()]),
            *circles(runtime, [*runtime.includes(), *runtime.uses()])]


#: Below the build.
ARCHIVES = ["src/Plan/libmetaobj_plan.a", "src/libmetaobj.a",
            "src/libmetaobj_link.a", "src/libmetaobj_device.a"]


def read_rooms(nm, source, build):
    """The names of each room's objects. An object holds several files of a
    room: between rooms it shows each call, within one it shows none. There
    include lines alone tell of circles."""
    paths = [path.relative_to(source / "src")
             for path in (source / "src").rglob("*.cpp")]
    rooms = {path.parts[0] for path in paths}
    folders = {path.parent.name: path.parts[0] for path in paths}
    alone = {path.stem: path.parts[0] for path in paths}

    def room(member):
        if member.endswith(".c.o"):  # runtime_crt is below all rooms
            return "runtime_crt/" + member
        # A file that is compiled in its own way is alone in its object.
        made = re.fullmatch(r"unity_([A-Za-z]+)(_\d+)?_cxx\.cxx\.o", member)
        if made and made[1] in folders:
            return "src/%s/*" % folders[made[1]]
        stem = made[1] if made else member.removesuffix(".cpp.o")
        assert stem in alone, "of no room: " + member
        return "src/%s/*" % alone[stem]

    names = {made: of for made, of in read_symbols(
        nm, [build / path for path in ARCHIVES], room).items()
        if made.startswith("src/")}
    for name in sorted(rooms):
        assert "src/%s/*" % name in names, "not built: " + name
    return names


def expect(found, part):
    assert any(part in each for each in found), \
        "not found: %s\nbut: %s" % (part, found)


def self_check(source, names, llvm_bin, scratch):
    """Adds wrong arrows to a copy, one after the other."""
    root = scratch / "copy"
    for folder in ("src", "include", "tools", "runtime_crt/src",
                   "runtime_crt/include"):
        shutil.copytree(source / folder, root / folder)
    (root / "docs").mkdir()
    shutil.copy(source / "docs/design.md", root / "docs")

    def with_line(file, line, part):
        path = root / file
        old = path.read_text() if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((old or "") + line + "\n")
        expect(complaints(root, names), part)
        if old is None:
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()
        else:
            path.write_text(old)

    assert not complaints(root, names)
    with_line("src/Model/Collect.cpp", '#include "metaobj/Target.h"',
              "upwards: src/Model/Collect.cpp includes include/metaobj/Target.h")
    with_line("include/metaobj/Model.h", '#include "metaobj/Emit.h"',
              "upwards: include/metaobj/Model.h includes")
    with_line("src/Object/IrModule.h", '#include "Read/OpenedFile.h"',
              "upwards: src/Object/IrModule.h includes src/Read/OpenedFile.h")
    with_line("include/metaobj/Emit.h", '#include "Model/DType.h"',
              "private: include/metaobj/Emit.h")
    with_line("tools/metaobj/main.cpp", '#include "Model/DType.h"',
              "private: tools/metaobj/main.cpp")
    with_line("tools/metaobj/CommandTable.cpp",
              '#include "Device/DeviceSettings.h"',
              "left out: tools/metaobj/CommandTable.cpp includes")
    with_line("src/Device/OpenDevice.cpp", '#include "metaobj/Link.h"',
              "left out: src/Device/OpenDevice.cpp includes")
    with_line("src/Target/ElfFacts.h", '#include "Target/TargetFamily.h"',
              "circle: src/Target/ElfFacts.h includes src/Target/TargetFamily.h")
    with_line("src/Inspect/Report/ElfRegions.cpp",
              "static auto Again = measure(MemoryBufferRef());",
              "circle: src/Inspect/Report/ElfRegions.cpp uses measure of "
              "src/Inspect/Report/Size.cpp")
    with_line("src/Inspect/Report/FileRegions.cpp",
              "static auto Again = readElfRegions(MemoryBufferRef());",
              "circle: src/Inspect/Report/ElfRegions.cpp uses addSection of "
              "src/Inspect/Report/FileRegions.cpp")
    with_line("runtime_crt/src/runtime/array_reader.h",
              '#include "runtime/params_file.h"',
              "circle: runtime_crt/src/runtime/array_reader.h includes "
              "runtime_crt/src/runtime/params_file.h")
    with_line("runtime_crt/src/graph/json.c",
              '#include "graph/graph.h"\n'
              "int again(void) { return tvm_crt_graph_read(0, 0); }",
              "circle: runtime_crt/src/graph/json.c uses tvm_crt_graph_read "
              "of runtime_crt/src/graph/graph_reader.c")
    with_line("src/Read/Collect.cpp", "namespace metaobj {}",
              "dialect: src/Read/Collect.cpp opens namespace metaobj")
    with_line("src/Attic/Old.h", "", "does not list the room Attic")
    with_line("include/metaobj/Old.h", "",
              "does not list the public header Old.h")

    # A call that no include line shows.
    symbol = next(why.split()[1] for _, target, why in calls(names)
                  if target.startswith("src/Target/"))
    caller = scratch / "caller.o"
    subprocess.run([llvm_bin / "llvm-mc", "--filetype=obj",
                    "--triple=x86_64-linux-gnu", "-o", caller],
                   input=".quad %s\n" % symbol, text=True, check=True)
    changed = read_symbols(llvm_bin / "llvm-nm", [caller],
                           lambda _: "src/Model/Collect.cpp")
    expect(complaints(root, {**names, **changed}),
           "upwards: src/Model/Collect.cpp needs %s of src/Target/" % symbol)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj")
    parser.add_argument("--llvm-bin", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    args = parser.parse_args()
    names = read_rooms(args.llvm_bin / "llvm-nm", args.source, args.build)
    found = complaints(args.source, names)
    if found:
        sys.exit("\n".join(found))
    with tempfile.TemporaryDirectory() as scratch:
        self_check(args.source, names, args.llvm_bin, pathlib.Path(scratch))


if __name__ == "__main__":
    main()
