# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes params.bin, the bytes that params.yaml describes, little endian."""

import pathlib
import struct

# Numbers that every floating-point format has exactly.
WEIGHTS = [0.5, -1.0, 2.0, 0.25, 1.5, 0.0, -0.5, 1.0, -2.0, 4.0, 1.0, -0.75]
BIAS = [4.5, -20.0, 1.25]
SCALE = [256, -300, 4]
OFFSET = [-3000000000]
MASK = [True, False, True]

CONTENTS = (struct.pack("<12f", *WEIGHTS) + struct.pack("<3f", *BIAS) +
            struct.pack("<q", *OFFSET) + struct.pack("<3h", *SCALE) +
            struct.pack("<3?", *MASK))


if __name__ == "__main__":
    pathlib.Path(__file__).with_name("params.bin").write_bytes(CONTENTS)
