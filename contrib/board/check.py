# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converters of boards: from linker scripts and from ESP-IDF's partitions.

A program that GNU's linker makes by a script of this project fits the board
that is made of this script. The other texts state the memories of public
projects, in our words: an STM32H743 of CubeIDE, a Pico of pico-sdk, ESP-IDF's
two slots. The converters were tried on the projects' own files, too.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent

STM32H743 = """\
/* MEMORY { in a comment } */
_estack = ORIGIN(RAM_D1) + LENGTH(RAM_D1);
_Min_Stack_Size = 0x400 ;
MEMORY
{
  DTCMRAM (xrw) : ORIGIN = 0x20000000, LENGTH = 128K
  RAM_D1  (xrw) : ORIGIN = 0x24000000, LENGTH = 512K
  FLASH   (rx)  : ORIGIN = 0x8000000,  LENGTH = 2048K
}
SECTIONS { .text : { *(.text) } >FLASH }
"""
STM32H743_REGIONS = """\
regions:
- {name: DTCMRAM, address: 0x20000000, size: 128K, access: write}
- {name: RAM_D1, address: 0x24000000, size: 512K, access: write}
- {name: FLASH, address: 0x8000000, size: 2048K, access: read}
"""

PICO = """\
__boot_size = 256;
MEMORY { BOOT (r!w) : org = 0x10000000, len = __boot_size
  FLASH(rx) : ORIGIN = ORIGIN(BOOT) + LENGTH(BOOT), LENGTH = 2048k - (2 * 128)
  rom_table : o = 0, l = 16K
}
"""
PICO_REGIONS = """\
regions:
- {name: BOOT, address: 0x10000000, size: 256, access: read}
- {name: FLASH, address: 0x10000100, size: 2096896, access: read}
- {name: rom_table, address: 0x0, size: 16K}
"""

#: As of Zephyr's build for a HiFive1: shifts, no bytes, what no device has;
#: and several on a line. TinyGo's scripts say (rw) of flash.
ZEPHYR = """\
BASE = 0x100; BASE = DEFINED(OTHER) ? OTHER : 0; top = ORIGIN(ROM) + LENGTH(ROM);
PROVIDE(half = 8K); half2 = (half); PROVIDE(half2 = 1);
MEMORY
{
    ROM (rx) : ORIGIN = 536936448, LENGTH = 3934464
    RAM (rwx) : ORIGIN = 0x80000000, LENGTH = ((half2 >> 9) << 10)
    PSRAM (rx) : ORIGIN = 0x18000000, LENGTH = (0 * 1K)
    FLASH_TEXT (rw) : ORIGIN = 0x1000, LENGTH = 0x40K A.2 : o = 010, l = 8
    IDT_LIST (wx) : ORIGIN = 0xFFFFF7FF, LENGTH = 2K
}
"""
ZEPHYR_REGIONS = """\
regions:
- {name: ROM, address: 0x20010000, size: 3934464, access: read}
- {name: RAM, address: 0x80000000, size: 16K, access: write}
# left out: PSRAM, which has no bytes
- {name: FLASH_TEXT, address: 0x1000, size: 64K, access: read}  # the script says (rw)
- {name: A_2, address: 0x8, size: 8}
# left out: IDT_LIST, which is for Zephyr's build only
"""

TWO_SLOTS = """\
# Name, Type, SubType, Offset, Size, Flags
nvs,      data, nvs,     0x9000,  0x4000
otadata,  data, ota,     0xd000,  0x2000
phy_init, data, phy,     0xf000,  0x1000
factory,  app,  factory, 0x10000, 1M
ota_0,    app,  ota_0,   ,        1M
model-a,  data, 0x40,    ,        64K
"""
TWO_SLOTS_REGIONS = """\
regions:
- {name: nvs, address: 0x42009000, size: 16384, access: read}
- {name: otadata, address: 0x4200d000, size: 8192, access: read}
- {name: phy_init, address: 0x4200f000, size: 4096, access: read}
- {name: factory, address: 0x42010000, size: 1048576, access: read}
- {name: ota_0, address: 0x42110000, size: 1048576, access: read}
- {name: model_a, address: 0x42210000, size: 65536, access: read}
"""

#: Rows as in esp-matter and in ESP-IDF's tests of updates.
ODD_ROWS = """\
\ufeff# Name, Type, SubType, Offset, Size, Flags

PrimaryBTLDR, bootloader, primary, N/A, N/A, encrypted
PrimaryPrtTable, partition_table, primary, N/A, N/A, encrypted
esp_secure_cert, 0x3F, ,0xd000, 0x2000, encrypted
nvs\t ,data,\t nvs,\t , 0x4000\t,,
factory, app, factory, 0x020000, 2500k
rest, data, 0x40, , -0x300000
"""
ODD_ROWS_REGIONS = """\
regions:
# left out: PrimaryBTLDR, whose place is in the configuration
# left out: PrimaryPrtTable, whose place is in the configuration
- {name: esp_secure_cert, address: 0xd000, size: 8192, access: read}
- {name: nvs, address: 0xf000, size: 16384, access: read}
- {name: factory, address: 0x20000, size: 2560000, access: read}
- {name: rest, address: 0x291000, size: 454656, access: read}
"""

SCRIPTS = ["examples/digits/boards/mps2-an385/memory.ld",
           "tests/e2e/lib/qemu/mps2-an505.ld",
           "tests/e2e/lib/qemu/microbit.ld"]

#: Text, and a part of what the converter says.
BAD_SCRIPTS = {
    "SECTIONS { }": "has no MEMORY",
    "MEMORY { A : ORIGIN = B, LENGTH = 1K }": "no value of 'B' before it",
    "MEMORY { A : ORIGIN = ORIGIN(C), LENGTH = 1K }": "no memory 'C' before it",
    "MEMORY { A : ORIGIN = 1 / 0, LENGTH = 1K }": "divides by 0",
    "MEMORY { A : ORIGIN = 1 << 64, LENGTH = 1K }": "shifts by 64 bits",
    "MEMORY { A : ORIGIN = 08, LENGTH = 1K }": "cannot read '08'",
    "MEMORY { A : ORIGIN = -1, LENGTH = 1K }": "cannot read '-' in '-1'",
    "x = 1; x = DEFINED(y) ? 2 : 3; MEMORY { A : o = x, l = 1 }":
        "no value of 'x' before it",
    "x = 1; x += 1; MEMORY { A : o = x, l = 1 }": "no value of 'x' before it",
    "/* 1\n2 */\nMEMORY {\n A : ORIGIN = B, LENGTH = 1K }": "input:4: 'B': no",
    "MEMORY {\n INCLUDE \"f.ld\"\n}": "input:2: cannot read the memory 'INCLUDE "
                                    "\"f.ld\"'; expected NAME (rx)",
    "\n#ifdef BIG\nMEMORY { A : o = 1, l = 1 }\n#else":
        "input:2: '#ifdef' is for the C preprocessor; give its output",
    "MEMORY { A : ORIGIN = (1, LENGTH = 1K }": "expected ')'",
    "MEMORY { A : LENGTH = 1K }": "cannot read the memory",
}
BAD_TABLES = {
    "# nothing\n": "has no partition",
    "a, app, factory\n": "has 3 columns",
    "a, app, factory, 0x10000, big\n": "expected a number",
    "a, app, factory, 0x11000, 1M\n": "must be aligned to 0x10000",
    "a, data, nvs, 0x1000, 4K\n": "before the end of what is in front of it",
    "# \n\n, app, factory, 0x10000, 1M\n": "input:3: '' has 5 columns",
    "a, app, factory, 0x10000, -0x10000\n": "has no bytes there",
    "a, bootloader, primary, N/A, N/A\n": "has no partition",
}


def run(*command):
    return subprocess.run([str(part) for part in command], encoding="utf-8",
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


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
            return run(sys.executable, HERE / converter, path, *options)

        for converter, text, wanted, *options in [
                ("from_linker_script.py", STM32H743, STM32H743_REGIONS),
                ("from_linker_script.py", PICO, PICO_REGIONS),
                ("from_linker_script.py", ZEPHYR, ZEPHYR_REGIONS),
                ("from_partition_table.py", ODD_ROWS, ODD_ROWS_REGIONS),
                ("from_partition_table.py", TWO_SLOTS, TWO_SLOTS_REGIONS,
                 "--base=0x42000000")]:
            got = convert(converter, text, *options)
            expect((got.returncode, got.stdout) == (0, wanted), got.stdout)
            # metaobj reads it: the file is refused, not the board.
            board = folder / "board.yaml"
            board.write_text(got.stdout, encoding="utf-8")
            told = run(metaobj, "check", HERE / "check.py", f"--board={board}")
            expect("check.py: " in told.stdout, told.stdout)
        for converter, texts in [("from_linker_script.py", BAD_SCRIPTS),
                                 ("from_partition_table.py", BAD_TABLES)]:
            for text, wanted in texts.items():
                got = convert(converter, text)
                expect(got.returncode == 1 and wanted in got.stdout, text,
                       got.stdout)
        if not shutil.which("arm-none-eabi-gcc"):
            print("SKIPPED: arm-none-eabi-gcc is not installed")
            sys.exit(1 if failures else 77)
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
    for failure in failures:
        print("FAILED: " + failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
