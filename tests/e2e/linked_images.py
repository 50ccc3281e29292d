# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in linked PE, Mach-O and WebAssembly files.

Emitted with a record, linked by each linker to programs and libraries, with
symbols and stripped: registry, parameters and hashes are those of the emitted
object. Without a record, symbols lead to the same, where linkers keep them. A
change of one bit of what is hashed is found.
"""

import json
import os
import struct
from collections import namedtuple

from lib import toolchain
from lib.toolchain import Parameter

PARAMETERS = [
    Parameter("bias", 0, 32, (3,), struct.pack("<3i", 10, 20, 30)),
    Parameter("w", 2, 16, (2, 2), struct.pack("<4H", 1, 2, 3, 0x3C00)),
    Parameter("scale", 1, 8, (), b"\x07"),
]

OPERATORS = """
define i32 @tvmgen_op(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 0
}
define i32 @tvmgen_other(ptr %a, ptr %b, i32 %c, ptr %d, ptr %e, ptr %f) {
  ret i32 1
}
"""

ENTRY = "TVMSystemLibEntryPoint"

#: A way to link: the command with {out}; whether the file has symbols of data;
#: whether functions have names.
Link = namedtuple("Link", "name command has_symbols has_names")


def _lld_link(name, machine, *options, symbols=False, names=False):
    return Link(name, ["lld-link", "/nologo", "/machine:" + machine,
                       "/nodefaultlib", "/subsystem:console",
                       "/out:{out}", *options], symbols, names)


def _mingw(name, machine, *options, symbols=True, names=True):
    return Link(name, [machine + "-w64-mingw32-ld", "-o", "{out}", *options],
                symbols, names)


def _apple(name, arch, *options):
    return Link(name, ["ld64.lld", "-arch", arch, "-platform_version", "macos",
                       "11", "11", "-o", "{out}", *options], True, True)


def _wasm(name, *options, names=True):
    return Link(name, ["wasm-ld", "--no-entry", "--export=" + ENTRY, "-o",
                       "{out}", *options], False, names)


def _metaobj(name, *options, symbols=True, names=True):
    return Link(name, ["metaobj", "link", "--quiet", "-o", "{out}", *options],
                symbols, names)


def _windows(machine, prefix=""):
    """Programs and libraries by lld-link."""
    entry = "/entry:" + ENTRY
    return [
        _lld_link("program", machine, entry),
        _lld_link("symbols", machine, entry, "/debug:symtab", symbols=True,
                  names=True),
        # Its only export is the operator.
        _lld_link("library", machine, "/dll", "/noentry",
                  "/include:" + prefix + ENTRY, "/export:tvmgen_op",
                  "/export:tvmgen_other"),
        _metaobj("by metaobj", "--", "/machine:" + machine, "/nodefaultlib",
                 "/subsystem:console", entry, symbols=False, names=False),
    ]


def _mac(arch):
    entry = ["-e", "_" + ENTRY]
    export = ["-dylib", "-u", "_" + ENTRY]
    return [
        _apple("program", arch, *entry, "-no_fixup_chains"),
        _apple("chains", arch, *entry, "-fixup_chains"),
        _apple("library", arch, *export, "-no_fixup_chains"),
        _apple("chained library", arch, *export, "-fixup_chains"),
        _apple("bundle", arch, "-bundle", "-u", "_" + ENTRY),
        _metaobj("by metaobj", "--", "-arch", arch, "-platform_version",
                 "macos", "13", "13", *entry),
    ]


TARGETS = {
    "x86_64-pc-windows-msvc": _windows("x64"),
    "aarch64-pc-windows-msvc": _windows("arm64"),
    "i686-pc-windows-msvc": _windows("x86", "_"),
    "x86_64-w64-windows-gnu": [
        _mingw("program", "x86_64", "-e", ENTRY),
        _mingw("library", "x86_64", "-shared", "-e", ENTRY),
        _mingw("small", "x86_64", "-s", "-e", ENTRY, symbols=False,
               names=False),
    ],
    "i686-w64-windows-gnu": [
        _mingw("program", "i686", "-e", "_" + ENTRY),
        _mingw("library", "i686", "-shared", "-e", "_" + ENTRY),
    ],
    "x86_64-apple-macosx11.0.0": _mac("x86_64"),
    "arm64-apple-macosx11.0.0": _mac("arm64"),
    "wasm32-unknown-unknown": [
        _wasm("program"),
        _wasm("no names", "--strip-all", names=False),
        _wasm("exports", "--strip-all", "--export=tvmgen_op",
              "--export=tvmgen_other"),
        _wasm("threads and table", "--export-table", "--growable-table"),
        _metaobj("by metaobj", "--", "--no-entry", "--export=" + ENTRY,
                 symbols=False),
    ],
    "wasm64-unknown-unknown": [_wasm("program", "-mwasm64")],
}


class LinkedImages(toolchain.ToolTest):
    def emit_objects(self, triple, *options):
        self.write("op.ll", OPERATORS)
        self.write("params", toolchain.params_file(PARAMETERS))
        self.run_tool("llc", "-filetype=obj", "-mtriple=" + triple,
                      self.path("op.ll"), "-o", self.path("op.o"))
        self.emit(self.path("op.o"), self.path("params"), "--quiet", *options,
                  "-o", self.path("m.o"))

    def link(self, link):
        """The linked file's name."""
        command = [part.replace("{out}", self.path("linked"))
                   for part in link.command]
        objects = [self.path("m.o"), self.path("op.o")]
        if command[0] == "metaobj":
            at = command.index("--")
            command = command[:at] + objects + command[at:]
            result = self.metaobj(*command[1:])
            self.assertEqual(0, result.returncode, (link, result.stderr))
        else:
            self.run_tool(*command, *objects)
        return "linked"

    def found(self, name, *options):
        result = self.metaobj("inspect", "--json", *options, self.path(name))
        self.assertEqual((0, ""), (result.returncode, result.stderr), name)
        return json.loads(result.stdout)

    @staticmethod
    def contents(found):
        """Without what linking decides."""
        return ([(r["abi"], r["count"], [f["name"] for f in r["functions"]])
                 for r in found["registries"]],
                [[p[key] for key in ("name", "sid", "dtype", "shape", "bytes",
                                     "hash")] for p in found["params"]],
                [[r[key] for key in ("model", "abi", "functions", "params",
                                     "identity")] for r in found["records"]])

    def each(self, check, names=None):
        """Calls `check` for each way to link, or those with these names."""
        for triple, links in TARGETS.items():
            for link in links:
                if not names or link.name in names:
                    with self.subTest(triple=triple, link=link.name):
                        check(triple, link)

    def check_records(self, triple, link):
        """Linked and stripped: the same as the object."""
        self.emit_objects(triple, "--record")
        wanted = self.contents(self.found("m.o", "--verify"))
        linked = self.link(link)
        found = self.found(linked, "--verify")
        self.assertEqual(wanted, self.contents(found))
        functions = found["registries"][0]["functions"]
        names = ["tvmgen_op", "tvmgen_other"] if link.has_names else \
            [None, None]
        if "library" not in link.name:
            self.assertEqual(names, [f["symbol"] for f in functions])
        self.assertNotIn(None, [f["address"] for f in functions])
        self.assertNotIn(None, [p["address"] for p in found["params"]])
        self.assertEqual(not link.has_symbols, found["stripped"])
        self.run_tool("llvm-strip", self.path(linked), "-o",
                      self.path("stripped"))
        found = self.found("stripped", "--verify")
        self.assertEqual(wanted, self.contents(found))
        self.assertTrue(found["stripped"])
        diff = self.metaobj("diff", self.path("m.o"), self.path("stripped"))
        self.assertEqual(0, diff.returncode, diff.stdout)
        out = self.path("w.bin")
        result = self.metaobj("inspect", "--extract=w", "-o", out,
                              self.path("stripped"))
        self.assertEqual((0, ""), (result.returncode, result.stderr))
        with open(out, "rb") as file:
            self.assertEqual(PARAMETERS[1].data, file.read())

    def test_records(self):
        self.each(self.check_records)

    def test_exports(self):
        """Names of functions that a DLL exports survive without symbols."""
        for triple in TARGETS:
            if "msvc" not in triple:
                continue
            self.emit_objects(triple, "--record")
            linked = self.link(TARGETS[triple][2])
            functions = self.found(linked)["registries"][0]["functions"]
            self.assertEqual(["tvmgen_op", "tvmgen_other"],
                             [f["symbol"] for f in functions], triple)

    def check_symbols(self, triple, link):
        """Without a record; a file without symbols says what is missing."""
        self.emit_objects(triple, "--sid=w=1")
        wanted = self.contents(self.found("m.o"))
        linked = self.link(link)
        if link.has_symbols and "library" not in link.name:
            found = self.found(linked)
            registries, params, _ = self.contents(found)
            self.assertEqual(wanted[0], registries)
            # Only what the program needs is in it.
            for param in params:
                self.assertIn(param[0], [p[0] for p in wanted[1]])
                self.assertIn(param[-1], [p[-1] for p in wanted[1]])
        elif not link.has_symbols:
            result = self.metaobj("inspect", self.path(linked))
            self.assertEqual(1, result.returncode, result.stdout)
            self.assertIn("has no symbols of its data: without symbols "
                          "neither registry nor parameters can be found",
                          result.stderr)

    def test_symbols(self):
        self.each(self.check_symbols)

    def check_flipped_bits(self, triple, link):
        """In each byte of each parameter, of the hashes and of the names."""
        self.emit_objects(triple, "--record")
        linked = self.link(link)
        with open(self.path(linked), "rb") as file:
            image = file.read()
        identity = self.found(linked)["records"][0]["identity"]
        needles = [p.data for p in PARAMETERS[:2]]
        needles += [bytes.fromhex(identity[len("blake3:"):]),
                    b"tvmgen_op\0tvmgen_other\0\0"]
        for needle in needles:
            at = image.index(needle)
            for offset in range(0, len(needle), 3):
                damaged = bytearray(image)
                damaged[at + offset] ^= 1 << offset % 8
                self.write("damaged", bytes(damaged))
                result = self.metaobj("inspect", "--verify",
                                      self.path("damaged"))
                self.assertEqual(1, result.returncode,
                                 (needle, offset, result.stdout))
                self.assertNotEqual("", result.stderr)

    def test_flipped_bits(self):
        self.each(self.check_flipped_bits, ("program", "chains"))

    def check_size_and_check_refuse(self, triple, link):
        """Commands that need sections of objects say what the file is."""
        self.emit_objects(triple, "--record")
        linked = self.link(link)
        for command in (["size"], ["check"],
                        ["emit", "-o", self.path("x.o")]):
            result = self.metaobj(*command, self.path(linked))
            self.assertNotEqual(0, result.returncode, command)
            self.assertIn("expected a relocatable object", result.stderr,
                          command)
        self.assertFalse(os.path.exists(self.path("x.o")))

    def test_size_and_check_refuse(self):
        self.each(self.check_size_and_check_refuse, ("program",))


if __name__ == "__main__":
    toolchain.main()
