# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same inputs give the same bytes, wherever and by whomever.

Two emissions in different folders, with inputs named by different paths, under
different environments, users' homes, locales and times are compared for each
kind of output; and nothing of all that is found inside.
"""

import os
import shutil
import socket
import time

from lib import elf_file, toolchain
from lib.toolchain import SAMPLE_PARAMETERS, TARGETS

KINDS = ["obj", "llvm-ir", "llvm-bc", "c"]

FUNCTIONS = ["tvmgen_default_fused_add", "tvmgen_default_fused_nn_conv2d"]

#: Appears in paths and variables, and must not appear in an output.
MARK = "Zanzibar"

ENVIRONMENTS = [
    {"LANG": "C", "TZ": "UTC", "HOME": "/"},
    {"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo",
     "HOME": f"/home/{MARK}", "USER": MARK, "LOGNAME": MARK,
     "HOSTNAME": MARK, "PWD": f"/{MARK}", "SOURCE_DATE_EPOCH": "12345678",
     "LLVM_DISABLE_CRASH_REPORT": "1"},
]


class Determinism(toolchain.ToolTest):
    """Two folders that hold the same inputs."""

    def setUp(self):
        super().setUp()
        self.target = TARGETS["thumbv7em"]
        source = self.write("ops.c", toolchain.operator_source(FUNCTIONS))
        operators = self.compile(self.target, source, self.path("ops.o"))
        params = self.write("params.bin",
                            toolchain.params_file(SAMPLE_PARAMETERS))
        names = self.write("names.txt", "\n".join(FUNCTIONS))
        self.places = [self.path("a"), self.path(MARK, "deep", "er")]
        for place in self.places:
            os.makedirs(place)
            for file in (operators, params, names):
                shutil.copy(file, place)
        os.symlink(self.places[1], self.path(MARK + ".link"))

    def paths(self):
        """Ways to name the inputs: the folder to stand in, and the prefix of
        paths."""
        near, far = self.places
        return [(near, ""), (near, near + "/"), (far, ""), (far, "./"),
                (far, far + "/"), (self.folder, MARK + ".link/"),
                ("/", self.path(MARK + ".link") + "/"),
                (near, f"../{MARK}/deep/er/../er/")]

    def emit_bytes(self, kind, place, prefix, variables):
        """One emission; returns what it wrote."""
        temporary = self.path(variables["HOME"].strip("/") or "tmp")
        os.makedirs(temporary, exist_ok=True)
        environment = {"PATH": os.environ["PATH"], "TMPDIR": temporary,
                       **variables}
        output = prefix + "output.file"
        self.emit(prefix + "ops.o", prefix + "params.bin",
                  f"--functions={prefix}names.txt", "--sid=bias=1",
                  f"--emit={kind}", "-o", output, cwd=place, env=environment)
        written = os.path.join(place, output)
        with open(written, "rb") as file:
            data = file.read()
        os.remove(written)
        return data

    def test_same_bytes(self):
        """All paths and environments give the bytes of the first."""
        for kind in KINDS:
            first = self.emit_bytes(kind, *self.paths()[0], ENVIRONMENTS[0])
            self.assertIn(FUNCTIONS[0].encode(), first)
            for place, prefix in self.paths():
                for variables in ENVIRONMENTS:
                    with self.subTest(kind=kind, place=place, prefix=prefix,
                                      home=variables["HOME"]):
                        again = self.emit_bytes(kind, place, prefix, variables)
                        self.assertTrue(again == first, "bytes differ")

    def test_nothing_of_here(self):
        """No path, file, user, host or date stands in an output."""
        words = [MARK, self.folder, "ops.o", "ops.c", "params.bin",
                 "names.txt", "output.file", "/tmp", "/home", "/usr",
                 toolchain.OPTIONS.source, time.strftime("%Y-")]
        # Short names are found in code by chance, "root" is no secret.
        secrets = [socket.gethostname(), os.environ.get("USER", "")]
        words += [word for word in secrets if len(word) > 4]
        for kind in KINDS:
            data = self.emit_bytes(kind, *self.paths()[1], ENVIRONMENTS[1])
            for word in words:
                with self.subTest(kind=kind, word=word):
                    self.assertNotIn(word.encode(), data)

    def test_later(self):
        """A later second gives the same bytes, of inputs with other times."""
        first = self.emit_bytes("obj", *self.paths()[0], ENVIRONMENTS[0])
        time.sleep(1.1)
        os.utime(os.path.join(self.places[0], "ops.o"), (0, 0))
        again = self.emit_bytes("obj", *self.paths()[0], ENVIRONMENTS[0])
        self.assertEqual(again.hex(), first.hex())

    def test_kinds_agree(self):
        """IR and bitcode make the object that is written at once: the same
        tables, by LLVM's own tools."""
        place, prefix = self.paths()[0]
        direct = elf_file.ElfFile(
            self.emit_bytes("obj", place, prefix, ENVIRONMENTS[0]))
        for kind in ("llvm-ir", "llvm-bc"):
            data = self.emit_bytes(kind, place, prefix, ENVIRONMENTS[0])
            source = self.write("in." + kind, data)
            output = self.path("out.o")
            self.run_tool("llc", "-filetype=obj", "-relocation-model=static",
                          source, "-o", output)
            made = elf_file.ElfFile.read(output)
            for symbol in direct.symbols:
                if symbol.type != elf_file.STT_OBJECT:
                    continue
                with self.subTest(kind=kind, symbol=symbol.name):
                    self.compare(symbol, direct, made)

    def compare(self, symbol, direct, made):
        """`symbol` is the same in both objects."""
        other = made.symbol(symbol.name)
        self.assertEqual(direct.plain_bytes(symbol), made.plain_bytes(other))
        self.assertEqual(direct.pointers(symbol), made.pointers(other))


if __name__ == "__main__":
    toolchain.main()
