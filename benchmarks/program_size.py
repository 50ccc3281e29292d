# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of programs that link the library with LLVM's archives.

All are linked statically, with --gc-sections, and stripped, as the released
tool is: the tool, the consumer of the test of installations with all of LLVM's
back ends, and the same with one (metaobj/Target.h).

usage: program_size.py <release build tree>
"""

import pathlib
import subprocess
import sys
import tempfile

# LLVM was built with these, but nothing of them is called. Debian has no
# archives of them.
UNUSED = ("libz3", "-lxml2")
SOURCES = pathlib.Path(__file__).parent.parent / "tests/install/consumer"


def output_of(*command, **how):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **how).stdout


def flags_of(prefix, kind):
    """What pkg-config says of the installed library."""
    folder = next(prefix.glob("**/metaobj-static.pc")).parent
    words = output_of("pkg-config", kind, "metaobj-static", env={"PKG_CONFIG_PATH": str(folder)}).split()
    return [word for word in words if not any(name in word for name in UNUSED)]


def link(prefix, program, sources):
    subprocess.run(["c++", "-O2", *flags_of(prefix, "--cflags"), *map(str, sources), *flags_of(prefix, "--libs"),
                    "-static", "-Wl,--gc-sections", "-s", "-o", str(program)], check=True)


def main():
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as scratch:
        prefix = pathlib.Path(scratch)
        output_of("cmake", "--install", str(build), "--prefix", str(prefix))
        programs = {"the tool": prefix / "bin/metaobj",
                    "a program with all back ends": prefix / "all",
                    "a program with the back end of Arm": prefix / "one"}
        sources = [SOURCES / "consumer.cpp"]
        link(prefix, prefix / "all", sources)
        link(prefix, prefix / "one", [*sources, SOURCES / "one_backend.cpp"])
        outputs = [output_of(str(prefix / name), str(prefix / (name + ".o"))) for name in ("all", "one")]
        assert outputs[0] == outputs[1], outputs
        whole = programs["the tool"].stat().st_size
        for name, program in programs.items():
            size = program.stat().st_size
            print("%-36s %6.1f MB  %.2f" % (name, size / 1e6, size / whole))


main()
