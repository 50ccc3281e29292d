# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pip wheel` builds the source tree; the wheel works in a fresh environment."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

SKIPPED = 77
#: What a wheel may hold: Python, types, the library, the program.
FILES = re.compile(
    r"metaobj/(\w+\.py|py\.typed|libmetaobj\.so\.1)"
    r"|metaobj-[0-9.]+\.data/scripts/metaobj"
    r"|metaobj-[0-9.]+\.dist-info/(METADATA|WHEEL|RECORD|licenses/LICENSE)")
NEEDED = ["metaobj/__init__.py", "metaobj/py.typed", "metaobj/libmetaobj.so.1"]
#: Emits a parameter, and reads it back.
CLIENT = """
import metaobj
model = metaobj.Model()
model.add_param("w", b"1234")
model.emit("python.o", mtriple="thumbv7m-none-eabi")
print(metaobj.version(), metaobj.inspect("python.o")[0].params[0].name)
"""


def run(*command, **options):
    """Standard output of a command, which succeeds."""
    done = subprocess.run([str(part) for part in command], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, **options)
    if done.returncode:
        raise SystemExit("FAILED: %s\n%s%s" % (
            " ".join(map(str, command)), done.stdout, done.stderr))
    return done.stdout


def obstacle(folder):
    """Why nothing can be tested, or nothing."""
    for module in "pip", "venv", "ensurepip":
        if subprocess.run([sys.executable, "-c", "import " + module],
                          stderr=subprocess.DEVNULL, check=False).returncode:
            return "%s has no module %s" % (sys.executable, module)
    found = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
         "--disable-pip-version-check", "--no-cache-dir", "--retries=1",
         "--dest", folder / "probe", "scikit-build-core"],
        text=True, stderr=subprocess.PIPE, check=False)
    return found.returncode and "PyPI cannot be reached: " + (
        found.stderr.strip().splitlines() or ["pip says nothing"])[-1]


def as_released(wheel, source, folder, environment):
    """The wheel with the name that tools/release.py gives it, and its sizes."""
    sys.path.insert(0, str(source / "tools"))
    import release
    (folder / "released").mkdir()
    named = release.name_wheel(wheel, folder / "released", folder / "naming", environment)
    print(release.wheel_sizes(named), end="")
    return named


def check_contents(wheel, version, platform="manylinux"):
    """Name and files of the wheel."""
    name = r"metaobj-%s-py3-none-%s_\w+\.whl" % (re.escape(version), platform)
    assert re.fullmatch(name, wheel.name), wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = [each.filename for each in archive.infolist() if not each.is_dir()]
    others = [each for each in names if not FILES.fullmatch(each)]
    assert not others, others
    missing = set(NEEDED) - set(names)
    assert not missing, missing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--metaobj", required=True,
                        help="the program of the build")
    parser.add_argument("--llvm-dir", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    parser.add_argument("--needs-libtinfo", action="store_true",
                        help="this LLVM does, and Debian's archive of it cannot be in a shared "
                             "library: the wheel is for machines that have it")
    options = parser.parse_args()
    folder = options.folder.resolve()
    for name in "probe", "wheels", "naming", "released", "fresh":
        shutil.rmtree(folder / name, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    if reason := obstacle(folder):
        print("SKIPPED: " + reason)
        return SKIPPED

    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(("PYTHON", "METAOBJ", "LD_"))}
    # The folder "build" stays: a second run compiles what has changed.
    run(sys.executable, "-m", "pip", "wheel", "--no-deps",
        "--disable-pip-version-check",
        "--config-settings=build-dir=%s" % (folder / "build"),
        "--config-settings=cmake.define.LLVM_DIR=" + options.llvm_dir,
        "-w", folder / "wheels", options.source, env=plain)
    wheel, = (folder / "wheels").iterdir()
    if options.needs_libtinfo:
        check_contents(wheel, options.version, "linux")
    else:
        wheel = as_released(wheel, options.source, folder, plain)
        check_contents(wheel, options.version)

    run(sys.executable, "-m", "venv", folder / "fresh")
    programs = folder / "fresh" / "bin"
    # Nothing else is needed: no package, no LLVM.
    run(programs / "pip", "install", "--quiet", "--no-index",
        "--disable-pip-version-check", wheel, env=plain)
    at = {"cwd": folder, "env": plain}
    found = run(programs / "python", "-c", CLIENT, **at)
    assert found == options.version + " w\n", found
    assert run(programs / "metaobj", "--version", **at) == \
        run(options.metaobj, "--version", **at)
    (folder / "w.bin").write_bytes(b"1234")
    (folder / "w.yaml").write_text(
        "metaobj-params: 1\n"
        "params: [{name: w, file: w.bin, dtype: uint8, shape: [4]}]\n")
    for program, name in ((programs / "metaobj", "pip.o"),
                          (options.metaobj, "build.o")):
        run(program, "emit", "w.yaml", "--quiet",
            "--mtriple=thumbv7m-none-eabi", "-o", name, **at)
    names = ["pip.o", "build.o", "python.o"]
    assert len({(folder / name).read_bytes() for name in names}) == 1, names
    shutil.rmtree(folder / "fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
