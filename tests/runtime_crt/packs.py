# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Libraries for Arduino, PlatformIO, ESP-IDF and CMSIS-Pack, as projects use them.

    packs.py <source> <metaobj>

The library of the digits model is compiled by Arduino's rules: every source
below src, with src as the only folder of headers. On the host it runs. What the
four tools read is compared with what their formats ask for; tests/live/pack_tools.py
takes tools themselves.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

COMPILERS = {
    "host": ["gcc", "-Os"],
    "arm": ["arm-none-eabi-gcc", "-Os", "-mcpu=cortex-m4", "-mthumb"],
    "avr": ["avr-gcc", "-Os", "-mmcu=atmega2560"],
}


def run(*command):
    result = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode:
        raise AssertionError(f"{command[0]}: {result.stdout}")
    return result.stdout


class PacksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.folder = pathlib.Path(cls.holder.name)
        cls.digits = SOURCE / "examples" / "digits"
        model = cls.digits / "model"
        objects = cls.folder / "objects"
        objects.mkdir()
        for path in (cls.digits / "operators").glob("*.c"):
            run("gcc", "-Os", "-I", SOURCE / "runtime_crt" / "include", "-c",
                path, "-o", objects / f"{path.stem}.o")
        emitted = [cls.folder / "model.c", cls.folder / "tvmgen_digits.h"]
        run(METAOBJ, "emit", *sorted(objects.iterdir()),
            model / "digits.params", f"--graph={model / 'graph.json'}",
            "--inputs=image", "--model=digits", "--executor=aot",
            "--workspace-io", "--emit=c", "-o", emitted[0],
            f"--header={emitted[1]}")
        cls.files = [*sorted((cls.digits / "operators").iterdir()), *emitted]
        cls.one = cls.folder / "one"
        cls.make(cls.one, "--name=Digits", "--add", *cls.files)

    @staticmethod
    def make(*arguments):
        return run(sys.executable, "-B",
                   SOURCE / "contrib" / "packs" / "make_packs.py", *arguments)

    def compile(self, compiler, library, program=()):
        """All objects of a library, as Arduino makes them, and of a program."""
        out = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        command = COMPILERS[compiler]
        source = library / "src"
        for path in [*sorted(source.rglob("*.c")), *program]:
            own = [] if path.is_relative_to(library) else ["-I", self.digits]
            run(*command, "-ffunction-sections", "-fdata-sections", "-I",
                source, *own, "-c", path, "-o", out / f"{path.stem}.o")
        return sorted(out.iterdir())

    def test_runs(self):
        """The program of the example, with its model from the library."""
        more = [SOURCE / "runtime_crt" / "ports" / "posix" / "posix.c",
                self.digits / "main_executor.c", self.digits / "images.c",
                *sorted((self.digits / "boards" / "host").glob("*.c"))]
        program = self.folder / "program"
        run("gcc", "-Wl,--gc-sections",
            *self.compile("host", self.one / "Digits", more), "-o", program)
        right = re.search(r"^(\d+) of (\d+) right$", run(program),
                          re.MULTILINE)
        self.assertTrue(right)
        self.assertGreater(int(right[1]), 0.9 * int(right[2]))

    def test_cross(self):
        self.assertTrue(self.compile("arm", self.one / "Digits"))
        # Functions by name need pointers of 32 bits, operators do not.
        self.make(self.folder / "small", "--layers", "backend", "memory")
        self.assertTrue(self.compile("avr", self.folder / "small" / "TvmCrt"))
        # Operators of today's TVM.
        self.make(self.folder / "ffi", "--layers", "ffi")
        self.assertTrue(self.compile("arm", self.folder / "ffi" / "TvmCrt"))

    def test_sketch(self):
        """A sketch is C++ and names one header."""
        sketch = self.folder / "sketch.cpp"
        sketch.write_text("#include <Digits.h>\n"
                          "int loop() { return tvmgen_digits_run(); }\n")
        run("g++", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I",
            self.one / "Digits" / "src", sketch)

    def test_manifests(self):
        library = self.one / "Digits"
        lines = (library / "library.properties").read_text().splitlines()
        values = dict(line.split("=", 1) for line in lines)
        # https://arduino.github.io/arduino-cli, library specification.
        self.assertLessEqual({"name", "version", "author", "maintainer",
                              "sentence", "paragraph", "category", "url",
                              "architectures"}, set(values))
        self.assertRegex(values["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(values["category"], "Data Processing")
        self.assertTrue((library / "src" / values["includes"]).exists())
        manifest = json.loads((library / "library.json").read_text())
        self.assertEqual((manifest["name"], manifest["version"]),
                         ("Digits", values["version"]))
        cmake = (library / "CMakeLists.txt").read_text()
        listed = re.findall(r'^  "(.*)"$', cmake, re.MULTILINE)
        self.assertEqual(listed, sorted(
            path.relative_to(library).as_posix()
            for path in library.rglob("*.c")))
        self.assertIn("src/model.c", listed)

    def test_pack(self):
        path, = self.one.glob("*.pack")
        self.assertRegex(path.name, r"^metaobj\.Digits\.\d+\.\d+\.\d+\.pack$")
        with zipfile.ZipFile(path) as pack:
            names = set(pack.namelist())
            root = xml.etree.ElementTree.fromstring(
                pack.read("metaobj.Digits.pdsc"))
        for file in root.iter("file"):
            name = file.get("name")
            self.assertTrue(name in names or
                            any(known.startswith(name) for known in names))
        self.assertEqual(
            {file.get("name") for file in root.iter("file")
             if file.get("category") == "sourceC"},
            {name for name in names if name.endswith(".c")})
        self.assertIn(root.find("license").text, names)
        # In the order of the format's schema.
        self.assertEqual([child.tag for child in root],
                         ["vendor", "name", "description", "url", "license",
                          "releases", "components"])

    def test_same_bytes(self):
        two = self.folder / "two"
        self.make(two, "--name=Digits", "--add", *self.files)
        for path in sorted(path for path in self.one.rglob("*")
                           if path.is_file()):
            self.assertEqual(path.read_bytes(), (
                two / path.relative_to(self.one)).read_bytes(), path)

    def test_refused(self):
        clash = self.folder / "crt_config.h"
        clash.write_text("")
        for arguments, reason in (
                ([self.one, "--name=Digits"], "is there already"),
                ([self.folder / "none", "--add", clash],
                 "there are two files crt_config.h"),
                ([self.folder / "none", "--layers", "graphs"],
                 "invalid choice: 'graphs'"),
                ([self.folder / "none", "--name=a b"], "letters, digits")):
            with self.assertRaisesRegex(AssertionError, reason):
                self.make(*arguments)
        self.assertFalse((self.folder / "none" / "TvmCrt").exists())


if __name__ == "__main__":
    SOURCE, METAOBJ = map(pathlib.Path, sys.argv[1:3])
    for needed in COMPILERS.values():
        if not shutil.which(needed[0]):
            print(f"SKIPPED: {needed[0]} is not installed")
            sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
