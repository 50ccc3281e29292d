# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Empty chips of QEMU, operators for them, and metaobj device."""

import json
import os
import re
import subprocess
import time
from collections import namedtuple

from lib import toolchain

EXAMPLE = os.path.join("examples", "digits")

#: Board of metaobj, command of QEMU, clang's flags, counter of cycles.
Chip = namedtuple("Chip", "board qemu flags counter")

CHIPS = {
    "Cortex-M3": Chip("mps2-an385", ["qemu-system-arm", "-M", "mps2-an385"],
                      ["--target=thumbv7m-none-eabi", "-mcpu=cortex-m3"],
                      "SysTick"),
    "Cortex-M0": Chip("microbit", ["qemu-system-arm", "-M", "microbit"],
                      ["--target=thumbv6m-none-eabi", "-mcpu=cortex-m0"],
                      "SysTick"),
    "RV32": Chip("riscv-virt",
                 ["qemu-system-riscv32", "-M", "virt", "-bios", "none"],
                 ["--target=riscv32-unknown-elf", "-march=rv32imac",
                  "-mabi=ilp32"], "mcycle"),
    "RV64": Chip("riscv-virt",
                 ["qemu-system-riscv64", "-M", "virt", "-bios", "none"],
                 ["--target=riscv64-unknown-elf", "-march=rv64imac",
                  "-mabi=lp64", "-mcmodel=medany"], "mcycle"),
}

HOST_FLAGS = ["-fPIC"]

#: An operator for each way to fail, all with one int32 in and one out.
FAULTS = """
#include <stdint.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>
#define OPERATOR(name) TVM_DLL int32_t name(void *args, int32_t *codes, \\
    int32_t count, void *value, int32_t *code, void *handle)
#define TENSOR(i) ((int32_t *)((DLTensor *)((TVMValue *)args)[i].v_handle)->data)
OPERATOR(tvmgen_good) { TENSOR(1)[0] = TENSOR(0)[0] + 1; return 0; }
OPERATOR(tvmgen_refuse) { return -7; }
OPERATOR(tvmgen_nowhere) {
  ((void (*)(void))(uintptr_t)0x60000001)();
  return 0;
}
OPERATOR(tvmgen_read) {
  TENSOR(1)[0] = *(volatile int32_t *)(uintptr_t)0x60000000;
  return 0;
}
OPERATOR(tvmgen_unaligned) {
#ifdef __arm__
  void *place = (char *)TENSOR(0) + 1;
  __asm__ volatile("ldmia %0!, {r2, r3}" : "+r"(place) :: "r2", "r3");
#endif
  return 0;
}
OPERATOR(tvmgen_unknown) { __builtin_trap(); }
OPERATOR(tvmgen_loop) { for (;;) __asm__ volatile("" ::: "memory"); }
static int32_t deeper(volatile int32_t *depth) {
  volatile int32_t room[64];
  room[0] = *depth + 1;
  return deeper(room) + room[0];
}
OPERATOR(tvmgen_stack) {
  volatile int32_t depth = 0;
  TENSOR(1)[0] = deeper(&depth);
  return 0;
}
OPERATOR(tvmgen_workspace) {
  return TVMBackendAllocWorkspace(1, 0, 1 << 20, 2, 32) ? 0 : -1;
}
"""

#: Programs that run until a debugger comes: interrupts come all the time. They
#: write a byte into the serial line when they are on.
FIRMWARE = {
    "Cortex-M3": """
#include <stdint.h>
#define WORD(address) (*(volatile uint32_t *)(address))
static void tick(void) { WORD(0x4000000c) = 1; }
__attribute__((naked)) static void start(void) { __asm__("b begin"); }
__attribute__((used)) static void begin(void) {
  WORD(0x40000008) = 500; /* A timer of the board. */
  WORD(0x40000000) = 9;
  WORD(0xe000e100) = 1 << 8;
  WORD(0xe000e014) = 1000; /* SysTick. */
  WORD(0xe000e018) = 0;
  WORD(0xe000e010) = 7;
  WORD(0x40004008) = 1; /* The serial line. */
  WORD(0x40004000) = 'x';
  for (;;) __asm__ volatile("" ::: "memory");
}
__attribute__((section(".first"), used))
static void (*const vectors[48])(void) = {
    (void (*)(void))0x20200000, start,
    [2 ... 47] = tick};
""",
    "RV32": """
#include <stdint.h>
#define LONG(address) (*(volatile uint64_t *)(address))
static uint32_t hart(void) {
  uint32_t result;
  __asm__ volatile("csrr %0, mhartid" : "=r"(result));
  return result;
}
__attribute__((interrupt, aligned(4))) static void tick(void) {
  LONG(0x2004000 + 8 * hart()) = LONG(0x200bff8) + 200;
}
__attribute__((section(".first"), naked, used)) static void start(void) {
  __asm__("csrr t0, mhartid; slli t0, t0, 16; li sp, 0x80200000; "
          "sub sp, sp, t0; j begin");
}
__attribute__((used)) static void begin(void) {
  __asm__ volatile("csrw mtvec, %0" :: "r"(tick));
  LONG(0x2004000 + 8 * hart()) = 0;
  __asm__ volatile("csrw mie, %0; csrsi mstatus, 8" :: "r"(0x80));
  *(volatile uint8_t *)0x10000000 = 'x';
  for (;;) __asm__ volatile("" ::: "memory");
}
"""}

FIRST_ADDRESS = {"Cortex-M3": 0, "RV32": 0x80000000}


def graph_of(*functions):
    """A graph that calls functions of one int32 one after the other."""
    nodes = [{"op": "null", "name": "x", "inputs": []}]
    for i, name in enumerate(functions):
        nodes.append({"op": "tvm_op", "name": name, "inputs": [[i, 0, 0]],
                      "attrs": {"func_name": name, "num_inputs": "1",
                                "num_outputs": "1", "flatten_data": "0"}})
    count = len(nodes)
    return json.dumps({
        "nodes": nodes, "arg_nodes": [0], "heads": [[count - 1, 0, 0]],
        "node_row_ptr": list(range(count + 1)),
        "attrs": {"dltype": ["list_str", ["int32"] * count],
                  "storage_id": ["list_int", list(range(count))],
                  "shape": ["list_shape", [[1]] * count]}})


def is_listening(path):
    """Does somebody serve the socket? It has a path before it can be reached.
    To connect would be to use the only place of a debugger."""
    with open("/proc/net/unix", encoding="utf-8") as sockets:
        return any(fields[3:4] == ["00010000"] and fields[-1] == path
                   for fields in map(str.split, sockets))


class ChipTest(toolchain.ToolTest):
    """Starts QEMU's machines, and runs operators there."""

    def setUp(self):
        super().setUp()
        self.model = [
            os.path.join(toolchain.OPTIONS.source, EXAMPLE, "model", name)
            for name in ("digits.params", "graph.json")]

    def start_qemu(self, chip):
        """Starts an empty machine; returns the socket of its debugger."""
        self.count = getattr(self, "count", 0) + 1
        path = self.path(f"qemu{self.count}.sock")
        self.qemu = subprocess.Popen(
            [toolchain.find_tool(chip.qemu[0]), *chip.qemu[1:], "-display",
             "none", "-monitor", "none", "-serial", "none", "-S", "-gdb",
             f"unix:{path},server=on,wait=off"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.qemu.wait)
        self.addCleanup(self.qemu.kill)
        while not is_listening(path):
            self.assertIsNone(self.qemu.poll(), "QEMU does not start")
            time.sleep(0.01)
        return path

    def start_firmware(self, title, *more):
        """Starts a machine whose program has run; the debugger's socket."""
        chip = CHIPS[title]
        script = self.write("firmware.ld", """
SECTIONS {
  . = %#x;
  .text : { *(.first) *(.text*) *(.rodata*) }
  /DISCARD/ : { *(.ARM.exidx*) }
}""" % FIRST_ADDRESS[title])
        self.run_tool("ld.lld", self.compile("firmware", FIRMWARE[title],
                                             chip.flags),
                      "-T", script, "-e", "0", "-o", self.path("firmware.elf"))
        path, line = self.path("firmware.sock"), self.path("firmware.line")
        self.qemu = subprocess.Popen(
            [toolchain.find_tool(chip.qemu[0]), *chip.qemu[1:], *more,
             "-display", "none", "-monitor", "none", "-serial", "file:" + line,
             "-kernel", self.path("firmware.elf"), "-gdb",
             f"unix:{path},server=on,wait=off"],
            stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.qemu.wait)
        self.addCleanup(self.qemu.kill)
        while not (os.path.exists(line) and os.path.getsize(line)):
            self.assertIsNone(self.qemu.poll(), "QEMU does not start")
            time.sleep(0.01)
        return path

    #: Bytes of objects by source and flags: the tests share most of them.
    objects = {}

    def compile(self, name, text, flags):
        """The object of a source."""
        key = text, *flags
        if key in self.objects:
            return self.write(name + ".o", self.objects[key])
        source = self.write(name + ".c", text)
        crt = os.path.join(toolchain.OPTIONS.source, "runtime_crt")
        self.run_tool("clang", *flags, "-std=gnu11", "-Os", "-ffreestanding",
                      "-ffunction-sections", "-fdata-sections",
                      "-I" + os.path.join(crt, "include"),
                      "-I" + os.path.join(crt, "config"),
                      "-I" + os.path.join(toolchain.OPTIONS.source, "include"),
                      "-c", source, "-o",
                      self.path(name + ".o"))
        with open(self.path(name + ".o"), "rb") as file:
            self.objects[key] = file.read()
        return self.path(name + ".o")

    def digits(self, name, flags, text=""):
        """All operators of the example in one object."""
        folder = os.path.join(toolchain.OPTIONS.source, EXAMPLE, "operators")
        sources = sorted(os.listdir(folder))
        return self.compile(name, text + "".join(
            f'#include "{folder}/{source}"\n' for source in sources
            if source.endswith(".c")), flags)

    def images(self, count):
        """A file with that many images, and their labels."""
        path = os.path.join(toolchain.OPTIONS.source, EXAMPLE, "model",
                            "test_images.inc")
        with open(path, encoding="utf-8") as file:
            rows = re.findall(r"\{(\d+), \{([^}]*)\}\}", file.read())[:count]
        pixels = [bytes(map(int, row[1].split(","))) for row in rows]
        return (self.write("images.raw", b"".join(pixels)),
                [row[0] for row in rows])

    def device(self, action, *arguments, status=0):
        """Runs metaobj device; returns what it said."""
        result = self.metaobj("device", action, *arguments)
        self.assertEqual(result.returncode, status,
                         f"{arguments}\n{result.stdout}{result.stderr}")
        return result.stdout if status == 0 else result.stderr

    def predictions(self, text):
        """The outputs of all runs of a report in JSON."""
        return [run[0]["elements"][0] for run in json.loads(text)["runs"]]

    def failing(self, chip, function, *more, status=1):
        """Runs an operator that fails on a machine; what was said."""
        graph = self.write("graph.json", graph_of(function))
        return self.device(
            "run", self.path("faults.o"), graph, "--input=x=" + self.x,
            *more, *(["--board=" + chip.board] if chip else ["--via=host"]),
            status=status)
