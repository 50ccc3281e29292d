# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machines that QEMU gives the end-to-end tests.

Hosted ones run a Linux program under qemu-user. Boards run an image without
operating system under qemu-system, with the start-up code and linker scripts
of examples/digits and of tests/e2e/lib/qemu; semihosting is their output. Where
there is neither a C library nor a board, a program of the boards' kind runs
under qemu-user and calls Linux itself.
"""

import os
from collections import namedtuple

from lib.target_list import TARGETS

EXAMPLE_BOARDS = os.path.join("examples", "digits", "boards")
TEST_BOARDS = os.path.join("tests", "e2e", "lib", "qemu")

#: Start-up sources of a board, and flags for the compiler driver to link. Paths
#: are below the project's folder; {} stands for it in flags.
Board = namedtuple("Board", "sources link")

#: name: the target's in TARGETS, where its compilers stand.
#: qemu: QEMU and its options, in front of the program.
#: clang: flags on top of the target's; None where its clang makes no code that
#: works.
#: lld: flags by relocation model, without the models that it does not link.
#: board: None for a hosted machine.
#: static: what tells metaobj of static code where an object does not.
Machine = namedtuple("Machine", "name qemu clang lld board static")

LLD = {"static": [], "pic": []}
#: glibc's own objects for MIPS ask for an executable stack. GNU ld gives it to
#: them, lld 19 does not look, and lld 22 refuses them without the option. libgcc's unwind tables for MIPS have addresses that are relocated at
#: run time; GNU ld rewrites them.
LLD_MIPS = {"static": ["-Wl,-z,execstack"],
            "pic": ["-Wl,-z,execstack", "-Wl,-z,notext"]}
#: Clang's code for 64-bit MIPS is position independent, and it says so.
ALWAYS_PIC = ["-Wno-option-ignored"]
STATIC = ["--relocation-model=static"]
#: QEMU 7.2 has no vectors for LoongArch, which clang 19 uses unless told.
NO_VECTORS = ["-march=loongarch64"]


def _hosted(name, qemu, clang=(), lld=LLD, static=()):
    """A machine under qemu-user. Debian's libraries for it lie in a folder
    that is called as its tools are."""
    gnu = TARGETS[name].gcc.program.removesuffix("-gcc")
    return Machine(name, [qemu, "-L", f"/usr/{gnu}"], clang, lld, None, static)


def _board(name, qemu, sources, script, clang=()):
    """A machine under qemu-system."""
    qemu = [*qemu, "-display", "none", "-monitor", "none", "-serial", "none",
            "-semihosting-config", "enable=on,target=native", "-kernel"]
    start = os.path.join(EXAMPLE_BOARDS, "bare_metal.c")
    link = ["-L", os.path.join("{}", EXAMPLE_BOARDS), "-T",
            os.path.join("{}", script), "-lgcc"]
    return Machine(name, qemu, clang, LLD, Board([start, *sources], link), ())


def _kernel(name, qemu, link=(), clang=(), static=()):
    """A machine under qemu-user for which there is no C library."""
    port = os.path.join("runtime_crt", "ports", "semihosting")
    sources = [os.path.join(TEST_BOARDS, "linux.c"),
               os.path.join(TEST_BOARDS, "linux.S"),
               os.path.join(port, "platform.c"),
               os.path.join(port, "memory_functions.c")]
    link = ["-static", "-no-pie", "-Wl,-e,start", *link]
    return Machine(name, [qemu], clang, LLD, Board(sources, link), static)


def _cortex_m(name, board, script):
    """A Cortex-M; `board` is QEMU's name of the board."""
    vectors = os.path.join(EXAMPLE_BOARDS, "mps2-an385", "vectors.c")
    # Enumerations as GNU's bare-metal compilers have them.
    return _board(name, ["qemu-system-arm", "-M", board], [vectors], script,
                  ["-fshort-enums"])


def _risc_v(name, qemu, *options):
    """A RISC-V core of QEMU's "virt" machine."""
    folder = os.path.join(EXAMPLE_BOARDS, "riscv32-virt")
    return _board(name, [qemu, "-M", "virt", "-bios", "none", *options],
                  [os.path.join(folder, "entry.S")],
                  os.path.join(folder, "memory.ld"))


#: What the linker scripts of QEMU's boards have, in the words of metaobj.
BOARD_MEMORIES = {
    "microbit": "flash=0x0:256K,ram=0x20000000:16K",
    "mps2-an385": "flash=0x0:4M,ram=0x20000000:4M",
    "mps2-an386": "flash=0x0:4M,ram=0x20000000:4M",
    "mps2-an505": "flash=0x10000000:4M,ram=0x38000000:2M",
    "mps3-an547": "flash=0x0:512K,ram=0x20000000:512K",
    "virt": "flash=0x80000000:1M,ram=0x80100000:1M",
}


def memories(machine):
    """Those of the machine's board; None where there is no board."""
    if not machine.qemu[0].startswith("qemu-system"):
        return None
    return BOARD_MEMORIES[machine.qemu[machine.qemu.index("-M") + 1]]


MICROBIT_SCRIPT = os.path.join(TEST_BOARDS, "microbit.ld")
AN505_SCRIPT = os.path.join(TEST_BOARDS, "mps2-an505.ld")
AN547_SCRIPT = os.path.join(TEST_BOARDS, "mps3-an547.ld")
MPS2_SCRIPT = os.path.join(EXAMPLE_BOARDS, "mps2-an385", "memory.ld")

MACHINES = [
    _hosted("x86-64", "qemu-x86_64", static=STATIC),
    _hosted("i386", "qemu-i386"),
    _hosted("aarch64-linux", "qemu-aarch64", static=STATIC),
    _hosted("armv7-hard", "qemu-arm"),
    _hosted("armv5-soft", "qemu-arm"),
    _hosted("riscv64-lp64d-linux", "qemu-riscv64"),
    _hosted("s390x", "qemu-s390x"),
    _hosted("powerpc", "qemu-ppc"),
    # lld knows the second version of the ABI only.
    _hosted("powerpc64", "qemu-ppc64", lld={}),
    _hosted("powerpc64le", "qemu-ppc64le"),
    _hosted("mips", "qemu-mips", lld=LLD_MIPS),
    _hosted("mipsel", "qemu-mipsel", lld=LLD_MIPS),
    # lld refuses a relocation in glibc's archive.
    _hosted("mips64el", "qemu-mips64el", ALWAYS_PIC,
            {"pic": LLD_MIPS["pic"]}),
    # lld lacks the relocations of GNU's position-independent code.
    _hosted("sparcv9", "qemu-sparc64", lld={}),
    # Clang returns floating-point numbers elsewhere than GCC expects.
    _hosted("m68k", "qemu-m68k", None, lld={}),
    _cortex_m("thumbv6m", "microbit", MICROBIT_SCRIPT),
    _cortex_m("thumbv7m", "mps2-an385", MPS2_SCRIPT),
    _cortex_m("thumbv7em", "mps2-an386", MPS2_SCRIPT),
    _cortex_m("thumbv7em-hard", "mps2-an386", MPS2_SCRIPT),
    # A Cortex-M33 runs the code of a Cortex-M23, which QEMU does not have.
    _cortex_m("thumbv8m.base", "mps2-an505", AN505_SCRIPT),
    _cortex_m("thumbv8m.main", "mps2-an505", AN505_SCRIPT),
    _cortex_m("thumbv8m.main-hard", "mps2-an505", AN505_SCRIPT),
    _cortex_m("thumbv8.1m.main", "mps3-an547", AN547_SCRIPT),
    _cortex_m("thumbv8.1m.main-hard", "mps3-an547", AN547_SCRIPT),
    _risc_v("riscv32-ilp32", "qemu-system-riscv32"),
    _risc_v("riscv32-ilp32e", "qemu-system-riscv32", "-cpu",
            "rv32,i=false,e=true,h=false"),
    _risc_v("riscv64-lp64", "qemu-system-riscv64"),
    _kernel("aarch64", "qemu-aarch64", static=STATIC),
    _kernel("aarch64_be", "qemu-aarch64_be", static=STATIC),
    _kernel("armv7a", "qemu-arm", ["-lgcc"], ["-fshort-enums"]),
    _kernel("armv7a-hard", "qemu-arm", ["-lgcc"], ["-fshort-enums"]),
    _kernel("riscv32-ilp32f", "qemu-riscv32", ["-lgcc"]),
    _kernel("riscv32-ilp32d", "qemu-riscv32", ["-lgcc"]),
    _kernel("riscv64-lp64f", "qemu-riscv64", ["-lgcc"]),
    _kernel("riscv64-lp64d", "qemu-riscv64"),
    _kernel("mips64", "qemu-mips64", clang=ALWAYS_PIC),
    _kernel("mips64-n32", "qemu-mipsn32"),
    _kernel("mips64el-n32", "qemu-mipsn32el"),
    _kernel("powerpc64-elfv2", "qemu-ppc64"),
    # Clang links Linux programs by lld and others by the host's GCC.
    _kernel("loongarch64-lp64d", "qemu-loongarch64",
            ["--target=loongarch64-linux-gnu"], NO_VECTORS),
    _kernel("loongarch64-linux", "qemu-loongarch64", clang=NO_VECTORS),
]
