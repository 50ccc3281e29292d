# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Make and Ninja read --depfile back, whatever the names are.

A source is touched, and both have to build again, once; a source goes away, and
Make does not stop. Names that one of them would take for something else are
refused.
"""

import os
import subprocess

from lib import toolchain
from lib.toolchain import Parameter

#: Both read these back.
NAMES = ["plain", "a b", "a  b", "a\\ b", "a#b", "a$b", "a:b", "a%b", "a\\b",
         "a(b)c", "a)b", "a{b}", "a[b]", "~a", "a!b", "@a", "a,b", "a+b", "\u00e4",
         "-a", "lr=0.1", "n" * 255, os.fsdecode(b"a\x9bb")]

REFUSED = ["a\nb", "a\tb", "a\rb", "a\x01b", "a\x7fb", "a;b", "a|b", "a ",
           "a:", "a\\", "a\\#b", "a\\:b", "a(b)", "a (1)"]


class DepfileTest(toolchain.ToolTest):
    """A model with one parameter."""

    def setUp(self):
        super().setUp()
        for name in ("plain.params", "other"):
            self.write(name, toolchain.params_file(
                [Parameter(name, 1, 8, (1,), b"x")]))

    def emit(self, *arguments):
        return toolchain.start(
            [toolchain.OPTIONS.metaobj, "emit", "--function=f",
             "--mtriple=x86_64-unknown-linux-gnu", *arguments],
            cwd=self.folder)

    def builds(self):
        with open(self.path("log"), encoding="utf-8") as log:
            return len(log.readlines())

    def check_builder(self, name, command):
        """Builds at first, not again, and again when the source changes."""
        source = self.path(name)
        for expected, time in ((1, 1e9), (1, None), (2, 4e9)):
            if time:
                os.utime(source, (time, time))
            result = subprocess.run(
                command, cwd=self.folder, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, check=False,
                errors="surrogateescape")
            self.assertEqual(result.returncode, 0, result.stdout)
            self.assertEqual(self.builds(), expected, result.stdout)

    def test_names(self):
        make, ninja = (toolchain.find_tool(t) for t in ("make", "ninja"))
        self.write("Makefile", "m.o m.h &:\n\tsh build.sh\n-include m.d\n")
        self.write("build.ninja", "rule emit\n  command = sh build.sh\n"
                                  "  depfile = m.d\nbuild m.o m.h: emit\n")
        for name in NAMES:
            with self.subTest(name=name):
                self.write(name, toolchain.params_file(
                    [Parameter("w", 1, 8, (1,), b"x")]))
                result = self.emit("--params=plain.params",
                                   "--params=" + name, "-o", "m.o",
                                   "--header=m.h", "--depfile=dep")
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.write("build.sh",
                           "touch m.o m.h; cp dep m.d; echo built >> log\n")
                for command in ([make, "-s", "m.o"], [ninja, "m.o"]):
                    for old in ("m.o", "m.h", "m.d", "log", ".ninja_log"):
                        if os.path.exists(self.path(old)):
                            os.remove(self.path(old))
                    self.check_builder(name, command)
                os.remove(self.path(name))
                os.utime(self.path("plain.params"), (1e9, 1e9))
                if "%" not in name and "=" not in name:
                    result = toolchain.start([make, "-s", "m.o"],
                                             cwd=self.folder)
                    self.assertEqual(result.returncode, 0, result.stderr)

    def test_header_under_make(self):
        """As docs/command-line.md has it: nothing runs twice, and what includes
        the header is compiled again only when the header has changed."""
        make = toolchain.find_tool("make")
        tool = toolchain.OPTIONS.metaobj
        self.write("Makefile", f"""\
main.o: model.h
\techo compile >> log; touch $@
metadata.o: model.params
\techo emit >> log
\t{tool} emit $^ --function=f --mtriple=x86_64-linux-gnu -o $@ \\
\t  --header=model.h --depfile=metadata.d
model.h: metadata.o ;
-include metadata.d
""")
        time = 1e9

        def build(name, data):
            """Makes the parameters newer than all else; what ran."""
            nonlocal time
            if name:
                self.write("model.params", toolchain.params_file(
                    [Parameter(name, 1, 8, (1,), data)]))
                time += 1000
                os.utime(self.path("model.params"), (time, time))
            self.write("log", "")
            result = toolchain.start([make, "-s", "main.o"], cwd=self.folder)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            # What was written now is as new as its source.
            for output in ("metadata.o", "model.h", "main.o"):
                if os.stat(self.path(output)).st_mtime > time + 500:
                    os.utime(self.path(output), (time + 1, time + 1))
            with open(self.path("log"), encoding="utf-8") as log:
                return log.read().split()

        self.assertEqual(build("w", b"x"), ["emit", "compile"])
        self.assertEqual(build(None, None), [])
        self.assertEqual(build("w", b"y"), ["emit"])
        self.assertEqual(build(None, None), [])
        self.assertEqual(build("longer", b"y"), ["emit", "compile"])
        self.assertEqual(build(None, None), [])

    def test_refused(self):
        """No output is written then."""
        for name in REFUSED:
            with self.subTest(name=name):
                self.write(name, toolchain.params_file(
                    [Parameter("w", 1, 8, (1,), b"x")]))
                result = self.emit("--params=" + name, "-o", "m.o",
                                   "--depfile=m.d")
                self.assertEqual(result.returncode, 1)
                self.assertRegex(
                    result.stderr,
                    "^metaobj: error: m.d: a depfile cannot name the file "
                    "'.*', which has .*\nmetaobj: hint: rename the file, or "
                    "leave the depfile out\n$")
                self.assertFalse(os.path.exists(self.path("m.o")))
                os.remove(self.path(name))

    def test_first_name(self):
        """Make takes what has '=' at the beginning for a variable."""
        self.write("a=b", toolchain.params_file(
            [Parameter("w", 1, 8, (1,), b"x")]))
        for arguments, name in ((["--params=a=b", "-o", "m.o"], "a=b"),
                                (["--params=other", "-o", "m=.o"], "m=.o")):
            result = self.emit(*arguments, "--depfile=m.d")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(
                result.stderr,
                f"metaobj: error: m.d: a depfile cannot begin with the file "
                f"'{name}': Make takes '=' for a variable\n"
                "metaobj: hint: rename the file, or leave the depfile out\n")
            self.assertFalse(os.path.exists(self.path(arguments[-1])))


if __name__ == "__main__":
    toolchain.main()
