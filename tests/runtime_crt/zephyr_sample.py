# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Zephyr's sample in contrib is built and run, with stand-ins for Zephyr.

    zephyr_sample.py <source> <cmake> <prefix of metaobj> <scratch folder>

What is real: the sample's CMakeLists.txt, prj.conf, sample.yaml and main.c, the
module, metaobj, and QEMU. What is not: Zephyr's build (zephyr/ZephyrConfig.cmake)
and kernel (zephyr/kernel.c), and its C library, which is newlib.
"""

import pathlib
import re
import shutil
import subprocess
import sys

import zephyr_module

#: newlib's script begins at 0x8000, behind the table of vectors.
ARM_LINK = "--specs=rdimon.specs -Wl,--section-start=.vectors=0 -Wl,--undefined=vectors"
QEMU = ["qemu-system-arm", "-M", "mps2-an386", "-display", "none", "-semihosting-config",
        "enable=on,target=native", "-kernel"]


def main():
    source, cmake, prefix, scratch = sys.argv[1:]
    source, scratch = pathlib.Path(source), pathlib.Path(scratch)
    import kconfiglib
    import yaml
    sample = source / "contrib/zephyr/samples/digits"
    told = yaml.safe_load((sample / "sample.yaml").read_text())
    test = told["tests"]["sample.metaobj.digits"]
    assert set(told) == {"sample", "tests"} and set(told["sample"]) == {"name", "description"}
    assert test["harness"] == "console" and test["harness_config"]["type"] == "one_line"
    wanted, = test["harness_config"]["regex"]
    for compiler, link, runner in (("host", "", []), ("arm", ARM_LINK, QEMU)):
        folder = scratch / compiler
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        zephyr_module.configure(kconfiglib, source, folder, prj=sample / "prj.conf")
        zephyr_module.build(cmake, source, sample, compiler, folder, "-DCMAKE_PREFIX_PATH=" + prefix,
                            "-DCMAKE_C_FLAGS=-std=gnu11 -Os -Wall -Werror " + zephyr_module.COMPILERS[compiler][1],
                            "-DCMAKE_EXE_LINKER_FLAGS=" + link)
        subprocess.run([cmake, "--build", folder / "build", "--target", "zephyr"], check=True,
                       stdout=subprocess.DEVNULL)
        found = subprocess.run([*runner, folder / "build/zephyr"], text=True, timeout=120,
                               stdout=subprocess.PIPE, check=True).stdout
        assert re.search(wanted, found, re.MULTILINE), found
        print("%s: %s" % (compiler, found.strip()))


if __name__ == "__main__":
    sys.exit(main())
