#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C that emx-onnx-cgen made of ONNX models, with weights that metaobj embeds.

emx-requirements.txt names the packages, which are installed into a virtual
environment in the build folder; emx_models.py makes models and C there. Programs
for the host and for a Cortex-M4 in QEMU answer with our object bit for bit as
with the generator's own weights. What each has cost stands in the output.
"""

import math
import pathlib
import shutil
import struct
import sys

import compilers

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import elf_file, toolchain  # noqa: E402

REQUIREMENTS = HERE / "emx-requirements.txt"

SYMBOLS = "--symbols=weight{index}_{lower}"
#: Of each model: options of embed beside this one.
MODELS = {"conv": [], "gemm": ["--skip-param=unused"], "classifier": []}

#: Where the weights are. The first two are the generator's (emx_models.py); with
#: our object the C is that of the first.
KINDS = ["c", "file", "object"]

M4 = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
#: The board's memory begins with the table of vectors and has room for the C
#: library's script, which begins at 0x8000.
M4_LINK = ["--specs=rdimon.specs", "-Wl,--section-start=.vectors=0",
           "-Wl,--undefined=vectors"]
QEMU = ["-M", "mps2-an386", "-display", "none", "-semihosting-config",
        "enable=on,target=native", "-kernel"]

PROGRAM = """
#include <stdbool.h>
#include <stdio.h>

extern const float input[];
bool model_load(const char *path);
void model(const void *in, void *out);

int main(void) {
  static float output[OUTPUTS];
  if (!model_load(WEIGHTS))
    return 1;
  model(input, output);
  for (unsigned i = 0; i < sizeof(output); ++i)
    printf("%02x", ((const unsigned char *)output)[i]);
  return 0;
}

#ifdef __arm__
void _start(void);

static void reset(void) {
  *(volatile unsigned *)0xE000ED88 |= 0xF << 20; // Switches the FPU on.
  _start();
}

__attribute__((section(".vectors"), used)) const void *const vectors[] = {
    (const void *)0x400000, (const void *)reset};
#endif
"""

#: Python's own memory is not that of the process.
LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
sys.exit(status != 0)
"""


def models():
    return compilers.made_by("emx_models.py", "emx", REQUIREMENTS,
                             "emx-environment", "--no-deps")


def flash_and_ram(elf):
    """Bytes of sections that are loaded, and of those that are written."""
    loaded = [section for section in elf.sections
              if section.flags & elf_file.SHF_ALLOC]
    return (sum(section.size for section in loaded
                if section.type != elf_file.SHT_NOBITS),
            sum(section.size for section in loaded
                if section.flags & elf_file.SHF_WRITE))


def shown(costs):
    """Of objects of weights."""
    return ", ".join(f"{kind} {seconds:.3f} s and {mebibytes:.0f} MiB"
                     for kind, (seconds, mebibytes) in costs.items())


class Emx(toolchain.ToolTest):
    """Each model, with its weights in three places."""

    def measured(self, *command):
        """Seconds of processors, and MiB at most, of a command that succeeds."""
        program, *arguments = map(str, command)
        result = toolchain.start(
            [sys.executable, "-c", LAUNCHER, shutil.which(program) or program,
             *arguments], timeout=compilers.COMPILE_SECONDS)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return [float(number) for number in result.stdout.split()]

    def compile_all(self, name, compiler, *flags, options=()):
        """By the place of weights: objects of a program, and what that of the
        weights has cost."""
        place = models() / name
        folder = pathlib.Path(self.path(f"{name}-{compiler}"))
        folder.mkdir()
        main, data, header = (folder / each for each in
                              ("main.o", "input.o", "weights.h"))
        outputs = (place / "output.bin").stat().st_size // 4
        flags = [*flags, "-O2", "-ffunction-sections", "-fdata-sections"]
        self.run_tool(compiler, *flags, "-Wall", "-Werror",
                      f"-DOUTPUTS={outputs}",
                      f'-DWEIGHTS="{place / "file" / "model.bin"}"', "-c",
                      self.write("main.c", PROGRAM), "-o", main)
        self.run_tool(toolchain.OPTIONS.metaobj, "embed", place / "input.bin",
                      "--symbol=input", "--type=const float[]",
                      f"--target-from={main}", "-o", data)
        weights = {kind: folder / f"{kind}-weights.o" for kind in KINDS}
        costs = {"object": self.measured(
            toolchain.OPTIONS.metaobj, "embed", place / "model.onnx", SYMBOLS,
            *options, f"--target-from={main}", f"--header={header}", "-o",
            weights["object"])}
        objects = {}
        for kind in ("c", "file"):
            costs[kind] = self.measured(
                compiler, *flags, "-c", place / kind / "model_data.c", "-o",
                weights[kind])
            model = folder / f"{kind}-model.o"
            # With other types or shapes in the header this is an error.
            included = ["-include", header] if kind == "c" else []
            self.run_tool(compiler, *flags, *included, "-c",
                          place / kind / "model.c", "-o", model,
                          timeout=compilers.COMPILE_SECONDS)
            objects[kind] = [main, data, model, weights[kind]]
        objects["object"] = [*objects["c"][:-1], weights["object"]]
        return objects, costs

    def link(self, compiler, objects, *flags):
        """The program, with what is used alone."""
        program = self.path("program")
        self.run_tool(compiler, *objects, *flags, "-Wl,--gc-sections", "-lm",
                      "-o", program)
        return program

    def check_output(self, name, outputs):
        """All equal, and nearly that of ONNX Runtime."""
        self.assertEqual(len(set(outputs.values())), 1, outputs)
        found, expected = (
            [number for (number,) in struct.iter_unpack("<f", data)]
            for data in (bytes.fromhex(outputs["object"]),
                         (models() / name / "output.bin").read_bytes()))
        self.assertEqual(len(found), len(expected))
        self.assertGreater(len(set(found)), 1)
        for one, other in zip(found, expected):
            self.assertTrue(
                math.isclose(one, other, rel_tol=1e-3, abs_tol=1e-4),
                (found, expected))

    def test_host(self):
        """Programs of the host's compiler."""
        for name, options in MODELS.items():
            with self.subTest(model=name):
                objects, costs = self.compile_all(name, "gcc", options=options)
                print(f"{name}: {shown(costs)}", file=sys.stderr)
                self.check_output(name, {
                    kind: self.run_tool(self.link("gcc", objects[kind]))
                    for kind in KINDS})
        self.check_cost(costs)

    def test_cortex_m4(self):
        """Flash and RAM of firmware. QEMU runs it; the classifier would take
        minutes."""
        gcc = "arm-none-eabi-gcc"
        for name, options in MODELS.items():
            with self.subTest(model=name):
                objects, costs = self.compile_all(name, gcc, *M4,
                                                  options=options)
                outputs, sizes, weights = {}, {}, {}
                for kind in KINDS:
                    program = self.link(gcc, objects[kind], *M4, *M4_LINK)
                    elf = elf_file.ElfFile.read(program)
                    sizes[kind] = flash_and_ram(elf)
                    weights[kind] = {
                        each.name: (each.size, elf.section_of(each).flags)
                        for each in elf.symbols
                        if each.name.startswith("weight")}
                    if name != "classifier":
                        outputs[kind] = self.run_tool("qemu-system-arm", *QEMU,
                                                      program)
                print(f"{name}: {shown(costs)}; flash and RAM {sizes}",
                      file=sys.stderr)
                self.check_flash(name, weights, sizes)
                if outputs:
                    self.check_output(name, outputs)

    def check_flash(self, name, weights, sizes):
        """No weight of ours is written, whatever the generator's are."""
        self.assertTrue(weights["object"])
        self.assertEqual({name: size for name, (size, _) in
                          weights["object"].items()},
                         {name: size for name, (size, _) in
                          weights["c"].items()})
        for size, flags in weights["object"].values():
            self.assertEqual(flags & elf_file.SHF_WRITE, 0)
        large = sum(size for size, flags in weights["file"].values()
                    if flags & elf_file.SHF_WRITE)
        self.assertEqual(large > 0, name != "conv")
        # Alignment to 16 bytes takes few.
        slack = 16 * len(weights["object"])
        self.assertLessEqual(abs(sizes["object"][0] - sizes["c"][0]), slack)
        self.assertEqual(sizes["object"][1], sizes["c"][1])
        self.assertGreaterEqual(sizes["file"][1], sizes["c"][1] + large)

    def check_cost(self, costs):
        """Far less time than of a compiler that reads 9 MB of text."""
        self.assertGreater(costs["c"][0], 5 * costs["object"][0], costs)
        self.assertGreater(costs["c"][1], costs["object"][1], costs)

    def test_other_numbers(self):
        """A parameter too many gives the others other numbers, which the linker
        refuses."""
        objects, _ = self.compile_all("gemm", "gcc")
        result = toolchain.start(["gcc", *objects["object"], "-lm", "-o",
                                  self.path("program")])
        self.assertEqual(result.returncode, 1)
        self.assertIn("undefined reference to `weight1_w0'", result.stderr)


if __name__ == "__main__":
    toolchain.main()
