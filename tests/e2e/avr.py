# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""AVR: a program of avr-gcc with our registry and parameters runs.

Pointers to functions are word addresses, parameters are in RAM, or in flash
where --place puts them, and both linkers know the sections. The simulator
simavr runs the program.
"""

import json
import re
import struct
import unittest

from lib import toolchain

DEVICE = "atmega328p"

#: Where linker scripts put data memory.
DATA_MEMORY = 0x800000

OPERATORS = """
int tvmgen_first(void *args, int *type_codes, int num_args, void *ret,
                 int *ret_code, void *handle) { return num_args + 100; }
int tvmgen_second(void *args, int *type_codes, int num_args, void *ret,
                  int *ret_code, void *handle) { return num_args + 200; }
"""

PROGRAM = r"""
#include "metaobj_abi.h"
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <stdio.h>
#include <string.h>

METAOBJ_DECLARE_PARAMS(tvmgen_default);
typedef int (*packed_t)(void *, int *, int, void *, int *, void *);
struct registry { const char *names; const packed_t *funcs; };
struct module { const struct registry *registry; };
const struct module *TVMSystemLibEntryPoint(void);

static int put(char c, FILE *stream) {
  (void)stream;
  while (!(UCSR0A & (1 << UDRE0)))
    ;
  UDR0 = c;
  return 0;
}
static FILE uart = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);

static void look_up(packed_t function, int64_t id) {
  const metaobj_param_t *param = tvmgen_default_params()->params;
  union { const void *pointer; int64_t integer; } found = {0};
  int code = 0, found_code = 0;
  int result = function(&id, &code, 1, &found, &found_code, 0);
  printf("id %d: %d %d %d\n", (int)id, result, found_code,
         found.pointer == param->tensor.data);
}

int main(void) {
  const struct registry *registry = TVMSystemLibEntryPoint()->registry;
  const metaobj_param_table_t *table = tvmgen_default_params();
  const metaobj_param_t *param = metaobj_param_at(table, 0);
  const char *name = registry->names + 2;
  uint16_t count, i;
  UCSR0B = 1 << TXEN0;
  stdout = &uart;
  memcpy(&count, registry->names, 2);
  for (i = 0; i + 1 < count; ++i, name += strlen(name) + 1)
    printf("%s: %d\n", name, registry->funcs[i](0, 0, i, 0, 0, 0));
  printf("%s\n", name);
  look_up(registry->funcs[i], 2);
  look_up(registry->funcs[i], 1);
  look_up(registry->funcs[i], -1);
  printf("%s: %d bytes, %d x %d\n", param->name, (int)param->size,
         (int)param->tensor.ndim, (int)param->tensor.shape[0]);
  for (i = 0; i < param->size; ++i)
    printf(" %u", READ((const uint8_t *)param->tensor.data + i));
  printf("\nend\n");
  cli();
  sleep_enable();
  sleep_cpu();
  return 0;
}
"""

TRANSCRIPT = """\
tvmgen_first: 100
tvmgen_second: 201
_lookup_linked_param
id 2: 0 3 1
id 1: 0 4 0
id -1: 0 4 0
table: 5 bytes, 1 x 5
 1 2 3 250 255
end"""

#: For lld, which has no script of its own for the machine. The vectors of
#: interrupts are at 0.
SCRIPT = """
SECTIONS {
  .text 0 : { . = 0x68; *(.progmem*) . = ALIGN(2); *(.text*) }
  .data 0x800100 : { *(.data*) *(.rodata*) }
  .bss : { *(.bss*) }
}
"""

PLACE_IN_FLASH = "--place=*:section=.progmem.data,align=2"


class Avr(toolchain.ToolTest):
    """Operators and program of avr-gcc, metadata of metaobj."""

    def setUp(self):
        super().setUp()
        self.operators = self.compile_c("operators", OPERATORS)
        table, = [p for p in toolchain.SAMPLE_PARAMETERS if p.name == "table"]
        self.params = self.write("table.params",
                                 toolchain.params_file([table]))

    def compile_c(self, name, source, *flags):
        """Compiles by avr-gcc; returns the object's path."""
        self.write(name + ".c", source)
        self.run_tool(
            "avr-gcc", f"-mmcu={DEVICE}", "-Os", "-Wall", "-Wextra",
            "-Werror", "-Wno-unused-parameter", "-ffunction-sections",
            "-I", f"{toolchain.OPTIONS.source}/include/metaobj-c", *flags,
            "-c", self.path(name + ".c"), "-o", self.path(name + ".o"))
        return self.path(name + ".o")

    def metadata(self, *options):
        """Emits for the operators, with a parameter that has an id."""
        self.emit(self.operators, self.params, "--sid=table=2", *options,
                  "-o", self.path("metadata.o"))
        return self.path("metadata.o")

    def link(self, read, *options):
        """A program that reads the parameter by `read`."""
        program = self.compile_c("program", PROGRAM, f"-DREAD={read}")
        image = self.path("image")
        self.run_tool("avr-gcc", f"-mmcu={DEVICE}", "-Wl,--gc-sections",
                      "-Wl,--relax", "-Wl,--fatal-warnings", program,
                      self.operators, self.metadata(*options), "-o", image)
        return image

    def address(self, image):
        """Of the parameter's bytes."""
        symbols = self.run_tool("llvm-nm", image)
        return int(re.search(r"^(\w+) \w __tvm_param__table$", symbols,
                             re.MULTILINE)[1], 16)

    def check_inspection(self, image):
        """The image is read back; returns the parameter."""
        result = self.metaobj("inspect", "--json", image)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        found = json.loads(result.stdout)
        functions = found["registries"][0]["functions"]
        self.assertEqual(
            [f["symbol"] for f in functions],
            ["tvmgen_first", "tvmgen_second", "_lookup_linked_param"])
        param, = found["params"]
        self.assertEqual((param["name"], param["sid"], param["bytes"]),
                         ("table", 2, 5))
        return param

    def check_run(self, image):
        """The program prints what it should."""
        result = toolchain.start([toolchain.find_tool("simavr"), "-m", DEVICE,
                                  "-f", "16000000", image], timeout=60)
        # The simulator colours each line, and prints a full stop for its end.
        text = re.sub(r"\x1b\[\d+m", "", result.stdout + result.stderr)
        lines = [line.removesuffix(".") for line in text.splitlines()]
        start = lines.index("tvmgen_first: 100") \
            if "tvmgen_first: 100" in lines else 0
        self.assertEqual("\n".join(lines[start:lines.index("end") + 1])
                         if "end" in lines else text, TRANSCRIPT)

    def test_in_data_memory(self):
        """By default parameters are copied to RAM, as constants of C are."""
        image = self.link("*")
        self.assertGreater(self.address(image), DATA_MEMORY)
        self.assertEqual(self.check_inspection(image)["section"], ".data")
        self.check_run(image)

    def test_in_program_memory(self):
        """By placement they stay in flash, and take no RAM."""
        image = self.link("pgm_read_byte", PLACE_IN_FLASH)
        self.assertLess(self.address(image), 0x8000)
        self.assertEqual(self.check_inspection(image)["section"], ".text")
        self.check_run(image)

    def test_lld(self):
        """lld: the same sections, and the pointer is the flash address."""
        image = self.path("image")
        start = self.compile_c("start", "void __do_copy_data(void) {}\n")
        self.run_tool("ld.lld", "-T", self.write("avr.ld", SCRIPT), "-e", "0",
                      start, self.operators, self.metadata(PLACE_IN_FLASH),
                      "-o", image)
        self.assertEqual(self.check_inspection(image)["section"], ".text")
        address = self.address(image)
        self.assertLess(address, 0x8000)
        dump = self.path("data")
        self.run_tool("llvm-objcopy", "-O", "binary", "-j", ".data", image,
                      dump)
        symbols = self.run_tool("llvm-nm", image)
        entry = int(re.search(r"^(\w+) \w _metaobj_params$", symbols,
                              re.MULTILINE)[1], 16) - DATA_MEMORY - 0x100
        with open(dump, "rb") as file:
            pointer, = struct.unpack_from("<H", file.read(), entry + 2)
        self.assertEqual(pointer, address)


if __name__ == "__main__":
    toolchain.main()
