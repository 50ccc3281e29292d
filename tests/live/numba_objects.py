#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a C callback by Numba: <folder>/host/scale.o, and its C name."""
import pathlib
import sys

import numba


@numba.cfunc("float64(float64, float64)")
def scale(value, factor):
    return value * factor + 1.0


def main():
    place = pathlib.Path(sys.argv[1]) / "host"
    place.mkdir(parents=True, exist_ok=True)
    library = scale._library
    (place / "scale.o").write_bytes(library._get_compiled_object())
    (place / "scale.name").write_text(scale.native_name)


if __name__ == "__main__":
    main()
