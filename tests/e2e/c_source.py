# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emitted C gives what the emitted object gives.

The model of this file has every dtype and names of all sorts. Its C is compiled
by GCC and Clang for hosts and boards, little and big endian, 16 to 64 bits,
with every warning an error, and `metaobj inspect` reads the same out of the
compiler's object as out of the emitted one. On the machines that can be run
here, a program linked with either prints the same.
"""

import json
import struct
from collections import namedtuple

from lib import toolchain
from lib.toolchain import Parameter

ABIS = ["tvm-crt-u16", "tvm-crt-u8", "tvm-crt-universal"]

STANDARDS = ["c99", "c11", "c17"]

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow",
            "-Wmissing-prototypes", "-Wstrict-prototypes", "-Wundef",
            "-Wcast-align", "-Wredundant-decls", "-Werror"]

#: A compiler, and the options with which metaobj emits for its target.
Compiler = namedtuple("Compiler", "tool flags metaobj emulator")

COMPILERS = {
    "x86-64-gcc": Compiler("gcc", [], ["--mtriple=x86_64-linux-gnu"], []),
    "x86-64-clang": Compiler("clang", ["--target=x86_64-linux-gnu"],
                             ["--mtriple=x86_64-linux-gnu"], []),
    "thumbv7m-gcc": Compiler(
        "arm-none-eabi-gcc",
        ["-mcpu=cortex-m3", "-mthumb", "-ffreestanding"],
        ["--mtriple=thumbv7m-none-eabi"], None),
    "thumbv7m-clang": Compiler(
        "clang", ["--target=thumbv7m-none-eabi", "-ffreestanding"],
        ["--mtriple=thumbv7m-none-eabi"], None),
    "rv32imac-gcc": Compiler(
        "riscv64-unknown-elf-gcc",
        ["-march=rv32imac", "-mabi=ilp32", "-ffreestanding"],
        ["--mtriple=riscv32-unknown-elf", "--mattr=+m,+a,+c"], None),
    "s390x-gcc": Compiler("s390x-linux-gnu-gcc", [],
                          ["--mtriple=s390x-linux-gnu"], ["qemu-s390x"]),
    "mips-gcc": Compiler(
        "mips-linux-gnu-gcc", [],
        ["--mtriple=mips-linux-gnu", "--mcpu=mips32r2"], ["qemu-mips"]),
    "powerpc-gcc": Compiler("powerpc-linux-gnu-gcc", [],
                            ["--mtriple=powerpc-linux-gnu"], ["qemu-ppc"]),
    "avr-gcc": Compiler("avr-gcc", ["-mmcu=atmega2560", "-ffreestanding"],
                        ["--mtriple=avr", "--mcpu=atmega2560"], None),
    "x86-64-windows-gcc": Compiler(
        "x86_64-w64-mingw32-gcc", ["-ffreestanding"],
        ["--mtriple=x86_64-w64-windows-gnu"], None),
    "i686-windows-clang": Compiler(
        "clang", ["--target=i686-w64-windows-gnu", "-ffreestanding"],
        ["--mtriple=i686-w64-windows-gnu"], None),
    # Clang as MSVC is told of no attribute against this warning.
    "x86-64-msvc-clang": Compiler(
        "clang", ["--target=x86_64-pc-windows-msvc", "-ffreestanding",
                  "-Wno-unused-function"],
        ["--mtriple=x86_64-pc-windows-msvc"], None),
    "arm64-macos-clang": Compiler(
        "clang", ["--target=arm64-apple-macos", "-ffreestanding"],
        ["--mtriple=arm64-apple-macos"], None),
}

NAN_WITH_PAYLOAD = 0x7FA12345
FLOATS = struct.pack("<8I", NAN_WITH_PAYLOAD, 0x7F800000, 0xFF800000,
                     0x80000000, 0x00000001, 0x80000001, 0x3F800000,
                     0xFFC00000)
DOUBLES = struct.pack("<5Q", 0x7FF4000000000001, 0x8000000000000000, 1,
                      0xFFF0000000000000, 0x3FB999999999999A)

#: Every dtype that is accepted, with the numbers that are hard to write.
PARAMETERS = [
    Parameter("i8", 0, 8, (4,), struct.pack("<4b", -128, -1, 0, 127)),
    Parameter("i16", 0, 16, (2, 2), struct.pack("<4h", -32768, -1, 1, 32767)),
    Parameter("i32", 0, 32, (3,), struct.pack("<3i", -2**31, -1, 2**31 - 1)),
    Parameter("i64", 0, 64, (3,), struct.pack("<3q", -2**63, -1, 2**63 - 1)),
    Parameter("u8", 1, 8, (3,), bytes([0, 128, 255])),
    Parameter("u16", 1, 16, (2,), struct.pack("<2H", 40000, 65535)),
    Parameter("u32", 1, 32, (2,), struct.pack("<2I", 2**31, 2**32 - 1)),
    Parameter("u64", 1, 64, (2,), struct.pack("<2Q", 2**63, 2**64 - 1)),
    Parameter("half", 2, 16, (2,), struct.pack("<2H", 0x7E01, 0x8000)),
    Parameter("float", 2, 32, (2, 4), FLOATS),
    Parameter("double", 2, 64, (5,), DOUBLES),
    Parameter("bfloat", 4, 16, (2,), struct.pack("<2H", 0x7F81, 0x8000)),
    Parameter("complex64", 5, 64, (1, 2), struct.pack("<4I", 1, 2, 3, 4)),
    Parameter("complex128", 5, 128, (1,), struct.pack("<2Q", 5, 6)),
    Parameter("bool", 1, 1, (3,), bytes([0, 1, 1])),
    Parameter("dlpack_bool", 6, 8, (2,), bytes([1, 0])),
    Parameter("float8", 12, 8, (2,), bytes([0x7C, 0xFF])),
    Parameter("scalar", 0, 32, (), struct.pack("<i", -7)),
    Parameter("none", 2, 32, (0, 3), b""),
    Parameter("long", 1, 16, (3000,), struct.pack("<3000H", *range(3000))),
]

#: Nearly what inputs may have, and more than every compiler takes in a literal.
LONGEST = "x" * 4040

#: Names that are no C identifiers but that assemblers can quote.
ODD_PARAMETERS = [
    Parameter(name, 1, 8, (1,), bytes([index]))
    for index, name in enumerate([
        "conv.weight", "a/b:0", "*/", "??/", "caf\u00e9", "1st", "space here",
        "a b", "a_b", "int", LONGEST])]

STORAGE_IDS = {"i8": 1, "float": 4, "none": 6, "u16": 0}

PLAIN_FUNCTIONS = ["tvmgen_default_fused_add", "tvmgen_default_fused_nn_conv2d",
                   "fused_add"]
MANY_FUNCTIONS = [f"tvmgen_default_fused_add_{i}" for i in range(200)]
ODD_FUNCTIONS = [*PLAIN_FUNCTIONS, "memcpy", "int", "data", "NULL", "linux",
                 "operator", "TVMModule", "uint8_t", "a.b$c", "ns::add",
                 "caf\u00e9", "args", LONGEST]

#: Everything that differs for a reason: the path, and attributes of the whole
#: file, of which compilers write others than metaobj without operators.
FILE_KEYS = {"file", "triple"}


class CSourceTest(toolchain.ToolTest):
    """What the tests below share."""

    def model(self, functions, parameters, *more):
        """Options of `metaobj emit` for a model."""
        names = {parameter.name for parameter in parameters}
        return [*(f"--function={name}" for name in functions),
                "--params=" + self.write(
                    "model.params", toolchain.params_file(parameters)),
                *(f"--sid={name}={sid}" for name, sid in STORAGE_IDS.items()
                  if name in names), *more]

    def compile_c(self, compiler, source, output, *flags):
        """Compiles with every warning an error."""
        self.run_tool(compiler.tool, *WARNINGS, *compiler.flags, *flags, "-c",
                      source, "-o", output)
        return output

    def inspect(self, path):
        """What `metaobj inspect` reads, without the keys that may differ."""
        result = self.metaobj("inspect", "--json", path)
        self.assertEqual((result.returncode, result.stderr), (0, ""), path)
        found = json.loads(result.stdout)
        return {key: value for key, value in found.items()
                if key not in FILE_KEYS}

    def check(self, compiler, model, *flags):
        """C and object of one model are the same to inspect."""
        source, wanted = self.path("model.c"), self.path("wanted.o")
        self.emit(*model, "--emit=c", "-o", source, "--quiet")
        self.emit(*model, *compiler.metaobj, "-o", wanted)
        made = self.compile_c(compiler, source, self.path("made.o"), *flags)
        self.assertEqual(self.inspect(made), self.inspect(wanted))


class EqualToObject(CSourceTest):
    """One test for each compiler; see add_compiler_tests()."""

    def check_compiler(self, name):
        """All ABIs, with plain names, which every assembler takes."""
        compiler = COMPILERS[name]
        toolchain.find_tool(compiler.tool)
        for abi in ABIS:
            with self.subTest(abi=abi):
                self.check(compiler, self.model(
                    PLAIN_FUNCTIONS, PARAMETERS, f"--abi={abi}"), "-std=c99")
            with self.subTest(abi=abi, index=True):
                self.check(compiler, self.model(
                    MANY_FUNCTIONS, PARAMETERS[:2], f"--abi={abi}",
                    "--registry-index"), "-std=c99")
            with self.subTest(abi=abi, empty=True):
                model = [f"--abi={abi}",
                         "--functions=" + self.write("none.txt", "# None.\n")]
                self.check(compiler, model, "-std=c99")
                self.check(compiler, [*model, "--registry-index"], "-std=c99")

    def check_odd_names(self, name):
        """Labels give symbols that are no names in C."""
        compiler = COMPILERS[name]
        toolchain.find_tool(compiler.tool)
        model = self.model(ODD_FUNCTIONS, ODD_PARAMETERS, "--place=*:visibility=global",
                           "--registry-index", "--prefix=1/model",
                           "--entry=ns::entry")
        self.check_loud(compiler, model)

    def check_loud(self, compiler, model):
        """As check(); names beyond the clients' buffers are warned of."""
        for emitted in (["--emit=c", "-o", self.path("model.c"),
                         "--header=" + self.path("model.h")],
                        [*compiler.metaobj, "-o", self.path("wanted.o")]):
            result = self.metaobj("emit", *model, *emitted)
            self.assertEqual(result.returncode, 0, result.stderr)
        self.compile_c(compiler, self.path("model.c"), self.path("made.o"))
        self.assertEqual(self.inspect(self.path("made.o")),
                         self.inspect(self.path("wanted.o")))


#: Clang reads labels by itself; GNU as reads quoted symbols for these.
ODD_NAMES = ["x86-64-gcc", "x86-64-clang", "thumbv7m-gcc", "thumbv7m-clang",
             "rv32imac-gcc", "s390x-gcc"]


def add_compiler_tests():
    """A test method for each compiler, so that a failure names it."""
    for name in COMPILERS:
        def test(self, name=name):
            self.check_compiler(name)
        setattr(EqualToObject, "test_" + name.replace("-", "_"), test)
    for name in ODD_NAMES:
        def test(self, name=name):
            self.check_odd_names(name)
        setattr(EqualToObject, "test_odd_names_" + name.replace("-", "_"),
                test)


class Dialects(CSourceTest):
    """Standards of C, C++, and compilers without extensions."""

    def test_standards_and_header(self):
        """The source alone, behind its header, and the header in C++."""
        source, header = self.path("model.c"), self.path("model.h")
        self.emit(*self.model(PLAIN_FUNCTIONS, PARAMETERS), "--place=*:visibility=global",
                  "--registry-index", "--emit=c", "-o", source,
                  f"--header={header}")
        # The source defines these as bits, and the header declares numbers.
        whole = [param for param in PARAMETERS
                 if param.code not in (2, 5) or param.bits < 32]
        self.emit(*self.model(PLAIN_FUNCTIONS, whole), "--place=*:visibility=global",
                  "--registry-index", "--emit=c", "-o", self.path("whole.c"),
                  "--header=" + self.path("whole.h"))
        both = self.write("both.c", '#include "whole.h"\n#include "whole.c"\n'
                          '#include <metaobj-c/metaobj_abi.h>\n')
        self.write("others.h", "#if __cplusplus >= 201103L\n"
                   "#include <tvm/runtime/crt/module.h>\n"
                   "#include <tvm_crt/registry_index.h>\n#endif\n"
                   "#include <metaobj-c/metaobj_abi.h>\n")
        files = [self.write("before.cpp", '#include "model.h"\n'
                            '#include "others.h"\n#include "model.h"\n'),
                 self.write("after.cpp", '#include "others.h"\n'
                            '#include "model.h"\n')]
        include = [f"-I{toolchain.OPTIONS.source}/include",
                   f"-I{toolchain.OPTIONS.source}/runtime_crt/include"]
        for name in ("x86-64-gcc", "x86-64-clang"):
            for standard in STANDARDS:
                for file in (source, both):
                    with self.subTest(compiler=name, standard=standard,
                                      file=file):
                        self.compile_c(COMPILERS[name], file,
                                       self.path("c.o"), f"-std={standard}",
                                       "-Wno-redundant-decls", *include)
        for tool in ("g++", "clang++"):
            for standard in ("c++98", "c++11", "c++20"):
                with self.subTest(compiler=tool, standard=standard):
                    self.run_tool(tool, f"-std={standard}", "-Wall", "-Wextra",
                                  "-Werror", "-fsyntax-only", *include, *files)

    def test_no_extensions(self):
        """A compiler that is unknown: only places and local names differ."""
        model = self.model(PLAIN_FUNCTIONS, PARAMETERS + ODD_PARAMETERS[:4])
        self.emit(*model, "--emit=c", "-o", self.path("model.c"))
        self.emit(*model, "--mtriple=x86_64-linux-gnu", "-o",
                  self.path("wanted.o"))
        # C11 has a word for alignment; test_no_alignment is about C99 without.
        for standard, flags, unknown in (
                ("c99", ["-DMETAOBJ_ALIGN(bytes)="],
                 ["symbol", "section", "align"]),
                ("c11", [], ["symbol", "section"])):
            self.compile_c(COMPILERS["x86-64-gcc"], self.path("model.c"),
                           self.path("made.o"), f"-std={standard}",
                           "-U__GNUC__", *flags)
            found = [self.inspect(self.path(name))
                     for name in ("made.o", "wanted.o")]
            for each in found:
                for param in each["params"]:
                    for key in unknown:
                        del param[key]
            with self.subTest(standard=standard):
                self.assertEqual(*found)

    def test_pragmas(self):
        """IAR is told by pragmas, each before its declaration."""
        source = self.path("model.c")
        self.emit(*self.model([], PARAMETERS[:1]), "--emit=c", "-o", source)
        text = self.run_tool("clang", "-E", "-P", "-U__GNUC__",
                             "-D__IAR_SYSTEMS_ICC__=9", source)
        words = " ".join(text.split())
        self.assertIn('#pragma data_alignment = 64 #pragma location = '
                      '".rodata.tvm" static const int8_t __tvm_param__i8[4]',
                      words)
        self.assertIn("#pragma data_alignment = 2 static const struct", words)

    def test_declspec(self):
        """Alignment as MSVC has it."""
        source = self.path("model.c")
        self.emit(*self.model(PLAIN_FUNCTIONS, PARAMETERS), "--emit=c", "-o",
                  source)
        made = self.compile_c(COMPILERS["x86-64-msvc-clang"], source,
                              self.path("made.o"), "-std=c99")
        sections = self.run_tool("llvm-readobj", "--sections", made)
        self.assertIn("IMAGE_SCN_ALIGN_64BYTES", sections)

    def test_symbols_with_prefix(self):
        """Where C names get an underscore in front, labels have it too."""
        model = self.model(ODD_FUNCTIONS[:-1], PARAMETERS[:2] +
                           ODD_PARAMETERS[:-1], "--place=*:visibility=global",
                           "--entry=my.entry")
        for triple in ("i686-w64-windows-gnu", "arm64-apple-macos",
                       "x86_64-w64-windows-gnu"):
            self.emit(*model, "--emit=c", "-o", self.path("model.c"))
            self.emit(*model, f"--mtriple={triple}", "-o",
                      self.path("wanted.o"))
            self.compile_c(Compiler("clang", [f"--target={triple}"], [], None),
                           self.path("model.c"), self.path("made.o"),
                           "-ffreestanding")
            found = [sorted(self.run_tool(
                "llvm-nm", "--extern-only", "--format=just-symbols",
                self.path(name)).splitlines())
                for name in ("made.o", "wanted.o")]
            with self.subTest(triple=triple):
                self.assertEqual(*found)

    def test_no_labels(self):
        """Without labels, operators with odd symbols are a clear error."""
        source = self.path("model.c")
        self.emit("--function=ns::add", "--emit=c", "-o", source)
        result = toolchain.start([toolchain.find_tool("gcc"), "-U__GNUC__",
                                  "-c", source, "-o", self.path("made.o")])
        self.assertIn("#error \"symbols of this model are not names in C",
                      result.stderr)
        self.assertNotEqual(result.returncode, 0)

    def test_no_alignment(self):
        """A compiler that cannot be told to align parameters must be taught;
        without parameters there is nothing to teach."""
        unknown = ["gcc", "-U__GNUC__", "-std=c99"]
        source = self.path("model.c")
        self.emit(*self.model([], PARAMETERS[:1]), "--emit=c", "-o", source)
        compile_it = [*unknown, "-c", source, "-o", self.path("made.o")]
        result = toolchain.start([toolchain.find_tool("gcc"), *compile_it[1:]])
        self.assertIn("#error \"no way is known to align parameters: define "
                      "METAOBJ_ALIGN(bytes)\"", result.stderr)
        self.assertNotEqual(result.returncode, 0)
        self.run_tool(*compile_it,
                      "-DMETAOBJ_ALIGN(bytes)=__attribute__((aligned(bytes)))")
        self.emit("--function=tvmgen_add", "--emit=c", "-o", source)
        self.run_tool(*compile_it)

    def test_macros(self):
        """Places can be had another way."""
        source = self.path("model.c")
        self.emit(*self.model([], PARAMETERS[:1]), "--emit=c", "-o", source)
        made = self.compile_c(
            COMPILERS["x86-64-gcc"], source, self.path("made.o"),
            '-DMETAOBJ_SECTION(name)=__attribute__((section(".flash")))',
            "-DMETAOBJ_ALIGN(bytes)=__attribute__((aligned(4 * (bytes))))")
        param, = self.inspect(made)["params"]
        self.assertEqual((param["section"], param["align"]), (".flash", 256))


class Large(CSourceTest):
    """Sizes at which compilers start to warn or to be slow."""

    def test_many_functions(self):
        """More names than fit into one literal of C99."""
        names = "".join(f"tvmgen_default_fused_{i}\n" for i in range(3000))
        model = ["--functions=" + self.write("names.txt", names)]
        for name in ("x86-64-gcc", "x86-64-clang"):
            with self.subTest(compiler=name):
                self.check(COMPILERS[name], model, "-std=c99")

    def test_large_parameter(self):
        """More bytes than are read at once."""
        data = struct.pack("<50000H", *range(50000))
        model = self.model([], [Parameter("long", 1, 16, (50000,), data)])
        for name in ("x86-64-gcc", "s390x-gcc"):
            with self.subTest(compiler=name):
                self.check(COMPILERS[name], model, "-std=c99")

    def test_sparse_storage_ids(self):
        """The largest id that a table is made for."""
        model = self.model([], PARAMETERS[:1])[:-1] + ["--sid=i8=1048575"]
        self.check(COMPILERS["x86-64-gcc"], model, "-std=c99")

    def test_places(self):
        """--place is honoured."""
        model = self.model([], PARAMETERS, "--place=i*:section=.flash.i,"
                           "align=128", "--place=u*:section=weights,align=4")
        for name in ("x86-64-gcc", "x86-64-clang", "thumbv7m-gcc"):
            with self.subTest(compiler=name):
                self.check(COMPILERS[name], model, "-std=c99")


CLIENT = """
#include "model.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef int function_t(void *, int *, int, void *, int *, void *);
struct registry { const char *names; function_t *const *functions; };
struct TVMModule { const struct registry *registry; };
typedef union { int64_t integer; const void *handle; } value_t;

static void show(const metaobj_param_t *param) {
  const unsigned char *bytes = param->tensor.data;
  unsigned bits = param->tensor.dtype.bits;
  unsigned step = bits == 64 || bits == 128 ? 8 : bits < 8 ? 1 : bits / 8;
  if (param->tensor.dtype.code == 5)
    step = bits / 16;
  printf("%s %d:%u:%u %" PRIu64, param->name, param->tensor.dtype.code, bits,
         param->tensor.dtype.lanes, param->size);
  for (int32_t i = 0; i < param->tensor.ndim; ++i)
    printf(" [%" PRId64 "]", param->tensor.shape[i]);
  for (uint64_t i = 0; i < param->size; i += step) {
    uint8_t u8; uint16_t u16; uint32_t u32; uint64_t u64;
    switch (step) {
    case 1: memcpy(&u8, bytes + i, 1); u64 = u8; break;
    case 2: memcpy(&u16, bytes + i, 2); u64 = u16; break;
    case 4: memcpy(&u32, bytes + i, 4); u64 = u32; break;
    default: memcpy(&u64, bytes + i, 8); break;
    }
    printf(" %" PRIx64, u64);
  }
  printf("\\n");
}

static const char *name_of(const void *data) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  for (uint32_t i = 0; i < table->num_params; ++i)
    if (metaobj_param_at(table, i)->tensor.data == data)
      return metaobj_param_at(table, i)->name;
  return "?";
}

static void look_up(int64_t id) {
  value_t argument, result;
  int type = 0, result_type = -1, status;
  argument.integer = id;
  result.integer = 0;
  status = _lookup_linked_param(&argument, &type, 1, &result, &result_type,
                                NULL);
  printf("%" PRId64 ": %d %d %s\\n", id, status, result_type,
         result_type == 3 ? name_of(result.handle)
                          : result.integer ? "touched" : "none");
}

int main(void) {
  const struct registry *registry = TVMSystemLibEntryPoint()->registry;
  const metaobj_param_table_t *table = tvmgen_default_params();
  uint16_t count;
  memcpy(&count, registry->names, 2);
  printf("%d functions\\n", count);
  const char *name = registry->names + 2;
  for (unsigned i = 0; *name; ++i, name += strlen(name) + 1) {
    value_t result;
    int type = 0;
    int64_t none[1] = {-1};
    printf("%s %d\\n", name,
           registry->functions[i](none, &type, 0, &result, &type, NULL));
  }
  printf("%d %d %d\\n", table->version,
         table->entry_size == sizeof(metaobj_param_t), (int)table->num_params);
  for (uint32_t i = 0; i < table->num_params; ++i)
    show(metaobj_param_at(table, i));
  for (int64_t id = -2; id != 9; ++id)
    look_up(id);
  look_up(INT64_MAX);
  look_up(INT64_MIN);
  look_up((int64_t)1 << 32);
  printf("%d %d %d\\n", TVMGEN_DEFAULT_NUM_FUNCTIONS, TVMGEN_DEFAULT_NUM_PARAMS,
         TVMGEN_DEFAULT_PARAM_BYTES);
  return 0;
}
"""


class Run(CSourceTest):
    """Programs with the C and with the object print the same."""

    def transcripts(self, name):
        """What both programs print on the machine called `name`."""
        compiler = COMPILERS[name]
        for tool in [compiler.tool, *compiler.emulator]:
            toolchain.find_tool(tool)
        model = self.model(PLAIN_FUNCTIONS, PARAMETERS)
        self.emit(*model, "--emit=c", "-o", self.path("model.c"),
                  "--header=" + self.path("model.h"))
        self.emit(*model, *compiler.metaobj, "-o", self.path("metadata.o"))
        client = self.write("client.c", CLIENT)
        operators = self.write("operators.c",
                               toolchain.operator_source(PLAIN_FUNCTIONS))
        for metadata in ("model.c", "metadata.o"):
            self.run_tool(compiler.tool, *compiler.flags, "-O2", "-static",
                          client, operators, self.path(metadata), "-o",
                          self.path("program"))
            yield self.run_tool(*compiler.emulator, self.path("program")) \
                if compiler.emulator else toolchain.start(
                    [self.path("program")]).stdout

    def expected(self):
        """The transcript, from the model alone."""
        sids = {sid: name for name, sid in STORAGE_IDS.items()}
        ids = [*range(-2, 9), 2**63 - 1, -2**63, 2**32]
        lines = [f"{len(PLAIN_FUNCTIONS) + 1} functions"]
        lines += [f"{name} {toolchain.FIRST_RESULT + index}"
                  for index, name in enumerate(PLAIN_FUNCTIONS)]
        lines += ["_lookup_linked_param 0", f"1 1 {len(PARAMETERS)}"]
        for param in PARAMETERS:
            step = max(param.bits // (16 if param.code == 5 else 8), 1)
            layout = {1: "B", 2: "H", 4: "I", 8: "Q"}[step]
            numbers = struct.unpack(
                f"<{len(param.data) // step}{layout}", param.data)
            lines.append("".join(
                [f"{param.name} {param.code}:{param.bits}:1 "
                 f"{len(param.data)}", *(f" [{n}]" for n in param.shape),
                 *(f" {number:x}" for number in numbers)]))
        lines += [f"{sid}: 0 3 {sids[sid]}" if sid in sids
                  else f"{sid}: 0 4 none" for sid in ids]
        size = sum(len(param.data) for param in PARAMETERS)
        lines.append(f"{len(PLAIN_FUNCTIONS) + 1} {len(PARAMETERS)} {size}")
        return lines

    def check_machine(self, name):
        """Both programs print what the model says."""
        for transcript in self.transcripts(name):
            self.assertEqual(transcript.splitlines(), self.expected())


def add_machine_tests():
    """A test method for each machine."""
    for name, compiler in COMPILERS.items():
        if compiler.emulator is None:
            continue

        def test(self, name=name):
            self.check_machine(name)
        setattr(Run, "test_" + name.replace("-", "_"), test)


add_compiler_tests()
add_machine_tests()

if __name__ == "__main__":
    toolchain.main()
