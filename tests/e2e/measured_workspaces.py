# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of today's TVM run one by one, and tell their workspaces.

metaobj device runs the recorded models of tests/e2e/tvm_models here and on
empty chips of QEMU. Outputs are those of TVM's own virtual machine, bit by bit.
The workspaces are measured: in each place they are the bytes that TVM's code
names, and an executor with them is the one of tests/e2e/relax.py, which runs
with these.
"""

import json
import os
import struct
from collections import namedtuple

from lib import toolchain
from lib.chips import CHIPS, ChipTest
from relax import CNN_WORKSPACES, MODELS, rounded_twice

#: Clang's flags, bits of a pointer, GCC whose library has floating point, the
#: chip; none: this machine.
Place = namedtuple("Place", "flags bits library chip")

ARM_GCC = ["arm-none-eabi-gcc", "-mthumb"]

PLACES = {
    "host": Place(["-fPIC"], 64, None, None),
    "Cortex-M3": Place(CHIPS["Cortex-M3"].flags, 32,
                       [*ARM_GCC, "-mcpu=cortex-m3"], CHIPS["Cortex-M3"]),
    "RV64": Place(["--target=riscv64-unknown-elf", "-march=rv64imafdc",
                   "-mabi=lp64d", "-mcmodel=medany"], 64, None, CHIPS["RV64"]),
}

CONVOLUTION = "__tvm_ffi_fused_conv2d_add_relu"

#: struct's letters.
TYPES = {"float32": "f", "int8": "b"}


def recorded(model, name):
    return toolchain.source_path(f"tests/e2e/tvm_models/{model}/{name}")


def bytes_of(outputs):
    """The elements of JSON as the bytes of a little-endian machine."""
    data = b""
    for output in outputs:
        number = float if output["dtype"].startswith("float") else int
        data += struct.pack(f"<{len(output['elements'])}"
                            f"{TYPES[output['dtype']]}",
                            *map(number, output["elements"]))
    return data


class MeasuredWorkspaces(ChipTest):
    """The four models in each place."""

    def operators(self, model, place):
        with open(recorded(model, f"operators{place.bits}.ll"),
                  encoding="utf-8") as file:
            code = self.write(model + ".ll", rounded_twice(file.read()))
        output = self.path(model + ".o")
        self.run_tool("clang", *place.flags, "-O1", "-Wno-override-module",
                      "-c", code, "-o", output)
        return output

    def way(self, place):
        """How metaobj device reaches a new chip."""
        if not place.chip:
            return ["--via=host"]
        via = "--via=gdb:unix:" + self.start_qemu(place.chip)
        return [via, "--board=" + place.chip.board]

    def library(self, place):
        if not place.library:
            return []
        return [self.run_tool(*place.library,
                              "-print-libgcc-file-name").strip()]

    def run_model(self, model, place, *options, status=0):
        """What metaobj device run says; with the operators' object."""
        operators = self.operators(model, place)
        name = "image" if model == "cnn" else "x"
        said = self.device(
            "run", operators, recorded(model, "vm.bin"),
            *self.library(place), *self.way(place), "--json",
            f"--input={name}={recorded(model, 'input.bin')}", *options,
            status=status)
        return operators, said

    def check_place(self, place):
        """Outputs and workspaces of all models."""
        for model in MODELS:
            with self.subTest(model=model):
                sizes = self.path("workspaces.yaml")
                operators, said = self.run_model(model, place,
                                                 "--workspaces=" + sizes)
                report = json.loads(said)
                with open(recorded(model, "output.bin"), "rb") as file:
                    self.assertEqual(bytes_of(report["runs"][0]), file.read())
                self.assertEqual(
                    {row["function"]: row["workspace"]
                     for row in report["operators"] if row["workspace"]},
                    {CONVOLUTION: 2240} if model == "cnn" else {})
                # With the file, or with the bytes of TVM's code.
                given = [CNN_WORKSPACES] if model == "cnn" else []
                objects = []
                for flags in (["--config=" + sizes], given):
                    objects.append(self.path(f"model{len(objects)}.o"))
                    self.emit(operators, recorded(model, "vm.bin"),
                              "--abi=tvm-ffi", "--executor=aot", "--quiet",
                              "-o", objects[-1], *flags)
                first, second = (open(path, "rb") for path in objects)
                with first, second:
                    self.assertEqual(first.read(), second.read())
                os.remove(sizes)

    def test_small_memory(self):
        """An operator that has less says what it wanted; none is measured."""
        sizes = self.path("workspaces.yaml")
        _, said = self.run_model("cnn", PLACES["host"], "--workspace=2176",
                                 "--workspaces=" + sizes, status=1)
        self.assertRegex(
            said, r"error: host: '__tvm_ffi_fused_conv2d_add_relu': the "
            r"operator returned -1, and says: MemoryError: workspace of \d+ "
            r"bytes, \d+ of 2176 left")
        self.assertFalse(os.path.exists(sizes))

    def test_table(self):
        """The text has a column of workspaces."""
        operators = self.operators("cnn", PLACES["host"])
        said = self.device("time", operators, recorded("cnn", "vm.bin"),
                           "--via=host", "--repeat=2")
        rows = [line.split() for line in said.splitlines()]
        self.assertEqual(rows[0][-1], "workspace")
        self.assertEqual({row[0]: row[-1] for row in rows[1:]}
                         [CONVOLUTION], "2240")


def add_tests():
    for name, place in PLACES.items():
        setattr(MeasuredWorkspaces, "test_" + name.replace("-", "_").lower(),
                lambda self, place=place: self.check_place(place))


add_tests()

if __name__ == "__main__":
    toolchain.main()
