# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a release gives works on a Debian 12 that has nothing else.

    bare_debian_test.py <scratch folder> <file, or folder with files>...

debootstrap makes a root without compilers, Python and LLVM. Each program,
package and wheel is installed in a copy of it, from which nothing of this
machine can be seen, and gives a first result there. A table tells what this
takes. Needs root, and Debian's packages.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import pip_plan_test
import pip_test

Path = pathlib.Path
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
               "DEBIAN_FRONTEND": "noninteractive"}
APT = ["apt-get", "-qq", "-o=APT::Keep-Downloaded-Packages=1", "install", "--no-install-recommends"]
#: What of a root is no installed file.
NOT_INSTALLED = {"var/cache", "var/lib/apt", "try"}
SYMBOL = "greeting_txt"


class Root:
    """A copy of the bare root, as one user's machine."""

    def __init__(self, bare: Path, folder: Path):
        pip_test.run("cp", "-a", "--reflink=auto", bare, folder)
        self.folder = folder
        self.work = folder / "try"
        self.work.mkdir()
        (self.work / "greeting.txt").write_text("hello\n")
        (self.work / "buffers.csv").write_text("id,lower,upper,size\na,0,2,4096\nb,1,3,1024\nc,2,4,2048\n")

    def run(self, *command: object) -> str:
        return pip_test.run("chroot", self.folder, *command, env=ENVIRONMENT)

    def install(self, *packages: str) -> None:
        self.run(*APT, "-y", *packages)

    def size(self) -> int:
        """The bytes of all installed files."""
        total = 0
        for place, folders, files in os.walk(self.folder):
            inside = Path(place).relative_to(self.folder)
            folders[:] = [name for name in folders if str(inside / name) not in NOT_INSTALLED]
            total += sum(os.lstat(os.path.join(place, name)).st_size for name in files)
        return total

    def downloaded(self) -> int:
        return sum(path.stat().st_size
                   for path in self.folder.glob("var/cache/apt/archives/*.deb"))

    def expect(self, wanted: str, *command: object) -> None:
        found = self.run(*command)
        assert wanted in found, (command, wanted, found)


def try_program(root: Root, program: str) -> str:
    """An object for a Cortex-M, and a plan."""
    root.run(program, "embed", "--quiet", "/try/greeting.txt", "--mtriple=thumbv7m-none-eabi",
             "-o", "/try/greeting.o")
    # Read by another program.
    for option, wanted in ("-h", "ARM"), ("-s", SYMBOL):
        found = pip_test.run("readelf", "-W", option, root.work / "greeting.o")
        assert wanted in found, found
    root.expect("5120", program, "plan", "/try/buffers.csv")
    return "%s for Arm, a plan" % SYMBOL


def try_archive(root: Root, file: str) -> str:
    root.run("tar", "-C", "/opt", "-xf", file)
    name = Path(file).name.removesuffix(".tar.gz")
    return try_program(root, "/opt/%s/bin/metaobj" % name)


def try_package(root: Root, file: str) -> str:
    root.install(file)
    return try_program(root, "metaobj")


def try_wheel(root: Root, file: str) -> str:
    root.run("python3", "-m", "venv", "/opt/venv")
    root.run("/opt/venv/bin/pip", "install", "-q", "--no-index", file)
    root.run("/opt/venv/bin/python", "-c", "import os; os.chdir('/try')" + pip_test.CLIENT)
    return try_program(root, "/opt/venv/bin/metaobj")


def try_plan_wheel(root: Root, file: str) -> str:
    root.run("python3", "-m", "venv", "/opt/venv")
    root.run("/opt/venv/bin/pip", "install", "-q", "--no-index", file)
    root.expect("[0, 4096, 0] 5120", "/opt/venv/bin/python", "-c", pip_plan_test.CLIENT)
    return "a plan"


#: By the ends of names: how a file is tried, and what pip needs first.
KINDS = {
    "metaobj-*-linux-*.tar.gz": (try_archive, []),
    "metaobj_*.deb": (try_package, []),
    "metaobj-*_%s.whl" % os.uname().machine: (try_wheel, ["python3-venv"]),
    "metaobj_plan-*_%s.whl" % os.uname().machine: (try_plan_wheel, ["python3-venv"]),
}


def obstacle() -> str | None:
    if os.geteuid():
        return "a root for chroot is made by root alone"
    missing = [name for name in ("debootstrap", "readelf") if not shutil.which(name)]
    return "not found: " + ", ".join(missing) if missing else None


def main() -> int:
    scratch, places = Path(sys.argv[1]).resolve(), [Path(name).resolve() for name in sys.argv[2:]]
    if reason := obstacle():
        print("SKIPPED: " + reason)
        return pip_test.SKIPPED
    files = []
    for place in places:
        found = [(path, *KINDS[kind]) for kind in KINDS
                 for path in ([place] if place.is_file() else sorted(place.glob("*")))
                 if path.match(kind)]
        if not found:
            raise SystemExit("FAILED: %s: no program, package or wheel of a release" % place)
        files += found
    scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        bare = Path(folder) / "bare"
        start = time.monotonic()
        made = subprocess.run(["debootstrap", "--variant=minbase", "bookworm", bare], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if made.returncode:
            print("SKIPPED: debootstrap: " + (made.stdout.strip().splitlines() or ["says nothing"])[-1])
            return pip_test.SKIPPED
        shutil.rmtree(bare / "var/cache/apt/archives")
        (bare / "var/cache/apt/archives/partial").mkdir(parents=True)
        print("the bare root: %.0f s" % (time.monotonic() - start))
        row = "%-45s %9s %12s %13s  %s"
        print(row % ("", "seconds", "MB fetched", "MB installed", "first result"))
        for file, attempt, needed in files:
            root = Root(bare, Path(folder) / "root")
            first = root.size()
            start = time.monotonic()
            if needed:
                root.install(*needed)
                print(row % (" ".join(needed), "%.1f" % (time.monotonic() - start),
                             "%.1f" % (root.downloaded() / 1e6), "%.1f" % ((root.size() - first) / 1e6), ""))
            before, fetched = root.size(), root.downloaded()
            shutil.copy(file, root.work)
            start = time.monotonic()
            result = attempt(root, "/try/" + file.name)
            seconds = time.monotonic() - start
            fetched = root.downloaded() - fetched + file.stat().st_size
            print(row % (file.name, "%.1f" % seconds, "%.1f" % (fetched / 1e6),
                         "%.1f" % ((root.size() - before) / 1e6), result), flush=True)
            shutil.rmtree(root.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
