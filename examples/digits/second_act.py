# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The demo's second act: firmware without a tool chain.

The operators, the program's own objects and the parameters are given, as a
model compiler and an application leave them. metaobj alone makes the firmware
of them: metadata, C runtime, start-up code, link. No other program can be found
while it does.
"""

import collections
import shutil

import machines
from machines import DemoError

HERE = machines.HERE
TOOL_CHAIN = ["cc", "gcc", "clang", "ld", "ld.lld", "as", "ar", "objcopy"]

#: A board: its folder below the build, title, name in metaobj and QEMU,
#: clang's target, and the emulator.
Board = collections.namedtuple("Board", "folder title name target emulator")

BOARDS = [
    Board("alone-microbit", "Cortex-M0", "microbit",
          ["--target=thumbv6m-none-eabi", "-mcpu=cortex-m0"],
          ["qemu-system-arm", "-M", "microbit"]),
    Board("alone-mps2-an385", "Cortex-M3", "mps2-an385",
          ["--target=thumbv7m-none-eabi", "-mcpu=cortex-m3"],
          ["qemu-system-arm", "-M", "mps2-an385"]),
    Board("alone-riscv32-virt", "RV32IMAC", "riscv-virt",
          ["--target=riscv32-unknown-elf", "-march=rv32imac", "-mabi=ilp32"],
          ["qemu-system-riscv32", "-M", "virt", "-bios", "none"]),
]

RUNTIME_OPTIONS = ["--gc-sections",
                   "--with-runtime=registry,semihosting,startup",
                   "--crt-config=TVM_CRT_PORT_ARENA_SIZE_BYTES=2048"]


def given_objects(machine, folder):
    """What a model compiler and an application leave: objects."""
    operators = machine.compile(machines.sources_in(HERE / "operators"),
                                folder / "ops")
    program = machine.compile(
        [HERE / "main.c", HERE / "images.c",
         machines.BOARDS / "semihosting.c"], folder / "program")
    return operators, program


def link_alone(metaobj, board, objects, image, nowhere):
    """Makes firmware with an empty search path."""
    for name in TOOL_CHAIN:
        if shutil.which(name, path=str(nowhere)):
            raise DemoError("there is a %s in %s" % (name, nowhere))
    print("$ PATH= metaobj link %s/*.o -o firmware.elf --board=%s %s" % (
        board.folder, board.name, " ".join(RUNTIME_OPTIONS)), flush=True)
    machines.run([metaobj, "link", *objects, "-o", image,
                  "--board=" + board.name, *RUNTIME_OPTIONS],
                 "metaobj link for " + board.title,
                 environment={"PATH": str(nowhere)})


def act(metaobj, build, llvm_bin, emit):
    """Makes and runs the firmware of all boards; yields the title of each,
    and what it printed. `emit` writes the metadata."""
    nowhere = build / "nowhere"
    nowhere.mkdir(parents=True, exist_ok=True)
    for board in BOARDS:
        folder = build / board.folder
        machine = machines.Machine(board.folder, board.title, llvm_bin)
        emulator = machines.find_tool(
            board.emulator[0], "qemu-system-arm or qemu-system-misc")
        machine.use_board(board.target, [emulator, *board.emulator[1:]])
        operators, program = given_objects(machine, folder)
        metadata = folder / "metadata.o"
        emit(metaobj, machine, operators, metadata)
        image = folder / "firmware.elf"
        link_alone(metaobj, board, [*operators, *program, metadata], image,
                   nowhere)
        yield machine, image, machine.run_image(image)
