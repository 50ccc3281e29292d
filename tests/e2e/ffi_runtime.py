# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of tvm-ffi run on microcontrollers with runtime_crt's part for them.

tests/e2e/ffi_runtime has operators as TVM's code generator makes them, with
workspaces, checks of arguments and a parallel loop, and a program that calls
them. QEMU runs it on a Cortex-M4, linked by metaobj, and on a Cortex-M0, linked
by GNU ld with the library that make builds, and by metaobj.
"""

from lib import toolchain

FOLDER = "tests/e2e/ffi_runtime"

CORTEX_M4 = ["--target=thumbv7em-none-eabi", "-mcpu=cortex-m4",
             "-mfloat-abi=softfp"]
CORTEX_M0 = ["--target=thumbv6m-none-eabi", "-mcpu=cortex-m0"]
#: For this triple LLVM calls floating point by GCC's names, as TVM's LLVM does
#: for the other.
CORTEX_M0_OPERATORS = ["--target=thumbv6m-none-unknown", "-mcpu=cortex-m0",
                       "-mfloat-abi=soft"]
FLAGS = ["-Os", "-ffreestanding", "-ffunction-sections", "-fdata-sections",
         "-Wall", "-Werror"]
GCC = ["-mcpu=cortex-m0", "-mthumb"]

SAID = """
MemoryError: workspace of 320 bytes, 319 of 767 left
ValueError: Mismatched blur.shape on argument #0
"""

#: All code of the part that this program can call; the goal of its makers.
MOST_BYTES = 1024


class FfiRuntime(toolchain.ToolTest):
    """One program, three times."""

    def compile_for(self, flags, name):
        output = self.path(name + ".o")
        self.run_tool(
            "clang", *flags, *FLAGS,
            "-I" + toolchain.source_path("runtime_crt/include"), "-c",
            toolchain.source_path(f"{FOLDER}/{name}.c"), "-o", output)
        return output

    def objects(self, flags, operators):
        """Operators, metadata and program."""
        operators = self.compile_for(operators, "operators")
        self.assertIn(" U __aeabi_unwind_cpp_pr0",
                      self.run_tool("llvm-nm", operators))
        metadata = self.path("metadata.o")
        self.emit("--abi=tvm-ffi", "--quiet", operators, "-o", metadata)
        return [self.compile_for(flags, "main"), operators, metadata]

    def link(self, *arguments):
        """Links to a.elf without a word; returns its path."""
        image = self.path("a.elf")
        result = self.metaobj("link", *arguments, "-o", image, "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return image

    def check_run(self, board, image):
        result = toolchain.start([
            toolchain.find_tool("qemu-system-arm"), "-M", board, "-display",
            "none", "-monitor", "none", "-serial", "null",
            "-semihosting-config", "enable=on,target=native", "-kernel",
            image])
        self.assertEqual((result.returncode, result.stderr), (0, SAID))

    def part_bytes(self, image):
        """Code and constants of the part, by the symbols of the image."""
        sizes = {}
        for line in self.run_tool("llvm-nm", "-S", image).splitlines():
            words = line.split()
            if len(words) == 4 and words[2] in "TtRrW" and words[3].startswith(
                    ("TVM", "tvm_crt_ffi", "__aeabi_unwind")):
                sizes[words[3]] = int(words[1], 16)
        self.assertIn("TVMBackendAllocWorkspace", sizes)
        return sum(sizes.values())

    def test_cortex_m4(self):
        objects = self.objects(CORTEX_M4, CORTEX_M4)
        runtime = "--with-runtime=ffi,startup,semihosting"
        image = self.link(*objects, "--board=mps2-an386", runtime)
        self.check_run("mps2-an386", image)
        self.assertLess(self.part_bytes(image), MOST_BYTES)
        # As much as the peak is enough.
        image = self.link(*objects, "--board=mps2-an386", runtime,
                          "--crt-config=TVM_FFI_WORKSPACE_BYTES=768")
        self.check_run("mps2-an386", image)

    def test_cortex_m0(self):
        """Floating point of libgcc, which has other names; none of its
        unwinder."""
        objects = self.objects(CORTEX_M0, CORTEX_M0_OPERATORS)
        self.assertIn(" U __addsf3", self.run_tool("llvm-nm", objects[1]))
        library = self.run_tool("arm-none-eabi-gcc", *GCC,
                                "-print-libgcc-file-name").strip()
        result = self.metaobj(
            "link", *objects, library, "-o", self.path("a.elf"), "--quiet",
            "--board=mps2-an385", "--with-runtime=ffi,startup,semihosting")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.check_image(self.path("a.elf"))

        runtime = toolchain.make_runtime(
            self.path("crt"), ["ffi", "semihosting", "backend",
                               "memory_functions"],
            "CROSS_PREFIX=arm-none-eabi-", "CFLAGS=-Os " + " ".join(GCC))
        boards = toolchain.source_path("tests/runtime_crt/boards")
        crt = toolchain.source_path("runtime_crt")
        start = self.path("start.o")
        self.run_tool("arm-none-eabi-gcc", *GCC, "-Os", f"-I{crt}/include",
                      f"-I{crt}/ports/semihosting", "-c",
                      f"{boards}/mps2_an385.c", "-o", start)
        image = self.path("gnu.elf")
        self.run_tool("arm-none-eabi-gcc", *GCC, "-nostdlib", "-nostartfiles",
                      "-Wl,--gc-sections", f"-T{boards}/mps2_an385.ld", start,
                      *objects, *runtime, "-lgcc", "-o", image)
        self.check_image(image)

    def check_image(self, image):
        self.assertNotIn("nwind_execute", self.run_tool("llvm-nm", image))
        self.check_run("mps2-an385", image)


if __name__ == "__main__":
    toolchain.main()
