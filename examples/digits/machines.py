# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The machines of the demo: how to compile, link and run for each of them."""

import os
import pathlib
import platform
import shutil
import subprocess
from concurrent import futures

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = HERE.parent.parent / "runtime_crt"
BOARDS = HERE / "boards"
# The version that the project is built with by default comes first; a plain
# "clang" is tried last, because it is often an old one.
LLVM_VERSIONS = (19, 22, 21, 20, 18, 17, 16)
RUN_SECONDS = 60
SHOWN_LINES = 10
COMMON_FLAGS = ["-std=c99", "-Os", "-Wall", "-ffunction-sections",
                "-fdata-sections", "-I", RUNTIME / "include", "-I",
                RUNTIME / "config"]
# Of the runtime's limits, a board takes what this model needs: no timing and
# thus no floating point, and memory for the padded maps of one convolution.
BOARD_LIMITS = ["-DTVM_CRT_ENABLE_TIME_EVALUATOR=0",
                "-DTVM_CRT_PORT_ARENA_SIZE_BYTES=2048"]
# The graph executor takes its tables and tensors from the same memory: this
# many bytes are enough, 256 less are not.
GRAPH_LIMITS = ["-DTVM_CRT_PORT_ARENA_SIZE_BYTES=5632"]


class DemoError(Exception):
    """A reason to stop, in words for the user."""


def find_tool(name, package, folder=None):
    """The path of a program: from `folder` when it is there, or else from the
    search path, where programs of LLVM carry their version in the name."""
    path = folder and shutil.which(name, path=folder)
    versioned = ["%s-%d" % (name, version) for version in LLVM_VERSIONS]
    for candidate in [*versioned, name]:
        path = path or shutil.which(candidate)
    if not path:
        raise DemoError("%s not found; on Debian it is in the package %s" % (
            name, package))
    return path


def run(command, what, seconds=None, environment=None):
    """Runs a command and returns what it printed; stops the demo when the
    command fails or takes too long."""
    command = [str(word) for word in command]
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=seconds,
                              env=environment)
    except subprocess.TimeoutExpired:
        raise DemoError("%s: no end after %d seconds\n%s" % (
            what, seconds, " ".join(command))) from None
    except OSError as error:
        raise DemoError("%s: %s" % (what, error)) from None
    if done.returncode != 0:
        output = (done.stdout + done.stderr).strip().splitlines()
        if len(output) > 2 * SHOWN_LINES:
            output[SHOWN_LINES:-SHOWN_LINES] = ["..."]
        raise DemoError("%s: exit status %d\n%s" % (
            what, done.returncode, "\n".join([" ".join(command), *output])))
    return done.stdout


class Machine:
    """One target: everything between the sources and a running program."""

    def __init__(self, folder, title, llvm_bin):
        self.folder = folder
        self.title = title
        self.clang = find_tool("clang", "clang-19", llvm_bin)
        self.lld = find_tool("ld.lld", "lld-19", llvm_bin)
        self.archiver = find_tool("llvm-ar", "llvm-19", llvm_bin)
        self.make = find_tool("make", "make")
        self.target = []
        self.flags = COMMON_FLAGS
        self.port = "posix"
        self.limits = []
        self.sources = [HERE / "images.c", *sources_in(BOARDS / "host")]
        self.linker = [self.clang, "--ld-path=" + self.lld,
                       "-Wl,--gc-sections,--fatal-warnings"]
        self.emulator = []

    def use_board(self, target, emulator):
        """Makes this a bare-metal board of an emulator."""
        board = BOARDS / self.folder
        self.target = target
        self.flags = [*COMMON_FLAGS, "-ffreestanding", "-I",
                      RUNTIME / "ports" / "semihosting"]
        self.port = "semihosting"
        self.limits = BOARD_LIMITS
        self.sources = [HERE / "images.c", BOARDS / "bare_metal.c",
                        *sources_in(board)]
        self.linker = [self.lld, "-L", BOARDS, "-T", board / "memory.ld",
                       "--gc-sections", "--fatal-warnings"]
        self.emulator = [*emulator, "-nographic", "-semihosting-config",
                         "enable=on,target=native", "-kernel"]
        return self

    def runtime(self, folder):
        """Builds the C runtime with its own Makefile; returns the libraries.
        """
        run([self.make, "-B", "-C", RUNTIME, "-j", os.cpu_count(),
             "BUILD=%s" % folder, "PORT=" + self.port, "AR=" + self.archiver,
             "CC=" + " ".join([self.clang, *self.target]),
             "CFLAGS=" + " ".join(["-Os", *self.limits])],
            "building the runtime for " + self.title)
        return sorted(folder.glob("lib*.a"))

    def graph_memory(self, folder):
        """What the graph executor needs besides the runtime: a board's memory
        of another size, in front of that of the library."""
        if not self.emulator:
            return []
        return self.compile([RUNTIME / "ports" / self.port / "platform.c"],
                            folder, GRAPH_LIMITS)

    def compile(self, sources, folder, flags=()):
        """Compiles C and assembly files, as many at a time as there are
        processors; returns the objects."""
        folder.mkdir(parents=True, exist_ok=True)
        objects = [folder / (source.stem + ".o") for source in sources]

        def compile_one(source, target):
            run([self.clang, *self.target, *self.flags, *flags, "-c", source,
                 "-o", target],
                "compiling %s for %s" % (source.name, self.title))

        with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, sources, objects))
        return objects

    def link(self, objects, image):
        """Links a program; boards call the linker without a compiler."""
        run([*self.linker, *objects, "-o", image], "linking for " + self.title)

    def run_image(self, image):
        """Runs a program to its end and returns its output."""
        return run([*self.emulator, image], "running on " + self.title,
                   RUN_SECONDS)


def sources_in(folder):
    """The C and assembly files of a folder, in a fixed order."""
    return sorted(folder.glob("*.[cS]"))


def all_machines(llvm_bin):
    """The machine that the demo itself runs on and two boards."""
    return [
        Machine("host", platform.machine(), llvm_bin),
        Machine("mps2-an385", "Cortex-M3", llvm_bin).use_board(
            ["--target=thumbv7m-none-eabi", "-mcpu=cortex-m3"],
            [find_tool("qemu-system-arm", "qemu-system-arm"),
             "-M", "mps2-an385"]),
        Machine("riscv32-virt", "RV32IMAC", llvm_bin).use_board(
            ["--target=riscv32-unknown-elf", "-march=rv32imac",
             "-mabi=ilp32"],
            [find_tool("qemu-system-riscv32", "qemu-system-misc"),
             "-M", "virt", "-bios", "none"]),
    ]
