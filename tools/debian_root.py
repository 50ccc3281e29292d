# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unpacks packages of Debian for another machine into a folder.

    debian_root.py <architecture> <folder> <package>...

They come from where this machine has its packages, without those that they
depend on. Nothing is installed, and apt's lists stay as they are. dpkg-query
--root=<folder> tells the packages, and which of them has a file.
"""

from __future__ import annotations

import os
import pathlib
import pwd
import shlex
import subprocess
import sys
import tempfile

Path = pathlib.Path


class FetchError(Exception):
    """Why there is no package, in words."""


def run(*command: object, cwd: Path | None = None, check: bool = True) -> str:
    """What a command prints."""
    try:
        done = subprocess.run([str(part) for part in command], text=True, check=False, cwd=cwd,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except FileNotFoundError as error:
        raise FetchError("not found: %s; packages of Debian are fetched on Debian" % error.filename) from error
    if check and done.returncode:
        raise FetchError("failed: %s\n%s" % (shlex.join(map(str, command)), done.stdout))
    return done.stdout


def download(architecture: str, folder: Path, packages: list[str]) -> list[Path]:
    """The files of the packages. Lists and caches of apt are its own, below the folder."""
    for name in "lists/partial", "cache/archives/partial", "packages":
        (folder / name).mkdir(parents=True)
    apt = ["apt-get", "-q"] + ["-o" + option for option in (
        "APT::Architecture=" + architecture, "APT::Architectures=" + architecture,
        "Dir::State::lists=%s" % (folder / "lists"), "Dir::Cache=%s" % (folder / "cache"),
        "Dir::State::status=/dev/null", "APT::Sandbox::User=" + pwd.getpwuid(os.getuid()).pw_name)]
    # Suites that cannot be had do not matter when the packages can.
    lists = run(*apt, "update", check=False)
    try:
        run(*apt, "download", *packages, cwd=folder / "packages")
    except FetchError as error:
        raise FetchError("%s\n%s" % (error, lists)) from error
    return sorted((folder / "packages").iterdir())


def unpack(package: Path, root: Path) -> None:
    """Unpacks a package as dpkg-deb --extract does, and records it for dpkg-query."""
    names = run("dpkg-deb", "--vextract", package, root).splitlines()
    database, name = root / "var/lib/dpkg", run("dpkg-deb", "--field", package, "Package").strip()
    (database / "info").mkdir(parents=True, exist_ok=True)
    (database / "info" / (name + ".list")).write_text(
        "".join(each.removeprefix(".").rstrip("/") + "\n" for each in names if each != "./"))
    with (database / "status").open("a") as status:
        status.write(run("dpkg-deb", "--field", package) + "Status: install ok unpacked\n\n")


def fetch(architecture: str, root: Path, packages: list[str]) -> None:
    """Fills the folder `root`, which may be there."""
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for package in download(architecture, Path(folder), packages):
            unpack(package, root)


def main() -> int:
    if len(sys.argv) < 4:
        print((__doc__ or "").splitlines()[2].strip(), file=sys.stderr)
        return 2
    try:
        fetch(sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3:])
    except FetchError as error:
        print("debian_root: error: %s" % error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
