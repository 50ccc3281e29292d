# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interface.py sees each kind of change of a small library."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HEADER = """
#include <stdint.h>
#define METAOBJ_C_SMALL_H
#define METAOBJ_MOST 4
typedef struct metaobj_pair { uint32_t a; uint64_t b; } metaobj_pair;
typedef enum metaobj_kind { METAOBJ_ONE = 1, METAOBJ_NEXT } metaobj_kind;
typedef int (*metaobj_fn)(metaobj_kind);
int metaobj_use(const metaobj_pair *pair, metaobj_fn function);
"""
SOURCE = """
#include "small.h"
int metaobj_use(const metaobj_pair *pair, metaobj_fn function) { return 0; }
"""
CHECK = pathlib.Path(__file__).with_name("interface.py")
CLANG = sys.argv.pop()


class InterfaceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.make(HEADER, SOURCE)
        self.check("--accept")

    def make(self, header, source):
        (self.folder / "small.h").write_text(header)
        (self.folder / "small.c").write_text(source)
        (self.folder / "small.map").write_text("SMALL_1.0 { global: metaobj_*; local: *; };")
        subprocess.run([CLANG, "-shared", "-fPIC", "-w", "-Wl,--version-script=small.map", "small.c",
                        "-o", "libsmall.so.1"], cwd=self.folder, check=True)

    def check(self, *arguments):
        return subprocess.run(
            [sys.executable, "-B", CHECK, "--clang", CLANG, "--header", self.folder / "small.h",
             "--library", self.folder / "libsmall.so.1", "--stored", self.folder / "small.txt",
             *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    def expect(self, *lines, breaks):
        result = self.check()
        self.assertEqual(result.returncode, 1, result.stdout)
        for line in lines:
            self.assertIn(line, result.stdout)
        self.assertEqual("raise its SOVERSION" in result.stdout, breaks, result.stdout)
        self.assertIn("--accept", result.stdout)

    def test_description(self):
        self.assertEqual((self.folder / "small.txt").read_text(), """\
constant metaobj_kind: METAOBJ_ONE = 1
constant metaobj_kind: METAOBJ_NEXT = 2
export metaobj_use: SMALL_1.0
function metaobj_use: int (const metaobj_pair *, metaobj_fn)
layout metaobj_pair: 16 bytes, aligned to 8
layout metaobj_pair: 0: uint32_t a
layout metaobj_pair: 8: uint64_t b
macro METAOBJ_MOST 4
type metaobj_fn: int (*)(metaobj_kind)
type metaobj_kind: enum metaobj_kind
type metaobj_pair: struct metaobj_pair
""")
        self.assertEqual(self.check().returncode, 0)

    def test_added_function(self):
        self.make(HEADER + "void metaobj_more(void);\n",
                  SOURCE + "void metaobj_more(void) {}\n")
        self.expect("added: export metaobj_more: SMALL_1.0",
                    "added: function metaobj_more: void (void)", breaks=False)
        self.check("--accept")
        self.assertEqual(self.check().returncode, 0)

    def test_moved_field(self):
        self.make(HEADER.replace("uint32_t a;", "uint64_t a;"), SOURCE)
        self.expect("removed: layout metaobj_pair: 0: uint32_t a",
                    "added: layout metaobj_pair: 0: uint64_t a", breaks=True)

    def test_renumbered_constant(self):
        self.make(HEADER.replace("METAOBJ_ONE = 1", "METAOBJ_ONE"), SOURCE)
        self.expect("removed: constant metaobj_kind: METAOBJ_NEXT = 2", breaks=True)

    def test_only_declared(self):
        self.make(HEADER + "void metaobj_more(void);\n", SOURCE)
        self.assertIn("metaobj_more is only declared: add it to symbols.map", self.check().stdout)

    def test_only_exported(self):
        self.make(HEADER, SOURCE + "void metaobj_more(void) {}\n")
        self.assertIn("metaobj_more is only exported: declare it in small.h", self.check().stdout)


if __name__ == "__main__":
    if not shutil.which(CLANG):
        print("SKIPPED: no clang: " + CLANG)
        sys.exit(77)
    unittest.main()
