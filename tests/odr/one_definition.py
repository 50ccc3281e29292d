# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No two types of library and tool have one name, nor two declarations differ.

Two definitions of `metaobj::X` in one program are undefined behaviour. Compilers
see one file at a time, and linkers know no types. GCC compares them when it
joins objects for link-time optimization; it makes no code for that. What it does
not compare, tests/e2e/type_names.py reads in the sources.
"""

import os
import subprocess
import sys
import tempfile
import unittest

SAME = (
    "namespace metaobj { struct Same { int A; };\n"
    "int first(Same *S) { return S->A; } }\n",
    "namespace metaobj { struct Same { double B; };\n"
    "double second(Same *S) { return S->B; } }\n")
DECLARED = ("extern int Shared;\nint use() { return Shared; }\n",
            "double Shared = 1;\n")


class OneDefinition(unittest.TestCase):
    """All objects of the library and of the tool."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def join(self, objects):
        """Status and messages of the compiler."""
        result = subprocess.run(
            [COMPILER, "-flto", "-r", "-flinker-output=rel", "-Werror=odr",
             "-Werror=lto-type-mismatch", *objects,
             "-o", os.path.join(self.folder, "joined.o")],
            check=False, capture_output=True, text=True)
        return result.returncode, result.stderr

    def compile(self, texts):
        """Objects of the texts, compiled as the library is."""
        for number, text in enumerate(texts):
            path = os.path.join(self.folder, f"{number}.o")
            subprocess.run(
                [COMPILER, "-x", "c++", "-std=c++20", "-O1", "-flto",
                 "-ffat-lto-objects", "-c", "-", "-o", path],
                check=True, input=text, text=True)
            yield path

    def test_differences_are_seen(self):
        """What the other test rests on."""
        for texts, wanted in ((SAME, "[-Werror=odr]"),
                              (DECLARED, "[-Werror=lto-type-mismatch]")):
            with self.subTest(wanted=wanted):
                status, messages = self.join(self.compile(texts))
                self.assertIn(wanted, messages)
                self.assertNotEqual(status, 0)
                self.assertEqual(self.join(self.compile(texts[:1])), (0, ""))

    def test_library_and_tool(self):
        with open(OBJECTS, encoding="utf-8") as file:
            objects = file.read().split("\n")[:-1]
        self.assertGreater(len(objects), 10)  # One for each room at least.
        status, messages = self.join(objects)
        self.assertEqual(status, 0, messages)


if __name__ == "__main__":
    COMPILER, OBJECTS = sys.argv[1:]
    unittest.main(argv=sys.argv[:1], verbosity=2)
