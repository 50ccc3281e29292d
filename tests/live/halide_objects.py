#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a filter by Halide ahead of time: <folder>/<target>/blur.o, .h."""
import pathlib
import sys

import halide

TARGETS = ["host", "arm-32-noos", "arm-64-noos"]


def main():
    folder = pathlib.Path(sys.argv[1])
    for target in TARGETS:
        place = folder / target
        place.mkdir(parents=True, exist_ok=True)
        x, y = halide.Var("x"), halide.Var("y")
        image = halide.ImageParam(halide.Float(32), 2, "image")
        blur = halide.Func("blur")
        blur[x, y] = (image[x, y] + image[x + 1, y] + image[x + 2, y]) / 3.0
        blur.compile_to(
            {halide.OutputFileType.object: str(place / "blur.o"),
             halide.OutputFileType.c_header: str(place / "blur.h")},
            [image], "blur", halide.Target(target))


if __name__ == "__main__":
    main()
