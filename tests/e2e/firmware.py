# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images that metaobj link makes for boards start and run.

Programs as vendors, CMSIS and picolibc lay them out: vectors and first
functions in sections of many names, functions and variables in memories of
their own, variables of threads, several cores. QEMU runs each of them. A
program leaves with the number of what it found wrong.
"""

import os
import re

from lib import toolchain

ARM = ["--target=thumbv7m-none-eabi", "-mcpu=cortex-m3"]
RISCV = {32: ["--target=riscv32-unknown-elf", "-march=rv32imac",
              "-mabi=ilp32"],
         64: ["--target=riscv64-unknown-elf", "-march=rv64imac", "-mabi=lp64",
              "-mcmodel=medany"]}

#: The end of a program: its status becomes that of the emulator.
LEAVE = """
#include <stdint.h>
__attribute__((noreturn)) void leave(int status);
void leave(int status) {
#ifdef __arm__
  const uint32_t block[2] = {0x20026, (uint32_t)status};
  register uint32_t number __asm__("r0") = 0x20;
  register const void *argument __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : : "r"(number), "r"(argument) : "memory");
#else
  *(volatile uint32_t *)0x100000 =
      status ? (uint32_t)status << 16 | 0x3333 : 0x5555;
#endif
  for (;;)
    ;
}
"""

#: Start-up code of a vendor: of all initial values it knows .data alone.
VENDORS_RESET = """
#include <stdint.h>
extern const uint32_t _sidata[];
extern uint32_t _sdata[], _edata[], _sbss[], _ebss[], _estack[];
int main(void);
void leave(int);
void Reset_Handler(void);
void Reset_Handler(void) {
  const volatile uint32_t *from = _sidata;
  for (volatile uint32_t *to = _sdata; to != _edata; ++to)
    *to = *from++;
  for (volatile uint32_t *to = _sbss; to != _ebss; ++to)
    *to = 0;
  leave(main());
}
"""

VECTORS = """
extern unsigned _estack[];
void Reset_Handler(void);
__attribute__((used, section("@NAME"))) static const void *const table[] = {
    _estack, Reset_Handler};
"""

#: Looks like code in front of what the processor wants.
DECOY = """
int decoy(int a);
int decoy(int a) { return a * 3; }
"""

#: Functions in sections of these names run in RAM.
RAM_FUNCTIONS = [".RamFunc", ".ramfunc", ".time_critical.f", ".itcm.text",
                 ".data.ramfunc", ".code_in_ram", "CodeQuickAccess"]

IN_RAM = """
#include <stdint.h>
static volatile int three = 3;
@FUNCTIONS
int main(void) {
  int status = 0;
@CALLS
  return status;
}
"""

#: A variable with a value and one without in each section.
VARIABLES = """
#include <stdint.h>
#define PLACE(name) __attribute__((section(name)))
PLACE(".ccmram") volatile uint32_t fast = 0x1234;
PLACE(".ccmram.more") volatile uint8_t bytes[3] = {1, 2, 3};
PLACE(".RxDecripSection") volatile uint32_t descriptors[8];
PLACE(".dma_buffer") volatile uint32_t buffer[4] = {7, 8, 9, 10};
PLACE(".my_zeros") volatile uint32_t zeros[4];
PLACE("settings") volatile uint32_t setting = 77;
__attribute__((section(".fast_code"), noinline)) uint32_t here(void);
uint32_t here(void) { return fast + 1; }
extern const volatile uint32_t __start_settings[], __stop_settings[];
static volatile uint32_t usual = 5, nothing;
int main(void) {
  int status = 0;
  status |= fast != 0x1234 ? 1 : 0;
  status |= bytes[0] != 1 || bytes[2] != 3 ? 2 : 0;
  status |= buffer[0] != 7 || buffer[3] != 10 ? 4 : 0;
  status |= usual != 5 || nothing != 0 ? 8 : 0;
  status |= here() != 0x1235 ? 16 : 0;
  status |= ((uintptr_t)&fast & 0xfff00000) != CCM ? 32 : 0;
  status |= ((uintptr_t)here & 0xfff00000) != CCM ? 64 : 0;
  for (int i = 0; i < 4; ++i)
    status |= descriptors[i] | zeros[i] ? 128 : 0;
  status |= setting != 77 || __start_settings[0] != 77 ||
                    __stop_settings - __start_settings != 1
                ? 256
                : 0;
  return status;
}
"""

#: CMSIS's start-up code, cmsis_gcc.h.
CMSIS_RESET = """
#include <stdint.h>
typedef struct { const uint32_t *src; uint32_t *dest; uint32_t wlen; } copy_t;
typedef struct { uint32_t *dest; uint32_t wlen; } zero_t;
extern const copy_t __copy_table_start__, __copy_table_end__;
extern const zero_t __zero_table_start__, __zero_table_end__;
int main(void);
void leave(int);
void Reset_Handler(void);
void Reset_Handler(void) {
  for (copy_t const *each = &__copy_table_start__;
       each < &__copy_table_end__; ++each)
    for (uint32_t i = 0u; i < each->wlen; ++i)
      ((volatile uint32_t *)each->dest)[i] = each->src[i];
  for (zero_t const *each = &__zero_table_start__;
       each < &__zero_table_end__; ++each)
    for (uint32_t i = 0u; i < each->wlen; ++i)
      ((volatile uint32_t *)each->dest)[i] = 0u;
  leave(main());
}
"""

#: What crt0 and _set_tls of picolibc 1.8 do, by the same symbols.
PICOLIBC = """
#include <stdint.h>
extern char __data_source[], __data_start[], __data_size[];
extern char __bss_start[], __bss_size[], __tls_base[], __stack[];
extern char __heap_start[], __heap_end[];
extern char __tdata_source[], __tdata_size[], __tbss_size[], __tbss_offset[];
extern char __tls_size[];
int main(void);
void leave(int);
void _start(void), _cstart(void);
static void copy(volatile char *to, const char *from, uintptr_t size) {
  while (size--)
    *to++ = *from++;
}
static void clear(volatile char *to, uintptr_t size) {
  while (size--)
    *to++ = 0;
}
/* Of a further thread. */
void init_tls(char *block);
void init_tls(char *block) {
  copy(block, __tdata_source, (uintptr_t)__tdata_size);
  clear(block + (uintptr_t)__tbss_offset, (uintptr_t)__tbss_size);
}
#ifdef __arm__
extern char __arm32_tls_tcb_offset;
static char *pointer;
static void set_tls(char *block) {
  pointer = block - (uintptr_t)&__arm32_tls_tcb_offset;
}
void set_tls_of(char *block);
void set_tls_of(char *block) { set_tls(block); }
/* It may change r0 only. */
__attribute__((naked)) void *__aeabi_read_tp(void);
__attribute__((used)) static char **const place = &pointer;
void *__aeabi_read_tp(void) {
  __asm__("ldr r0, =place\\n ldr r0, [r0]\\n ldr r0, [r0]\\n bx lr\\n .pool");
}
/* A variable, as in picolibc. */
const void *__interrupt_vector[]
    __attribute__((section(".data.init.enter"), used)) = {__stack, _start};
void _start(void) {
  _cstart();
}
#else
void set_tls_of(char *block);
void set_tls_of(char *block) { __asm__ volatile("mv tp, %0" : : "r"(block)); }
#define set_tls set_tls_of
__attribute__((naked, section(".text.init.enter"))) void _start(void) {
  __asm__(".option push\\n .option norelax\\n la gp, __global_pointer$\\n"
          ".option pop\\n la sp, __stack\\n j _cstart");
}
#endif
__attribute__((used)) void _cstart(void) {
  copy(__data_start, __data_source, (uintptr_t)__data_size);
  clear(__bss_start, (uintptr_t)__bss_size);
  set_tls(__tls_base);
  leave(main());
}
"""

THREADS = """
#include <stdint.h>
_Thread_local volatile int one = 1;
_Thread_local volatile long long wide __attribute__((aligned(32))) = 2;
_Thread_local volatile int zero;
_Thread_local volatile int zeros[20];
static volatile int data = 5, bss;
extern char __tls_size[];
void init_tls(char *block);
void set_tls_of(char *block);
static char block[512] __attribute__((aligned(64)));
/* Compilers do not expect that the thread changes within a function. */
__attribute__((noinline)) static int first(void) {
  return one != 1 || wide != 2 || zero != 0 || zeros[19] != 0 ||
         (uintptr_t)&wide % 32 != 0;
}
int main(void) {
  int status = first();
  status |= data != 5 || bss != 0 ? 2 : 0;
  one = 11;
  zeros[19] = 4;
  for (unsigned i = 0; i < sizeof(block); ++i)
    block[i] = 0x55;
  status |= (uintptr_t)__tls_size > sizeof(block) ? 4 : 0;
  init_tls(block);
  set_tls_of(block);
  status |= first() ? 8 : 0;
  return status;
}
"""

#: Counts the cores that come to main.
CORES = """
#include <stdint.h>
/* Start-up code does not clear it: every core counts, whenever it comes. */
__attribute__((section(".noinit"))) static volatile int cores;
static volatile int wait;
int main(void) {
  __atomic_fetch_add(&cores, 1, __ATOMIC_SEQ_CST);
  for (wait = 0; wait != 3000000; ++wait)
    ;
  return cores == 1 ? 0 : 1;
}
"""

#: The first instruction of a vendor's start-up file.
RISCV_START = """
  .section .text.init, "ax"
  .globl _start
_start:
  la sp, stack_top
  call main
  call leave
"""

#: What lld 16 says of each section with bytes in one that is not loaded. It
#: links as later ones do.
NOLOAD_WARNING = re.compile(
    r"metaobj: warning: a\.elf: section type mismatch for \S+\n"
    r">>> \S+: SHT_PROGBITS\n>>> output section \S+: SHT_NOBITS\n")


class Firmware(toolchain.ToolTest):
    """Compiles, links and runs."""

    def compile_text(self, name, text, flags, *more):
        """The object of `text`, in C or in assembly."""
        suffix = ".S" if text.lstrip().startswith(".") else ".c"
        source = self.write(name + suffix, text)
        self.run_tool("clang", *flags, "-O1", "-ffreestanding", "-Wall",
                      "-Werror", "-fno-asynchronous-unwind-tables", *more,
                      "-c", source, "-o", self.path(name + ".o"))
        return name + ".o"

    def link(self, *arguments):
        """Links to a.elf without a word; returns its path."""
        result = self.metaobj("link", *arguments, "-o", "a.elf", "--quiet",
                              cwd=self.folder)
        told = result.stderr
        if toolchain.llvm_version() < "LLVM 17":
            told = NOLOAD_WARNING.sub("", told)
        self.assertEqual((result.returncode, told), (0, ""), arguments)
        # It fits the board that it was linked for.
        board = [each for each in arguments
                 if each.startswith(("--board=", "--memory="))]
        if board:
            result = self.metaobj("check", "a.elf", *board, cwd=self.folder)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
        return self.path("a.elf")

    def link_error(self, *arguments):
        """What a link that must fail says."""
        result = self.metaobj("link", *arguments, "-o", "bad.elf",
                              cwd=self.folder)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertFalse(os.path.exists(self.path("bad.elf")))
        return result.stderr

    def run_arm(self, image):
        """Status of a program on a Cortex-M3."""
        return toolchain.start([
            toolchain.find_tool("qemu-system-arm"), "-M", "mps2-an385",
            "-nographic", "-monitor", "none", "-serial", "null",
            "-semihosting", "-kernel", image]).returncode

    def run_riscv(self, bits, image, *options):
        """Status of a program on QEMU's RISC-V machine."""
        return toolchain.start([
            toolchain.find_tool(f"qemu-system-riscv{bits}"), "-M", "virt",
            "-bios", "none", "-nographic", "-monitor", "none", "-serial",
            "null", "-semihosting", *options, "-kernel", image]).returncode

    def arm_objects(self, vectors=".isr_vector", reset=VENDORS_RESET):
        """A start without main."""
        return [self.compile_text("decoy", DECOY, ARM),
                self.compile_text("reset", reset, ARM),
                self.compile_text("vectors", VECTORS.replace("@NAME", vectors),
                                  ARM),
                self.compile_text("leave", LEAVE, ARM)]

    def test_vectors_of_any_name(self):
        main = self.compile_text("main", "int main(void) { return 42; }", ARM)
        for name in (".vectors", ".isr_vectors", ".intvecs", "RESET",
                     ".vector_table", ".vectab", ".flash.isr_vec"):
            with self.subTest(name=name):
                image = self.link(*self.arm_objects(name), main,
                                  "--board=mps2-an385")
                self.assertEqual(self.run_arm(image), 42)
        told = self.link_error(*self.arm_objects(".start_of_all"), main,
                               "--board=mps2-an385")
        self.assertIn("would not start: the words at 0x0 are ", told)
        self.assertIn("hint: add start-up code with --with-runtime=startup, or put "
                      "the table of vectors into a section called "
                      ".vectors, or name its section for region 'flash'", told)
        # By its name, from a file.
        self.write("board.yaml", """
regions:
- {name: flash, address: 0, size: 4M, sections: [.start_of_all]}
- {name: ram, address: 0x20000000, size: 4M}
""")
        image = self.link(*self.arm_objects(".start_of_all"), main,
                          "--memory=board.yaml")
        self.assertEqual(self.run_arm(image), 42)

    def test_riscv_starts_first(self):
        for bits, flags in RISCV.items():
            with self.subTest(bits=bits):
                objects = [
                    self.compile_text("decoy", DECOY, flags),
                    self.compile_text("main", "int main(void) { return 0; }",
                                      flags),
                    self.compile_text("start", RISCV_START, flags),
                    self.compile_text("leave", LEAVE, flags)]
                image = self.link(*objects, "--board=riscv-virt",
                                  "--bin=a.bin")
                self.assertEqual(self.run_riscv(bits, image), 0)
                # A raw image has no entry but its first byte.
                raw = self.path("a.bin")
                self.assertEqual(self.run_riscv(bits, raw), 0)
                plain = self.compile_text(
                    "start", RISCV_START.replace(".text.init", ".text"), flags)
                self.assertEqual(plain, objects[2])
                image = self.link(*objects, "--board=riscv-virt")
                self.assertEqual(self.run_riscv(bits, image), 0)

    def test_one_core_of_several(self):
        for bits, flags in RISCV.items():
            for cores in (1, 2, 4):
                with self.subTest(bits=bits, cores=cores):
                    image = self.link(
                        self.compile_text("main", CORES, flags),
                        "--board=riscv-virt",
                        "--with-runtime=startup,semihosting")
                    self.assertEqual(
                        self.run_riscv(bits, image, "-smp", str(cores)), 0)

    def ram_program(self, flags):
        """Functions that say whether they run in RAM."""
        functions, calls = [], []
        for index, name in enumerate(RAM_FUNCTIONS):
            functions.append(
                f"__attribute__((section(\"{name}\"), noinline)) "
                f"static int f{index}(int a) {{\n"
                f"  return a * three + {index};\n}}\n")
            calls.append(
                f"  status |= f{index}(5) != 15 + {index} ||\n"
                f"    ((uintptr_t)f{index} & RAM_MASK) != RAM ? 1 << {index}"
                f" : 0;")
        return self.compile_text(
            "main", IN_RAM.replace("@FUNCTIONS", "\n".join(functions))
            .replace("@CALLS", "\n".join(calls)), flags)

    def test_functions_in_ram(self):
        """With start-up code of a vendor, and with the runtime's."""
        arm = [*ARM, "-DRAM=0x20000000", "-DRAM_MASK=0xf0000000"]
        main = self.ram_program(arm)
        image = self.link(*self.arm_objects(), main, "--board=mps2-an385")
        self.assertEqual(self.run_arm(image), 0)
        image = self.link(main, "--board=mps2-an385",
                          "--with-runtime=startup,semihosting")
        self.assertEqual(self.run_arm(image), 0)
        riscv = [*RISCV[32], "-DRAM=0x80100000", "-DRAM_MASK=0xfff00000"]
        image = self.link(self.ram_program(riscv), "--board=riscv-virt",
                          "--with-runtime=startup,semihosting")
        self.assertEqual(self.run_riscv(32, image), 0)

    def test_memories_with_values(self):
        memories = """
regions:
- {name: flash, address: @FLASH, size: 64K}
- {name: ram, address: @RAM, size: 64K}
- name: ccmram
  address: @CCM
  size: 16K
  sections: [".ccmram*", ".fast_code", ".RxDecripSection"]
"""

        def write(**numbers):
            text = memories
            for mark, number in numbers.items():
                text = text.replace("@" + mark, number)
            self.write("board.yaml", text)

        write(FLASH="0", RAM="0x20000000", CCM="0x20200000")
        main = self.compile_text("main", VARIABLES,
                                 [*ARM, "-DCCM=0x20200000"])
        image = self.link(main, "--memory=board.yaml",
                          "--with-runtime=startup,semihosting")
        self.assertEqual(self.run_arm(image), 0)
        image = self.link(*self.arm_objects(reset=CMSIS_RESET), main,
                          "--memory=board.yaml")
        self.assertEqual(self.run_arm(image), 0)
        # Nobody would copy them.
        told = self.link_error(*self.arm_objects(), main,
                               "--memory=board.yaml")
        self.assertIn(
            "section '.ccmram.placed' has initial values in region 'ccmram', "
            "and no start-up code that copies them there", told)
        # A vendor's template that does.
        ours = VENDORS_RESET.replace(
            "  leave(", "  for (uint32_t *to = _sccmram, *old = _siccmram; "
            "to != _eccmram;)\n    *(volatile uint32_t *)to++ = *old++;\n"
            "  leave(").replace(
            "int main", "extern uint32_t _siccmram[], _sccmram[], "
            "_eccmram[];\nint main", 1)
        image = self.link(*self.arm_objects(reset=ours), main,
                          "--memory=board.yaml")
        self.assertEqual(self.run_arm(image), 0)
        for bits, flags in RISCV.items():
            write(FLASH="0x80000000", RAM="0x80100000", CCM="0x80200000")
            main = self.compile_text("main", VARIABLES,
                                     [*flags, "-DCCM=0x80200000"])
            image = self.link(main, "--memory=board.yaml",
                              "--with-runtime=startup,semihosting")
            self.assertEqual(self.run_riscv(bits, image), 0)

    def test_picolibc(self):
        """Its start-up code, and variables of threads."""
        objects = [self.compile_text("crt0", PICOLIBC, ARM),
                   self.compile_text("main", THREADS, ARM),
                   self.compile_text("leave", LEAVE, ARM)]
        image = self.link(*objects, "--board=mps2-an385")
        self.assertEqual(self.run_arm(image), 0)
        # Data that is no multiple of the alignment of threads.
        objects.append(self.compile_text(
            "odd", "char odd[9] = \"abcdefgh\"; char *f(void) { return odd; }"
            , ARM, "-Wno-missing-prototypes"))
        image = self.link(*objects, "--board=mps2-an385",
                          "--gc-sections=false")
        self.assertEqual(self.run_arm(image), 0)
        for bits, flags in RISCV.items():
            objects = [self.compile_text("main", THREADS, flags),
                       self.compile_text("crt0", PICOLIBC, flags),
                       self.compile_text("leave", LEAVE, flags)]
            image = self.link(*objects, "--board=riscv-virt")
            self.assertEqual(self.run_riscv(bits, image), 0)

    def test_own_script(self):
        """A vendor's, in the form that lld takes."""
        self.write("own.ld", """
MEMORY { RAM (xrw) : ORIGIN = 0x20000000, LENGTH = 64K
         FLASH (rx) : ORIGIN = 0x0, LENGTH = 256K }
ENTRY(Reset_Handler)
_estack = ORIGIN(RAM) + LENGTH(RAM);
SECTIONS {
  .isr_vector : { KEEP(*(.isr_vector)) } >FLASH
  .text : { *(.text*) *(.rodata*) } >FLASH
  _sidata = LOADADDR(.data);
  .data : ALIGN(8) { _sdata = .; *(.data*) *(.RamFunc*) . = ALIGN(8);
                     _edata = .; } >RAM AT> FLASH
  .bss : ALIGN(8) { _sbss = .; *(.bss*) . = ALIGN(8); _ebss = .; } >RAM
}
""")
        main = self.compile_text("main", "static volatile int a = 40, b;\n"
                                 "int main(void) { return a + b; }", ARM)
        image = self.link(*self.arm_objects(), main, "--script=own.ld")
        self.assertEqual(self.run_arm(image), 40)


if __name__ == "__main__":
    toolchain.main()
