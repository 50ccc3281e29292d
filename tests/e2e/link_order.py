# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `metaobj check` says of large parameters on AArch64 and RISC-V is what
lld and GNU ld then do.

An object with more bytes of parameters than code reaches over is linked with
one that has code, constants and variables, in both orders, with the parameters
in a section of their own, and in a shard. The bytes are a hole in a file, so
that no more than the linkers' output takes room: in memory if there is plenty,
because a disk takes minutes for it, or else on the disk.
"""

import os
import shutil
import subprocess
import sys
import tempfile

import toolchain
from toolchain import Parameter

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lit",
                                "Inputs"))
from grow_section import grow  # noqa: E402

GIB = 1 << 30

#: For one link, which writes gigabytes.
LINK_SECONDS = 600

SOURCE = """
extern const void *tvmgen_default_params(void);
static const char text[] = "0123456789abcdef";
const char *volatile where;
int counter = 5, zeros[100];
int get(int i) { return text[i]; }
int main(void) {
  where = text;
  counter += get(counter) + zeros[3];
  return *where + counter + (tvmgen_default_params() != 0);
}
"""


class Machine:
    """What differs between the two."""

    def __init__(self, triple, linker, reach, flags, start):
        self.triple, self.linker, self.flags = triple, linker, flags
        self.size, self.start = reach + (1 << 18), start


MACHINES = [
    Machine("aarch64-linux-gnu", "aarch64-linux-gnu-ld", 4 * GIB,
            ["-fPIE"], 0x800000000),
    Machine("riscv64-linux-gnu", "riscv64-linux-gnu-ld", 2 * GIB,
            ["-fno-pic", "-mcmodel=medany", "-march=rv64gc", "-mabi=lp64d"],
            0x200000000),
]


def available_memory():
    """In bytes."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    return 0


class LinkOrder(toolchain.ToolTest):
    """Sets of two objects, both linkers."""

    def prepare(self, machine):
        """The object with the code."""
        self.image = self.path("image")
        memory = "/dev/shm"
        if (os.access(memory, os.W_OK) and
                min(shutil.disk_usage(memory).free,
                    available_memory()) > 2 * machine.size):
            folder = tempfile.TemporaryDirectory(dir=memory)
            self.addCleanup(folder.cleanup)
            self.image = os.path.join(folder.name, "image")
        else:
            free = shutil.disk_usage(self.folder).free
            if free < 3 * machine.size:
                self.skipTest(f"needs {3 * machine.size} bytes of disk, "
                              f"{free} are free")
        self.write("p.params", toolchain.params_file(
            [Parameter("p", 0, 8, (64,), bytes(64))]))
        main = self.path("main.o")
        self.run_tool("clang", f"--target={machine.triple}", "-O1",
                      "-ffreestanding", *machine.flags, "-c",
                      self.write("main.c", SOURCE), "-o", main)
        return main

    def parameters(self, machine, main, name, section, *options):
        """The object with the parameters."""
        path = self.path(name)
        self.emit(self.path("p.params"), f"--target-from={main}",
                  f"--place=*:section={section}", "--quiet", *options, "-o",
                  path)
        return path

    def refusing(self, machine, objects, *options):
        """The linkers that say a relocation does not fit."""
        names = set()
        for name, tool in (("lld", "ld.lld"), ("GNU ld", machine.linker)):
            result = toolchain.start(
                [toolchain.find_tool(tool), "-e", "main", *objects, *options,
                 "-o", self.image], timeout=LINK_SECONDS)
            if result.returncode:
                self.assertRegex(result.stderr,
                                 "out of range|truncated to fit")
                names.add(name)
            if os.path.exists(self.image):
                os.remove(self.image)
        return names

    def warned(self, objects):
        """The linkers that check names, and its status. The parameters are not
        read."""
        with subprocess.Popen([toolchain.OPTIONS.metaobj, "check", *objects],
                              stderr=subprocess.PIPE, text=True) as process:
            said = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertLess(usage.ru_maxrss << 10, GIB)
        names = {name for name in ("lld", "GNU ld") if f"\n  {name} " in said}
        self.assertEqual(bool(names), "constants are in its way" in said, said)
        self.assertEqual(process.returncode, int(len(names) == 2))
        return names

    def check_machine(self, machine):
        """All sets of one machine."""
        main = self.prepare(machine)
        large = self.parameters(machine, main, "large.o", ".rodata.tvm")
        for objects in ([large, main], [main, large]):
            self.assertEqual(self.warned(objects), set())
        grow(large, ".rodata.tvm", machine.size)
        for objects in ([large, main], [main, large]):
            with self.subTest(objects=objects):
                self.assertEqual(self.warned(objects),
                                 self.refusing(machine, objects))
        os.remove(large)

        own = self.parameters(machine, main, "own.o", ".params")
        grow(own, ".params", machine.size)
        objects = [main, own]
        self.assertEqual(self.warned(objects), set())
        self.assertEqual(
            self.refusing(machine, objects,
                          f"--section-start=.params={machine.start:#x}"),
            set())
        os.remove(own)

        # Without tables among its constants a shard can be first for lld.
        metadata = self.parameters(machine, main, "m.o", ".rodata.tvm",
                                   "--shard=0/1")
        shard = self.parameters(machine, main, "s.o", ".rodata.tvm",
                                "--shard=1/1")
        grow(shard, ".rodata.tvm", machine.size)
        objects = [shard, metadata, main]
        self.assertEqual(self.warned(objects), {"GNU ld"})
        self.assertEqual(self.refusing(machine, objects), {"GNU ld"})

    def test_aarch64(self):
        """4 GiB."""
        self.check_machine(MACHINES[0])

    def test_riscv(self):
        """2 GiB."""
        self.check_machine(MACHINES[1])


if __name__ == "__main__":
    toolchain.main()
