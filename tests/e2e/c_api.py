# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libmetaobj.so.1: its symbols, and a program in C that uses all of them.

The program is built by GCC from metaobj-c/metaobj.h alone, runs beside another
LLVM in its process, and gets the bytes that the command line writes.
"""

import os
import platform
import re
import struct

from lib import toolchain

#: What the names and types of interface version 1.0 are, for good.
INTERFACE = "tests/capi/interface.txt"


#: No instruction of x86 does this.
UNSELECTABLE = """
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
declare i32 @llvm.arm.qadd(i32, i32)
define i32 @bad(i32 %a) {
  %r = call i32 @llvm.arm.qadd(i32 %a, i32 %a)
  ret i32 %r
}
"""


def declarations(header):
    """Each public declaration of the header in one line, without comments."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.DOTALL)
    text = re.sub(r"^#.*(\\\n.*)*$", " ", text, flags=re.MULTILINE)
    text = re.sub(r'extern "C" \{', " ", text)
    found = []
    depth = 0
    current = ""
    for character in text:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            depth = 0  # The end of extern "C".
            continue
        current += character
        if character == ";" and depth == 0:
            line = " ".join(current.split())
            found.append(line.replace("* ", "*").replace("( ", "("))
            current = ""
    return found


class Interface(toolchain.ToolTest):
    """What the library shows is what the header says."""

    def setUp(self):
        super().setUp()
        self.shared_library = os.path.join(
            toolchain.OPTIONS.build, "lib", "libmetaobj.so.1")
        if not os.path.exists(self.shared_library):
            self.skipTest("this build has no libmetaobj.so.1")
        with open(toolchain.source_path("include/metaobj-c/metaobj.h")) as file:
            self.declarations = declarations(file.read())

    def test_declarations_stay(self):
        """A change of one is a change for every program."""
        with open(toolchain.source_path(INTERFACE)) as file:
            known = [line.rstrip("\n") for line in file
                     if not line.startswith("#")]
        self.assertEqual(self.declarations, known)

    def test_symbols(self):
        """LLVM is hidden, and so is all of C++."""
        declared = sorted(
            re.search(r"(metaobj_\w+)\(", each).group(1)
            for each in self.declarations if each.startswith("METAOBJ_API"))
        with open(toolchain.source_path(
                "tools/libmetaobj/symbols.map")) as file:
            text = file.read()
        mapped = re.findall(r"^  (metaobj_\w+);", text, re.MULTILINE)
        self.assertEqual(sorted(mapped), declared)
        shown = self.run_tool("llvm-nm", "-D", "--defined-only",
                              "--format=just-symbols", self.shared_library).split()
        # GNU ld, but not lld, shows the version itself.
        nodes = re.findall(r"^(METAOBJ_[\d.]+) \{\n(.*?)^\}", text,
                           re.MULTILINE | re.DOTALL)
        self.assertEqual([node for node, _ in nodes],
                         ["METAOBJ_1.0", "METAOBJ_1.1", "METAOBJ_1.2"])
        self.assertEqual(
            sorted(set(shown) - {node for node, _ in nodes}),
            sorted(f"{name}@@{node}" for node, names in nodes
                   for name in re.findall(r"^  (metaobj_\w+);", names,
                                          re.MULTILINE)))

    def test_name(self):
        """Programs look for the major version."""
        dynamic = self.run_tool("llvm-readelf", "-d", self.shared_library)
        self.assertIn("soname: [libmetaobj.so.1]", dynamic)
        self.assertRegex(dynamic, r"\(SYMBOLIC\)|SYMBOLIC")
        self.assertNotIn("libLLVM", dynamic)


class Flows(toolchain.ToolTest):
    """tests/capi/flows.c, which checks what it gets."""

    def setUp(self):
        super().setUp()
        self.libraries = os.path.join(toolchain.OPTIONS.build, "lib")
        if not os.path.exists(os.path.join(self.libraries, "libmetaobj.so.1")):
            self.skipTest("this build has no libmetaobj.so.1")
        gcc = toolchain.find_tool("gcc")
        self.program = self.path("flows")
        self.run_gcc(
            gcc, "-std=c99", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wshadow",
            "-Werror", "-I", toolchain.source_path("include"),
            toolchain.source_path("tests/capi/flows.c"), "-L", self.libraries,
            "-lmetaobj", "-ldl", "-o", self.program)
        self.run_gcc(gcc, "-c", toolchain.source_path("tests/capi/operators.c"),
                     "-o", self.path("op.o"))

    def run_gcc(self, *command):
        result = toolchain.start(list(command))
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def run_flows(self, *arguments):
        result = toolchain.start(
            [self.program, *arguments], cwd=self.path(),
            env={**os.environ, "LD_LIBRARY_PATH": self.libraries})
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "all flows passed\n", ""))

    def test_alone(self):
        """The object is the one of the command line."""
        self.run_flows()
        elements = struct.pack("<6f", *range(1, 7))
        self.write("p.params", toolchain.params_file(
            [toolchain.Parameter(name, 2, 32, (2, 3), elements)
             for name in "abc"]))
        self.emit(self.path("op.o"), self.path("p.params"),
                  "--abi=tvm-crt-universal", "-o", self.path("tool.o"))
        with open(self.path("plain.o"), "rb") as own, \
                open(self.path("tool.o"), "rb") as tool:
            self.assertEqual(own.read(), tool.read())

    def test_threads(self):
        """Eight at once get what each gets alone."""
        program = self.path("threads")
        self.run_gcc(
            toolchain.find_tool("gcc"), "-std=c99", "-D_GNU_SOURCE", "-Wall",
            "-Wextra", "-Werror", "-I", toolchain.source_path("include"),
            toolchain.source_path("tests/capi/threads.c"), "-L",
            self.libraries, "-lmetaobj", "-lpthread", "-o", program)
        result = toolchain.start(
            [program], cwd=self.path(),
            env={**os.environ, "LD_LIBRARY_PATH": self.libraries})
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr),
            (0, "all threads got their bytes\n", ""))

    def test_fatal_errors(self):
        """What LLVM ends processes for is an error, from eight threads too."""
        if platform.machine() != "x86_64":
            self.skipTest("the bitcode is for x86_64")
        self.run_tool("llvm-as", self.write("bad.ll", UNSELECTABLE), "-o",
                      self.path("bad.bc"))
        program = self.path("fatal")
        self.run_gcc(
            toolchain.find_tool("gcc"), "-std=c99", "-D_GNU_SOURCE", "-Wall",
            "-Wextra", "-Werror", "-I", toolchain.source_path("include"),
            toolchain.source_path("tests/capi/fatal.c"), "-L",
            self.libraries, "-lmetaobj", "-lpthread", "-o", program)
        os.mkdir(self.path("empty"))
        os.mkdir(self.path("temporary"))
        result = toolchain.start(
            [program, self.path("op.o"), self.path("bad.bc")],
            cwd=self.path("empty"),
            env={**os.environ, "LD_LIBRARY_PATH": self.libraries,
                 "TMPDIR": self.path("temporary")})
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "nothing was fatal\n", ""))
        self.assertEqual(os.listdir(self.path("empty")), [])
        self.assertEqual(os.listdir(self.path("temporary")), [])

    def test_beside_another_llvm(self):
        """Two releases in one process do not meet."""
        for other in (16, 22, 14, 15):
            for folder in ("/usr/lib/x86_64-linux-gnu", f"/usr/lib/llvm-{other}/lib"):
                path = os.path.join(folder, f"libLLVM-{other}.so.1")
                if os.path.exists(path):
                    self.run_flows(path)
                    return
        self.skipTest("no shared library of another LLVM")


if __name__ == "__main__":
    toolchain.main()
