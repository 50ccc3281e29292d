# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""With --param-sections linkers drop the parameters that nothing refers to.

A program for the host uses the entry point and one exported parameter. lld and
GNU ld keep that one, its bytes and whoever shares them, and drop the others;
calling the accessor of the parameter table keeps all. Without the option the
parameters stay together. What is kept is right when the program runs.
"""

import platform
import re
import struct

from lib import toolchain
from lib.toolchain import Parameter

TRIPLE = "x86_64-unknown-linux-gnu"

MAIN = """
#include <stdint.h>
#include <stdio.h>
extern const void *TVMSystemLibEntryPoint(void);
extern const void *tvmgen_default_params(void);
extern const int32_t __tvm_param__used[3];
const void *volatile sink;
int main(void) {
  sink = TVMSystemLibEntryPoint();
#ifdef WITH_TABLE
  sink = tvmgen_default_params();
#endif
  printf("%d %d %d\\n", (int)__tvm_param__used[0],
         (int)__tvm_param__used[1], (int)__tvm_param__used[2]);
  return 0;
}
"""

USED = struct.pack("<3i", 10, -20, 30)
PARAMETERS = [
    Parameter("unused", 0, 8, (100,), bytes(range(100))),
    Parameter("used", 0, 32, (3,), USED),
    Parameter("tied", 0, 32, (3,), USED),
    Parameter("large", 1, 8, (5000,), bytes([7]) * 5000),
]

LINKERS = {"lld": "ld.lld", "GNU ld": "ld.bfd"}


class ParamSections(toolchain.ToolTest):
    """One program for each linker and each way to reach the parameters."""

    def setUp(self):
        super().setUp()
        if platform.machine() != "x86_64":
            self.skipTest("the host is not an x86-64")
        self.write("net.params", toolchain.params_file(PARAMETERS))
        self.write("main.c", MAIN)

    def link(self, linker, options=(), defines=()):
        """Builds and runs the program; names of its parameters' symbols."""
        self.emit(f"--mtriple={TRIPLE}", "--relocation-model=pic",
                  self.path("net.params"), "--place=*:visibility=global", *options,
                  "-o", self.path("metadata.o"))
        self.run_tool(
            "clang", f"--target={TRIPLE}", "-O1",
            f"--ld-path={toolchain.find_tool(LINKERS[linker])}",
            "-Wl,--gc-sections", *defines, self.path("main.c"),
            self.path("metadata.o"), "-o", self.path("program"))
        run = toolchain.start([self.path("program")])
        self.assertEqual((run.returncode, run.stdout), (0, "10 -20 30\n"))
        symbols = self.run_tool("llvm-readelf", "-sW", self.path("program"))
        return set(re.findall(r"__tvm_param__(\w+)$", symbols, re.MULTILINE))

    def test_unused_parameters_go(self):
        for linker in LINKERS:
            with self.subTest(linker):
                self.assertEqual(self.link(linker, ["--param-sections"]),
                                 {"used", "tied"})

    def test_table_keeps_all(self):
        names = {parameter.name for parameter in PARAMETERS}
        for linker in LINKERS:
            with self.subTest(linker):
                self.assertEqual(
                    self.link(linker, ["--param-sections"],
                              ["-DWITH_TABLE"]), names)

    def test_storage_ids_keep_their_parameters(self):
        for linker in LINKERS:
            with self.subTest(linker):
                self.assertEqual(
                    self.link(linker, ["--param-sections", "--sid=large=0"]),
                    {"used", "tied", "large"})

    def test_one_section_stays_whole(self):
        names = {parameter.name for parameter in PARAMETERS}
        for linker in LINKERS:
            with self.subTest(linker):
                self.assertEqual(self.link(linker), names)


if __name__ == "__main__":
    toolchain.main()
