# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pip wheel ./python/plan` builds the planner alone, where no LLVM can be found;
the wheel works in a fresh environment."""

import argparse
import os
import pathlib
import re
import shutil
import sys
import zipfile

import pip_test

#: What a wheel may hold: Python, types, the library.
FILES = re.compile(
    r"metaobj_plan/(\w+\.py|py\.typed|libmetaobj_plan\.so\.1)"
    r"|metaobj_plan-[0-9.]+\.dist-info/(METADATA|WHEEL|RECORD)")
NEEDED = {"metaobj_plan/__init__.py", "metaobj_plan/py.typed",
          "metaobj_plan/libmetaobj_plan.so.1"}
MOST_BYTES = 1000000
CLIENT = """
import sys
import metaobj_plan
plan = metaobj_plan.plan([0, 1, 2], [2, 3, 4], [4096, 1024, 2048])
print(plan.offsets, plan.total, "numpy" in sys.modules)
"""


def check_contents(wheel, version):
    """Name, files and sizes of the wheel."""
    name = r"metaobj_plan-%s-py3-none-manylinux_\w+\.whl" % re.escape(version)
    assert re.fullmatch(name, wheel.name), wheel.name
    with zipfile.ZipFile(wheel) as archive:
        sizes = {each.filename: each.file_size for each in archive.infolist()
                 if not each.is_dir()}
    others = [each for each in sizes if not FILES.fullmatch(each)]
    assert not others, others
    assert NEEDED <= set(sizes), sizes
    library = sizes["metaobj_plan/libmetaobj_plan.so.1"]
    print("%s: %d bytes, its library %d" % (wheel.name, wheel.stat().st_size, library))
    assert library < MOST_BYTES, library


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    for name in "probe", "wheels", "naming", "released", "fresh":
        shutil.rmtree(folder / name, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    if reason := pip_test.obstacle(folder):
        print("SKIPPED: " + reason)
        return pip_test.SKIPPED

    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(("PYTHON", "METAOBJ", "LD_"))}
    pip_test.run(
        sys.executable, "-m", "pip", "wheel", "--no-deps",
        "--disable-pip-version-check",
        "--config-settings=build-dir=%s" % (folder / "build"),
        "--config-settings=cmake.define.CMAKE_DISABLE_FIND_PACKAGE_LLVM=ON",
        "-w", folder / "wheels", options.source / "python" / "plan", env=plain)
    wheel, = (folder / "wheels").iterdir()
    wheel = pip_test.as_released(wheel, options.source, folder, plain)
    check_contents(wheel, options.version)

    pip_test.run(sys.executable, "-m", "venv", folder / "fresh")
    programs = folder / "fresh" / "bin"
    pip_test.run(programs / "pip", "install", "--quiet", "--no-index",
                 "--disable-pip-version-check", wheel, env=plain)
    found = pip_test.run(programs / "python", "-c", CLIENT, cwd=folder, env=plain)
    assert found == "[0, 4096, 0] 5120 False\n", found
    shutil.rmtree(folder / "fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
