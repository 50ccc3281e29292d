# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Embedded files: the same as by other tools, in programs that run.

- In each style the symbols, their values and the bytes are those of `xxd -i`
  and a compiler, of `objcopy -I binary`, of `ld -r -b binary` and of the
  assembly that ESP-IDF writes.
- A program that declares these symbols itself runs with the object in place of
  the other tool's, on the host, as PIE and with unused sections removed, and by
  QEMU on machines of both byte orders.
- A program in C and in C++ with the header finds types, sizes and ends.
- lld's linkers for Windows, macOS and WebAssembly take the objects; what is
  used stays, with its bytes and its end, and the rest goes.
"""

import os
import re
import struct

from lib import toolchain

#: Of an odd size, with every byte in it.
DATA = bytes(range(256)) * 5 + b"end"
OTHER = b"another file"

#: Prints a hash and a size; the style declares what it needs before.
MAIN = """
#include <stdio.h>
%s
int main(void) {
  const unsigned char *p = START;
  unsigned long size = (unsigned long)(SIZE);
  unsigned int hash = 2166136261u;
  unsigned long i;
  for (i = 0; i < size; ++i)
    hash = ((hash ^ p[i]) * 16777619u) & 0xffffffffu;
  printf("%%u %%lu %%lu\\n", hash, size, (unsigned long)(END - START));
  return 0;
}
"""

#: What programs declare that were written for the other tools.
PROGRAMS = {
    "c": """
#include <stddef.h>
extern const unsigned char model_bin[], model_bin_end[];
extern const size_t model_bin_size;
#define START model_bin
#define SIZE model_bin_size
#define END model_bin_end
""",
    "xxd": """
extern unsigned char model_bin[];
extern unsigned int model_bin_len;
#define START model_bin
#define SIZE model_bin_len
#define END (model_bin + model_bin_len)
""",
    "objcopy": """
extern const char _binary_model_bin_start[], _binary_model_bin_end[];
#define START (const unsigned char *)_binary_model_bin_start
#define SIZE (_binary_model_bin_end - _binary_model_bin_start)
#define END (const unsigned char *)_binary_model_bin_end
""",
    "esp-idf": """
#include <stdint.h>
extern const uint8_t start[] __asm__(LABEL "_binary_model_bin_start");
extern const uint8_t end[] __asm__(LABEL "_binary_model_bin_end");
extern const uint8_t model_bin[];
extern const uint32_t model_bin_length;
#define START (start == model_bin ? start : 0)
#define SIZE model_bin_length
#define END end
""",
}

#: Compilers of Debian, and how their programs run.
MACHINES = [
    ("aarch64-linux-gnu", "qemu-aarch64"),
    ("arm-linux-gnueabihf", "qemu-arm"),
    ("riscv64-linux-gnu", "qemu-riscv64"),
    ("mips-linux-gnu", "qemu-mips"),
    ("powerpc64-linux-gnu", "qemu-ppc64"),
    ("s390x-linux-gnu", "qemu-s390x"),
]


def fnv(data):
    """What the program prints."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


class EmbedTest(toolchain.ToolTest):
    """What the tests of this file share."""

    def setUp(self):
        super().setUp()
        self.write("model.bin", DATA)
        self.write("other.bin", OTHER)

    def embed(self, *arguments):
        """Runs `metaobj embed` in the folder; it must succeed silently."""
        result = self.metaobj("embed", *arguments, cwd=self.folder)
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr), (0, "", ""),
            f"metaobj embed {' '.join(map(str, arguments))}")

    def tool(self, name, *arguments):
        """Runs a tool in the folder."""
        return self.run_tool(name, *arguments, cwd=self.folder)

    def symbols(self, path):
        """Global symbols, and what nm says of each: their value, and whether
        they are absolute or in a section."""
        found = {}
        for line in self.tool("llvm-nm", "--format=posix", path).splitlines():
            name, kind, value, *_ = line.split()
            if kind.isupper():
                found[name] = ("absolute" if kind == "A" else "section",
                               int(value, 16))
        return found

    def bytes_of(self, path, section):
        """The contents of a section."""
        self.tool("llvm-objcopy", "-O", "binary", "-j", section, path,
                  "section.out")
        with open(self.path("section.out"), "rb") as file:
            return file.read()

    def section_of(self, path, symbol):
        """The name of a symbol's section, and its flags."""
        number = None
        for line in self.tool("llvm-readelf", "-sW", path).splitlines():
            words = line.split()
            if len(words) == 8 and words[7] == symbol:
                number = words[6]
        for line in self.tool("llvm-readelf", "-SW", path).splitlines():
            row = re.match(r" *\[ *(\d+)\] (\S+) +\S+ +\S+ \S+ \S+ \S+ +(\S+) ",
                           line)
            if row and row[1] == number:
                return row[2], row[3]
        raise AssertionError(f"no section of {symbol}")

    def expected(self, data=DATA):
        return f"{fnv(data)} {len(data)} {len(data)}\n"


class Equality(EmbedTest):
    """What the other tools make of the same file."""

    #: Our symbols are in sections of their own, as with -fdata-sections.
    TARGET = ["--mtriple=x86_64-linux-gnu", "--align=1"]

    def check_bytes(self, ours, theirs, symbol):
        """The same bytes, in a section for variables."""
        our_section, our_flags = self.section_of(ours, symbol)
        their_section, their_flags = self.section_of(theirs, symbol)
        self.assertEqual(our_flags, their_flags)
        self.assertEqual(self.bytes_of(ours, our_section), DATA)
        self.assertEqual(self.bytes_of(theirs, their_section)[:len(DATA)],
                         DATA)

    def test_objcopy(self):
        """GNU's and LLVM's objcopy."""
        self.embed("model.bin", "--style=objcopy", "--writable", *self.TARGET,
                   "-o", "ours.o")
        for name in ("objcopy", "llvm-objcopy"):
            with self.subTest(tool=name):
                self.tool(name, "-I", "binary", "-O", "elf64-x86-64",
                          "model.bin", "theirs.o")
                self.assertEqual(self.symbols("ours.o"),
                                 self.symbols("theirs.o"))
                self.check_bytes("ours.o", "theirs.o",
                                 "_binary_model_bin_start")

    def test_ld(self):
        """GNU ld and lld."""
        self.embed("model.bin", "--style=ld", "--writable", *self.TARGET, "-o",
                   "ours.o")
        for name in ("ld", "ld.lld"):
            with self.subTest(tool=name):
                self.tool(name, "-m", "elf_x86_64", "-r", "-b", "binary",
                          "model.bin", "-o", "theirs.o")
                self.assertEqual(self.symbols("ours.o"),
                                 self.symbols("theirs.o"))
                self.check_bytes("ours.o", "theirs.o",
                                 "_binary_model_bin_start")

    def test_xxd(self):
        """Names by paths, with digits and signs in them."""
        os.mkdir(self.path("1 dir"))
        with open(self.path("1 dir", "a-b.c"), "wb") as file:
            file.write(DATA)
        for path in ("model.bin", "1 dir/a-b.c"):
            with self.subTest(path=path):
                self.write("theirs.c", self.tool("xxd", "-i", path))
                self.tool("gcc", "-c", "-fdata-sections", "theirs.c", "-o",
                          "theirs.o")
                self.embed(path, "--style=xxd", "--writable", *self.TARGET,
                           "-o", "ours.o")
                theirs = self.symbols("theirs.o")
                self.assertEqual(self.symbols("ours.o"), theirs)
                name = next(each for each in theirs
                            if not each.endswith("_len"))
                self.check_bytes("ours.o", "theirs.o", name)
                section, _ = self.section_of("ours.o", name + "_len")
                self.assertEqual(self.bytes_of("ours.o", section),
                                 struct.pack("<I", len(DATA)))

    def test_esp_idf(self):
        """The lines of data_file_embed_asm.cmake for a binary file."""
        values = ", ".join(map(str, DATA))
        self.write("theirs.s", f"""
.section .rodata.embedded,"a"
.global model_bin
model_bin:
.global _binary_model_bin_start
_binary_model_bin_start:
.byte {values}
.global _binary_model_bin_end
_binary_model_bin_end:
.global model_bin_length
model_bin_length:
.long {len(DATA)}
""")
        self.tool("gcc", "-c", "theirs.s", "-o", "theirs.o")
        self.embed("model.bin", "--style=esp-idf", *self.TARGET,
                   "--section=.rodata.embedded", "-o", "ours.o")
        ours, theirs = self.symbols("ours.o"), self.symbols("theirs.o")
        # The length is a variable of its own.
        del ours["model_bin_length"], theirs["model_bin_length"]
        self.assertEqual(ours, theirs)
        self.check_bytes("ours.o", "theirs.o", "model_bin")


class Runs(EmbedTest):
    """Programs that know nothing of metaobj."""

    def check(self, compiler, runner, *flags):
        """All styles with a compiler."""
        for style, declarations in PROGRAMS.items():
            with self.subTest(compiler=compiler, style=style, flags=flags):
                self.write("main.c", MAIN % declarations)
                self.tool(compiler, "-O1", '-DLABEL=""', *flags, "-c",
                          "main.c", "-o", "main.o")
                self.embed("model.bin", "other.bin", f"--style={style}",
                           "--target-from=main.o", "-o", "data.o")
                self.tool(compiler, *flags, "main.o", "data.o", "-o", "main")
                command = [*runner, "./main"]
                self.assertEqual(self.tool(*command), self.expected())

    def test_host(self):
        """Fixed and movable programs; the linker drops what is not used."""
        for flags in (("-no-pie", "-fno-pie", "-static"), ("-pie", "-fPIE"),
                      ("-no-pie", "-fno-pie", "-Wl,--gc-sections",
                       "-Wl,--fatal-warnings")):
            self.check("gcc", ("env",), *flags)

    def test_machines(self):
        """Both byte orders, 32 and 64 bits."""
        for triple, qemu in MACHINES:
            self.check(f"{triple}-gcc", (qemu,), "-static")

    def test_absolute_size(self):
        """The address of objcopy's third symbol."""
        self.write("main.c", """
#include <stdint.h>
#include <stdio.h>
extern char _binary_model_bin_size[];
int main(void) {
  printf("%d\\n", (int)(intptr_t)_binary_model_bin_size);
  return 0;
}
""")
        self.embed("model.bin", "--style=objcopy", "-o", "data.o",
                   "--mtriple=x86_64-linux-gnu")
        self.tool("gcc", "-no-pie", "-fno-pie", "main.c", "data.o", "-o",
                  "main")
        self.assertEqual(self.tool("env", "./main"), f"{len(DATA)}\n")

    def test_removal(self):
        """Each file has a section of its own."""
        self.write("main.c", MAIN % PROGRAMS["c"])
        self.embed("model.bin", "other.bin", "-o", "data.o",
                   "--mtriple=x86_64-linux-gnu")
        self.tool("gcc", "-Wl,--gc-sections", "main.c", "data.o", "-o", "main")
        with open(self.path("main"), "rb") as file:
            linked = file.read()
        self.assertIn(DATA, linked)
        self.assertNotIn(OTHER, linked)

    def test_header(self):
        """C and C++ see types, sizes and ends; bytes are the file's."""
        numbers = struct.pack("=4f", 0.5, -1.0, 2.0, 1e10)
        self.write("w.bin", numbers)
        source = """
#include "data.h"
#include "data.h"
#include <stdio.h>
#ifdef __cplusplus
#define CHECK static_assert
#else
#define CHECK _Static_assert
#endif
CHECK(sizeof(w_bin) == 16 && sizeof(w_bin[0]) == 8, "its shape");
int main(void) {
  const float *row = w_bin[1];
  printf("%g %g %d %d\\n", w_bin[0][0], row[1], (int)w_bin_size,
         (int)((const unsigned char *)w_bin_end -
               (const unsigned char *)w_bin));
  return 0;
}
"""
        self.embed("w.bin", "--type=const float[2][2]", "--header=data.h",
                   "--mtriple=x86_64-linux-gnu", "-o", "data.o")
        for name, compiler in (("main.c", "gcc"), ("main.cpp", "g++")):
            with self.subTest(compiler=compiler):
                self.write(name, source)
                self.tool(compiler, "-Wall", "-Wextra", "-Werror", name,
                          "data.o", "-o", "main")
                self.assertEqual(self.tool("env", "./main"),
                                 "0.5 1e+10 16 16\n")

    def test_writable(self):
        """Variables can be changed, as those of xxd can."""
        self.write("main.c", """
#include "data.h"
int main(void) {
  model_bin[3] = 77;
  return model_bin[3] == 77 && model_bin[4] == 4 ? 0 : 1;
}
""")
        self.embed("model.bin", "--style=xxd", "--writable", "--header=data.h",
                   "--mtriple=x86_64-linux-gnu", "-o", "data.o")
        self.tool("gcc", "main.c", "data.o", "-o", "main")
        self.tool("env", "./main")

    def test_parameters(self):
        """Weights under the names that a code generator declares."""
        parameters = self.write(
            "w.params",
            toolchain.params_file(toolchain.SAMPLE_PARAMETERS))
        self.embed(parameters, "--symbols=weight{index}_{name}",
                   "--header=data.h", "--mtriple=x86_64-linux-gnu", "-o",
                   "data.o")
        with open(self.path("data.h"), encoding="utf-8") as file:
            header = file.read()
        names = re.findall(r"^extern const \w+ (\w+)\[", header, re.M)
        self.assertEqual(len(set(names)), len(toolchain.SAMPLE_PARAMETERS))
        prints = "".join(
            f"  fwrite({name}, 1, {len(parameter.data)}, stdout);\n"
            for name, parameter in zip(
                dict.fromkeys(names), toolchain.SAMPLE_PARAMETERS))
        self.write("main.c", '#include "data.h"\n#include <stdio.h>\n'
                   f"int main(void) {{\n{prints}  return 0;\n}}\n")
        self.tool("gcc", "-Wall", "-Werror", "main.c", "data.o", "-o", "main")
        self.tool("sh", "-c", "./main > out")
        with open(self.path("out"), "rb") as file:
            self.assertEqual(file.read(), b"".join(
                parameter.data for parameter in toolchain.SAMPLE_PARAMETERS))


class Formats(EmbedTest):
    """Objects that are not ELF, by lld."""

    USER = """
extern const unsigned char model_bin[], model_bin_end[];
const unsigned char *start(void) { return model_bin; }
const unsigned char *end(void) { return model_bin_end; }
"""

    def compile_user(self, triple):
        self.write("user.c", self.USER)
        self.tool("clang", f"--target={triple}", "-O1", "-ffreestanding",
                  "-Wno-unused-command-line-argument", "-c", "user.c", "-o",
                  "user.o")
        self.embed("model.bin", "other.bin", "--target-from=user.o", "-o",
                   "data.o")

    def linked(self):
        with open(self.path("linked"), "rb") as file:
            return file.read()

    def addresses(self, prefix=""):
        """Start and end in the linked file."""
        found = self.symbols("linked")
        return (found[prefix + "model_bin"][1],
                found[prefix + "model_bin_end"][1])

    def test_windows(self):
        """Microsoft's and MinGW's objects, 32 and 64 bits."""
        for triple, machine, prefix in (
                ("x86_64-pc-windows-msvc", "x64", ""),
                ("aarch64-pc-windows-msvc", "arm64", ""),
                ("i686-pc-windows-msvc", "x86", "_")):
            with self.subTest(triple=triple):
                self.compile_user(triple)
                self.tool("lld-link", "/nologo", f"/machine:{machine}", "/dll",
                          "/noentry", "/nodefaultlib", "/safeseh:no", "/WX",
                          "/export:start", "/export:end",
                          "/opt:ref", "/map:linked.map", "user.o", "data.o",
                          "/out:linked")
                self.assertIn(DATA, self.linked())
                with open(self.path("linked.map"), encoding="utf-8") as file:
                    rows = re.findall(r" [0-9a-f]{4}:([0-9a-f]{8}) +(\S+) ",
                                      file.read())
                places = {name: int(place, 16) for place, name in rows}
                self.assertEqual(
                    places[prefix + "model_bin_end"]
                    - places[prefix + "model_bin"], len(DATA))

    def test_mingw(self):
        """GNU ld."""
        self.write("user.c", self.USER)
        self.tool("x86_64-w64-mingw32-gcc", "-c", "user.c", "-o", "user.o")
        self.embed("model.bin", "--target-from=user.o", "-o", "data.o")
        self.tool("x86_64-w64-mingw32-ld", "--fatal-warnings", "-e", "start",
                  "user.o", "data.o", "-o", "linked")
        start, end = self.addresses()
        self.assertEqual(end - start, len(DATA))
        self.assertIn(DATA, self.linked())

    def test_macos(self):
        """Unused data goes; the end stays with its data."""
        for triple, arch in (("arm64-apple-macosx11", "arm64"),
                             ("x86_64-apple-macosx11", "x86_64")):
            with self.subTest(triple=triple):
                self.compile_user(triple)
                self.tool("ld64.lld", "-arch", arch, "-platform_version",
                          "macos", "11.0", "11.0", "-fatal_warnings", "-dylib",
                          "-dead_strip", "-exported_symbol", "_start",
                          "-exported_symbol", "_end", "user.o", "data.o", "-o",
                          "linked")
                linked = self.linked()
                self.assertIn(DATA, linked)
                self.assertNotIn(OTHER, linked)

    def test_wasm(self):
        """A module that runs: the bytes between start and end."""
        self.compile_user("wasm32-unknown-unknown")
        self.tool("wasm-ld", "--fatal-warnings", "--no-entry", "--gc-sections",
                  "--export=start", "--export=end", "user.o", "data.o", "-o",
                  "linked")
        self.write("run.js", """
const fs = require('fs');
const wasm = new WebAssembly.Instance(
    new WebAssembly.Module(fs.readFileSync('linked')), {}).exports;
process.stdout.write(Buffer.from(wasm.memory.buffer).toString(
    'hex', wasm.start(), wasm.end()));
""")
        self.assertEqual(self.tool("node", "run.js"), DATA.hex())
        self.assertNotIn(OTHER, self.linked())


if __name__ == "__main__":
    toolchain.main()
