# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The firmware with an RPC server, for QEMU's mps2-an385 (board.c)."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
#: Programs that build and run it.
TOOLS = ("make", "arm-none-eabi-gcc", "qemu-system-arm")
CC = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"]
FLAGS = ["-Os", "-ffunction-sections", "-fdata-sections"]
#: For the runtime and for the program, whose sizes of structures must agree.
LIMITS = ["-DTVM_CRT_ENABLE_TIME_EVALUATOR=0",
          "-DTVM_CRT_MAX_PACKET_SIZE_BYTES=512",
          "-DTVM_CRT_RPC_MAX_BLOCKS=12"]


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True,
                          text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def build(root, metaobj, work, limits=LIMITS):
    """The image of the board, with the operators of examples/digits."""
    crt, digits = root / "runtime_crt", root / "examples/digits"
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MAKELEVEL", "CFLAGS")}
    # The server's library before the platform's: its TVMLogf is for the host.
    libraries = [work / "crt" / f"lib{name}.a" for name in
                 ("rpc", "runtime", "memory", "semihosting", "backend",
                  "memory_functions")]
    subprocess.run(
        ["make", "-s", "-j2", "-f", str(crt / "Makefile"),
         f"BUILD={work / 'crt'}", "PORT=semihosting", f"CC={' '.join(CC)}",
         "AR=arm-none-eabi-gcc-ar", f"CFLAGS={' '.join([*FLAGS, *limits])}",
         *[str(path) for path in libraries]], env=environment, check=True)
    boards = HERE.parent / "boards"
    includes = [f"-I{crt / name}" for name in
                ("include", "config", "ports/semihosting")]

    def compiled(source):
        made = work / f"{source.stem}.o"
        run([*CC, *FLAGS, *limits, "-std=c99", "-ffreestanding", "-Wall",
             "-Werror", *includes, "-c", source, "-o", made])
        return made

    operators = [compiled(source)
                 for source in sorted((digits / "operators").glob("*.c"))]
    run([metaobj, "emit", *operators, digits / "model/digits.params",
         f"--graph={digits / 'model/graph.json'}", "--inputs=image", "-o",
         work / "metadata.o"])
    run([*CC, "-nostdlib", "-nostartfiles", "-Wl,--gc-sections",
         "-Wl,--fatal-warnings", "-T", boards / "mps2_an385.ld",
         compiled(boards / "mps2_an385.c"), compiled(HERE / "board.c"),
         work / "metadata.o", *operators, "-Wl,--start-group", *libraries,
         "-Wl,--end-group", "-lgcc", "-o", work / "image.elf"])
    return work / "image.elf"
