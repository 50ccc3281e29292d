# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metaobj check --board` finds what a board cannot run, and accuses no other.

Ten failures from public issue trackers, each as a small firmware that real
tools make without a word. Each finding names symbol, address, memory and line
of the board's file. Firmwares for QEMU's boards, by GNU's and LLVM's linkers
and by metaobj link, are right, and so are the failures once they are mended.
"""

import os
import re

from lib import toolchain
from lib.machines import (BOARD_MEMORIES, EXAMPLE_BOARDS, MACHINES,
                          memories)
from lib.target_list import TARGETS
from lib.toolchain import Parameter

#: A microcontroller with an NPU, a DMA controller and a cache.
BOARD = """\
regions:
- {name: flash, address: 0x08000000, size: 64K, readers: [cpu, dma, npu]}
- {name: partition, address: 0x08010000, size: 4K, access: read}
- {name: ospi, address: 0x60000000, size: 64K, access: read, readers: [cpu]}
- {name: sram, address: 0x20000000, size: 64K, readers: [cpu, dma, npu]}
- {name: cached, address: 0x24000000, size: 64K, cache-line: 32}
- {name: backup, address: 0x38000000, size: 4K, load: nobody}
contents:
"""

SCRIPT = """\
MEMORY {
  FLASH (rx) : ORIGIN = 0x08000000, LENGTH = 64K
  PARTITION (r) : ORIGIN = 0x08010000, LENGTH = 64K
  OSPI (r) : ORIGIN = 0x60000000, LENGTH = 64K
  SRAM (rw) : ORIGIN = 0x20000000, LENGTH = 64K
  CACHED (rw) : ORIGIN = 0x24000000, LENGTH = 64K
  BACKUP (rw) : ORIGIN = 0x38000000, LENGTH = 4K
}
ENTRY(reset)
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) } > FLASH
  .partition : { *(.partition*) } > PARTITION
  .ospi : { *(.ospi*) } > OSPI
  .data : { *(.data*) } > SRAM AT > FLASH
  .bss (NOLOAD) : { *(.bss*) *(COMMON) } > SRAM
  .cached (NOLOAD) : { *(.cached*) } > CACHED
@MORE
  __stack_top = ORIGIN(SRAM) + LENGTH(SRAM);
}
"""

START = """
#include <stdint.h>
extern uint32_t __stack_top[];
int main(void);
void reset(void);
void reset(void) { main(); for (;;) ; }
__attribute__((used, section(".vectors"))) static const void *const table[] = {
    __stack_top, reset};
"""

ARM = ["-mcpu=cortex-m55", "-mthumb", "-mfloat-abi=soft"]
FLAGS = ["-Os", "-ffreestanding", "-fno-common", "-c"]
ALIGNED = "__attribute__((aligned(16)))"


class BoardTest(toolchain.ToolTest):
    def compile_arm(self, name, source):
        """The object of a C source by GNU's compiler."""
        self.write(name + ".c", source)
        self.run_tool("arm-none-eabi-gcc", *ARM, *FLAGS, self.path(name + ".c"),
                      "-o", self.path(name + ".o"))
        return self.path(name + ".o")

    def firmware(self, source, *objects, more="", flags=()):
        """A linked program for the board above; linkers say nothing."""
        self.write("memory.ld", SCRIPT.replace("@MORE", more))
        start = self.compile_arm("start", START)
        program = self.compile_arm("program", "#include <stdint.h>\n" + source)
        self.run_tool("arm-none-eabi-ld", "--fatal-warnings", *flags,
                      "-T", self.path("memory.ld"), start, program, *objects,
                      "-o", self.path("firmware.elf"))
        return self.path("firmware.elf")

    def check(self, contents, board=BOARD, firmware="firmware.elf"):
        """Findings without the tool's name and the hints."""
        if not contents:
            board = board.replace("contents:\n", "")
        self.write("board.yaml", board + contents)
        result = self.metaobj("check", firmware, "--board=board.yaml",
                              cwd=self.folder)
        lines = [line for line in result.stderr.splitlines()
                 if not line.startswith("metaobj: hint: ")]
        self.assertEqual(result.returncode, any(
            line.startswith("metaobj: error: ") for line in lines),
            result.stderr)
        return lines

    def fault(self, contents, pattern, board=BOARD):
        """The only finding, which looks like `pattern`."""
        lines = self.check(contents, board)
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], "^metaobj: error: firmware.elf: "
                         + pattern + "$")


class TenFailures(BoardTest):
    def test_model_beyond_the_reach_of_the_npu(self):
        model = ALIGNED + "const uint8_t model[64] = {1};"
        rule = "- {symbols: [model], readers: [npu]}\n"
        body = "int main(void) { return *(volatile const uint8_t *)model; }"
        self.firmware(f'__attribute__((section(".ospi"))) {model} {body}')
        self.fault(rule, r"'model' at 0x60000000 \(64 bytes\) lies in 'ospi' "
                   r"\(board\.yaml:4:4\), which npu does not reach "
                   r"\(board\.yaml:9:4\)")
        self.firmware(model + body)
        self.assertEqual(self.check(rule), [])

    def test_arena_unaligned(self):
        rule = ("- {symbols: [tensor_arena], align: 16, readers: [npu], "
                "writers: [npu]}\n")
        source = ("uint8_t flag; @ uint8_t tensor_arena[1024];"
                  "int main(void) { volatile uint8_t *a = tensor_arena;"
                  "volatile uint8_t *b = &flag; return *a + *b; }")
        # GNU's linker sorts nothing: the byte comes first.
        self.firmware(source.replace("@", '__attribute__((section(".bss.z")))'))
        self.fault(rule, r"'tensor_arena' at 0x2000\w+[^0] \(1,024 bytes\) in "
                   r"'sram' \(board\.yaml:5:4\) is aligned to \d bytes?, and "
                   r"must be to 16 \(board\.yaml:9:4\)")
        self.firmware(source.replace("@", ALIGNED))
        self.assertEqual(self.check(rule), [])

    def test_blob_in_ram_twice(self):
        """As `xxd -i` prints it: without const."""
        rule = "- {symbols: ['*_tflite'], access: read}\n"
        source = ("@ unsigned char model_tflite[32] = {1, 2, 3}; int main(void)"
                  "{ volatile const unsigned char *m = model_tflite;"
                  "  return *m; }")
        self.firmware(source.replace("@", ""))
        self.fault(rule, r"'model_tflite' at 0x20000000 \(32 bytes\) is in "
                   r"memory twice: in 'sram' \(board\.yaml:5:4\), and at "
                   r"0x8000\w+ in 'flash' \(board\.yaml:2:4\), but is a "
                   r"constant \(board\.yaml:9:4\)")
        self.firmware(source.replace("@", "const"))
        self.assertEqual(self.check(rule), [])

    def test_section_without_alloc(self):
        """objcopy gives a section that it adds no flag to be loaded."""
        rule = "- {sections: [.model]}\n"
        source = "int main(void) { return 0; }"
        self.write("model.bin", bytes(range(100)))
        blob = self.compile_arm("blob", "")
        add = ["--add-section", ".model=" + self.path("model.bin")]
        keep = ".model : { KEEP(*(.model)) } > PARTITION"
        self.run_tool("arm-none-eabi-objcopy", *add, blob)
        self.firmware(source, blob, more=".model 0 : { KEEP(*(.model)) }")
        self.fault(rule, r"'\.model' at 0x0, a section, lacks SHF_ALLOC: no "
                   r"memory has it \(board\.yaml:9:4\)")
        blob = self.compile_arm("blob", "")
        self.run_tool("arm-none-eabi-objcopy", *add, "--set-section-flags",
                      ".model=alloc,load,readonly,data", blob)
        self.firmware(source, blob, more=keep)
        self.assertEqual(self.check(rule), [])

    def test_overlay_of_heap_and_arena(self):
        """The arena is at an address of its own; the heap begins behind .bss
        and ends at the stack."""
        rules = ("- {name: heap, start: end, end: __heap_limit}\n"
                 "- {name: stack, end: __stack_top, size: 4K}\n"
                 "- {symbols: [tensor_arena], access: write}\n")
        source = ('__attribute__((section(".arena"))) uint8_t '
                  "tensor_arena[8192]; uint32_t counter; int main(void) {"
                  "volatile uint8_t *a = tensor_arena; return *a + counter; }")
        arena = (".arena 0x20008000 (NOLOAD) : { *(.arena*) }\n"
                 "end = ADDR(.bss) + SIZEOF(.bss);\n")
        self.firmware(source, more=arena
                      + "__heap_limit = ORIGIN(SRAM) + LENGTH(SRAM) - 4K;")
        self.fault(rules, r"'heap' at 0x20000\w+ \([\d,]+ bytes\) "
                   r"\(board\.yaml:9:4\) overlaps 'tensor_arena' at 0x20008000 "
                   r"\(8,192 bytes\) \(board\.yaml:11:4\) in 'sram' "
                   r"\(board\.yaml:5:4\)")
        # Without a rule for the arena, too: it is a variable.
        lines = self.check("".join(rules.splitlines(True)[:2]))
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("overlaps 'tensor_arena' at 0x20008000", lines[0])
        self.firmware(source, more=arena + "__heap_limit = ADDR(.arena);")
        self.assertEqual(self.check(rules), [])
        # Stack and heap apart.
        self.firmware(source, more=arena.replace("0x20008000", "0x20000100")
                      .replace("ADDR(.bss) + SIZEOF(.bss)",
                               "ADDR(.arena) + SIZEOF(.arena)")
                      + "__heap_limit = __stack_top - 2K;")
        self.fault(rules, r"'heap' at \w+ \([\d,]+ bytes\) \(board\.yaml:9:4\) "
                   r"overlaps 'stack' at 0x2000f000 \(4,096 bytes\) "
                   r"\(board\.yaml:10:4\) in 'sram' \(board\.yaml:5:4\)")

    def test_partition_too_small(self):
        """The linker script has another size than the partition table."""
        source = ('__attribute__((section(".partition"))) const uint8_t '
                  "weights[@] = {1}; int main(void) {"
                  "volatile const uint8_t *w = weights; return *w; }")
        self.firmware(source.replace("@", "5000"))
        self.fault("- {symbols: [weights], memory: partition}\n",
                   r"section '\.partition' at 0x8010000 \(5,000 bytes\) does "
                   r"not fit into 'partition' \(board\.yaml:3:4\), which has "
                   r"4,096 bytes: 904 bytes too many; 'weights' at 0x8010000 "
                   r"\(5,000 bytes\) passes its end")
        self.firmware(source.replace("@", "4096"))
        self.assertEqual(
            self.check("- {symbols: [weights], memory: partition}\n"), [])

    def test_alignment_lost_by_objcopy(self):
        """A file as `objcopy -I binary` embeds it is aligned to one byte."""
        rule = ("- {symbols: [_binary_model_bin_start], align: 16, "
                "readers: [npu]}\n")
        source = ("const uint8_t version[] = {'1', '2', 0}; extern const "
                  "uint8_t _binary_model_bin_start[]; int main(void) {"
                  "volatile const uint8_t *a = version,"
                  "*b = _binary_model_bin_start; return *a + *b; }")
        self.write("model.bin", bytes(range(100)))
        embed = ["-I", "binary", "-O", "elf32-littlearm", "-B", "arm",
                 "--rename-section", ".data=.rodata,alloc,load,readonly,data",
                 "model.bin", "model.o"]
        self.run_tool("arm-none-eabi-objcopy", *embed, cwd=self.folder)
        self.firmware(source, self.path("model.o"))
        self.fault(rule, r"'_binary_model_bin_start' at 0x8000\w+[^0] "
                   r"\(100 bytes\) in 'flash' \(board\.yaml:2:4\) is aligned "
                   r"to \d bytes?, and must be to 16 \(board\.yaml:9:4\)")
        self.run_tool("arm-none-eabi-objcopy", "--set-section-alignment",
                      ".data=16", *embed, cwd=self.folder)
        self.firmware(source, self.path("model.o"))
        self.assertEqual(self.check(rule), [])

    def test_cached_arena_that_dma_writes(self):
        rule = "- {symbols: [frame], writers: [dma]}\n"
        source = ('__attribute__((section(".cached"), aligned(@))) uint8_t '
                  "frame[#]; int main(void) { volatile uint8_t *f = frame;"
                  "return *f; }")
        self.firmware(source.replace("@", "32").replace("#", "1000"))
        self.fault(rule, r"'frame' at 0x24000000 \(1,000 bytes\) is written by "
                   r"dma \(board\.yaml:9:4\), and shares its last cache line "
                   r"with others: 'cached' \(board\.yaml:6:4\) is cached in "
                   r"lines of 32 bytes")
        self.firmware(source.replace("@", "4").replace("#", "1024")
                      .replace(".cached", ".odd"),
                      more=".odd 0x24000104 (NOLOAD) : { *(.odd) }")
        self.assertRegex(self.check(rule)[0], "shares its first cache line")
        self.firmware(source.replace("@", "32").replace("#", "1024"))
        self.assertEqual(self.check(rule), [])

    def test_two_models_in_one_pool(self):
        rules = "- {symbols: [arena_a]@}\n- {symbols: [arena_b]@}\n"
        source = ('__attribute__((section(".pool_a"))) uint8_t arena_a[4096];'
                  '__attribute__((section(".pool_b"))) uint8_t arena_b[2048];'
                  "int main(void) { volatile uint8_t *a = arena_a,"
                  "*b = arena_b; return *a + *b; }")
        pools = (".pool_a 0x20004000 (NOLOAD) : { *(.pool_a) }\n"
                 ".pool_b 0x20004@00 (NOLOAD) : { *(.pool_b) }\n")
        self.firmware(source, more=pools.replace("@", "8"),
                      flags=["--no-check-sections"])
        self.fault(rules.replace("@", ""),
                   r"'arena_a' at 0x20004000 \(4,096 bytes\) "
                   r"\(board\.yaml:9:4\) overlaps 'arena_b' at 0x20004800 "
                   r"\(2,048 bytes\) \(board\.yaml:10:4\) in 'sram' "
                   r"\(board\.yaml:5:4\)")
        # Models that run one after the other.
        self.assertEqual(self.check(rules.replace("@", ", shared: true")), [])
        self.firmware(source, more=pools.replace("004@00", "005000"))
        self.assertEqual(self.check(rules.replace("@", "")), [])

    def test_boot2_dropped(self):
        rule = "- {sections: [.boot2], address: 0x8000400}\n"
        source = ('__attribute__((used, section(".boot2"))) static const '
                  "uint8_t boot2[256] = {1}; int main(void) { return 0; }")
        boot = ".boot2 0x8000400 : { @ } > FLASH\n"
        self.firmware(source, more=boot.replace("@", "*(.boot2)"),
                      flags=["--gc-sections"])
        self.fault(rule, r"has no section '\.boot2', which must lie at "
                   r"0x8000400 \(board\.yaml:9:4\)")
        self.firmware(source, more=boot.replace("@", "KEEP(*(.boot2))"),
                      flags=["--gc-sections"])
        self.assertEqual(self.check(rule), [])
        self.assertRegex(
            self.check(rule.replace("400", "500"))[0],
            r"'\.boot2' at 0x8000400 \(256 bytes\) in 'flash' "
            r"\(board\.yaml:2:4\) must lie at 0x8000500")
        self.firmware("int main(void) { return 0; }")
        self.assertEqual(
            self.check(rule.replace("}", ", optional: true}")), [])


class OtherFailures(BoardTest):
    def test_contents_that_nobody_loads(self):
        variable = ('__attribute__((section(".fast"))) uint32_t fast[4] = {1};'
                    "int main(void) { volatile uint32_t *f = fast;"
                    "return (int)*f; }")
        self.firmware(variable, more=".fast : { *(.fast) } > CACHED")
        self.fault("", r"section '\.fast' at 0x24000000 \(16 bytes\) has "
                   r"contents that nobody loads: they are stored at 0x24000000 "
                   r"in 'cached' \(board\.yaml:6:4\), which no image fills")
        self.assertEqual(self.check("", BOARD.replace(
            "cache-line: 32", "load: image")), [])
        self.firmware(variable, more=".fast : { *(.fast) } > BACKUP AT > FLASH")
        self.fault("", r"section '\.fast' at 0x38000000 \(16 bytes\) has "
                   r"contents, but nobody loads them into 'backup' "
                   r"\(board\.yaml:7:4\)")
        self.firmware(variable,
                      more=".fast : { *(.fast) } > CACHED AT > FLASH")
        self.assertEqual(self.check(""), [])

    def test_noload_and_contents(self):
        source = ('__attribute__((section(".retained"))) uint32_t keep[4] = {@};'
                  "int main(void) { volatile uint32_t *k = keep;"
                  "return (int)*k; }")
        self.firmware(source.replace("@", "1"),
                      more=".retained : { *(.retained) } > SRAM AT > FLASH")
        self.fault("- {symbols: [keep], load: nobody}\n",
                   r"'keep' at 0x2000\w+ \(16 bytes\) in 'sram' "
                   r"\(board\.yaml:5:4\) has contents in section '\.retained', "
                   r"but nobody loads it \(board\.yaml:9:4\)")
        # The linker takes the contents away in silence.
        self.firmware(source.replace("@", "1"),
                      more=".retained (NOLOAD) : { *(.retained) } > SRAM")
        self.fault("- {symbols: [keep], access: read}\n",
                   r"'keep' at 0x2000\w+ \(16 bytes\) in 'sram' "
                   r"\(board\.yaml:5:4\) has no contents: section '\.retained' "
                   r"is not loaded, but is a constant \(board\.yaml:9:4\)")
        self.assertEqual(self.check("- {symbols: [keep], load: nobody}\n"), [])

    def test_data_in_flash(self):
        source = ("uint32_t counter = 1; int main(void) {"
                  "volatile uint32_t *c = &counter; return (int)(*c)++; }")
        self.firmware(source)
        self.fault("", r"section '\.data' at 0x20000000 \(4 bytes\) is "
                   r"written, but 'sram' \(board\.yaml:5:4\) cannot be written",
                   BOARD.replace("0x20000000, size: 64K",
                                 "0x20000000, access: read, size: 64K"))

    def test_constants_in_ram(self):
        source = ('__attribute__((section(".tables"))) const uint8_t t[64] ='
                  "{1}; int main(void) { volatile const uint8_t *p = t;"
                  "return *p; }")
        self.firmware(source, more=".tables : { *(.tables) } > SRAM AT > FLASH")
        lines = self.check("")
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r"^metaobj: warning: firmware\.elf: section "
                         r"'\.tables' at 0x20000000 \(64 bytes\) has only "
                         r"constants, but is copied into 'sram'")
        meant = BOARD.replace("name: sram,", "name: sram, sections: [.tables],")
        self.assertEqual(self.check("", meant), [])

    def test_sections_of_regions(self):
        self.firmware('__attribute__((section(".ospi"))) const uint8_t t[64] ='
                      "{1}; int main(void) { volatile const uint8_t *p = t;"
                      "return *p; }")
        self.fault("", r"section '\.ospi' at 0x60000000 \(64 bytes\) lies in "
                   r"'ospi' \(board\.yaml:4:4\), and belongs into 'sram' "
                   r"\(board\.yaml:5:4\)",
                   BOARD.replace("name: sram,", "name: sram, sections: "
                                 "['.os*'],"))

    def test_other_files(self):
        self.write("board.yaml", BOARD.replace("contents:\n", ""))
        start = self.compile_arm("start", START)
        for name, reason in [(start, "is an object, whose parts have no "
                              "addresses yet"),
                             (self.write("text", "x"), "")]:
            result = self.metaobj("check", name, "--board=board.yaml",
                                  cwd=self.folder)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn(reason, result.stderr)
        self.firmware("int main(void) { return 0; }")
        self.run_tool("arm-none-eabi-strip", self.path("firmware.elf"))
        result = self.metaobj(
            "check", "firmware.elf", "--board=board.yaml", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(self.check("- {symbols: [model]}\n")[0],
                         r"has no symbol 'model' \(board\.yaml:9:4\)")


#: The stack ends where RAM does; data and zeros are below it.
QEMU_CONTENTS = """\
contents:
- {name: stack, end: stack_top, size: 2K}
- {symbols: [arena], memory: ram, align: 16, writers: [cpu]}
- {symbols: [weights], memory: flash, access: read, readers: [cpu]}
- {symbols: ["*_model"], access: read, optional: true}
"""

PROGRAM = """
#include <stdint.h>
__attribute__((aligned(16))) uint8_t arena[512];
const uint8_t weights[300] = {1, 2, 3};
static volatile uint32_t started = 7;
int main(int argc, char **argv);
int main(int argc, char **argv) {
  volatile uint8_t *to = arena;
  for (int i = 0; i < 300; ++i)
    to[i] = ((volatile const uint8_t *)weights)[i];
  return started == 7 ? 0 : 1;
}
"""


def board_file(regions):
    """The regions as a file, and what the program has there."""
    lines = ["regions:"]
    for region in regions.split(","):
        key, place = region.split("=")
        address, size = place.split(":")
        lines.append(f"- {{name: {key}, address: {address}, size: {size}, "
                     "readers: [cpu]}")
    return "\n".join(lines) + "\n" + QEMU_CONTENTS


class RightFirmwares(BoardTest):
    def accuse_nothing(self, regions, path):
        """The same by a file and by the setting for regions."""
        self.write("board.yaml", board_file(regions))
        for setting in ("--board=" + self.path("board.yaml"),
                        "--memory=" + regions):
            result = self.metaobj("check", path, setting)
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_of_gnu_and_llvm(self):
        """The start-up code and scripts of this project's boards."""
        count = 0
        for machine in MACHINES:
            regions = memories(machine)
            if not regions:
                continue
            target = TARGETS[machine.name]
            self.write("main.c", PROGRAM)
            ways = ([("gcc", "ld"), ("gcc", "lld")] if target.gcc
                    else [("clang", "lld")])
            for compiler, linker in ways:
                with self.subTest(machine=machine.name, linker=linker):
                    self.accuse_nothing(
                        regions, self.build(machine, target, compiler, linker))
                    count += 1
        self.assertGreaterEqual(count, 20)

    def build(self, machine, target, compiler, linker):
        """Compiles and links the program."""
        driver = ([target.gcc.program, *target.gcc.flags]
                  if compiler == "gcc" else
                  ["clang", *target.clang, *machine.clang])
        includes = ["-I" + toolchain.source_path(part) for part in
                    (EXAMPLE_BOARDS, "runtime_crt/include",
                     "runtime_crt/config", "runtime_crt/ports/semihosting")]
        objects = []
        for source in [self.path("main.c"),
                       *map(toolchain.source_path, machine.board.sources)]:
            objects.append(self.path(os.path.basename(source) + ".o"))
            self.run_tool(*driver, "-O1", "-ffreestanding", *includes, "-c",
                          source, "-o", objects[-1])
        port = toolchain.source_path("runtime_crt/ports/semihosting")
        for source in sorted(os.listdir(port)):
            if not source.endswith(".c"):
                continue
            objects.append(self.path(source + ".o"))
            self.run_tool(*driver, "-O1", "-ffreestanding", *includes, "-c",
                          os.path.join(port, source), "-o", objects[-1])
        flags = [flag.format(toolchain.OPTIONS.source)
                 for flag in machine.board.link]
        if linker == "lld":
            flags += ["-fuse-ld=lld", "-B" + os.path.dirname(
                toolchain.find_tool("ld.lld"))]
        output = self.path("right.elf")
        self.run_tool(*driver, "-nostdlib", "-Wl,--gc-sections", *objects,
                      *flags, "-o", output)
        return output

    def test_of_metaobj(self):
        """metaobj link reads the file of the board, too."""
        for board, flags in [
                ("mps2-an385", ["--target=thumbv7m-none-eabi"]),
                ("microbit", ["--target=thumbv6m-none-eabi"]),
                ("virt", ["--target=riscv32-unknown-elf", "-march=rv32imac",
                          "-mabi=ilp32"]),
                ("virt", ["--target=riscv64-unknown-elf", "-march=rv64imac",
                          "-mabi=lp64", "-mcmodel=medany"])]:
            with self.subTest(board=board, flags=flags):
                self.write("main.c", PROGRAM)
                self.run_tool("clang", *flags, "-Os", "-ffreestanding", "-c",
                              self.path("main.c"), "-o", self.path("main.o"))
                self.write("board.yaml", board_file(BOARD_MEMORIES[board]))
                output = self.path("right.elf")
                result = self.metaobj(
                    "link", self.path("main.o"), "-o", output,
                    "--board=" + self.path("board.yaml"),
                    "--with-runtime=semihosting,startup")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.accuse_nothing(BOARD_MEMORIES[board], output)


#: One board for all commands: a model, weights and an arena have their places.
WHOLE_BOARD = """\
entry: main
regions:
- {name: flash, address: 0x08000000, size: 64K, readers: [cpu]}
- {name: ospi, address: 0x60000000, size: 8K, access: read,
   sections: [".model*"], readers: [cpu, npu]}
- {name: sram, address: 0x20000000, size: 16K, cost: 1}
- {name: dram, address: 0x30000000, size: 64K, cost: 4}
contents:
- {symbols: [model_tflite], memory: ospi, align: 64, access: read,
   readers: [npu]}
- {symbols: [__tvm_param__weights], memory: flash, align: 32, access: read}
- {symbols: [arena], memory: sram, align: 16}
"""

WHOLE_PROGRAM = """
#include <stdint.h>
extern const uint8_t model_tflite[];
extern const int8_t __tvm_param__weights[];
__attribute__((aligned(16))) uint8_t arena[@];
extern uint32_t stack_top[];
int main(void) {
  volatile uint8_t *to = arena;
  return *to + *(volatile const uint8_t *)model_tflite +
         *(volatile const int8_t *)__tvm_param__weights;
}
__attribute__((used, section(".vectors"))) static const void *const table[] = {
    stack_top, main};
"""


class OneBoard(BoardTest):
    """All commands read one file, and each refuses what does not fit it."""

    def setUp(self):
        super().setUp()
        self.write("board.yaml", WHOLE_BOARD)
        self.write("model.tflite", bytes(3000))
        self.write("net.params", toolchain.params_file(
            [Parameter("weights", 0, 8, (1000,), bytes(range(250)) * 4)]))
        self.compile_program(4000)

    def compile_program(self, arena):
        self.write("main.c", WHOLE_PROGRAM.replace("@", str(arena)))
        self.run_tool("clang", "--target=thumbv7m-none-eabi", "-Os", "-c",
                      self.path("main.c"), "-o", self.path("main.o"))

    def board(self, command, *arguments, board="board.yaml"):
        return self.metaobj(command, *arguments, "--board=" + board,
                            cwd=self.folder)

    def right(self, *arguments, **options):
        result = self.board(*arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def link(self):
        """Returns how full the memories are, which link says in the end."""
        result = self.board(*self.LINK)
        self.assertEqual((result.returncode, result.stdout), (0, ""),
                         result.stderr)
        return result.stderr

    def wrong(self, pattern, *arguments, **options):
        result = self.board(*arguments, **options)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, "^metaobj: error: " + pattern)

    EMBED = ("embed", "model.tflite", "--target-from=main.o", "-o", "model.o")
    EMIT = ("emit", "net.params", "--target-from=main.o", "--abi=tvm-crt-u16",
            "--place=*:visibility=global", "-o", "net.o")
    LINK = ("link", "main.o", "model.o", "net.o", "-o", "firmware.elf")

    def test_all_commands_agree(self):
        self.right(*self.EMBED)
        self.right(*self.EMIT)
        self.assertRegex(self.link(), r"ospi +3,000 of 8,192 bytes")
        self.assertRegex(self.right("size", "firmware.elf"),
                         r"3000  of 8192 in ospi \(36\.6 %\)\n")
        self.assertEqual(self.right("check", "firmware.elf"), "")
        self.write("list.csv", "id,lower,upper,size\na,0,2,9000\nb,1,3,9000\n")
        self.assertIn("sram  9000   16384", self.right("plan", "list.csv"))

    def test_each_refuses_what_does_not_fit(self):
        self.write("list.csv", "id,lower,upper,size\na,0,2,90000\n")
        self.wrong(r"list\.csv: .*90000(.*\n)+metaobj: hint: 'sram' "
                   r"\(board\.yaml:6:4\) has 16,384 bytes", "plan", "list.csv")
        self.write("model.tflite", bytes(9000))
        self.wrong(r"model\.tflite: 9,000 bytes do not fit into 'ospi' "
                   r"\(board\.yaml:4:4\)", *self.EMBED)
        self.wrong(r"net\.params: '__tvm_param__weights' goes to section "
                   r"'\.model\.w', which lies in 'ospi' \(board\.yaml:4:4\), "
                   r"and must lie in 'flash' \(board\.yaml:11:4\)",
                   *self.EMIT, "--place=weights:section=.model.w")
        # Without the board, the model stays with other constants.
        self.write("model.tflite", bytes(3000))
        self.assertEqual(
            self.metaobj(*self.EMBED, cwd=self.folder).returncode, 0)
        self.right(*self.EMIT)
        used = int(re.search(r"flash +([\d,]+) of", self.link())[1]
                   .replace(",", ""))
        self.wrong(r"firmware\.elf: 'model_tflite' at 0x8\w+ \(3,000 bytes\) "
                   r"lies in 'flash' \(board\.yaml:3:4\), and must lie in "
                   r"'ospi' \(board\.yaml:9:4\)", "check", "firmware.elf")
        # Another board than that of the link.
        self.write("small.yaml", WHOLE_BOARD.replace(
            "64K, readers: [cpu]", f"{used - 8}, readers: [cpu]"))
        self.wrong(r"firmware\.elf: 'flash' \(small\.yaml:3:4\): "
                   rf"{used:,} bytes, 8 bytes more than it has",
                   "size", "firmware.elf", board="small.yaml")
        self.right(*self.EMBED)
        self.compile_program(20000)
        result = self.board(*self.LINK)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, "region 'sram': 20,000 of 16,384 bytes")


if __name__ == "__main__":
    toolchain.main()
