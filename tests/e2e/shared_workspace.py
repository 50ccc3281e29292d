# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that never run at the same time share one workspace.

Two models, with packed and with unpacked operators, are linked by lld, by GNU
ld and by `metaobj link`, on the host and for a Cortex-M3, also through joined
and localized objects: the image has the largest workspace once, and runs in
turn compute what they must. A run inside of another is refused. Linkers of
Windows and macOS merge the memory, too.
"""

import json
import platform
import re

from lib import toolchain

#: Elements of int32 in each tensor, by model.
SIZES = {"big": 3072, "small": 1024}
LARGEST = 4 * max(SIZES.values())
POOL = "metaobj_shared_global_workspace"

OPERATORS = """
#include <stdint.h>
#ifdef PACKED
/* TVMValues are pointers to DLTensors, which begin with a pointer to data. */
#define DATA(index) (**(int32_t ***)((char *)args + 8 * (index)))
#define OPERATOR(name)                                                         \\
  int32_t name(void *args, int32_t *codes, int32_t count, void *value,         \\
               int32_t *code, void *resource)
#define IN DATA(0)
#define OUT DATA(1)
#else
#define OPERATOR(name) int32_t name(void *in, void *out)
#define IN ((int32_t *)in)
#define OUT ((int32_t *)out)
#endif

/* What an operator of the model calls, or NULL. */
int32_t (*volatile inner_MODEL)(void);

OPERATOR(tvmgen_MODEL_double) {
  const int32_t *from = IN;
  int32_t *to = OUT;
  for (int i = 0; i < COUNT; ++i)
    to[i] = 2 * from[i];
  return 0;
}

OPERATOR(tvmgen_MODEL_next) {
  const int32_t *from = IN;
  int32_t *to = OUT;
  for (int i = 0; i < COUNT; ++i)
    to[i] = from[i] + STEP;
  return inner_MODEL ? inner_MODEL() : 0;
}
"""

PROGRAM = """
#include "tvmgen_big.h"
#include "tvmgen_small.h"

extern int32_t (*volatile inner_big)(void);
static int32_t input[BIG], output_big[BIG], output_small[SMALL];

static int32_t run_small(void) {
  struct tvmgen_small_inputs from = {input};
  struct tvmgen_small_outputs to = {output_small};
  return tvmgen_small_run(&from, &to);
}

static int32_t run_big(void) {
  struct tvmgen_big_inputs from = {input};
  struct tvmgen_big_outputs to = {output_big};
  return tvmgen_big_run(&from, &to);
}

static int check(const int32_t *found, int count, int step) {
  for (int i = 0; i < count; ++i)
    if (found[i] != 2 * input[i] + step)
      return 0;
  return 1;
}

int main(void) {
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < BIG; ++i)
      input[i] = 7 * i + round;
    if (run_big() != 0 || run_small() != 0)
      return 1;
    /* Outputs of a model outlive the run of another. */
    if (!check(output_big, BIG, 1) || !check(output_small, SMALL, 2))
      return 2;
    inner_big = run_small;
    if (run_big() != 0x705 || tvmgen_big_failed_operator() != 1 ||
        tvmgen_small_failed_operator() != -1)
      return 3;
    inner_big = 0;
    if (run_small() != 0 || run_big() != 0 || !check(output_big, BIG, 1))
      return 4;
  }
  return 0;
}
"""

#: Start-up code of a Cortex-M3; the end of the emulation has main's status.
START = """
#include <stdint.h>
int main(void);
extern uint32_t zeros_start[], zeros_end[], top[];
static void reset(void) {
  for (uint32_t *each = zeros_start; each != zeros_end; ++each)
    *each = 0;
  uint32_t report[2] = {0x20026, (uint32_t)main()};
  register uint32_t operation __asm("r0") = 0x20;
  register uint32_t *block __asm("r1") = report;
  __asm volatile("bkpt 0xab" : : "r"(operation), "r"(block) : "memory");
  for (;;)
    ;
}
__attribute__((used, section(".vectors"))) static const void *const vectors[] =
    {top, reset};
void *memset(void *to, int value, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    ((volatile char *)to)[i] = (char)value;
  return to;
}
"""

SCRIPT = """
MEMORY { flash : ORIGIN = 0, LENGTH = 256K
         ram : ORIGIN = 0x20000000, LENGTH = 128K }
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) } > flash
  .bss (NOLOAD) : { zeros_start = .; *(.bss* COMMON) . = ALIGN(4);
                    zeros_end = .; } > ram
  top = ORIGIN(ram) + LENGTH(ram);
  /DISCARD/ : { *(.ARM.exidx* .eh_frame .comment) }
}
"""

QEMU = ["qemu-system-arm", "-M", "mps2-an385", "-display", "none", "-monitor",
        "none", "-serial", "none", "-semihosting-config",
        "enable=on,target=native", "-kernel"]

M3 = "thumbv7m-none-eabi"
HOST = "x86_64-linux-gnu"


def graph(model):
    """next(double(x)), with one tensor between."""
    shape = [SIZES[model]]

    def operator(name, source):
        return {"op": "tvm_op", "name": name, "inputs": [[source, 0, 0]],
                "attrs": {"func_name": f"tvmgen_{model}_{name}",
                          "num_inputs": "1", "num_outputs": "1",
                          "flatten_data": "0"}}

    return json.dumps({
        "nodes": [{"op": "null", "name": "x", "inputs": []},
                  operator("double", 0), operator("next", 1)],
        "arg_nodes": [0], "heads": [[2, 0, 0]], "node_row_ptr": [0, 1, 2, 3],
        "attrs": {"dltype": ["list_str", ["int32"] * 3],
                  "shape": ["list_shape", [shape] * 3],
                  "storage_id": ["list_int", [0, 1, 2]]}})


class SharedWorkspace(toolchain.ToolTest):
    def compile(self, triple, name, text, *flags):
        source = self.write(name + ".c", text)
        self.run_tool("clang", "--target=" + triple, "-Os", "-ffreestanding",
                      "-fPIE" if triple == HOST else "-ffunction-sections",
                      "-I" + self.folder, "-I" + toolchain.source_path(
                          "include"), *flags, "-c", source, "-o",
                      self.path(name + ".o"))
        return self.path(name + ".o")

    def model(self, triple, model, packed, *options):
        """The objects of a model: operators, metadata."""
        operators = self.compile(
            triple, model + "-ops", OPERATORS.replace("MODEL", model),
            f"-DCOUNT={SIZES[model]}",
            f"-DSTEP={1 if model == 'big' else 2}",
            *(["-DPACKED"] if packed else []))
        self.write(model + ".json", graph(model))
        self.emit(
            operators, "--graph=" + self.path(model + ".json"), "--inputs=x",
            "--model=" + model, "--entry=entry_" + model, "--executor=aot",
            "--pool=global_workspace,shared",
            *([] if packed else ["--operator-api=unpacked"]), "--quiet",
            *options, "-o", self.path(model + ".o"),
            "--header=" + self.path(f"tvmgen_{model}.h"))
        return [operators, self.path(model + ".o")]

    def objects(self, triple, packed=False, *options):
        """All of a program."""
        found = self.model(triple, "big", packed, *options)
        found += self.model(triple, "small", packed, *options)
        found.append(self.compile(
            triple, "program", PROGRAM, f"-DBIG={SIZES['big']}",
            f"-DSMALL={SIZES['small']}"))
        if triple == M3:
            found.append(self.compile(triple, "start", START))
        return found

    def check_memory(self, image):
        """The workspace is there once, with the largest size."""
        lines = [line.split() for line in self.run_tool(
            "llvm-readelf", "-sW", image).splitlines()
            if line.endswith(" " + POOL)]
        self.assertEqual([LARGEST], sorted({int(line[2], 0)
                                            for line in lines}), lines)
        sections = self.run_tool("llvm-readelf", "-SW", image)
        zeros = int(re.search(r"\.bss +NOBITS +\w+ \w+ (\w+)", sections)[1], 16)
        # Input and outputs of the program, and the workspace.
        rest = 4 * (2 * SIZES["big"] + SIZES["small"])
        self.assertLess(zeros - rest - LARGEST, 512)

    def run_m3(self, image):
        self.check_memory(image)
        result = toolchain.start([toolchain.find_tool(QEMU[0]), *QEMU[1:],
                                  image])
        self.assertEqual(0, result.returncode, result.stderr)

    def test_cortex_m3(self):
        for packed in (False, True):
            objects = self.objects(M3, packed)
            self.write("m3.ld", SCRIPT)
            image = self.path("image")
            for linker in ("ld.lld", "arm-none-eabi-ld"):
                for options in ([], ["--gc-sections", "--entry=main",
                                     "--undefined=vectors"]):
                    with self.subTest(linker=linker, packed=packed):
                        self.run_tool(linker, *objects, *options, "-T",
                                      self.path("m3.ld"), "-o", image)
                        self.run_m3(image)

    def test_metaobj_link(self):
        """The summary tells who shares what."""
        objects = self.objects(M3)
        self.write("m3.ld", SCRIPT)
        image = self.path("image")
        result = self.metaobj("link", *objects, "-o", image,
                              "--script=" + self.path("m3.ld"))
        self.assertEqual(0, result.returncode, result.stderr)
        self.assertIn("global_workspace  12,288 bytes shared by 2 models "
                      "(alone 12,288 + 4,096)", result.stderr)
        self.run_m3(image)

    def test_localized(self):
        """Each model alone as one object with local symbols."""
        objects = self.objects(M3)
        joined = []
        for model, parts in (("big", objects[:2]), ("small", objects[2:4])):
            path = self.path(model + "-joined.o")
            keep = ["--keep=inner_big"] if model == "big" else []
            result = self.metaobj("link", "-r", "--localize", "--quiet", *keep,
                                  *parts, "-o", path)
            self.assertEqual(0, result.returncode, result.stderr)
            joined.append(path)
        self.write("m3.ld", SCRIPT)
        image = self.path("image")
        for linker in ("ld.lld", "arm-none-eabi-ld"):
            self.run_tool(linker, *joined, *objects[4:], "-T",
                          self.path("m3.ld"), "-o", image)
            self.run_m3(image)

    def test_host(self):
        if platform.machine() != "x86_64":
            self.skipTest("programs are for x86_64")
        for packed in (False, True):
            objects = self.objects(HOST, packed)
            image = self.path("image")
            for linker in ("lld", "bfd"):
                with self.subTest(linker=linker, packed=packed):
                    self.run_tool("clang", "-fuse-ld=" + linker, *objects,
                                  "-o", image)
                    self.check_memory(image)
                    result = toolchain.start([image])
                    self.assertEqual(0, result.returncode)

    def test_other_formats(self):
        """Only linked: the zeros have room for one workspace, not for two."""
        for triple, command, entry in (
                ("x86_64-pc-windows-msvc",
                 ["lld-link", "/nologo", "/nodefaultlib", "/machine:x64",
                  "/subsystem:console", "/entry:tvmgen_small_run",
                  "/include:tvmgen_big_run", "/out:{out}"], ".data"),
                ("x86_64-w64-windows-gnu",
                 ["x86_64-w64-mingw32-ld", "-e", "tvmgen_small_run", "-o",
                  "{out}"], ".bss"),
                ("arm64-apple-macosx12.0.0",
                 ["ld64.lld", "-arch", "arm64", "-platform_version", "macos",
                  "12", "12", "-dylib", "-undefined", "dynamic_lookup", "-o",
                  "{out}"], "__common")):
            with self.subTest(triple=triple):
                objects = (self.model(triple, "big", False)
                           + self.model(triple, "small", False))
                out = self.path("linked")
                self.run_tool(*[part.replace("{out}", out)
                                for part in command], *objects)
                text = self.run_tool("llvm-readobj", "-S", out)
                section = text[text.index(f"Name: {entry}"):]
                size = int(re.search(r"(?:VirtualSize|Size): (0x\w+)",
                                     section)[1], 16)
                self.assertGreaterEqual(size, LARGEST)
                # lld-link leaves the smaller memory there, unused.
                if "msvc" not in triple:
                    self.assertLess(size, LARGEST + 1024)


if __name__ == "__main__":
    toolchain.main()
