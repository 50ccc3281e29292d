#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a small model by IREE into static libraries.

Writes <folder>/<target>/mlp.o and mlp.h, which IREE makes for C programs.
"""
import pathlib
import subprocess
import sys

MODEL = """
module @mlp {
  func.func @run(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4x2xf32>
    %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x2xf32>)
        -> tensor<4x2xf32>
    %result = linalg.matmul
        ins(%x, %w : tensor<4x8xf32>, tensor<8x2xf32>)
        outs(%start : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %result : tensor<4x2xf32>
  }
}
"""

TARGETS = {
    "host": ["--iree-llvmcpu-target-triple=x86_64-linux-gnu",
             "--iree-llvmcpu-target-cpu=generic"],
    "riscv32": ["--iree-llvmcpu-target-triple=riscv32-pc-linux-elf",
                "--iree-llvmcpu-target-cpu-features=+m",
                "--iree-llvmcpu-target-abi=ilp32"],
    "m4": ["--iree-llvmcpu-target-triple=armv7em-pc-linux-elf",
           "--iree-llvmcpu-target-cpu=cortex-m4"],
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for target, options in TARGETS.items():
        place = folder / target
        place.mkdir(parents=True, exist_ok=True)
        (place / "mlp.mlir").write_text(MODEL)
        subprocess.run(
            [pathlib.Path(sys.executable).with_name("iree-compile"),
             "--iree-hal-target-backends=llvm-cpu", *options,
             "--iree-llvmcpu-link-embedded=false", "--iree-llvmcpu-link-static",
             f"--iree-llvmcpu-static-library-output-path={place / 'mlp.o'}",
             place / "mlp.mlir", "-o", place / "mlp.vmfb"], check=True)


if __name__ == "__main__":
    main()
