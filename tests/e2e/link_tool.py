# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj link makes what lld makes as a program, and images that run."""

import os
import struct
import sys

from lib import differences, toolchain

EXAMPLE = os.path.join("examples", "digits")

#: Folder below examples/digits/boards, board of metaobj link and of QEMU,
#: clang's target, entry.
BOARDS = [
    ("mps2-an385", "mps2-an385",
     ["--target=thumbv7m-none-eabi", "-mcpu=cortex-m3"],
     ["qemu-system-arm", "-M", "mps2-an385"], "bare_metal_start"),
    ("mps2-an385", "microbit",
     ["--target=thumbv6m-none-eabi", "-mcpu=cortex-m0"],
     ["qemu-system-arm", "-M", "microbit"], "bare_metal_start"),
    # Vectors are in the floating-point unit, which reset switches on.
    ("mps2-an385", "mps3-an547",
     ["--target=thumbv8.1m.main-none-eabihf", "-mcpu=cortex-m55",
      "-mfloat-abi=hard"],
     ["qemu-system-arm", "-M", "mps3-an547"], "bare_metal_start"),
    ("riscv32-virt", "riscv-virt",
     ["--target=riscv32-unknown-elf", "-march=rv32imac", "-mabi=ilp32"],
     ["qemu-system-riscv32", "-M", "virt", "-bios", "none"], "entry"),
]

#: Sources of a program without and with a call, flags, arguments of the
#: linker, by its name.
FORMATS = {
    "ld.lld": (["--target=x86_64-linux-gnu"], ["-o", "{}", "-e", "f"], []),
    "lld-link": (["--target=x86_64-pc-windows-msvc"],
                 ["/Brepro", "/out:{}", "/entry:f"],
                 ["/subsystem:console", "/nodefaultlib"]),
    "ld64.lld": (["--target=arm64-apple-macos12"],
                 ["-o", "{}", "-e", "_f"],
                 ["-arch", "arm64", "-platform_version", "macos", "12.0",
                  "12.0", "-L.", "-dead_strip_dylibs"]),
    "wasm-ld": (["--target=wasm32"], ["-o", "{}", "-e", "f"], []),
}


class LinkTool(toolchain.ToolTest):
    """Links objects of clang and of metaobj."""

    def link(self, *arguments):
        """Runs metaobj link, which must succeed; returns what it said."""
        result = self.metaobj("link", *arguments, cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout), (0, ""),
                         f"{arguments}\n{result.stderr}")
        return result.stderr

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def objects(self, flags):
        """Operators, a caller and metadata for clang's `flags`."""
        names = ["tvmgen_default_a", "tvmgen_default_b"]
        self.write("ops.c", toolchain.operator_source(names))
        self.write("f.c", "extern int tvmgen_default_a_state;\n"
                          "int f(void) { return tvmgen_default_a_state; }\n")
        for stem in ("ops", "f"):
            self.run_tool("clang", *flags, "-O1", "-ffreestanding",
                          "-fno-asynchronous-unwind-tables", "-c",
                          self.path(stem + ".c"), "-o",
                          self.path(stem + ".o"))
        params = self.write("p.params", toolchain.params_file(
            toolchain.SAMPLE_PARAMETERS))
        self.emit(self.path("ops.o"), params, "-o", self.path("metadata.o"),
                  "--quiet")
        return ["f.o", "ops.o", "metadata.o"]

    def test_same_bytes(self):
        """In every object format, and by all options that matter."""
        for program, (flags, output, more) in FORMATS.items():
            with self.subTest(program=program):
                objects = self.objects(flags)
                # Some formats store the name of the file.
                for folder in ("ours", "theirs"):
                    os.makedirs(self.path(folder), exist_ok=True)
                words = [word.format("theirs/out") for word in output]
                theirs = [program, *words, *more, *objects]
                self.run_tool(*theirs, cwd=self.folder)
                entry = "_f" if program == "ld64.lld" else "f"
                self.link(*objects, "-o", "ours/out", "--entry=" + entry,
                          "--", *more)
                if self.read("ours/out") != self.read("theirs/out") and \
                        differences.leaves_out(differences.Difference(
                            program, differences.LINK_TOOL, "lld",
                            "with several threads",
                            "other bytes than with one", "the same bytes")):
                    self.run_tool(*theirs, "--threads=1", cwd=self.folder)
                self.assertEqual(self.read("ours/out"),
                                 self.read("theirs/out"))
        if len(os.sched_getaffinity(0)) > 1:
            self.assertEqual(
                differences.unneeded_limits(differences.LINK_TOOL), [])

    def test_library_for_windows(self):
        """What lld-link writes beside a DLL has its place as well."""
        objects = self.objects(FORMATS["lld-link"][0])
        more = ["/dll", "/noentry", "/export:f", "/nodefaultlib"]
        for folder in ("ours", "theirs"):
            os.makedirs(self.path(folder), exist_ok=True)
        self.run_tool("lld-link", "/Brepro", "/out:theirs/a.dll", *more,
                      *objects, cwd=self.folder)
        self.link(*objects, "-o", "ours/a.dll", "--", *more)
        self.assertEqual(sorted(os.listdir(self.path("ours"))),
                         ["a.dll", "a.lib"])
        for name in ("a.dll", "a.lib"):
            self.assertEqual(self.read("ours/" + name),
                             self.read("theirs/" + name), name)

    def test_same_joined_object(self):
        """-r, of ELF and WebAssembly."""
        for program in ("ld.lld", "wasm-ld"):
            objects = self.objects(FORMATS[program][0])
            for folder in ("ours", "theirs"):
                os.makedirs(self.path(folder), exist_ok=True)
            self.run_tool(program, "-r", "-o", "theirs/out", *objects,
                          cwd=self.folder)
            self.link("-r", *objects, "-o", "ours/out")
            self.assertEqual(self.read("ours/out"), self.read("theirs/out"),
                             program)

    def test_images(self):
        """Raw and hex equal those of llvm-objcopy; UF2 has the same bytes."""
        objects = self.objects(["--target=thumbv6m-none-eabi"])
        self.write("vectors.c", """
extern int stack_top[], f(void);
__attribute__((section(".vectors"))) void *const vectors[] = {stack_top, f};
""")
        self.run_tool("clang", "--target=thumbv6m-none-eabi", "-c",
                      self.path("vectors.c"), "-o", self.path("vectors.o"))
        objects.append("vectors.o")
        told = self.link(*objects, "-o", "a.elf", "--bin=a.bin", "--hex=a.hex",
                         "--uf2=a.uf2", "--uf2-family=0xe48bff56", "--Map=a.map",
                         "--entry=f",
                         "--memory=flash=0x10000100:64K,ram=0x20000000:16K")
        self.assertRegex(told, r"flash  [\d,]+ of 65,536 bytes \(0\.\d %\)\n"
                               r"ram    8 of 16,384 bytes \(0\.0 %\)\n")
        for form, name in (("binary", "a.bin"), ("ihex", "a.hex")):
            self.run_tool("llvm-objcopy", "-O", form, self.path("a.elf"),
                          self.path("theirs"))
            self.assertEqual(self.read(name), self.read("theirs"), form)
        raw, uf2 = self.read("a.bin"), self.read("a.uf2")
        found = bytearray()
        # From the start of a sector of flash on.
        self.assertEqual(len(uf2), -(-(0x100 + len(raw)) // 256) * 512)
        for number, start in enumerate(range(0, len(uf2), 512)):
            head = struct.unpack_from("<8I", uf2, start)
            self.assertEqual(head, (0x0A324655, 0x9E5D5157, 0x2000,
                                    0x10000000 + 256 * number, 256, number,
                                    len(uf2) // 512, 0xe48bff56))
            self.assertEqual(uf2[start + 508:start + 512],
                             struct.pack("<I", 0x0AB16F30))
            found += uf2[start + 32:start + 32 + 256]
        self.assertEqual(bytes(found),
                         (bytes(0x100) + raw).ljust(len(found), b"\0"))
        self.assertIn(b"tvmgen_default_a", self.read("a.map"))

    def test_models_in_one_program(self):
        """Two models with the same names, of which each calls its own."""
        calls = []
        for model, base in (("one", 0), ("two", 50)):
            self.write("ops.c",
                       toolchain.operator_source(["tvmgen_default_a"], base))
            self.run_tool("clang", "-O1", "-c", self.path("ops.c"), "-o",
                          self.path("ops.o"))
            self.emit(self.path("ops.o"), "--entry=entry_" + model, "-o",
                      self.path("metadata.o"), "--quiet")
            self.link("-r", "--localize", "ops.o", "metadata.o", "-o",
                      model + ".o")
            symbols = self.run_tool("llvm-nm", "--extern-only",
                                    "--defined-only", self.path(model + ".o"))
            self.assertEqual([line.split()[2] for line in
                              symbols.splitlines()], ["entry_" + model])
            calls.append(f"  call(entry_{model}());\n")
        self.write("main.c", """
#include <stdint.h>
#include <stdio.h>
typedef int32_t (*Function)(void *, int *, int, void *, int *, void *);
typedef struct { const char *names; const Function *functions; } Registry;
typedef struct { const Registry *registry; } Module;
const Module *entry_one(void), *entry_two(void);
static void call(const Module *of) {
  printf("%d\\n", of->registry->functions[0](0, 0, 0, 0, 0, 0));
}
int main(void) {
""" + "".join(calls) + "  return 0;\n}\n")
        self.run_tool("clang", self.path("main.c"), self.path("one.o"),
                      self.path("two.o"), "-o", self.path("main"))
        self.assertEqual(toolchain.start([self.path("main")]).stdout,
                         "1000\n1050\n")

    def test_boards(self):
        """The example's firmware runs as lld's own does, with a compiled
        runtime and without any tool chain."""
        sys.path.insert(0, toolchain.source_path(EXAMPLE))
        import machines
        build = self.path("build")
        for folder, board, target, emulator, entry in BOARDS:
            with self.subTest(board=board):
                machine = machines.Machine(
                    folder, board, toolchain.OPTIONS.llvm_bin)
                machine.use_board(target, [
                    toolchain.find_tool(emulator[0]), *emulator[1:]])
                here = machines.pathlib.Path(build) / board
                objects = machine.compile(
                    [machines.HERE / "main.c", *machine.sources], here / "p")
                operators = machine.compile(
                    machines.sources_in(machines.HERE / "operators"),
                    here / "o")
                runtime = machine.runtime(here / "r")
                metadata = here / "metadata.o"
                model = machines.HERE / "model"
                self.emit(*operators, model / "digits.params",
                          "--graph=%s" % (model / "graph.json"),
                          "--inputs=image", "-o", metadata, "--quiet")
                inputs = [*objects, *operators, metadata, *runtime]
                if board == "microbit":
                    # A Cortex-M0 has no instruction for divisions.
                    inputs.append(self.run_tool(
                        "arm-none-eabi-gcc", "-mcpu=cortex-m0",
                        "-print-libgcc-file-name").strip())
                image = here / "ours.elf"
                told = self.link(*inputs, "-o", image, "--board=" + board,
                                 "--gc-sections", "--entry=" + entry)
                self.assertRegex(told, r"flash +[\d,]+ of [\d,]+ bytes")
                ours = machine.run_image(image)
                self.assertRegex(ours, r"\n(\d+) of \1 right, checksum ")
                if board in ("mps2-an385", "riscv-virt"):  # The example's.
                    machine.link(inputs, here / "theirs.elf")
                    self.assertEqual(
                        ours, machine.run_image(here / "theirs.elf"))
                self.check_without_tools(machine, here, [
                    *operators, metadata, *machine.compile(
                        [machines.HERE / "main.c", machines.HERE / "images.c",
                         self.output_source(machines)], here / "q")], ours)

    def output_source(self, machines):
        """What the example needs of a board, on the runtime's own port."""
        return machines.pathlib.Path(self.write("output.c", """
#include <stddef.h>
#include <semihosting.h>
void board_write(const char *text, size_t size);
static volatile int is_constructed;
__attribute__((constructor)) static void construct(void) {
  is_constructed = 1;
}
void board_write(const char *text, size_t size) {
  if (is_constructed)
    tvm_crt_semihosting_write(text, size);
}
"""))

    def check_without_tools(self, machine, folder, objects, expected):
        """Objects alone become a program that says the same."""
        image = folder / "alone.elf"
        flash = {}
        for way, more in (
                ("small", ["registry,semihosting,startup"]),
                ("everything", ["backend,graph,aot,semihosting,startup"])):
            result = self.metaobj(
                "link", *objects, "-o", image, "--board=" + machine.title,
                "--gc-sections", "--with-runtime=" + more[0],
                "--crt-config=TVM_CRT_PORT_ARENA_SIZE_BYTES=2048",
                env={"PATH": "/nonexistent"})
            self.assertEqual(result.returncode, 0, result.stderr)
            flash[way] = result.stderr
            self.assertEqual(machine.run_image(image), expected)
        # What nobody calls costs nothing.
        self.assertEqual(flash["small"], flash["everything"])


if __name__ == "__main__":
    toolchain.main()
