# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converters of boards: linker scripts, ESP-IDF's partitions, devicetrees, packs.

A program that GNU's linker makes by a script of this project fits the board
that is made of this script. The other texts state the memories of public
projects, in our words: an STM32H743 of CubeIDE, a Pico of pico-sdk, ESP-IDF's
two slots. The converters were tried on the projects' own files, too. Programs
that metaobj links by three of them run on boards of QEMU.
"""

import argparse
import contextlib
import io
import pathlib
import runpy
import shutil
import subprocess
import sys
import tempfile

import cases

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent

SCRIPTS = ["examples/digits/boards/mps2-an385/memory.ld",
           "tests/e2e/lib/qemu/mps2-an505.ld",
           "tests/e2e/lib/qemu/microbit.ld"]

#: It returns a number that nothing but a right run has.
PROGRAM = """
#include <stdint.h>
__attribute__((aligned(16))) uint8_t arena[512];
const uint8_t weights[300] = {1, 2, 3};
static volatile uint32_t started = 7;
int main(void);
int main(void) {
  volatile uint8_t *to = arena;
  for (int i = 0; i < 300; ++i)
    to[i] = ((volatile const uint8_t *)weights)[i];
  return started == 7 && to[2] == 3 ? 40 : 1;
}
"""
ARM = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"]
RISCV = ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"]

#: Boards of QEMU by what their vendors and Zephyr say of them: a Netduino 2 has
#: an STM32F205RF, a HiFive1 starts at 0x20010000 in revision B.
BOARDS = [
    ("from_pack.py", cases.PACK, ["--device=F205RF"], ARM,
     ["qemu-system-arm", "-M", "netduino2"]),
    ("from_devicetree.py", cases.LM3S6965, [], ARM,
     ["qemu-system-arm", "-M", "lm3s6965evb"]),
    ("from_linker_script.py", cases.ZEPHYR, [], RISCV,
     ["qemu-system-riscv32", "-M", "sifive_e,revb=true"]),
]


def run(*command):
    return subprocess.run([str(part) for part in command], encoding="utf-8",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=100)


def run_script(script, *arguments):
    """The same in this process, which does not start Python."""
    sys.argv = [str(part) for part in (script, *arguments)]
    told, status = io.StringIO(), 0
    with contextlib.redirect_stdout(told):
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit as reason:
            status = reason.code
    if isinstance(status, str):
        return subprocess.CompletedProcess(sys.argv, 1,
                                           told.getvalue() + status + "\n")
    return subprocess.CompletedProcess(sys.argv, status or 0, told.getvalue())


def finish(failures, skipped=""):
    """Ends the test."""
    for failure in failures:
        print("FAILED: " + failure)
    if skipped:
        print("SKIPPED: " + skipped)
    sys.exit(1 if failures else 77 if skipped else 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj", required=True)
    metaobj = parser.parse_args().metaobj
    failures = []

    def expect(condition, *told):
        if not condition:
            failures.append(" ".join(map(str, told)))

    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)

        def convert(converter, text, *options):
            path = folder / "input"
            path.write_text(text, encoding="utf-8")
            return run_script(HERE / converter, path, *options)

        for converter, text, wanted, *options in [
                ("from_linker_script.py", cases.STM32H743, cases.STM32H743_REGIONS),
                ("from_linker_script.py", cases.PICO, cases.PICO_REGIONS),
                ("from_linker_script.py", cases.ZEPHYR, cases.ZEPHYR_REGIONS),
                ("from_partition_table.py", cases.ODD_ROWS, cases.ODD_ROWS_REGIONS),
                ("from_devicetree.py", cases.TREE, cases.TREE_REGIONS),
                ("from_pack.py", cases.PACK, cases.F205RF_REGIONS, "--device=F205RF"),
                ("from_pack.py", cases.PACK, cases.F205RF_REGIONS, "--device=F205RFTx"),
                ("from_pack.py", cases.PACK, cases.F205RF_REGIONS.replace(
                    "131072", "65536"), "--device=F205RFXx"),
                ("from_pack.py", cases.PACK, cases.OLD_REGIONS, "--device=Old"),
                ("from_pack.py", cases.PACK, cases.TWO_REGIONS, "--device=Two",
                 "--processor=cm1"),
                ("from_partition_table.py", cases.TWO_SLOTS, cases.TWO_SLOTS_REGIONS,
                 "--base=0x42000000")]:
            got = convert(converter, text, *options)
            expect((got.returncode, got.stdout) == (0, wanted), got.stdout)
            # metaobj reads it: the file is refused, not the board.
            board = folder / "board.yaml"
            board.write_text(got.stdout, encoding="utf-8")
            told = run(metaobj, "check", HERE / "check.py", f"--board={board}")
            expect("check.py: " in told.stdout, told.stdout)
        for options, text, wanted in cases.BAD_PACKS:
            got = convert("from_pack.py", text, *options.split())
            expect(got.returncode == 1 and wanted in got.stdout, text[:80],
                   got.stdout)
        for converter, texts in [("from_linker_script.py", cases.BAD_SCRIPTS),
                                 ("from_devicetree.py", cases.BAD_TREES),
                                 ("from_partition_table.py", cases.BAD_TABLES)]:
            for text, wanted in texts.items():
                got = convert(converter, text)
                expect(got.returncode == 1 and wanted in got.stdout, text,
                       got.stdout)
        missing = [tool for tool in sorted({tools[0] for *_, compiler, emulator
                                            in BOARDS
                                            for tools in (compiler, emulator)})
                   if not shutil.which(tool)]
        if missing:
            finish(failures, "missing " + ", ".join(missing))
        for converter, text, options, compiler, emulator in BOARDS:
            board, source = folder / "board.yaml", folder / "program.c"
            program, image = folder / "program.o", folder / "image.elf"
            board.write_text(convert(converter, text, *options).stdout,
                             encoding="utf-8")
            source.write_text(PROGRAM, encoding="utf-8")
            for command in [
                    [*compiler, "-Os", "-ffreestanding", "-c", source, "-o",
                     program],
                    [metaobj, "link", program, f"--board={board}", "-o", image,
                     "--with-runtime=semihosting,startup"],
                    [metaobj, "check", image, f"--board={board}"]]:
                told = run(*command)
                expect(told.returncode == 0, *emulator, told.stdout)
            told = run(*emulator, "-display", "none", "-monitor", "none",
                       "-serial", "none", "-semihosting-config",
                       "enable=on,target=native", "-kernel", image)
            expect(told.returncode == 40, *emulator, told.returncode,
                   told.stdout)
        (folder / "main.c").write_text(
            "int zero, one = 1; void bare_metal_start(void);"
            "void bare_metal_start(void) { one += ++zero; }", encoding="utf-8")
        for script in SCRIPTS:
            path = SOURCE / script
            image, board = folder / "image.elf", folder / "board.yaml"
            linked = run("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-nostdlib",
                         "-ffreestanding", folder / "main.c", "-T", path, "-L",
                         SOURCE / "examples/digits/boards", "-o", image)
            expect(linked.returncode == 0, linked.stdout)
            board.write_text(
                run(sys.executable, HERE / "from_linker_script.py",
                    path).stdout, encoding="utf-8")
            told = run(metaobj, "check", image, f"--board={board}")
            expect((told.returncode, told.stdout) == (0, ""), script,
                   told.stdout)
    finish(failures)


if __name__ == "__main__":
    main()
