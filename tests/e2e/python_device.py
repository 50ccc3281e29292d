# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metaobj.device: operators of the host and of a chip, with NumPy, and C."""

import os

from lib import toolchain
from lib.chips import CHIPS, FAULTS, HOST_FLAGS, ChipTest
from python_package import PythonTest

CASES = "tests/e2e/lib/python_device_cases.py"


class Devices(ChipTest, PythonTest):
    """tests/e2e/lib/python_device_cases.py, whose classes are named here."""

    def run_cases(self, case, module="numpy", **environment):
        python = toolchain.python_with(module)
        images, labels = self.images(2)
        self.environment.update(
            environment, IMAGES=images, LABELS=" ".join(labels),
            PARAMS=self.model[0], GRAPH=self.model[1])
        result = self.run_python(
            python, "-W", "error", toolchain.source_path(CASES), "-v", case)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("skipped", result.stderr)

    def values(self):
        """Operators of tests/capi, which give back what they get."""
        with open(toolchain.source_path("tests/capi/chip_operators.c")) as file:
            return self.compile("values", file.read(), HOST_FLAGS)

    def test_digits(self):
        """Every operator by its name, and the graph, as the tool runs it."""
        self.run_cases("DigitsCases", VIA="host",
                       OBJECTS=self.digits("host", HOST_FLAGS))

    def test_chip(self):
        """The same on a chip behind a debugger."""
        chip = CHIPS["Cortex-M3"]
        host = self.digits("host", HOST_FLAGS)
        self.run_cases("DigitsCases",
                       VIA="gdb:unix:" + self.start_qemu(chip),
                       BOARD=chip.board, HOST=host,
                       OBJECTS=self.digits("chip", chip.flags))

    def test_values(self):
        """Arrays, numbers and texts of all kinds."""
        self.run_cases("ValueCases", OBJECTS=self.values())

    def test_faults(self):
        """Exceptions with registers; the device goes on. Ctrl-C."""
        self.run_cases("FaultCases", VALUES=self.values(),
                       OBJECTS=self.compile("faults", FAULTS, HOST_FLAGS))

    @toolchain.long
    def test_torch(self):
        self.run_cases("TorchCases", "torch", OBJECTS=self.values())

    def test_c(self):
        """tests/capi/chip.c, which checks what it gets."""
        program = self.path("chip")
        libraries = os.path.dirname(self.shared_library)
        os.rename(self.values(), self.path("chip.o"))
        result = toolchain.start(
            [toolchain.find_tool("gcc"), "-std=c99", "-Wall", "-Wextra",
             "-Wshadow", "-Werror", "-I", toolchain.source_path("include"),
             toolchain.source_path("tests/capi/chip.c"), "-L", libraries,
             "-lmetaobj", "-o", program])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        result = toolchain.start(
            [program], cwd=self.path(),
            env={**os.environ, "LD_LIBRARY_PATH": libraries})
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (0, "the chip did all\n", ""))


if __name__ == "__main__":
    toolchain.main()
