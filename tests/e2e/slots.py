# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images for two slots, as docs/object-only-flow.md says.

The same operators (-fropi -frwpi) and metadata are linked for each slot, and
each image runs in its slot on a Cortex-M3 in QEMU. The image of slot A moved to
slot B runs too, but its registry still points to slot A: what `emit` and
`check` warn of.
"""

from lib import toolchain

TARGET = ["--target=thumbv7m-none-eabi", "-O2", "-ffreestanding", "-fno-short-"
          "enums"]
SLOTS = {"A": 0x10000, "B": 0x20000}

OPERATOR = """static const volatile int weights[3] = {40, 1, 1};
static int calls;
int tvmgen_f(void);
int tvmgen_f(void) {
  return weights[0] + weights[1] + weights[2] + ++calls;
}
"""

BOOT = """.syntax unified
.thumb
.section .text
.word 0x20007000
.word reset
.globl reset
.type reset, %function
.thumb_func
reset:
  ldr r9, =0x20008000
  ldr r0, =slot + 1
  bx r0
"""

#: Says in which slot the registry is looked for, and what its function returns
#: if that is the slot that the code runs in.
PROGRAM = """#include <stdint.h>
typedef struct { const char *names; int (*const *functions)(void); } Registry;
typedef struct { const Registry *registry; } Module;
extern const Module *TVMSystemLibEntryPoint(void);

static intptr_t semihost(intptr_t number, intptr_t argument) {
  register intptr_t r0 __asm__("r0") = number;
  register intptr_t r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static void put(uint32_t number) {
  for (int shift = 28; shift >= 0; shift -= 4) {
    char digit = "0123456789abcdef"[number >> shift & 15];
    semihost(3, (intptr_t)&digit);
  }
}

__attribute__((section(".text.entry"))) void entry(void) {
  uintptr_t here;
  __asm__ volatile("mov %0, pc" : "=r"(here));
  const Registry *registry = TVMSystemLibEntryPoint()->registry;
  put((uintptr_t)registry >> 16);
  if ((uintptr_t)registry >> 16 == here >> 16) {
    put(registry->functions[0]());
    put(registry->functions[0]());
  }
  semihost(0x18, 0x20026);
}
"""

SCRIPT = """SECTIONS {
  .text slot : { *(.text.entry) *(.text*) }
  .rodata : { *(.rodata*) }
  .data 0x20008000 : { *(.data*) *(.bss*) }
  /DISCARD/ : { *(.ARM.exidx*) }
}
"""


class Slots(toolchain.ToolTest):
    """One set of objects, two images."""

    def setUp(self):
        super().setUp()
        self.operator = self.build("operator.c", OPERATOR, "-fropi", "-frwpi")
        self.program = self.build("program.c", PROGRAM, "-fropi", "-frwpi")
        boot = self.build("boot.s", BOOT)
        script = self.write("boot.ld", "SECTIONS { .text 0 : { *(.text) } }\n")
        self.boots = {}
        for name, address in SLOTS.items():
            self.boots[name] = self.path(f"boot{name}.elf")
            self.run_tool("ld.lld", "-m", "armelf", "-T", script, "-e", "reset",
                          f"--defsym=slot={address}", boot, "-o",
                          self.boots[name])
        self.write("slot.ld", SCRIPT)
        self.metadata = self.path("metadata.o")
        self.said = self.metaobj("emit", self.operator, "--abi=tvm-crt-u16",
                                 "-o", self.metadata).stderr

    def build(self, name, text, *flags):
        """Compiles or assembles a source."""
        output = self.path(name + ".o")
        self.run_tool("clang", *TARGET, *flags, "-c", self.write(name, text),
                      "-o", output)
        return output

    def link(self, slot):
        """The bytes of an image for a slot."""
        linked, image = self.path(f"{slot}.elf"), self.path(f"{slot}.bin")
        self.run_tool("ld.lld", "-m", "armelf", "-T", self.path("slot.ld"),
                      f"--defsym=slot={SLOTS[slot]}", "-e", "entry",
                      self.program, self.operator, self.metadata, "-o", linked)
        self.run_tool("llvm-objcopy", "-O", "binary", "-j", ".text", "-j",
                      ".rodata", linked, image)
        return image

    def run_image(self, image, slot):
        """What an image prints that was loaded into a slot."""
        return self.run_tool(
            "qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor",
            "none", "-serial", "null", "-semihosting-config",
            "enable=on,target=native,chardev=out", "-chardev",
            "stdio,id=out", "-kernel", self.boots[slot], "-device",
            f"loader,file={image},addr={SLOTS[slot]:#x},force-raw=on")

    def test_an_image_for_each_slot(self):
        """Each finds its own registry; a moved one looks in the other slot."""
        images = {slot: self.link(slot) for slot in SLOTS}
        for slot, address in SLOTS.items():
            self.assertEqual(self.run_image(images[slot], slot),
                             f"{address >> 16:08x}{43:08x}{44:08x}")
        self.assertEqual(self.run_image(images["A"], "B"),
                         f"{SLOTS['A'] >> 16:08x}")

    def test_what_is_said(self):
        """emit and check tell."""
        for said in (self.said, self.metaobj("check", self.operator,
                                             self.metadata).stderr):
            self.assertIn(f"metaobj: warning: {self.operator}: is for code "
                          "that runs at any address (-fropi), but ", said)


if __name__ == "__main__":
    toolchain.main()
