# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Params images, opened by metaobj_params_image.h on machines of both byte
orders and pointer widths.

A program reads two slots from files, opens them by the id in the emitted
object, and prints what it finds. Each torn image, each image with a flipped
bit and each wrong image is refused, and the other slot is taken. The code that
opens an image has at most 300 bytes on a Cortex-M0. docs/params-image.md does
the whole update on a board.
"""

import glob
import os
import re
import struct
import subprocess

from lib import toolchain
from lib.toolchain import Parameter

#: Triple, compiler, emulator, byte order for struct.
MACHINES = [
    ("x86_64-linux-gnu", ["gcc"], [], "<"),
    ("armv7-linux-gnueabihf", ["arm-linux-gnueabihf-gcc"], ["qemu-arm"], "<"),
    ("mips-linux-gnu", ["mips-linux-gnu-gcc"], ["qemu-mips"], ">"),
    ("s390x-linux-gnu", ["s390x-linux-gnu-gcc"], ["qemu-s390x"], ">"),
]

SLOT_BYTES = 2048
MAX_CODE_ON_CORTEX_M0 = 300

BOARD_SLOTS = ["0x80400000", "0x80480000"]
BOARD_FLAGS = ["-Os", "-ffreestanding", "-ffunction-sections",
               "-fdata-sections"]

#: Slot A, then slot B: what each try of the update leaves in them. For each
#: pair it prints the slot that is taken, its generation, and the elements of
#: all parameters by their names and by their storage ids.
PROGRAM = """
#include <stdio.h>
#include <string.h>
#include <metaobj-c/metaobj_params_image.h>

const uint8_t *tvmgen_default_params_id(void);

static _Alignas(64) unsigned char slots[2][SLOT_BYTES];

static void print(const metaobj_params_image_t *image) {
  const void *found = NULL;
  int code = 0;
  metaobj_param_t param;
  uint32_t i;
  int64_t id;
  printf("%c %u", (const void *)image == slots[1] ? 'B' : 'A',
         (unsigned)image->generation);
  for (i = 0; i != metaobj_params_count(image); ++i) {
    char name[16];
    strcpy(name, metaobj_params_at(image, i).name);
    if (!metaobj_params_find(image, name, &param) ||
        metaobj_params_at(image, i).tensor.data != param.tensor.data) {
      printf(" lost\\n");
      return;
    }
    printf(" %s[%d]=%d", name,
           param.tensor.ndim ? (int)param.tensor.shape[0] : -1,
           param.tensor.dtype.bits == 32
               ? (int)*(const int32_t *)param.tensor.data
               : (int)*(const int16_t *)param.tensor.data);
  }
  if (metaobj_params_find(image, "bia", &param) ||
      metaobj_params_find(image, "biass", &param) ||
      metaobj_params_table(image) != NULL)
    printf(" wrong");
  for (id = -1; id != 4; ++id) {
    metaobj_params_answer(image, &id, &found, &code);
    printf(" %d", code == 3 ? (int)*(const int16_t *)found : -code);
  }
  printf("\\n");
}

int main(int argc, char **argv) {
  FILE *file = fopen(argv[argc - 1], "rb");
  while (fread(slots, 1, sizeof(slots), file) == sizeof(slots)) {
    const uint8_t *id = tvmgen_default_params_id();
    const metaobj_params_image_t *image =
        metaobj_params_newer(metaobj_params_open(slots[0], SLOT_BYTES, id),
                             metaobj_params_open(slots[1], SLOT_BYTES, id));
    if (image == NULL)
      printf("none\\n");
    else
      print(image);
  }
  return 0;
}
"""

OPENER = """
#include <metaobj-c/metaobj_params_image.h>
const void *open_image(const void *address, size_t size, const uint8_t *id);
const void *open_image(const void *address, size_t size, const uint8_t *id) {
  return metaobj_params_open(address, size, id);
}
"""


def parameters(first):
    """A model's parameters, whose elements start with `first`."""
    return [Parameter("scale", 0, 16, (), struct.pack("<h", first + 1)),
            Parameter("bias", 0, 32, (2,), struct.pack("<2i", first, 7)),
            Parameter("w", 0, 16, (3,), struct.pack("<3h", first + 2, 8, 9))]


IDS = ["--sid=scale=0", "--sid=w=2"]


def line(slot, generation, first):
    """What the program prints of an image of these parameters."""
    return (f"{slot} {generation} scale[-1]={first + 1} bias[2]={first} "
            f"w[3]={first + 2} -4 {first + 1} -4 {first + 2} -4")


def slot(image):
    """A slot of erased flash with an image."""
    return image + b"\xff" * (SLOT_BYTES - len(image))


class ParamsImage(toolchain.ToolTest):
    """Images of one model, and programs that open them."""

    def image(self, triple, generation, first, *options, params=None, ids=IDS):
        """The bytes of an image."""
        self.write("p.params",
                   toolchain.params_file(params or parameters(first)))
        self.emit(self.path("p.params"), *ids, f"--mtriple={triple}",
                  "--emit=params-image", f"--generation={generation}",
                  *options, "-o", self.path("i.bin"))
        with open(self.path("i.bin"), "rb") as file:
            return file.read()

    def build(self, compiler):
        """The program for a machine."""
        self.write("p.params", toolchain.params_file(parameters(1)))
        self.emit(self.path("p.params"), *IDS, "--emit=c",
                  "--external-params", "-o", self.path("m.c"))
        self.write("lookup.c", "int _lookup_linked_param(void);\n"
                   "int _lookup_linked_param(void) { return 0; }\n")
        subprocess.run(
            [*compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
             "-static", f"-DSLOT_BYTES={SLOT_BYTES}",
             "-I", toolchain.source_path("include"),
             self.write("program.c", PROGRAM), self.path("m.c"),
             self.path("lookup.c"), "-o", self.path("program")], check=True)

    def outcomes(self, emulator, pairs):
        """What the program takes of each pair of slots."""
        self.write("slots.bin", b"".join(slot(a) + slot(b) for a, b in pairs))
        return subprocess.run(
            [*emulator, self.path("program"), self.path("slots.bin")],
            check=True, capture_output=True, text=True).stdout.splitlines()

    def check_machine(self, triple, emulator, order):
        """The whole update, and all that can go wrong with it."""
        old = self.image(triple, 0xffffffff, 10)
        new = self.image(triple, 3, 20)
        wanted_old, wanted_new = (line("A", 0xffffffff, 10),
                                  line("B", 3, 20))
        other = parameters(20)
        other[1] = other[1]._replace(shape=(1, 2))
        renamed = parameters(20)
        renamed[1] = renamed[1]._replace(name="Bias")
        wrong = {
            "shape": self.image(triple, 4, 20, params=other),
            "name": self.image(triple, 4, 20, params=renamed),
            "order": self.image(triple, 4, 20, params=parameters(20)[::-1]),
            "storage ids": self.image(triple, 4, 20, ids=["--sid=w=2"]),
            "address": self.image(triple, 4, 20, "--base=0x10000"),
            "other machine": self.image(
                "x86_64-linux-gnu" if order == ">" else "mips-linux-gnu", 4,
                20),
            "pointers": self.image(
                {"<": {4: "x86_64-linux-gnu", 8: "thumbv7m-none-eabi"},
                 ">": {4: "s390x-linux-gnu", 8: "mips-linux-gnu"}}[order][
                     struct.unpack_from(order + "H", new, 28)[0]], 4, 20),
            # A header that tells more than the slot has.
            "size": new[:12] + struct.pack(order + "I", SLOT_BYTES + 1)
                    + new[16:],
            "huge": new[:12] + struct.pack(order + "I", 0xffffffff) + new[16:],
            "small": new[:12] + struct.pack(order + "I", 4) + new[16:],
        }
        expected = [(old, b"", wanted_old), (old, new, wanted_new),
                    (b"", new, wanted_new), (b"", b"", "none"),
                    (new, old, line("A", 3, 20)),
                    (new, new, line("A", 3, 20))]
        expected += [(old, image, wanted_old) for image in wrong.values()]
        for size in range(0, len(new), 7):
            expected.append((old, new[:size], wanted_old))
        for at in range(len(new)):
            flipped = bytearray(new)
            flipped[at] ^= 1 << at % 8
            expected.append((old, bytes(flipped), wanted_old))
        found = self.outcomes(emulator, [pair[:2] for pair in expected])
        self.assertEqual(len(found), len(expected))
        for number, (pair, line_found) in enumerate(zip(expected, found)):
            self.assertEqual(line_found, pair[2],
                             f"{triple}: pair {number}, wrong images are "
                             f"{list(wrong)} from 6 on")

    def test_machines(self):
        """Each machine takes the same slots."""
        for triple, compiler, emulator, order in MACHINES:
            with self.subTest(triple):
                for tool in [*compiler, *emulator]:
                    toolchain.find_tool(tool)
                self.build(compiler)
                self.check_machine(triple, emulator, order)

    def graph(self):
        """The graph of the board's model, for emit."""
        path = toolchain.source_path("examples/digits/model/graph.json")
        return ["--graph=" + path, "--inputs=image"]

    def build_board(self):
        """The firmware of docs/params-image.md for RV32 in QEMU."""
        target = ["--target=riscv32-unknown-elf", "-march=rv32imac",
                  "-mabi=ilp32"]
        digits = toolchain.source_path("examples/digits")
        runtime = toolchain.source_path("runtime_crt")
        with open(toolchain.source_path("docs/params-image.md"),
                  encoding="utf-8") as page:
            slots = re.search(r"slots\.c -->\n```c\n(.*?)```", page.read(),
                              re.S)[1]
        for old, new in zip(["0x200000", "0x280000"], BOARD_SLOTS):
            self.assertIn(old, slots)
            slots = slots.replace(old, new)
        operators = []
        for source in sorted(glob.glob(digits + "/operators/*.c")):
            operators.append(self.path(os.path.basename(source) + ".o"))
            self.run_tool("clang", *target, *BOARD_FLAGS, "-I",
                          runtime + "/include", "-c", source, "-o",
                          operators[-1])
        self.emit(*operators, digits + "/model/digits.params", *self.graph(),
                  "--external-params", f"--header={self.path('firmware.h')}",
                  "-o", self.path("metadata.o"))
        self.run_tool(
            "make", "-s", "-C", runtime, "BUILD=" + self.path("runtime"),
            "PORT=semihosting",
            " ".join(["CC=" + toolchain.find_tool("clang"), *target]),
            "AR=" + toolchain.find_tool("llvm-ar"),
            "CFLAGS=-Os -DTVM_CRT_ENABLE_TIME_EVALUATOR=0 "
            "-DTVM_CRT_PORT_ARENA_SIZE_BYTES=2048")
        program = []
        for source in [self.write("slots.c", slots), digits + "/main.c",
                       digits + "/images.c", digits + "/boards/bare_metal.c",
                       digits + "/boards/riscv32-virt/entry.S"]:
            program.append(self.path(os.path.basename(source) + ".p.o"))
            self.run_tool(
                "clang", *target, *BOARD_FLAGS, "-I", self.folder, "-I",
                toolchain.source_path("include"), "-I", runtime + "/include",
                "-I", runtime + "/config", "-I",
                runtime + "/ports/semihosting", "-c", source, "-o",
                program[-1])
        self.run_tool(
            "ld.lld", "-L", digits + "/boards", "-T",
            digits + "/boards/riscv32-virt/memory.ld", "--gc-sections",
            *program, *operators, self.path("metadata.o"),
            *sorted(glob.glob(self.path("runtime") + "/lib*.a")), "-o",
            self.path("firmware.elf"))
        return operators

    def run_board(self, *images):
        """Slot and result of the firmware with these images in its flash."""
        loaders = []
        for number, (image, place) in enumerate(zip(images, BOARD_SLOTS)):
            path = self.write(f"slot{number}", image + b"\xff" * 64)
            loaders += ["-device",
                        f"loader,file={path},addr={place},force-raw=on"]
        done = subprocess.run(
            ["qemu-system-riscv32", "-M", "virt", "-bios", "none",
             "-nographic", "-semihosting-config", "enable=on,target=native",
             "-kernel", self.path("firmware.elf"), *loaders], check=False,
            capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL)
        return re.findall(r"^(?:slot .|no image|.* right.*)$",
                          done.stdout + done.stderr, re.M)

    def test_riscv32(self):
        """The update on a board: the results of linked parameters."""
        for tool in ["qemu-system-riscv32", "make"]:
            toolchain.find_tool(tool)
        operators = self.build_board()
        with open(toolchain.source_path(
                "examples/digits/model/digits.params"), "rb") as file:
            trained = file.read()
        images = []
        for number, data in enumerate([trained[:-40] + bytes(40), trained], 1):
            self.emit(*operators, self.write("w.params", data), *self.graph(),
                      "--emit=params-image", f"--generation={number}", "-o",
                      self.path("w.bin"))
            with open(self.path("w.bin"), "rb") as file:
                images.append(file.read())
        first, second = images
        old = ["slot A", "40 of 40 right, checksum 2955dca0"]
        new = ["slot B", "40 of 40 right, checksum 12b5e1d9"]
        self.assertEqual(self.run_board(first, b""), old)
        self.assertEqual(self.run_board(first, second[:-100]), old)
        self.assertEqual(self.run_board(first, second), new)
        self.assertEqual(self.run_board(b"", first[:500]), ["no image"])

    def test_size(self):
        """Everything that opening calls, with GCC for a Cortex-M0."""
        source, output = self.write("open.c", OPENER), self.path("open.o")
        self.run_tool("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb",
                      "-std=c99", "-Os", "-Wall", "-Wextra", "-Werror",
                      "-pedantic", "-I", toolchain.source_path("include"),
                      "-c", source, "-o", output)
        sections = self.run_tool("llvm-readelf", "-SW", output)
        sizes = {name: int(size, 16) for name, size in re.findall(
            r"\] (\.\S+) +PROGBITS +\w+ +\w+ +(\w+)", sections)}
        code = sum(size for name, size in sizes.items()
                   if name.startswith((".text", ".rodata", ".data")))
        self.assertLessEqual(code, MAX_CODE_ON_CORTEX_M0)
        self.assertGreater(code, 0)
        undefined = self.run_tool("llvm-nm", "-u", output).split()
        self.assertEqual(undefined, [], "it needs no library")


if __name__ == "__main__":
    toolchain.main()
