# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel for Linux on AArch64 as tools/release.py builds it, run by qemu.

Its program and its module make the same objects as the program of this machine.
The SBOM names what is linked from packages for arm64, which are not installed.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pip_test

#: Python and what it and the wheel load; the wheel needs nothing else.
PACKAGES = ["libc6", "libgcc-s1", "libstdc++6", "libpython3.11-minimal", "libpython3.11-stdlib",
            "python3.11-minimal", "libexpat1", "libffi8", "zlib1g"]
#: A target of each object format, and of each size of addresses.
TARGETS = ["thumbv7m-none-eabi", "aarch64-linux-gnu", "x86_64-linux-gnu", "s390x-linux-gnu", "avr",
           "riscv32-unknown-elf", "x86_64-pc-windows-msvc", "arm64-apple-macosx12", "wasm32-unknown-unknown"]
#: Source packages that both files hold.
STATIC = {"libarchive", "libzstd", "llvm-toolchain-19", "openssl", "zlib"}
PARAMS = """metaobj-params: 1
params: [{name: w, file: w.bin, dtype: uint8, shape: [4]}]
"""


def obstacle(folder):
    """Why nothing can be tested, or nothing."""
    missing = [name for name in ("aarch64-linux-gnu-g++", "qemu-aarch64", "apt-get") if not shutil.which(name)]
    return "not found: " + ", ".join(missing) if missing else pip_test.obstacle(folder)


def check_errors(source, folder):
    """What tools/debian_root.py says of a package that there is not."""
    done = subprocess.run(
        [sys.executable, "-B", source / "tools/debian_root.py", "arm64", folder / "none", "no-such-package"],
        text=True, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and done.stderr.startswith("debian_root: error: failed: apt-get "), done
    assert "Unable to locate package no-such-package" in done.stderr, done.stderr
    shutil.rmtree(folder / "none")


def check_libraries(release, build, root):
    """What the SBOM says of the two files."""
    used = release.libraries([release.LinkedFile(build, *file, root) for file in (release.PROGRAM, release.LIBRARY)])
    fetched = pip_test.run("dpkg-query", "--root=%s" % root, "-W",
                           "-f=${source:Package} ${source:Version}\n").splitlines()
    found = {each.source for each in used if "%s %s" % (each.source, each.version) in fetched}
    assert found == STATIC and all(each.is_static for each in used if each.source in STATIC), found
    # The compiler's, installed here.
    assert {each.source for each in used if not each.is_static} == {"cross-toolchain-base", "gcc-12-cross"}, used


def check_outputs(native, emulated, python, folder, environment):
    """Objects for several targets, and a linked program."""
    at = {"cwd": folder, "env": environment}
    assert pip_test.run(*emulated, "--version", **at) == pip_test.run(native, "--version", **at)
    assert pip_test.run(*emulated, "targets", **at) == pip_test.run(native, "targets", **at)
    (folder / "w.bin").write_bytes(b"1234")
    (folder / "w.yaml").write_text(PARAMS)
    for target in TARGETS:
        for command, name in ([native], "native.o"), (emulated, "emulated.o"):
            pip_test.run(*command, "emit", "w.yaml", "--quiet", "--mtriple=" + target, "-o", name, **at)
        assert (folder / "native.o").read_bytes() == (folder / "emulated.o").read_bytes(), target
        if target == TARGETS[0]:
            shutil.copy(folder / "native.o", folder / "thumb.o")
    assert pip_test.run(*python, "-c", pip_test.CLIENT, **at).endswith(" w\n")
    assert (folder / "python.o").read_bytes() == (folder / "thumb.o").read_bytes()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj", required=True, type=lambda path: pathlib.Path(path).resolve(),
                        help="the program of the build")
    parser.add_argument("--version", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    for name in "probe", "wheels", "naming", "released", "python", "installed", "work":
        shutil.rmtree(folder / name, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    if reason := obstacle(folder):
        print("SKIPPED: " + reason)
        return pip_test.SKIPPED
    sys.path.insert(0, str(options.source / "tools"))
    import debian_root
    import release
    # The folders "build" and "root" stay: a second run compiles what has changed.
    root, build = folder / "root", folder / "build"
    try:
        if not (root / "usr/lib/llvm-19/bin").exists():
            shutil.rmtree(root, ignore_errors=True)
            release.fetch_arm64_root(root)
        debian_root.fetch("arm64", folder / "python", PACKAGES)
    except debian_root.FetchError as error:
        print("SKIPPED: packages of Debian cannot be had: %s" % error)
        return pip_test.SKIPPED
    check_errors(options.source, folder)

    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(("PYTHON", "METAOBJ", "LD_"))}
    pip_test.run(
        sys.executable, "-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check",
        "--config-settings=build-dir=%s" % build, "-w", folder / "wheels", options.source,
        env={**plain, **release.arm64_environment(options.source, "-DMETAOBJ_SYSROOT=%s" % root)})
    wheel, = (folder / "wheels").iterdir()
    wheel = pip_test.as_released(wheel, options.source, folder, plain)
    pip_test.check_contents(wheel, options.version)
    tag = re.fullmatch(r"metaobj-.*-py3-none-(manylinux_2_\d+_aarch64)\.whl", wheel.name)
    assert tag, wheel.name
    check_libraries(release, build, root)

    pip_test.run(sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
                 "--disable-pip-version-check", "--platform=" + tag[1], "--only-binary=:all:",
                 "--target", folder / "installed", wheel, env=plain)
    (folder / "work").mkdir()
    emulator = ["qemu-aarch64", "-L", folder / "python"]
    check_outputs(options.metaobj, [*emulator, folder / "installed/bin/metaobj"],
                  [*emulator, folder / "python/usr/bin/python3.11", "-B"], folder / "work",
                  {**plain, "PYTHONPATH": str(folder / "installed")})
    for name in "python", "installed", "work":
        shutil.rmtree(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
