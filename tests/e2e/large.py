# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parameters of more than 2 and more than 4 GiB, linked and run on x86-64.

Both linkers put `.lrodata` behind everything that code reaches with 32 bits.
The source has no bytes on the disk but a few marks, which the program looks
for. 32-bit formats end before that: an error that says where.
"""

import os
import shutil
import subprocess

from lib import toolchain

GIB = 1 << 30

#: Marks are at these parts of a parameter, and at its end.
PARTS = 16

PROGRAM = """
#include "metaobj-c/metaobj_abi.h"
#include <stdio.h>
const metaobj_param_table_t *tvmgen_default_params(void);
int main(void) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  for (uint32_t i = 0; i < table->num_params; ++i) {
    const metaobj_param_t *param = metaobj_param_at(table, i);
    const unsigned char *data = param->tensor.data;
    unsigned long long step = param->size / PARTS, zeros = 0;
    printf("%s %llu %d", param->name, (unsigned long long)param->size,
           (int)((unsigned long long)data % 64));
    for (int part = 0; part < PARTS; ++part) {
      printf(" %d", data[part * step]);
      zeros += data[part * step + 1] + data[part * step + step / 2];
    }
    printf(" %d %llu\\n", data[param->size - 1], zeros);
  }
  return 0;
}
"""


class Large(toolchain.ToolTest):
    """Two parameters, the second one behind 2 or 4 GiB."""

    def write_model(self, sizes):
        """A manifest of sparse files; returns what the program prints."""
        manifest = ["metaobj-params: 1", "params:"]
        expected = []
        for number, size in enumerate(sizes):
            name = f"p{number}"
            marks = [(number * 50 + part) % 255 + 1 for part in range(PARTS)]
            with open(self.path(name), "wb") as file:
                for part, mark in enumerate(marks):
                    file.seek(part * (size // PARTS))
                    file.write(bytes([mark]))
                file.truncate(size)
                file.seek(size - 1)
                file.write(b"\xee")
            manifest.append(f"  - {{name: {name}, file: {name}, dtype: uint8,"
                            f" shape: [{size}]}}")
            expected.append(f"{name} {size} 0 " +
                            " ".join(map(str, marks)) + " 238 0")
        self.write("model.yaml", "\n".join(manifest) + "\n")
        return expected

    def check_linked(self, sizes):
        """Emit, link with both linkers, run."""
        needed = 2 * sum(sizes) + GIB
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            self.skipTest(f"needs {needed} bytes of disk, {free} are free")
        expected = self.write_model(sizes)
        metadata = self.path("metadata.o")
        self.metaobj("emit", "--mtriple=x86_64-unknown-linux-gnu",
                     "--preset=x86-large", self.path("model.yaml"),
                     "-o", metadata)
        program = self.write("program.c", PROGRAM)
        for linker in ("lld", "bfd"):
            if linker == "lld" and toolchain.llvm_version() < "LLVM 17":
                toolchain.leave_out("lld puts .lrodata in front of the code")
                continue
            with self.subTest(linker=linker):
                image = self.path("program")
                driver = ["clang", f"-DPARTS={PARTS}", "-O1",
                          f"-I{toolchain.OPTIONS.source}/include",
                          "-idirafter", "/usr/include"]
                self.run_tool(*driver, f"-fuse-ld={linker}", program, metadata,
                              "-o", image)
                result = subprocess.run(
                    [image], capture_output=True, text=True, check=True,
                    timeout=toolchain.TIMEOUT_SECONDS)
                self.assertEqual(result.stdout.splitlines(), expected)
                os.remove(image)

    def test_2_gib(self):
        """What 32-bit distances do not reach."""
        self.check_linked([2 * GIB + 4096, 6400])

    def test_4_gib(self):
        """What 32-bit sizes do not hold."""
        self.check_linked([GIB // 4, 4 * GIB + GIB // 4, 6400])

    def check_refused(self, triple, size, error):
        """`error`, and no output."""
        self.write_model([size])
        output = self.path("none.o")
        result = toolchain.start(
            [toolchain.OPTIONS.metaobj, "emit", f"--mtriple={triple}",
             self.path("model.yaml"), "-o", output])
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, error(output))
        self.assertFalse(os.path.exists(output))

    def test_elf32(self):
        """32-bit ELF ends at 4 GiB."""
        # The parameter begins where its source does in a block of the disk: at
        # the first or, as the rest of the object takes less, the second.
        self.check_refused(
            "riscv32-unknown-elf", 4 * GIB - 100,
            lambda output: f"^metaobj: error: {output}: the object would have "
            f"{4 * GIB - 100 + 4096} bytes, and 32-bit ELF ends at "
            r"4294967295\n$")

    def test_near_sections(self):
        """2 GiB in a section that code has to reach: a warning."""
        if shutil.disk_usage(self.folder).free < 3 * GIB:
            self.skipTest("needs 3 GiB of disk")
        self.write_model([2 * GIB])
        result = toolchain.start(
            [toolchain.OPTIONS.metaobj, "emit",
             "--mtriple=x86_64-unknown-linux-gnu", self.path("model.yaml"),
             "-o", self.path("near.o")])
        self.assertEqual(result.returncode, 0)
        self.assertEqual(
            result.stderr,
            "metaobj: warning: model 'default': parameters take 2147483648 bytes of "
            "sections that code reaches with 32 bits: what is linked behind "
            "them may be out of reach\n"
            "metaobj: hint: place them in .lrodata with --preset=x86-large\n")


if __name__ == "__main__":
    toolchain.main()
