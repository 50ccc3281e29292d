# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that METAOBJ_OPERATOR describes, by every compiler and linker.

The macro must work without a warning in C99 and C++, in each object format and
byte order, and with link-time optimisation. What it says is read back. An image
with descriptions is, byte for byte, the image without them; in WebAssembly they
are a custom section, which is not loaded.
"""

import json
import os
import shutil
import unittest

from lib import differences, toolchain

SOURCE = """
#include <metaobj-c/metaobj_operator.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#define BYTES 1024
#define renamed third_operator
int32_t plainly_named%(arguments)s;
int32_t tvmgen_takes_pointers(void *in, void *out);
int32_t renamed%(arguments)s;
int32_t tvmgen_helper(int32_t x);
int32_t first = 1;
#ifdef DESCRIBE
METAOBJ_OPERATOR(plainly_named, METAOBJ_PACKED METAOBJ_IN(float32, 2)
                 METAOBJ_IN(bool, 0) METAOBJ_OUT(float32, 2)
                 METAOBJ_WORKSPACE(BYTES) METAOBJ_CONSTANTS(object));
#endif
/* Where a data section was begun, and must go on. */
int32_t second = 2;
int32_t plainly_named%(arguments)s {
  (void)args; (void)type_codes; (void)out_ret_value; (void)out_ret_tcode;
  (void)resource_handle;
  return tvmgen_helper(num_args);
}
#ifdef DESCRIBE
METAOBJ_OPERATOR(tvmgen_takes_pointers, METAOBJ_UNPACKED METAOBJ_IN(int8, 4)
                 METAOBJ_OUT(int8, 4) METAOBJ_DEVICE(npu));
#endif
int32_t third = 3;
int32_t tvmgen_takes_pointers(void *in, void *out) { return in == out; }
int32_t renamed%(arguments)s {
  (void)args; (void)type_codes; (void)out_ret_value; (void)out_ret_tcode;
  (void)resource_handle;
  return num_args + third;
}
int32_t tvmgen_helper(int32_t x) { return x + first + second; }
#ifdef DESCRIBE
METAOBJ_OPERATOR(renamed, METAOBJ_NAME(third) METAOBJ_PACKED);
#endif
#ifdef __cplusplus
}
#endif
""" % {"arguments": toolchain.PACKED_ARGUMENTS}


def description(symbol, call, arguments=None, **more):
    """As `metaobj inspect --json` has it."""
    result = {"name": symbol, "symbol": symbol, "call": call,
              "arguments": arguments, "workspace": None, "device": None,
              "constants": None}
    result.update(more)
    return result


def argument(use, dtype, rank):
    return {"use": use, "dtype": dtype, "rank": rank}


DESCRIPTIONS = [
    description("plainly_named", "packed",
                [argument("in", "float32", 2), argument("in", "bool", 0),
                 argument("out", "float32", 2)],
                workspace=1024, constants="object"),
    description("tvmgen_takes_pointers", "unpacked",
                [argument("in", "int8", 4), argument("out", "int8", 4)],
                device="npu"),
    description("third_operator", "packed", name="third"),
]

LANGUAGES = {
    "C": ["-x", "c", "-std=c99"],
    "C++": ["-x", "c++", "-std=c++11"],
}

FLAGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-ffreestanding"]

#: clang's targets, one for each object format and kind of machine.
TARGETS = ["x86_64-linux-gnu", "i686-linux-gnu", "thumbv7m-none-eabi",
           "armebv7a-none-eabi", "aarch64-linux-gnu", "riscv32-unknown-elf",
           "powerpc64-linux-gnu", "mips-linux-gnu", "s390x-linux-gnu",
           "sparc-linux-gnu", "x86_64-pc-windows-msvc",
           "i686-pc-windows-msvc", "x86_64-w64-mingw32",
           "aarch64-pc-windows-msvc", "arm64-apple-macos12",
           "x86_64-apple-macos12", "wasm32", "wasm64"]

#: Every GCC; the first two are in the quick test.
GCCS = ["gcc", "arm-none-eabi-gcc", "aarch64-linux-gnu-gcc",
        "riscv64-unknown-elf-gcc", "riscv64-linux-gnu-gcc", "avr-gcc",
        "mips-linux-gnu-gcc", "powerpc64-linux-gnu-gcc",
        "s390x-linux-gnu-gcc", "sparc64-linux-gnu-gcc", "m68k-linux-gnu-gcc",
        "xtensa-lx106-elf-gcc", "x86_64-w64-mingw32-gcc"]

#: Flags of clang, or the GCC; linker; arguments. {} is the image.
LINKS = [
    (["--target=x86_64-linux-gnu"], "ld.lld", ["-e", "plainly_named"]),
    (["--target=thumbv7m-none-eabi"], "ld.lld",
     ["-e", "plainly_named", "--gc-sections"]),
    ("gcc", "x86_64-linux-gnu-ld", ["-e", "plainly_named"]),
    ("gcc", "ld.lld", ["-e", "plainly_named"]),
    ("arm-none-eabi-gcc", "arm-none-eabi-ld", ["-e", "plainly_named"]),
    (["--target=x86_64-pc-windows-msvc"], "lld-link",
     ["/Brepro", "/entry:plainly_named", "/subsystem:console",
      "/nodefaultlib", "/out:{}"]),
    ("x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-ld",
     # The macro of this compiler makes variables, whose names stay in the
     # symbol table.
     ["-e", "plainly_named", "--no-insert-timestamp", "-s"]),
    (["--target=arm64-apple-macos12"], "ld64.lld",
     ["-arch", "arm64", "-platform_version", "macos", "12.0", "12.0",
      "-e", "_plainly_named"]),
]


class Operators(toolchain.ToolTest):
    """Compiles and links one source, described and not."""

    def setUp(self):
        super().setUp()
        self.source = self.write("ops.c", SOURCE)

    def make(self, compiler, output, *flags, describe=True):
        """An object of `compiler`: a program, or flags of clang."""
        command = ["clang", *compiler]
        if isinstance(compiler, str):
            command = [compiler]
        more = ["-DDESCRIBE"] if describe else []
        self.run_tool(*command, *FLAGS, *more, *flags, "-I",
                      toolchain.source_path("include"), "-c", self.source,
                      "-o", self.path(output))
        return self.path(output)

    def registered(self, *objects, compiler=None):
        """Names that the registry of `objects` lists; where the LLVM at hand
        writes no objects for the machine, `compiler` does."""
        output = self.path("registry.o")
        result = self.metaobj("emit", *objects, "--abi=tvm-crt-u16", "-o",
                              output)
        if compiler and result.returncode and differences.leaves_out(
                differences.Difference(compiler, differences.OPERATORS,
                                       "object", "emitted",
                                       result.stderr.strip(), "emitted")):
            source = self.path("registry.c")
            result = self.metaobj("emit", *objects, "--abi=tvm-crt-u16",
                                  "--emit=c", "-o", source)
            self.run_tool(compiler, "-ffreestanding", "-c", source, "-o",
                          output)
        self.assertEqual(result.returncode, 0, result.stderr)
        read = json.loads(self.metaobj("inspect", "--json", output).stdout)
        return [each["name"] for each in read["registries"][0]["functions"]]

    def check_object(self, path, is_ir=False, is_sorted=True, compiler=None):
        """Described functions, and not one by its name, are listed."""
        names = self.registered(path, compiler=compiler)
        self.assertEqual(names if is_sorted else sorted(names),
                         ["plainly_named", "third"])
        if is_ir:
            return
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        found, wanted = json.loads(result.stdout)["operators"], DESCRIPTIONS
        if not is_sorted:
            found, wanted = (sorted(each, key=lambda one: one["symbol"])
                             for each in (found, wanted))
        self.assertEqual(found, wanted)

    def test_clang(self):
        """Every object format, in C and C++, as code and as bitcode."""
        for target in TARGETS:
            for language, flags in LANGUAGES.items():
                with self.subTest(target=target, language=language):
                    flags = ["--target=" + target, *flags]
                    self.check_object(self.make(flags, "ops.o"))
                    self.check_object(self.make(flags, "ops.bc", "-flto"),
                                      is_ir=True)
                    # Sections of their own, and no order of its own.
                    self.check_object(self.make(
                        flags, "ops.o", "-O2", "-ffunction-sections", "-g"))

    def test_gcc(self):
        """GCC for the host and for Arm, in C and C++."""
        self.check_gccs(GCCS[:2])
        self.check_object(self.make("gcc", "ops.o", "-flto",
                                    "-ffat-lto-objects"))

    @toolchain.long
    def test_every_gcc(self):
        """All others, in C and C++."""
        self.check_gccs(GCCS[2:])
        self.assertEqual(
            differences.unneeded_limits(differences.OPERATORS), [])

    def check_gccs(self, programs):
        missing = [each for each in programs if not shutil.which(each)]
        if missing:
            raise unittest.SkipTest("not installed: " + ", ".join(missing))
        for program in programs:
            for language, flags in LANGUAGES.items():
                # cc1plus is a package of its own.
                cxx = program[:-len("gcc")] + "g++"
                if language == "C++" and not shutil.which(cxx):
                    continue
                with self.subTest(program=program, language=language):
                    self.check_object(self.make(program, "ops.o", *flags),
                                      compiler=program)
                    # GCC may turn the order of variables round.
                    self.check_object(self.make(
                        program, "ops.o", *flags, "-Os",
                        "-ffunction-sections", "-fdata-sections", "-g"),
                        is_sorted="mingw" not in program, compiler=program)

    def test_images(self):
        """An image with descriptions is the image without them."""
        for compiler, linker, arguments in LINKS:
            with self.subTest(compiler=compiler, linker=linker):
                # Some formats need the linker of their own machine.
                toolchain.find_tool(linker)
                if isinstance(compiler, str):
                    toolchain.find_tool(compiler)
                images = []
                for describe in (True, False):
                    # Of the same name, which some images have.
                    path = self.make(compiler, "ops.o", "-O1",
                                     "-fno-asynchronous-unwind-tables",
                                     describe=describe)
                    image = self.path("image")
                    output = [each.format(image) for each in arguments]
                    if output == arguments:
                        output += ["-o", image]
                    self.run_tool(linker, path, *output)
                    with open(image, "rb") as file:
                        images.append(file.read())
                    with open(path, "rb") as file:
                        # The test would not see a description that is missing.
                        self.assertEqual(b"metaobj-operator" in file.read(),
                                         describe)
                self.assertNotIn(b"metaobj-operator", images[0])
                self.assertEqual(len(images[0]), len(images[1]))
                self.assertTrue(images[0] == images[1], "images differ")

    def test_wasm_image(self):
        """A custom section, and no byte of memory."""
        image = self.path("image.wasm")
        loaded = []
        for describe in (True, False):
            path = self.make(["--target=wasm32"], "ops.o", describe=describe)
            link = ["wasm-ld", path, "-o", image, "--no-entry",
                    "--export=plainly_named"]
            self.run_tool(*link)
            text = self.run_tool("llvm-objdump", "-h", image)
            self.assertEqual(" .metaobj.ops " in text, describe)
            sections = self.run_tool("llvm-objdump", "-s", "-j", "DATA", "-j",
                                     "CODE", "-j", "MEMORY", image)
            self.assertEqual(sections.count("Contents of section"), 3)
            loaded.append(sections)
            if describe:
                self.run_tool("llvm-objcopy", "--remove-section=.metaobj.ops",
                              image)
                with open(image, "rb") as file:
                    self.assertNotIn(b"metaobj-operator", file.read())
        self.assertEqual(loaded[0], loaded[1])

    def test_joined_objects(self):
        """Linkers concatenate sections of several objects in one."""
        for compiler, linker in (("gcc", "x86_64-linux-gnu-ld"),
                                 ("gcc", "ld.lld"),
                                 (["--target=wasm32"], "wasm-ld")):
            with self.subTest(linker=linker):
                first = self.make(compiler, "first.o")
                with open(self.source) as file:
                    text = file.read()
                for name in ("plainly_named", "takes_pointers", "helper",
                             "third", "first", "second"):
                    text = text.replace(name, "other_" + name)
                own = self.source
                self.source = self.write("other.c", text)
                other = self.make(compiler, "other.o")
                self.source = own
                joined = self.path("joined.o")
                self.run_tool(linker, "-r", first, other, "-o", joined)
                self.assertEqual(
                    self.registered(joined),
                    ["plainly_named", "third", "other_plainly_named",
                     "other_third"])

    def test_undeclared_function(self):
        """The compiler, and not a firmware's link, finds a slip."""
        self.write("ops.c", "#include <metaobj-c/metaobj_operator.h>\n"
                            "METAOBJ_OPERATOR(nowhere, METAOBJ_PACKED);\n")
        for program in ("gcc", "clang"):
            result = toolchain.start(
                [toolchain.find_tool(program), "-I",
                 toolchain.source_path("include"), "-c",
                 self.path("ops.c"), "-o", self.path("ops.o")])
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("nowhere", result.stderr)

    def test_names_without_descriptions(self):
        """Objects of today's compilers go on by their names."""
        path = self.make("gcc", "ops.o", describe=False)
        self.assertEqual(sorted(self.registered(path)),
                         ["tvmgen_helper", "tvmgen_takes_pointers"])
        folder = os.path.join(toolchain.OPTIONS.source, "examples", "digits",
                              "operators")
        sources = sorted(each for each in os.listdir(folder)
                         if each.endswith(".c"))
        objects = []
        for each in sources:
            objects.append(self.path(each + ".o"))
            self.run_tool("gcc", "-I", toolchain.source_path(
                "runtime_crt/include"), "-I", toolchain.source_path(
                    "runtime_crt/config"), "-c", os.path.join(folder, each),
                          "-o", objects[-1])
        names = self.registered(*objects)
        self.assertTrue(names and all(
            each.startswith("tvmgen_digits_") for each in names), names)


if __name__ == "__main__":
    toolchain.main()
