#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs metaobj self-test for all targets of the linked LLVM, with all ABIs.

    python3 tools/self_test_all.py build/dev/bin/metaobj [options of self-test]

With "--json" it prints what "metaobj self-test --json" prints, for all targets.
Each target has its own process, because LLVM ends the process for what a target
cannot do. The status is 1 if a target failed that is counted.
"""

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys

#: Every ABI that objects of a target can have, as far as it changes what linkers
#: see: LLVM's name of the target, a triple, the ABI if there are several, and
#: the options besides the triple.
VARIANTS = """
aarch64     | aarch64-unknown-none-elf        | lp64            |
aarch64_be  | aarch64_be-unknown-none-elf     | lp64            |
aarch64     | aarch64-unknown-linux-gnu_ilp32 | ilp32           |
aarch64     | aarch64-pc-windows-msvc         |                 |
aarch64     | arm64-apple-macosx              |                 |
aarch64     | arm64-apple-ios                 |                 |
aarch64_32  | arm64_32-apple-watchos          |                 |
amdgcn      | amdgcn-amd-amdhsa               |                 |
r600        | r600-unknown-unknown            |                 |
arm         | armv7a-unknown-linux-gnueabi    | soft float      | --float-abi=soft
arm         | armv7a-unknown-linux-gnueabihf  | hard float      | --float-abi=hard
arm         | armv4t-none-eabi                | soft float      | --float-abi=soft
armeb       | armebv7r-none-eabi              | soft float      | --float-abi=soft
thumb       | thumbv6m-none-eabi              | soft float      | --float-abi=soft
thumb       | thumbv7m-none-eabi              | soft float      | --float-abi=soft
thumb       | thumbv7em-none-eabi             | soft float      | --float-abi=soft
thumb       | thumbv7em-none-eabihf           | hard float      | --float-abi=hard
thumb       | thumbv8m.main-none-eabi         | soft float      | --float-abi=soft
thumb       | thumbv8.1m.main-none-eabihf     | hard float      | --float-abi=hard
thumbeb     | thumbebv7m-none-eabi            | soft float      | --float-abi=soft
thumb       | thumbv7-pc-windows-msvc         |                 |
avr         | avr-unknown-unknown             | avr5            | --mcpu=atmega328p
avr         | avr-unknown-unknown             | avr25           | --mcpu=attiny85
avr         | avr-unknown-unknown             | avr6            | --mcpu=atmega2560
bpfel       | bpfel-unknown-unknown           |                 |
bpfeb       | bpfeb-unknown-unknown           |                 |
hexagon     | hexagon-unknown-elf             |                 |
lanai       | lanai-unknown-unknown           |                 |
loongarch32 | loongarch32-unknown-none        | ilp32s          | --target-abi=ilp32s
loongarch32 | loongarch32-unknown-none        | ilp32f          | --target-abi=ilp32f --mattr=+f
loongarch32 | loongarch32-unknown-none        | ilp32d          | --target-abi=ilp32d --mattr=+d
loongarch64 | loongarch64-unknown-none        | lp64s           | --target-abi=lp64s
loongarch64 | loongarch64-unknown-none        | lp64f           | --target-abi=lp64f --mattr=+f
loongarch64 | loongarch64-unknown-none        | lp64d           | --target-abi=lp64d --mattr=+d
m68k        | m68k-unknown-linux-gnu          |                 |
mips        | mips-unknown-linux-gnu          | o32             |
mips        | mips-unknown-linux-gnu          | o32, soft float | --mattr=+soft-float
mipsel      | mipsel-unknown-linux-gnu        | o32             |
mipsel      | mipsel-unknown-linux-gnu        | o32, microMIPS  | --mcpu=mips32r2 --mattr=+micromips
mips        | mipsisa32r6-unknown-linux-gnu   | o32, r6         |
mips64      | mips64-unknown-linux-gnuabin32  | n32             |
mips64      | mips64-unknown-linux-gnuabi64   | n64             |
mips64el    | mips64el-unknown-linux-gnuabin32 | n32             |
mips64el    | mips64el-unknown-linux-gnuabi64 | n64             |
msp430      | msp430-unknown-elf              |                 |
nvptx       | nvptx-nvidia-cuda               |                 |
nvptx64     | nvptx64-nvidia-cuda             |                 |
ppc32       | powerpc-unknown-linux-gnu       |                 |
ppc32le     | powerpcle-unknown-elf           |                 |
ppc64       | powerpc64-unknown-linux-gnu     | elfv1           | --target-abi=elfv1
ppc64       | powerpc64-unknown-linux-musl    | elfv2           | --target-abi=elfv2
ppc64le     | powerpc64le-unknown-linux-gnu   | elfv2           | --target-abi=elfv2
riscv32     | riscv32-unknown-elf             | ilp32           | --target-abi=ilp32
riscv32     | riscv32-unknown-elf             | ilp32e          | --target-abi=ilp32e --mattr=+e
riscv32     | riscv32-unknown-elf             | ilp32f          | --target-abi=ilp32f --mattr=+m,+a,+c,+f
riscv32     | riscv32-unknown-elf             | ilp32d          | --target-abi=ilp32d --mattr=+m,+a,+c,+d
riscv64     | riscv64-unknown-elf             | lp64            | --target-abi=lp64 --code-model=medium
riscv64     | riscv64-unknown-elf             | lp64e           | --target-abi=lp64e --mattr=+e --code-model=medium
riscv64     | riscv64-unknown-elf             | lp64f           | --target-abi=lp64f --mattr=+m,+a,+c,+f --code-model=medium
riscv64     | riscv64-unknown-elf             | lp64d           | --target-abi=lp64d --mattr=+m,+a,+c,+d --code-model=medium
riscv32be   | riscv32be-unknown-elf           | ilp32           | --target-abi=ilp32
riscv64be   | riscv64be-unknown-elf           | lp64            | --target-abi=lp64 --code-model=medium
sparc       | sparc-unknown-linux-gnu         |                 |
sparcel     | sparcel-unknown-elf             |                 |
sparcv9     | sparcv9-unknown-linux-gnu       |                 |
spirv       | spirv-unknown-vulkan            |                 |
spirv32     | spirv32-unknown-unknown         |                 |
spirv64     | spirv64-unknown-unknown         |                 |
dxil        | dxil-unknown-unknown            |                 |
systemz     | s390x-unknown-linux-gnu         |                 |
ve          | ve-unknown-linux-gnu            |                 |
wasm32      | wasm32-unknown-unknown          |                 |
wasm64      | wasm64-unknown-unknown          |                 |
x86         | i686-unknown-linux-gnu          |                 |
x86         | i686-pc-windows-msvc            |                 |
x86         | i686-w64-windows-gnu            |                 |
x86-64      | x86_64-unknown-linux-gnu        |                 |
x86-64      | x86_64-unknown-linux-gnux32     | x32             |
x86-64      | x86_64-pc-windows-msvc          |                 |
x86-64      | x86_64-w64-windows-gnu          |                 |
x86-64      | x86_64-apple-macosx             |                 |
xcore       | xcore-unknown-unknown           |                 |
xtensa      | xtensa-unknown-elf              |                 |
"""

#: Other names of targets.
ALIASES = {"arm64", "arm64_32", "bpf"}

#: Failures are shown and not counted: functions of BPF cannot have the arguments
#: of a packed function, and LLVM's support for the others is not finished.
NOT_COUNTED = {"bpfeb", "bpfel", "dxil", "xtensa"}

#: The same before LLVM 18: cores with 16 registers.
NOT_COUNTED_BEFORE_18 = {"ilp32e", "lp64e"}

STEPS = {"emitted": "emit", "inspected": "read back", "layout": "layout",
         "flags": "flags", "disassembled": "disassemble", "linked": "link"}

ROW = "{:<12} {:<33} {:<16} {:<12} {:<5} {:<5} {:<7} {:<6} {:<7} {:<5} {:>6}"


def run(metaobj, *arguments):
    return subprocess.run([metaobj, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, encoding="utf-8",
                          errors="replace", check=False)


def variants(metaobj):
    """Target, triple, ABI, options, and whether its failures count."""
    version = re.search(r"^LLVM (\d+)", run(metaobj, "--version").stdout, re.M)
    is_old = int(version[1]) < 18
    known = {}
    for line in VARIANTS.strip().splitlines():
        target, triple, abi, options = (cell.strip() for cell in line.split("|"))
        known.setdefault(target, []).append(
            (triple, abi or None, options.split()))
    for target in json.loads(run(metaobj, "targets", "--json").stdout)["targets"]:
        name = target["name"]
        if name in ALIASES:
            continue
        for triple, abi, options in known.get(name, [(name, None, [])]):
            counts = not (name in NOT_COUNTED or target["refusal"] or
                          is_old and abi in NOT_COUNTED_BEFORE_18)
            yield name, triple, abi, options, counts


def crash_reason(text):
    """The most informative line of the output before a crash, or ""."""
    lines = text.splitlines()
    for line in lines:
        if "Assertion" in line or "error: " in line:
            return line
    # Else the innermost task of LLVM: "2.\tRunning pass ...".
    tasks = [match[1] for line in lines
             if (match := re.fullmatch(r"\d+\.\t(.+)", line))]
    return tasks[-1] if tasks else ""


def test(metaobj, options, variant):
    """The row of a variant, and whether its failure counts."""
    target, triple, abi, own_options, counts = variant
    result = run(metaobj, "self-test", "--json", f"--mtriple={triple}",
                 *own_options, *options)
    try:
        row, = json.loads(result.stdout)["targets"]
    except ValueError:
        status = result.returncode
        end = (f"status {status}" if status >= 0 else signal.strsignal(-status))
        reason = ": ".join(filter(None, [f"the process ended with {end}",
                                         crash_reason(result.stderr)]))
        row = {"triple": triple, "target": None, "abi": None, "format": None,
               "pointerBits": 0, "bigEndian": False, "checks": 0,
               **dict.fromkeys(STEPS), "emitted": False, "reason": reason,
               "notDone": {}}
    # A step that ended early may not have reached the target.
    row.update(triple=triple, abi=abi, target=row["target"] or target)
    return row, counts and row["format"] != "none"


def print_row(row):
    words = {True: "yes", False: "NO", None: "-"}
    print(ROW.format(row["target"], row["triple"], row["abi"] or "-",
                     row["format"] or "?", *(words[row[key]] for key in STEPS),
                     row["checks"]), flush=True)


def name_of(row):
    return row["triple"] + (f" ({row['abi']})" if row["abi"] else "")


def print_end(rows, failures, not_counted):
    """What was not done, what failed, and the verdict."""
    not_done = {}
    for row in rows:
        for key, reason in row["notDone"].items():
            not_done.setdefault(f"{STEPS[key]}: {reason}", []).append(name_of(row))
    for reason, names in sorted(not_done.items()):
        print(f"not done: {reason}: {'; '.join(names)}")
    for row in not_counted:
        print(f"not counted: {name_of(row)}: {row['reason']}")
    for row in failures:
        print(f"FAIL: {name_of(row)}: {row['reason']}")
    if failures:
        print(f"self-test: FAIL: {name_of(failures[0])}: {failures[0]['reason']} "
              f"({len(failures)} of {len(rows)} targets failed)")
    else:
        print(f"self-test: pass: {sum(row['checks'] for row in rows)} checks on "
              f"{len(rows)} targets, {len(not_counted)} of them not counted")


def main(arguments):
    is_json = "--json" in arguments
    metaobj, *options = (each for each in arguments if each != "--json")
    rows, failures, not_counted = [], [], []
    if not is_json:
        print(ROW.format("target", "triple", "abi", "object", "emit", "read",
                         "layout", "flags", "disasm", "link", "checks"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for row, counts in pool.map(lambda each: test(metaobj, options, each),
                                    variants(metaobj)):
            rows.append(row)
            if row["reason"]:
                (failures if counts else not_counted).append(row)
            if not is_json:
                print_row(row)
    if is_json:
        print(json.dumps({"schema": 1, "targets": rows}, indent=1))
    else:
        print_end(rows, failures, not_counted)
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
